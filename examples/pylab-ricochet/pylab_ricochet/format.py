"""Which facts make a board, as the competition writes it, and a plan; not whether it is right."""

from pylab.family.schema import NATURAL, Depends, Row, RowError, Schema, within
from pylab.family.witness_format import WitnessFormat
from pylab_ricochet.model import STEPS, Board, Field, Move, Plan


def _size(rows: list[int]) -> int:
    if missing := set(range(1, max(rows))) - {*rows}:
        raise RowError(f"expected dim({min(missing)}), found none", rows.index(max(rows)))
    return max(rows)


def _robot(name: str, x: int, y: int) -> tuple[str, Field]:
    return name, (x, y)


def _robots(robots: list[tuple[str, Field]]) -> tuple[tuple[str, Field], ...]:
    seen = set[str | Field]()
    for index, robot in enumerate(robots):
        if not seen.isdisjoint(robot):
            raise RowError("expected robots on a field each, found another", index)
        seen.update(robot)
    return tuple(sorted(robots))


LINE = within("size", 1)
ROBOT = Row("pos", of=_robot, parts=lambda at: (at[0], *at[1]), name=str, x=LINE, y=LINE)
KNOWN = Depends(lambda known: dict(known["robots"]))

BOARD = Schema(
    Board,
    size=Row("dim", row=range(1, 501)).many(into=_size, out_of=lambda size: range(1, size + 1)),
    barriers=Row("barrier", x=LINE, y=LINE, way=STEPS).many(False, frozenset, sorted),
    robots=ROBOT.many(into=_robots),
    target=ROBOT.like("target", name=KNOWN).one(),
    length=Row("length", moves=NATURAL).maybe(),
)
MOVE = Row("move", str, of=Move, robot=str, way=STEPS, step=int)
WITNESS_FORMAT: WitnessFormat[Plan] = WitnessFormat(
    heading=lambda plan: f"{plan}, as the competition counts them" if plan.exact else str(plan),
    forms=[
        Schema(Plan, ["exact"], moves=MOVE.like("go").many(False), exact=True),
        Schema(Plan, moves=MOVE.many(False), exact=False),
    ],
)
"""A plan is `move/3`, one for the competition `go/3`; no fact at all is a plan, too."""
