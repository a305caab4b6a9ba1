"""Ravensburger: that no plan of so many pushes exists, by the native engine in Python and in C++,
clingo with the shipped encoding, a textbook encoding and other people's, and by
trying all sequences of pushes in plain C++; and beams, in Python and C++.

Usage: python benchmarks/ravensburger.py [OPTIONS of race.py]
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import race

from pylab.base import native, resources
from pylab.core.question import Means
from pylab.families.ravensburger import beam, compiled
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.family import registry
from pylab.text.source import read_source

FOLDER = race.SHARED / "ravensburger"
HARDEST = [*FOLDER.glob("0083-*"), resources.instances("ravensburger") / "generated-12-5.lp"]


def board(pushes: int) -> Board:
    """The hardest board at hand, with so many pushes allowed: fewer than it takes."""
    made = registry.get("ravensburger").read(read_source(str(HARDEST[0])))
    assert isinstance(made, Board)
    return replace(made, max_steps=pushes)


def numbers(board: Board) -> str:
    """The puzzle as `plain.cpp` reads it."""
    tables = Tables(board)
    head = (board.size, board.max_steps, tables.start, tables.goal)
    return " ".join(map(str, (*head, *tables.types)))


def none(found: int) -> object:
    """The result for a board with or without a plan."""
    return ("found" if found else "none"), None


def plan(cpp: bool = False, engine: str = "clingo", **means: object) -> race.Work | None:
    """The question whether there is a plan, for an engine."""
    return race.asked("ravensburger", "plan", Means(engine=engine, **means), cpp)  # type: ignore[arg-type]


def foreign(path: Path) -> race.Work | None:
    """Another encoding, if it is at hand."""
    return plan(encoding=str(path)) if path.exists() else None


if __name__ == "__main__":
    race.main(
        __doc__,
        [
            race.Race(
                "ravensburger-none",
                "ravensburger: no plan of so many pushes",
                "pushes",
                (1, 2, 3, 4, 5, 6, 7, 8) if len(HARDEST) > 1 else (1, 2, 3, 4),
                board,
                {
                    "native, Python": plan(engine="native"),
                    "native, C++": plan(engine="native", cpp=True),
                    "clingo": plan(),
                    "clingo, textbook": foreign(race.HERE / "textbook.lp"),
                    "clingo, Potassco's": foreign(FOLDER / "encodings/potassco-encoding-single.lp"),
                    "plain C++": race.plain("ravensburger", numbers, none),
                },
                few=3,
            ),
            race.Race(
                "ravensburger-beam",
                "ravensburger: a beam of radius 1, to twelve pushes",
                "width",
                (1, 2, 4, 8, 16, 32, 64),
                lambda width: (board(12), width),
                {
                    "Python": lambda work: beam.beam(*work, 1, 12),
                    "C++": native.available() and (lambda work: compiled.beam(*work, 1, 12)),
                },
            ),
        ],
    )
