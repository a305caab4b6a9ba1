"""Measures how hard a game is, by a breadth-first search of its states; knows no puzzle."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace

from pylab.family.script import Game
from pylab.family.walks import reach

WORK = 15_000
"""The largest number of moves that are examined."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The measured difficulty of a game.

    Attributes:
        least: the number of moves of the shortest solutions.
        first, kept: the number of moves at the start, and how many of them begin such a solution.
        along, wrong: the number of moves at all positions of one such solution, and how many of
            them leave all such solutions.
        positions, dead: the number of positions, and how many of them have no way to the goal;
            None if there are too many to examine.
    """

    least: int
    first: int
    kept: int
    along: int
    wrong: int
    positions: int | None = None
    dead: int | None = None

    @property
    def stars(self) -> int:
        """From 1 to 5, by the odds against a shortest way when all moves are made at random."""
        return stars(self.least * math.log2(self.along / (self.along - self.wrong)))

    def __str__(self) -> str:
        words = [f"{self.kept} of {self.first} first moves keep to the shortest way"]
        if self.least > 1:
            words.append(f"{self.wrong} of {self.along} moves along it lead off")
        if self.positions is not None:
            words.append(f"{self.positions} positions, {self.dead} of them dead ends")
        return ", ".join(words)


def stars(bits: float) -> int:
    """How hard a puzzle is, from 1 to 5, by the bits of information in a shortest way.

    >>> [stars(bits) for bits in (0, 4, 10, 30, 90)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(bits >= each for each in (3, 8, 18, 40))


def measured(game: Game, work: int = WORK) -> Difficulty | None:
    """The difficulty of a game; None if it starts at the goal or needs more than `WORK` moves.

    >>> from pylab.family.script import Turn
    >>> def turns(n):
    ...     return [Turn("", n + step) for step in (1, 2) if n < 5]
    >>> found = measured(Game(0, turns, lambda n: n == 5, str))
    >>> found.least, found.kept, found.first, found.wrong, found.along, found.positions, found.dead
    (3, 2, 2, 2, 6, 7, 1)
    """
    states: list[Hashable] = [game.start]
    level: dict[Hashable, int] = {game.start: 0}
    before: dict[Hashable, list[Hashable]] = {game.start: []}
    after: dict[Hashable, list[Hashable]] = {}
    if game.won(game.start):
        return None
    ends: dict[Hashable, int] = {}
    looked = 0
    for state in states:
        if looked > work:
            if not ends or level[state] < min(ends.values()):
                return None
            break
        if state in ends:
            continue
        after[state] = list(dict.fromkeys(turn.after for turn in game.turns(state)))
        looked += max(1, len(after[state]))
        for there in after[state]:
            if there not in level:
                states.append(there)
                level[there], before[there] = level[state] + 1, []
                if game.won(there):
                    ends[there] = level[there]
            before[there].append(state)
    if not ends:
        return None
    least = min(ends.values())
    layer = {each for each in ends if ends[each] == least}
    kept = set(layer)  # positions on a shortest way
    while layer:
        layer = {each for one in layer for each in before[one] if level[each] + 1 == level[one]}
        kept |= layer
    here, along, wrong = game.start, 0, 0
    for step in range(1, least + 1):
        right = [each for each in after[here] if each in kept and level[each] == step]
        along, wrong = along + len(after[here]), wrong + len(after[here]) - len(right)
        here = right[0]
    begun = [each for each in after[game.start] if each in kept and level[each] == 1]
    found = Difficulty(least, len(after[game.start]), len(begun), along, wrong)
    if looked > work:
        return found
    alive = reach(ends, before.__getitem__)
    lost = {game.position(each) for each in states if each not in alive}
    return replace(found, positions=len(set(map(game.position, states))), dead=len(lost))
