"""Rules whose grounding has no end: found in rounds, too; what clingo grounds is none of them."""

from __future__ import annotations

import os
import random
import time

import clingo
import pytest
from projects import ROOT, SHARED

from pylab.analysis.endless import endless
from pylab.base.errors import PylabError
from pylab.encoding import places
from pylab.encoding import program as encodings

OTHERS = sorted(
    path
    for folder in (ROOT / "encodings", ROOT / "examples", SHARED / "programs")
    for path in folder.rglob("*")
    if path.suffix in (".lp", ".asp")
)


def found(text, inputs=(), whole=True):
    program = encodings.load(places.file_with(text, "x"), scripts=True, as_clingo=True)
    return [each.message for each in endless(program, inputs, whole)]


def ends(text, seconds):
    """Whether clingo grounds the text within that time, in a process of its own."""
    child = os.fork()
    if child == 0:
        control = clingo.Control(["--warn=none"], logger=lambda *_: None)
        control.add("base", [], text)
        control.ground([("base", [])])
        os._exit(0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.002)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False


ENDLESS = [
    "a(0). b(X+1) :- a(X). a(X) :- b(X).",
    "a(0). b(X) :- a(X). c(X) :- b(X). a(f(X)) :- c(X).",
    "n(1). n(X*3) :- n(X).",
    "n(1). n(Y) :- n(X), Y = 3*X+1.",
    "a(0). n(10). a(X+1) :- a(X), n(N), N > 5.",
    "a(0). c(N) :- n(N). n(1..3). a(X+1) :- a(X), c(N).",
    "a(0). { go }. a(X+1) :- a(X), go.",
    "s(3). a(X) :- s(X). a(X+1) :- a(X).",
    "f(1,1). f(2,1). f(N+1,A+B) :- f(N,A), f(N-1,B).",
    "p(1,2). p(Y+1,X) :- p(X,Y).",
    "#const k=3. a(k). a(X-1) :- a(X), n(N), N = k. n(3).",
]
"""What clingo grounds without end, by the rule that grows."""

BOUNDED = [
    "n(1). n(X*2) :- n(X).",  # numbers have 32 bits
    "a(0). b(X*2+1) :- a(X). a(X) :- b(X).",
    "a(0). n(1). a(X+1) :- a(X), n(N), N > 5.",
    "a(q). a(X+1) :- a(X).",
    "a(X+1) :- a(X).",
    "b(X+1) :- a(X). a(X) :- b(X).",
    "p(1,1). p(X+I,-I) :- p(X,I).",
    "n(0). n(f(X)) :- n(X), W = X*3, W < 9.",
    "n(c). n(f(X)) :- n(X), W = X*3.",
    "p(1,0). e(1,2). p(X+1,N) :- p(X,M), e(M,N).",
    "a(0). b(X+1) :- a(X). a(X) :- b(X), X < 9.",
    "{ b }. a(0). a(X+1) :- a(X), b, c. c :- b, d.",
    "a(1..3). a((X+1)\\5) :- a(X).",
]
"""What clingo grounds at once."""


@pytest.mark.parametrize("text", ENDLESS)
def test_rules_without_end_are_found(text):
    (told,) = found(text)
    assert told.startswith("grounding may never end: ")
    assert not ends(text, 0.3)


@pytest.mark.parametrize("text", BOUNDED)
def test_what_clingo_grounds_is_not_called_endless(text):
    assert found(text) == []
    assert ends(text, 20)


def test_a_round_is_named_by_its_predicates():
    (told,) = found("a(0). b(X+1) :- a(X). c(X) :- b(X). a(X) :- c(X).")
    words = "b/1 grows by way of c/1 and a/1, and nothing in their bodies bounds it"
    assert told == f"grounding may never end: {words}"


def test_what_the_instance_or_another_file_gives_may_begin_it():
    rule = "a(X+1) :- a(X)."
    inputs = {encodings.Signature("s", 1)}
    assert [len(found(rule)), len(found(rule, whole=False))] == [0, 1]
    assert len(found(f"a(X) :- s(X), t(X). t(2). {rule}", inputs)) == 1
    assert found("side(X+I,Y+J,-I,-J) :- side(X,Y,I,J). side(0,0,1,1) :- s(_).", inputs) == []


_HEADS = ["X", "Y", "X+1", "X-1", "2*X", "X*3", "X*2+1", "-X", "f(X)", "X+Y", "1", "c", "3-X"]
_HEADS += ["(X,1)", "X*Y", "X\\5", "|X|"]
_MORE = ["X < 5", "Z > 1", "X != 3", "Y = X+1", "not n(X)", "not a(1)", "W = X*3", "not b(X)"]


def _atom(rng, terms):
    name = rng.choice(["a", "b", "d", "n"])
    return f"{name}({','.join(rng.choice(terms) for _ in range(1 + (name == 'd')))})"


def _program(rng):
    facts = [_atom(rng, ["0", "1", "2", "7", "c", "1..3"]) for _ in range(rng.randint(1, 4))]
    lines = [*facts, *["{ n(9) }"] * (rng.random() < 0.3)]
    for _ in range(rng.randint(1, 4)):
        terms = ["X", "X", "Y", "Z", "X-1", "1", "_", "c"]
        body = [_atom(rng, terms) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
        body += [rng.choice(_MORE)] * (rng.random() < 0.3)
        head = _atom(rng, _HEADS)
        head = f"{{ {head} }}" if rng.random() < 0.15 else head
        lines.append(f"{head} :- {', '.join(body)}")
    return "".join(f"{each}. " for each in lines)


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 120), pytest.param(2, 5000, marks=pytest.mark.slow)]
)
def test_no_random_program_that_clingo_grounds_is_called_endless(seed, count):
    rng = random.Random(f"endless {seed}")
    tried = called = 0
    while tried < count:
        text = _program(rng)
        control = clingo.Control(["--warn=none"], logger=lambda *_: None)
        try:
            control.add("base", [], text)
            control.ground([("no part of this name", [])])
        except RuntimeError:  # a variable is unsafe
            continue
        tried += 1
        if told := found(text):
            called += 1
            assert not ends(text, 0.3), (text, told)
    assert called >= count / 100


@pytest.mark.parametrize(
    ("whole", "each"), [(True, 9), *(pytest.param(w, 1, marks=pytest.mark.slow) for w in (0, 1))]
)
def test_nothing_in_programs_of_others_is_called_endless(whole, each):
    looked = 0
    for path in OTHERS[::each]:
        try:
            program = encodings.load(path, scripts=True, ascii_only=False, as_clingo=True)
        except PylabError:  # a part of another program
            continue
        looked += 1
        assert list(endless(program, (), bool(whole))) == [], path
    assert looked > 100 / each
