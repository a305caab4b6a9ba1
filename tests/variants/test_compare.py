"""Comparing: what is said of differences; the suite for families has copies that are broken."""

from __future__ import annotations

import json

import pytest
from projects import ROOT, broken_copy, call, real

import pylab
from pylab import registry
from pylab.source import read_source
from pylab.testing import Subject, Unmet
from pylab.testing.programs import write
from pylab.trial import Slip
from pylab.variants import compare

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
    asked = (
        "compare",
        "--encoding",
        "my/shortest.lp",
        "--random",
        "0",
        "ravensburger/example-4x4.lp",
    )
    done = call(*asked, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "DIFFERENT: my/shortest.lp accepts push(" in done.stdout
    assert "which the checker refutes: the goal on" in done.stdout
    assert "difference.lp, drawn in difference.svg" in done.stdout
    assert "ratio" in done.stdout
    instance = tmp_path / "difference.lp"
    board = registry.get("ravensburger").read(read_source(str(instance)))
    assert board.size <= 3
    assert (tmp_path / "difference.svg").read_text().startswith("<svg")
    again = call("solve", instance, "--encoding", "my/shortest.lp", cwd=tmp_path)
    assert again.returncode == 4
    text = instance.read_text()
    instance.write_text("% mine\n")  # never overwritten
    assert "difference-2.lp" in call(*asked, cwd=tmp_path).stdout
    assert (tmp_path / "difference-2.lp").read_text() == text
    assert instance.read_text() == "% mine\n"


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
        "ravensburger/square-2x2.lp",
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
        (["--with", "any", "-c", "x=1", "ravensburger"], "has no '#const x'"),
        (["--with", "any", "--task", "count", "theseus"], "natively"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path, words, message):
    done = call("compare", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_edit_that_no_longer_applies_fails_loudly(tmp_path):
    stale = Slip("stale", "shortest", "board.lp", "no such rule", "")
    subject = Subject(registry.get("ravensburger"), None, 0)
    with pytest.raises(Unmet, match="found 0 times"):
        write(subject, stale, tmp_path / "my")


def test_a_refuted_answer_says_which_option_allows_it_also_when_it_is_shrunk():
    """The overlay walks first, but does not say so to the checker."""
    walking = (ROOT / "encodings/ravensburger/variants/walk-first.lp").read_text()
    secret = walking.replace("% Options:\n%   walk_first=true\n", "")
    assert secret != walking
    found = pylab.compare(
        "shortest", family="ravensburger", task="shortest", overlays=secret, same="optimum",
        puzzles=["ravensburger/example-4x4.lp"], random=6,
    )  # fmt: skip
    (told,) = found.differences
    assert told.difference.words.endswith("; it is valid with --walk-first")
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
    padded = "; padded after arrival: (no facts) goes on as push(1,e,1)."  # when it is shrunk
    assert told.difference.words.endswith(padded)
    other = pylab.compare(
        "plan", family="ravensburger", task="plan", overlays="push(1,n,1).", random=0,
        puzzles=["ravensburger/square-2x2.lp"], making_limit=0.1,
    )  # fmt: skip
    assert other.differences
    assert not any("padded" in told.difference.words for told in other.differences)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("potassco-encoding", "; it is valid with --walk-first"),
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
