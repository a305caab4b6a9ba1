"""Finds the states and edges of a route that only its doors and weights are known of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pylab.base.verdict import Problem
from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.model import Route

_Ends = tuple[int, int]
"""The first and the last state of a walk."""

_Walk = tuple[tuple[int, ...], tuple[int, ...]]
"""Its states and its lanes."""


def retraced(floor: Floor, route: Route) -> Route | Problem:
    """A walk past these doors, of these weights, by the ways that there are.

    To each state that it may have come to one walk is kept, if possible without a repetition. What
    comes back to its first door, but not in the same direction, is a path if the start and the
    goal are the two directions of that door.
    """
    doors = (*route.states, *route.states[:1]) if route.cycle else route.states
    ways = floor.ways()
    ends = [state for state in ways if state % floor.doors == doors[0]]
    if not route.cycle:
        ends = [state for state in ends if state == floor.start] or ends
    walks: Mapping[_Ends, _Walk] = {(state, state): ((state,), ()) for state in ends}
    for step, door in enumerate(doors[1:], 1):
        longer: dict[_Ends, _Walk] = {}
        for (first, last), (states, lanes) in walks.items():
            for target, lane, weight in ways[last]:
                wanted = not route.weights or weight == route.weights[step - 1]
                known = (first, target) in longer
                if wanted and target % floor.doors == door and not (known and target in states):
                    longer[first, target] = (*states, target), (*lanes, lane)
        if not longer:
            words = f"no way of this weight leads on from door {doors[step - 1]} to door {door}"
            return Problem("no-way", words, step)
        walks = longer
    if not route.cycle:
        states, lanes = walks[min(walks, key=lambda ends: ends[1] != floor.goal)]
        return replace(route, states=states, lanes=lanes)
    for (first, last), (states, lanes) in walks.items():
        if first == last:
            least = states.index(min(states))
            return replace(
                route,
                states=states[least:-1] + states[:least],
                lanes=lanes[least:] + lanes[:least],
                weights=route.weights[least:] + route.weights[:least],
            )
    if (floor.start, floor.goal) in walks:
        states, lanes = walks[floor.start, floor.goal]
        return replace(route, cycle=False, states=states, lanes=lanes)
    return Problem("no-way", f"the walk comes back to door {doors[0]} in another direction")
