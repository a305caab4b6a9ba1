"""The lazy search, the beams and a checker of certificates in C++; `lazy`, `beam` explain them."""

from __future__ import annotations

import gzip
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from typing import BinaryIO

from pylab.base import native
from pylab.base.native import Message
from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.ravensburger import certificate, goal_side, lazy
from pylab.families.ravensburger.certificate import WHOLE, Part, Place, Put, has_plan
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Capped, Slots, Work

SITUATION = 30
"""What it costs a beam to judge a situation, on the scale of `race.cost_of`."""

_PIECE = 1 << 14
"""Bytes of a certificate that are checked at once."""

_NO_CAP = 1 << 62
"""So many nodes nobody has seen."""


def takes(board: Board) -> bool:
    """Whether there is C++, and the board is small enough for it."""
    return native.available() and board.size <= native.limit("rows")


class Decider(lazy.Decider):
    """As in `lazy`, for a board that is taken; with more pushes than C++ takes, Python goes on."""

    def __init__(self, tables: Tables, rules: lazy.Rules) -> None:
        super().__init__(tables, rules)
        self._kept = _decider(tables, rules)

    def decide(
        self,
        count: int,
        mode: int,
        work: Work,
        met: Callable[[Slots], bool],
        slack: int | None = None,
    ) -> bool:
        """As in `lazy`."""
        if count > native.limit("pushes"):
            return super().decide(count, mode, work, met, slack)

        def answer(asked: Message) -> bytes:
            return b"y" * met(Slots.of(self.tables, list(_lists(asked.numbers))))

        return bool(
            _searched(
                self._kept, "decide", [count, mode, slack is not None, slack or 0], work, answer
            )[0]
        )


class Writer(certificate.Writer):
    """As in `certificate`, as `Decider` is: the same lines."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._kept = _decider(tables, lazy.Rules(provable=True), _WRITER_FORKS)

    def refute(self, count: int, mode: int, work: Work, put: Put, part: Part = WHOLE) -> int:
        """As in `certificate`."""
        if count > native.limit("pushes"):
            return super().refute(count, mode, work, put, part)
        return self._write(count, mode, work, put, part)[1]

    def cubes(self, count: int, mode: int, place: Place) -> int:
        """As in `certificate`."""
        if count > native.limit("pushes"):
            return super().cubes(count, mode, place)
        nowhere = ((*place, 0), (*place, 0))
        _, _, *numbers = self._write(count, mode, Work(lambda _: None), lambda _: None, nowhere)
        return numbers[len(place)]

    def _write(self, count: int, mode: int, work: Work, put: Put, part: Part) -> Sequence[int]:
        def answer(asked: Message) -> bytes:
            if not asked.text:
                return b"y" * self._met(count)
            put(asked.text)
            return b""

        places = [number for place in part for number in (len(place), *place)]
        given = [count, mode, int(part == WHOLE), *([0, 0] if part == WHOLE else places)]
        return _searched(self._kept, "write", given, work, answer)

    def _met(self, count: int) -> bool:
        raise has_plan(count)


def _board(tables: Tables) -> list[int]:
    return [tables.size, tables.start, tables.goal]


_WRITER_FORKS = 600_000
"""The forks that a writer of certificates keeps: on competition board 0215 it takes 178 MB."""


def _decider(tables: Tables, rules: lazy.Rules, most: int | None = None) -> native.Kept:
    chosen = [int(each) for each in astuple(rules)]
    forks = min(most or goal_side.MOST_FORKS, goal_side.MOST_FORKS)
    given = [*_board(tables), len(chosen), *chosen, forks]
    return native.Kept(given, tables.types)


def _searched(
    kept: native.Kept, name: str, given: list[int], work: Work, answer: native.Answering
) -> Sequence[int]:
    """What a search finds, as numbers; its nodes are in `work`. Raises Capped."""

    def tell(nodes: int) -> None:
        work.nodes = nodes
        work.tick(nodes)

    cap = -1 if work.cap is None else min(work.cap, _NO_CAP)
    told = native.run(name, [*given[:2], cap, *given[2:]], tell=tell, answer=answer, kept=kept)
    work.nodes = told.figure
    if told.capped:
        raise Capped
    return told.numbers


def _lists(numbers: array[int]) -> Iterator[list[int]]:
    """Lists, each of which comes after its length."""
    at = 0
    while at < len(numbers):
        start, at = at + 1, at + 1 + numbers[at]
        yield numbers[start:at].tolist()


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

    told = native.run("beam", [*_board(tables), width, radius, limit], tables.types, tell=tell)
    tell(told.figure)
    found, *moves = told.numbers
    return tuple(moves) if found else None


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
    with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:

        def answer(_: Message) -> bytes:
            tick()
            return unpacked.read(_PIECE)

        try:
            told = native.run(
                "check_certificate",
                [*_board(tables), *share],
                tables.types,
                tell=lambda _: tick(),
                answer=answer,
            )
        except (OSError, EOFError, zlib.error) as error:
            return _refused("compression", f"the certificate can't be unpacked: {error}")
    right, pushes, number = told.numbers
    if not right:
        return _refused(*told.text.decode().split("\n", 1))
    fewer, cases = counted(pushes + 1, "push", "pushes"), counted(number, "case")
    return Verdict(summary=f"no plan has fewer than {fewer}; {cases} refuted", by=native.CHECKER)


def _refused(code: str, message: str) -> Verdict:
    return Verdict((Problem(code, message),), by=native.CHECKER)
