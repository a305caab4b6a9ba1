"""Routes replayed step by step, and closed sets of states looked over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import count

from pylab.base.verdict import Problem, Verdict
from pylab.families.theseus.check.floor import Floor, Key, Way
from pylab.families.theseus.check.limits import Limits
from pylab.families.theseus.check.retrace import retraced
from pylab.families.theseus.check.words import numbered
from pylab.families.theseus.model import NoRoute, Plan, Route, exact

Step = tuple[int, Key, Way]
"""Its number, from 1, and the way that is walked."""

_OFTEN = {1: "twice", 2: "three times"}
"""Once more than so often."""


def check_route(floor: Floor, route: Route) -> Verdict:
    """What is wrong with a path or a cycle."""
    shape = _shape(floor, route)
    if shape is not None:
        return Verdict((shape,))
    if not any(route.lanes):
        traced = retraced(floor, route)
        if isinstance(traced, Problem):
            return Verdict((traced,))
        route = traced
    keys = route.keys
    found = list(map(floor.way, keys))
    ways = [way for way in found if type(way) is Way]
    problems: list[Problem] = []
    if len(ways) < len(found):
        problems = [replace(w, step=n) for n, w in enumerate(found, 1) if isinstance(w, Problem)]
    weights = tuple([way.weight for way in ways])
    if route.weights and route.weights != weights:
        for step, _, way in _walked(keys, found):
            if route.weights[step - 1] != way.weight:
                words = f"{way.weight} is walked, not {route.weights[step - 1]}"
                problems.append(Problem("weight", words, step))
        problems.sort(key=lambda problem: problem.step or 0)
    problems += _ends(floor, route)
    problems += _repetitions(floor, route, keys, found)
    kind = "cycle" if route.cycle else "path"
    total = exact(sum(weights, Decimal(0)))
    return Verdict(tuple(problems), f"{kind} of {numbered(route.length, 'edge')}, weight {total}")


def _shape(floor: Floor, route: Route) -> Problem | None:
    """Whether the parts of a route fit together at all."""
    edges = len(route.states) - (not route.cycle)
    if edges < 1 or len(route.lanes) != edges or (route.weights and len(route.weights) != edges):
        return Problem("shape", "the states, lanes and weights do not fit together")
    return other_graph(floor, route.nodes) if route.nodes else None


def other_graph(floor: Floor, doors: int) -> Problem | None:
    """A witness of a graph with another number of doors is none of this one."""
    if doors == floor.doors:
        return None
    return Problem("other-graph", f"the graph has {numbered(floor.doors, 'door')}, not {doors}")


def _ends(floor: Floor, route: Route) -> Iterator[Problem]:
    states = route.states
    if route.cycle:
        if states[0] != min(states):
            yield Problem("root", f"the cycle's least state is {min(states)}, not {states[0]}")
        return
    if states[0] != floor.start:
        words = f"the path begins at {floor.name(states[0])}, not at {floor.name(floor.start)}"
        yield Problem("start", words, 1)
    if states[-1] != floor.goal:
        words = f"the path ends at {floor.name(states[-1])}, not at the goal, "
        words += floor.name(floor.goal)
        yield Problem("goal", words, route.length)
    if floor.goal in states[:-1]:
        step = states.index(floor.goal) or 1
        yield Problem("goal-passed", "the path goes on after it has reached the goal", step)


def _thing(floor: Floor, kind: str, thing: object, key: Key) -> str:
    """What is used by walking a way, in the puzzle's words."""
    source, target, lane = key
    plan = floor.puzzle.floor
    if kind == "state":
        return floor.name(target)
    if kind == "room" and isinstance(plan, Plan) and isinstance(thing, int):
        return f"room {plan.rooms[thing].name}"
    if kind in ("edge", "passage"):
        between = f"from {floor.name(source)} to {floor.name(target)}"
        way = "the way" if isinstance(plan, Plan) else f"edge {lane}"
        return f"{way} {between}" + (" or back" if kind == "passage" else "")
    return f"{kind} {thing}"


def _walked(keys: Sequence[Key], found: Sequence[Way | Problem]) -> list[Step]:
    """The steps by the ways that there are."""
    steps = zip(count(1), keys, found, strict=False)
    return [(n, key, way) for n, key, way in steps if not isinstance(way, Problem)]


def _repetitions(
    floor: Floor, route: Route, keys: Sequence[Key], found: Sequence[Way | Problem]
) -> Iterator[Problem]:
    """What happens more often than the rules allow."""
    limits = _limits(floor, route.cycle)
    if limits.only_states and len(set(route.states)) == len(route.states):
        return
    walked = _walked(keys, found)
    used = Counter((kind, thing) for kind, thing, _ in limits.begun(route.states[0]))
    for step, key, way in walked:
        for kind, thing, most in limits.walked(key, way):
            used[kind, thing] += 1
            if used[kind, thing] == most + 1:
                often = _OFTEN.get(most, f"{most + 1} times")
                words = f"{_thing(floor, kind, thing, key)} is used {often}"
                yield Problem(f"{kind}-too-often", words, step)
    ways = [way for _, _, way in walked]
    for index, (step, _, way) in enumerate(walked):
        before = limits.touched(way, ways[:index])
        if before is not None:
            words = f"a point of the plane is touched that step {walked[before - 1][0]} has touched"
            yield Problem("point-too-often", words, step)


_limits = lru_cache(maxsize=4)(Limits)


def check_closed(floor: Floor, witness: NoRoute) -> Verdict:
    """What is wrong with a set of states that is to be closed."""
    closed = set(witness.closed)
    other = other_graph(floor, witness.nodes)
    problems = [] if other is None else [other]
    if floor.start not in closed:
        problems.append(Problem("start", "the start is not among the closed states"))
    if floor.goal in closed:
        problems.append(Problem("goal", "the goal is among the closed states"))
    ways = floor.ways()
    for state in sorted(closed):
        for target, _, _ in ways.get(state, ()):
            if target not in closed:
                words = f"from {floor.name(state)} one gets to {floor.name(target)}, which is not"
                problems.append(Problem("open", f"{words} among the closed states"))
    return Verdict(tuple(problems), f"no way leaves {numbered(len(closed), 'closed state')}")
