"""The game's step: where the arrows of a square lead; knows no search, no drawing, no checker.

All but the checker, which has a step of its own, ask here what a colour makes of d.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pylab.families.alice.model import COLOURS, DIRECTIONS, STAY, Colour, Maze, State

Obstacle = Literal["", "outside", "blank"]
"""Why one can't land somewhere, if one can't."""


def changed(d: int, colour: Colour) -> int:
    """What a square of this colour makes of d."""
    match colour:
        case "white" | "black":
            return d
        case "red":
            return d + 1
        case "yellow":
            return d - 1


TINTS = tuple(colour for colour in COLOURS if changed(1, colour) != 1)
"""The colours that change d."""


def can_move(maze: Maze, d: int) -> bool:
    """Whether a token with this d has anywhere to go, given an arrow."""
    return d > 0 or maze.backwards


def won(maze: Maze, state: State) -> bool:
    """Whether the token has landed on the goal, which ends a route."""
    return state.square == maze.goal


def leaps(maze: Maze, state: State) -> Iterator[tuple[str, State, Obstacle]]:
    """The directions in which a state's arrows point, clockwise, and where each leads.

    None from where one has won. Where one can't land, d stays as it is.
    """
    stays = won(maze, state) or not can_move(maze, state.d)
    names = () if stays else maze.arrows_of(state.square)
    for name in names if state.d else (STAY,) * bool(names):
        dx, dy = DIRECTIONS.get(name, (0, 0))
        to = (state.x + dx * state.d, state.y + dy * state.d)
        if not maze.inside(to):
            yield name, State(*to, state.d), "outside"
        elif maze.is_blank(to):
            yield name, State(*to, state.d), "blank"
        else:
            colour = maze.colour_of(state.square if maze.departure else to)
            yield name, State(*to, changed(state.d, colour)), ""
