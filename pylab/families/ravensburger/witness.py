"""Plan ⇄ facts: what plans look like, and their words; not whether they are right."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import zip_longest
from typing import Any

from pylab.families.ravensburger.model import OPPOSITE, Board, Plan, Push
from pylab.families.ravensburger.stroll import told, walked
from pylab.family.schema import Line, Row, Schema
from pylab.family.witness_format import WitnessFormat

PUSH = Row("push", str, of=Push, line=int, direction=OPPOSITE, step=int)
WITNESS_FORMAT: WitnessFormat[Plan] = WitnessFormat(
    heading=lambda _: "", forms=[Schema(Plan, pushes=PUSH.many(False))]
)


def unfold(board: Board, plan: Plan, steps: int) -> str:
    """A plan; the words of its first pushes tell a walk that follows each."""
    first, *walks = [told(walk) for walk in walked(board, plan)] or [""]
    lines: list[Line] = [first] if first.startswith("walk") else []
    pairs = zip_longest(plan.pushes, walks[:steps])
    lines += [(PUSH.fact(push), f"{push}; {walk}" if walk else str(push)) for push, walk in pairs]
    return replace(WITNESS_FORMAT, lines=lambda _: lines).show(plan)


def data(board: Board, plan: Plan) -> dict[str, Any]:
    """A plan for JSON, with one way of walking: the fields at the start and after each push."""
    pushes = [asdict(push) for push in plan.pushes]
    return {"pushes": pushes, "walks": [list(map(list, walk)) for walk in walked(board, plan)]}
