"""The folders of rules in `examples/`, held against brute force, and with mistakes planted."""

from __future__ import annotations

import importlib
import itertools
import os
import random
import re
import shutil
import subprocess

import clingo
import example_truths as truths
import pytest
from projects import ROOT, call
from shell import follow

from pylab import engines
from pylab.base.resources import expected_beside
from pylab.core.answer import Watch
from pylab.core.question import Limits, Means, Question
from pylab.family import registry
from pylab.family.testkit import FamilyTestkit, Forgery
from pylab.folders import given, moves
from pylab.folders.answers import ShownAtoms
from pylab.testing import Subject, expected, folders, requirements
from pylab.text.facts import Fact, write_facts
from pylab.text.source import Source, names_in, read_source

EXAMPLES = ROOT / "examples"

_PROBLEM = re.compile("% Problem: ([a-z]+)")


def without(puzzle, requirements):
    """The puzzle without these facts."""
    return given.of_facts([each for each in puzzle.whole() if each not in requirements])


def rejected_of(name):
    return sorted((EXAMPLES / name / "rejected").glob("*.lp"))


def forged(name, but=()):
    """What is in `rejected/`, as forgeries, but for what always breaks another rule as well."""
    for path in rejected_of(name):
        instance, problem, *_ = path.name.split(".")
        if problem not in but:
            yield Forgery(f"{instance}.lp", path.read_text(), problem)


def played(_, game):
    """The moves of a page, which are those of `moves.lp`, with their numbers."""
    at, facts = 0, []
    for step, move in enumerate(game.moves, 1):
        hot, words, at, _ = game.script.data["states"][at][2][int(move)]
        term = hot or words  # what is clicked has the move's name
        facts.append(Fact(clingo.parse_term(f"{term[:-1]},{step})")))
    return ShownAtoms(tuple(facts))


def clashing(rng):
    """A small Sudoku without an answer."""
    while True:
        fields = rng.sample([*itertools.product(range(1, 5), repeat=2)], 6)
        words = [f"given({x},{y},{rng.randint(1, 4)})" for x, y in fields]
        puzzle = given.of_facts(Fact(clingo.parse_term(each)) for each in ["box(2,2)", *words])
        if not truths.sudoku(puzzle, None).found:
            return puzzle


def small(name, **values):
    """Makes random puzzles of an example with these values of its generator."""
    return lambda rng: registry.get(str(EXAMPLES / name)).generate(rng, **values)


KITS = {
    "sokoban": FamilyTestkit(
        truth=truths.sokoban,
        forgeries=[Forgery("one.lp", "go(3,2,d,1). go(3,3,d,2).", "goal")],
        played=played,
        sample=small("sokoban", size=3, pillars=0),
    ),
    "robots": FamilyTestkit(
        truth=truths.robots,
        forgeries=[*forged("robots", ["direction", "order", "robot", "still"])],
        played=played,
        sample=small("robots", size=3, barriers=3),
    ),
    "queens": FamilyTestkit(truth=truths.queens, forgeries=[*forged("queens")], relaxed=without),
    "hanoi": FamilyTestkit(
        truth=truths.hanoi,
        forgeries=[*forged("hanoi", ["order", "peg", "size", "still", "top"])],
        played=played,
    ),
    "colouring": FamilyTestkit(
        truth=truths.colours, forgeries=[*forged("colouring")], relaxed=without
    ),
    "sudoku": FamilyTestkit(
        truth=truths.sudoku,
        forgeries=[*forged("sudoku", ["twice"])],
        relaxed=without,
        unsolvable=clashing,
    ),
    "jobshop": FamilyTestkit(
        truth=truths.jobshop,
        forgeries=[*forged("jobshop")],
        relaxed=without,
        sample=small("jobshop", machines=2, slack=2),
    ),
}


def lines_of_readmes():
    """The commands of the examples' READMEs; pages and tests, which take long, are slow."""
    for page in (EXAMPLES / name / "README.md" for name in KITS):
        blocks = re.findall(r"(?ms)^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"))
        for line in "".join(blocks).splitlines():
            slow = re.search("pylab (lab|watch|test) ", line)
            yield pytest.param(line, marks=[pytest.mark.slow] * bool(slow))


@pytest.mark.parametrize("line", [*lines_of_readmes()])
def test_the_commands_of_a_readme_run(line, tmp_path):
    (tmp_path / "examples").symlink_to(EXAMPLES)
    assert follow(line, tmp_path).returncode in (0, 1)


def cases():
    for name, kit in KITS.items():
        subject = Subject(registry.get(str(EXAMPLES / name)), kit, 2)
        for each in requirements():
            if each.applies(subject):
                yield pytest.param(subject, each, id=f"{name}-{each.name}")


@pytest.mark.filterwarnings("ignore")  # a scene's remarks on forged answers
@pytest.mark.parametrize(("subject", "requirement"), [*cases()])
def test_an_example_meets_the_requirements_on_families(subject, requirement):
    requirement.check(subject)


@pytest.mark.parametrize("name", KITS)
def test_an_example_fits_together(name, monkeypatch):
    fewest = moves.fewest
    monkeypatch.setattr(moves, "fewest", lambda *given: fewest(*given[:3], most=400))
    monkeypatch.setattr(folders, "DRAWN", 5)
    monkeypatch.setattr(folders, "SECONDS", 120.0)
    found = [*folders.outcomes(registry.get(str(EXAMPLES / name)))]
    unlooked = [each for each in found if each.skipped and each.chapter != "moves"]
    assert [each for each in found if each.wrong] + unlooked == []
    compared = any(each.chapter == "moves" and not each.skipped for each in found)
    assert compared == (EXAMPLES / name / "moves.lp").is_file()
    chapters = {each.chapter for each in found}
    assert chapters >= {"lint", "expected", "witnesses", "bare", "generator", "scene", "coverage"}
    rejected = {_PROBLEM.search(path.read_text())[1] for path in rejected_of(name)}
    judge = (EXAMPLES / name / "check.lp").read_text()
    assert rejected == {*re.findall(r'wrong\(\(?"([a-z]+):', judge)}, "each objection has a witness"


@pytest.mark.parametrize("name", KITS)
def test_known_answers_are_those_of_brute_force(name):
    family = registry.get(str(EXAMPLES / name))
    for path in sorted((EXAMPLES / name / "instances").glob("*.lp")):
        puzzle = family.read(read_source(str(path)))
        for claim in expected.read(expected_beside(path)).answers:
            truth = KITS[name].truth(puzzle, family.task(claim.task))
            known = {
                "status": "found" if truth.found else "none",
                "cost": truth.cost,
                "count": truth.count,
            }
            both = [key for key in claim.wanted if known[key] is not None]
            assert both, path
            assert {key: known[key] for key in both} == {key: claim.wanted[key] for key in both}


def test_sokoban_is_short():
    names = "pushes", "check", "scene", "generate"
    texts = [(EXAMPLES / "sokoban" / f"{name}.lp").read_text() for name in names]
    assert sum(len(text.splitlines()) for text in texts) <= 120


MISTAKES = [
    ("pushes.lp", "go(X,Y,D,t) : box(X,Y,t-1)", "go(X,Y,D,t) : cell(X,Y)", "answers|moves"),
    ("pushes.lp", "not walk(X-I,Y-J,t)", "not wolk(X-I,Y-J,t)", "lint"),
    ("pushes.lp", "horizon(M) :- pushes(M).", "horizon(1) :- pushes(M).", "moves"),
    ("check.lp", "near((X+I,Y+J),T) :- near", "near((X+I,Y),T) :- near", "answers|witnesses"),
    ("check.lp", 'wrong("reach', '% wrong("reach', "witnesses"),
    ("check.lp", "wrong(", "wrang(", "lint"),
    ("scene.lp", "person,hero", "person,heroo", "scene"),
    ("scene.lp", "man(X,Y,T) :- go(X,Y,_,T).", "man(X,Y,T) :- goes(X,Y,_,T).", "lint"),
    ("generate.lp", "worker(X,Y) : cell(X,Y) } = 1", "worker(X,Y) : cell(X,Y) } = 0", "generator"),
    ("moves.lp", "walk(X-I,Y-J), cell(X+I,Y+J)", "cell(X+I,Y+J)", "moves"),
]


@pytest.mark.parametrize(("name", "right", "mistake", "chapter"), MISTAKES)
def test_planted_mistakes_are_named(tmp_path, monkeypatch, name, right, mistake, chapter):
    """A few random puzzles and little time are enough."""
    monkeypatch.setattr(folders, "DRAWN", 3)
    monkeypatch.setattr(folders, "SECONDS", 3.0)
    fewest = moves.fewest
    monkeypatch.setattr(moves, "fewest", lambda *given: fewest(*given[:3], most=400))
    made = tmp_path / "sokoban"
    shutil.copytree(EXAMPLES / "sokoban", made)
    text = (made / name).read_text()
    assert right in text
    (made / name).write_text(text.replace(right, mistake))
    found = (each.chapter for each in folders.outcomes(registry.get(str(made))) if each.wrong)
    assert any(re.fullmatch(chapter, each) for each in found)


def test_a_generator_without_an_end_is_named(tmp_path, monkeypatch):
    """It kept `pylab test` going until the memory was full."""
    monkeypatch.setattr(folders, "SECONDS", 1.0)
    made = tmp_path / "picks"
    made.mkdir()
    (made / "pick.lp").write_text("{ pick(X) : n(X) } = 1.\n#show pick/1.\n")
    (made / "check.lp").write_text('wrong("none") :- not pick(_).\n')
    (made / "generate.lp").write_text("n(1). n(X+1) :- n(X).\n")
    found = [e.wrong for e in folders.outcomes(registry.get(str(made))) if e.chapter == "generator"]
    assert found == ["it takes more than 1 s to make one of the first 10 puzzles"]


LEVEL = """\
  ####
###  #
#.@$ #
#  ###
#$*#
####
"""


@pytest.mark.skipif(shutil.which("awk") is None, reason="awk is not installed")
def test_levels_in_characters_become_facts(tmp_path):
    (tmp_path / "level.txt").write_text(LEVEL)
    puzzle = given.of_facts(
        Fact(clingo.parse_term(e))
        for e in re.findall(r"\w+\(.*?\)", from_characters(tmp_path / "level.txt"))
    )
    facts = truths.rows(puzzle)
    assert sorted(facts["cell"]) == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 1),
        (3, 2),
        (4, 1),
        (4, 2),
    ]
    assert (facts["worker"], sorted(facts["crate"])) == ([(2, 2)], [(1, 4), (2, 4), (3, 2)])
    assert sorted(facts["target"]) == [(1, 2), (2, 4)]
    drawn = registry.get(str(EXAMPLES / "sokoban")).picture(puzzle, None)
    rows = ["".join(line[::2]) for line in drawn.splitlines()]
    assert [row.rstrip("#") for row in rows[2:5]] == ["1###  ", "2#.@$ ", "3#  "]


@pytest.mark.skipif(shutil.which("awk") is None, reason="awk is not installed")
@pytest.mark.parametrize("between", ["\n", "; 2\n", "\nSecond\n\n"])
def test_several_levels_with_or_without_titles_become_a_collection(tmp_path, between):
    (tmp_path / "levels.txt").write_text(LEVEL + between + "#####\n#@$.#\n#####\n")
    (tmp_path / "levels.lp").write_text(from_characters(tmp_path / "levels.txt"))
    sokoban = registry.get(str(EXAMPLES / "sokoban"))
    names = [name for name, _ in names_in(tmp_path / "levels.lp")]
    assert names == [f"{tmp_path}/levels.lp#{n}" for n in (1, 2)]
    cells = [len(truths.rows(sokoban.read(read_source(name)))["cell"]) for name in names]
    assert cells == [10, 3]


def from_characters(levels):
    """What the script for awk makes of a file of levels."""
    words = ["awk", "-f", str(EXAMPLES / "sokoban" / "xsb.awk"), str(levels)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout


def test_robots_answer_as_the_family_in_python(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES / "pylab-ricochet"))
    python = importlib.import_module("pylab_ricochet.family").FAMILY
    folder = registry.get(str(EXAMPLES / "robots"))
    shipped = [read_source(str(path)) for path in sorted((EXAMPLES / "robots/instances").glob("*"))]
    boards = [python.from_facts(folder.read(e).whole()) for e in shipped if e.name.endswith(".lp")]
    rng = random.Random("robots")
    boards += [python.sample(rng) for _ in range(6)]
    counts = set()
    for board in boards:
        watch = Heard()
        finding = python.native.search(board, python.task("all"), watch, 0)
        puzzle = folder.read(Source("board.lp", write_facts(python.facts(board))))
        question = Question(folder, puzzle, folder.tasks[0], Means(), Limits(seconds=60, models=0))
        answer = engines.ask(question, Watch(notes=False))
        assert answer.status is finding.status
        assert answer.invalid == ()
        found = {frozenset(map(str, python.encode(plan))) for plan in watch.witnesses}
        assert found == {frozenset(map(str, folder.encode(c.witness))) for c in answer.checked}
        for plan in watch.witnesses[:3]:
            shown = folder.read_witness(Source("plan.lp", write_facts(python.encode(plan))))
            assert folder.check(puzzle, shown).valid
        counts.add(len(found))
    assert len(counts) > 2


class Heard:
    """Keeps the witnesses of a search."""

    def __init__(self):
        self.witnesses = []

    def found(self, witness):
        self.witnesses.append(witness)

    def progress(self, **_):
        pass


def test_the_readme_shows_sokoban_as_it_is_drawn():
    puzzle, plan = (EXAMPLES / "sokoban" / each / "pillar.lp" for each in ("instances", "accepted"))
    done = call("draw", str(puzzle), "--witness", str(plan), "--steps", "--format", "svg")
    file = ROOT / "docs/pictures/sokoban.svg"
    if os.environ.get("PYLAB_GOLDEN") == "write":
        file.write_text(done.stdout, encoding="utf-8")
    assert done.stdout == file.read_text(encoding="utf-8")
