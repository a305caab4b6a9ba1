"""Comparing: ten broken copies are found, shrunk and named; harmless ones pass."""

from __future__ import annotations

import json

import pytest
from broken import BROKEN, HARMLESS, Edit
from projects import run

from pylab import registry
from pylab.source import Source, read_source
from pylab.variants import compare, telling, trials

BY_NAME = {"ids": lambda edit: edit.name.replace(" ", "-")}


def means_of(edit, **more):
    puzzles = registry.get(edit.family)
    return compare.Means(puzzles, puzzles.task(edit.task), answers=100, **more)


def variants_of(edit, entry):
    puzzles = registry.get(edit.family)
    own = f"{edit.family}/{puzzles.task(edit.task).encoding}"
    return compare.variant(puzzles, own), compare.variant(puzzles, str(entry))


def samples_of(puzzles, number=40, most=100):
    shipped, _ = trials.shipped(puzzles)
    samples = trials.by_size(puzzles, [*shipped, *trials.generated(puzzles, number, 1)])
    return [each for each in samples if len(puzzles.facts(each.instance)) <= most]


@pytest.mark.parametrize("edit", BROKEN, **BY_NAME)
def test_a_broken_copy_is_found_shrunk_and_named(tmp_path, edit):
    means = means_of(edit)
    puzzles = means.family
    reference, other = variants_of(edit, edit.write(tmp_path / "my"))
    rows = compare.compare(
        means, (reference, other), samples_of(puzzles, 200 if edit.family == "alice" else 40)
    )
    row = next((row for row in rows if row.differences[0]), None)
    assert row is not None, "no difference was found"
    told = telling.tell(means, reference, other, row.sample, 20)
    assert told.difference.kind in edit.kinds, told.difference
    assert told.smallest
    assert told.facts <= edit.most, told.file[1]
    name = other.name if told.difference.kind != "some" else reference.name
    assert told.difference.words.startswith((name, reference.name))
    if edit.family == "ravensburger":
        assert told.instance.size <= 3
    suffix, text = told.file
    assert puzzles.load(Source(f"x{suffix}", text)) == told.instance
    assert told.svg(puzzles).startswith("<svg")
    assert told.picture(puzzles).strip()


@pytest.mark.parametrize("edit", HARMLESS, **BY_NAME)
def test_a_harmless_rewrite_passes(tmp_path, edit):
    means = means_of(edit)
    variants = variants_of(edit, edit.write(tmp_path / "my"))
    rows = list(compare.compare(means, variants, samples_of(means.family, 24, 60)))
    assert len(rows) >= 20
    assert not any(row.differences[0] or row.undecided[0] for row in rows)
    figures = compare.ratios(rows, 1)
    assert list(figures) == list(compare.COSTS)
    assert figures["rules"][0] > 0


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
    done = run(
        "compare", "--encoding", "shortest.lp", "--random", 30, "--format", "json",
        "ravensburger/square-2x2.lp", "ravensburger/example-4x4.lp", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["reference"] == "ravensburger/shortest.lp"
    assert len(told["instances"]) == 32
    assert told["differences"] == []
    assert set(told["costs"]["shortest.lp"]) == set(compare.COSTS)
    assert run("lint", "shortest.lp", cwd=tmp_path).returncode == 0


def test_the_command_tells_where_and_why(tmp_path):
    edit = next(each for each in BROKEN if each.name == "one-directional corridors")
    edit.write(tmp_path / "my")
    asked = (
        "compare",
        "--encoding",
        "my/shortest.lp",
        "--random",
        "0",
        "ravensburger/example-4x4.lp",
    )
    done = run(*asked, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "DIFFERENT: my/shortest.lp accepts push(" in done.stdout
    assert "which the checker refutes: the goal on" in done.stdout
    assert "difference.lp, drawn in difference.svg" in done.stdout
    assert "ratio" in done.stdout
    instance = tmp_path / "difference.lp"
    board = registry.get("ravensburger").read(read_source(str(instance)))
    assert board.size <= 3
    assert (tmp_path / "difference.svg").read_text().startswith("<svg")
    again = run("solve", instance, "--encoding", "my/shortest.lp", cwd=tmp_path)
    assert again.returncode == 4
    text = instance.read_text()
    instance.write_text("% mine\n")  # never overwritten
    assert "difference-2.lp" in run(*asked, cwd=tmp_path).stdout
    assert (tmp_path / "difference-2.lp").read_text() == text
    assert instance.read_text() == "% mine\n"


def test_levels_of_sameness(tmp_path):
    asked = ("compare", "--with", "any", "--random", "0", "ravensburger/single-1x1.lp")
    assert run(*asked, cwd=tmp_path).returncode == 1
    assert run(*asked, "--same", "optimum", cwd=tmp_path).returncode == 0
    assert run(*asked, "--same", "status", cwd=tmp_path).returncode == 0
    optimal = (
        "compare",
        "--encoding",
        "plan+fewest",
        "--encoding",
        "shortest",
        "--task",
        "shortest",
    )
    done = run(
        *optimal, "--same", "optimum", "--random", "8", "ravensburger/square-2x2.lp", cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout


def test_limits_leave_it_undecided(tmp_path):
    slow = "% Purpose: slow\n#const holes = 12.\n{ at(P,H) : H = 1..holes } = 1 :- P = 0..holes.\n"
    (tmp_path / "slow.lp").write_text(f"{slow}:- at(P,H), at(Q,H), P < Q.\n")
    done = run(
        "compare", "--with", "slow.lp", "--random", "0", "--time-limit", "0.4",
        "ravensburger/square-2x2.lp", cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, "undecided (time limit" in done.stdout) == (3, True), done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ravensburger"], "expected a variant"),
        (["--encoding", "none.lp", "ravensburger"], "no such file"),
        (["--with", "any"], "expected a family"),
        (["--with", "any", "ravensburger", "alice"], "expected instances of ravensburger only"),
        (["--with", "any", "--task", "x", "ravensburger"], "no task 'x'"),
        (["--encoding", "board", "ravensburger"], "named after no task"),
        (["--with", "any", "-c", "x=1", "ravensburger"], "has no '#const x'"),
        (["--with", "any", "--task", "count", "theseus"], "natively"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path, words, message):
    done = run("compare", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_edit_that_no_longer_applies_fails_loudly(tmp_path):
    stale = Edit("stale", "ravensburger", "shortest", "board.lp", "no such rule", "")
    with pytest.raises(AssertionError, match="found 0 times"):
        stale.write(tmp_path / "my")
