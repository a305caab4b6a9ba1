"""A board with its robots, and plans, as frozen data; knows no file format and no solver."""

from dataclasses import dataclass

Field = tuple[int, int]
"""Column and row, both from 1, eastwards and southwards, as in the ASP Competition 2013."""

STEPS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}
"""What one step towards a direction adds to column and row."""

OPPOSITE = {"east": "west", "south": "north", "west": "east", "north": "south"}


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle: barriers (column, row, direction), robots by name, whose target is where, and the
    most moves that a plan may have, if there is such a bound."""

    size: int
    barriers: frozenset[tuple[int, int, str]]
    robots: tuple[tuple[str, Field], ...]
    target: tuple[str, Field]
    length: int | None = None

    def beside(self, field: Field, way: str) -> Field | None:
        """The neighbour in a direction; None if a barrier or the wall is in between."""
        there = field[0] + STEPS[way][0], field[1] + STEPS[way][1]
        if (*field, way) in self.barriers or (*there, OPPOSITE[way]) in self.barriers:
            return None
        return there if min(there) > 0 and max(there) <= self.size else None


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """At a step (from 1), a robot slides in a direction."""

    step: int
    robot: str
    way: str

    def __str__(self) -> str:
        return f"{self.robot} slides {self.way}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves by step; of an `exact` one, as the competition has it, some may move nothing."""

    moves: tuple[Move, ...]
    exact: bool = False

    def __str__(self) -> str:
        return "1 move" if len(self.moves) == 1 else f"{len(self.moves)} moves"
