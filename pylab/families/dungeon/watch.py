"""A dungeon as something to watch and to play; knows the machine of `world`, and no rule beyond.

A move is a walk on which nothing happens before its last step, so a click leads as far as that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pylab.families.dungeon import dotfile
from pylab.families.dungeon.check import Played, played
from pylab.families.dungeon.draw_graph import placed
from pylab.families.dungeon.draw_text import picture
from pylab.families.dungeon.dungeonfile import read
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    Dungeon,
    Instance,
    Mission,
    Place,
    Play,
    Priced,
    Route,
    Safe,
    Stuck,
    Survey,
    Thrift,
    Tile,
    Unsolvable,
    Wasted,
    Witness,
)
from pylab.families.dungeon.terms import place_symbol
from pylab.families.dungeon.world import State, World, bits, world_of
from pylab.family.film import on_scene
from pylab.family.script import Game, Lesson, Script, Turn, Way, rules_beside
from pylab.text.source import Source

_MOST_FRAMES = 300_000
"""How many places all frames of a way may show together; a longer way has no frames."""

Spot = tuple[float, float]


def script(instance: Instance, witnesses: Sequence[Witness]) -> Script:
    """The game in this dungeon or mission graph, and the plays.

    Raises InstanceError for a survey.
    """
    world = world_of(instance)
    assert not isinstance(instance, Survey)
    tiles = isinstance(instance, Dungeon)
    routes = [each.route if isinstance(each, Priced) else each for each in witnesses]
    plays = [each for each in routes if isinstance(each, Play)]
    ways = [_way(instance, world, play, index) for index, play in enumerate(plays, 1)]
    picture = FAMILY.pictured(instance, page=True, more=() if tiles else placed(instance))
    targets = picture.targets()
    spots = [targets[name] for name in _clicked(world)]
    rooms = _rooms(instance, dict(zip(world.places, spots, strict=True)), picture.unit)
    return on_scene(
        picture,
        places=targets,
        game=_game(instance, world, spots, plays),
        views=rooms if len(rooms) > 1 else (),
        rules=rules_beside(__file__),
        ways=tuple(way for way in ways if way is not None),
        howto=f"Click a marked {'tile' if tiles else 'room'} to walk there. Things are collected "
        "and doors opened by walking onto them; a key or a bomb opens one door.",
        remark=_remark(witnesses),
        lesson=_LESSON if tiles else _MISSION_LESSON,
    )


def _clicked(world: World) -> Sequence[str]:
    """The names of what is clicked to walk to each place."""
    return [f"p({place_symbol(place)})" for place in world.places]


def _rooms(
    instance: Dungeon | Mission, spots: Mapping[Place, Spot], unit: float
) -> tuple[tuple[float, float, float, float], ...]:
    """The rooms' left and upper edges, widths and heights, with a little space around."""
    if isinstance(instance, Mission):
        return ()
    found = {}
    for place, (x, y) in spots.items():
        assert isinstance(place, Tile)
        found[place.room] = x - (place.x + 0.5) * unit, y - (place.y + 0.5) * unit
    gap = _GAP * unit
    return tuple(
        (
            found[each.name][0] - gap,
            found[each.name][1] - gap,
            each.width * unit + 2 * gap,
            each.height * unit + 2 * gap,
        )
        for each in instance.chambers
        if each.name in found
    )


_GAP = 0.3
"""The space around a room, in tiles."""


def _game(
    instance: Dungeon | Mission, world: World, spots: Sequence[Spot], plays: Sequence[Play]
) -> Game:
    """The same in a terminal, step by step."""

    def turns(state: State) -> Iterator[Turn]:
        here = state[0]
        for way in world.ways[here] if not world.goals[here] else ():
            after = world.enter(way, state)
            if after is None or after == state:
                continue
            opened = [world.locks[bit] for bit in bits(after[2] & ~state[2])]
            words = f"to {world.places[way[0]]}" + "".join(f", opening {each}" for each in opened)
            (x, y), (x1, y1) = spots[here], spots[way[0]]
            yield Turn(words, after, (x1 - x, y1 - y))

    def frame(passed: Sequence[State]) -> str:
        places = [world.places[state[0]] for state in passed]
        return _frame(instance, world, places, len(passed) - 1, passed[-1])

    steps = (_steps(world, played(instance, play)) for play in plays)
    answers = [[state for _, state in each] for each in steps if each]
    return Game(world.first(), turns, lambda state: world.goals[state[0]], frame, answers)


_EXAMPLE = """dungeon example
start keys=0 bombs=0
legend g = door key gate
room Hall at 0,0
######
#..k.#
#@...g
######
room Vault at 0,1
#####
#..T#
g...#
#####
"""
_LINES = (
    "Walk to the goal. You collect things by walking onto them.",
    "A key opens one locked door for good, and a bomb opens one cracked wall. Items and "
    "switches open other ways.",
    "If you spend a key on the wrong door, or go down a one-way, you may get stuck.",
)
_LESSON = Lesson(
    _LINES,
    lambda: script(read(Source("example", _EXAMPLE)), ()),
    ("5", "6", "2", "6", "7", "8 opens 0", "12", "13", "14", "15", "11"),
)
_MISSION = """digraph {
0 [label="s"]
1 [label="e,k"]
2 [label="t"]
0 -> 1
1 -> 0
0 -> 2 [label="k"]
2 -> 0 [label="k"]
}
"""
_MISSION_LESSON = Lesson(
    _LINES, lambda: script(dotfile.read(Source("example", _MISSION)), ()), ("1", "0", "2 opens 0")
)


def _remark(witnesses: Sequence[Witness]) -> str:
    match witnesses:
        case [] | [Route() | Priced() | Thrift(), *_]:
            return ""
        case [Stuck() | Wasted(), *_]:
            return "At the end nothing is left to collect or open, and the goal is out of reach."
        case [Safe(), *_]:
            return "Nobody gets locked out: whatever one does, the goal can still be reached."
        case [Unsolvable(), *_]:
            return "No play reaches the goal."
    return "This answer is no play to be watched."


# ways


def _way(instance: Dungeon | Mission, world: World, play: Play, index: int) -> Way | None:
    """The play step by step; None if it is not possible."""
    steps = _steps(world, played(instance, play))
    if not steps:
        return None
    name = "stuck play" if isinstance(play, Stuck | Wasted) else "play"
    moves, states = [move for move, _ in steps[1:]], [state for _, state in steps]
    frames: tuple[str, ...] = ()
    if len(states) * len(world.places) <= _MOST_FRAMES:
        numbered = enumerate(states)
        walked = [world.places[state[0]] for state in states]
        frames = tuple(_frame(instance, world, walked, *each) for each in numbered)
    return Way(f"{name} {index}", tuple(moves), frames)


def _steps(world: World, play: Played) -> list[tuple[str, State]]:
    """The moves of a play that is possible, with the states they lead to; the first has no move."""
    numbers = {place: index for index, place in enumerate(world.places)}
    found = [("", world.first())] if play.states else []
    for now in play.states[1:]:
        state = found[-1][1]
        for way in world.ways[state[0]]:
            after = world.enter(way, state) if way[0] == numbers[now.place] else None
            if after is None or {world.locks[bit] for bit in bits(after[2])} != now.opened:
                continue
            if after != state:  # else it is a passage from a room to itself
                opened = bits(after[2] & ~state[2])
                found.append((f"{way[0]} opens {opened[0]}" if opened else str(way[0]), after))
            break
    return found


def _frame(
    instance: Dungeon | Mission, world: World, places: Sequence[Place], step: int, state: State
) -> str:
    keys = world.keys_in_hand(state[1], state[2])
    bombs = world.bombs_in_hand(state[1], state[2])
    hand = f"keys {keys}" + (f", bombs {bombs}" if world.bomb_locks else "")
    shown = picture(instance, Route(tuple(places[: step + 1])), places[step]).rstrip()
    return f"step {step}: at {places[step]}, {hand}\n{shown}"
