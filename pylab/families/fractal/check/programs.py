"""Straight-line programs through labyrinths: each reason by itself, then what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import assert_never, get_args

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.fractal.check.adding import add_up
from pylab.families.fractal.check.refutations import closed_labyrinth
from pylab.families.fractal.check.rules import Rules, first, place, summary, wanted
from pylab.families.fractal.check.words import paired
from pylab.families.fractal.model import (
    START,
    Exits,
    Goal,
    Measures,
    Program,
    Reason,
    ReasonKind,
    behind,
    box_of,
)

Way = tuple[str, str]
"""A frame, and a location that is got to within it."""


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a way costs, and how many boxes are entered on it for good."""

    measures: Measures
    height: int


@dataclass
class _Ledger:
    """The reasons of a program by their ways, and what these cost as far as is known."""

    rules: Rules
    reasons: dict[Way, Reason] = field(default_factory=dict)
    costs: dict[Way, _Cost] = field(default_factory=dict)

    def evaluate(self, way: Way) -> Problem | None:
        """Add up what a way costs, and all that it needs; a problem if that can't be."""
        return add_up(
            way, self.costs, self._parts, self._total, lambda way: f"the way to {place(*way)}"
        )

    def _parts(self, way: Way) -> Sequence[Way] | None:
        reason = self.reasons.get(way)
        if reason is None:
            return () if way[1] == self.rules.begins(way[0]) else None
        before = (reason.frame, reason.origin)
        match reason.kind:
            case "walk" | "into":
                return [before]
            case "through":
                return [before, (str(behind(reason.origin)), str(behind(reason.location)))]
            case _:
                assert_never(reason.kind)

    def _total(self, way: Way, costs: Sequence[_Cost]) -> _Cost:
        if not costs:
            return _Cost(Measures(), 0)
        before, height, kind = costs[0].measures, costs[0].height, self.reasons[way].kind
        corridors, moves, depth = before.corridors, before.moves, before.depth
        match kind:
            case "walk":
                return _Cost(Measures(corridors + 1, moves + 1, depth), height)
            case "into":
                deeper = height + 1
                return _Cost(Measures(corridors, moves + 1, max(depth, deeper)), deeper)
            case "through":
                inner = costs[1].measures
                corridors, moves = corridors + inner.corridors, moves + inner.moves + 2
                return _Cost(
                    Measures(corridors, moves, max(depth, height + 1 + inner.depth)), height
                )
            case _:
                assert_never(kind)


def _ledger(rules: Rules, reasons: Sequence[Reason]) -> tuple[_Ledger, list[Problem]]:
    """Judge each reason for itself; then that none rests on itself, while adding up the costs."""
    problems: list[Problem] = []
    ledger = _Ledger(rules)
    for reason in reasons:
        way = (reason.frame, reason.location)
        if way in ledger.reasons:
            message = f"there are two ways to get to {place(*way)}"
            problems.append(Problem("two-reasons", message))
        ledger.reasons[way] = reason
        if (wrong := _wrong(rules, reason)) is not None:
            problems.append(Problem("reason", f"{place(*way)}: {wrong}"))
    if not problems:
        faults = filter(None, (ledger.evaluate(way) for way in ledger.reasons))
        problems += islice(faults, 1)
    return ledger, problems


def _wrong(rules: Rules, reason: Reason) -> str | None:
    """What is wrong with a reason taken by itself."""
    if reason.kind not in get_args(ReasonKind):
        return f"there is no such kind of reason: {reason.kind}"
    if reason.location == rules.begins(reason.frame):
        return "that is where the way begins, so it needs no reason"
    match reason.kind:
        case "walk":
            if not rules.joined(reason.origin, reason.location):
                return f"no corridor leads there from {reason.origin}"
            return None
        case "through":
            if box_of(reason.location) != reason.box or reason.location not in rules.known:
                return f"that is no port of box {reason.box}"
        case "into":
            if reason.frame != START:
                return "a box can be entered for good in the run itself only"
            if behind(reason.origin) != reason.location:
                return f"{reason.origin} leads into box {reason.box} to {behind(reason.origin)}"
        case _:
            assert_never(reason.kind)
    if box_of(reason.origin) != reason.box or reason.origin not in rules.known:
        return f"{reason.origin} is no port of box {reason.box}"
    return None


def check_program(rules: Rules, program: Program) -> Verdict:
    """A run as a straight-line program."""
    goal = rules.labyrinth.goal
    ledger, problems = _ledger(rules, program.reasons)
    if program.end not in rules.targets:
        problems.append(Problem("goal", f"the run ends at {program.end}; {wanted(goal)}"))
    end = (START, program.end)
    if not problems and (fault := ledger.evaluate(end)) is not None:
        problems.append(fault)
    if problems:
        return Verdict(first(problems))
    cost = ledger.costs[end]
    if cost.height and not rules.dive:
        boxes = counted(cost.height, "box", "boxes")
        return Verdict((Problem("goal", f"the run ends in {boxes}; {wanted(goal)}"),))
    return Verdict((), summary(cost.measures, program.end))


def check_exits(rules: Rules, exits: Exits) -> Verdict:
    """The outer locations that can be reached, and why the others can't."""
    labyrinth = rules.labyrinth
    bare = Rules(paired(replace(labyrinth, goal=Goal())))
    ledger, problems = _ledger(bare, exits.reasons)
    trace = []
    for end in exits.ends:
        if end not in bare.targets:
            problems.append(Problem("goal", f"{end} is no outer location"))
        elif not problems:
            if (fault := ledger.evaluate((START, end))) is not None:
                problems.append(fault)
            elif ledger.costs[START, end].height:
                problems.append(Problem("goal", f"the run to {end} ends in a box"))
            else:
                trace.append(f"{end}: {ledger.costs[START, end].measures}")
    others = bare.targets - set(exits.ends)
    if others and exits.closed is None:
        names = ", ".join(sorted(others))
        problems.append(Problem("unproven", f"nothing is said about the exits {names}"))
    if others and exits.closed is not None:
        bare.targets = others
        problems += closed_labyrinth(bare, exits.closed)
    count = len(exits.ends)
    reached = f"{count} of {counted(count + len(others), 'exit')} can be reached"
    return Verdict(first(problems), "" if problems else reached, tuple(trace))
