"""Certificates in parts: side by side they are the whole one, however they were split."""

from __future__ import annotations

import itertools
import random

import pytest
from random_boards import boards

from pylab.base.errors import PylabError
from pylab.families.ravensburger.certificate import InParts
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Board
from pylab.family.parts import BEGIN, END, between


def text(parts, begin, end):
    lines = []
    cases = parts.write(begin, end, lines.append)
    return b"".join(lines), cases


def split(parts, rng, times):
    """Places where parts begin, and the end; some of the parts were split again and again."""
    places = [BEGIN, END]
    for _ in range(times):
        at = rng.randrange(len(places) - 1)
        more = between(places[at], places[at + 1], rng.choice([2, 3, 8]), parts.cubes)
        places[at + 1 : at + 1] = more
    assert places == sorted(set(places))
    return places


def in_parts(board, bound):
    """In one of the modes."""
    for how in ("goal", "start", "start cut 1", "start cut 2"):
        try:
            parts = InParts(board, bound, how)
            yield parts, *text(parts, BEGIN, END)
        except PylabError:  # there is a plan
            return


def try_parts(seed, count):
    rng, most = random.Random(seed), 0
    for board in boards(seed, count, 4):
        for parts, whole, cases in in_parts(board, rng.choice([2, 3, 4])):
            places = split(parts, rng, rng.choice([1, 3, 9]))
            found = [text(parts, *part) for part in itertools.pairwise(places)]
            assert b"".join(lines for lines, _ in found) == whole, (board, parts.how, places)
            assert sum(number for _, number in found) == cases
            most = max(most, len(found))
    return most


def test_parts_in_a_row_are_the_whole():
    assert try_parts("parts", 25) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_parts_in_a_row_are_the_whole_often(part):
    assert try_parts(f"parts {part}", 60) > 10


def test_deep_down_there_are_parts_too():
    board = FAMILY.generate(random.Random(1), size=7, density=0.2, bound=9)
    parts = InParts(board, 5, "")
    whole, _ = text(parts, BEGIN, END)
    places = [BEGIN, (20,), (20, 0), (20, 1), (20, 1, 1), (20, 2), (21,), END]
    found = [text(parts, *part)[0] for part in itertools.pairwise(places)]
    assert b"".join(found) == whole
    assert sum(map(bool, found[2:6])) == 3
    assert parts.cubes((20,)) >= 2


@pytest.mark.parametrize(("bound", "how"), [(1, "cut"), (501, ""), (1, "start cut 9")])
def test_what_is_proven_in_no_parts(bound, how):
    with pytest.raises(PylabError):
        InParts(Board(2, frozenset(), (1, 1), (2, 2), 4), bound, how)


def test_small_bounds_are_one_part():
    parts = InParts(Board(2, frozenset(), (1, 1), (2, 2), 4), 1, "")
    assert parts.cubes(()) == 0
    assert between(BEGIN, END, 8, parts.cubes) == []
