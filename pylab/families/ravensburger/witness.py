"""Plan ⇄ facts: what plans look like, and their words; not whether they are right."""

from __future__ import annotations

from collections.abc import Iterator

from pylab.errors import WitnessError
from pylab.facts import Fact, fact, values
from pylab.families.ravensburger.model import OPPOSITE, Plan, Push
from pylab.listing import Signature
from pylab.tongue import Form, Found, Tongue

PUSH = Signature("push", 3)


def _lines(plan: Plan) -> Iterator[tuple[Fact, str]]:
    for push in plan.pushes:
        yield fact("push", push.line, push.direction, push.step), str(push)


def _plan(found: Found) -> Plan:
    pushes = (values(each, int, OPPOSITE, int, kind=WitnessError) for each in found.get(PUSH, ()))
    return Plan(tuple(sorted(Push(step, line, direction) for line, direction, step in pushes)))


TONGUE = Tongue(
    heading=lambda _: "",
    lines=_lines,
    forms=[Form(set(), {PUSH}, _plan)],
)
