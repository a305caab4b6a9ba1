"""A dungeon of tiles as a Graphviz graph of its rooms; knows no rule beyond what tiles ask for."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

from pylab.base.errors import PylabError
from pylab.base.words import counted
from pylab.families.dungeon.dotfile import string_of
from pylab.families.dungeon.model import ARROWS, GATES, THINGS, Dungeon, Mark, Place, Tile
from pylab.family.walks import reach

_MOST = 50_000
"""Tiles between two nodes, each with all that may have been passed before."""

Ways = dict[tuple[str, str], set[frozenset[str]]]


def room_graph(dungeon: Dungeon, places: Sequence[Place]) -> str:
    """Rooms with what lies in them, joined where one can walk from one to another.

    A way is labelled by what it takes. Those that lead back by the same are one edge with two
    heads. Where walls, doors or water part a room, there are several nodes of it. Rooms and ways of
    a play are bold and red.
    """
    marks = dungeon.marks()
    nodes = _nodes(dungeon, marks)
    ways = _ways(dungeon, marks, nodes)
    tiles = [place for place in places if isinstance(place, Tile)]
    visited = [name for name, _ in itertools.groupby(nodes[t] for t in tiles if t in nodes)]
    walked = {*itertools.pairwise(visited)}
    lines = ["digraph dungeon {", '  node [shape=box, style="rounded"];']
    for name in dict.fromkeys(nodes.values()):
        held = Counter(_thing(marks[tile]) for tile, node in nodes.items() if node == name)
        things = [counted(n, what) if n > 1 else what for what, n in held.items() if what]
        bold = ', style="rounded,bold"' if name in visited else ""
        label = "\\n".join(string_of(each)[1:-1] for each in (name, *things))
        lines.append(f'  {string_of(name)} [label="{label}"{bold}];')
    for (one, other), listed in sorted(ways.items()):
        for asked in sorted(listed, key=sorted):
            back = asked in ways.get((other, one), ())
            if back and other < one:
                continue
            style = [f"label={string_of(', '.join(sorted(asked)))}"] if asked else []
            style += ["dir=both"] * back
            if (one, other) in walked or (back and (other, one) in walked):
                style += ["color=red", "penwidth=2"]
            shown = f" [{', '.join(style)}]" if style else ""
            lines.append(f"  {string_of(one)} -> {string_of(other)}{shown};")
    return "\n".join([*lines, "}", ""])


def _nodes(dungeon: Dungeon, marks: Mapping[Tile, Mark]) -> dict[Tile, str]:
    """The name of the node that a tile belongs to: the largest part of a room, and parts with
    something in them. Gates, and bare parts such as a corridor behind a door, are none."""
    found: dict[Tile, str] = {}
    beside = dungeon.beside()
    free = {tile for tile, mark in marks.items() if not _asked(mark)}
    for room in dungeon.chambers:
        left = {tile for tile in free if tile.room == room.name}
        parts = []
        while left:
            joined = {*reach([min(left)], lambda t: [o for _, o in beside[t] if o in left])}  # noqa: B023 - it is called at once
            left -= joined
            parts.append(sorted(joined))
        parts.sort(key=lambda part: (-len(part), part))
        shown = [p for n, p in enumerate(parts) if not n or any(_thing(marks[t]) for t in p)]
        for number, part in enumerate(shown, 1):
            name = room.name if number == 1 else f"{room.name} ({number})"
            found.update(dict.fromkeys(part, name))
    return found


def _ways(dungeon: Dungeon, marks: Mapping[Tile, Mark], nodes: Mapping[Tile, str]) -> Ways:
    """From node to node: what is passed on a way that comes through no other one."""
    beside = dungeon.beside()
    ways: Ways = {}
    for name in {*nodes.values()}:
        starts = [(tile, frozenset[str]()) for tile, node in nodes.items() if node == name]
        queue, seen = [*starts], {*starts}
        for tile, asked in queue:
            for direction, other in beside[tile]:
                if not all(_along(marks[each], direction) for each in (tile, other)):
                    continue
                gate = _asked(marks[other])
                taken = (other, asked | {gate} if gate else asked)
                if not direction:
                    taken = (other, taken[1] | {f"stairs {marks[tile].name}"})
                if nodes.get(other, name) != name:
                    ways.setdefault((name, nodes[other]), set()).add(taken[1])
                elif other not in nodes and taken not in seen:
                    if len(seen) > _MOST:
                        raise PylabError(
                            f"{name}: too many doors side by side for a graph of rooms"
                        )
                    seen.add(taken)
                    queue.append(taken)
    return {
        ends: {each for each in listed if not any(less < each for less in listed)}
        for ends, listed in ways.items()
    }


def _along(mark: Mark, direction: str) -> bool:
    return mark.kind != "one-way" or ARROWS[mark.name] == direction


def _asked(mark: Mark) -> str:
    """What it takes to step on a tile, or nothing."""
    if mark.kind in ("lock", "item door"):
        return f"{mark.kind} {mark.name}"
    return mark.kind if mark.kind in (*GATES, "one-way") else ""


def _thing(mark: Mark) -> str:
    """What is on a tile that is worth a word, or nothing."""
    if mark.kind == "item":
        return mark.name
    return mark.kind if mark.kind in (*THINGS, "switch", "start", "goal") else ""
