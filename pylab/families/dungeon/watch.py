"""A dungeon as something to watch and to play; knows the machine of `world`, and no rule beyond.

A move is a walk on which nothing happens before its last step, so a click leads as far as that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pylab.drawing.svg import Drawing, number
from pylab.families.dungeon import format
from pylab.families.dungeon.check import Played, played
from pylab.families.dungeon.draw_graph import FOOT as GRAPH_FOOT
from pylab.families.dungeon.draw_graph import RADIUS, draw_graph, layout, locks_of
from pylab.families.dungeon.draw_map import CELL, FOOT, GAP, Map
from pylab.families.dungeon.draw_text import picture
from pylab.families.dungeon.dungeonfile import read
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
from pylab.families.dungeon.world import ANY, FREE, Gate, State, World, bits, world_of
from pylab.family.film import by_name
from pylab.family.script import Game, Lesson, Script, Turn, Way, rules_beside
from pylab.text.source import Source

_MOST_FRAMES = 300_000
"""How many places all frames of a way may show together; a longer way has no frames."""

_FLAGS = {"K": "boss key", "I": "item"}

Spot = tuple[float, float]
NamedGate = tuple[str, Gate]
"""What is drawn of a gate, and what it asks for."""


def script(instance: Instance, witnesses: Sequence[Witness]) -> Script:
    """The game in this dungeon or mission graph, and the plays.

    Raises InstanceError for a survey.
    """
    world = world_of(instance)
    assert not isinstance(instance, Survey)
    tiles = isinstance(instance, Dungeon)
    gates = list(_gates(instance, world))
    spots, scene, rooms = _scene(instance, world, gates)
    routes = [each.route if isinstance(each, Priced) else each for each in witnesses]
    plays = [each for each in routes if isinstance(each, Play)]
    found = [_way(instance, world, play, index) for index, play in enumerate(plays, 1)]
    return Script(
        scene=scene,
        data={
            "facts": by_name(format.facts(instance)),
            "unit": CELL if tiles else 0,
            "places": spots,
        },
        rules=rules_beside(__file__),
        ways=tuple(way for way in found if way is not None),
        howto=f"Click a marked {'tile' if tiles else 'room'} to walk there. Things are collected "
        "and doors opened by walking onto them; a key or a bomb opens one door.",
        trail="hero",
        remark=_remark(witnesses),
        lesson=_LESSON,
        game=_game(instance, world, spots, plays),
        views=rooms if len(rooms) > 1 else (),
    )


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
_LESSON = Lesson(
    (
        "Walk to the goal. You collect things by walking onto them.",
        "A key opens one locked door for good, and a bomb opens one cracked wall. Items and "
        "switches open other ways.",
        "If you spend a key on the wrong door, or go down a one-way, you may get stuck.",
    ),
    lambda: script(read(Source("example", _EXAMPLE)), ()),
    ("5", "6", "2", "6", "7", "8 opens 0", "12", "13", "14", "15", "11"),
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
    shown = picture(instance, Route(tuple(places[: step + 1]))).rstrip()
    return f"step {step}: at {places[step]}, {hand}\n{shown}"


# scenes


def _gates(instance: Dungeon | Mission, world: World) -> Iterator[NamedGate]:
    """What of the drawing opens, and what it asks for."""
    if isinstance(instance, Dungeon):
        kinds = [mark.kind for mark in instance.marks().values()]
        gates = {way[0]: way[2:] for ways in world.ways for way in ways if way[2:] != FREE}
        yield from ((f"g{p}", gate) for p, gate in sorted(gates.items()) if kinds[p] != "water")
    else:
        for number, (name, each, _) in enumerate(locks_of(instance)):
            lock = world.locks.index(name) if name else -1
            yield f"g{number}", (lock, tuple(_flag(world, f) for f in each.flags), ANY)


def _flag(world: World, flag: str) -> int:
    return 1 << world.things.index(flag) if flag in world.things else 0


def _scene(
    instance: Dungeon | Mission, world: World, gates: Sequence[NamedGate]
) -> tuple[list[Spot], Drawing, tuple[tuple[float, float, float, float], ...]]:
    """Where the places are, the drawing with the hero and with what is clicked, and the rooms."""
    rooms: tuple[tuple[float, float, float, float], ...] = ()
    if isinstance(instance, Dungeon):
        plan = Map(instance)
        spots = [plan.centre(place) for place in world.places if isinstance(place, Tile)]
        drawing = plan.drawn()
        around = [(g.left - GAP, g.top - GAP, g.width, g.height) for g in plan.grids.values()]
        rooms = tuple((x, y, width + 2 * GAP, height + 2 * GAP) for x, y, width, height in around)
        drawing.height -= FOOT
        busy = {int(name[1:]) for name, _ in gates} | {*world.ends}
        busy |= {place for place, gain in enumerate(world.gains) if gain}
        _actors(drawing, world, spots, CELL / 2 - 1, busy, hero=6.5, lifted=0)
    else:
        where = layout(instance)
        spots = [where[room.name] for room in instance.rooms]
        drawing = draw_graph(instance, None, Played())
        drawing.height -= GRAPH_FOOT
        _actors(drawing, world, spots, RADIUS + 2, range(len(spots)), hero=8, lifted=RADIUS)
    return spots, drawing, rooms


def _actors(
    drawing: Drawing,
    world: World,
    spots: Sequence[Spot],
    reach: float,
    busy: Collection[int],
    hero: float,
    lifted: float,
) -> None:
    """The trail, the hero, and on top of all what is clicked; a large mark where much is drawn."""
    with drawing.group(id="trail", pointer_events="none"):
        pass
    x, y = spots[world.start]
    with drawing.group(pointer_events="none", transform=f"translate(0 {number(-lifted)})"):  # noqa: SIM117 - what moves is within
        with drawing.group(data_actor="hero", transform=f"translate({number(x)} {number(y)})"):
            drawing.circle(0, 0, hero, class_="hero")
            drawing.circle(0, 0, hero / 3, class_="paper")
    for place, (x, y) in enumerate(spots):
        with drawing.group(data_actor=f"p{place}", class_=None if lifted else "step"):
            if lifted:
                drawing.circle(x, y, reach, fill="none", pointer_events="all")
            else:
                side = 2 * reach
                drawing.rect(x - reach, y - reach, side, side, fill="none", pointer_events="all")
            drawing.circle(x, y, reach if place in busy else 3.4, class_="mark")
