"""Replays a plan on a board by the rules of the game; knows no encoding, no search and no format.

The rules: ASP Competition 2013, Labyrinth. The avatar's walks are not part of a plan, so the
checker keeps the set of all fields on which the avatar can stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.ravensburger.model import (
    EXACT,
    FIXED_LINES,
    LOST_TILES,
    NO_UNDO,
    OPPOSITE,
    STEPS,
    WALK_FIRST,
    Board,
    Field,
    Plan,
    Push,
)

_LISTED = 12


@dataclass(frozen=True, slots=True)
class Situation:
    """The board after some pushes.

    Attributes:
        push: the last push; None at the start.
        openings: of each field, the directions that the tile now lying there is open towards.
        goal: the goal's field now; None if its tile is lost.
        reached: the fields on which the avatar can stand now.
    """

    push: Push | None
    openings: dict[Field, frozenset[str]]
    goal: Field | None
    reached: frozenset[Field]

    @property
    def arrived(self) -> bool:
        return self.goal in self.reached


def check(board: Board, plan: Plan) -> Verdict:
    """Whether the plan has one push at each of the steps 1 to at most max_steps, and arrives.

    And whether each push is allowed by the board's rules.
    """
    problems = [*_misnumbered(plan), *_off_board(board, plan), *_too_many(board, plan)]
    if any(problem.code != "too-many" for problem in problems):
        return Verdict(tuple(problems))
    problems += [*_too_few(board, plan), *_fixed(board, plan), *_undone(board, plan)]
    situations = list(replay(board, plan))
    last = situations[-1]
    trace = tuple(map(_told, situations))
    if not last.arrived:
        where = f"the goal on {_name(last.goal)}" if last.goal else "the goal, whose tile is lost,"
        stands = _stands(last.reached, _LISTED)
        problems.append(Problem("goal", f"{where} is not reached; {stands}"))
    count = len(plan.pushes)
    pushes = counted(count, "push", "pushes")
    first = next((i for i, each in enumerate(situations) if each.arrived), count)
    early = f", already after push {first}" if 0 < first < count else ""
    early = ", already at the start" if count and not first else early
    where = f"the goal on {_name(last.goal)}" if last.goal else "the goal"
    reached = f"{pushes}, then {where} is reached{early}"
    return Verdict(tuple(problems), pushes if problems else reached, trace)


def replay(board: Board, plan: Plan) -> Iterator[Situation]:
    """The situation at the start and after each push; the pushes must be on the board."""
    situation = _at_start(board)
    yield situation
    for push in plan.pushes:
        situation = after(board, situation, push)
        yield situation


def _at_start(board: Board) -> Situation:
    """Before the first push the avatar does not walk, unless the rule is that it does."""
    openings: dict[Field, frozenset[str]] = {
        (x, y): frozenset(d for d in STEPS if (x, y, d) in board.connections)
        for x in range(1, board.size + 1)
        for y in range(1, board.size + 1)
    }
    reached = frozenset({board.start})
    if WALK_FIRST in board.rules:
        reached = _walk({board.start}, openings)
    return Situation(None, openings, board.goal, reached)


def after(board: Board, situation: Situation, push: Push) -> Situation:
    """What a push makes of a situation; it must be on the board."""
    moved = _line_pushed(push, board)
    openings = dict(situation.openings)
    if None in moved.values():
        openings |= dict.fromkeys(moved, frozenset[str]())  # blank, where nothing else is then
    for field, there in moved.items():
        if there is not None:
            openings[there] = situation.openings[field]
    goal = moved.get(situation.goal, situation.goal) if situation.goal else None
    starts = {moved.get(field, field) for field in situation.reached}
    reached = _walk({field for field in starts if field is not None}, openings)
    return Situation(push, openings, goal, reached)


@lru_cache(maxsize=1 << 12)
def _line_pushed(push: Push, board: Board) -> Mapping[Field, Field | None]:
    """Where the push takes each tile of its line; cached, as games try the same ones often."""
    across = push.direction in ("n", "s")
    along = range(1, board.size + 1)
    line = [(each, push.line) if across else (push.line, each) for each in along]
    return {field: pushed(field, push, board) for field in line}


def pushed(field: Field, push: Push, board: Board) -> Field | None:
    """Where the push takes the tile that lies on this field; None if the tile is lost."""
    row, column = field
    size = board.size
    if LOST_TILES in board.rules and push.line == (row if push.direction in "ew" else column):
        up, right = STEPS[push.direction]
        if not (1 <= row + up <= size and 1 <= column + right <= size):
            return None
    if push.direction in ("e", "w"):
        if row != push.line:
            return field
        column += 1 if push.direction == "e" else -1
        return row, size if column == 0 else 1 if column > size else column
    if column != push.line:
        return field
    row += 1 if push.direction == "n" else -1
    return size if row == 0 else 1 if row > size else row, column


def _walk(starts: set[Field], openings: dict[Field, frozenset[str]]) -> frozenset[Field]:
    """All fields that are joined to the starts by openings that face each other."""
    reached, frontier = set(starts), list(starts)
    while frontier:
        for field in beside(frontier.pop(), openings):
            if field not in reached:
                reached.add(field)
                frontier.append(field)
    return frozenset(reached)


def beside(field: Field, openings: Mapping[Field, frozenset[str]]) -> Iterator[Field]:
    """The fields that can be walked to from here in one step."""
    row, column = field
    for direction in openings[field]:
        up, right = STEPS[direction]
        there = (row + up, column + right)
        if OPPOSITE[direction] in openings.get(there, ()):
            yield there


def _misnumbered(plan: Plan) -> Iterator[Problem]:
    """Steps before 1, gaps, repeated pushes, and steps with several."""
    due, previous = 1, None
    for push in plan.pushes:
        if push == previous:
            yield Problem("repeated", f"the push is there twice: {push}", push.step)
        elif push.step < 1:
            yield Problem("step-number", f"steps count from 1: {push}", push.step)
        elif push.step < due:
            yield Problem("two-pushes", f"a second push: {push}", push.step)
        else:
            if push.step > due:
                missing = (
                    f"step {due}" if push.step == due + 1 else f"steps {due} to {push.step - 1}"
                )
                yield Problem("gap", f"a push follows, but there is none at {missing}", push.step)
            due = push.step + 1
        previous = push


def _off_board(board: Board, plan: Plan) -> Iterator[Problem]:
    for push in plan.pushes:
        if not 1 <= push.line <= board.size:
            yield Problem("off-board", f"the lines are 1 to {board.size}: {push}", push.step)


def _too_many(board: Board, plan: Plan) -> Iterator[Problem]:
    last = max((push.step for push in plan.pushes), default=0)
    if last > board.max_steps:
        most = "1 push is" if board.max_steps == 1 else f"{board.max_steps} pushes are"
        yield Problem("too-many", f"a push at step {last}; at most {most} allowed")


def _too_few(board: Board, plan: Plan) -> Iterator[Problem]:
    """Fewer pushes than max_steps, where there must be so many."""
    count = len(plan.pushes)
    if EXACT in board.rules and count < board.max_steps:
        yield Problem("too-few", f"expected exactly {board.max_steps} pushes, found {count}")


def _fixed(board: Board, plan: Plan) -> Iterator[Problem]:
    """Pushes of lines with odd numbers, where these are fixed."""
    for push in plan.pushes:
        if FIXED_LINES in board.rules and push.line % 2 == 1:
            yield Problem("fixed", f"lines with odd numbers are fixed: {push}", push.step)


def _undone(board: Board, plan: Plan) -> Iterator[Problem]:
    """Pushes that take back the one before, where that is forbidden."""
    for before, push in zip(plan.pushes, plan.pushes[1:], strict=False):
        back = push.line == before.line and push.direction == OPPOSITE[before.direction]
        if NO_UNDO in board.rules and back:
            yield Problem("undone", f"the push before is taken back: {push}", push.step)


def _told(situation: Situation) -> str:
    when = "start" if situation.push is None else f"push {situation.push.step}, {situation.push}"
    goal = f"the goal is on {_name(situation.goal)}" if situation.goal else "the goal is lost"
    return f"{when}: {_stands(situation.reached)}; {goal}"


def _stands(reached: frozenset[Field], most: int | None = None) -> str:
    if not reached:
        return "the avatar is lost"
    return f"the avatar can stand on {_names(reached, most)}"


def _name(field: Field) -> str:
    return f"({field[0]},{field[1]})"


def _names(fields: frozenset[Field], most: int | None = None) -> str:
    names = [_name(field) for field in sorted(fields)]
    shown = names if most is None or len(names) <= most + 1 else names[:most]
    return " ".join(shown) + (f" and {len(names) - len(shown)} more" if shown != names else "")
