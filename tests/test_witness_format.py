"""Witnesses as facts with words: what is written is read, and what can't be read says where."""

from __future__ import annotations

import pytest

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import fact, integer, only
from pylab.text.source import Source

HOP, HIGH, NEVER = Signature("hop", 1), Signature("high", 1), Signature("never", 0)


def hops(found):
    high = (
        integer(only(found, HIGH, kind=WitnessError), 0, kind=WitnessError)
        if HIGH in found
        else None
    )
    return tuple(integer(each, 0, kind=WitnessError) for each in found.get(HOP, ())), high


def lines(witness):
    stones, high = witness
    if stones is None:
        yield fact("never"), ""
        return
    yield "over the stones"
    yield [fact("hop", each) for each in stones], "all of them, 100%"
    if high is not None:
        yield fact("high", high), "as high as this"


WITNESS_FORMAT = WitnessFormat(
    heading=lambda w: "" if w[0] is None else f"{len(w[0])} hops\nof a frog",
    lines=lines,
    forms=(
        WitnessKind({HOP}, {HIGH}, hops),
        WitnessKind({NEVER}, set(), lambda _: (None, None)),
    ),
    foreign=lambda s: ((int(s.text[4:]),), None) if s.text.startswith("hop ") else None,
)


def read(text):
    return WITNESS_FORMAT.read(Source("x", text))


@pytest.mark.parametrize("witness", [((1, 2), None), ((3,), 4), (None, None)])
def test_what_is_shown_is_read(witness):
    assert read(WITNESS_FORMAT.show(witness)) == witness
    assert WITNESS_FORMAT.witness(WITNESS_FORMAT.encode(witness)) == witness
    assert read(" ".join(str(each)[:-1] for each in WITNESS_FORMAT.encode(witness))) == witness


def test_words_stand_behind_the_facts():
    assert WITNESS_FORMAT.show(((1, 2), 7)) == (
        "% 2 hops\n% of a frog\n% over the stones\n"
        "hop(1). hop(2).  % all of them, 100%\n"
        "high(7).         % as high as this\n"
    )
    assert WITNESS_FORMAT.show((None, None)) == "never.\n"
    assert WITNESS_FORMAT.vocabulary == [HIGH, HOP, NEVER]


def test_text_of_another_program_is_read():
    assert read("hop 5") == ((5,), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected an answer, found no facts"),
        ("hop(1). never.", "found hop/1, never/0 together"),
        ("high(1).", "expected the facts of one answer, found high/1 together"),
        ("hop(1).\nhigh(1).\n high(2).", "x:3:2: expected one fact high/1, found 2"),
        ("hop(1).\nskip(1).", "x:2:1: "),
        ("Answer: 1\nhop(1).\nAnswer: 2\nhop(2).", "expected one answer in x, found 2"),
    ],
)
def test_what_is_no_answer(text, said):
    with pytest.raises(WitnessError) as caught:
        read(text)
    assert said in str(caught.value)
