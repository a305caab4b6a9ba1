"""Checks certificates of lower bounds; knows pushes and floods, and nothing of any search.

A certificate splits all sequences of so many pushes into cases. In a case, some pushes are known,
of others it is known what they are not. The checker believes no more than that: it floods with
every tile on every cell where it might be. If even then the avatar and the goal don't meet, no
sequence of the case is a plan. That the cases leave nothing out is clear from the tree's form:
after the children for single moves there is one in which the push is none of these.

Sets of cells are the bits of an integer, row by row from the south-west corner.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.ravensburger.certificate_cut import SIDES, Cut
from pylab.families.ravensburger.model import Board, Field

_HEADINGS = "ravensburger lower bound 1", "ravensburger lower bound 2"
"""The first one of certificates without lines about the order of pushes."""

_SECOND = re.compile(r"pushes (0|[1-9][0-9]{0,3}) from (goal|start(?: cut ([123]))?)")
_CASE = re.compile(r"\.(?: ([1-9][0-9]{0,3}))?")
_ORDER = re.compile(r"C ([1-9][0-9]{0,3})")
_SPLIT = re.compile(r"S [1-9][0-9]{0,3}( [1-9][0-9]{0,3}[nesw])+")
_LONGEST = 100_000
"""Characters in a line."""

_BLOCK = 1_000
"""So many cases in a row are one share's."""


def check_certificate(
    board: Board,
    stream: BinaryIO,
    tick: Callable[[], None] = lambda: None,
    share: tuple[int, int] = (0, 1),
) -> Verdict:
    """Whether the compressed certificate proves that no plan has fewer pushes than it says.

    `tick` is called often; what it raises is passed on. With a share (number, of), only every so
    manieth block of cases is refuted, from this one on; the tree's form is checked whole all the
    same. So it is proven if all shares are valid.
    """
    if board.rules:
        return _refused("rules", "certificates are about the competition's rules only")
    try:
        with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
            return _checked(board, _lines(unpacked), tick, share)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        return _refused("compression", f"the certificate can't be unpacked: {error}")
    except _Wrong as wrong:
        return Verdict((wrong.problem,))


class _Wrong(Exception):
    """Something in the certificate is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.problem = Problem(code, message)


def _refused(code: str, message: str) -> Verdict:
    return Verdict((Problem(code, message),))


def _lines(unpacked: gzip.GzipFile) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, and an empty one at the end."""
    number = 0
    while line := unpacked.readline(_LONGEST):
        number += 1
        if not line.endswith(b"\n"):
            raise _Wrong("format", f"line {number}: expected an end of line")
        yield number, line[:-1].decode("ascii")
    yield number + 1, ""


def _checked(
    board: Board,
    lines: Iterator[tuple[int, str]],
    tick: Callable[[], None],
    share: tuple[int, int],
) -> Verdict:
    _, heading = next(lines)
    if heading not in _HEADINGS:
        raise _Wrong("format", f"line 1: expected {_HEADINGS[1]!r}, found {heading[:60]!r}")
    _, second = next(lines, (2, ""))
    matched = _SECOND.fullmatch(second)
    if matched is None:
        raise _Wrong(
            "format",
            "line 2: expected pushes N from start, from goal, or from start cut 1, 2 or 3, "
            f"found {second[:60]!r}",
        )
    count = int(matched[1])
    cut = Cut(board, int(matched[3]), tick) if matched[3] else None
    cases = _cases(Case(board, count, matched[2] == "goal", cut), lines, tick, share)
    fewer, refuted = counted(count + 1, "push", "pushes"), counted(cases, "case")
    return Verdict(summary=f"no plan has fewer than {fewer}; {refuted} refuted")


@dataclass(slots=True)
class _Open:
    """A split whose children are being checked, or an order of two pushes.

    Attributes:
        slot: the push; of an order, 0 if both pushes are known.
        allowed: the moves that it may be, in all of the children.
        coming: the moves of the children that are still to come, last first.
        done: the moves of the others.
        time: of an order, that of its first push; else 0.
        wrong: of an order, whether both pushes are known, and in the wrong order.
    """

    slot: int
    allowed: int
    coming: list[int]
    done: int = 0
    time: int = 0
    wrong: bool = False


def _cases(
    case: Case,
    lines: Iterator[tuple[int, str]],
    tick: Callable[[], None],
    share: tuple[int, int],
) -> int:
    """Walk the tree and refute the share's cases; how many there were in all."""
    own, of = share
    path: list[_Open] = []
    cases = 0
    late = False  # whether the path has orders that are not yet applied
    while True:
        number, line = next(lines)
        tick()
        if line.startswith("C"):
            path.append(_Open(0, 0, [], time=_first_of_order(case, number, line)))
            if cases // _BLOCK % of == own and not late:
                _put_in_order(case, number, path[-1])
            else:
                late = True
            continue
        if not line.startswith("."):
            path.append(_read_split(case, number, line))
            case.decide(path[-1].slot, path[-1].coming[-1])
            continue
        last = _cut_after(case, number, line)
        if cases // _BLOCK % of == own:
            if late:
                _keep_orders(case, number, path)
                late = False
            _refute(case, number, last)
        cases += 1
        while path and not path[-1].coming:
            split = path.pop()
            if split.slot:
                case.leave_open(split.slot, split.allowed)
            case.out_of_order -= split.wrong
        if not path:
            break
        split = path[-1]
        split.done |= 1 << split.coming.pop()
        if split.coming:
            case.decide(split.slot, split.coming[-1])
        else:
            case.leave_open(split.slot, split.allowed & ~split.done)
    number, line = next(lines)
    if line:
        raise _Wrong("format", f"line {number}: expected the end, found {line[:60]!r}")
    return cases


def _first_of_order(case: Case, number: int, line: str) -> int:
    matched = _ORDER.fullmatch(line)
    if matched is None:
        raise _Wrong("format", f"line {number}: expected C and a push, found {line[:60]!r}")
    time = int(matched[1])
    if time >= case.count or case.known[time] < 0 > case.known[time + 1]:
        raise _Wrong("order", f"line {number}: neither push {time} nor the next one is known here")
    return time


def _put_in_order(case: Case, number: int, order: _Open) -> None:
    """Leave only the order with the smaller line first; raises _Wrong where both may be needed.

    Of all plans, the one whose lines are least in lexicographic order is not left out: with the two
    pushes swapped, it would be a plan, too, and less.
    """
    time = order.time
    first, second = case.known[time : time + 2]
    order.slot = 0 if first >= 0 <= second else time + (first >= 0)
    out = case.swappable(time)
    if order.slot:
        order.allowed = case.allowed[order.slot]
        case.leave_open(order.slot, order.allowed & ~out)
        return
    order.wrong = out >> second & 1 != 0
    case.out_of_order += 1
    if not order.wrong:
        raise _Wrong("order", f"line {number}: push {time} may have to come before the next one")


def _keep_orders(case: Case, number: int, path: Sequence[_Open]) -> None:
    """Apply the whole path again, with the orders that other shares' cases had no use for."""
    case.begin()
    for each in path:
        if each.time:
            _put_in_order(case, number, each)
            continue
        each.allowed = case.allowed[each.slot]
        if each.coming:
            case.decide(each.slot, each.coming[-1])
        else:
            case.leave_open(each.slot, each.allowed & ~each.done)


def _cut_after(case: Case, number: int, line: str) -> int:
    """After which push a case is cut; 0 for floods."""
    matched = _CASE.fullmatch(line)
    if matched is None:
        raise _Wrong(
            "format", f"line {number}: expected a dot, or . and a push, found {line[:60]!r}"
        )
    if matched[1] is None:
        return 0
    last = int(matched[1])
    if case.cut is None or last > case.count:
        raise _Wrong("cut", f"line {number}: this certificate can't be cut after push {last}")
    return last


def _refute(case: Case, number: int, last: int) -> None:
    """Raises _Wrong if this line's case is not refuted by a cut after this push; 0: by floods."""
    if case.empty():
        return
    if not last:
        if not case.refuted_by_floods():
            raise _Wrong("not-refuted", f"line {number}: floods don't refute this case")
    elif case.cut is None or not case.refuted_by_cut(case.cut, last):
        raise _Wrong(
            "not-refuted", f"line {number}: a cut after push {last} doesn't refute this case"
        )


def _read_split(case: Case, number: int, line: str) -> _Open:
    if not _SPLIT.fullmatch(line):
        raise _Wrong(
            "format", f"line {number}: expected S slot moves, or a dot, found {line[:60]!r}"
        )
    _, name, *names = line.split(" ")
    slot = int(name)
    if slot > case.count or case.known[slot] >= 0:
        raise _Wrong("slot", f"line {number}: push {slot} can't be split here")
    moves = [4 * int(each[:-1]) - 4 + SIDES.index(each[-1]) for each in names]
    if max(moves) >= 4 * case.size:
        raise _Wrong("off-board", f"line {number}: there is no line {max(moves) // 4 + 1}")
    return _Open(slot, case.allowed[slot], moves[::-1])


class Case:
    """What is known of the pushes, and what may lie where after each of them.

    Attributes:
        size: of the board.
        count: how many pushes there are.
        known: by step, from 1, the push as a move, or -1.
        allowed: by step, the moves that an unknown push may be.
        cut: what is known of the goal's side, if that is asked.
        out_of_order: how many pairs of known pushes are known to be in the wrong order.
    """

    def __init__(self, board: Board, count: int, backward: bool, cut: Cut | None) -> None:
        self.size, self.count = board.size, count
        self._backward, self.cut = backward, cut
        grid = self._grid = _Grid(board.size)
        openings = [0] * len(SIDES)
        for row, column, direction in board.connections:
            openings[SIDES.index(direction)] |= grid.cell((row, column))
        # what may be open, and where the goal may be, after each push; right up to `_valid`
        self._openings = [openings] * (count + 1)
        self._goals = [grid.cell(board.goal)] * (count + 1)
        # what may be reached with the walk after each push; right up to `_walked`
        self._reached = [grid.cell(board.start)] * (count + 1)
        self.begin()

    def begin(self) -> None:
        """Nothing is known of the pushes."""
        self.known = [-1] * (self.count + 1)
        self.allowed = [(1 << 4 * self.size) - 1] * (self.count + 1)
        self._movable = [self._grid.movable(self.allowed[0])] * (self.count + 1)
        self._valid = self._walked = self.out_of_order = 0

    def swappable(self, time: int) -> int:
        """Of a push and the next one, one of which is known: the moves that are in wrong order.

        They are moves of the unknown push, or of the next one if both are known. They are parallel
        to the known push and of another line, and the smaller line comes second. The order doesn't
        matter if the next push moves nothing that may be reached before it, or if nothing is
        reached between the two. The latter is certain only if all pushes so far are known.
        """
        self._walk(time)
        first, second = self.known[time : time + 2]
        known = first if first >= 0 else second
        moves = self.allowed[time + (first >= 0)] if first < 0 or second < 0 else 1 << second
        reached, grid = self._reached[time], self._grid
        quiet = -1 not in self.known[1 : time + 1] and reached == self._moved(
            self._reached[time - 1], time
        )
        found = 0
        for move in range(4 * self.size):
            later = move if first >= 0 else second
            greater = move >> 2 < known >> 2 if first >= 0 else move >> 2 > known >> 2
            if greater and not (move ^ known) & 1 and (quiet or not reached & grid.line(later)):
                found |= 1 << move
        return found & moves

    def decide(self, slot: int, move: int) -> None:
        """The push is this one."""
        self.known[slot] = move
        self._changed(slot)

    def leave_open(self, slot: int, allowed: int) -> None:
        """The push may be any of these moves."""
        self.known[slot], self.allowed[slot] = -1, allowed
        self._movable[slot] = self._grid.movable(allowed)
        self._changed(slot)

    def _changed(self, slot: int) -> None:
        self._valid = min(self._valid, slot - 1)
        self._walked = min(self._walked, slot - 1)

    def empty(self) -> bool:
        """Whether there is nothing in it."""
        pushes = zip(self.known[1:], self.allowed[1:], strict=True)
        return self.out_of_order > 0 or 0 in (allowed for move, allowed in pushes if move < 0)

    def refuted_by_floods(self) -> bool:
        """Whether avatar and goal don't meet, though every tile is wherever it might be."""
        self._look_ahead(self.count)
        if not self._backward:
            self._walk(self.count)
            return not self._reached[self.count] & self._goals[self.count]
        reached = self._goals[self.count]
        for step in range(self.count, 0, -1):
            reached = self._grid.flooded(reached, self._openings[step])
            reached = self._moved(reached, step, back=True)
        return not reached & self._reached[0]

    def refuted_by_cut(self, cut: Cut, last: int) -> bool:
        """Whether there is no plan by the first pushes up to this one; see `Cut.refutes`."""
        self._walk(last - 1)
        cells = self._moved(self._reached[last - 1], last)
        known = self.known[1 : last + 1]
        if -1 in known:  # back to before the first unknown one, and on through the known ones alone
            first = known.index(-1)
            for step in range(last, first, -1):
                cells = self._moved(cells, step, back=True)
            for move in known[first:]:
                if move >= 0:
                    cells = self._grid.pushed(cells, move)
        return cut.refutes(self.count, known, self.allowed[1 : last + 1], cells)

    def _walk(self, last: int) -> None:
        """What may be reached, up to the walk after a push."""
        self._look_ahead(last)
        for step in range(self._walked + 1, last + 1):
            reached = self._moved(self._reached[step - 1], step)
            self._reached[step] = self._grid.flooded(reached, self._openings[step])
        self._walked = max(self._walked, last)

    def _look_ahead(self, last: int) -> None:
        """What may be open, and where the goal may be, up to a push."""
        for step in range(self._valid + 1, last + 1):
            self._openings[step] = [self._moved(cells, step) for cells in self._openings[step - 1]]
            self._goals[step] = self._moved(self._goals[step - 1], step)
        self._valid = max(self._valid, last)

    def _moved(self, cells: int, step: int, back: bool = False) -> int:
        """Where tiles on these cells may be after the push, or may have been before it."""
        grid, move = self._grid, self.known[step]
        if move >= 0:
            return grid.pushed(cells, move ^ 2 if back else move)
        moved = cells
        for side, movable in enumerate(self._movable[step]):
            if moving := cells & movable:
                moved |= grid.shifted(moving, SIDES[side ^ 2 if back else side])
        return moved


class _Grid:
    """Shifts and floods of sets of cells on a board of this size."""

    def __init__(self, size: int) -> None:
        self.size = size
        row = (1 << size) - 1
        column = sum(1 << size * i for i in range(size))
        self._rows = [row << size * i for i in range(size)]
        self._columns = [column << i for i in range(size)]
        self._whole = sum(self._rows)
        self._moves = (1 << 4 * size) - 1

    def cell(self, field: Field) -> int:
        return 1 << (field[0] - 1) * self.size + field[1] - 1

    def line(self, move: int) -> int:
        """The row or column that a push moves."""
        return (self._rows if move & 1 else self._columns)[move >> 2]

    def movable(self, allowed: int) -> list[int]:
        """By direction, the cells whose tiles a push may move, if it is one of these."""
        found = [self._whole] * len(SIDES)
        excluded = self._moves & ~allowed
        while excluded:
            move = excluded.bit_length() - 1
            excluded ^= 1 << move
            found[move & 3] &= ~self.line(move)
        return found

    def pushed(self, cells: int, move: int) -> int:
        """Where a push takes tiles on these cells."""
        moving = cells & self.line(move)
        return cells ^ moving | self.shifted(moving, SIDES[move & 3]) if moving else cells

    def shifted(self, cells: int, direction: str) -> int:
        """The cells one step further, those at the end of a line at its beginning."""
        size = self.size
        first, last = self._columns[0], self._columns[-1]
        if direction == "n":
            return (cells & ~self._rows[-1]) << size | (cells & self._rows[-1]) >> size * (size - 1)
        if direction == "s":
            return cells >> size | (cells & self._rows[0]) << size * (size - 1)
        if direction == "e":
            return (cells & ~last) << 1 | (cells & last) >> size - 1
        return (cells & ~first) >> 1 | (cells & first) << size - 1

    def flooded(self, cells: int, openings: list[int]) -> int:
        """All cells that are joined to these by openings that may face each other."""
        size = self.size
        north, east, south, west = openings
        upward = (north & ~self._rows[-1]) << size & south
        rightward = (east & ~self._columns[-1]) << 1 & west
        while True:
            grown = cells | cells << size & upward | cells << 1 & rightward
            grown |= (grown & upward) >> size | (grown & rightward) >> 1
            if grown == cells:
                return cells
            cells = grown
