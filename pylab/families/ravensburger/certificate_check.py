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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pylab.families.ravensburger.model import OPPOSITE, STEPS, Board, Field
from pylab.verdict import Problem, Verdict

_HEADING = "ravensburger lower bound 1"
_SECOND = re.compile(r"pushes (0|[1-9][0-9]{0,3}) from (start|goal)")
_SPLIT = re.compile(r"S [1-9][0-9]{0,3}( [1-9][0-9]{0,3}[nesw])+")
_LONGEST = 100_000
"""Characters in a line."""


def check_certificate(
    board: Board, stream: BinaryIO, tick: Callable[[], None] = lambda: None
) -> Verdict:
    """Whether the compressed certificate proves that no plan has fewer pushes than it says.

    `tick` is called often; what it raises is passed on.
    """
    if board.rules:
        return _refused("rules", "certificates are about the competition's rules only")
    try:
        with gzip.GzipFile(fileobj=stream) as unpacked:
            return _checked(board, _lines(unpacked), tick)
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


def _checked(board: Board, lines: Iterator[tuple[int, str]], tick: Callable[[], None]) -> Verdict:
    _, heading = next(lines)
    if heading != _HEADING:
        raise _Wrong("format", f"line 1: expected {_HEADING!r}, found {heading[:60]!r}")
    _, second = next(lines, (2, ""))
    matched = _SECOND.fullmatch(second)
    if matched is None:
        raise _Wrong(
            "format", f"line 2: expected pushes N from start or goal, found {second[:60]!r}"
        )
    count = int(matched[1])
    cases = _cases(_Case(board, count, matched[2] == "goal"), lines, tick)
    fewer = "1 push" if count == 0 else f"{count + 1} pushes"
    refuted = "1 case" if cases == 1 else f"{cases} cases"
    return Verdict(summary=f"no plan has fewer than {fewer}; {refuted} refuted")


@dataclass(slots=True)
class _Open:
    """A split whose children are being checked: the moves that are still to come, last first."""

    slot: int
    coming: list[tuple[int, str]]
    done: list[tuple[int, str]]


def _cases(case: _Case, lines: Iterator[tuple[int, str]], tick: Callable[[], None]) -> int:
    """Walk the tree and refute its cases; how many there were."""
    path: list[_Open] = []
    cases = 0
    while True:
        number, line = next(lines)
        tick()
        if line != ".":
            path.append(_read_split(case, number, line))
            case.decide(path[-1].slot, path[-1].coming[-1])
            continue
        cases += 1
        if not case.refuted():
            raise _Wrong("not-refuted", f"line {number}: floods don't refute this case")
        while path and not path[-1].coming:
            split = path.pop()
            case.allow(split.slot, split.done)
        if not path:
            break
        split = path[-1]
        split.done.append(split.coming.pop())
        if split.coming:
            case.decide(split.slot, split.coming[-1])
        else:
            case.exclude(split.slot, split.done)
    number, line = next(lines)
    if line:
        raise _Wrong("format", f"line {number}: expected the end, found {line[:60]!r}")
    return cases


def _read_split(case: _Case, number: int, line: str) -> _Open:
    if not _SPLIT.fullmatch(line):
        raise _Wrong(
            "format", f"line {number}: expected S slot moves, or a dot, found {line[:60]!r}"
        )
    _, slot, *names = line.split(" ")
    moves = [(int(name[:-1]), name[-1]) for name in names]
    if int(slot) > case.count or case.known[int(slot)] is not None:
        raise _Wrong("slot", f"line {number}: push {slot} can't be split here")
    for move in moves:
        if move[0] > case.board.size:
            raise _Wrong("off-board", f"line {number}: there is no line {move[0]}")
    return _Open(int(slot), moves[::-1], [])


class _Case:
    """What is known of the pushes, and what may lie where after each of them.

    Attributes:
        board: the puzzle.
        count: how many pushes there are.
        known: by step, from 1, the push (line, direction), or None.
        excluded: by step, the pushes that an unknown one is not.
    """

    def __init__(self, board: Board, count: int, backward: bool) -> None:
        self.board, self.count, self.backward = board, count, backward
        self.known: list[tuple[int, str] | None] = [None] * (count + 1)
        self.excluded: list[set[tuple[int, str]]] = [set() for _ in self.known]
        self._grid = _Grid(board.size)
        openings = dict.fromkeys(STEPS, 0)
        for row, column, direction in board.connections:
            openings[direction] |= self._grid.cell((row, column))
        # what may be open, and where the goal may be, after each push; right up to `_valid`
        self._openings = [openings] * (count + 1)
        self._goals = [self._grid.cell(board.goal)] * (count + 1)
        self._movable: list[dict[str, int]] = [self._grid.movable(())] * (count + 1)
        self._valid = 0

    def decide(self, slot: int, push: tuple[int, str]) -> None:
        self.known[slot] = push
        self._valid = min(self._valid, slot - 1)

    def exclude(self, slot: int, pushes: list[tuple[int, str]]) -> None:
        """The push is none of these."""
        self.known[slot] = None
        self.excluded[slot].update(pushes)
        self._movable[slot] = self._grid.movable(self.excluded[slot])
        self._valid = min(self._valid, slot - 1)

    def allow(self, slot: int, pushes: list[tuple[int, str]]) -> None:
        """Take back `exclude`."""
        self.excluded[slot].difference_update(pushes)
        self._movable[slot] = self._grid.movable(self.excluded[slot])
        self._valid = min(self._valid, slot - 1)

    def refuted(self) -> bool:
        """Whether there is no plan in the case: by floods, or because there is nothing in it."""
        pushes = 4 * self.board.size
        steps = range(1, self.count + 1)
        if any(self.known[i] is None and len(self.excluded[i]) == pushes for i in steps):
            return True
        for step in range(self._valid + 1, self.count + 1):
            before = self._openings[step - 1]
            self._openings[step] = {d: self._moved(cells, step) for d, cells in before.items()}
            self._goals[step] = self._moved(self._goals[step - 1], step)
        self._valid = self.count
        start = self._grid.cell(self.board.start)
        if self.backward:
            reached = self._goals[self.count]
            for step in reversed(steps):
                reached = self._grid.flooded(reached, self._openings[step])
                reached = self._moved(reached, step, back=True)
            return not reached & start
        reached = start
        for step in steps:
            reached = self._grid.flooded(self._moved(reached, step), self._openings[step])
        return not reached & self._goals[self.count]

    def _moved(self, cells: int, step: int, back: bool = False) -> int:
        """Where tiles on these cells may be after the push, or may have been before it."""
        grid, push = self._grid, self.known[step]
        if push is not None:
            line, direction = push
            moving = cells & grid.line(line, direction)
            return cells ^ moving | grid.shifted(moving, OPPOSITE[direction] if back else direction)
        moved = cells
        for direction, movable in self._movable[step].items():
            moved |= grid.shifted(cells & movable, OPPOSITE[direction] if back else direction)
        return moved


class _Grid:
    """Shifts and floods of sets of cells on a board of this size."""

    def __init__(self, size: int) -> None:
        self.size = size
        row = (1 << size) - 1
        column = sum(1 << size * i for i in range(size))
        self._rows = [row << size * i for i in range(size)]
        self._columns = [column << i for i in range(size)]

    def cell(self, field: Field) -> int:
        return 1 << (field[0] - 1) * self.size + field[1] - 1

    def line(self, number: int, direction: str) -> int:
        """The row or column that a push moves."""
        return (self._rows if direction in ("e", "w") else self._columns)[number - 1]

    def movable(self, excluded: set[tuple[int, str]] | tuple[()]) -> dict[str, int]:
        """By direction, the cells whose tiles a push may move, if it is none of these."""
        whole = sum(self._rows)
        found = dict.fromkeys(STEPS, whole)
        for number, direction in excluded:
            found[direction] &= ~self.line(number, direction)
        return found

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

    def flooded(self, cells: int, openings: dict[str, int]) -> int:
        """All cells that are joined to these by openings that may face each other."""
        size = self.size
        upward = (openings["n"] & ~self._rows[-1]) << size & openings["s"]
        rightward = (openings["e"] & ~self._columns[-1]) << 1 & openings["w"]
        while True:
            grown = cells | cells << size & upward | cells << 1 & rightward
            grown |= (grown & upward) >> size | (grown & rightward) >> 1
            if grown == cells:
                return cells
            cells = grown
