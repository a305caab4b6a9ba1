"""Searches over states, against plain ones."""

from __future__ import annotations

import random

from pylab.family import walks


class Watch:
    """A watch that expects bounds to grow."""

    lower = 0

    def progress(self, lower=0, states=0):
        assert lower >= self.lower
        self.lower = lower


def test_all_ways_with_the_fewest_moves_are_found():
    """Against plain breadth-first search, on random graphs, with bounds that are too low."""
    rng, found = random.Random(1), 0
    for _ in range(300):
        size = rng.randint(4, 14)
        graph = {n: rng.sample(range(size), rng.randint(1, 4)) for n in range(size)}
        back = {n: [m for m in graph if n in graph[m]] for n in graph}
        away = walks.reach([0], back.__getitem__)
        slack = rng.randint(0, 2)
        needed = {n: max(0 if n == 0 else 1, far - slack) for n, far in away.items()}
        start, most = size - 1, rng.choice((None, None, 2))
        told = walks.fewest(
            start, needed.get(start),
            lambda n, graph=graph, needed=needed: [(m, needed[m]) for m in graph[n] if m in needed],
            most, Watch(),
        )  # fmt: skip
        ways = [[start]] if start in away else []
        while ways and ways[0][-1] != 0:
            ways = [[*way, m] for way in ways for m in graph[way[-1]]
                    if m in away and away[m] == away[way[-1]] - 1]  # fmt: skip
        if most is not None and ways and len(ways[0]) - 1 > most:
            assert told.ends == ()
            assert most < told.moves <= away[start]
            continue
        assert sorted(told.ways()) == sorted(ways)
        assert not ways or told.moves == away[start]
        found += len(ways) > 1
    assert found > 20
