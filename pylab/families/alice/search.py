"""The native engine: breadth first over layers of bit sets; knows no encoding and no checker.

Layer t holds the states whose shortest way from the first state has t moves. The states on
shortest routes are found by walking back from the goal through the layers; what is asked about
these routes (how many, is there one, how to go on) needs only those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from pylab.base.finding import Finding, SearchWatch, Status, handed_over
from pylab.base.listing import Task
from pylab.families.alice.bitboard import Bitboard, States, size_of
from pylab.families.alice.model import (
    DIRECTIONS,
    Closed,
    Count,
    Hint,
    Maze,
    Move,
    Rivals,
    Route,
    State,
    Statistics,
    Unique,
)
from pylab.families.alice.moves import TINTS, changed, leaps
from pylab.families.alice.tree import grow


def search(maze: Maze, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer a task, as many witnesses as wanted (0: all). Raises LimitReached from the watch."""
    return _TASKS[task.name](maze, watch, models)


def prefers_native(maze: Maze, task: Task) -> str:
    """Why clingo would be slow here, or nothing."""
    squares = maze.width * maze.height
    most = _MOST_FOR_FIGURES if task.name == "statistics" else _MOST_FOR_CLINGO
    if task.native and squares > most:
        return f"clingo is slow on {squares:,} squares"
    return ""


_MOST_FOR_CLINGO = 900
"""The most squares that are left to clingo unless somebody asks for it."""


_MOST_FOR_FIGURES = 144
"""The same where false trails are followed to their ends: these are as many as states, twice."""


_LARGE = 200_000
"""On a board of more squares than this, layers are not kept as they are."""


@cache
def _following(d: int) -> set[int]:
    """What squares can make of d."""
    return {d, *(changed(d, colour) for colour in TINTS)}


class _Leap(NamedTuple):
    """A move and the state it was made from."""

    origin: State
    made: Move


class Layers:
    """A search's outcome: which states are how many moves away.

    On a large board layers take much room; there the number of moves is written in binary across
    bit sets: bit k of it is in `_planes[k]`. So hundreds of layers take no more room than ten. The
    last three bits are written with each layer, the others once for every eight.

    Attributes:
        board: the maze's bit sets.
        length: the number of moves to the last layer; that one has the goal, if it is found.
        found: whether the goal was found.
    """

    def __init__(self, board: Bitboard) -> None:
        first = board.maze.first
        layer: States = {first.d: board.bit(first.square)}
        self.board, self.length, self.found = board, 0, False
        self._large = board.width * board.height > _LARGE
        self._kept = [layer]
        self._seen: States = dict(layer)
        self._earlier: States = {}
        self._planes: list[States] = [{}, {}, {}]

    def ds_before(self, d: int) -> list[int]:
        """Each d that occurs anywhere and that some square can change to this one, or leaves so."""
        return sorted(each for each in self._seen if d in _following(each))

    def add(self, layer: States) -> None:
        """The next layer, none of whose states is in another one."""
        self.length += 1
        self.found |= bool(self.board.winning(layer))
        if not self._large:
            self._kept.append(layer)
        elif self.length % 8 == 0:
            self._write(self.length // 8 - 1)
        planes = [plane for k, plane in enumerate(self._planes[:3]) if self.length >> k & 1]
        for d, squares in layer.items():
            for known in (self._seen, *(planes if self._large else ())):
                known[d] = known.get(d, 0) | squares

    def layer(self, number: int) -> States:
        """The states that are so many moves away."""
        if not self._large:
            return self._kept[number]
        signs, found = self._signs(number), {}
        for d, left in self._seen.items():
            for states, wanted in signs:
                there = left & states.get(d, 0)
                left = there if wanted else left ^ there
            if left:
                found[d] = left
        return found

    def has(self, number: int, state: State) -> bool:
        """Whether a state is so many moves away."""
        place = state.y * self.board.width + state.x
        if not self._large:
            return bool(self._kept[number].get(state.d, 0) >> place & 1)
        signs = self._signs(number)
        return all(states.get(state.d, 0) >> place & 1 == wanted for states, wanted in signs)

    def seen(self) -> States:
        """All states of all layers."""
        return self._seen

    def fresh(self, reached: States) -> States:
        """The reached states that are in no layer."""
        found = {d: squares ^ (squares & self._seen.get(d, 0)) for d, squares in reached.items()}
        return {d: squares for d, squares in found.items() if squares}

    def _write(self, block: int) -> None:
        """Write the higher digits of the last eight layers."""
        if block.bit_length() > len(self._planes) - 3:
            self._planes.append({})
        planes = [plane for k, plane in enumerate(self._planes[3:]) if block >> k & 1]
        for d, squares in self._seen.items():
            if new := squares ^ self._earlier.get(d, 0):
                for plane in planes:
                    plane[d] = plane.get(d, 0) | new
        self._earlier = dict(self._seen)

    def _signs(self, number: int) -> list[tuple[States, int]]:
        """Sets of states, each with 1 if the layer is part of it, and 0 if it is apart from it.

        Only the layer's states fit all of them.
        """
        last = number // 8 == self.length // 8
        planes = self._planes[:3] if last else self._planes
        digits = [(plane, number >> k & 1) for k, plane in enumerate(planes)]
        return [(self._seen, 1), (self._earlier, int(not last)), *digits]


def layers(board: Bitboard, watch: SearchWatch | None = None, beyond: bool = False) -> Layers:
    """Layers up to the first with the goal, or, `beyond` it, all of them."""
    searched = Layers(board)
    layer = searched.layer(0)
    while layer and not (searched.found and not beyond):
        if watch is not None and beyond:
            watch.progress()
        elif watch is not None:
            watch.progress(lower=searched.length + 1)
        layer = searched.fresh(board.advance(layer))
        if layer:
            searched.add(layer)
    return searched


def on_shortest(searched: Layers, watch: SearchWatch | None = None) -> list[States]:
    """Of each layer, the states on shortest routes. Raises LimitReached from the watch."""
    board = searched.board
    found = [board.winning(searched.layer(searched.length))]
    for number in reversed(range(searched.length)):
        if watch is not None:
            watch.progress()
        layer = searched.layer(number)
        behind = board.retreat(found[-1], iter(layer))
        kept = {d: squares & layer[d] for d, squares in behind.items()}
        found.append({d: squares for d, squares in kept.items() if squares})
    found.reverse()
    return found


def routes(searched: Layers, watch: SearchWatch | None = None) -> Iterator[tuple[Move, ...]]:
    """All shortest routes, in the order of their directions, clockwise from the north."""
    maze, length = searched.board.maze, searched.length
    onward = _onward(searched, watch)
    path: list[Move] = []
    pending = [iter(onward(0, maze.first))]
    while pending:
        move = next(pending[-1], None)
        if move is None:
            pending.pop()
            if path:
                path.pop()
        elif move.step == length:
            yield (*path, move)
        else:
            path.append(move)
            pending.append(iter(onward(move.step, move.state)))


def _onward(
    searched: Layers, watch: SearchWatch | None = None
) -> Callable[[int, State], list[Move]]:
    """A function from a layer's number and a state to its moves along shortest routes."""
    board = searched.board
    known = [set(board.states_of(each)) for each in on_shortest(searched, watch)]

    def onward(layer: int, state: State) -> list[Move]:
        found = leaps(board.maze, state)
        return [Move(layer + 1, name, *to) for name, to, _ in found if to in known[layer + 1]]

    return onward


def _one_route(searched: Layers) -> tuple[Move, ...]:
    """A shortest route, walked back from the goal through the layers."""
    board = searched.board
    state = next(board.states_of(board.winning(searched.layer(searched.length))))
    found = []
    for step in range(searched.length, 0, -1):
        found.append(next(_last_moves(searched, state, step)))
        state = found[-1].origin
    return tuple(move.made for move in reversed(found))


def _last_moves(searched: Layers, state: State, step: int) -> Iterator[_Leap]:
    """The moves into a state from the layer before it."""
    maze = searched.board.maze
    for d in searched.ds_before(state.d):
        for dx, dy in DIRECTIONS.values():
            origin = State(state.x - dx * d, state.y - dy * d, d)
            if not maze.inside(origin.square):
                continue
            for name, to, _ in leaps(maze, origin):
                if to == state and searched.has(step - 1, origin):
                    yield _Leap(origin, Move(step, name, *state))


def _shortest(maze: Maze, watch: SearchWatch, models: int) -> Finding:
    searched = layers(Bitboard(maze), watch)
    if not searched.found:
        return _none(searched, watch)
    if models == 1:
        route = Route(_one_route(searched), searched.length)
        told = _found(searched, 1, complete=False)
        del searched  # on a large board the checker needs as much memory
        watch.found(route)
        return told
    found = (Route(moves, searched.length) for moves in routes(searched, watch))
    told = handed_over(found, watch, models)
    return _found(searched, told.count, told.complete)


def _unique(maze: Maze, watch: SearchWatch, _models: int) -> Finding:
    searched = layers(Bitboard(maze), watch)
    if not searched.found:
        return _none(searched, watch)
    if all(size_of(layer) == 1 for layer in on_shortest(searched, watch)):
        watch.found(Unique(_one_route(searched), searched.length))
        return _found(searched, 1)
    found = routes(searched, watch)
    watch.found(Rivals(next(found), next(found), searched.length))
    return Finding(Status.NONE, complete=True, at_least=searched.length)


def _count(maze: Maze, watch: SearchWatch, _models: int) -> Finding:
    searched = layers(Bitboard(maze), watch)
    if not searched.found:
        return _none(searched, watch)
    onward = _onward(searched, watch)
    ways = {maze.first: 1}
    for layer in range(searched.length):
        following: dict[State, int] = {}
        for state, number in ways.items():
            for move in onward(layer, state):
                following[move.state] = following.get(move.state, 0) + number
        ways = following
        watch.progress()
    watch.found(Count(searched.length, sum(ways.values())))
    return _found(searched, 1)


def _hint(maze: Maze, watch: SearchWatch, _models: int) -> Finding:
    searched = layers(Bitboard(maze), watch)
    if not searched.found:
        return _none(searched, watch)
    moves = _onward(searched, watch)(0, maze.first)
    watch.found(Hint(tuple(sorted(moves)), searched.length))
    return _found(searched, 1)


def _statistics(maze: Maze, watch: SearchWatch, _models: int) -> Finding:
    searched = layers(Bitboard(maze), watch, beyond=True)
    board, seen = searched.board, searched.seen()
    moves = dead = forks = 0
    for d, squares in seen.items():
        going = squares ^ (squares & board.won(d))
        once = twice = 0
        for leaving in board.flights(d, going):
            moves += leaving.bit_count()
            twice |= once & leaving
            once |= leaving
        dead += (going ^ (going & once)).bit_count()
        forks += twice.bit_count()
        watch.progress()
    states = size_of(seen)
    live = _live(board, seen, watch)
    hopeless = _without(seen, live)
    found = Statistics(
        states=states,
        goals=size_of(board.winning(seen)),
        moves=moves,
        dead=dead,
        hopeless=size_of(hopeless),
        forks=forks,
        largest=max(seen),
        squares=(board.landable & ~board.goal).bit_count(),
        arrows=sum((squares & ~board.goal).bit_count() for _, _, squares in board.arrows),
        wrong=board.moves(live, hopeless),
        late=_late(board, live, hopeless, watch),
    )
    watch.found(found)
    return Finding(Status.FOUND, 1, complete=True)


def _late(board: Bitboard, live: States, hopeless: States, watch: SearchWatch) -> int:
    """How many moves, the first of them wrong, lead at least to the farthest hopeless state."""
    front = live
    moves = 0
    while hopeless:
        watch.progress()
        front = {d: s for d, squares in board.advance(front).items()
                 if (s := squares & hopeless.get(d, 0))}  # fmt: skip
        if not front:
            break
        moves += 1
        hopeless = _without(hopeless, front)
    return moves


def _without(states: Mapping[int, int], others: Mapping[int, int]) -> States:
    left = ((d, squares ^ (squares & others.get(d, 0))) for d, squares in states.items())
    return {d: squares for d, squares in left if squares}


def _live(board: Bitboard, seen: Mapping[int, int], watch: SearchWatch) -> States:
    """Of these states, those from which the goal can be reached."""
    front = board.winning(seen)
    live = dict(front)
    while front:
        watch.progress()
        behind = board.retreat(front, iter(seen))
        front = {}
        for d, squares in behind.items():
            known = live.get(d, 0)
            if fresh := squares & seen[d] & (squares ^ known):
                front[d] = fresh
                live[d] = known | fresh
    return live


def _tree(maze: Maze, watch: SearchWatch, _models: int) -> Finding:
    watch.found(grow(maze, watch.progress))
    return Finding(Status.FOUND, 1, complete=True)


def _found(searched: Layers, count: int, complete: bool = True) -> Finding:
    length = searched.length
    return Finding(
        Status.FOUND,
        count,
        complete=complete,
        optimal=True,
        cost=length,
        at_least=length,
        statistics={"layers": length, "states": size_of(searched.seen())},
    )


def _none(searched: Layers, watch: SearchWatch) -> Finding:
    """No route: all states that were seen are the certificate."""
    watch.found(Closed(tuple(sorted(searched.board.states_of(searched.seen())))))
    return Finding(Status.NONE, complete=True)


_TASKS: Mapping[str, Callable[[Maze, SearchWatch, int], Finding]] = {
    "shortest": _shortest,
    "all": _shortest,
    "unique": _unique,
    "statistics": _statistics,
    "count": _count,
    "hint": _hint,
    "tree": _tree,
}
