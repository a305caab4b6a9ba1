"""Board ⇄ facts, plan ⇄ facts and words; knows what is well formed, not what is right."""

from collections.abc import Iterator, Sequence

from pylab.base.errors import InstanceError, WitnessError
from pylab.base.listing import signatures
from pylab.family.witness_format import Found, Line, WitnessFormat, WitnessKind
from pylab.text.facts import Fact, by_signature, fact, integer, misfit, only, values
from pylab_ricochet.listing import LISTING
from pylab_ricochet.model import STEPS, Board, Field, Move, Plan

DIM, BARRIER, POS, TARGET, LENGTH = LISTING.vocabulary
MOVE, GO = signatures("move/3 go/3")


def from_facts(facts: Sequence[Fact]) -> Board:
    """A board of at most 500 rows from facts. Raises InstanceError."""
    found = by_signature(facts)
    rows = {integer(each, 0, 1, 500): each for each in found.get(DIM, ())}
    lines = range(1, max(rows, default=1) + 1)
    for row in lines:
        if row not in rows:
            place = rows[max(rows)].place if rows else None
            raise InstanceError(f"expected dim({row}), found none", place)
    robots: dict[str, Field] = {}
    for each in found.get(POS, ()):
        robot, *field = values(each, str, lines, lines)
        if robot in robots or tuple(field) in robots.values():
            raise InstanceError("expected robots on a field each, found another", each.place)
        robots[robot] = tuple(field)
    target = only(found, TARGET)
    mover, *goal = values(target, str, lines, lines)
    if mover not in robots:
        raise misfit(target, 0, f"a robot that is there ({', '.join(robots) or 'none'})")
    return Board(
        len(lines),
        frozenset(values(each, lines, lines, STEPS) for each in found.get(BARRIER, ())),
        tuple(sorted(robots.items())),
        (mover, tuple(goal)),
        integer(only(found, LENGTH), 0, 0) if LENGTH in found else None,
    )


def facts(board: Board) -> list[Fact]:
    """The board as the competition writes it."""
    return [
        *(fact("dim", row) for row in range(1, board.size + 1)),
        *(fact("barrier", *each) for each in sorted(board.barriers)),
        *(fact("pos", name, *field) for name, field in board.robots),
        fact("target", board.target[0], *board.target[1]),
        *(fact("length", length) for length in [board.length] if length is not None),
    ]


def _lines(plan: Plan) -> Iterator[Line]:
    for each in plan.moves:
        yield fact("go" if plan.exact else "move", each.robot, each.way, each.step), str(each)


def _plan(found: Found) -> Plan:
    facts = [each for those in found.values() for each in those]
    moves = (values(each, str, STEPS, int, kind=WitnessError) for each in facts)
    return Plan(tuple(sorted(Move(step, *move) for *move, step in moves)), GO in found)


WITNESS_FORMAT = WitnessFormat(
    heading=lambda plan: f"{plan}, as the competition counts them" if plan.exact else str(plan),
    lines=_lines,
    forms=[WitnessKind(set(), {GO}, _plan, ["exact"]), WitnessKind(set(), {MOVE}, _plan)],
)
"""A plan is `move/3`, one for the competition `go/3`; no fact at all is a plan, too."""
