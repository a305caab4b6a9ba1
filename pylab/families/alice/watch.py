"""A maze as something to watch and to play; knows no rule by itself.

All states that can be reached are listed with their moves, as the checker's rules have them; of
a maze with more than STATES, those that the routes pass. Distances are walked backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import Any

from pylab.families.alice.check import moves as moves_of
from pylab.families.alice.draw import picture
from pylab.families.alice.model import (
    DIRECTIONS,
    STAY,
    Closed,
    Design,
    Maze,
    Move,
    Rivals,
    Route,
    Square,
    State,
    Unique,
    Witness,
    designed,
)
from pylab.script import Script, Way
from pylab.svg import Drawing, number

STATES = 1200
"""The most states that a page is given."""

CELL = 64.0
_MARGIN = 30.0

Onward = Mapping[State, Sequence[tuple[str, State]]]


def script(maze: Maze, witnesses: Sequence[Witness]) -> Script:
    """The game in this maze, or in the one that a design makes of it, and the routes."""
    for witness in witnesses:
        if isinstance(witness, Design):
            with suppress(ValueError):  # one that makes no maze, as in pictures, changes nothing
                maze = designed(maze, witness)
            break
    routes = [route for witness in witnesses for route in _routes(witness)]
    onward, whole = _listed(maze, routes)
    ways = [_way(maze, onward, route, index) for index, route in enumerate(routes, 1)]
    return Script(
        scene=_scene(maze),
        data=_data(maze, onward),
        ways=tuple(way for way in ways if way is not None),
        howto="Follow the arrows, d squares at a time. A red square makes d larger, a yellow one "
        "smaller. Click the square to land on.",
        trail="token",
        playable=whole,
        remark=_remark(witnesses) if whole else f"Too large to be played: over {STATES} states.",
    )


def _routes(witness: Witness) -> list[Sequence[Move]]:
    match witness:
        case Route(moves) | Unique(moves):
            return [moves]
        case Rivals(moves, others):
            return [moves, others]
    return []


def _remark(witnesses: Sequence[Witness]) -> str:
    match witnesses:
        case [Closed(states)]:
            these = "this 1 state" if len(states) == 1 else f"these {len(states)} states"
            return f"The goal can't be reached: no move leads out of {these}."
        case [Unique()]:
            return "This is the only shortest route."
        case [Rivals()]:
            return "There is more than one shortest route."
    return ""


# states and moves


def _listed(maze: Maze, routes: Iterable[Sequence[Move]]) -> tuple[Onward, bool]:
    """The moves of all states that can be reached, breadth first, and whether these are all."""
    onward: dict[State, Sequence[tuple[str, State]]] = {}
    seen, queue = {maze.first}, [maze.first]
    for state in queue:
        if len(seen) > STATES:
            passed = [maze.first, *(move.state for route in routes for move in route)]
            return {state: _onward(maze, state) for state in passed}, False
        onward[state] = _onward(maze, state)
        for _, following in onward[state]:
            if following not in seen:
                seen.add(following)
                queue.append(following)
    return onward, True


def _onward(maze: Maze, state: State) -> Sequence[tuple[str, State]]:
    """The moves from a state; the goal ends a route."""
    if state.square == maze.goal or not maze.inside(state.square):
        return ()
    return moves_of(maze, state)


def _distances(maze: Maze, onward: Onward) -> dict[State, int]:
    """How many moves each state is away from the goal, if it can be reached."""
    before: dict[State, list[State]] = {}
    for state, moves in onward.items():
        for _, following in moves:
            before.setdefault(following, []).append(state)
    distance = {state: 0 for state in onward if state.square == maze.goal}
    queue = list(distance)
    for state in queue:
        for each in before.get(state, ()):
            if each not in distance:
                distance[each] = distance[state] + 1
                queue.append(each)
    return distance


def _data(maze: Maze, onward: Onward) -> Mapping[str, Any]:
    """What the rules in `player/graph.js` take."""
    numbers = {state: index for index, state in enumerate(onward)}
    distance = _distances(maze, onward)
    return {
        "start": numbers[maze.first],
        "unit": ["move", "moves"],
        "states": [
            [
                {"token": {"at": list(_centre(state.square))}, "d": {"text": str(state.d)}},
                [
                    ["square", f"({state.x}, {state.y})"],
                    ["d", str(state.d)],
                    ["colour", maze.colour_of(state.square)],
                ],
                [
                    [_name(target.square), _told(direction, target), numbers[target], _HOP]
                    for direction, target in moves
                    if target in numbers
                ],
                distance.get(state),
            ]
            for state, moves in onward.items()
        ],
    }


_HOP = {"token": {"hop": True}}


def _told(direction: str, target: State) -> str:
    way = "stay" if direction == STAY else direction
    return f"{way} to ({target.x}, {target.y}), d = {target.d}"


def _way(maze: Maze, onward: Onward, route: Sequence[Move], index: int) -> Way | None:
    """The route by the indices of its moves; None if one of them can't be made."""
    ids: list[str] = []
    state = maze.first
    frames = [_frame(maze, state, f"the start, d = {state.d}")]
    known = set(onward)
    for move in route:
        legal = [pair for pair in onward.get(state, ()) if pair[1] in known]
        if (move.direction, move.state) not in legal:
            return None
        ids.append(str(legal.index((move.direction, move.state))))
        state = move.state
        frames.append(_frame(maze, state, f"move {move.step}: {move}"))
    return Way(f"route {index}", tuple(ids), tuple(frames))


def _frame(maze: Maze, state: State, heading: str) -> str:
    """The maze in characters, with the token between brackets."""
    lines = picture(maze).splitlines()
    row, column = 3 + 4 * state.y, 4 + 8 * state.x
    line = lines[row].ljust(column + 7)
    lines[row] = f"{line[:column]}[{line[column + 1 : column + 6]}]{line[column + 7 :]}".rstrip()
    return "\n".join([heading, *lines])


# the scene


def _scene(maze: Maze) -> Drawing:
    width, height = maze.width * CELL, maze.height * CELL
    title = f"Alice maze, {maze.width} × {maze.height}"
    around = 2 * _MARGIN
    drawing = Drawing(width + around, height + around, title, left=-_MARGIN, top=-_MARGIN)
    for square in maze.squares():
        if not maze.is_blank(square):
            _draw_square(drawing, maze, square)
    drawing.rect(0, 0, width, height, class_="frame", pointer_events="none")
    for x in range(maze.width):
        drawing.text((x + 0.5) * CELL, -9, str(x), 12, class_="label")
    for y in range(maze.height):
        drawing.text(-14, (y + 0.5) * CELL + 4, str(y), 12, class_="label")
    with drawing.group(id="trail", pointer_events="none"):
        pass
    left, top = _centre(maze.first.square)
    place = f"translate({number(left)} {number(top)})"
    with drawing.group(data_actor="token", transform=place, pointer_events="none"):
        drawing.circle(0, 0, 14, class_="hero")
        drawing.text(
            0, 5.5, str(maze.first.d), 15, class_="on-hero", data_actor="d", font_weight="bold"
        )
    return drawing


def _draw_square(drawing: Drawing, maze: Maze, square: Square) -> None:
    x, y = square[0] * CELL, square[1] * CELL
    with drawing.group(data_actor=_name(square)):
        shade = "shade" if sum(square) % 2 else "floor"
        drawing.rect(x, y, CELL, CELL, class_=shade)
        if square == maze.start:
            drawing.rect(x + 4, y + 4, CELL - 8, CELL - 8, rx=6, class_="start")
        if square == maze.goal:
            _draw_goal(drawing, *_centre(square))
        else:
            _draw_arrows(drawing, maze, square)
        drawing.rect(x + 3, y + 3, CELL - 6, CELL - 6, rx=5, class_="mark")


def _draw_goal(drawing: Drawing, x: float, y: float) -> None:
    drawing.circle(x, y, 23, class_="goal")
    drawing.text(x, y + 4, "GOAL", 11, class_="goal-fill", font_weight="bold")


def _draw_arrows(drawing: Drawing, maze: Maze, square: Square) -> None:
    x, y = _centre(square)
    colour = maze.colour_of(square)
    names = maze.arrows_of(square)
    for name in names:
        drawing.polygon(list(_outline(x, y, name)), class_=colour)
    signed = colour in ("red", "yellow")  # for those who can't tell the colours apart
    if names or signed:
        drawing.circle(x, y, 8 if signed else 4.5, class_=colour)
    if signed:
        drawing.text(x, y + 5, "+" if colour == "red" else "−", 15, class_="sign")


def _outline(x: float, y: float, name: str) -> Iterator[tuple[float, float]]:
    """An arrow from the middle of a square towards its edge."""
    east, south = DIRECTIONS[name]
    length = hypot(east, south)
    right, down = east / length, south / length
    tip = CELL * (0.44 if length == 1 else 0.54)
    half = [(0.0, 2.6), (tip - 13, 2.6), (tip - 14, 7.5), (tip, 0.0)]
    for along, aside in [*half, *((a, -b) for a, b in half[2::-1])]:
        yield x + along * right - aside * down, y + along * down + aside * right


def _name(square: Square) -> str:
    return f"s{square[0]},{square[1]}"


def _centre(square: Square) -> tuple[float, float]:
    return (square[0] + 0.5) * CELL, (square[1] + 0.5) * CELL
