"""Certificates in parts: side by side they are the whole one, however they were split."""

from __future__ import annotations

import gzip
import io
import random

import pytest
from random_boards import boards

from pylab.base.errors import PylabError
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import Board


def text(board, bound, part):
    packed = io.BytesIO()
    cases = FAMILY.certificates.write_part(board, bound, part, packed)
    return gzip.decompress(packed.getvalue()), cases


def split(board, bound, whole, rng, times):
    """Parts of the whole, some of which were split again and again."""
    parts = [whole]
    for _ in range(times):
        at = rng.randrange(len(parts))
        parts[at : at + 1] = FAMILY.certificates.parts(
            board, bound, parts[at], rng.choice([2, 3, 8])
        )
    assert len(set(parts)) == len(parts)
    return parts


def wholes(board, bound):
    """The whole in one of the modes."""
    for mode in ("goal", "start", "start cut 1", "start cut 2"):
        try:
            yield f"{mode} -", *text(board, bound, f"{mode} -")
        except PylabError:  # there is a plan
            return


def try_parts(seed, count):
    rng, most = random.Random(seed), 0
    for board in boards(seed, count, 4):
        bound = rng.choice([2, 3, 4])
        for name, whole, cases in wholes(board, bound):
            parts = split(board, bound, name, rng, rng.choice([1, 3, 9]))
            found = [text(board, bound, part) for part in parts]
            assert b"".join(lines for lines, _ in found) == whole, (board, parts)
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
    (name,) = FAMILY.certificates.parts(board, 5, "", 1)
    whole, _ = text(board, 5, name)
    mode = name.removesuffix(" -")
    parts = ["-20", "20-20.0", "20.0-20.1", "20.1-20.1.1", "20.1.1-20.2", "20.2-21", "21-"]
    found = [text(board, 5, f"{mode} {part}")[0] for part in parts]
    assert b"".join(found) == whole
    assert sum(map(bool, found[2:6])) == 3
    assert len(FAMILY.certificates.parts(board, 5, f"{mode} 20-21", 8)) >= 2


SMALL = Board(2, frozenset(), (1, 1), (2, 2), 4)


@pytest.mark.parametrize(
    ("bound", "part"),
    [(501, ""), (0, ""), *((1, part) for part in ("cut -", "start cut 9 -", "start", "goal 1.-2"))],
)
def test_what_is_proven_in_no_parts(bound, part):
    with pytest.raises((PylabError, ValueError)):
        FAMILY.certificates.parts(SMALL, bound, part, 2)


def test_small_bounds_are_one_part():
    assert len(FAMILY.certificates.parts(SMALL, 1, "", 8)) == 1
