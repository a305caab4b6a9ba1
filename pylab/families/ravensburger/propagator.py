"""Lazy commitment inside clingo: pushes are clingo's, floods and their reasons are made here.

For variants/lazy.lp, whose program has pushes but no board. At each fixpoint a flood runs from the
avatar or from the goal, over what is sure of the pushes so far. What it can't know yet is what
clingo decides next; when it ends and has not met the other end, clingo learns why. Idea and
soundness: docs/maintainers/search.md. Knows no other encoding, no native search, no checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import clingo
from clingo.propagator import PropagatorCheckMode

from pylab.base.errors import InstanceError
from pylab.families.ravensburger.model import LOST_TILES, WALK_FIRST, Board
from pylab.families.ravensburger.moves import DIRECTIONS, Tables, faced, members

_GOAL, _START = 16, 32
"""Beside its openings, a kind of tile says if the goal or the avatar's start is on it."""

_EVERYTHING = 63

Claims = dict[int, int]
"""By cell: what the tile there is claimed to lack, openings or ends."""


def propagator(name: str, board: Board) -> clingo.Propagator | None:
    """The propagator of that name; `lazy` is the only one. Raises InstanceError for lost tiles."""
    if name != "lazy":
        return None
    if LOST_TILES in board.rules:
        raise InstanceError("the propagator lazy does not support lost tiles")
    return LazyPropagator(board)


class LazyPropagator(clingo.Propagator):
    """An atom arrived(T) is true if and only if the goal is in reach after step T.

    Attributes:
        forward: whether floods run from the avatar; else from the goal.
        floods: how many there were.
    """

    def __init__(self, board: Board) -> None:
        self._ground = _Ground(board)
        self.forward = self._ground.lines_around(_START) < self._ground.lines_around(_GOAL)
        self.floods = 0
        self._atoms = _Atoms()
        self._threads: list[_Slots] = []

    def init(self, init: clingo.PropagateInit) -> None:
        """Look up the atoms of all steps, and what is known of them for good."""
        atoms = self._atoms = _Atoms.of(init)
        init.check_mode = PropagatorCheckMode.Both
        slots = [_Slots(self._ground, atoms) for _ in range(init.number_of_threads)]
        for literal in atoms.meaning:
            init.add_watch(literal)
            if init.assignment.is_true(literal):
                for each in slots:
                    each.learn(literal)
        for literal in (*atoms.lines.values(), *atoms.arrived.values()):
            init.freeze_literal(literal)
        self._threads = slots

    def propagate(self, control: clingo.PropagateControl, changes: Sequence[int]) -> None:
        """Note what pushes are made or ruled out."""
        slots = self._threads[control.thread_id]
        for literal in changes:
            slots.learn(literal)

    def undo(self, thread_id: int, _assignment: clingo.Assignment, changes: Sequence[int]) -> None:
        """Note what is open again."""
        slots = self._threads[thread_id]
        slots.wish = None
        for literal in changes:
            slots.forget(literal)

    def check(self, control: clingo.PropagateControl) -> None:
        """Flood for the last arrival that is asked for; once all is decided, for each step."""
        slots, assignment = self._threads[control.thread_id], control.assignment
        slots.wish = None
        arrived = self._atoms.arrived
        steps = sorted(arrived, reverse=True)
        if not assignment.is_total:
            steps = [step for step in steps if assignment.is_true(arrived[step])][:1]
        for step in steps:
            self.floods += 1
            flood = _Flood(slots, step, self.forward)
            met = flood.run()
            clause: list[int] = []
            if met is False and not assignment.is_false(arrived[step]):
                clause = [*flood.reasons(), -arrived[step]]
            elif met and assignment.is_false(arrived[step]):
                made = enumerate(slots.pushes[1 : step + 1], 1)
                clause = [arrived[step], *(-self._atoms.pushes[time, move] for time, move in made)]
            if clause and not (control.add_clause(clause) and control.propagate()):
                return
            slots.wish = flood.wish

    def decide(self, thread_id: int, assignment: clingo.Assignment, fallback: int) -> int:
        """The push that the flood waits for, if there is one."""
        wish = self._threads[thread_id].wish
        literal = 0 if wish is None else self._atoms.pushes[wish]
        return literal if literal and assignment.is_free(literal) else fallback


@dataclass(slots=True)
class _Atoms:
    """Solver literals.

    Attributes:
        pushes: by step and move.
        lines: by step, line and whether it is a row: it is pushed, either way.
        arrived: by step.
        meaning: of a literal, the steps, moves, and whether it makes them (or rules them out).
    """

    pushes: dict[tuple[int, int], int] = field(default_factory=dict)
    lines: dict[tuple[int, int, bool], int] = field(default_factory=dict)
    arrived: dict[int, int] = field(default_factory=dict)
    meaning: dict[int, list[tuple[int, int, bool]]] = field(default_factory=dict)

    @classmethod
    def of(cls, init: clingo.PropagateInit) -> _Atoms:
        atoms = cls()
        for atom in init.symbolic_atoms.by_signature("push", 3):
            line, direction, step = atom.symbol.arguments
            move = 4 * (line.number - 1) + DIRECTIONS.index(direction.name)
            literal = init.solver_literal(atom.literal)
            atoms.pushes[step.number, move] = literal
            atoms.meaning.setdefault(literal, []).append((step.number, move, True))
            atoms.meaning.setdefault(-literal, []).append((step.number, move, False))
        for name, is_row in (("row", True), ("column", False)):
            for atom in init.symbolic_atoms.by_signature(name, 2):
                line, step = atom.symbol.arguments
                literal = init.solver_literal(atom.literal)
                atoms.lines[step.number, line.number - 1, is_row] = literal
        for atom in init.symbolic_atoms.by_signature("arrived", 1):
            step = atom.symbol.arguments[0]
            if step.number:
                atoms.arrived[step.number] = init.solver_literal(atom.literal)
        return atoms

    def none_of(self, step: int, moves: int, tables: Tables) -> Iterator[int]:
        """Literals, one of which is true if one of these moves is made at that step."""
        for move in members(moves):
            both = moves & tables.bit[tables.inverse(move)]
            if not both:
                yield self.pushes[step, move]
            elif tables.inverse(move) > move:
                yield self.lines[step, tables.line_of(move), tables.along_row(move)]


class _Ground:
    """The board before the first push.

    Attributes:
        kinds: of each cell, the openings of the tile there, and the ends that are on it.
        beside: of each cell, the openings towards others, these, and the openings that face them.
        first: the first time at which the avatar walks.
    """

    def __init__(self, board: Board) -> None:
        tables = self.tables = Tables(board)
        self.kinds = list(tables.types)
        self.kinds[tables.goal] |= _GOAL
        self.kinds[tables.start] |= _START
        self.first = 0 if WALK_FIRST in board.rules else 1
        self.beside = [
            [(faced(facing), other, facing) for other, facing in near] for near in tables.near[-1]
        ]

    def lines_around(self, end: int) -> int:
        """How many lines the cells lie on that an end is connected with, before any push."""
        cells = [cell for cell, kind in enumerate(self.kinds) if kind & end]
        for cell in cells:
            for opening, other, facing in self.beside[cell]:
                fits = self.kinds[cell] & opening and self.kinds[other] & facing
                if fits and other not in cells:
                    cells.append(other)
        size = self.tables.size
        return len({cell // size for cell in cells}) + len({cell % size for cell in cells})


class _Slots:
    """The pushes as clingo has them by now, and what can be read through them.

    Attributes:
        pushes: by step, from 1, the move that is made, or -1.
        allowed: by step, the set of moves that are not ruled out.
        known: by step, the moves that have an atom; no others are possible.
        wish: the step and the move that the last flood would like to see decided.
    """

    def __init__(self, ground: _Ground, atoms: _Atoms) -> None:
        self.ground, self.atoms = ground, atoms
        steps = max((step for step, _ in atoms.pushes), default=0)
        self.pushes = [-1] * (steps + 1)
        self.allowed = [0] * (steps + 1)
        for step, move in atoms.pushes:
            self.allowed[step] |= ground.tables.bit[move]
        self.known = self.allowed.copy()
        self.wish: tuple[int, int] | None = None
        self._read: list[dict[int, tuple[int, int]]] = [{} for _ in self.pushes]
        self._stale = 1

    def learn(self, literal: int) -> None:
        """A literal became true."""
        for step, move, made in self.atoms.meaning[literal]:
            self._stale = min(self._stale, step)
            if made:
                self.pushes[step] = move
            else:
                self.allowed[step] &= ~self.ground.tables.bit[move]

    def forget(self, literal: int) -> None:
        """It is open again."""
        for step, move, made in self.atoms.meaning[literal]:
            self._stale = min(self._stale, step)
            if made:
                self.pushes[step] = -1
            else:
                self.allowed[step] |= self.ground.tables.bit[move]

    def refresh(self) -> None:
        """Drop what was read before pushes changed; to be called before a flood."""
        for known in self._read[self._stale :]:
            known.clear()
        self._stale = len(self.pushes)

    def read(self, cell: int, time: int) -> tuple[int, int]:
        """What the tile on a cell at that time may have, and what it has in any case."""
        if not time:
            kind = self.ground.kinds[cell]
            return kind, kind
        known = self._read[time].get(cell)
        if known is not None:
            return known
        tables, made = self.ground.tables, self.pushes[time]
        if made >= 0:
            found = self.read(tables.back[made][cell], time - 1)
        else:
            touching, allowed = tables.touching[cell], self.allowed[time]
            may, must = (0, _EVERYTHING)
            if allowed & ~touching:
                may, must = self.read(cell, time - 1)
            for move in members(touching & allowed):
                may_then, must_then = self.read(tables.back[move][cell], time - 1)
                may |= may_then
                must &= must_then
            found = may, must
        self._read[time][cell] = found
        return found

    def supplier(self, cell: int, time: int, wanted: int) -> tuple[int, int]:
        """The latest undecided step, with a move, that may bring what is wanted to the cell.

        If it comes only by no move, one that would bring something else. To be asked only when
        it is neither sure nor impossible.
        """
        tables = self.ground.tables
        other: tuple[int, int] | None = None
        for step in range(time, 0, -1):
            made = self.pushes[step]
            if made >= 0:
                cell = tables.back[made][cell]
                continue
            for move in members(tables.touching[cell] & self.allowed[step]):
                other = other or (step, move)
                if self.read(tables.back[move][cell], step - 1)[0] & wanted:
                    return step, move
        assert other is not None
        return other


class _Flood:
    """One flood through the pushes as they are.

    Attributes:
        step: arrival after this step is asked for.
        wish: the step and the move that must be decided before the flood can go on.
        cells: by time, what was reached.
        inside: the same as sets of bits.
        path: backwards, where the goal is, by time.
    """

    def __init__(self, slots: _Slots, step: int, forward: bool) -> None:
        self.slots, self.step, self.forward = slots, step, forward
        self.tables, self.first = slots.ground.tables, slots.ground.first
        self.other = _GOAL if forward else _START
        self.wish: tuple[int, int] | None = None
        self.cells: list[list[int]] = [[] for _ in range(step + 1)]
        self.inside = [0] * (step + 1)
        self.path = [self.tables.goal]

    def run(self) -> bool | None:
        """Whether the other end is met for sure, or for sure is not; else there is a wish."""
        self.slots.refresh()
        if self.forward:
            times = list(range(self.step + 1))
            cells: list[int] | None = [self.tables.start]
        else:
            if not self._locate():
                return None
            times = list(range(self.step, -1, -1))
            cells = [self.path[-1]]
        for time in times:
            if cells is None:
                return None
            met = self._close(time, cells)
            if met is not False:
                return met
            if time != times[-1]:
                cells = self._carried(time)
        for cell in self.cells[times[-1]]:
            if self.slots.read(cell, times[-1])[0] & self.other:
                self.wish = self.slots.supplier(cell, times[-1], self.other)
                return None
        return False

    def _locate(self) -> bool:
        """Follow the goal; False if a push must be decided first."""
        slots, cell = self.slots, self.tables.goal
        for step in range(1, self.step + 1):
            if slots.pushes[step] >= 0:
                cell = self.tables.forth[slots.pushes[step]][cell]
            else:
                possible = self.tables.touching[cell] & slots.allowed[step]
                if possible:
                    self.wish = step, members(possible)[0]
                    return False
            self.path.append(cell)
        return True

    def _carried(self, time: int) -> list[int] | None:
        """Where the next push, or the one before, takes what was reached; None: not decided."""
        slots, tables = self.slots, self.tables
        step = time + 1 if self.forward else time
        made = slots.pushes[step]
        if made >= 0:
            carry = tables.forth[made] if self.forward else tables.back[made]
            return [carry[cell] for cell in self.cells[time]]
        for cell in self.cells[time]:
            if possible := tables.touching[cell] & slots.allowed[step]:
                self.wish = step, members(possible)[0]
                return None
        return self.cells[time].copy()

    def _close(self, time: int, cells: list[int]) -> bool | None:
        """Walk as far as is sure; whether that meets the other end, None if a read is unsure."""
        read, bit, beside = self.slots.read, self.tables.bit, self.slots.ground.beside
        inside = sum(bit[cell] for cell in cells)
        unsure = []
        walks = time >= self.first
        for cell in cells:
            may, must = read(cell, time)
            if must & self.other:
                return True
            if not walks:
                continue
            for opening, other, facing in beside[cell]:
                if inside & bit[other] or not may & opening:
                    continue
                may_there, must_there = read(other, time)
                if not may_there & facing:
                    continue
                if must & opening and must_there & facing:
                    inside |= bit[other]
                    cells.append(other)
                elif must & opening:
                    unsure.append((other, other, facing))
                else:
                    unsure.append((other, cell, opening))
        self.cells[time], self.inside[time] = cells, inside
        for other, where, wanted in unsure:
            if not inside & bit[other]:
                self.wish = self.slots.supplier(where, time, wanted)
                return None
        return False

    def reasons(self) -> list[int]:
        """After a flood that met nothing: literals, one of which must be true to change that.

        Claims are pushed back step by step. A move under which a claim would not hold, or under
        which something reached is carried elsewhere, must not be made; the others push the
        claims back further. Where almost any move would change something, it's the one made
        that is the reason.
        """
        slots, tables = self.slots, self.tables
        found: list[int] = []
        claims: Claims = {}
        if self.forward:
            claims = dict.fromkeys(self.cells[self.step], _GOAL)
        for step in range(self.step, 0, -1):
            self._claim(step, claims)
            wrong, strays = self._carried_elsewhere(step)
            for cell, lacks in claims.items():
                strays |= bool(slots.read(cell, step - 1)[0] & lacks)
                for move in tables.touchers[cell]:
                    if slots.read(tables.back[move][cell], step - 1)[0] & lacks:
                        wrong |= tables.bit[move]
            made = slots.pushes[step]
            if strays and made >= 0:
                found.append(-slots.atoms.pushes[step, made])
                claims = self._before(claims, tables.bit[made])
                continue
            if strays:
                wrong |= tables.all_moves & ~slots.allowed[step]
            known = slots.known[step]
            wrong &= known
            found += slots.atoms.none_of(step, wrong, tables)
            claims = self._before(claims, known & ~wrong)
        return found

    def _claim(self, time: int, claims: Claims) -> None:
        """Add why nothing more is reached at that time."""
        read, inside, bit = self.slots.read, self.inside[time], self.tables.bit
        for cell in self.cells[time]:
            may = read(cell, time)[0]
            for opening, other, facing in self.slots.ground.beside[cell]:
                if inside & bit[other] or claims.get(cell, 0) & opening:
                    continue
                if read(other, time)[0] & facing:
                    assert not may & opening
                    claims[cell] = claims.get(cell, 0) | opening
                else:
                    claims[other] = claims.get(other, 0) | facing

    def _carried_elsewhere(self, step: int) -> tuple[int, bool]:
        """The moves that take something reached where nothing was; and whether staying does."""
        tables, bit = self.tables, self.tables.bit
        now, then = (step - 1, step) if self.forward else (step, step - 1)
        carry = tables.forth if self.forward else tables.back
        wrong, strays = 0, False
        for cell in self.cells[now]:
            strays |= not self.inside[then] & bit[cell]
            for move in tables.touchers[cell]:
                if not self.inside[then] & bit[carry[move][cell]]:
                    wrong |= bit[move]
        if not self.forward:
            before, after = self.path[step - 1 : step + 1]
            strays |= before != after
            for move in tables.touchers[before]:
                if tables.forth[move][before] != after:
                    wrong |= bit[move]
        return wrong, strays

    def _before(self, claims: Claims, moves: int) -> Claims:
        """What must be claimed a step earlier, so that the claims hold after any of these moves."""
        tables = self.tables
        earlier: Claims = {}
        for cell, lacks in claims.items():
            if moves & ~tables.touching[cell]:
                earlier[cell] = earlier.get(cell, 0) | lacks
            for move in tables.touchers[cell]:
                if moves & tables.bit[move]:
                    origin = tables.back[move][cell]
                    earlier[origin] = earlier.get(origin, 0) | lacks
        return earlier
