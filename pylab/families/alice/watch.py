"""A maze as something to watch and to play; knows no rule by itself.

All states that can be reached are listed with their moves, as the checker's rules have them; of
a maze with more than STATES, those that the routes pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pylab.families.alice.check.rules import moves as moves_of
from pylab.families.alice.draw import actor, grid_of, laid_out, raster, routes_of, scene
from pylab.families.alice.format import read
from pylab.families.alice.model import (
    STAY,
    Closed,
    Design,
    Maze,
    Move,
    Rivals,
    State,
    Unique,
    Witness,
)
from pylab.family.script import Game, Lesson, Script, Turn, Way
from pylab.text.source import Source

STATES = 1200
"""The most states that a page is given."""

Onward = Mapping[State, Sequence[tuple[str, State]]]


def script(maze: Maze, witnesses: Sequence[Witness]) -> Script:
    """The game in this maze, or in the one that a design makes of it, and the routes."""
    for design in [each for each in witnesses if isinstance(each, Design)][:1]:
        maze = laid_out(maze, design)
    routes = [route for witness in witnesses for route in routes_of(witness)]
    onward, whole = _listed(maze, routes)
    ways = [_way(maze, onward, route, index) for index, route in enumerate(routes, 1)]
    return Script(
        scene=scene(maze),
        data=_data(maze, onward),
        ways=tuple(way for way in ways if way is not None),
        howto="Follow the arrows, d squares at a time; the signs on squares change d. Click the "
        "square to land on.",
        trail="token",
        playable=whole,
        remark=_remark(witnesses) if whole else f"Too large to be played: over {STATES} states.",
        lesson=_lesson(maze),
        board=tuple(_row(maze, y) for y in range(maze.height)),
        game=_game(maze, routes),
    )


def _game(maze: Maze, routes: Sequence[Sequence[Move]]) -> Game:
    """The same in a terminal; there no maze is too large."""

    def turns(state: State) -> Iterator[Turn]:
        for direction, target in _onward(maze, state):
            yield Turn(_told(direction, target), target, (target.x - state.x, target.y - state.y))

    def frame(passed: Sequence[State]) -> str:
        return f"at ({passed[-1].x}, {passed[-1].y}), d = {passed[-1].d}\n" + str(
            raster(maze, token=passed[-1])
        )

    answers = [[maze.first, *(move.state for move in route)] for route in routes]
    return Game(maze.first, turns, lambda state: state.square == maze.goal, frame, answers)


_EXAMPLE = """3 3
#,r,se   #,b,se_w !,,
#,b,ne   #,b,e_nw #,b,s
?,b,n    #,r,ne_e #,b,n_nw
"""


def _row(maze: Maze, y: int) -> str:
    """A row in words: of each square, what it is, its colour and its arrows."""
    told = []
    for x in range(maze.width):
        named = {maze.goal: "the goal", maze.start: "the start"}.get((x, y))
        colour, arrows = maze.colour_of((x, y)), " ".join(maze.arrows_of((x, y)))
        told.append(f"{x} {', '.join(filter(None, [named, colour, arrows or 'no arrow']))}")
    return f"Row {y}: {'; '.join(told)}"


def _lesson(maze: Maze) -> Lesson:
    when = "Leaving" if maze.departure else "Landing on"
    zero = "You can move on at d = 0 and below, against the arrows"
    return Lesson(
        (
            "The token follows an arrow of the square it stands on, straight, exactly d squares; "
            "d begins at 1.",
            f"{when} a red square makes d one larger, a yellow one makes it one smaller. "
            f"{zero if maze.backwards else 'At d = 0 you are stuck'}.",
            "Land on the goal. You jump over the squares in between, even over the goal. You can't "
            "land on blank squares.",
        ),
        lambda: script(read(Source("example", _EXAMPLE)), ()),
        ("0", "0", "1", "0", "0"),
    )


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


def _data(maze: Maze, onward: Onward) -> Mapping[str, Any]:
    """What the rules in `player/graph.js` take."""
    grid = grid_of(maze)
    numbers = {state: index for index, state in enumerate(onward)}
    return {
        "start": numbers[maze.first],
        "states": [
            [
                {"token": {"at": list(grid.centre(*state.square))}, "d": {"text": str(state.d)}},
                [
                    ["square", f"({state.x}, {state.y})"],
                    ["d", str(state.d)],
                    ["colour", maze.colour_of(state.square)],
                ],
                [
                    [actor(target.square), _told(direction, target), numbers[target], _HOP]
                    for direction, target in moves
                    if target in numbers
                ],
                state.square == maze.goal,
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
    frames = [f"the start, d = {state.d}\n{raster(maze, token=state)}"]
    known = set(onward)
    for move in route:
        legal = [pair for pair in onward.get(state, ()) if pair[1] in known]
        if (move.direction, move.state) not in legal:
            return None
        ids.append(str(legal.index((move.direction, move.state))))
        state = move.state
        frames.append(f"move {move.step}: {move}\n{raster(maze, token=state)}")
    return Way(f"route {index}", tuple(ids), tuple(frames))
