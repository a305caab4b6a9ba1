"""What stands in the way in a dungeon whose goal is out of reach; knows no search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import clingo

from pylab.families.dungeon.model import GLYPHS, Dungeon, Instance, Mission, Tile, lock_name
from pylab.families.dungeon.terms import place_of
from pylab.text.facts import Fact, integer


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met.

    Attributes:
        lines: what they are, in words.
        tiles: where they are, in a dungeon of tiles; walls are left to the words.
        locks: of a mission graph, by their names.
        passages: of a mission graph, from room to room, where one can't walk.
    """

    lines: tuple[str, ...]
    tiles: frozenset[Tile] = frozenset()
    locks: frozenset[str] = frozenset()
    passages: frozenset[tuple[str, str]] = frozenset()

    def words(self) -> list[str]:
        """A line for each."""
        return list(self.lines)


def obstacles(instance: Instance, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements that reasons.lp names."""
    lines = [line for each in requirements for line in _words(instance, each)]
    ends = {
        kind: [
            _ends(each.symbol if kind == "passage" else each.arguments[0])
            for each in requirements
            if each.name == kind
        ]
        for kind in ("lock", "passage")
        if isinstance(instance, Mission)
    }
    return Obstacles(
        tuple(dict.fromkeys(lines)),
        frozenset(tile for each in requirements for tile in _tiles(instance, each)),
        frozenset(lock_name(*each) for each in ends.get("lock", ())),
        frozenset(ends.get("passage", ())),
    )


def _words(instance: Instance, each: Fact) -> Iterator[str]:
    if each.name == "more":
        kind, count = str(each.arguments[0]), integer(each, 1)
        less = f"fewer than {count} further {kind}s" if count > 1 else f"no further {kind}"
        yield f"the hero gets {less} at the start"
    elif each.name == "grants":
        yield f"the hero does not have {each.arguments[0].string} at the start"
    elif each.name == "walls":
        yield f"the walls of room {each.arguments[0].string} stand"
    elif each.name == "passage":
        tail, head = _ends(each.symbol)
        yield f"nobody can walk from {tail} to {head}"
    else:
        what = _named(instance, each.arguments[0])
        yield f"{what} is locked" if each.name == "lock" else f"{what} is no floor"


def _named(instance: Instance, term: clingo.Symbol) -> str:
    """A door, by its name or its rooms, or what a tile shows."""
    if term.name == "door":
        return f"the door {term.arguments[0].string}"
    tile = place_of(term)
    if isinstance(instance, Dungeon) and isinstance(tile, Tile):
        return f"the {GLYPHS[instance.glyphs()[tile]].split(',')[0]} at {tile}"
    return f"the door {lock_name(*_ends(term))}"


def _ends(term: clingo.Symbol) -> tuple[str, str]:
    """Two rooms of a mission graph."""
    one, other = (str(place_of(each)) for each in term.arguments)
    return one, other


def _tiles(instance: Instance, each: Fact) -> Iterator[Tile]:
    """The tiles of a door, or of what is no floor."""
    if not isinstance(instance, Dungeon) or each.name not in ("lock", "floor"):
        return
    term = each.arguments[0]
    tile = place_of(term)
    if isinstance(tile, Tile):
        yield tile
        return
    letters = {e.letter for e in instance.legends if e.name == term.arguments[0].string}
    yield from (tile for tile, glyph in instance.glyphs().items() if glyph in letters)
