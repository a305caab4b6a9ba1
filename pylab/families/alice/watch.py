"""A maze as something to watch and to play: `scene.lp` draws it, `watch.js` has the rules."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from pylab.families.alice.draw import pictured, window
from pylab.families.alice.format import LETTERS, read
from pylab.families.alice.model import (
    STAY,
    Closed,
    Colour,
    Design,
    Maze,
    Move,
    Rivals,
    Route,
    State,
    Unique,
    Witness,
    designed,
)
from pylab.families.alice.moves import TINTS, changed, leaps, won
from pylab.family.film import on_scene
from pylab.family.script import Game, LaterTexts, Lesson, Script, Turn, Way, rules_beside
from pylab.text.source import Source


def script(maze: Maze, witnesses: Sequence[Witness]) -> Script:
    """The game in this maze, or in the one that a design makes of it, and the routes."""
    for design in [each for each in witnesses if isinstance(each, Design)][:1]:
        maze = laid_out(maze, design)
    routes = [route for witness in witnesses for route in routes_of(witness)]
    ways = [_way(maze, route, index) for index, route in enumerate(routes, 1)]
    left_out = window(maze)[1]
    return on_scene(
        pictured(maze, page=True),
        known={
            "letters": {letter: colour for colour, letter in LETTERS.items() if letter},
            "changes": {colour: changed(1, colour) - 1 for colour in TINTS},
        },
        rules=rules_beside(__file__),
        ways=tuple(way for way in ways if way is not None) if not left_out else (),
        howto="Follow the arrows, d squares at a time; the signs on squares change d. Click the "
        "square to land on.",
        playable=not left_out,
        remark="Too large to be played: a part of it is drawn." if left_out else _remark(witnesses),
        lesson=_lesson(maze),
        game=_game(maze, routes),
    )


def laid_out(maze: Maze, design: Design) -> Maze:
    """The designed maze; the maze itself for a design that makes none."""
    try:
        return designed(maze, design)
    except ValueError:
        return maze


def routes_of(witness: Witness) -> Sequence[Sequence[Move]]:
    """The routes that a witness is about."""
    match witness:
        case Route(moves) | Unique(moves):
            return (moves,)
        case Rivals(moves, others):
            return (moves, others)
    return ()


def _game(maze: Maze, routes: Sequence[Sequence[Move]]) -> Game:
    """The same in a terminal; there no maze is too large."""
    picture = functools.cache(lambda: pictured(maze))  # pages need no second one

    def turns(state: State) -> Iterator[Turn]:
        for direction, target in _onward(maze, state):
            yield Turn(_told(direction, target), target, (target.x - state.x, target.y - state.y))

    def frame(passed: Sequence[State]) -> str:
        here = passed[-1]
        return f"at ({here.x}, {here.y}), d = {here.d}\n{picture().text(here=here.square)}\n"

    answers = [[maze.first, *(move.state for move in route)] for route in routes]
    return Game(maze.first, turns, lambda state: won(maze, state), frame, answers)


_EXAMPLE = """3 3
#,r,se   #,b,se_w !,,
#,b,ne   #,b,e_nw #,b,s
?,b,n    #,r,ne_e #,b,n_nw
"""


def _lesson(maze: Maze) -> Lesson:
    when, until = ("Leaving", " for the next jump") if maze.departure else ("Landing on", "")
    first, *others = TINTS
    told = [f"a {first} square makes d {_made(first)}"]
    told += [f"a {each} one makes it {_made(each)}" for each in others]
    onward = "You can move on at d = 0 and below, against the arrows"
    zero = onward if maze.backwards else "At d = 0 you are stuck"
    return Lesson(
        (
            "The token follows an arrow of the square it stands on, straight, exactly d squares; "
            "d begins at 1.",
            f"{when} {', '.join(told)}{until}. {zero}.",
            "Land on the goal. You jump over the squares in between, even over the goal. You can't "
            "land on blank squares.",
        ),
        lambda: script(read(Source("example", _EXAMPLE)), ()),
        ("n", "ne", "w", "se", "n"),
    )


def _made(colour: Colour) -> str:
    """What a colour makes of d, in words."""
    one, two = (changed(d, colour) for d in (1, 2))
    words = {(2, 3): "one larger", (0, 1): "one smaller"}
    return words.get((one, two), f"{one} if it is 1, {two} if it is 2")


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


def _onward(maze: Maze, state: State) -> Sequence[tuple[str, State]]:
    """The moves from a state; none if an invalid route left the grid."""
    if not maze.inside(state.square):
        return ()
    return [(name, to) for name, to, obstacle in leaps(maze, state) if not obstacle]


def _told(direction: str, target: State) -> str:
    way = "stay" if direction == STAY else direction
    return f"{way} to ({target.x}, {target.y}), d = {target.d}"


def _way(maze: Maze, route: Sequence[Move], index: int) -> Way | None:
    """The route by the directions of its moves; None if one of them can't be made."""
    passed = [maze.first, *(move.state for move in route)]
    for state, move in zip(passed, route, strict=False):
        if (move.direction, move.state) not in _onward(maze, state):
            return None

    def frames() -> Sequence[str]:
        picture = pictured(maze)
        words = [f"the start, d = {maze.first.d}", *(f"move {move.step}: {move}" for move in route)]
        return [
            f"{each}\n{picture.text(here=state.square)}"
            for each, state in zip(words, passed, strict=True)
        ]

    return Way(f"route {index}", tuple(move.direction for move in route), LaterTexts(frames))
