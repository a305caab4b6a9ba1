"""What is covered, where an edit shows, and puzzles made towards it."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path

import pytest
from projects import ROOT, call, few

import pylab
from pylab.analysis import catalogue, compare, edits, trials
from pylab.analysis.coverage import WatchedEdit
from pylab.analysis.explore import Exploration
from pylab.analysis.mutations import Kinds, Mutations, nearness, optioned
from pylab.base.errors import EncodingError
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.cli.compare import command
from pylab.core.options import Limits
from pylab.core.puzzle import load
from pylab.encoding import program as encoding
from pylab.engines import coverage
from pylab.engines.probes import probe
from pylab.engines.session import ClingoProgram
from pylab.family import registry
from pylab.text.facts import fact

QUIET = "dungeon quiet\nstart keys=0 bombs=0\nroom R at 0,0\n#####\n#@.T#\n#####\n"
"""A room without one-way tiles."""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def uncovered(text, *facts):
    """The lines of the statements that are not covered, by one run and by trying each alone."""
    Path("x.lp").write_text(text)
    program = encoding.load(Path("x.lp"))
    found = [(each, probe(each)) for each in program.model]
    watched = [(s, p) for s, p in found if p is not None]
    watch = coverage.Probed(program, [p for _, p in watched])
    told = watch.covered(ClingoProgram(program, facts), Patience(20))
    assert told.settled
    for number in range(len(watched)):  # the same one by one
        alone = watch.covered(ClingoProgram(program, facts), Patience(20), [number]).probes
        assert alone == told.probes & {number}
    return [each.line for n, (each, _) in enumerate(watched) if n not in told.probes]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("{ a; b }.\nc :- a.\nd :- a, b.\n", []),
        ("{ a; b } = 1.\nc :- a.\nd :- a, b.\n", [3]),  # grounded, and never true
        ("{ a }.\n:- a.\nc :- a.\n", [3]),  # ruled out by what does not rest on it
        ("{ a }.\nbad :- a.\n:- bad.\n", []),  # what a constraint is there for
        ("{ a }.\n:- not a.\n:- a, not a.\n", [3]),
        ("{ a; b }.\n:- a.\n:- a, b.\n", []),  # no constraint hides another one
        ("{ a : p(1) }.\np(2).\n{ b : p(2) }.\nq :- a.\n#defined p/1.\n", [1, 4]),
        ("p(2).\n{ a : p(1) } :- p(2).\n", [2]),  # nothing to choose from
        ("{ a; b }.\n:- not a, not b.\n#minimize { 1 : a; 2 : b }.\nc :- a.\nd :- b.\n", [3, 5]),
        ("{ a }.\n#show a/0.\n#show b/0.\n#show c : a.\n#defined b/0.\n", [3]),
        ("a. #external b. c :- b. d :- a.\n", [1]),
        ("a | b.\n:- a.\nc :- a.\nd :- b.\n", [3]),
        ("-a :- not a.\na :- -a.\n", [1, 2]),  # no answer at all
        (
            "#include <incmode>.\nhorizon(5).\n#program step(t).\n{ go(t) }.\n"
            "n(t) :- go(t), t > 2.\n"
            "m(t) :- go(t), t > 1.\n:- t = 1, go(t), m(9).\n#program check(t).\n"
            ":- query(t), t < 2.\n:- query(t), t > 2, go(t).\n",
            [5, 7],
        ),
    ],
)
def test_what_is_covered(text, lines):
    assert uncovered(text) == lines


def test_facts_decide():
    text = "p(X) :- q(X), X > 2.\n#defined q/1.\n"
    assert uncovered(text, fact("q", 1)) == [1]
    assert uncovered(text, fact("q", 3)) == []


def parted(old, new, *facts):
    """Whether what became of a program shows, and whether both agree."""
    Path("old.lp").write_text(old)
    Path("new.lp").write_text(new)
    programs = [encoding.load(Path(name)) for name in ("old.lp", "new.lp")]
    (edit,) = edits.edits(*programs)
    hits = []
    for probes in (edit.probes, edit.agreeing):
        found = [
            coverage.Probed(each, probes).covered(ClingoProgram(each, facts), Patience(20)).probes
            for each in programs
        ]
        hits.append(found[0] | found[1])
    return bool(hits[0]), 0 < len(edit.agreeing) == len(hits[1])


RULES = "p(X) :- q(X), not r(X).\n#defined q/1. #defined r/1.\n#show p/1.\n"


@pytest.mark.parametrize(
    ("old", "new", "facts", "shows"),
    [
        (", not r(X)", "", ["q1"], False),  # it is covered, and r is not there to matter
        (", not r(X)", "", ["q1", "r2"], False),
        (", not r(X)", "", ["q1", "r1"], True),
        ("not r(X)", "X < 2", ["q1"], False),
        ("not r(X)", "X < 2", ["q2"], True),
        ("p(X) :- q(X)", "p(X+1) :- q(X)", ["r1"], False),
        ("p(X) :- q(X)", "p(X+1) :- q(X)", ["q1"], True),
        ("p(X) :- q(X)", "p(X) :- q(Y), X = Y+1", ["q2"], True),
    ],
)
def test_an_edit_shows_where_the_rules_part(old, new, facts, shows):
    given = [fact(each[0], int(each[1])) for each in facts]
    assert parted(RULES, RULES.replace(old, new), *given)[0] is shows


def test_other_words_agree_once_they_held_and_failed():
    other = RULES.replace("q(X), not r(X)", "q(X), not r(X+0)")
    assert parted(RULES, other, fact("q", 1)) == (False, False)
    assert parted(RULES, other, fact("q", 1), fact("q", 2), fact("r", 2)) == (False, True)


def test_what_shows_somewhere_does_not_agree_though_both_rules_are_covered():
    Path("old.lp").write_text(RULES)
    Path("new.lp").write_text(RULES.replace("p(X) :- q(X)", "p(X+1) :- q(X)"))
    (edit,) = edits.edits(*(encoding.load(Path(name)) for name in ("old.lp", "new.lp")))
    assert edit.agreeing
    covered = set(range(len(edit.agreeing)))
    seen, shown = WatchedEdit(edit, 0, covered), WatchedEdit(edit, 1, covered)
    assert (seen.agrees, seen.wanting, shown.agrees, shown.wanting) == (True, False, False, True)


def test_a_fact_shows_where_it_is_looked_at():
    text = "way(n,1). way(s,2).\np(X) :- q(X,D), way(D,_).\n#defined q/2.\n#show p/1.\n"
    changed = text.replace("way(n,1)", "way(e,1)")
    assert parted(text, changed, fact("q", 1, "s"))[0] is False
    assert parted(text, changed, fact("q", 1, "n"))[0] is True
    assert parted(text, changed, fact("q", 1, "e"))[0] is True


PATIENT = 200.0
"""Seconds to make puzzles in, on a machine however slow; it ends sooner, by turns."""


def against_dropped():
    family = registry.get("dungeon")
    catalogue.copy(family, family.task("solve"), Path("my"), "x")
    path = Path("my/tiles.lp")
    path.write_text(path.read_text().replace("not against(P,D), ", ""))
    names = ("dungeon/solve.lp", "my/solve.lp")
    return family, [compare.variant(family, name) for name in names]


def exploration(family, variants, task, samples, more, seed=1, **limits):
    terms = compare.Settings(family, family.task(task), limits=Limits(30), **limits)
    found = Exploration(terms, variants)
    return found, list(found.rows(samples, more, seed))


def test_a_wrong_rule_is_not_the_same_where_no_puzzle_has_an_arrow():
    family, variants = against_dropped()
    sample = compare.Sample("quiet", load(QUIET, "dungeon").instance)
    found, (row,) = exploration(family, variants, "solve", [sample], 0)
    assert row.differences == (None,)
    ((edit,),) = found.untried
    assert (edit.statement.file, edit.statement.line) == ("my/tiles.lp", 55)
    Path("quiet.dungeon").write_text(QUIET)
    asked = ("--encoding", "my/solve.lp", "--random", "0", "quiet.dungeon")
    done = call("compare", *asked, cwd=Path.cwd())
    assert done.returncode == 3, done.stdout + done.stderr
    words = "same on this instance, but it does not show what was edited in my/tiles.lp:55"
    assert words in done.stdout
    data = json.loads(call("compare", *asked, "--format", "json", cwd=Path.cwd()).stdout)
    (told,) = data["coverage"]
    (edited,) = told["edits"]
    assert (edited["puzzles"], edited["variant"]["line"]) == (0, 55)
    assert {"file": "my/tiles.lp", "line": 53, "constraint": False} in (told["uncovered"])


@pytest.mark.slow
def test_puzzles_with_arrows_are_made_where_none_was_drawn():
    """By generators that put no arrow anywhere, unless they are asked for it."""
    family, variants = against_dropped()
    plain = dataclasses.replace(family, sample=lambda rng: family.generate(
        rng, rows=1, columns=2, size=5, keys=0, blocks=0.0
    ))  # fmt: skip
    samples = list(trials.generated(plain, 10, 1))
    tries = (
        exploration(plain, variants, "solve", samples, 60, seed, making_seconds=PATIENT)
        for seed in range(1, 7)
    )
    assert any(row.differences[0] for _, rows in tries for row in rows)


def test_values_are_read_off_the_rules():
    family = registry.get("dungeon")
    program = encoding.load(ROOT / "encodings/dungeon/tiles.lp")
    quiet = load(QUIET, "dungeon").instance
    kinds = Kinds([program], [family.facts(quiet)])
    (tile,) = (each for each in family.vocabulary if each.name == "tile")
    glyphs = {str(each).strip('"') for each in kinds.of(tile, 3)}
    assert {"^", "v", "<", ">", "L", "B", "%", "~", "o", "x", "!", "k", "K", "b"} <= glyphs
    near = nearness([program], [Signature("way", 3)], family.vocabulary)
    assert (near[tile], near[Signature("chamber", 5)]) == (1, 2)  # by stairs; by beside
    rng, made = random.Random(1), set()
    mutations = Mutations(family, kinds, {tile: 0})
    for _ in range(100):
        found = mutations.mutated(rng, quiet)
        if found is not None:
            assert family.from_facts(family.facts(found)) == found
            made |= {str(each) for each in family.facts(found)}
    assert any('"^"' in each for each in made)


def test_small_puzzles_come_one_after_another():
    family = registry.get("ravensburger")
    board = load("field(1,1). init_on(1,1).\ngoal_on(1,1). max_steps(0).").instance
    vocabulary = dict.fromkeys(family.vocabulary, 0)
    programs = [encoding.load(ROOT / "encodings/ravensburger/shortest.lp")]
    mutations = Mutations(family, Kinds(programs, [family.facts(board)]), vocabulary)
    small = mutations.small([board])
    found = [next(small) for _ in range(12)]
    assert len(set(found)) == 12
    assert {len(each.connections) for each in found} >= {0, 1}


@pytest.mark.parametrize("name", ["alice", "dungeon", "fractal", "ravensburger", "theseus"])
def test_generators_make_small_puzzles_of_other_options(name):
    family, rng = registry.get(name), random.Random(1)
    found = [each for each in (optioned(family, rng) for _ in range(20)) if each is not None]
    assert len(found) >= 15
    assert all(len(family.facts(each)) <= 2 * trials.LARGE for each in found)


OVERLAY = """#program step(t).
:- push(3,_,t).
:- push(9,_,t).
odd(t) :- push(1,n,t), push(2,n,t).
"""


def test_lint_tells_what_never_fires_on_puzzles():
    Path("o.lp").write_text(OVERLAY)
    Path("boards").mkdir()
    for number in ("05-2", "06-3"):
        name = f"generated-{number}.lp"
        text = (ROOT / "instances/ravensburger" / name).read_text()
        Path("boards", name).write_text(text)
    Path("boards/notes.txt").write_text("no puzzle\n")
    asked = ("lint", "ravensburger/shortest.lp", "--with", "o.lp", "--time-limit", "60")
    for on in ("boards", "boards/*", "boards/generated-0?-*.lp"):
        done = call(*asked, "--on", on, "--format", "json", cwd=Path.cwd())
        assert done.returncode == 1, done.stderr
        told = [f for f in json.loads(done.stdout)["findings"] if f["code"] == "uncovered"]
        assert [each["place"]["line"] for each in told] == [3, 4]
        assert "these 2 puzzles" in told[0]["message"]
    done = call(*asked, "--on", "boards/*.none", cwd=Path.cwd())
    assert (done.returncode, "expected puzzles, found none" in done.stderr) == (2, True)
    done = call("lint", "o.lp", "--family", "ravensburger", "--on", "boards", cwd=Path.cwd())
    assert (done.returncode, "--on runs a task" in done.stderr) == (2, True)


TILE = "instances/ravensburger/example-4x4.lp"


def compared(overlay, *options):
    Path("over.lp").write_text(overlay)
    asked = ("--task", "plan", "--with", "over.lp", "--random", "0", *options)
    return call("compare", ROOT / TILE, *asked, cwd=Path.cwd())


def test_no_rule_is_said_never_to_fire_where_nobody_looked():
    """A variant that differs is not looked at any further."""
    done = compared(":- push(_,_,_).\n", "--format", "json")
    assert done.returncode == 1, done.stdout + done.stderr
    (told,) = json.loads(done.stdout)["coverage"]
    assert (told["seen"], told["uncovered"]) == (0, [])


NEVER = ":- push(_,_,_), field(9,9).\n"


def told_in_process(capsys, *options):
    """What `compare` says of an overlay that no puzzle shows; and its exit code."""
    Path("over.lp").write_text(NEVER)
    words = [str(ROOT / TILE), "--task", "plan", "--with", "over.lp", "--random", "0", *options]
    code = command.main(words, standalone_mode=False)
    return (code, *capsys.readouterr())


def test_where_a_limit_ends_the_look_it_is_said(capsys, monkeypatch):
    code, out, err = told_in_process(capsys)
    assert (code, err) == (3, "")
    assert "on this instance, but it does not show what was edited in over.lp:1" in out
    assert "not covered by this instance: " in out
    monkeypatch.setattr("pylab.analysis.explore.left_at_work", lambda: True)
    code, out, err = told_in_process(capsys)
    assert code == 3
    assert "it was not looked to the end whether it shows what was edited in over.lp:1" in out
    assert "not covered" not in out
    assert "a limit ended the search for coverage" in err
    code, out, err = told_in_process(capsys, "--format", "json")
    (told,) = json.loads(out)["coverage"]
    assert (told["seen"], told["settled"], told["uncovered"]) == (0, False, [])
    assert "a limit ended the search for coverage" in err


@pytest.mark.parametrize("form", few(["text", "json"], 1))
def test_why_clingo_refused_to_have_it_looked_at_is_a_remark(form, capsys, monkeypatch):
    def refused(*_, **__):
        raise EncodingError("no such thing")

    monkeypatch.setattr(coverage.Probed, "covered", refused)
    code, out, err = told_in_process(capsys, "--format", form)
    assert "coverage was not determined: no such thing" in err
    assert "not determined" not in out
    assert "none of them shows" not in out
    assert code == 3
    board = pylab.load(str(ROOT / TILE))
    verdict = pylab.compare("plan+over.lp", puzzles=[board], task="plan", random=0)
    assert verdict.same is None
    assert list(verdict.remarks) == ["coverage was not determined: no such thing"]
    assert verdict.remarks[0] in str(verdict)
    assert verdict.uncovered == [[]]


def test_what_is_shown_and_never_there_is_no_rule_without_a_body():
    done = call("lint", "alice/plan.lp", "--on", "alice/example.alice")
    told = "plan.lp:40:1: this shows nothing: no atom that it names is in an answer to this puzzle"
    assert (done.returncode, told in done.stdout) == (1, True)
