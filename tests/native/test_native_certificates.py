"""The two checkers of certificates against each other: on good ones, and on forged ones."""

from __future__ import annotations

import gzip
import io
import itertools
import random
import re
from dataclasses import replace

import pytest

from pylab.base.errors import LimitReached, PylabError
from pylab.families.ravensburger import certificate_check, compiled
from pylab.families.ravensburger.certificate import BEGIN, END, Tree, Writer, certify, head
from pylab.families.ravensburger.compiled import check_certificate
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.lazy import MODES
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Work


def board_of(rng, size):
    lines, density = range(1, size + 1), rng.choice([0.2, 0.35, 0.5])
    openings = [(x, y, d) for x in lines for y in lines for d in "nesw" if rng.random() < density]
    fields = [(rng.choice(lines), rng.choice(lines)) for _ in range(2)]
    return Board(size, frozenset(openings), *fields, 4)


def tree(board, count, mode):
    """A certificate in lines: of a lie, where there is a plan. And whether it is one."""
    text = io.BytesIO()
    written = Tree(Tables(board), count, text.write)
    lies = []
    written.met = lambda: bool(lies.append(1))
    written.refute(mode, GoalSide(written.tables, lump=True), Work(lambda _: None))
    return (head(count, mode) + text.getvalue()).decode().splitlines(), bool(lies)


def tree_by_cpp(board, count, mode):
    """The same, written in C++."""
    text = io.BytesIO()
    lies = []
    writer = compiled.Writer(Tables(board))
    writer._met = lambda _: bool(lies.append(1))
    writer.refute(count, mode, Work(lambda _: None), text.write)
    return (head(count, mode) + text.getvalue()).decode().splitlines(), bool(lies)


def words(board, lines, end="\n", share=(0, 1)):
    """What the two say: what is wrong, and where; or how many cases were refuted."""
    packed = gzip.compress("".join(f"{line}{end}" for line in lines).encode())
    for check in (certificate_check.check_certificate, check_certificate):
        verdict = check(board, io.BytesIO(packed), share=share)
        if verdict.valid:
            yield True, verdict.summary
        else:
            (problem,) = verdict.problems
            yield False, problem.code, re.match("line [0-9]+|", problem.message)[0]


def forgeries(lines, rng, count):
    """Other heads, other lines, and lines left out."""
    for _ in range(count):
        forged = list(lines)
        where = rng.randrange(len(lines))
        forged[where] = rng.choice(
            [".", "C 1", "C 2", "C 0", "C", ". 1",
             ". 2", ". 3", "", "S 1 1n", "S 2 1e 2e", "S 0 1n", "S 1 9n", "S 01 1n",
             "pushes 2 from start cut 2", "pushes 02 from start", ". 99999", "S 1 1n ", *lines]
        )  # fmt: skip
        yield forged
        yield [line for number, line in enumerate(lines) if number != where]
        yield [*lines[:2], *(rng.choice([". 1", ". 2", line]) if line[0] == "." else line
                             for line in lines[2:])]  # fmt: skip
    yield lines[: rng.randrange(len(lines))]
    yield [*lines, rng.choice(["", ".", "x"])]
    yield [lines[0], rng.choice(["pushes 1 from start cut 3", "pushes 3 from goal"]), *lines[2:]]


def agree(seed, boards, count, sizes=(1, 2, 3, 3, 4, 5)):
    rng = random.Random(seed)
    good = bad = cut = 0
    for _ in range(boards):
        board = board_of(rng, rng.choice(sizes))
        pushes, mode = rng.choice([1, 2, 2, 3]), rng.choice(MODES)
        lines, lie = tree_by_cpp(board, pushes, mode)
        assert (lines, lie) == tree(board, pushes, mode), board
        first, second = words(board, lines)
        assert first == second, (board, lines)
        assert first[0] != lie, (board, lines)
        cut += not lie and any(line.startswith(". ") for line in lines)
        for forged in forgeries(lines, rng, count):
            first, second = words(board, forged)
            assert first == second, (board, forged)
            good += first[0]
            bad += not first[0]
    return good, bad, cut


def test_the_checkers_agree():
    good, bad, cut = agree("native certificates", 60, 3)
    assert good > 10
    assert bad > 200
    assert cut > 5


def test_the_checkers_agree_on_shares():
    """A thousand cases in a row are one share's; boards with an opening more refute some of it."""
    board, packed = FAMILY.generate(random.Random(1), size=7, density=0.2, bound=9), io.BytesIO()
    assert certify(board, 5, packed, writer=compiled.Writer) == 1975
    lines = gzip.decompress(packed.getvalue()).decode().splitlines()
    mixed = 0
    for row, column, side in [(0, 0, ""), *itertools.product((1, 4), (2, 5), "ne")]:
        more = {(row, column, side)} if row else set()
        changed = replace(board, connections=board.connections | more)
        valid = []
        for share in ((0, 3), (1, 3), (2, 3)):
            first, second = words(changed, lines, share=share)
            assert first == second
            valid.append(first[0])
        first, second = words(changed, lines)
        assert first == second
        assert first[0] == all(valid)
        assert row or all(valid)
        mixed += any(valid) and not all(valid)
    assert mixed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40))
def test_the_checkers_agree_often(part):
    good, bad, _ = agree(f"native certificates {part}", 100, 5)
    assert good > 20
    assert bad > 400


@pytest.mark.parametrize("size", [12, 16, 17, 22, 23])
def test_the_checkers_agree_on_large_boards(size):
    board = FAMILY.generate(random.Random(size), size=size, density=0.3, bound=9)
    for mode in (0, 1, 2):
        lines, lie = tree_by_cpp(board, 2, mode)
        assert (lines, lie) == tree(board, 2, mode)
        first, second = words(board, lines)
        assert first == second
        assert first[0] != lie


def without_a_child(lines, rng):
    """A move of a split is left out, with the cases below it: it is a part of the last child."""
    at = rng.choice([number for number, line in enumerate(lines) if line.startswith("S ")])
    moves = lines[at].split(" ")[2:]
    ends = [at + 1]
    for _ in moves:
        end, pending = ends[-1], 1
        while pending:
            pending += {"S": lines[end].count(" ") - 1, ".": -1}.get(lines[end][0], 0)
            end += 1
        ends.append(end)
    left_out = rng.randrange(len(moves))
    moves = [" " + move for number, move in enumerate(moves) if number != left_out]
    split = [lines[at][: lines[at].index(" ", 2)] + "".join(moves)] if moves else []
    return [*lines[:at], *split, *lines[at + 1 : ends[left_out]], *lines[ends[left_out + 1] :]]


def test_the_checkers_agree_on_hidden_pushes():
    rng, valid = random.Random("later"), []
    for _ in range(16):
        board = board_of(rng, rng.choice((3, 4, 5)))
        lines, lie = tree_by_cpp(board, rng.choice((3, 4)), rng.choice((2, 3)))
        if lie or not 3 < len(lines) < 1000:
            continue
        for _ in range(10):
            first, second = words(board, without_a_child(lines, rng))
            assert first == second
            valid.append(first[0])
    assert any(valid)
    assert valid.count(False) > 30


def random_tree(rng, size, count, known=frozenset()):
    """Lines that split and put in order at random."""
    beside = [time for time in range(1, count) if {time, time + 1} & known]
    if beside and rng.random() < 0.5:
        yield f"C {rng.choice(beside)}"
    unknown = sorted({*range(1, count + 1)} - known)
    if not unknown or rng.random() < 0.2:
        yield rng.choice([".", f". {count}"])
        return
    slot, moves = rng.choice(unknown), [f"{rng.randint(1, size)}{rng.choice('nesw')}" for _ in "12"]
    yield f"S {slot} {' '.join(moves)}"
    for _ in moves:
        yield from random_tree(rng, size, count, known | {slot})
    yield from random_tree(rng, size, count, known)


def test_the_checkers_agree_on_orders():
    rng, ordered = random.Random("orders"), 0
    for _ in range(250):
        size, count = rng.choice((3, 4, 5)), rng.choice((2, 3))
        board, mode = board_of(rng, size), rng.choice((0, 2, 3))
        lines = [*head(count, mode).decode().splitlines(), *random_tree(rng, size, count)]
        first, second = words(board, lines)
        assert first == second
        ordered += first[1] == "order"
    assert ordered > 8


@pytest.mark.parametrize("west", [6, 11])
def test_the_checkers_agree_where_much_may_be_reached(west):
    """Openings lie in the west only; few enough columns of them can't be pushed to the goal."""
    rng = random.Random(west)
    fields = itertools.product(range(1, 24), range(1, west))
    openings = [(x, y, d) for x, y in fields for d in "nesw" if rng.random() < 0.7]
    board = Board(23, frozenset(openings), (12, 3), (12, 15), 9)
    for case in ([], ["S 3 12e 3n", ".", "."], ["S 2 12w", "S 4 5n", ".", "."]):
        for end in ("start", "goal"):
            lines = [*head(4, 0).decode().splitlines()[:1], f"pushes 4 from {end}", *case, "."]
            first, second = words(board, lines)
            assert first == second
            assert first[0] == (west == 6)


@pytest.mark.parametrize(
    "data", [b"", b"x", gzip.compress(b"\xff\n", mtime=0), gzip.compress(b"S" * 200_000, mtime=0)]
)
def test_what_is_no_certificate(data):
    board = board_of(random.Random(0), 3)
    assert not check_certificate(board, io.BytesIO(data)).valid


def test_a_line_without_an_end_is_refused():
    board = Board(2, frozenset(), (1, 1), (2, 2), 4)
    lines, _ = tree(board, 1, 1)
    assert next(words(board, lines))[0]
    first, second = words(board, ["\n".join(lines)], end="")
    assert first == second
    assert not first[0]


def written(board, bound, writer):
    packed = io.BytesIO()
    try:
        return certify(board, bound, packed, writer=writer), packed.getvalue()
    except PylabError as error:
        return str(error)


def test_both_write_the_same_files():
    rng, refuted = random.Random("written twice"), 0
    for _ in range(30):
        board, bound = board_of(rng, rng.choice((1, 2, 3, 4))), rng.choice([1, 2, 3, 4])
        found = written(board, bound, compiled.Writer)
        assert found == written(board, bound, Writer), (board, bound)
        refuted += isinstance(found, tuple)
    assert 5 < refuted < 30


def enough(*_):
    raise LimitReached("enough")


def test_more_pushes_than_cpp_takes_are_left_to_python():
    writer = compiled.Writer(Tables(Board(2, frozenset(), (1, 1), (2, 2), 400)))
    with pytest.raises(LimitReached):
        writer.refute(64, 0, Work(enough), lambda _: None)


def test_a_limit_ends_writing():
    board = FAMILY.generate(random.Random(7), size=12, density=0.4, bound=12)
    with pytest.raises(LimitReached):
        certify(board, 9, io.BytesIO(), enough, compiled.Writer)


def in_parts(board, count, mode, writer, places):
    texts = []
    for part in itertools.pairwise(places):
        text = io.BytesIO()
        try:
            writer.refute(count, mode, Work(lambda _: None), text.write, part)
        except PylabError as error:
            texts.append(str(error))
        texts.append(text.getvalue())
    return texts


def test_both_write_the_same_parts():
    rng = random.Random("parts")
    for _ in range(40):
        board, count = board_of(rng, rng.choice((2, 3, 4, 5))), rng.choice([2, 3, 3])
        mode = rng.choice(MODES)
        cpp, python = (make(Tables(board)) for make in (compiled.Writer, Writer))
        places = [(rng.randrange(9),), (rng.randrange(9), rng.randrange(3))]
        try:
            assert [cpp.cubes(count, mode, place) for place in [(), *places]] == [
                python.cubes(count, mode, place) for place in [(), *places]
            ]
        except PylabError:
            continue  # a plan in the first few nodes
        places = sorted({BEGIN, *places, (rng.randrange(20),), END})
        assert in_parts(board, count, mode, cpp, places) == in_parts(
            board, count, mode, python, places
        ), (board, count, mode, places)
