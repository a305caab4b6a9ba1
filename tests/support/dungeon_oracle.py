"""Answers to all of the dungeon's questions from the rules alone, one state at a time.

What may be done, `pylab.families.dungeon.testkit` has, as `docs/dungeon.md` tells it; here is what
the other tasks ask for. Shares nothing with the family but the data of its instances. Slow, and
good for small puzzles.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pylab.families.dungeon.testkit import (
    STEPS,
    Maze,
    Spot,
    State,
    _flags,
    after,
    facts_of,
    first,
    maze_of,
    name_of,
)

__all__ = ["Maze", "facts_of", "maze_of"]


def play(maze: Maze, spots: Sequence[Spot], skips: bool = False) -> set[State]:
    """The states that a sequence of spots may lead to; none if it is no play.

    With `skips`, walks on which nothing is collected or opened may be left out.
    """
    states = {first(maze)} if spots and spots[0] == maze.start else set()
    for spot in spots[1:]:
        onward = {other for state in states for other in after(maze, state)}
        if skips:
            onward |= {other for state in states for other in quiet(maze, state)}
        states = {other for other in onward if other[0] == spot}
    return states


def quiet(maze: Maze, state: State) -> set[State]:
    """Where one can walk without anything being collected or opened."""
    seen, stack = {state}, [state]
    while stack:
        for other in after(maze, stack.pop()):
            if other[1:3] == state[1:3] and other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def squandered(maze: Maze, names: Collection[str]) -> set[State]:
    """All states without a way on, for who opens none but the locks of these names."""
    told = {lock: name_of(lock) for lock in maze.locks}
    seen, stack, ends = {first(maze)}, [first(maze)], set()
    while stack:
        state = stack.pop()
        onward = {
            other
            for here in quiet(maze, state)
            for other in after(maze, here)
            if other[1:3] != state[1:3] and {told[lock] for lock in other[2]} <= set(names)
        }
        if not onward:
            ends.add(state)
        stack += onward - seen
        seen |= onward
    return ends


def is_stuck(maze: Maze, state: State) -> bool:
    """Whether nothing can be collected or opened any more, and no goal be reached."""
    seen, stack = {state}, [state]
    while stack:
        here = stack.pop()
        if here[0] in maze.goals:
            return False
        for other in after(maze, here):
            if other[1:3] != state[1:3]:
                return False
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return True


# --- regions: sets of open locks without an order -----------------------------------------------


def region(maze: Maze, opened: Collection[Any]) -> tuple[set[Spot], set[str]]:
    """Where one can get with these locks open and all others shut, and the flags found there.

    The switch is as it is at first: regions are asked for only where nothing turns it.
    """
    seen = {maze.start}
    while True:
        have = _flags(loot for spot in seen for loot in maze.loot[spot])
        more = {
            move.to
            for spot in seen - maze.goals
            for move in maze.moves[spot]
            if (move.lock is None or move.lock in opened)
            and all(ask & have for ask in move.asks)
            and not move.on
        }
        if more <= seen:
            return seen, have
        seen |= more


def at_hand(maze: Maze, where: set[Spot], have: set[str]) -> set[Any]:
    """The locks that can be tried from there."""
    return {
        move.lock
        for spot in where - maze.goals
        for move in maze.moves[spot]
        if move.lock is not None and all(ask & have for ask in move.asks)
    }


def sets_of_doors(maze: Maze) -> Iterator[tuple[frozenset[Any], set[Spot]]]:
    """All sets of locks such that each is at hand when they are open, and where one can get."""
    locks = list(maze.locks)
    for count in range(len(locks) + 1):
        for chosen in itertools.combinations(locks, count):
            where, have = region(maze, chosen)
            if set(chosen) <= at_hand(maze, where, have):
                yield frozenset(chosen), where


def margin_applies(maze: Maze) -> bool:
    """No switch, a goal behind the doors, and every passage both ways."""
    if maze.switches or not region(maze, maze.locks)[0] & maze.goals:
        return False
    for spot, each in maze.moves.items():
        for move in each:
            if {spot, move.to} & maze.goals:
                continue
            back = [m for m in maze.moves[move.to] if m.to == spot]
            if maze.tiled:
                if not back:
                    return False
            elif not any((m.lock, m.asks) == (move.lock, move.asks) for m in back):
                return False
    return True


def guarantees_apply(maze: Maze) -> bool:
    return not maze.switches and "bomb" not in maze.locks.values()


def margin(maze: Maze) -> int | None:
    """Keys minus locks opened, where least; None if nothing keeps the goal out of reach."""
    if "bomb" in maze.locks.values():
        return spare(maze)
    values = []
    for doors, where in sets_of_doors(maze):
        if not where & maze.goals:
            keys = sum(kind == "key" for spot in where for kind, _ in maze.loot[spot])
            values.append(maze.keys + keys - len(doors))
    return min(values, default=None)


def spare(maze: Maze) -> int | None:
    """Keys and bombs that are left to open something with, where least; by single steps.

    While there is nothing to collect in reach, and no goal.
    """
    seen, stack, values = {first(maze)}, [first(maze)], []
    while stack:
        state = stack.pop()
        around = quiet(maze, state)
        onward = {other for here in around for other in after(maze, here)}
        stack += onward - seen
        seen |= onward
        gained = any(other[2] == state[2] and other[1] != state[1] for other in onward)
        if gained or any(here[0] in maze.goals for here in around):
            continue
        kinds = {maze.locks[lock] for other in onward for lock in other[2] - state[2]}
        left = 0
        for kind in kinds:
            left += maze.keys if kind == "key" else maze.bombs
            left += sum(each == kind for each, _ in state[1])
            left -= sum(maze.locks[lock] == kind for lock in state[2])
        values.append(left)
    return min(values, default=None)


def guaranteed(maze: Maze) -> dict[str, int | None]:
    """Of each room, how many keys let one in; None if nothing does."""
    everywhere = region(maze, maze.locks)[0]
    atonce = region(maze, ())[0]
    found: dict[str, int | None] = {}
    sets = list(sets_of_doors(maze))
    for room, spots in maze.rooms.items():
        if not spots & everywhere:
            found[room] = None
        elif spots & atonce:
            found[room] = 0
        else:
            found[room] = 1 + max(len(doors) for doors, where in sets if not where & spots)
    return found


# --- alignments ---------------------------------------------------------------------------------


def best_alignment(survey: Any) -> int:
    """The most rooms and doors that can agree: all partial matchings gone through."""
    rooms = {room.name: (room.row, room.column) for room in survey.map.chambers}
    doors = {
        room.name: each for room, each in zip(survey.map.chambers, survey.map.doors, strict=True)
    }
    cells = {cell: name for name, cell in rooms.items()}
    beside: dict[str, dict[str, str | None]] = {name: {} for name in rooms}
    for name, (row, column) in rooms.items():
        for way in doors[name]:
            down, right = STEPS[way]
            beside[name][way] = cells.get((row + down, column + right))
    back = {"n": "s", "s": "n", "w": "e", "e": "w"}
    facing = {
        (one, other)
        for one, ways in beside.items()
        for way, other in ways.items()
        if other is not None and back[way] in doors[other]
    }
    links = {frozenset((p.tail, p.head)) for p in survey.mission.passages}
    start = survey.mission.start
    outward = {name for name, ways in beside.items() if None in ways.values()}
    if outward:
        entries = {
            (name, other.name)
            for name in outward
            for other in survey.mission.rooms
            if other.name == start or frozenset((start, other.name)) in links
        }
    else:
        entries = {(name, start) for name in rooms}
    best = 0
    stack: list[dict[str, str]] = [{name: image} for name, image in entries]
    seen: set[frozenset[tuple[str, str]]] = set()
    while stack:
        images = stack.pop()
        key = frozenset(images.items())
        if key in seen:
            continue
        seen.add(key)
        agreed = {frozenset(pair) for pair in facing if set(pair) <= set(images)}
        if all(frozenset(images[name] for name in pair) in links for pair in agreed) and not (
            outward and any(v == start and n not in outward for n, v in images.items())
        ):
            best = max(best, len(images) + len(agreed))
        for name, other in facing:
            if name in images and other not in images:
                for link in links:
                    if images[name] in link and len(link) == 2:
                        (image,) = link - {images[name]}
                        if image not in images.values():
                            stack.append({**images, other: image})
    return best
