"""Plan ⇄ facts: what plans look like, and their words; not whether they are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature
from pylab.families.ravensburger.model import OPPOSITE, Board, Plan, Push
from pylab.families.ravensburger.stroll import told, walked
from pylab.family.schema import Found, Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import Fact, fact, values

PUSH = Signature("push", 3)


def _lines(plan: Plan) -> Iterator[tuple[Fact, str]]:
    for push in plan.pushes:
        yield fact("push", push.line, push.direction, push.step), str(push)


def _plan(found: Found) -> Plan:
    pushes = (values(each, int, OPPOSITE, int, kind=WitnessError) for each in found.get(PUSH, ()))
    return Plan(tuple(sorted(Push(step, line, direction) for line, direction, step in pushes)))


WITNESS_FORMAT = WitnessFormat(
    heading=lambda _: "",
    lines=_lines,
    forms=[WitnessKind(set(), {PUSH}, _plan)],
)


def unfold(board: Board, plan: Plan, steps: int) -> str:
    """The first pushes of a plan, with one way of walking after each of them in its words."""
    first, *walks = [told(walk) for walk in walked(board, plan)] or [""]
    lines: list[Line] = [first] if first.startswith("walk") else []
    pairs = list(zip(_lines(plan), walks or [""] * len(plan.pushes), strict=True))[:steps]
    lines += [(made, f"{words}; {walk}" if walk else words) for (made, words), walk in pairs]
    return replace(WITNESS_FORMAT, lines=lambda _: lines).show(plan)


def data(board: Board, plan: Plan) -> dict[str, Any]:
    """A plan for JSON, with one way of walking: the fields at the start and after each push."""
    pushes = [asdict(push) for push in plan.pushes]
    return {"pushes": pushes, "walks": [list(map(list, walk)) for walk in walked(board, plan)]}
