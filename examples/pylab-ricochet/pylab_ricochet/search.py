"""The native engine: the fewest moves, by what is needed if the target's robot may stop anywhere.

Fields are numbered row by row from 0. A state is a number, too: a bit for each field with another
robot, whichever it is, as they are interchangeable, and above these the field of the target's
robot. Knows no checker.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from pylab.base.finding import Finding, SearchWatch, handed_over
from pylab.base.listing import Task
from pylab.family.walks import fewest, reach
from pylab_ricochet.model import STEPS, Board, Move, Plan


class Slides:
    """How one slides on a board: of each field, where it is on the board, and the ways from it
    without robots, as the fields passed, in bits, the last one, and what a step adds."""

    def __init__(self, board: Board) -> None:
        size = range(1, board.size + 1)
        self.numbers = {(x, y): n for n, (y, x) in enumerate(product(size, size))}
        self.rays: list[list[tuple[int, int, int]]] = [[] for _ in self.numbers]
        for start, number in self.numbers.items():
            for way, (right, down) in STEPS.items():
                field, passed = start, 0
                while there := board.beside(field, way):
                    field, passed = there, passed | 1 << self.numbers[there]
                if passed:
                    ray = passed, self.numbers[field], right + board.size * down
                    self.rays[number].append(ray)

    def stops(self, number: int, taken: int) -> Iterator[int]:
        """Where a robot there may stop, among robots on the fields of these bits."""
        for passed, stop, step in self.rays[number]:
            if hit := passed & taken:
                stop = (hit & -hit if step > 0 else hit).bit_length() - 1 - step
            if stop != number:
                yield stop


def search(board: Board, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task with as many plans as wanted (0: all). Of `plan` and `exact` it finds those
    with the fewest moves alone, for `exact` filled up by trying the last move again."""
    if task.name == "exact" and dict(board.robots)[board.target[0]] == board.target[1]:
        staying = list(_staying(board))
        others = "only one is looked for" if staying else ""
        return handed_over(staying, watch, models, others=others)
    slides, cells, low = Slides(board), board.size**2, (1 << board.size**2) - 1

    def straight(number: int) -> list[int]:
        ways = slides.rays[number]
        return [n for _, last, step in ways for n in range(number + step, last + step, step)]

    def onward(state: int) -> list[tuple[int, int]]:
        hero, rest = state >> cells, state & low
        found = [(stop << cells | rest, away[stop]) for stop in slides.stops(hero, rest)]
        left, taken, needed = rest, rest | 1 << hero, away[hero]
        while left:
            bit = left & -left
            left, gone, here = left ^ bit, state ^ bit, bit.bit_length() - 1
            found += [(gone | 1 << stop, needed) for stop in slides.stops(here, taken)]
        return found

    away = reach([slides.numbers[board.target[1]]], straight, watch)
    robots = {name: slides.numbers[field] for name, field in board.robots}
    hero = robots[board.target[0]]
    start = hero << cells | sum(1 << n for n in robots.values() if n != hero)
    found = fewest(start, away.get(hero), onward, board.length, watch)
    plans = (_plan(board, robots, states, task.name == "exact") for states in found.ways())
    if task.name in ("shortest", "all") or not found.ends:
        return handed_over(plans, watch, models, found.moves)
    return handed_over(plans, watch, models, others="only the shortest are looked for")


def _plan(board: Board, robots: dict[str, int], states: Sequence[int], exact: bool) -> Plan:
    """The moves from state to state, and for the competition as many as are asked for."""
    names, cells, moves = {n: name for name, n in robots.items()}, board.size**2, list[Move]()
    for state, after in pairwise(states):
        here, there = state >> cells, after >> cells
        if here == there:
            here, there = ((each & (state ^ after)).bit_length() - 1 for each in (state, after))
        names[there] = names.pop(here)
        ways = ("west", "east") if here // board.size == there // board.size else ("north", "south")
        moves.append(Move(len(moves) + 1, names[there], ways[here < there]))
    while exact and len(moves) < (board.length or 0):
        moves.append(replace(moves[-1], step=len(moves) + 1))
    return Plan(tuple(moves), exact)


def _staying(board: Board) -> Iterator[Plan]:
    """A plan for the competition, if there is one, where the robot is on the target at the start.

    Any other robot moves at each step; without one, the robot itself tries a way that is blocked.
    If none is, no way ends there again: it would be blocked there.
    """
    hero, count = board.target[0], board.length or 0
    others = [(name, "north") for name, _ in board.robots if name != hero]
    blocked = [(hero, way) for way in STEPS if board.beside(board.target[1], way) is None]
    for robot, way in [*others, *blocked, *[(hero, "north")] * (not count)][:1]:
        yield Plan(tuple(Move(step, robot, way) for step in range(1, count + 1)), True)


def prefers_native(board: Board, _task: Task) -> str:
    """Why clingo would be no good here."""
    easy = board.length is not None and board.size <= 8
    return "" if easy else "clingo is slow on more than 8 rows or without a length"
