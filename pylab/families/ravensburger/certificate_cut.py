"""What a certificate's checker leaves to the goal's side; knows pushes, and nothing of any search.

In a case, let A be the known pushes of the first M, in order, and X the board after A alone. V is
the set of X's cells from which the other pushes, all K of them but A, can reach the goal. If no
tile that may be reached by then lies in V, and if each unknown push of the first M may be put off
until after A without a change to what lies where V's reasons look, there is no plan in the case.
docs/maintainers/search.md, "The theorem of the cut", has the proof, in the words used here.

Cells count row by row from the south-west corner, moves line by line, each line's as n, e, s, w;
both from 0. Sets of them are the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from pylab.families.ravensburger.model import OPPOSITE, STEPS, Board

SIDES = "".join(STEPS)

_MOST = 10_000
"""Of so many boards at most it is kept what was found out."""

_FACING = {side: 1 << SIDES.index(OPPOSITE[side]) for side in SIDES}
"""By side, the opening of the tile beside it that faces it."""

_THE_TILE = 0
"""Instead of an opening that is looked for and lacking: which tile it is matters."""


class Pushes:
    """Where moves take tiles."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.moves = 4 * size
        cells = range(size * size)
        self.to = [[self._pushed(move, cell) for cell in cells] for move in range(self.moves)]
        self.back = [self.to[move ^ 2] for move in range(self.moves)]
        self.touching = [
            [m for m in range(self.moves) if m // 4 == (cell // size if m % 2 else cell % size)]
            for cell in cells
        ]
        self.beside = [self._beside(*divmod(cell, size)) for cell in cells]
        self._disturbed: dict[int, list[tuple[int, int]]] = {}

    def _beside(self, row: int, column: int) -> list[tuple[int, int, int]]:
        """Cells beside this one, the opening towards each, and the one that would face it."""
        return [
            ((row + up) * self.size + column + right, 1 << number, _FACING[side])
            for number, (side, (up, right)) in enumerate(STEPS.items())
            if 0 <= row + up < self.size and 0 <= column + right < self.size
        ]

    def _pushed(self, move: int, cell: int) -> int:
        row, column = divmod(cell, self.size)
        up, right = STEPS[SIDES[move % 4]]
        if move // 4 != (row if right else column):
            return cell
        return (row + up) % self.size * self.size + (column + right) % self.size

    def disturbed(self, move: int) -> list[tuple[int, int]]:
        """Cells, before the move, with the moves that don't commute with it on the tile there."""
        found = self._disturbed.get(move)
        if found is None:
            to = self.to[move]
            found = self._disturbed[move] = []
            for cell in range(len(to)):
                others = 0
                for other in {*self.touching[cell], *self.touching[to[cell]]}:
                    if to[self.to[other][cell]] != self.to[other][to[cell]]:
                        others |= 1 << other
                if others:
                    found.append((cell, others))
        return found


@dataclass(slots=True)
class Reasons:
    """From which cells of a board so many pushes reach the goal, and where that was seen.

    Attributes:
        winning: the cells, as a set.
        looks: what it rests on: a cell, and an opening that the tile there lacks, or _THE_TILE.
            For each, and for each push, the set of the moves with which it was needed.
    """

    winning: int
    looks: dict[tuple[int, int], list[int]]
    _shifted: list[dict[int, int]] = field(default_factory=list)

    def shifted(self, number: int, pushes: Pushes) -> dict[int, int]:
        """By cell, the moves that are needed as this push (from 0) where a look may be by then.

        The pushes before it may have taken along the tile that is looked at.
        """
        if not self._shifted:
            places = [([cell], moves) for (cell, _), moves in self.looks.items()]
            for step in range(len(next(iter(self.looks.values())))):
                needed: dict[int, int] = {}
                for cells, moves in places:
                    for cell in cells:
                        needed[cell] = needed.get(cell, 0) | moves[step]
                self._shifted.append(needed)
                places = [(_grown(cells, moves[step], pushes), moves) for cells, moves in places]
        return self._shifted[number]


def _grown(cells: list[int], moves: int, pushes: Pushes) -> list[int]:
    """The cells, and where the moves take the tiles on them."""
    grown = dict.fromkeys(cells)
    for cell in cells:
        for move in pushes.touching[cell]:
            if moves >> move & 1:
                grown[pushes.to[move][cell]] = None
    return list(grown)


class Cut:
    """Whether cases are refuted by what is known of the goal's side.

    Attributes:
        left: how many pushes may be left to the goal's side.
    """

    def __init__(self, board: Board, left: int, tick: Callable[[], None]) -> None:
        self.left, self.tick = left, tick
        self.pushes = Pushes(board.size)
        self._goal = (board.goal[0] - 1) * board.size + board.goal[1] - 1
        kinds = bytearray(board.size**2)
        for row, column, side in board.connections:
            kinds[(row - 1) * board.size + column - 1] |= 1 << SIDES.index(side)
        self._kinds = bytes(kinds)
        self._boards: dict[tuple[int, ...], bytes] = {(): self._kinds}
        self._known: dict[tuple[int, ...], _Known] = {}
        self._disturbed: dict[tuple[int, ...], dict[int, int]] = {(): {}}
        self._answers: dict[tuple[int, int], _Fork | Reasons] = {}

    def refutes(self, count: int, known: Sequence[int], allowed: Sequence[int], cells: int) -> bool:
        """Whether no plan of `count` pushes begins so.

        Args:
            count: how many pushes there are.
            known: the first pushes, moves; -1 where it isn't known which.
            allowed: for each of them, the moves that it may be, if it isn't known.
            cells: where the tiles that may have been reached by these pushes, without a walk after
                the last one, lie on the board after the known ones alone.
        """
        made = tuple([move for move in known if move >= 0])
        left = count - len(made)
        if not 0 < left <= self.left:
            return False
        what = self._known.get(made)
        if what is None:
            if max(len(self._known), len(self._disturbed)) > _MOST:
                self._boards, self._known = {(): self._kinds}, {}
                self._disturbed = {(): {}}
            what = self._known[made] = self._found_out(made, left)
        if what.reasons.winning & cells:
            return False
        place = number = 0
        for move, possible in zip(known, allowed, strict=True):
            if move >= 0:
                place += 1
                continue
            fixed = what.fixed.get((place, number))
            if fixed is None:
                fixed = what.fixed[place, number] = self._fixed(what, place, number)
            if fixed & possible:
                return False
            number += 1
        return True

    def _found_out(self, made: tuple[int, ...], left: int) -> _Known:
        kinds, goal = self._board(made), self._goal
        for move in made:
            goal = self.pushes.to[move][goal]
        node = self._answers.get((left, goal))
        while isinstance(node, _Fork):
            node = node.ways.get(kinds[node.cell])
        if node is None:
            search = _GoalSearch(self.pushes, kinds, left, self.tick)
            node = search.run(goal)
            branch: _Fork | Reasons = node
            for cell in reversed(search.order()):
                branch = _Fork(cell, {kinds[cell]: branch})
            self._answers[left, goal] = _joined(self._answers.get((left, goal)), branch)
        return _Known(made, node)

    def _board(self, made: tuple[int, ...]) -> bytes:
        """The kinds of the tiles on the cells after these moves."""
        board = self._boards.get(made)
        if board is None:
            before = self._board(made[:-1])
            board = bytes(map(before.__getitem__, self.pushes.back[made[-1]]))
            self._boards[made] = board
        return board

    def _disturbing(self, made: tuple[int, ...]) -> dict[int, int]:
        """By cell after these moves, what doesn't commute with them on the tile that lies there."""
        found = self._disturbed.get(made)
        if found is None:
            to = self.pushes.to[made[-1]]
            found = {to[cell]: moves for cell, moves in self._disturbing(made[:-1]).items()}
            for cell, moves in self.pushes.disturbed(made[-1]):
                found[to[cell]] = found.get(to[cell], 0) | moves
            self._disturbed[made] = found
        return found

    def _fixed(self, what: _Known, place: int, number: int) -> int:
        """The moves that an unknown push can't be put off as, until after the known ones.

        Args:
            what: of the known ones.
            place: how many of these come before it.
            number: how many unknown ones come before it.
        """
        before, behind = what.made[:place], what.made[place:]
        needed = what.reasons.shifted(number, self.pushes)
        fixed = 0
        for cell, moves in self._disturbing(behind).items():
            suspects = needed.get(cell, 0) & moves & ~fixed
            while suspects:
                move = suspects.bit_length() - 1
                suspects ^= 1 << move
                if number or self._differs(what.reasons, cell, move, before, behind):
                    fixed |= 1 << move
        return fixed

    def _differs(
        self,
        reasons: Reasons,
        cell: int,
        move: int,
        before: tuple[int, ...],
        behind: tuple[int, ...],
    ) -> bool:
        """Whether the first unknown push, in its place, brings to the cell what must not be there.

        That is another tile where this very one was looked at, or one with the opening that was
        found lacking.
        """
        back = self.pushes.back
        origin = self.pushes.to[move][cell]
        for other in (*reversed(behind), move, *reversed(before)):
            origin = back[other][origin]
        kind = self._kinds[origin]
        for lacking in (_THE_TILE, 1, 2, 4, 8):
            moves = reasons.looks.get((cell, lacking))
            if moves and moves[0] >> move & 1 and (lacking == _THE_TILE or kind & lacking):
                return True
        return False


@dataclass(slots=True)
class _Known:
    """What is known of the board after known pushes.

    Attributes:
        made: these pushes, moves.
        reasons: from where it can be won.
        fixed: see Cut._fixed; by its arguments.
    """

    made: tuple[int, ...]
    reasons: Reasons
    fixed: dict[tuple[int, int], int] = field(default_factory=dict)


@dataclass(slots=True)
class _Fork:
    """What follows from the kind of the tile on a cell."""

    cell: int
    ways: dict[int, _Fork | Reasons]


def _joined(tree: _Fork | Reasons | None, branch: _Fork | Reasons) -> _Fork | Reasons:
    """The tree with one more branch, which leaves it somewhere."""
    here, root = tree, tree
    while isinstance(here, _Fork) and isinstance(branch, _Fork):
        ((kind, rest),) = branch.ways.items()
        if kind not in here.ways:
            here.ways[kind] = rest
            break
        here, branch = here.ways[kind], rest
    return branch if root is None else root


@dataclass(slots=True)
class _Front:
    """A flood under way.

    Attributes:
        time: the push behind which it is.
        cells, tiles: where it has been, as of now, and before the first push; in this order.
        inside: the set of the cells.
        at: which of them is to be looked around from.
        lacking: the looks that found an opening lacking.
    """

    time: int
    cells: list[int]
    tiles: list[int]
    inside: int
    at: int = 0
    lacking: set[tuple[int, int]] = field(default_factory=set)

    def copy(self) -> _Front:
        cells, tiles = self.cells.copy(), self.tiles.copy()
        return _Front(self.time, cells, tiles, self.inside, self.at, self.lacking.copy())


class _GoalSearch:
    """From where do so many pushes reach the goal? Floods from there, backwards in time.

    Pushes stay unknown until it matters which they are: where an unknown one may move the tile
    that the flood looks at, those moves are told apart, in ascending order, and then all others are
    left. If the tile lacks the opening that would face the flood, whatever moves are made, none are
    told apart, and if it lacks it unless one of some is made, only these are. The flood takes cells
    in the order in which it came to them, and their sides as n, e, s, w.
    """

    def __init__(self, pushes: Pushes, kinds: bytes, count: int, tick: Callable[[], None]) -> None:
        self._pushes, self._kinds, self._count, self._tick = pushes, kinds, count, tick
        self._made = [-1] * (count + 1)
        self._allowed = [(1 << pushes.moves) - 1] * (count + 1)
        self._seen: dict[int, None] = {}
        self._winning = 0
        self._looks: dict[tuple[int, int], list[int]] = {}

    def run(self, goal: int) -> Reasons:
        """The answer; `goal` is its cell before the first push."""
        self._seen[goal] = None
        self._follow(goal, goal, 1)
        return Reasons(self._winning, self._looks)

    def order(self) -> list[int]:
        """The cells that were looked at, in order."""
        return list(self._seen)

    def _follow(self, goal: int, cell: int, step: int) -> None:
        """Where the goal is in the end; then flood from there."""
        for slot in range(step, self._count + 1):
            move = self._made[slot]
            if move >= 0:
                cell = self._pushes.to[move][cell]
                continue
            for move in self._possible(cell, slot):
                self._with(slot, move, partial(self._follow, goal, cell, slot))
            if not self._allowed[slot]:
                return
        self._flood(_Front(self._count, [cell], [goal], 1 << cell))

    def _with(self, slot: int, move: int, go_on: Callable[[], None]) -> None:
        """Go on where the push is this move; after that, it is another."""
        allowed = self._allowed.copy()
        self._made[slot] = move
        go_on()
        self._made[slot] = -1
        self._allowed[:] = allowed
        self._allowed[slot] &= ~(1 << move)

    def _flood(self, front: _Front) -> None:
        self._tick()
        while self._close(front):
            if not front.time:
                self._ended(front)
                return
            move = self._made[front.time]
            if move >= 0:
                back = self._pushes.back[move]
                front.cells = [back[cell] for cell in front.cells]
                front.inside = sum(1 << cell for cell in front.cells)
            front.time, front.at = front.time - 1, 0

    def _close(self, front: _Front) -> bool:
        """Reach all that can be walked to now; whether there is anything in this case."""
        while front.at < len(front.cells):
            kind = self._kinds[front.tiles[front.at]]
            for beside, side, facing in self._pushes.beside[front.cells[front.at]]:
                if not kind & side or front.inside >> beside & 1:
                    continue
                found = self._look(beside, front.time, facing, front.lacking)
                while isinstance(found, tuple):
                    slot, moves = found
                    for move in moves:
                        self._with(slot, move, lambda: self._flood(front.copy()))
                    if not self._allowed[slot]:
                        return False
                    found = self._look(beside, front.time, facing, front.lacking)
                if found is not None:
                    front.cells.append(beside)
                    front.tiles.append(found)
                    front.inside |= 1 << beside
            front.at += 1
        return True

    def _ended(self, front: _Front) -> None:
        moves = [
            1 << move if move >= 0 else allowed
            for move, allowed in zip(self._made[1:], self._allowed[1:], strict=True)
        ]
        self._winning |= front.inside
        for look in [*((cell, _THE_TILE) for cell in front.cells), *front.lacking]:
            known = self._looks.setdefault(look, [0] * self._count)
            for step, possible in enumerate(moves):
                known[step] |= possible

    def _look(
        self, cell: int, time: int, facing: int, lacking: set[tuple[int, int]]
    ) -> int | tuple[int, list[int]] | None:
        """The tile on the cell, if it has the opening; None if none there has it.

        Or an unknown push and the moves that have to be told apart to say so.
        """
        back = self._pushes.back
        for slot in range(time, 0, -1):
            move = self._made[slot]
            if move >= 0:
                cell = back[move][cell]
            elif moves := self._possible(cell, slot):
                seen: set[tuple[int, int]] = set()
                if not self._may_face(cell, slot - 1, facing, seen):
                    moves = [
                        move
                        for move in moves
                        if self._may_face(back[move][cell], slot - 1, facing, seen)
                    ]
                if moves:
                    return slot, moves
                lacking |= seen
                return None
        return cell if self._faces(cell, facing, lacking) else None

    def _may_face(self, cell: int, time: int, facing: int, lacking: set[tuple[int, int]]) -> bool:
        """Whether the tile on the cell has the opening for some of the moves that may be."""
        for slot in range(time, 0, -1):
            move = self._made[slot]
            if move >= 0:
                cell = self._pushes.back[move][cell]
                continue
            for move in self._possible(cell, slot):
                if self._may_face(self._pushes.back[move][cell], slot - 1, facing, lacking):
                    return True
        return self._faces(cell, facing, lacking)

    def _faces(self, tile: int, facing: int, lacking: set[tuple[int, int]]) -> bool:
        self._seen[tile] = None
        if self._kinds[tile] & facing:
            return True
        lacking.add((tile, facing))
        return False

    def _possible(self, cell: int, slot: int) -> list[int]:
        """The moves that an unknown push may be and that take the cell's tile along."""
        allowed = self._allowed[slot]
        return [move for move in self._pushes.touching[cell] if allowed >> move & 1]
