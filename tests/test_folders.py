"""Programs as clingo takes them, and folders of rules that are families."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import clingo
import pytest
from projects import ROOT, SHARED, call, run

import pylab
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.family import registry
from pylab.family.testkit import FamilyTestkit, Forgery, Truth
from pylab.folders import layout, moves
from pylab.folders.answers import ShownAtoms
from pylab.testing import conformance, folders
from pylab.text.facts import Fact

SOKOBAN = ROOT / "examples" / "sokoban"
PROGRAMS = SHARED / "programs"

QUEENS = """\
#const n = 8.
{ q(X,1..n) } = 1 :- X = 1..n.
:- q(X,Y), q(Z,Y), X < Z.
:- q(X,Y), q(Z,V), X < Z, |Y-V| = Z-X.
#show q/2.
"""
"""With 4, 10, 4 and 40 answers for n = 6, 5, … (sequence A000170)."""

WALK = """\
at(X,0) :- start(X).
#program step(t).
{ go(1,t); go(-1,t) } = 1.
at(X+D,t) :- at(X,t-1), go(D,t).
#program check(t).
:- query(t), goal(X), not at(X,t).
#program base.
#show go/2.
"""


def folder(tmp_path, **files):
    """A folder with these files, `__` for a slash."""
    for name, text in files.items():
        path = tmp_path / (name.replace("__", "/") + ".lp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 10), (6, 4), (7, 40)])
def test_a_program_is_solved_as_it_is(tmp_path, n, count):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", f"n={n}", "--count", cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, str(count))
    piped = call("solve", "-", "-c", f"n={n}", "--count", stdin=QUEENS, cwd=tmp_path)
    assert piped.stdout == done.stdout
    assert pylab.program(tmp_path / "queens.lp", n=n).solve(models=0).count == count


def test_an_answer_that_nothing_checks_says_so(tmp_path):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", "n=4", cwd=tmp_path)
    assert done.returncode == 0
    assert "% not checked: there is no check.lp" in done.stdout
    told = json.loads(call("solve", "queens.lp", "--format", "json", cwd=tmp_path).stdout)
    assert told["answers"][0]["valid"] is None


@pytest.mark.parametrize("mode", ["", "#include <incmode>.\n"])
def test_parts_make_a_program_stepwise(tmp_path, mode):
    folder(tmp_path, walk=mode + WALK, one="start(1). goal(4).")
    done = call("solve", "walk.lp", "one.lp", cwd=tmp_path)
    assert done.stdout.startswith("go(1,1). go(1,2). go(1,3).\n")
    assert "nothing with fewer than 3 steps" in done.stdout


def test_the_mode_of_steps_may_come_as_a_second_file(tmp_path):
    folder(tmp_path, walk=WALK, one="start(1). goal(2).", mode="#include <incmode>.")
    assert call("solve", "walk.lp", "mode.lp", "one.lp", cwd=tmp_path).returncode == 0


def test_instances_may_have_rules_and_constants(tmp_path):
    instance = "#const size = 3.\nnode(1..size).\nedge(X,X+1) :- node(X), node(X+1).\n"
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n"
    folder(tmp_path, color=rules, chain=instance)
    for size in (3, 5):
        done = call("solve", "color.lp", "chain.lp", "-c", f"size={size}", cwd=tmp_path)
        assert len(re.findall(r"c\(\d,\d\)", done.stdout)) == size
        assert call("solve", "color.lp", "chain.lp", "--count", cwd=tmp_path).stdout == "2\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty.lp: expected rules or facts, found nothing"),
        ("a :- b", "syntax error, unexpected EOF"),
        ("a(X) :- not b.", "empty.lp:1:3: unsafe variable X"),
        ("#script(python)\nprint(1)\n#end.\n", "expected no embedded script"),
        ('#include "nowhere.lp".\n{a}.', "file could not be opened"),
    ],
)
def test_bad_programs_are_errors_with_places(tmp_path, text, told):
    folder(tmp_path, empty=text)
    done = call("solve", "empty.lp", cwd=tmp_path)
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "x.lp").write_bytes(bytes(range(256)) * 4)
    done = call("solve", "x.lp", cwd=tmp_path)
    assert (done.returncode, "x.lp:2:" in done.stderr) == (2, True)


def test_grounding_without_end_is_ended_by_the_limit(tmp_path):
    folder(tmp_path, x="p(0). p(X+1) :- p(X).")
    words = ["pylab", "solve", "x.lp", "--time-limit", "1"]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stdout.startswith("% unknown (time limit")) == (3, True)


def test_a_constant_that_no_program_has_is_refused(tmp_path):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", "m=4", cwd=tmp_path)
    assert (done.returncode, "has no '#const m'" in done.stderr) == (2, True)


def test_facts_for_nobody_are_told(tmp_path):
    rules = "{ c(X) } = 1 :- node(X), X = 1.\n#show c/1.\n"
    folder(tmp_path, x=rules, y="node(1). nodes(2).")
    done = call("solve", "x.lp", "y.lp", cwd=tmp_path)
    assert "facts nodes/1 mean nothing: no program uses them (did you mean node/1?)" in done.stderr


def test_the_reason_is_facts_of_one_predicate(tmp_path):
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n"
    folder(tmp_path, x=rules, y="node(1..4). edge(1,2). edge(2,3). edge(1,3). edge(3,4).")
    done = call("solve", "x.lp", "y.lp", "--explain", cwd=tmp_path)
    assert done.returncode == 1
    told = re.findall(r"edge\(\d,\d\)", done.stdout)
    assert sorted(told) == ["edge(1,2)", "edge(1,3)", "edge(2,3)"]


def test_that_there_is_none_can_be_certified(tmp_path):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", "n=3", "--certify", cwd=tmp_path)
    assert done.stdout == "% none (proof of the ground program checked)\n"


def test_a_head_is_written_from_the_rules(tmp_path):
    folder(tmp_path, walk=WALK)
    done = call("lint", "--write-header", "walk.lp", cwd=tmp_path)
    assert "% Input predicates:\n%   goal(X)   - ?\n%   start(X)  - ?\n" in done.stdout
    folder(tmp_path, headed=done.stdout)
    assert call("lint", "headed.lp", cwd=tmp_path).stdout == "no findings\n"
    assert call("lint", "--write-header", "headed.lp", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("files", "family"),
    [
        ({"check": "", "instances__one": ""}, True),
        ({"scene": "", "encodings__go": "{a}."}, True),
        ({"go": "% Purpose:\n%   To go.\n\n{a}.", "instances__one": ""}, True),
        ({"go": "{a}.", "instances__one": ""}, False),
    ],
)
def test_which_folder_is_a_family(tmp_path, files, family):
    folder(tmp_path, **files)
    file = next(p for p in sorted(tmp_path.rglob("*.lp")))
    inner = next((p for p in tmp_path.glob("*/*.lp")), file)
    assert layout.family_of(inner) == (tmp_path if family else None)


def test_two_files_for_one_task_are_refused(tmp_path):
    folder(tmp_path, go="{a}.", encodings__go="{b}.", check="")
    with pytest.raises(PylabError, match="expected one file for task go"):
        registry.get(str(tmp_path))


def test_the_example_is_a_family_that_fits_together():
    family = registry.get(str(SOKOBAN))
    found = list(folders.outcomes(family))
    assert [each for each in found if each.wrong] == []
    assert {"lint", "expected", "witnesses", "moves", "scene", "coverage"} <= {
        each.chapter for each in found
    }
    lines = sum(len(path.read_text().splitlines()) for path in SOKOBAN.glob("*.lp"))
    assert lines <= 120


def test_the_example_is_solved_judged_and_drawn():
    done = call("solve", str(SOKOBAN / "instances" / "one.lp"))
    assert "% valid by check.lp: 4 pushes" in done.stdout
    assert "nothing with fewer than 4 steps" in done.stdout
    svg = call("draw", str(SOKOBAN / "instances" / "one.lp"), "--format", "svg")
    assert svg.stdout.startswith("<svg")


def test_solvers_outputs_are_judged(tmp_path):
    (tmp_path / "out").write_text("Answer: 1\ngo(3,2,r,1) go(4,2,r,2) go(5,2,r,3)\nSATISFIABLE\n")
    done = call("validate", str(SOKOBAN / "instances" / "one.lp"), str(tmp_path / "out"))
    assert (done.returncode, "step 3: the crate can't move there" in done.stdout) == (1, True)


def test_breadth_first_finds_the_fewest_moves():
    game = moves.MovesGame(SOKOBAN / "moves.lp")
    puzzle = pylab.load(SOKOBAN / "instances" / "two.lp")
    found, _ = moves.fewest(game, puzzle.instance.whole(), Patience(60))
    assert found == pylab.solve(puzzle).cost == 5


def _truth(puzzle, _task):
    """By `moves.lp` alone."""
    found = moves.fewest(moves.MovesGame(SOKOBAN / "moves.lp"), puzzle.whole(), Patience(60))[0]
    return Truth(found is not None, found)


def _played(_, game):
    """The page names the moves as `moves.lp` does; the program's have the step behind them."""
    at, facts = 0, []
    for step, move in enumerate(game.moves, 1):
        _, words, at, _ = game.script.data["states"][at][2][int(move)]
        facts.append(Fact(clingo.parse_term(f"{words[:-1]},{step})")))
    return ShownAtoms(tuple(facts))


test_the_example_meets_the_requirements_on_families = conformance(
    registry.get(str(SOKOBAN)),
    FamilyTestkit(
        truth=_truth,
        played=_played,
        forgeries=[Forgery("one.lp", "go(3,2,d,1). go(3,3,d,2).", "goal")],
    ),
    rounds=2,
)

pytest.mark.filterwarnings("ignore")(test_the_example_meets_the_requirements_on_families)
"""A scene's remarks on forged answers are warnings."""

MISTAKES = [
    ("pushes.lp", ":- go(X,Y,_,t), not box(X,Y,t-1).\n", "", "answers|moves"),
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
def test_planted_mistakes_are_named(tmp_path, name, right, mistake, chapter):
    made = tmp_path / "sokoban"
    shutil.copytree(SOKOBAN, made)
    text = (made / name).read_text()
    assert right in text
    (made / name).write_text(text.replace(right, mistake))
    found = [each for each in folders.outcomes(registry.get(str(made))) if each.wrong]
    assert any(re.fullmatch(chapter, each.chapter) for each in found), found


@pytest.mark.parametrize("kind", ["--board", "--graph"])
def test_a_new_folder_works(tmp_path, kind):
    assert call("new", "folder", "hopscotch", kind, cwd=tmp_path).returncode == 0
    done = call("test", "hopscotch", "--junit", "out.xml", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert 'failures="0"' in (tmp_path / "out.xml").read_text()
    assert call("new", "folder", "hopscotch", cwd=tmp_path).returncode == 2


def test_a_distribution_publishes_a_folder_without_python(tmp_path):
    site = tmp_path / "site"
    shutil.copytree(SOKOBAN, site / "sokoban_puzzles")
    about = site / "sokoban_puzzles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sokoban-puzzles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pylab.families]\nsokoban = sokoban_puzzles\n")
    env = os.environ | {"PYTHONPATH": str(site)}
    assert "sokoban: Sokoban." in run("families", env=env).stdout
    done = run("solve", "sokoban/one.lp", env=env, cwd=tmp_path)
    assert "% valid by check.lp: 4 pushes" in done.stdout


def test_a_program_is_asked_in_a_process_of_its_own_where_memory_is_limited(tmp_path):
    folder(tmp_path, queens=QUEENS)
    found = pylab.program(tmp_path / "queens.lp", n=5).solve(models=0, memory_limit=2000)
    assert found.count == 10


def test_a_sweep_runs_a_folders_puzzles(tmp_path):
    words = ("bench", "run", "--instances", str(SOKOBAN / "instances" / "o*.lp"), "-o", "out")
    assert "1 optimum" in call(*words, cwd=tmp_path).stdout


def test_what_decides_about_a_folders_answers_is_in_a_jobs_key(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    instance = made / "instances" / "one.lp"
    part = made / "instances" / "part.lp"
    part.write_text("pushes(4).\n")
    instance.write_text(f'#include "part.lp".\n{instance.read_text()}more(X) :- X = 1.\n')
    (tmp_path / "elsewhere").mkdir()
    words = ("bench", "run", "--instances", str(instance), "-o", "out")

    def new():
        done = call(*words, cwd=tmp_path / "elsewhere")
        return re.search(r"(\d) of them now: 1 optimum", done.stdout)[1]

    assert [new(), new()] == ["1", "0"]
    record = (tmp_path / "elsewhere" / "out" / "results.jsonl").read_text().splitlines()[0]
    key = json.loads(record)["run"]["key"]
    again = run("bench", "again", key, "out", cwd=tmp_path / "elsewhere")
    assert (again.returncode, "as recorded: optimum, cost 4" in again.stderr) == (0, True)
    judge = made / "check.lp"
    judge.write_text(f"{judge.read_text()}% a comment\n")
    assert new() == "0"
    judge.write_text(f'{judge.read_text()}wrong("far: too far") :- cell(99,99).\n')
    assert new() == "1"
    part.write_text("pushes(5).\n")
    assert new() == "1"
    assert run("bench", "again", key, "out", cwd=tmp_path / "elsewhere").returncode == 2


BOARD = """\
row(1..4).
1 { place(X,Y) : row(Y) } 1 :- row(X).
:- place(X,Y), place(Z,Y), X < Z.
:- place(X,Y), place(Z,V), X < Z, |Y-V| = Z-X.
q(X,Y) :- place(X,Y).
#show place/2.
"""


def test_two_programs_are_compared_by_the_atoms_of_a_predicate(tmp_path):
    spare = QUEENS.replace("8", "4") + "{ spare }.\n#show spare/0.\n"
    folder(tmp_path, one=spare, two=BOARD)
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "--random", "0")
    done = call(*words, "--on", "q/2", cwd=tmp_path)
    assert (done.returncode, "without instance: 2 answers: same" in done.stdout) == (0, True)
    assert call(*words, cwd=tmp_path).returncode == 1
    other = BOARD.replace("X < Z.", "X < Z, X > 1.", 1)
    folder(tmp_path, two=other)
    done = call(*words, "--on", "q/2", cwd=tmp_path)
    assert (done.returncode, "DIFFERENT (extra)" in done.stdout) == (1, True)
    missing = call(*words, "--on", "r/2", cwd=tmp_path)
    assert (missing.returncode, "derives no r/2" in missing.stderr) == (2, True)
    assert call(*words, "--on", "r", cwd=tmp_path).returncode == 2
    found = pylab.compare(tmp_path / "one.lp", tmp_path / "two.lp", on="q/2", random=0)
    assert found.same is False


def test_without_a_generator_puzzles_are_mutated(tmp_path):
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n"
    folder(tmp_path, one=rules, two=rules.replace("edge(X,Y),", "edge(X,Y), X < Y,"))
    folder(tmp_path, chain="node(1..4). edge(1,2). edge(2,3). edge(3,4).")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "chain.lp", "--random")
    assert "chain.lp: 2 answers: same" in call(*words, "0", cwd=tmp_path).stdout
    done = call(*words, "8", "--making-limit", "0.1", cwd=tmp_path)
    assert (done.returncode, len(re.findall("(?m)^random 1/", done.stdout))) == (1, 8), done.stdout
    assert "edge(X,Y), X < Y" in done.stdout


def test_a_game_is_watched_and_played_by_its_rules():
    family = registry.get(str(SOKOBAN))
    instance = pylab.load(SOKOBAN / "instances" / "one.lp").instance
    [answer] = pylab.solve(SOKOBAN / "instances" / "one.lp").witnesses
    script = family.script(instance, [answer])
    states = script.data["states"]
    assert script.playable
    assert len(states) == 45
    state = states[0]
    for move in script.ways[0].moves:
        state = states[state[2][int(move)][2]]
    assert state[3]
    assert not states[0][3]
    game = script.game
    assert len(game.answers[0]) == 5
    assert game.won(game.answers[0][-1])
    assert [turn.words for turn in game.turns(game.start)] == [
        f"go(3,2,{direction})" for direction in "dlru"
    ]


def test_a_game_without_end_ends_within_the_limit(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    (made / "moves.lp").write_text("can(0). can(X+1) :- can(X). won :- #false.")
    done = run("watch", str(made / "instances" / "one.lp"), "--time-limit", "3", cwd=tmp_path)
    assert done.returncode == 3
    assert "time limit of 3 s" in done.stderr


def test_without_moves_the_frames_are_watched(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    (made / "moves.lp").unlink()
    done = call("watch", str(made / "instances" / "one.lp"), "-o", "page.html", cwd=tmp_path)
    assert done.returncode == 0
    assert '"frame 4"' in (tmp_path / "page.html").read_text()


def test_a_lab_has_the_folders_files_and_no_others(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    done = call(
        "lab", "--files", "out", str(made / "instances" / "one.lp"), cwd=tmp_path
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "out").rglob("*.lp")}
    assert names == {"puzzle.lp", "pushes.lp", "check.lp", "scene.lp", "moves.lp"}


def test_solvers_outputs_of_a_folder_are_scored(tmp_path):
    text = "Answer: 1\ngo(3,2,d,1) go(3,3,d,2) go(3,4,r,3) go(4,4,r,4)\nSATISFIABLE\n"
    for name, output in (("one", text), ("two", text), ("stuck", "UNSATISFIABLE\n")):
        (tmp_path / f"{name}.out").write_text(output)
    done = call("score", str(SOKOBAN / "instances"), ".", cwd=tmp_path)
    assert "score 1 of 3: 1 solved, 1 wrong, 1 unproven" in done.stdout


def test_validate_takes_a_program_of_several_files(tmp_path):
    folder(tmp_path, walk=WALK, one="start(1). goal(3).", answer="go(1,1). go(1,2).")
    done = call("validate", "walk.lp", "one.lp", "answer.lp", cwd=tmp_path)
    assert (done.returncode, "there is no check.lp" in done.stdout) == (3, True)


def test_a_folders_reasons_explain(tmp_path):
    folder(
        tmp_path,
        check="wrong(never) :- c(0,0).",
        color="{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n",
        reasons='% Relaxes: edge/2\n\n#include "color.lp".\n',
        instances__one="node(1..3). edge(1,2). edge(2,3). edge(1,3).",
    )
    done = call("solve", "instances/one.lp", "--explain", cwd=tmp_path)
    assert done.returncode == 1
    assert len(re.findall(r"edge\(\d,\d\)", done.stdout)) >= 1, done.stdout + done.stderr


def test_an_overlay_of_a_folder_is_laid_over(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    rule = "% Purpose:\n%   The first push is one to the right.\n\n#program step(t).\n"
    folder(made, variants__right=f"{rule}:- t = 1, go(_,_,D,t), D != r.\n")
    folder(made, variants__idle=":- go(_,_,d,_).\n")
    words = ("solve", str(made / "instances" / "one.lp"), "--with")
    done = call(*words, "right", cwd=tmp_path)
    assert done.stdout.startswith("go(3,2,r,1)")
    assert "sokoban/variants/right.lp" in done.stdout
    assert "idle.lp:1:4: go(_,_,d,_) is not there yet" in call(*words, "idle", cwd=tmp_path).stderr


def test_random_puzzles_follow_the_seed_and_the_constants():
    words = ("generate", str(SOKOBAN), "--seed", "3", "--crates", "2")
    done = call(*words)
    assert done.stdout == call(*words).stdout
    assert len(re.findall(r"crate\(", done.stdout)) == 2


def test_a_variant_is_compared_on_puzzles_and_random_ones(tmp_path):
    text = (SOKOBAN / "pushes.lp").read_text()
    changed = text.replace(":- go(X,Y,D,t), dir(D,I,J), not walk(X-I,Y-J,t).\n", "")
    (tmp_path / "mine.lp").write_text(changed)
    done = call(
        "compare", "--family", str(SOKOBAN), "--encoding", str(tmp_path / "mine.lp"),
        "--task", "pushes", "--random", "2", "--time-limit", "5", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "the worker can't come behind the crate" in done.stdout


@pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs the programs beside the repository")
@pytest.mark.parametrize(
    ("files", "steps"),
    [
        (("clingo/toh/tohE.lp", "clingo/toh/tohI.lp"), 15),
        (("clingo/unblock/unblock.lp", "clingo/unblock/inst1.lp"), 10),
        (("HanoiTower/encoding.asp", "HanoiTower/0022-hanoi_tower-60-0.asp"), 23),
    ],
)
def test_real_programs_take_as_many_steps_as_with_clingo(files, steps):
    found = pylab.program(*(PROGRAMS / each for each in files)).solve(time_limit=120)
    assert (found.status, found.cost) == (Status.FOUND, steps)


@pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs the programs beside the repository")
def test_real_programs_are_linted_without_false_findings():
    spare = "locatable/1 is defined, but neither used nor shown"
    for path in sorted(PROGRAMS.rglob("*.*")):
        if "encoding" in path.name or path.name in ("tohE.lp", "unblock.lp", "queens1.lp"):
            assert [f.message for f in pylab.lint(path) if f.message != spare] == [], path
