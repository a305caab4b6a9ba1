"""Writes certificates of lower bounds: no plan has fewer pushes than so many; checks nothing.

A certificate is a tree that splits the sequences of pushes into cases, each of which is refuted by
a flood alone, or by a cut: by what is known of the goal's side. It is the lazy search's own tree,
written while the search goes on.
docs/maintainers/search.md describes the format.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections.abc import Callable, Sequence
from typing import IO, BinaryIO, Final

from pylab.base.errors import PylabError
from pylab.families.ravensburger.backward import Backward
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.lazy import BACKWARD, Forward, Rules
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import DIRECTIONS, Tables
from pylab.families.ravensburger.race import Race, cost_of, nodes_for
from pylab.families.ravensburger.slots import Capped, Slots, Work

_LARGEST = 500
"""The largest bound: a case may have so many decided pushes, one within the other."""

_RACED = 8
"""In so many levels, the last ones, it is found out in which mode the last takes fewest cases."""

_CUBES = 2
"""Cubes have so many decided pushes."""

_LINES = 1_000
"""So many are written at once."""


_KEPT = 1 << 24
"""Bytes of a certificate that are kept in memory; larger ones are kept in a temporary file."""


Put = Callable[[bytes], object]
"""Takes the next lines of a certificate."""


Place = tuple[int, ...]
"""A cube's number among all cubes, then that of a cube within it, and so on; see `parts`."""

BEGIN: Final[Place] = ()

END: Final[Place] = (2**32 - 1,)
"""Behind all cubes."""

Part = tuple[Place, Place]
"""All that is searched from one place up to, and without, another one."""

WHOLE: Final[Part] = (BEGIN, END)


class Writer:
    """Refutes numbers of pushes on a board, and writes how; learns from one for the next."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._goal_side = GoalSide(tables, lump=True)

    def refute(self, count: int, mode: int, work: Work, put: Put, part: Part = WHOLE) -> int:
        """Write why there is no plan of so many pushes, without the head; the number of cases.

        Raises PylabError if there is a plan, and Capped.
        """
        tree = Tree(self.tables, count, put, part)
        tree.refute(mode, self._goal_side, work)
        return tree.cases

    def cubes(self, count: int, mode: int, place: Place) -> int:
        """How many cubes there are, or how many within a cube."""
        tree = Tree(self.tables, count, lambda _: None, ((*place, 0), (*place, 0)))
        tree.refute(mode, self._goal_side, Work(lambda _: None))
        return tree.numbers[len(place)]


def certify(
    board: Board,
    bound: int,
    stream: BinaryIO,
    tick: Callable[[], None] = lambda: None,
    writer: type[Writer] = Writer,
) -> int:
    """Write, compressed, why no plan has fewer than `bound` pushes; the number of cases.

    Args:
        board: the puzzle.
        bound: at least 1.
        stream: where the certificate goes.
        tick: called often; may raise LimitReached.
        writer: what searches and writes.

    Raises:
        ValueError: if `bound` is less than 1.
        PylabError: if there is a plan with fewer pushes, and for bounds above 500.
    """
    levels = levels_below(board, bound, writer(Tables(board)), tick)
    with tempfile.SpooledTemporaryFile(_KEPT) as packed:
        cases = levels.refute(bound - 1, packed)
        packed.seek(0)
        shutil.copyfileobj(packed, stream)
    return cases


def levels_below(
    board: Board, bound: int, writer: Writer, tick: Callable[[], None] = lambda: None
) -> Levels:
    """Refute all levels below the last one. Raises as `certify`."""
    if board.rules:
        raise PylabError("bounds are certified under the competition's rules only")
    if bound < 1:
        raise ValueError(f"expected a bound of at least 1, found {bound}")
    if bound > _LARGEST:
        raise PylabError(f"bounds up to {_LARGEST} are certified, not {bound}")
    levels = Levels(writer, tick)
    for count in range(max(0, bound - _RACED), bound - 1):
        levels.pass_by(count, thorough=count == bound - 2)
    return levels


class Levels:
    """Numbers of pushes, refuted one by one; each tells in which mode the next one takes least."""

    def __init__(self, writer: Writer, tick: Callable[[], None]) -> None:
        self._writer, self._tick = writer, tick
        self._race = Race()

    def best(self, count: int) -> int:
        """The mode that promises to take least."""
        self._race.start(count)
        return self._race.best()

    def pass_by(self, count: int, thorough: bool) -> None:
        """Refute so many pushes, and measure other modes; all that take less, if thorough."""
        self._race.start(count)
        costs: dict[int, float] = {}
        capped: set[int] = set()
        for mode, cap in self._race.attempts():
            if self._attempt(count, mode, cap, costs, _nowhere):
                capped.discard(mode)
                break
            capped.add(mode)
        others = self._race.rivals if thorough else self._race.measurements
        for other, cap in others(mode, costs[mode]):
            if not self._attempt(count, other, cap, costs, _nowhere):
                capped.add(other)
        self._race.finish(costs, capped)

    def refute(self, count: int, packed: IO[bytes]) -> int:
        """Write a certificate that no plan has so many pushes; return its number of cases."""
        self._race.start(count)
        for mode, cap in self._race.attempts():
            packed.seek(0)
            packed.truncate()
            with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as text:
                text.write(head(count, mode))
                cases = self._attempt(count, mode, cap, {}, text.write)
            if cases:
                break
        return cases

    def _attempt(self, count: int, mode: int, cap: float, costs: dict[int, float], put: Put) -> int:
        """How many cases that has in one mode; 0 if it costs more than the cap. Notes the cost."""
        work = Work(lambda _: self._tick(), nodes_for(mode, cap))
        self._tick()
        try:
            cases = self._writer.refute(count, mode, work, put)
        except Capped:
            cases = 0
        costs[mode] = cost_of(mode, work.nodes)
        return cases


def _nowhere(_: bytes) -> None:
    """Where a certificate goes that nobody wants."""


def head(count: int, mode: int) -> bytes:
    """A certificate's first two lines."""
    return f"ravensburger lower bound 2\npushes {count} from {end_of(mode)}\n".encode("ascii")


def end_of(mode: int) -> str:
    """Where the mode begins, as the second line has it."""
    return "goal" if mode == BACKWARD else f"start cut {mode}" if mode else "start"


class Tree(Slots):
    """A search's slots, which write down how it splits them.

    Attributes:
        cases: how many have been refuted so far.
        numbers: by level, how many cubes there were in the last one above.
    """

    def __init__(self, tables: Tables, count: int, put: Put, part: Part = WHOLE) -> None:
        super().__init__(tables, count, tables.types, lump=True)
        self.cases = 0
        self._put, self._case = put, "."
        self._begin, self._end = part
        self.numbers = [0] * (0 if part == WHOLE else max(map(len, part)))
        self._place, self._depth, self._writing = BEGIN, 0, part[0] == BEGIN < part[1]
        self._lines: list[str] = []
        self._names = [f" {move // 4 + 1}{DIRECTIONS[move % 4]}" for move in range(tables.moves)]

    def refute(self, mode: int, goal_side: GoalSide, work: Work) -> None:
        """Write all but the head. Raises PylabError if there is a plan, and Capped."""
        count, tables = len(self.pushes) - 1, self.tables
        if tables.start == tables.goal:
            self.met()
        elif mode == BACKWARD and count:
            home = [tile == tables.start for tile in range(len(tables.types))]
            Backward(self, 0, home, work, self.met).run(tables.goal)
        elif count:
            Forward(self, mode, Rules(provable=True), goal_side, work, self.met).run()
        self.closed()
        self._flush()

    def enter(self) -> bool:
        """As in Slots."""
        self._depth += 1
        level = self._depth - _CUBES
        if not 0 <= level < len(self.numbers):
            return True
        number = self.numbers[level]
        self.numbers[level] += 1
        self._place = place = (*self._place[:level], number)
        self._writing = self._begin <= place < self._end
        if place >= self._end or (*place[:level], number + 1) <= self._begin:
            self._depth -= 1
            return False
        self.numbers[level + 1 : level + 2] = [0] * (level + 1 < len(self.numbers))
        return True

    def branch(self, slot: int, moves: Sequence[int]) -> None:
        """As in Slots."""
        if not self._writing:
            return
        names = self._names
        self._write(f"S {slot}{''.join([names[move] for move in moves])}\n")

    def cut(self, time: int) -> None:
        """As in Slots."""
        self._case = f". {time}"

    def ordered(self, time: int) -> None:
        """As in Slots."""
        if self._writing:
            self._write(f"C {time}\n")

    def closed(self) -> None:
        """As in Slots."""
        case, self._case = self._case, "."
        self._depth -= 1
        if self._writing:
            self._write(f"{case}\n")
            self.cases += 1

    def _write(self, lines: str) -> None:
        self._lines.append(lines)
        if len(self._lines) >= _LINES:
            self._flush()

    def _flush(self) -> None:
        self._put("".join(self._lines).encode("ascii"))
        self._lines = []

    def met(self) -> bool:
        """There is a plan, or so it seems: PylabError says so."""
        raise has_plan(len(self.pushes) - 1)


def has_plan(count: int) -> PylabError:
    """What is raised instead of a certificate."""
    return PylabError(f"there is a plan with {count} pushes or fewer")
