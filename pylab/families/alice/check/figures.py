"""The figures of a maze, counted again state by state."""

from __future__ import annotations

from array import array
from itertools import pairwise

from pylab.families.alice.check.rules import recoloured, won
from pylab.families.alice.model import COLOURS, DIRECTIONS, Maze, State

STATES_WALKED = 1_000_000
"""The most states that are walked through."""


class Walk:
    """All states, numbered as they are come to, and where moves lead from each.

    A million states take too much room as objects: a state is one integer, and the moves of all
    states are one array.

    Attributes:
        complete: whether these are all states.
        goals: the numbers of those on the goal.
    """

    def __init__(self, maze: Maze) -> None:
        self._maze, self._size = maze, maze.width * maze.height
        self._lowest = -max(maze.width, maze.height, abs(maze.first.d)) - 1
        self._numbers = {self._code(maze.first): 0}
        self._onward, self._begins = array("i"), array("i", [0])
        self.goals = array("i")
        self.complete = self._size <= STATES_WALKED and self._walk()

    def _walk(self) -> bool:
        """Breadth first; whether it came to its end."""
        numbers, onward = self._numbers, self._onward
        layer = list(numbers)
        while layer:
            following: list[int] = []
            for code in layer:
                if len(numbers) > STATES_WALKED:
                    return False
                targets = self._targets(code)
                if targets is None:
                    self.goals.append(numbers[code])
                for target in targets or ():
                    count = len(numbers)
                    number = numbers.setdefault(target, count)
                    if number == count:
                        following.append(target)
                    onward.append(number)
                self._begins.append(len(onward))
            layer = following
        return True

    def _targets(self, code: int) -> list[int] | None:
        """Where moves lead: what `moves` says, without a name for anything; None at the goal."""
        maze, lowest = self._maze, self._lowest
        d, index = divmod(code, self._size)
        d += lowest
        y, x = divmod(index, maze.width)
        found: list[int] = []
        if (x, y) == maze.goal and won(maze, State(x, y, d)):
            return None
        if d <= 0 and not maze.backwards:
            return found
        bits = maze.arrows[index]
        for dx, dy in _STEPS[bits] if d else _STEPS[bits][:1]:
            to_x, to_y = x + d * dx, y + d * dy
            if 0 <= to_x < maze.width and 0 <= to_y < maze.height:
                to = to_y * maze.width + to_x
                if maze.arrows[to] or maze.colours[to] or not maze.is_blank((to_x, to_y)):
                    colour = COLOURS[maze.colours[index if maze.departure else to]]
                    found.append((recoloured(d, colour) - lowest) * self._size + to)
        return found

    def _code(self, state: State) -> int:
        return (state.d - self._lowest) * self._size + state.y * self._maze.width + state.x

    def _from(self, number: int) -> array[int]:
        """The numbers of the states that moves lead to."""
        return self._onward[self._begins[number] : self._begins[number + 1]]

    @property
    def states(self) -> int:
        return len(self._numbers)

    @property
    def moves(self) -> int:
        return len(self._onward)

    @property
    def largest(self) -> int:
        """The largest d."""
        return max(self._numbers) // self._size + self._lowest

    def choices(self) -> list[int]:
        """The number of moves from each state that is off the goal."""
        goals = set(self.goals)
        each = enumerate(pairwise(self._begins))
        return [end - begin for number, (begin, end) in each if number not in goals]

    def wrong(self, live: bytearray) -> int:
        """How many moves lead from a live state to another one."""
        numbers = (number for number in range(self.states) if live[number])
        return sum(not live[each] for number in numbers for each in self._from(number))

    def late(self, live: bytearray) -> int:
        """How many moves, the first of them wrong, lead at least to the farthest hopeless state."""
        lost, layer, moves = bytearray(live), [n for n, yes in enumerate(live) if yes], 0
        while layer:
            following = []
            for each in (each for number in layer for each in self._from(number)):
                if not lost[each]:
                    lost[each] = 1
                    following.append(each)
            layer = following
            moves += bool(layer)
        return moves

    def live(self) -> bytearray:
        """For each state 1 if the goal can be reached from it, else 0."""
        ends = array("i", [0]) * (self.states + 1)
        for each in self._onward:
            ends[each] += 1
        for number in range(1, len(ends)):
            ends[number] += ends[number - 1]
        back = array("i", [0]) * self.moves
        for number in range(self.states):
            for each in self._from(number):
                ends[each] -= 1
                back[ends[each]] = number
        reached, pending = bytearray(self.states), list(self.goals)
        while pending:
            number = pending.pop()
            if not reached[number]:
                reached[number] = 1
                pending += back[ends[number] : ends[number + 1]]
        return reached


_STEPS = [
    [step for i, step in enumerate(DIRECTIONS.values()) if bits >> i & 1] for bits in range(256)
]
"""For each byte of arrows what one square adds to x and y."""
