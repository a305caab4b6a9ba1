"""What each node of a graph reaches, as sets of bits; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Graph = Mapping[str, Iterable[str]]
"""Of each node, where its edges lead."""


def reached_bits(graph: Graph, bit: Mapping[str, int]) -> dict[str, int]:
    """Of each node, the bits of all that it reaches, itself too."""
    reach: dict[str, int] = {}
    for members in components(graph):
        bits = 0
        for member in members:
            bits |= bit.get(member, 0)
            for other in graph[member]:
                bits |= reach.get(other, 0)
        reach.update(dict.fromkeys(members, bits))
    return reach


def components(graph: Graph) -> Iterator[list[str]]:
    """The strongly connected components, each after those that it leads to.

    By depth-first search (Tarjan, Depth-first search and linear graph algorithms, 1972).
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    left: set[str] = set()
    stack: list[str] = []
    for root in graph:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        calls = [(root, iter(graph[root]))]
        while calls:
            node, onward = calls[-1]
            for other in onward:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    calls.append((other, iter(graph[other])))
                    break
                if other not in left:
                    low[node] = min(low[node], order[other])
            else:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[node])
                if low[node] == order[node]:
                    members: list[str] = []
                    while not members or members[-1] != node:
                        members.append(stack.pop())
                    left.update(members)
                    yield members


def origins(graph: Graph, ends: Iterable[str]) -> set[str]:
    """All nodes from where one of these ends is reached."""
    back: dict[str, list[str]] = {}
    for origin, targets in graph.items():
        for target in targets:
            back.setdefault(target, []).append(origin)
    found = set(ends)
    pending = list(found)
    while pending:
        for origin in back.get(pending.pop(), ()):
            if origin not in found:
                found.add(origin)
                pending.append(origin)
    return found
