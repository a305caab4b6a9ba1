"""A labyrinth with more corridors, as an explanation of a none wants it; knows no search."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.facts import Fact
from pylab.families.fractal.format import facts, from_facts
from pylab.families.fractal.model import Instance


def mend(
    instance: Instance, added: Sequence[Fact], _dropped: Sequence[Fact]
) -> tuple[Instance, list[str]]:
    """The labyrinth with these corridors, and what that means.

    Raises InstanceError for facts that make no labyrinth.
    """
    ends: dict[str, list[str]] = {}
    words = []
    for each in added:
        one, other = each.arguments
        if each.name == "corridor":
            ends.setdefault(str(one), []).append(other.string)
        else:
            words.append(f"with the corridor from {other.string} to {one.string} both ways")
    words += [f"with a corridor between {' and '.join(two)}" for two in ends.values()]
    return from_facts([*facts(instance), *added]), words
