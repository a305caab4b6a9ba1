"""The abstract graph worked out once more, every door open, and a route held against all plays."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.dungeon.check.census import census, differs
from pylab.families.dungeon.check.plays import not_at_goal, replay
from pylab.families.dungeon.check.rules import Passage, Rules, spread
from pylab.families.dungeon.model import Abstract, Counter, Place, Tile, room_of

Steps = Mapping[Place, int]
"""Of places, how many steps; a place that is not there is out of reach."""


def check_abstract(rules: Rules, witness: Abstract) -> Verdict:
    """Whether points, distances, plan and estimates are right, and no route is cheaper."""
    problems = list(_problems(rules, witness))
    points = counted(len(witness.points), "point")
    if not witness.plan:
        return Verdict(tuple(problems), f"{points}, and no way to the goal")
    cost = f"truly {len(witness.route) - 1}" if witness.route else "and no play gets there"
    summary = f"{points}; from the start {witness.ours}, {witness.sheet} by the sheet, {cost}"
    if witness.counter is not None:
        exceeds = f"at step {witness.counter.step} the sheet says {witness.counter.sheet}"
        summary += f"; {exceeds} for a true {witness.counter.left}"
    return Verdict(tuple(problems), summary)


def _problems(rules: Rules, witness: Abstract) -> Iterator[Problem]:
    left = _steps_to(rules, rules.goals, lambda _here, _there: True)
    points = {place: left.get(place) for place in _points(rules)}
    claimed = dict(witness.points)
    for place in [*points, *claimed]:
        if place not in points or place not in claimed or len(claimed) < len(witness.points):
            yield Problem("point", f"{place} is a point of interest just once, or is none")
            return
        if claimed[place] != points[place]:
            yield differs("distance", claimed[place], points[place])
            return
    problem = _wrong_plan(rules, witness, left) or _wrong_route(rules, witness)
    if problem is not None:
        yield problem
        return
    if not witness.plan:
        if witness.ours is not None or witness.sheet is not None or witness.counter is not None:
            yield Problem("estimate", "there is no plan that anything could be estimated by")
        return
    sheet = _sheet(rules, witness, left)
    for name, wrong, right in (
        ("ours", witness.ours, left[rules.start]),
        ("sheet", witness.sheet, sheet(rules.start)),
    ):
        if wrong != right:
            yield differs(name, wrong, right)
    steps = len(witness.route) - 1
    estimates = [(step, left[p], sheet(p), steps - step) for step, p in enumerate(witness.route)]
    table = [(step, ours, h, rest) for step, ours, h, rest in estimates if h is not None]
    worst = max(table, key=lambda row: (row[2] - row[3], -row[0]), default=(0, 0, 0, 0))
    counter = Counter(*worst) if worst[2] > worst[3] else None
    if witness.counter != counter:
        yield differs("counter", witness.counter, counter)


def leaves(here: Place, there: Place) -> bool:
    """Whether a step leads out of a room, or is a warp."""
    if isinstance(here, Tile) and isinstance(there, Tile) and here.room == there.room:
        return abs(here.y - there.y) + abs(here.x - there.x) > 1
    return room_of(here) != room_of(there) or not isinstance(here, Tile)


def _points(rules: Rules) -> set[Place]:
    """Where plays begin and end, things, switches, what asks for anything, ways out of rooms."""
    found = {rules.start, *rules.goals, *rules.switches}
    found |= {place for place, things in rules.things.items() if things}
    for place, passages in rules.passages.items():
        for passage in passages:
            if _asks(rules, passage):
                found.add(passage.target)
            if leaves(place, passage.target):
                found |= {place, passage.target}
    return found


def _asks(rules: Rules, passage: Passage) -> bool:
    """Whether a passage is ever closed; a block that nothing raises is not."""
    block = passage.switched is not None and (passage.switched or rules.switches)
    return bool(passage.lock or passage.flags or block)


def _steps_to(
    rules: Rules, ends: Iterable[Place], allowed: Callable[[Place, Place], bool]
) -> Steps:
    """The fewest steps from places to one of the ends, by the steps that are allowed."""
    before: dict[Place, list[Place]] = {}
    for place, passages in rules.passages.items():
        for passage in passages:
            if allowed(place, passage.target):
                before.setdefault(passage.target, []).append(place)
    steps: dict[Place, int] = {}
    for place, onward in spread(ends, lambda place: before.get(place, ())).items():
        steps[place] = 0 if onward is None else steps[onward] + 1
    return steps


def _wrong_plan(rules: Rules, witness: Abstract, left: Steps) -> Problem | None:
    plan, points = witness.plan, dict(witness.points)
    if not plan:
        reached = rules.start in left
        return Problem("plan", "there is a way to the goal, every door open") if reached else None
    if plan[0] != rules.start or plan[-1] not in rules.goals:
        return Problem("plan", "the plan does not lead from the start to a goal")
    if not points.keys() >= {*plan} or any(place not in left for place in plan):
        return Problem("plan", "the plan has places that are no points of interest on a way")
    for step, (here, there) in enumerate(itertools.pairwise(plan), 1):
        leg = left[here] - left[there]
        by_step = any(p.target == there and leaves(here, there) for p in rules.passages[here])
        within = _steps_to(rules, [there], lambda one, two: not leaves(one, two))
        if leg < 1 or not ((by_step and leg == 1) or within.get(here) == leg):
            return Problem("plan", f"{there} is not next on a cheapest way from {here}", step)
    return None


def _wrong_route(rules: Rules, witness: Abstract) -> Problem | None:
    """Whether the route is one, and of all plays none is shorter."""
    fewest = census(rules, moves=True).fewest
    claimed = len(witness.route) - 1 if witness.route else None
    if claimed != fewest:
        return differs("cost", claimed, fewest)
    if not witness.route:
        return None
    return replay(rules, witness.route).problem or not_at_goal(rules, witness.route)


def _sheet(rules: Rules, witness: Abstract, left: Steps) -> Callable[[Place], int | None]:
    """The formula sheet's h_plan; None where no point of the plan can be walked to."""
    legs = [_steps_to(rules, [point], lambda _one, _two: True) for point in witness.plan]

    def estimate(place: Place) -> int | None:
        known = [(table[place], -index) for index, table in enumerate(legs) if place in table]
        if not known:
            return None
        nearest = -min(known)[1]
        following = min(nearest + 1, len(legs) - 1)
        return left[witness.plan[nearest]] + legs[following][place]

    return estimate
