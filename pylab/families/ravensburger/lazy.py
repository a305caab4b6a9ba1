"""Lazy commitment: is there a plan of exactly K pushes? Knows no strategy, no clingo, no checker.

The K pushes are slots that are left undecided as long as possible. A slot is either decided (one
move) or has a set of moves that are still allowed; a node of the search stands for all sequences
that fit its slots. A flood, from the avatar forwards in time or from the goal backwards, asks at
each step which tile lies on some cell at some time. To answer, the cell is traced back through the
slots; an undecided slot that could have moved the tile splits the node: one child for each such
move, and a rest in which these moves are not allowed. So whatever a flood has read is true of all
sequences of its node. If the flood ends and has not met the other end, none of them is a plan,
whatever the undecided slots are.

The rules that prune further are explained, and proven, in docs/ravensburger-search.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pylab.families.ravensburger.backward import Backward
from pylab.families.ravensburger.goal_side import GoalSide, Leaf, Look
from pylab.families.ravensburger.moves import Tables, members
from pylab.families.ravensburger.slots import Slots, Work

BACKWARD = -1
"""The mode that floods from the goal only; the others, numbers from 0, flood from the avatar and
leave so many pushes to the goal's side."""

MODES = (BACKWARD, 0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Rules:
    """Which prunings are on; each is sound alone and with the others.

    Attributes:
        lump: a read that can't connect by any allowed move splits nothing, and one that connects
            by a few moves only splits on these few.
        cut: in the modes from 1, the goal's side is looked up.
        early: it is looked up before a closure, too, not only after it.
        crossing: at the cut, undecided slots are split only on moves that could change the lookup.
        commute: where nothing is reached in between, parallel moves come in one order, and no move
            is taken back at once. Keeps a shortest plan, but not all of them.
    """

    lump: bool = True
    cut: bool = True
    early: bool = True
    crossing: bool = True
    commute: bool = True


_MOST_BOARDS = 20_000
"""Beyond so many, boards are made anew."""

_EARLY = 3
"""With more undecided pushes than this, the closure is made first."""


class Forward:
    """A flood from the avatar, forwards in time; with a cut, the goal's side is looked up.

    Attributes:
        slots: the pushes.
        beyond: how many pushes at most are left to the goal's side; 0 floods to the end.
        met: called when the goal is reached, or will be: as for Backward.
    """

    def __init__(
        self,
        slots: Slots,
        beyond: int,
        rules: Rules,
        goal_side: GoalSide,
        work: Work,
        met: Callable[[], bool],
    ) -> None:
        self.slots, self.rules, self.goal_side, self.work = slots, rules, goal_side, work
        self.beyond = beyond if rules.cut else 0
        self.met = met
        self.tables = slots.tables
        self.last = len(slots.pushes) - 1
        self._boards: dict[tuple[int, ...], bytes] = {(): bytes(slots.types)}

    def run(self) -> bool:
        """Search; True if `met` said that it is over."""
        start = self.tables.start
        return self._flood(0, [start], [start], self.tables.bit[start], 1, 0)

    def _flood(
        self, time: int, cells: list[int], tiles: list[int], inside: int, at: int, before: int
    ) -> bool:
        """As in Backward, but forwards."""
        saved = self.slots.allowed.copy()
        over = self._flood_on(time, cells, tiles, inside, at, before)
        self.slots.allowed[:] = saved
        return over

    def _flood_on(
        self, time: int, cells: list[int], tiles: list[int], inside: int, at: int, before: int
    ) -> bool:
        self.work.add()
        if self.rules.early and self._within_reach_of_goal_side(time):

            def on() -> bool:
                return self._flood(time, cells[:], tiles[:], inside, at, before)

            dead, over = self._look_ahead(time, inside, _EARLY, on)
            if dead:
                return over
        slots, tables = self.slots, self.tables
        pushes, allowed, types = slots.pushes, slots.allowed, slots.types
        bit, back, touching, near = tables.bit, tables.back, tables.touching, tables.near
        while True:
            while at < len(cells):
                for beside, facing in near[types[tiles[at]]][cells[at]]:
                    if inside & bit[beside]:
                        continue
                    while True:
                        cell, slot = beside, time
                        while slot:
                            move = pushes[slot]
                            if move >= 0:
                                cell = back[move][cell]
                            elif touching[cell] & allowed[slot]:
                                break
                            slot -= 1
                        if not slot:
                            if types[cell] & facing:
                                if cell == tables.goal:
                                    return self.met()
                                inside |= bit[beside]
                                cells.append(beside)
                                tiles.append(cell)
                            break
                        splits = slots.splits(cell, slot, facing)
                        if not splits:
                            break
                        for move in splits:
                            pushes[slot] = move
                            over = self._flood(time, cells[:], tiles[:], inside, at, before)
                            pushes[slot] = -1
                            if over:
                                return True
                            allowed[slot] &= ~bit[move]
                        if not allowed[slot]:
                            return False
                at += 1
            if time == self.last:
                return False
            if self._within_reach_of_goal_side(time):
                return self._cut(time, cells, tiles, inside)
            move = pushes[time]
            time += 1
            if self.rules.commute and time > 1 and move >= 0 and len(cells) == before:
                allowed[time] &= tables.kept[move][time == 2]
            touched = 0
            for cell in cells:
                touched |= touching[cell]
            before = len(cells)
            for move in members(touched & allowed[time]):
                step = tables.forth[move]
                moved = [step[cell] for cell in cells]
                pushes[time] = move
                inside_then = 0
                for cell in moved:
                    inside_then |= bit[cell]
                over = self._flood(time, moved, tiles[:], inside_then, 0, before)
                pushes[time] = -1
                if over:
                    return True
            allowed[time] &= ~touched
            if not allowed[time]:
                return False
            at = 0

    def _within_reach_of_goal_side(self, time: int) -> bool:
        """Whether so few pushes are undecided that the goal's side can be asked."""
        if not time or self.last - time > self.beyond:
            return False
        left = self.last - time + self.slots.pushes[1 : time + 1].count(-1)
        return 0 < left <= self.beyond

    def _cut(self, time: int, cells: Sequence[int], tiles: Sequence[int], inside: int) -> bool:
        """All that is reached at this time is known: can the pushes that are left do it?"""
        self.work.add()
        if not self.rules.crossing and -1 in self.slots.pushes[1 : time + 1]:
            return self._meet(time, tiles)
        dead, over = self._look_ahead(
            time, inside, math.inf, lambda: self._cut_within(time, cells, tiles, inside)
        )
        return over if dead else self._meet(time, tiles)

    def _cut_within(
        self, time: int, cells: Sequence[int], tiles: Sequence[int], inside: int
    ) -> bool:
        """The cut, once another push is decided; none may be left."""
        left = self._within_reach_of_goal_side(time)
        return left and self._cut(time, cells, tiles, inside)

    def _meet(self, time: int, tiles: Sequence[int]) -> bool:
        """Flood from the goal to the tiles that are reached at this time."""
        home = 0
        for tile in tiles:
            home |= self.tables.bit[tile]
        commute = self.rules.commute
        rest = Backward(self.slots, time, home, self.work, self.met, commute=commute)
        return rest.run(self.tables.goal)

    def _look_ahead(
        self, time: int, inside: int, most: float, on: Callable[[], bool]
    ) -> tuple[bool, bool]:
        """Ask the goal's side about the cells that are reached at this time, or some of them.

        Args:
            time: of the closure that is under way or complete.
            inside: the set of cells.
            on: searches on, with one more push decided.

        Returns:
            Whether the node is dead but for the moves that were searched on; and if so, whether
            the search is over.
        """
        slots, tables = self.slots, self.tables
        pushes, allowed = slots.pushes, slots.allowed
        decided = tuple(move for move in pushes[1 : time + 1] if move >= 0)
        goal = tables.goal
        for move in decided:
            goal = tables.forth[move][goal]
        left = self.last - len(decided)
        leaf = self.goal_side.ask(left, goal, self._board(decided), self.work)
        if leaf.winning & inside:
            return False, False
        hidden = [slot for slot in range(1, time + 1) if pushes[slot] < 0]
        if not hidden:
            return True, False
        if not self.rules.crossing:
            return False, False
        crossings = self._crossing(hidden, time, leaf, most)
        if crossings is None:
            return False, False
        saved = allowed.copy()
        over = False
        for slot, crossing in crossings:
            for move in members(crossing):
                pushes[slot] = move
                over = over or on()
                pushes[slot] = -1
            allowed[slot] &= ~crossing
            if over or not allowed[slot]:
                break
        allowed[:] = saved
        return True, over

    def _crossing(
        self, hidden: Sequence[int], time: int, leaf: Leaf, most: float
    ) -> list[tuple[int, int]] | None:
        """Of each undecided slot, the moves that may not be put off until after the decided ones.

        A move can be put off if it commutes with each decided push behind it on each tile that is
        looked at if it is made, or if the tile that lies there instead lacks the opening, too. Of
        several undecided slots, the first ones shift the tiles for the later ones. None if there
        are too many such moves.
        """
        pushes, allowed, tables = self.slots.pushes, self.slots.allowed, self.tables
        found = []
        for number, slot in enumerate(hidden):
            concerned = leaf.concerned(number, tables)
            behind = tuple(move for move in pushes[slot + 1 : time + 1] if move >= 0)
            traced: Sequence[int] = tuple(concerned)
            crossing = 0
            for move in reversed(behind):
                back, crossed = tables.back[move], tables.crossed(move)
                traced = [back[cell] for cell in traced]
                if crossed.keys().isdisjoint(traced):
                    continue
                for (cell, reasons), before in zip(concerned.items(), traced, strict=True):
                    if before not in crossed:
                        continue
                    possible = crossed[before] & reasons & allowed[slot] & ~crossing
                    if possible and not number:
                        possible = self._changing(possible, leaf.looks[cell], cell, slot, behind)
                    if possible:
                        crossing |= possible
                        if crossing.bit_count() > most:
                            return None
            if crossing:
                most -= crossing.bit_count()
                found.append((slot, crossing))
        return found

    def _changing(
        self, suspects: int, looks: Sequence[Look], cell: int, slot: int, behind: Sequence[int]
    ) -> int:
        """Of the suspects for the first undecided slot, those that change what is looked at."""
        tables, types = self.tables, self.slots.types
        changing = 0
        for move in members(suspects):
            origin = tables.forth[move][cell]
            for other in reversed(behind):
                origin = tables.back[other][origin]
            origin = tables.back[move][origin]
            for other in reversed(self.slots.pushes[1:slot]):
                origin = tables.back[other][origin]
            kind, bit = types[origin], tables.bit[move]
            for look in looks:
                if look.reasons[0] & bit and (kind & look.facing or not look.facing):
                    changing |= bit
                    break
        return changing

    def _board(self, decided: tuple[int, ...]) -> bytes:
        """The kinds of the tiles on the cells after these moves alone."""
        board = self._boards.get(decided)
        if board is None:
            if len(self._boards) > _MOST_BOARDS:
                self._boards = {(): self._boards[()]}
            board = self.tables.after(self._board(decided[:-1]), decided[-1])
            self._boards[decided] = board
        return board


class Decider:
    """Decides, of one board, whether there are plans of so many pushes.

    What is learnt of the goal's side is kept from one question to the next.
    """

    def __init__(self, tables: Tables, rules: Rules) -> None:
        self.tables, self.rules = tables, rules
        self._goal_side = GoalSide(tables, rules.lump)

    def decide(self, count: int, mode: int, work: Work, met: Callable[[Slots], bool]) -> bool:
        """Whether there is a plan of exactly `count` pushes that `met` is content with.

        `met` gets slots that stand for plans only, no plan twice, and says whether the search is
        over. Without the rule `commute` it gets all plans of this length; with the rule it gets
        one if there is any, provided that there is none two pushes shorter. A goal that was
        reached early counts as reached. Raises Capped, and LimitReached from the work's tick.
        """
        tables, commute = self.tables, self.rules.commute
        slots = Slots(tables, count, tables.types, self.rules.lump)
        if tables.start == tables.goal:
            return met(slots)
        if not count:
            return False

        def meet() -> bool:
            return met(slots)

        if mode == BACKWARD:
            home = tables.bit[tables.start]
            return Backward(slots, 0, home, work, meet, commute=commute).run(tables.goal)
        return Forward(slots, mode, self.rules, self._goal_side, work, meet).run()
