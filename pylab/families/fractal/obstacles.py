"""What stands in the way in a labyrinth without a run, and the labyrinth without it; no search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pylab.base.words import alternatives
from pylab.families.fractal.lab import with_arrows
from pylab.families.fractal.model import Instance, Labyrinth, clique, ordered
from pylab.family import derived
from pylab.text.facts import Fact


@dataclass(frozen=True, slots=True)
class Obstacles(derived.Obstacles):
    """Requirements that can't all be met.

    Attributes:
        apart: pairs of sets of locations: no corridor joins any of the one to any of the other.
        oneways: corridors that can't be walked back, as they lead.
    """

    apart: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    oneways: tuple[tuple[str, str], ...]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """All pairs of locations that no corridor joins, and the ways back."""
        for few, many in self.apart:
            yield from product(few, many)
        yield from ((other, one) for one, other in self.oneways)


def obstacles(_instance: Instance, requirements: Sequence[Fact]) -> Obstacles:
    """Of the requirements corridor(P,Q) and oneway(P,Q), see reasons.lp."""
    near: dict[str, set[str]] = {}
    oneways = []
    for each in requirements:
        one, other = (argument.string for argument in each.arguments)
        if each.name == "oneway":
            oneways.append((other, one))
        else:
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    oneways.sort()
    words = [f"the corridor from {one} to {other} leads one way" for one, other in oneways]
    blocks = tuple(_blocks(near))
    for few, many in blocks:
        words.append(f"no corridor joins {alternatives(few)} to {alternatives(many)}")
    return Obstacles(requirements, words, blocks, tuple(oneways))


def repair(
    instance: Instance, added: Sequence[Fact], _dropped: Sequence[Fact]
) -> tuple[Instance, list[str]]:
    """The labyrinth after a change that `reasons.lp` wants, and what that means."""
    assert isinstance(instance, Labyrinth)  # systems have no corridors to be added
    cliques, arrows, words = [*instance.cliques], {*instance.arrows()}, []
    for each in added:
        one, other = (argument.string for argument in each.arguments)
        if each.name == "oneway":
            arrows.add((one, other, ""))
            words.append(f"with the corridor from {other} to {one} both ways")
        else:
            cliques.append(clique((one, other)))
            words.append(f"with a corridor between {one} and {other}")
    mended = with_arrows(replace(instance, cliques=tuple(cliques)), arrows)
    return mended, sorted(words, reverse=True)


def _blocks(near: dict[str, set[str]]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All pairs, gathered where many have the same partners; those of most pairs first."""
    blocks = []
    while any(near.values()):
        groups: dict[frozenset[str], list[str]] = {}
        for one in ordered(near):
            if near[one]:
                groups.setdefault(frozenset(near[one]), []).append(one)
        others, ones = max(groups.items(), key=lambda group: len(group[0]) * len(group[1]))
        many = ordered(others)
        blocks.append((ordered(ones), many) if len(ones) <= len(many) else (many, ordered(ones)))
        for one in ones:
            for other in many:
                near[one].discard(other)
                near[other].discard(one)
    return blocks
