"""Abbott's rules, as the checker has them: where an arrow leads, and what becomes of d there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pylab.families.alice.model import DIRECTIONS, STAY, Colour, Maze, State


@dataclass(frozen=True, slots=True)
class Flight:
    """Where an arrow leads: the square, and d if one lands there; what is wrong with it if not."""

    state: State
    obstacle: str = ""


def fly(maze: Maze, state: State, direction: str) -> Flight:
    """Follow an arrow straight for d squares, whatever lies between."""
    dx, dy = DIRECTIONS.get(direction, (0, 0))
    target = (state.x + state.d * dx, state.y + state.d * dy)
    if not maze.inside(target):
        return Flight(State(*target, state.d), "outside")
    if maze.is_blank(target):
        return Flight(State(*target, state.d), "blank")
    coloured = state.square if maze.departure else target
    return Flight(State(*target, recoloured(state.d, maze.colour_of(coloured))))


@cache
def recoloured(d: int, colour: Colour) -> int:
    """Abbott's rule: red makes d one larger, yellow one smaller."""
    match colour:
        case "red":
            return d + 1
        case "yellow":
            return d - 1
        case "black" | "white":
            return d


def won(maze: Maze, state: State) -> bool:
    """Abbott's rule: a route ends when it lands on the goal."""
    return state.square == maze.goal


def directions(maze: Maze, state: State) -> tuple[str, ...]:
    """The moves that a state's square and d leave to try: its arrows, none for a dead state."""
    if won(maze, state) or (state.d <= 0 and not maze.backwards):
        return ()
    arrows = maze.arrows_of(state.square)
    return (STAY,) if arrows and state.d == 0 else arrows


def moves(maze: Maze, state: State) -> list[tuple[str, State]]:
    """The directions in which one can move, each with the state it leads to."""
    flights = ((direction, fly(maze, state, direction)) for direction in directions(maze, state))
    return [(direction, flight.state) for direction, flight in flights if not flight.obstacle]
