"""Lazy commitment: is there a plan of exactly K pushes? Knows no strategy, no clingo, no checker.

The K pushes are slots that are left undecided as long as possible. A slot is either decided (one
move) or has a set of moves that are still allowed; a node of the search stands for all sequences
that fit its slots. A flood, from the avatar forwards in time or from the goal backwards, asks at
each step which tile lies on some cell at some time. To answer, the cell is traced back through the
slots; an undecided slot that could have moved the tile splits the node: one child for each such
move, and a rest in which these moves are not allowed. So whatever a flood has read is true of all
sequences of its node. If the flood ends and has not met the other end, none of them is a plan,
whatever the undecided slots are.

The rules that prune further are explained, and proven, in docs/maintainers/search.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pylab.families.ravensburger.backward import Backward
from pylab.families.ravensburger.chain import Guide
from pylab.families.ravensburger.flood import CLOSED, OVER, Flood, Front
from pylab.families.ravensburger.goal_side import GoalSide, Leaf
from pylab.families.ravensburger.moves import Tables, members
from pylab.families.ravensburger.slots import Slots, Work

BACKWARD: Final = -1
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
        commute: where nothing is reached in between, or the later one moves nothing that is
            reached, parallel moves come in one order; where nothing is reached in between, no move
            is taken back at once. Keeps a shortest plan, but not all of them.
        hindsight: with `commute`, slots are kept in that order, too, that are decided after the
            flood from the avatar has passed them.
        provable: `commute` applies only as far as a certificate can show it: where nothing is
            reached in between, all pushes so far have to be decided; moves may be taken back, and
            the flood from the goal keeps no order.
    """

    lump: bool = True
    cut: bool = True
    early: bool = True
    crossing: bool = True
    commute: bool = True
    hindsight: bool = True
    provable: bool = False


_MOST_BOARDS = 50_000
"""Beyond so many, what the goal's side said of decided pushes is forgotten."""

_EARLY: Final = 3
"""With more candidates than this, the closure is made first."""

_ALL: Final = 1 << 30
"""More candidates than there are."""


class Forward(Flood):
    """A flood from the avatar, forwards in time; with a cut, the goal's side is looked up.

    Attributes:
        beyond: how many pushes at most are left to the goal's side; 0 floods to the end.
        last: the last slot.
        guide: passes over nodes that don't look promising; None searches all of them.
    """

    def __init__(
        self,
        slots: Slots,
        beyond: int,
        rules: Rules,
        goal_side: GoalSide,
        work: Work,
        met: Callable[[], bool],
        guide: Guide | None = None,
    ) -> None:
        goal = [False] * len(slots.types)
        goal[slots.tables.goal] = True
        super().__init__(slots, goal, work, met)
        self.goal_side = goal_side
        self.beyond = beyond if rules.cut else 0
        self.last, self.guide = len(slots.pushes) - 1, guide
        self._early, self._crossing, self._commute = rules.early, rules.crossing, rules.commute
        self._hindsight = rules.commute and rules.hindsight
        self._provable = rules.provable
        # what is known after some decided pushes, wherever undecided ones are among them; sequences
        # of moves are the digits of a number, after a 1
        self._boards: dict[int, bytes] = {}
        self._leaves: dict[int, Leaf] = {}
        self._generation = goal_side.generation
        self._crossings: dict[int, int] = {}

    def run(self) -> bool:
        """Search; True if `met` said that it is over."""
        start = self.tables.start
        front = Front(0, start, start, len(self.tables.types))
        front.at = 1  # before the first push the avatar does not walk
        return self._search(front)

    def _search(self, front: Front) -> bool:
        self.work.add()
        if self.guide is not None and not self._promising(front, self.guide):
            return False
        if front.closed:
            return self._cut(front)
        if self._early and self._within_reach_of_goal_side(front.time):
            candidates = self._candidates(front, _EARLY)
            if candidates is not None:
                return self._split_on(candidates, front)
        slots, tables = self.slots, self.tables
        pushes, allowed, touching = slots.pushes, slots.allowed, tables.touching
        while True:
            outcome = self._close(front)
            if outcome != CLOSED:
                return outcome == OVER
            time, cells = front.time, front.cells
            if time == self.last:
                return False
            if time and len(cells) == front.before:
                front.quiet |= 1 << time  # there may be more times than cells and moves
                if self._commute and pushes[time] >= 0 and self._quiet(front, time):
                    self._keep(time, time + 1, tables.kept[pushes[time]], time == 1)
            if self._within_reach_of_goal_side(time):
                self.work.add()
                return self._cut(front)
            touched = 0
            for cell in cells:
                touched |= touching[cell]
            moves = members(touched & allowed[time + 1])
            if moves:
                slots.branch(time + 1, moves)
            for move in moves:
                if self._child(front, time + 1, move):
                    return True
            allowed[time + 1] &= ~touched
            if self._commute and time and pushes[time] >= 0:
                self._keep(time, time + 1, tables.kept[pushes[time]], True)
            if not allowed[time + 1]:
                return False
            front.still |= 1 << time
            front.stay(time + 1)

    def _promising(self, front: Front, guide: Guide) -> bool:
        moves = [move for move in self.slots.pushes[1:] if move >= 0]
        if not 0 < len(moves) < self.last - self.beyond:
            return True
        return guide.follows(moves, front.cells)

    def _prepare(self, front: Front, slot: int, move: int) -> bool:
        """Whether the slot may be this move, by what is decided of the pushes beside it.

        Where one of these is undecided, what it may no longer be is no longer allowed.
        """
        if not self._hindsight:
            return True
        quiet = self._quiet(front, slot - 1)
        if quiet or (slot > 1 and front.still >> slot - 1 & 1):
            kept = self.tables.kept_before[move]
            if not self._keep(slot - 1, slot - 1, kept, not quiet or slot == 2):
                return False
        quiet = self._quiet(front, slot)
        if quiet or front.still >> slot & 1:
            return self._keep(slot, slot + 1, self.tables.kept[move], not quiet or slot == 1)
        return True

    def _quiet(self, front: Front, time: int) -> bool:
        """Whether nothing new is reached at this time, as far as the rules may know."""
        quiet = front.quiet >> time & 1 != 0
        return quiet and not (self._provable and -1 in self.slots.pushes[1 : time + 1])

    def _keep(self, time: int, slot: int, kept: tuple[int, int], back: bool) -> bool:
        """Leave a slot the moves that keep this push and the next in order; whether any is left.

        `kept` are these moves without the one that takes a move back, and with it.
        """
        slots, kept_moves = self.slots, kept[back or self._provable]
        move = slots.pushes[slot]
        possible = slots.allowed[slot] if move < 0 else self.tables.bit[move]
        if possible & ~kept_moves:
            slots.ordered(time)
            possible &= kept_moves
        if move < 0:
            slots.allowed[slot] = possible
        return possible != 0

    def _within_reach_of_goal_side(self, time: int) -> bool:
        """Whether so few pushes are undecided that the goal's side can be asked."""
        if not time or self.last - time > self.beyond:
            return False
        left = self.last
        for slot in range(1, time + 1):
            if self.slots.pushes[slot] >= 0:
                left -= 1
        return 0 < left <= self.beyond

    def _cut(self, front: Front) -> bool:
        """All that is reached at this time is known: can the pushes that are left do it?"""
        candidates = self._candidates(front, _ALL)
        if candidates is None:
            return self._meet(front)
        return self._split_on(candidates, front)

    def _split_on(self, candidates: list[tuple[int, int]], front: Front) -> bool:
        """Search the node's children in which a slot is one of its candidates."""
        allowed = self.slots.allowed
        for slot, moves in candidates:
            self.slots.branch(slot, members(moves))
            for move in members(moves):
                if self._child(front, slot, move):
                    return True
            allowed[slot] &= ~moves
            if not allowed[slot]:
                break
        self.slots.cut(front.time)
        return False

    def _meet(self, front: Front) -> bool:
        """Flood from the goal to the tiles that are reached at this time."""
        home = [False] * len(self.target)
        for tile in front.tiles:
            home[tile] = True
        commute = self._commute and not self._provable
        rest = Backward(self.slots, front.time, home, self.work, self.met, commute)
        return rest.run(self.tables.goal)

    def _candidates(self, front: Front, most: int) -> list[tuple[int, int]] | None:
        """Ask the goal's side about the cells that are reached at this time, or some of them.

        Returns:
            Slots, with the sets of moves that they have to be for a plan to be in the node: one of
            the slots at least. None if the goal's side does not say so, or not with `most` moves.
        """
        pushes, allowed = self.slots.pushes, self.slots.allowed
        decided = []
        hidden = []
        for slot in range(1, front.time + 1):
            if pushes[slot] >= 0:
                decided.append(pushes[slot])
            else:
                hidden.append(slot)
        code = 1
        for move in decided:
            code = code * self.tables.moves + move
        leaf = self._leaves.get(code)
        if leaf is None:
            goal = self.tables.goal
            for move in decided:
                goal = self.tables.forth[move][goal]
            left = self.last - len(decided)
            leaf = self.goal_side.ask(left, goal, self._board(code), self.work)
            if self._generation != self.goal_side.generation:
                self._generation, self._leaves = self.goal_side.generation, {}
            self._leaves[code] = leaf
        if not leaf.winning.isdisjoint(front.cells) or (hidden and not self._crossing):
            return None
        candidates = []
        for number, slot in enumerate(hidden):
            place = slot - 1 - number
            key = (code * self.last + place) * self.last + number
            crossing = self._crossings.get(key)
            if crossing is None:
                crossing = self._crossings[key] = self._crossing_at(place, number, decided, leaf)
            crossing &= allowed[slot]
            if crossing:
                most -= crossing.bit_count()
                if most < 0:
                    return None
                candidates.append((slot, crossing))
        return candidates

    def _crossing_at(self, place: int, number: int, decided: list[int], leaf: Leaf) -> int:
        """The moves of an undecided slot that may not be put off until after the decided ones.

        A move can be put off if it commutes with each decided push behind it on each tile that is
        looked at if it is made, or if the tile that lies there instead lacks the opening, too. Of
        several undecided slots, the first ones shift the tiles for the later ones.

        Args:
            place: how many decided pushes there are before the slot.
            number: how many undecided ones there are before it.
            decided: all that are decided.
            leaf: says what is looked at.
        """
        tables = self.tables
        concerned = leaf.concerned(number, tables)
        cells, reasons = list(concerned), list(concerned.values())
        traced = cells.copy()
        found = 0
        for move in reversed(decided[place:]):
            back, crossed = tables.back[move], tables.crossed(move)
            for index in range(len(traced)):
                before = traced[index] = back[traced[index]]
                if crossed[before]:
                    possible = crossed[before] & reasons[index] & ~found
                    if possible and not number:
                        possible = self._changing(possible, leaf, cells[index], place, decided)
                    found |= possible
        return found

    def _changing(
        self, suspects: int, leaf: Leaf, cell: int, place: int, decided: list[int]
    ) -> int:
        """Of the suspects for the first undecided slot, those that change what is looked at."""
        tables, types = self.tables, self.slots.types
        changing = 0
        for move in members(suspects):
            origin = tables.forth[move][cell]
            for other in reversed(decided[place:]):
                origin = tables.back[other][origin]
            origin = tables.back[move][origin]
            for other in reversed(decided[:place]):
                origin = tables.back[other][origin]
            changing |= tables.bit[move] & leaf.changing(cell, types[origin])
        return changing

    def _board(self, code: int) -> bytes:
        """The kinds of the tiles on the cells after these decided moves alone."""
        board = self._boards.get(code)
        if board is None:
            if len(self._boards) > _MOST_BOARDS:
                self._boards, self._leaves, self._crossings = {}, {}, {}
            board = self.slots.types
            if code > 1:
                moves = self.tables.moves
                board = self.tables.after(self._board(code // moves), code % moves)
            self._boards[code] = board
        return board


class Decider:
    """Decides, of one board, whether there are plans of so many pushes.

    What is learnt of the goal's side is kept from one question to the next.
    """

    def __init__(self, tables: Tables, rules: Rules) -> None:
        self.tables, self.rules = tables, rules
        self._goal_side = GoalSide(tables, rules.lump)

    def decide(
        self,
        count: int,
        mode: int,
        work: Work,
        met: Callable[[Slots], bool],
        slack: int | None = None,
    ) -> bool:
        """Whether there is a plan of exactly `count` pushes that `met` is content with.

        With a slack, the flood from the avatar has a Guide. It finds some plans much earlier, and
        False is no proof.

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
            home = [False] * len(tables.types)
            home[tables.start] = True
            return Backward(slots, 0, home, work, meet, commute).run(tables.goal)
        guide = None if slack is None else Guide(tables, slack)
        return Forward(slots, mode, self.rules, self._goal_side, work, meet, guide).run()
