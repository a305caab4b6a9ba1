"""Replays a plan on a board by the rules of the game; knows no encoding, no search and no format.

The rules: Alex Randolph, Rasende Roboter (1999); of `exact` plans: ASP Competition 2013.
"""

from dataclasses import replace
from itertools import pairwise

from pylab.base.verdict import Problem, Verdict
from pylab_ricochet.model import Board, Plan


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
    situations = [dict(each.robots) for _, each in replay(board, plan)]
    for move, (before, after) in zip(plan.moves, pairwise(situations), strict=True):
        here, there = before[move.robot], after[move.robot]
        if here == there and not plan.exact:
            problems.append(Problem("stays", f"{move}, and does not move", move.step))
        trace.append(f"move {move.step}: {move} from {here} to {there}")
    count, most = len(plan.moves), board.length
    if most is not None and (count != most if plan.exact else count > most):
        wanted = f"{'exactly' if plan.exact else 'at most'} {most}"
        problems.append(Problem("length", f"{plan}, where {wanted} are asked for"))
    if situations[-1][mover] != goal:
        stops = f"{mover} stops on {situations[-1][mover]}, not on {goal}"
        problems.append(Problem("target", stops))
    reached = str(plan) if problems else f"{plan}, then {mover} is on {goal}"
    return Verdict(tuple(problems), reached, tuple(trace))


def replay(board: Board, plan: Plan) -> list[tuple[str, Board]]:
    """The board at the start and after each move, with what was done; up to a robot unknown.

    After a slide that moves its robot, one move less may be made.
    """
    found = [("the start", board)]
    for move in plan.moves:
        robots = dict(board.robots)
        if (here := robots.get(move.robot)) is None:
            break
        while (there := board.beside(here, move.way)) and there not in robots.values():
            here = there
        if here != robots[move.robot]:
            placed = tuple({**robots, move.robot: here}.items())
            board = replace(board, robots=placed, length=board.length and board.length - 1)
        found.append((str(move), board))
    return found
