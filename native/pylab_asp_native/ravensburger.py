"""The twin of `pylab.families.ravensburger`'s lazy search and beams; see there for the ideas."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import astuple
from typing import Any, BinaryIO

from pylab.families.ravensburger import goal_side, lazy
from pylab.families.ravensburger.certificate import Put, PythonWriter, has_plan
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Capped, Slots, Work
from pylab.verdict import Problem, Verdict
from pylab_asp_native import _core

FITS = 2
"""See `pylab.native`."""

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

        found, _ = _decide(self._core, count, mode, work, met_all, None)
        return found


class Writer:
    """As in `certificate`: the same lines."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._core = _decider(tables, lazy.Rules(commute=False))
        self._beyond: PythonWriter | None = None

    def refute(self, count: int, mode: int, work: Work, put: Put) -> int:
        """As in `certificate`."""
        if count > int(_core.MOST_PUSHES):
            self._beyond = self._beyond or PythonWriter(self.tables)
            return self._beyond.refute(count, mode, work, put)

        def met(_: list[list[int]]) -> bool:
            raise has_plan(count)

        return _decide(self._core, count, mode, work, met, put)[1]


def _decider(tables: Tables, rules: lazy.Rules) -> Any:
    return _core.Decider(
        tables.size,
        tables.types,
        tables.start,
        tables.goal,
        list(astuple(rules)),
        goal_side.MOST_FORKS,
    )


def _decide(
    core: Any,
    count: int,
    mode: int,
    work: Work,
    met: Callable[[list[list[int]]], bool],
    put: Put | None,
) -> tuple[bool, int]:
    """Whether there is a plan, and how many cases were put. Raises Capped."""

    def tell(nodes: int) -> None:
        work.nodes = nodes
        work.tick(nodes)

    cap = -1 if work.cap is None else min(work.cap, _NO_CAP)
    found, work.nodes, cases = core.decide(count, mode, cap, tell, met, put)
    if found is None:
        raise Capped
    return bool(found), int(cases)


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
    board: Board, stream: BinaryIO, tick: Callable[[], None] = lambda: None
) -> Verdict:
    """As in `certificate_check`, which it neither uses nor resembles: a second word on it."""
    if board.rules:
        return _refused("rules", "certificates are about the competition's rules only")
    tables = Tables(board)
    checker = _core.CertificateChecker(tables.size, tables.types, tables.start, tables.goal)
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
