"""A dungeon after the changes that would give it an answer, and these in words; knows no search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab.families.dungeon.format import facts, from_facts
from pylab.families.dungeon.model import GLYPHS, Dungeon, Instance, Mission, Survey, Tile
from pylab.families.dungeon.terms import place_of
from pylab.text.facts import Fact, integer


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
