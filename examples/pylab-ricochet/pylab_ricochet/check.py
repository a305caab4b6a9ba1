"""Replays a plan on a board by the rules of the game; knows no encoding, no search and no format.

The rules: Alex Randolph, Rasende Roboter (1999); of `exact` plans: ASP Competition 2013.
"""

from __future__ import annotations

from collections.abc import Iterator

from pylab.verdict import Problem, Verdict
from pylab_ricochet.model import Board, Field, Plan

Situation = dict[str, Field]
"""Where each robot is."""


def check(board: Board, plan: Plan) -> Verdict:
    """Whether each step is one move of a robot, they are as many as may be, and the target's
    robot stops on the target. Each robot moves, unless the plan is for the competition."""
    problems = [*_misnumbered(plan), *_unknown(board, plan)]
    if problems:
        return Verdict(tuple(problems))
    before, trace = dict(board.robots), []
    for move, after in zip(plan.moves, list(replay(board, plan))[1:], strict=True):
        here, there = before[move.robot], after[move.robot]
        if here == there and not plan.exact:
            problems.append(Problem("stays", f"{move}, and does not move", move.step))
        trace.append(f"move {move.step}: {move} from {_name(here)} to {_name(there)}")
        before = after
    count, (mover, goal) = len(plan.moves), board.target
    moves = "1 move" if count == 1 else f"{count} moves"
    if board.length is not None and (count != board.length if plan.exact else count > board.length):
        most = "exactly" if plan.exact else "at most"
        problems.append(Problem("length", f"{moves}, where {most} {board.length} are asked for"))
    if before[mover] != goal:
        where = f"{mover} stops on {_name(before[mover])}, not on {_name(goal)}"
        problems.append(Problem("target", where))
    reached = f"{moves}, then {mover} is on {_name(goal)}"
    return Verdict(tuple(problems), moves if problems else reached, tuple(trace))


def replay(board: Board, plan: Plan) -> Iterator[Situation]:
    """Where the robots are at the start and after each move; the moves must be of robots there."""
    robots = dict(board.robots)
    yield robots
    for move in plan.moves:
        here = robots[move.robot]
        while (there := board.beside(here, move.direction)) and there not in robots.values():
            here = there
        robots = {**robots, move.robot: here}
        yield robots


def _misnumbered(plan: Plan) -> Iterator[Problem]:
    for due, move in enumerate(plan.moves, 1):
        if move.step != due:
            wanted = f"expected one move for each step from 1, found step {move.step}"
            yield Problem("step", f"{wanted} where {due} is due: {move}", move.step)
            return


def _unknown(board: Board, plan: Plan) -> Iterator[Problem]:
    for move in plan.moves:
        if move.robot not in dict(board.robots):
            yield Problem("robot", f"there is no such robot: {move}", move.step)


def _name(field: Field) -> str:
    return f"({field[0]},{field[1]})"
