"""The board, its pushes and plans as frozen data; knows no file format and no solver.

Fields are (row, column), both from 1, rows from the south, columns from the west, as in the ASP
Competition 2013.
"""

from __future__ import annotations

from dataclasses import dataclass

Field = tuple[int, int]

STEPS = {"n": (1, 0), "e": (0, 1), "s": (-1, 0), "w": (0, -1)}
"""What one step towards a direction adds to row and column."""

OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}

WALK_FIRST, FIXED_LINES, NO_UNDO, LOST_TILES, EXACT = RULES = (
    "walk_first",
    "fixed_lines",
    "no_undo",
    "lost_tiles",
    "exact",
)
"""Rules that differ from the competition's: the avatar also walks before the first push; lines with
odd numbers can't be pushed; no push takes back the one before; a tile that drops off is lost, with
whoever stands on it, and a blank one, open to no side, enters at the other end; a plan has exactly
max_steps pushes."""

COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle: the board before the first push.

    Attributes:
        size: rows, and columns.
        connections: (row, column, direction) for each side that a field is open towards.
        start: the avatar's field.
        goal: the goal's field.
        max_steps: the most pushes that a plan may have.
        rules: those of RULES that are in force; the competition has none of them.
    """

    size: int
    connections: frozenset[tuple[int, int, str]]
    start: Field
    goal: Field
    max_steps: int
    rules: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class Push:
    """At a step (from 1), a line moves one place: a row for e and w, a column for n and s."""

    step: int
    line: int
    direction: str

    def __str__(self) -> str:
        line = "row" if self.direction in "ew" else "column"
        return f"{line} {self.line} moves {COMPASS[self.direction]}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Pushes by step; whether they make a plan that the rules allow is the checker's matter."""

    pushes: tuple[Push, ...]
