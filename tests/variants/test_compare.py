"""Comparing: what is said of differences; the suite for families has copies that are broken."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest
from projects import ROOT, broken_copy, call, real

import pylab
from pylab.analysis import compare, comparison, differences, report
from pylab.base import resources
from pylab.base.finding import Status
from pylab.base.verdict import Problem, Verdict
from pylab.cli.inputs import puzzles_of
from pylab.family import registry
from pylab.family.testkit import Mutant
from pylab.testing import Subject, Unmet
from pylab.testing.programs import write
from pylab.text.source import read_source

EXAMPLE = "ravensburger/example-4x4.lp"
ANY = "encodings/ravensburger/variants/any.lp"

OWN = """
% the positions of tiles, not their contents, are what changes
#include <incmode>.
horizon(M) :- max_steps(M).
step(n,1,0;s,-1,0;e,0,1;w,0,-1).
n(N) :- N = { field(X,X) }.
is((X,Y),X,Y,0) :- field(X,Y).
sees((X,Y),0) :- init_on(X,Y).
home(0) :- init_on(X,Y), goal_on(X,Y).

#program step(t).
{ push(Z,D,t) : field(Z,_), step(D,_,_) } = 1.
rides(I,t) :- push(Z,(e;w),t), is(I,Z,_,t-1).
rides(I,t) :- push(Z,(n;s),t), is(I,_,Z,t-1).
is(I,X,Y,t) :- is(I,X,Y,t-1), not rides(I,t).
is(I,(X+DX-1+N)\\N+1,(Y+DY-1+N)\\N+1,t) :-
    is(I,X,Y,t-1), rides(I,t), push(_,D,t), step(D,DX,DY), n(N).
sees(I,t) :- sees(I,t-1).
sees(J,t) :- sees(I,t), is(I,X,Y,t), is(J,X+DX,Y+DY,t), step(D,DX,DY), step(C,-DX,-DY), I = (A,B),
             connect(A,B,D), J = (P,Q), connect(P,Q,C).
home(t) :- sees((X,Y),t), goal_on(X,Y).
:- home(t-1).

#program check(t).
#external query(t).
:- query(t), not home(t).
#show push/3.
"""


def test_an_encoding_with_other_predicates_works_unchanged(tmp_path):
    (tmp_path / "shortest.lp").write_text(OWN)
    done = call(
        "compare", "--encoding", "shortest.lp", "--random", 1, "--format", "json",
        "--making-limit", 0.1,
        "ravensburger/square-2x2.lp", "ravensburger/example-4x4.lp", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["reference"] == "ravensburger/shortest.lp"
    assert len(told["instances"]) == 3
    assert told["differences"] == []
    assert set(told["costs"]["shortest.lp"]) == set(compare.COSTS)
    assert call("lint", "shortest.lp", cwd=tmp_path).returncode == 0


def test_the_command_tells_where_and_why(tmp_path):
    broken_copy(tmp_path / "my")
    asked = ("compare", "--encoding", "my/shortest.lp", "--random", "0", EXAMPLE)
    done = call(*asked, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "DIFFERENT: my/shortest.lp accepts push(" in done.stdout
    assert "which the checker found invalid: the goal on" in done.stdout
    assert "(-o NAME writes it to a file)" in done.stdout
    assert "ratio" in done.stdout
    assert [each.name for each in tmp_path.iterdir()] == ["my"]  # nobody asked for a file
    assert "telling.lp, drawn in telling.svg" in call(*asked, "-o", "telling", cwd=tmp_path).stdout
    instance = tmp_path / "telling.lp"
    board = registry.get("ravensburger").read(read_source(str(instance)))
    assert board.size <= 3
    assert (tmp_path / "telling.svg").read_text().startswith("<svg")
    again = call("solve", instance, "--encoding", "my/shortest.lp", cwd=tmp_path)
    assert again.returncode == 4


def test_a_program_without_pictures_is_compared_with_files_all_the_same(tmp_path):
    (tmp_path / "one.lp").write_text("{ a; b } = 1.\n")
    (tmp_path / "two.lp").write_text("{ a; b } = 2.\n")
    asked = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "-o", "telling")
    done = call(*asked, cwd=tmp_path)
    assert (done.returncode, "DIFFERENT: two.lp" in done.stdout) == (1, True), done.stderr
    assert "pylab: telling.svg is not written: " in done.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == ["one.lp", "telling.lp", "two.lp"]
    told = json.loads(call(*asked, "--format", "json", cwd=tmp_path).stdout)["differences"]
    assert (told[0]["instance"], told[0]["drawing"]) == ("telling.lp", None)


def test_each_variant_that_differs_has_files_of_its_own(tmp_path):
    small = "ravensburger/single-1x1.lp"
    words = ("plan", "plan+any", "shortest+any+never.lp")
    (tmp_path / "never.lp").write_text("#program check(t).\n:- query(t).\n")
    entries = [word for name in words for word in ("--encoding", name)]
    asked = ("compare", *entries, "--task", "plan", "--random", "0", small, "--format", "json")
    written = json.loads(call(*asked, "-o", "diff", cwd=tmp_path).stdout)["differences"]
    assert [each["instance"] for each in written] == ["diff.lp", "diff-2.lp"]
    assert [each["drawing"] for each in written] == ["diff.svg", "diff-2.svg"]
    for each in written:
        assert (tmp_path / each["instance"]).read_text() == each["text"]
    bare = json.loads(call(*asked, cwd=tmp_path).stdout)["differences"]
    assert [(each["instance"], each["drawing"]) for each in bare] == [(None, None)] * 2
    assert [each["text"] for each in bare] == [each["text"] for each in written]
    assert len(list(tmp_path.iterdir())) == 5


ONEWAY = "joined(P,Q) :- oneway(P,Q), not reading."


def test_a_question_of_yes_or_no_is_answered_no(tmp_path):
    (tmp_path / "more.lp").write_text("more(1).\n")
    words = ("alice/twins.alice", "--task", "unique", "--with", "more.lp", "--random", "0")
    assert "alice/twins.alice: no: same" in call("compare", *words, cwd=tmp_path).stdout


def test_an_instance_that_no_variant_is_for_is_left_out_and_named(tmp_path):
    """One of the shipped labyrinths has a goal that the task `shortest` is not for."""
    folder = tmp_path / "my"
    shutil.copytree(resources.encodings("fractal"), folder)
    text = (folder / "labyrinth.lp").read_text()
    assert text.count(ONEWAY) == 1
    (folder / "labyrinth.lp").write_text(text.replace(ONEWAY, ONEWAY.replace("P,Q", "Q,P", 1)))
    asked = ("compare", "--encoding", "my/shortest.lp", "--random", "0", "--making-limit", "0.1")
    names = [f"fractal/{name}.lab" for name in ("address", "sealed", "turnstile-shut")]
    done = call(*asked, *names, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "fractal/address.lab: left out: expected a goal escape, at or reach" in done.stdout
    assert done.stdout.endswith("different on 1 of 2 instances; left out: fractal/address.lab\n")
    same = call(*asked, *names[:2], "--format", "json", cwd=tmp_path)
    data = json.loads(same.stdout)
    assert [each["name"] for each in data["left_out"]] == names[:1]
    assert [each["name"] for each in data["instances"]] == names[1:2]
    alone = call(*asked, "fractal/address.lab", cwd=tmp_path)
    assert alone.returncode == 2
    assert "nothing can be compared: fractal/address.lab: expected a goal" in alone.stderr
    linted = call(
        "lint", "fractal/shortest.lp", "--on", "fractal/address.lab", "--on", "fractal/sealed.lab"
    )
    assert (linted.returncode, "left out: fractal/address.lab" in linted.stderr) == (1, True)


def test_an_instance_that_one_variant_is_not_for_leaves_it_undecided(tmp_path):
    """The overlay is not for mazes without a fifth column."""
    (tmp_path / "wide.lp").write_text('refused("too small") :- not square(4,0).\n')
    asked = ("compare", "--task", "plan", "--with", "wide.lp", "--random", "0")
    done = call(*asked, "alice/lawn.alice", "alice/twins.alice", cwd=tmp_path)
    assert done.returncode == 3, done.stdout
    assert "alice/twins.alice: 3 answers, optimum 6: undecided (too small)" in done.stdout
    assert done.stdout.endswith("undecided on 1 of 2 instances; the same on all others\n")


def row(name, supported, drawn=False, **more):
    cost = compare.Cost(0, 0, 1, 1, 0, 0)
    result = compare.Result("x", Status.NONE, "", None, {}, True, (), cost)
    results = tuple(
        result if each else dataclasses.replace(result, supported=False, reason="too small")
        for each in supported
    )
    sample = compare.Sample(name, None, drawn=drawn)
    return differences.Outcome(sample, results, (None,) * (len(supported) - 1), **more)


def test_what_a_row_leaves_out():
    assert row("x", [True, True]).left_out == ""
    assert (half := row("x", [True, False])).left_out == ""
    assert half.undecided == ("too small",)
    assert row("x", [True, False], drawn=True).left_out == "too small"
    assert (none := row("x", [False, False])).left_out == "too small"
    assert none.undecided == ("",)


def test_ratios_are_those_of_the_medians_that_are_shown():
    rows = [row("x", [True, True]), row("y", [True, True])]
    costs = [(0.000_2, 0.000_012), (0.4, 0.024)]
    made = tuple(
        dataclasses.replace(each, results=tuple(
            dataclasses.replace(result, cost=compare.Cost(seconds, 0.0, 7, 0, 0, 0))
            for result, seconds in zip(each.results, pair, strict=True)
        ))
        for each, pair in zip(rows, costs, strict=True)
    )  # fmt: skip
    family = registry.get("ravensburger")
    terms = compare.Settings(family, family.tasks[0])
    variants = tuple(compare.variant(family, name) for name in ("plan", "plan+any"))
    whole = comparison.Comparison(terms, variants, made, uncovered=[[]], coverage=[{"seen": 2}])
    for one, two, ratio in whole.costs(1).values():
        assert ratio == (two / one if one else None)
    told = [line.split() for line in report.lines(whole) if line.startswith("  ")]
    assert told[1] == ["grounding", "200", "ms", "12.0", "ms", "0.06"]
    assert told[2] == ["solving", "0", "ms", "0", "ms", "-"]
    assert ["rules", "7", "7", "1.00"] in told


def test_instances_come_in_the_order_of_their_numbers(tmp_path):
    small = "ravensburger/single-1x1.lp"
    asked = ("compare", "--with", "any", small, "--same", "status", "--making-limit", 0.1)
    done = call(*asked, "--random", 11, cwd=tmp_path)
    names = [line.partition(":")[0] for line in done.stdout.splitlines() if ": " in line]
    assert names[:12] == [*(f"random 1/{number}" for number in range(1, 12)), small]
    for number in (10, 9, 1):
        shutil.copy(ROOT / "instances" / small, tmp_path / f"b-{number}.lp")
    found = [Path(each).stem for each in puzzles_of(str(tmp_path), [".lp"])]
    assert found == ["b-1", "b-9", "b-10"]


def test_a_pattern_stands_for_shipped_instances_where_no_other_file_fits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shipped = ["ravensburger/single-1x1.lp", "ravensburger/square-2x2.lp"]
    for pattern in ("ravensburger/s*.lp", "instances/ravensburger/s*"):
        assert puzzles_of(pattern, [".lp"]) == shipped
    (tmp_path / "ravensburger").mkdir()
    (tmp_path / "ravensburger/s.lp").write_text("field(1,1).\n")
    assert puzzles_of("ravensburger/s*.lp", [".lp"]) == ["ravensburger/s.lp"]


@pytest.mark.parametrize(
    ("judges", "by", "who"),
    [
        ([""], "", "the checker"),
        ([""], "check.lp", "check.lp"),
        (["your judge"], "", "your judge"),
        (["x.lp"], "", "your judge x.lp"),
        (["x.lp"], "your judges x.lp, y.lp", "your judge x.lp"),
        (["y.lp", "x.lp", "x.lp"], "", "your judges y.lp, x.lp"),
        (["", "x.lp"], "", "the checker and your judge x.lp"),
        (["x.lp"], "check.lp", "your judge x.lp"),
        (["x.lp", ""], "check.lp", "check.lp and your judge x.lp"),
    ],
)
def test_a_verdict_is_credited_to_who_gave_it(judges, by, who):
    verdict = Verdict(tuple(Problem("judge", "no", by=each) for each in judges), by=by)
    assert verdict.invalid_by == who


def test_a_judges_verdict_is_the_judges_and_no_option_is_advised(tmp_path):
    """It refuses what the checker accepts, under whatever option."""
    never = 'wrong("never",T) :- push(_,_,T).'
    found = pylab.compare(
        "shortest", family="ravensburger", overlays=(ROOT / ANY,), judges=never,
        puzzles=["ravensburger/square-2x2.lp"], random=0, same="optimum",
    )  # fmt: skip
    (told,) = found.differences
    assert "which your judge found invalid: your judge: step 1: never" in told.difference.words
    assert "--" not in told.difference.words
    assert "no edit is named: an answer of ravensburger/shortest.lp is invalid, too" in str(found)


def test_levels_of_sameness(tmp_path):
    asked = ("compare", "--with", "any", "--random", "0", "ravensburger/single-1x1.lp")
    assert call(*asked, cwd=tmp_path).returncode == 1
    assert call(*asked, "--same", "optimum", cwd=tmp_path).returncode == 0
    assert call(*asked, "--same", "status", cwd=tmp_path).returncode == 0
    optimal = (
        "compare",
        "--encoding",
        "plan+fewest",
        "--encoding",
        "shortest",
        "--task",
        "shortest",
    )
    done = call(
        *optimal,
        "--same",
        "optimum",
        "--random",
        "0",
        "ravensburger/example-4x4.lp",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_limits_leave_it_undecided(tmp_path):
    slow = "% Purpose: slow\n#const holes = 12.\n{ at(P,H) : H = 1..holes } = 1 :- P = 0..holes.\n"
    (tmp_path / "slow.lp").write_text(f"{slow}:- at(P,H), at(Q,H), P < Q.\n")
    done = call(
        "compare", "--with", "slow.lp", "--random", "0", "--time-limit", "0.2",
        "ravensburger/square-2x2.lp", cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, "undecided (time limit" in done.stdout) == (3, True), done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ravensburger"], "expected a variant"),
        (["--encoding", "none.lp", "ravensburger"], "no such file"),
        (["--with", "any"], "expected a family"),
        (["--with", "any", "ravensburger", "alice"], "expected puzzles of ravensburger only"),
        (["--with", "any", "--task", "x", "ravensburger"], "no task 'x'"),
        (["--encoding", "board", "ravensburger"], "named after no task"),
        (["--with", "any", "-c", "x=1", "ravensburger"], "no variant has '#const x'"),
        (["--with", "any", "--task", "count", "theseus"], "natively"),
        (["--with", "any", "-o", "none/x", "ravensburger"], "none/x: there is no such folder"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path, words, message):
    done = call("compare", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_constant_is_set_in_the_variants_that_have_it():
    """A square of the only shortest route is avoided, or one that is not on it."""
    found = []
    for x, y in ((2, 2), (1, 1)):
        where = ("-c", f"avoid_x={x}", "-c", f"avoid_y={y}")
        words = ("--task", "plan", "--with", "avoid", *where, "--random", "0", "--format", "json")
        found.append(call("compare", *words, "alice/example.alice"))
    assert [done.returncode for done in found] == [1, 3]


def test_an_edit_that_no_longer_applies_fails_loudly(tmp_path):
    stale = Mutant("stale", "shortest", "board.lp", "no such rule", "")
    subject = Subject(registry.get("ravensburger"), None, 0)
    with pytest.raises(Unmet, match="found 0 times"):
        write(subject, stale, tmp_path / "my")


def test_an_invalid_answer_says_which_option_allows_it_also_when_it_is_shrunk():
    """The overlay walks first, but does not say so to the checker."""
    walking = (ROOT / "encodings/ravensburger/variants/walk-first.lp").read_text()
    secret = walking.replace("% Options:\n%   walk_first=true\n", "")
    assert secret != walking
    found = pylab.compare(
        "shortest", family="ravensburger", task="shortest", overlays=secret, same="optimum",
        puzzles=["ravensburger/example-4x4.lp"], random=6,
    )  # fmt: skip
    (told,) = found.differences
    assert told.difference.words.endswith("; it is valid with walk_first")
    assert told.difference.fault == ("goal", "walk_first")


PADDED = """% Purpose:
%   After arrival the last row is pushed east up to max_steps, as in the competition's encoding.
%
% Replaces:
%   arrival.lp

:- time(t,T), ongoing(T), arrived(T-1), not push(N,e,T), size(N).
:- length(L), bound(M), L < M.
"""


def test_padding_after_arrival_is_named_as_such():
    """The competition's encoding goes on up to max_steps; nothing is said of other differences."""
    fields = "".join(f"field({x},{y})." for x in (1, 2) for y in (1, 2))
    board = f"{fields}\ninit_on(1,1). goal_on(1,1). max_steps(2).\n"
    found = pylab.compare(
        "plan", family="ravensburger", task="plan", overlays=PADDED, puzzles=[board], random=0,
        making_limit=0.1,
    )  # fmt: skip
    (told,) = found.differences
    padded = "; padded after arrival: an answer without facts goes on as push(1,e,1)"
    assert told.difference.words.endswith(padded)
    other = pylab.compare(
        "plan", family="ravensburger", task="plan", overlays="push(1,n,1).", random=0,
        puzzles=["ravensburger/square-2x2.lp"], making_limit=0.1,
    )  # fmt: skip
    assert other.differences
    claimed = pylab.compare(
        "shortest", "plan", family="alice", puzzles="alice/example.alice", random=0,
        making_limit=0.1,
    )  # fmt: skip
    assert claimed.differences  # one of them says `length`, too: no route goes on
    for told in (*other.differences, *claimed.differences):
        assert "padded" not in told.difference.words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("potassco-encoding", "; it is valid with walk_first"),
        ("potassco-encoding-single", "a push follows, but there is none at step 1"),
    ],
)
def test_what_potasscos_encodings_allow_is_said_in_words(name, words):
    """As they are: steps without a push, and walking before the first one."""
    entry = real("ravensburger", f"encodings/{name}.lp")
    bounded = "#include <incmode>.\nhorizon(M) :- max_steps(M).\n"
    stepwise = [bounded] * (name == "potassco-encoding")
    found = pylab.compare(
        "plan", entry, family="ravensburger", task="plan", overlays=stepwise, same="status",
        puzzles=["ravensburger/square-2x2.lp"], random=3, making_limit=1.0,
    )  # fmt: skip
    (told,) = found.differences
    assert words in told.difference.words


@pytest.mark.slow
def test_potasscos_first_encoding_means_the_same():
    found = pylab.compare(
        "plan", real("ravensburger", "encodings/potassco-encoding-old.lp"), family="ravensburger",
        task="plan", puzzles=["ravensburger/square-2x2.lp"], random=12,
        making_limit=1.0,
    )  # fmt: skip
    assert found.same


@pytest.mark.parametrize(("unit", "measured"), [(0.001, (7, 6)), (1.0, (9, 8))])
def test_quick_variants_are_measured_once_more_when_their_process_is_warm(
    monkeypatch, unit, measured
):
    runs = []

    def counted(_figures):
        runs.append(unit)
        return compare.Cost(0.0, unit * (10 - len(runs)), 0, 0, 0, 0)

    monkeypatch.setattr(compare, "_cost", counted)
    board = "ravensburger/square-2x2.lp"
    found = pylab.compare("shortest", "shortest+no-undo", puzzles=board, random=0, making_limit=0.1)
    told = [row["solving"] for row in found.rows()[:2]]
    assert told == [unit * each for each in measured]


def test_answers_are_not_told_apart_by_what_no_answer_has():
    words = ["--encoding", "plan", "--with", "any", "--random", "0", "ravensburger/square-2x2.lp"]
    done = call("compare", *words, "--on", "psuh/3")
    assert done.returncode == 2
    assert "ravensburger's answers have no psuh/3 to compare (did you mean push/3?)" in done.stderr


@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        ("{ s(X) : p(X) }.\n:- s(X), X > 5.\n", "{ s(X) : p(X) }.\n:- s(X), X > 6.\n", "different"),
        ("{ s(X) : p(X) }.\n:- s(7).\n", "{ s(X) : p(X) }.\n:- s(8).\n", "different"),
        ("{ s(X) : p(X) }.\n:- s(X), X*X = 2.\n", "{ s(X) : p(X) }.\n:- s(X), X*X = 3.\n", None),
        ("{ s(X) : p(X) }.\n:- s(X), X > 5.\n", "{ s(Y) : p(Y) }.\n:- Z > 5, s(Z).\n", "the same"),
        ("{ s(X) : p(X) } = 1.\n", "1 { s(X) : p(X) } 1.\n", "the same"),  # no versions
    ],
)
def test_edits_of_the_smallest_programs_have_to_show(tmp_path, one, two, told):
    """Programs of two lines with another number in one of them were the same."""
    for name, text in (("one.lp", one), ("two.lp", two), ("p.lp", "p(1..3).\n")):
        (tmp_path / name).write_text(text)
    words = ("--encoding", "one.lp", "--encoding", "two.lp", "--making-limit", "3")
    done = call("compare", *words, "p.lp", cwd=tmp_path)
    assert (told or "undecided") in done.stdout.splitlines()[-1]


def test_made_puzzles_on_which_the_reference_is_wrong_make_no_difference(tmp_path):
    """A folder's facts may be changed into what is no puzzle: two starts, say."""
    assert call("new", "folder", "hops", cwd=tmp_path).returncode == 0
    rule = "% Purpose: no long hops.\n#program step(t).\n:- hop(X,t), on(Y,t-1), X-Y > 2.\n"
    (tmp_path / "far.lp").write_text(rule)
    words = ("--random", "5", "--making-limit", "5")
    done = call("compare", "hops", "--with", "far.lp", *words, cwd=tmp_path)
    assert "reference-invalid" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith(("the same", "undecided"))
