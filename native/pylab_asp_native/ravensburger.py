"""The twin of `pylab.families.ravensburger`'s lazy search and beams; see there for the ideas."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any, BinaryIO

from pylab.base.verdict import Problem, Verdict
from pylab.families.ravensburger import goal_side, lazy
from pylab.families.ravensburger.certificate import WHOLE, Part, Place, Put, PythonWriter, has_plan
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Capped, Slots, Work
from pylab_asp_native import _core

FITS = 3
"""See `pylab.base.native`."""

SITUATION = 30
"""What it costs a beam to judge a situation, on the scale of `race.cost_of`."""

_PIECE = 1 << 14
"""Bytes of a certificate that are checked at once."""

_NO_CAP = 1 << 62
"""So many nodes nobody has seen."""


def takes(board: Board) -> bool:
    """Whether the board is small enough; memory is taken by this, never by what a file claims."""
    return board.size <= int(_core.MOST_ROWS)


class Decider:
    """As in `lazy`, for a board that is taken; with more pushes than C++ takes, Python goes on."""

    def __init__(self, tables: Tables, rules: lazy.Rules) -> None:
        self.tables, self.rules = tables, rules
        self._core = _decider(tables, rules)
        self._beyond: lazy.Decider | None = None

    def decide(self, count: int, mode: int, work: Work, met: Callable[[Slots], bool]) -> bool:
        """As in `lazy`."""
        if count > int(_core.MOST_PUSHES):
            self._beyond = self._beyond or lazy.Decider(self.tables, self.rules)
            return self._beyond.decide(count, mode, work, met)

        def met_all(possible: list[list[int]]) -> bool:
            return met(Slots.of(self.tables, possible))

        tell, cap = _telling(work)
        found, work.nodes = self._core.decide(count, mode, cap, tell, met_all)
        if found is None:
            raise Capped
        return bool(found)


class Writer:
    """As in `certificate`: the same lines."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._core = _decider(tables, lazy.Rules(commute=False))
        self._beyond: PythonWriter | None = None

    def refute(self, count: int, mode: int, work: Work, put: Put, part: Part = WHOLE) -> int:
        """As in `certificate`."""
        if count > int(_core.MOST_PUSHES):
            self._beyond = self._beyond or PythonWriter(self.tables)
            return self._beyond.refute(count, mode, work, put, part)
        return self._write(count, mode, work, put, part)[0]

    def cubes(self, count: int, mode: int, place: Place) -> int:
        """As in `certificate`."""
        if count > int(_core.MOST_PUSHES):
            return PythonWriter(self.tables).cubes(count, mode, place)
        nowhere = ((*place, 0), (*place, 0))
        _, numbers = self._write(count, mode, Work(lambda _: None), lambda _: None, nowhere)
        return numbers[len(place)]

    def _write(
        self, count: int, mode: int, work: Work, put: Put, part: Part
    ) -> tuple[int, Sequence[int]]:
        tell, cap = _telling(work)
        whole = part == WHOLE
        found, work.nodes, cases, numbers = self._core.write(
            count, mode, cap, tell, self._met(count), put, whole, *part
        )
        if found is None:
            raise Capped
        return int(cases), numbers

    def _met(self, count: int) -> Callable[[list[list[int]]], bool]:
        def met(_: list[list[int]]) -> bool:
            raise has_plan(count)

        return met


def _decider(tables: Tables, rules: lazy.Rules) -> Any:
    return _core.Decider(
        tables.size,
        tables.types,
        tables.start,
        tables.goal,
        list(astuple(rules)),
        goal_side.MOST_FORKS,
    )


def _telling(work: Work) -> tuple[Callable[[int], None], int]:
    """What hears how far a search is, and its cap."""

    def tell(nodes: int) -> None:
        work.nodes = nodes
        work.tick(nodes)

    return tell, -1 if work.cap is None else min(work.cap, _NO_CAP)


def beam(
    board: Board, width: int, radius: int, limit: int, tick: Callable[[], None] = lambda: None
) -> tuple[int, ...] | None:
    """As in `beam`: the same plans; ticks come in heaps."""
    tables = Tables(board)
    ticks = 0

    def tell(judged: int) -> None:
        nonlocal ticks
        while ticks < judged:
            ticks += 1
            tick()

    start, goal = tables.start, tables.goal
    found, judged = _core.beam(tables.size, tables.types, start, goal, width, radius, limit, tell)
    tell(judged)
    return None if found is None else tuple(found)


def check_certificate(
    board: Board,
    stream: BinaryIO,
    tick: Callable[[], None] = lambda: None,
    share: tuple[int, int] = (0, 1),
) -> Verdict:
    """As in `certificate_check`, which it neither uses nor resembles: a second word on it."""
    if board.rules:
        return _refused("rules", "certificates are about the competition's rules only")
    tables = Tables(board)
    checker = _core.CertificateChecker(tables.size, tables.types, tables.start, tables.goal, *share)
    try:
        with gzip.GzipFile(fileobj=stream) as unpacked:
            while text := unpacked.read(_PIECE):
                tick()
                if not checker.feed(text):
                    break
    except (OSError, EOFError, zlib.error) as error:
        return _refused("compression", f"the certificate can't be unpacked: {error}")
    if not checker.end():
        return _refused(checker.code, checker.message)
    fewer = "1 push" if checker.pushes == 0 else f"{checker.pushes + 1} pushes"
    cases = "1 case" if checker.cases == 1 else f"{checker.cases} cases"
    return Verdict(summary=f"no plan has fewer than {fewer}; {cases} refuted", by="C++")


def _refused(code: str, message: str) -> Verdict:
    return Verdict((Problem(code, message),), by="C++")
