"""An independent view of fractal labyrinths: plain breadth-first search over bounded stacks."""

from __future__ import annotations

from collections import deque

Configuration = tuple[tuple[str, ...], str]


def roads_of(lab):
    """Where corridors lead from each place."""
    roads = {}
    for clique in lab.cliques:
        for place in clique:
            roads.setdefault(place, set()).update(set(clique) - {place})
    for origin, target in lab.oneways:
        if origin != target:
            roads.setdefault(origin, set()).add(target)
    return roads


def neighbours(roads, names, stack, place):
    """The moves from a configuration: (stack, place, whether along a corridor)."""
    for other in roads.get(place, ()):
        yield stack, other, True
    head, dot, rest = place.partition(".")
    if dot and head not in ("inner", "internal"):
        yield (*stack, head), rest, False
    if stack:
        outside = f"{stack[-1]}.{place}"
        if outside in names:
            yield stack[:-1], outside, False


def names_of(lab):
    names = set()
    for listed in (*lab.cliques, *lab.oneways, (lab.start,), lab.goal.names):
        for name in listed:
            while True:
                names.add(name)
                head, dot, rest = name.partition(".")
                if not dot or head in ("inner", "internal"):
                    break
                name = rest
    return names


def explore(lab, depth, start=((), None), toll=0):
    """Least corridors (toll 0) or moves (toll 1) to every configuration of at most that depth."""
    names, roads = names_of(lab), roads_of(lab)
    first = (start[0], start[1] or lab.start)
    found = {first: 0}
    queue = deque([(0, first)])
    while queue:
        cost, here = queue.popleft()
        if cost > found[here]:
            continue
        for stack, place, corridor in neighbours(roads, names, *here):
            there = (stack, place)
            if len(stack) > depth:
                continue
            total = cost + (1 if corridor else toll)
            if total < found.get(there, 1 << 60):
                found[there] = total
                (queue.append if corridor or toll else queue.appendleft)((total, there))
    return found


def wins(lab, configuration):
    stack, place = configuration
    if lab.goal.kind == "escape":
        return not stack and "." not in place
    return place in lab.goal.names and (lab.goal.kind == "reach" or not stack)


def best(lab, depth, toll=0):
    """The least cost of winning within that depth; None if that can't be."""
    costs = [cost for here, cost in explore(lab, depth, toll=toll).items() if wins(lab, here)]
    return min(costs, default=None)


def shallowest(lab, limit):
    """The least depth of winning, up to a limit; None if there is none."""
    for depth in range(limit + 1):
        if best(lab, depth) is not None:
            return depth
    return None
