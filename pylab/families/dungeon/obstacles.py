"""What stands in the way in a dungeon without an answer, and one without that; no search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import clingo

from pylab.families.dungeon.format import facts, from_facts
from pylab.families.dungeon.model import (
    GLYPHS,
    Dungeon,
    Instance,
    Mission,
    Survey,
    Tile,
    lock_name,
)
from pylab.families.dungeon.terms import place_of
from pylab.family import derived
from pylab.text.facts import Fact, integer


@dataclass(frozen=True, slots=True)
class Obstacles(derived.Obstacles):
    """Requirements that can't all be met.

    Attributes:
        tiles: where they are, in a dungeon of tiles; walls are left to the words.
        locks: of a mission graph, by their names.
        passages: of a mission graph, from room to room, where one can't walk.
    """

    tiles: frozenset[Tile] = frozenset()
    locks: frozenset[str] = frozenset()
    passages: frozenset[tuple[str, str]] = frozenset()


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
        requirements,
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


def repair(
    instance: Instance, added: Sequence[Fact], dropped: Sequence[Fact]
) -> tuple[Instance, list[str]]:
    """The instance with these facts and without those; and what that means.

    Raises InstanceError for facts that make no instance.
    """
    kept = [each for each in facts(instance) if each not in dropped]
    mended = from_facts([*kept, *added])
    if isinstance(instance, Survey) or isinstance(mended, Survey):
        return mended, []
    words = [*_gifts(added, dropped), *_floors(instance, added), *_passages(mended, added, dropped)]
    return replace(mended, settings=instance.settings, assumptions=instance.assumptions), words


def _gifts(added: Sequence[Fact], dropped: Sequence[Fact]) -> Iterator[str]:
    """What the hero has at the start."""
    for each in added:
        last = len(each.arguments) - 1
        if each.name in ("keys", "bombs"):
            before = sum(integer(one, last) for one in dropped if one.name == each.name)
            more = integer(each, last) - before
            yield f"with {more} more {each.name[:-1]}{'s' * (more > 1)} at the start"
        if each.name == "grants":
            yield f"with {each.arguments[1].string} at the start"


def _floors(instance: Instance, added: Sequence[Fact]) -> Iterator[str]:
    """What is floor now; a door of several tiles is named once."""
    if isinstance(instance, Dungeon):
        glyphs = instance.glyphs()
        named: dict[str, list[Tile]] = {}
        for each in (one for one in added if one.name == "tile"):
            tile = Tile(each.arguments[0].string, integer(each, 1), integer(each, 2))
            legend = instance.legend_of(glyphs[tile])
            what = f"the door {legend.name}" if legend else GLYPHS[glyphs[tile]].split(",")[0]
            named.setdefault(what if legend else f"{what} at {tile}", []).append(tile)
        for what in named:
            yield f"with floor instead of {what}"


def _passages(
    mended: Dungeon | Mission, added: Sequence[Fact], dropped: Sequence[Fact]
) -> Iterator[str]:
    """Which passages can be walked through now."""
    if isinstance(mended, Mission):
        for each in added:
            if each.name == "passage":
                tail, head = (place_of(one) for one in each.arguments[1:])
                yield f"with a passage from {tail} back to {head}"
        ends = {f.arguments[0]: f.arguments[1:] for f in facts(mended) if f.name == "passage"}
        for each in dropped:
            if each.name == "sealed":
                tail, head = (place_of(one) for one in ends[each.arguments[0]])
                yield f"with the passage from {tail} to {head} open"
