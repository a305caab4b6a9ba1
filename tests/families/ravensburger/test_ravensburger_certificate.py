"""Certificates of lower bounds: written by the search, believed by the checker, and forged."""

from __future__ import annotations

import functools
import gzip
import io
import json
import random
from dataclasses import replace

import pytest
from brute_force import optimum, pushed, tiles_of, walked
from projects import QUICK, ROOT, few, many, real
from random_boards import boards

from pylab.base.errors import LimitReached, PylabError
from pylab.families.ravensburger import certificate_check
from pylab.families.ravensburger.certificate import certify
from pylab.families.ravensburger.certificate_check import Case, check_certificate
from pylab.families.ravensburger.family import FAMILY
from pylab.text.source import read_source


def certificate(board, bound):
    stream = io.BytesIO()
    certify(board, bound, stream)
    return stream.getvalue()


def checked(board, data):
    return check_certificate(board, io.BytesIO(data))


def packed(lines):
    return gzip.compress("".join(f"{line}\n" for line in lines).encode())


def lines_of(data):
    return gzip.decompress(data).decode().splitlines()


def agree(board):
    fewest = optimum(board.size, board.connections, board.start, board.goal, board.max_steps)
    known = board.max_steps + 1 if fewest is None else fewest
    if known:
        verdict = checked(board, certificate(board, known))
        assert verdict.valid, board
        assert f"fewer than {known} push" in verdict.summary
    if fewest is not None:
        with pytest.raises(PylabError, match="there is a plan"):
            certify(board, fewest + 1, io.BytesIO())


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_what_brute_force_refutes_is_certified(seed):
    for board in boards(f"certificates {seed}", 15):
        agree(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(100), 16))
def test_what_brute_force_refutes_is_certified_often(seed):
    for board in boards(f"certificates often {seed}", 20, largest=5):
        agree(board)


@pytest.mark.parametrize(
    ("name", "bound"),
    few(
        [
            ("0075-labyrinth-13-0.asp", 5),
            ("0060-labyrinth-13-0.asp", 4),
            ("0025-labyrinth-14-0.asp", 4),
            ("0045-labyrinth-11-0.asp", 5),
            ("0094-labyrinth-17-0.asp", 5),
            ("0151-labyrinth-19-0.asp", 7),
        ],
        1,
    ),
)
def test_bounds_of_competition_instances_are_certified(name, bound):
    board = FAMILY.read(read_source(str(real("ravensburger", name))))
    data = certificate(board, bound)
    assert checked(board, data).valid
    assert len(data) < 100_000


@pytest.mark.parametrize("most", few([4, 9], 1))
def test_optima_of_the_shipped_boards_are_certified(most):
    seen = 0
    for file in sorted((ROOT / "instances/ravensburger").glob("*.lp")):
        expected = json.loads(file.with_suffix(".expected.json").read_text())["answers"]
        costs = [each["cost"] for each in expected if 0 < each.get("cost", 0) <= most]
        for cost in costs:
            board = FAMILY.read(read_source(str(file)))
            verdict = checked(board, certificate(board, cost))
            assert verdict.summary.startswith(f"no plan has fewer than {cost} push"), file
        seen += bool(costs)
    assert seen > 12


@functools.cache
def refuted_board():
    """A board with an optimum of 3."""
    rng = random.Random("forged")
    while True:
        board = FAMILY.generate(rng, size=5, density=0.3, bound=3)
        if optimum(board.size, board.connections, board.start, board.goal, 3) == 3:
            return board


@functools.cache
def genuine():
    return certificate(refuted_board(), 3)


@functools.cache
def written():
    return lines_of(genuine())


def test_the_genuine_one_is_valid():
    verdict = checked(refuted_board(), genuine())
    assert verdict.valid
    assert (
        verdict.summary == f"no plan has fewer than 3 pushes; {written().count('.')} cases refuted"
    )


def test_pushes_are_only_put_in_order_where_they_may_be_swapped():
    """A plan is left out by no case if it is none with the two pushes swapped, else by some."""
    rng = random.Random("order")
    needed = left_out = 0
    for board in boards("order", many(1500)):
        for _ in range(40):
            whole, time = [rng.randrange(4 * board.size) for _ in range(3)], rng.choice((1, 2))
            whole[time] = 4 * rng.randrange(board.size) + whole[time - 1] % 2 + rng.choice((0, 2))
            swapped = [*whole[: time - 1], whole[time], whole[time - 1], *whole[time + 1 :]]
            if whole[time - 1] // 4 <= whole[time] // 4 or not is_plan(board, whole):
                continue
            out = any(leaves_out(board, whole, time, known) for known in SUBSETS)
            needed += not is_plan(board, swapped)
            left_out += out
            assert not (out and not is_plan(board, swapped)), (board, whole, time)
    assert needed > many(100)
    assert left_out > many(100)


SUBSETS = [(1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)]


def leaves_out(board, whole, time, known):
    """Whether the checker leaves the pushes out if it knows those at these steps."""
    case = Case(board, len(whole), False, None)
    for step in known:
        case.decide(step, whole[step - 1])
    if case.known[time] < 0 > case.known[time + 1]:
        return False
    unknown = time if case.known[time] < 0 else time + 1
    return bool(case.swappable(time) >> whole[unknown - 1] & 1)


def is_plan(board, moves):
    """Whether the goal is reached by these pushes, with a walk after each of them."""
    grid, home, target = tiles_of(board.size, board.connections, board.start, board.goal)
    reached = {home}
    for move in moves:
        grid = pushed(grid, move // 4, "nesw"[move % 4])
        reached = walked(grid, reached)
    return target in reached


def changed_boards(board, rng, count):
    """With an opening more, or one less."""
    for _ in range(count):
        opening = (*(rng.randint(1, board.size) for _ in "rc"), rng.choice("nesw"))
        yield replace(board, connections=board.connections ^ {opening})


def test_shares_of_the_cases_are_together_the_whole_check(monkeypatch):
    monkeypatch.setattr(certificate_check, "_BLOCK", 2)
    mixed = 0
    for board in changed_boards(refuted_board(), random.Random("shares"), 20 if QUICK else 40):
        words = [
            check_certificate(board, io.BytesIO(genuine()), share=(number, 3)).valid
            for number in range(3)
        ]
        assert all(words) == checked(board, genuine()).valid, board
        mixed += len(set(words)) == 2
    assert mixed > 1
    for lines in (written()[:-1], [*written(), "."], [*written()[:-1], "x"]):
        assert not any(
            check_certificate(refuted_board(), io.BytesIO(packed(lines)), share=(number, 3)).valid
            for number in range(3)
        )


def test_the_same_board_gives_the_same_bytes():
    assert certificate(refuted_board(), 3) == genuine()


@pytest.mark.parametrize(
    ("forged", "code"),
    [
        (lambda it: [], "format"),
        (lambda it: ["ravensburger lower bound 3", *it[1:]], "format"),
        (lambda it: [it[0], it[1].replace("pushes 2", "pushes two"), *it[2:]], "format"),
        (lambda it: [*it, "."], "format"),
        (lambda it: it[:-1], "format"),
        (lambda it: [*it[:2], "."], "not-refuted"),
        (lambda it: [*it[:2], it[2].replace("S ", "S 9"), *it[3:]], "slot"),
        (lambda it: [*it[:2], it[2] + " 6n", *it[3:]], "off-board"),
        (lambda it: [*it[:2], it[2] + " 0n", *it[3:]], "format"),
        (lambda it: [*it[:2], it[2] + " n", *it[3:]], "format"),
        (lambda it: [*it[:2], "", *it[2:]], "format"),
        (lambda it: [*it[:2], it[2], it[2], *it[3:]], "slot"),
        (lambda it: [*it[:2], "C 1", *it[2:]], "order"),
        (lambda it: [*it[:2], "C 2", *it[2:]], "order"),
        (lambda it: [*it[:2], "C 0", *it[2:]], "format"),
    ],
)
def test_forgeries_are_named(forged, code):
    verdict = checked(refuted_board(), packed(forged(written())))
    assert [problem.code for problem in verdict.problems] == [code]


def test_cases_can_not_be_left_out():
    """Without one move of a split, and the cases below it, that move is a part of the last child.

    Where floods refute it there too, the smaller tree is a proof; mostly they don't.
    """
    rejected = 0
    for number, line in enumerate(written()):
        if line.startswith("S "):
            _, slot, *moves = line.split(" ")
            for index in range(len(moves)):
                fewer = moves[:index] + moves[index + 1 :]
                begin, end = span(number, index)
                header = [f"S {slot} {' '.join(fewer)}"] if fewer else []
                rest = written()[number + 1 : begin] + written()[end:]
                verdict = checked(refuted_board(), packed([*written()[:number], *header, *rest]))
                rejected += not verdict.valid
    moves = sum(len(line.split(" ")) - 2 for line in written() if line.startswith("S "))
    assert rejected > moves / 3


def span(number, index):
    """The lines of a split's child of this index."""
    line = number + 1
    for _ in range(index):
        line = end_of(line)
    return line, end_of(line)


def end_of(line):
    """The line behind the tree that begins here."""
    pending = 1
    while pending:
        pending += len(written()[line].split(" ")) - 2 if written()[line].startswith("S ") else -1
        line += 1
    return line


def test_a_certificate_for_too_much_is_rejected():
    """The same tree can't refute three pushes, for which there is a plan."""
    more = [written()[0], written()[1].replace("pushes 2", "pushes 3"), *written()[2:]]
    assert [p.code for p in checked(refuted_board(), packed(more)).problems] == ["not-refuted"]


def test_a_certificate_for_another_board_is_rejected_or_true():
    """The checker asks nothing but the board in hand: what it accepts is true of it."""
    for board in boards("others", 80, largest=5):
        if checked(board, genuine()).valid:
            assert optimum(board.size, board.connections, board.start, board.goal, 2) is None


@pytest.mark.parametrize("data", [b"", b"no gzip", slice(-9), slice(40), slice(-4)])
def test_what_can_not_be_unpacked_is_no_certificate(data):
    data = genuine()[data] if isinstance(data, slice) else data
    assert not checked(refuted_board(), data).valid


def test_random_damage_is_never_believed_wrongly():
    """Changed lines either leave a proof of the same bound, or are rejected; nothing is raised."""
    rng = random.Random("damage")
    rejected = 0
    number = many(400)
    for _ in range(number):
        lines = list(written())
        where = rng.randrange(len(lines))
        lines[where] = rng.choice(
            ["", ".", "S 1 1n", "S 2 3e 3w", lines[rng.randrange(len(lines))]]
        )
        rejected += not checked(refuted_board(), packed(lines)).valid
    assert rejected > number // 2


def test_bounds_below_one_mean_nothing():
    with pytest.raises(ValueError, match="at least 1"):
        certify(refuted_board(), 0, io.BytesIO())


def test_a_limit_ends_writing_and_checking():
    def tick():
        raise LimitReached("enough")

    with pytest.raises(LimitReached):
        certify(refuted_board(), 3, io.BytesIO(), tick)
    with pytest.raises(LimitReached):
        check_certificate(refuted_board(), io.BytesIO(genuine()), tick)
