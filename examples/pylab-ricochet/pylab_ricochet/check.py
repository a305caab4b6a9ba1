"""Replays a plan on a board by the rules of the game; knows no encoding, no search and no format.

The rules: Alex Randolph, Rasende Roboter (1999); of `exact` plans: ASP Competition 2013.
"""

from __future__ import annotations

from collections.abc import Iterator

from pylab.verdict import Problem, Verdict
from pylab_ricochet.model import Board, Field, Plan


def check(board: Board, plan: Plan) -> Verdict:
    """Whether each step is a move, they are as many as may be, and end on the target; and whether
    each move moves its robot, unless the plan is for the competition."""
    for due, move in enumerate(plan.moves, 1):
        if move.step != due:
            told = f"expected one move at each step from 1; step {due} is due: {move}"
            return Verdict((Problem("step", told, move.step),))
        if move.robot not in dict(board.robots):
            return Verdict((Problem("robot", f"there is no such robot: {move}", due),))
    problems, trace, (mover, goal) = [], [], board.target
    situations = list(replay(board, plan))
    for move, before, after in zip(plan.moves, situations, situations[1:], strict=False):
        here, there = before[move.robot], after[move.robot]
        if here == there and not plan.exact:
            problems.append(Problem("stays", f"{move}, and does not move", move.step))
        trace.append(f"move {move.step}: {move} from {here} to {there}")
    count, most = len(plan.moves), board.length
    moves = "1 move" if count == 1 else f"{count} moves"
    if most is not None and (count != most if plan.exact else count > most):
        wanted = f"{'exactly' if plan.exact else 'at most'} {most}"
        problems.append(Problem("length", f"{moves}, where {wanted} are asked for"))
    if situations[-1][mover] != goal:
        stops = f"{mover} stops on {situations[-1][mover]}, not on {goal}"
        problems.append(Problem("target", stops))
    reached = moves if problems else f"{moves}, then {mover} is on {goal}"
    return Verdict(tuple(problems), reached, tuple(trace))


def replay(board: Board, plan: Plan) -> Iterator[dict[str, Field]]:
    """Where the robots are at the start and after each move; the moves must be of robots there."""
    robots = dict(board.robots)
    yield robots
    for move in plan.moves:
        here = robots[move.robot]
        while (there := board.beside(here, move.direction)) and there not in robots.values():
            here = there
        robots = {**robots, move.robot: here}
        yield robots
