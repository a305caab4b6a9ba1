"""A* for all shortest ways; knows no puzzle."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from pylab.base.finding import SearchWatch

S = TypeVar("S", bound=Hashable)


class Fewest(NamedTuple, Generic[S]):
    """All ways with the fewest moves.

    Attributes:
        moves: their number of moves; if `ends` is empty, no way has fewer.
        ends: the goal states that they lead to; empty if there is no way.
        before: for each expanded state, all its predecessors on such ways.
    """

    moves: int
    ends: Sequence[S]
    before: Mapping[S, Sequence[S]]

    def ways(self) -> Iterator[list[S]]:
        """The states of each way, beginning at the start."""
        stack = [[each] for each in self.ends]
        while stack:
            states = stack.pop()
            earlier = self.before[states[-1]]
            if not earlier:
                yield states[::-1]
            stack.extend([*states, each] for each in earlier)


def fewest(
    start: S,
    needed: int | None,
    onward: Callable[[S], Iterable[tuple[S, int]]],
    most: int | None,
    watch: SearchWatch,
) -> Fewest[S]:
    """All ways with the fewest moves, at most `most` moves, to states whose estimate is 0 (A*).

    Each state comes with a lower bound on the number of moves that are left; a move lowers it by
    at most one. States are expanded in the order of moves made plus this bound (Hart, Nilsson and
    Raphael 1968), so the watch's `lower` is proven. The start's bound is None if there is no way.

    >>> from types import SimpleNamespace
    >>> quiet = SimpleNamespace(progress=lambda **_: None)
    >>> around = lambda n: [(after % 6, 1 if after % 6 else 0) for after in (n + 1, n - 1)]
    >>> found = fewest(3, 1, around, None, quiet)
    >>> found.moves, sorted(found.ways())
    (3, [[3, 2, 1, 0], [3, 4, 5, 0]])
    """
    before: dict[S, list[S]] = {}
    lower = needed or 0
    waiting: dict[tuple[int, int], dict[S, list[S]]] = {}
    if needed is not None:
        waiting[lower, 0] = {start: []}
    while waiting:
        lower, made = min(waiting)
        if most is not None and lower > most:
            break
        layer = waiting.pop((lower, made))
        if made == lower:
            return Fewest(lower, list(layer), before | layer)
        for state, earlier in layer.items():
            if state in before:
                continue
            if not len(before) % 1024:
                watch.progress(lower=lower, states=len(before))
            before[state] = earlier
            for after, rest in onward(state):
                if after not in before:
                    there = waiting.setdefault((made + 1 + rest, made + 1), {})
                    there.setdefault(after, []).append(state)
    return Fewest(lower, (), before)
