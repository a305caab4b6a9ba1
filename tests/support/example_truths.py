"""Answers to the puzzles of `examples/`, by brute force from their facts alone; knows no rules."""

from __future__ import annotations

import heapq
import itertools
import operator
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from pylab.base.listing import Task
from pylab.family.testkit import Truth
from pylab.folders.given import Given

MANY = 1000
"""So many ways to fill a Sudoku are counted."""


def rows(puzzle: Given) -> dict[str, list[tuple]]:
    """The arguments of the facts of each predicate: numbers, and words as texts."""
    found = defaultdict(list)
    for fact in puzzle.whole():
        symbol = fact.symbol
        found[symbol.name].append(tuple(_plain(each) for each in symbol.arguments))
    return found


def _plain(symbol) -> int | str:
    return int(text) if (text := str(symbol)).lstrip("-").isdigit() else text


def queens(puzzle: Given, _task: object) -> Truth | None:
    """All permutations of the rows, looked at one by one."""
    facts = rows(puzzle)
    if len(facts["size"]) != 1:
        return None
    [(size,)], given = facts["size"], facts["given"]
    count = 0
    for order in itertools.permutations(range(1, size + 1)):
        lines = [{y - x for x, y in enumerate(order)}, {y + x for x, y in enumerate(order)}]
        apart = all(len(each) == size for each in lines)
        count += apart and all(order[x - 1] == y for x, y in given)
    return Truth(count > 0, count=count)


def hanoi(puzzle: Given, _task: object) -> Truth:
    """Breadth first; a state is the peg of each disc, the smallest disc first."""
    facts = rows(puzzle)
    pegs = [peg for (peg,) in facts["peg"]]
    discs = sorted(facts["on"])
    start = tuple(peg for _, peg in discs)
    if not {disc for disc, _ in facts["goal"]} <= {disc for disc, _ in discs}:
        return Truth(False)
    wanted = [([d for d, _ in discs].index(disc), peg) for disc, peg in facts["goal"]]
    most = min((m for (m,) in facts["moves"]), default=None)
    seen, waiting = {start}, deque([(0, start)])
    while waiting:
        number, state = waiting.popleft()
        if all(state[disc] == peg for disc, peg in wanted):
            return Truth(True, number)
        for disc, peg in itertools.product(range(len(state)), pegs):
            blocked = {state[disc], peg} & {*state[:disc]}
            after = (*state[:disc], peg, *state[disc + 1 :])
            if not blocked and after not in seen and number != most:
                seen.add(after)
                waiting.append((number + 1, after))
    return Truth(False)


def robots(puzzle: Given, _task: object) -> Truth:
    """Breadth first over the places of all robots; each move is made field by field."""
    facts = rows(puzzle)
    sizes = {x for (x,) in facts["dim"]}
    ways = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}
    shut = {frozenset([(x, y), _to((x, y), ways[way])]) for x, y, way in facts["barrier"]}
    start = {robot: (x, y) for robot, x, y in facts["pos"]}
    most = min((m for (m,) in facts["length"]), default=10**9)
    reached, layer = {frozenset(start.items())}, [start]
    for number in itertools.count():
        if any(all(p.get(r) == (x, y) for r, x, y in facts["target"]) for p in layer):
            return Truth(True, number)
        if number == most or not layer:
            return Truth(False)
        following = []
        for places, robot, way in itertools.product(layer, start, ways.values()):
            at = places[robot]
            while {*(to := _to(at, way))} <= sizes and frozenset([at, to]) not in shut:
                if to in places.values():
                    break
                at = to
            after = places | {robot: at}
            if (key := frozenset(after.items())) not in reached:
                reached.add(key)
                following.append(after)
        layer = following
    raise AssertionError


def _to(place: tuple[int, int], way: tuple[int, int]) -> tuple[int, int]:
    return place[0] + way[0], place[1] + way[1]


def colours(puzzle: Given, _task: object) -> Truth | None:
    """Colours are tried node by node, with one, two, three … of them."""
    facts = rows(puzzle)
    ends = {each for pair in facts["link"] for each in pair}
    if len(facts["colours"]) != 1 or not ends <= {node for (node,) in facts["node"]}:
        return None
    nodes, links = [node for (node,) in facts["node"]], facts["link"]
    near = {node: {a for pair in links if node in pair for a in pair} for node in nodes}
    if any(a == b for a, b in links):
        return Truth(False)

    def fits(number: int, painted: dict) -> bool:
        if len(painted) == len(nodes):
            return True
        node = nodes[len(painted)]
        free = set(range(number)) - {painted.get(each) for each in near[node]}
        return any(fits(number, painted | {node: colour}) for colour in free)

    [(most,)] = facts["colours"]
    least = next((number for number in range(most + 1) if fits(number, {})), None)
    return Truth(least is not None, least)


def sudoku(puzzle: Given, _task: object) -> Truth | None:
    """Numbers are tried field by field, where fewest fit first."""
    facts = rows(puzzle)
    if len(facts["box"]) != 1:
        return None
    [(wide, high)] = facts["box"]
    size = wide * high
    fields = [*itertools.product(range(size), repeat=2)]
    units = {(x, y): (x, y, (x // wide, y // high)) for x, y in fields}
    alike = {
        one: [o for o in fields if o != one and any(map(operator.eq, units[one], units[o]))]
        for one in fields
    }
    there = {(x - 1, y - 1): value for x, y, value in facts["given"]}
    if not set(there) <= set(fields):
        return Truth(False, count=0)
    clash = any(there.get(other) == value for one, value in there.items() for other in alike[one])
    if clash or len(there) < len(facts["given"]):
        return Truth(False, count=0)

    def filled(board: dict) -> Iterator[dict]:
        if len(board) == len(fields):
            yield board
            return
        left = (
            ({*range(1, size + 1)} - {board.get(o) for o in alike[field]}, field)
            for field in fields
            if field not in board
        )
        free, field = min(left, key=lambda each: len(each[0]))
        for value in free:
            yield from filled(board | {field: value})

    found = len([*itertools.islice(filled(there), MANY)])
    return Truth(found > 0, count=found if found < MANY else None)


def jobshop(puzzle: Given, _task: object) -> Truth:
    """All orders of the tasks, each begun as early as it can be."""
    facts = rows(puzzle)
    jobs = defaultdict(list)
    for job, _, machine, time in sorted(facts["task"]):
        jobs[job].append((machine, time))
    best = min(_ends(jobs, facts["due"]), default=None)
    return Truth(best is not None, best)


def sokoban(puzzle: Given, task: Task) -> Truth:
    """All positions of worker and crates, nearest first; what is counted are steps or pushes."""
    facts = rows(puzzle)
    cells, wanted = {*facts["cell"]}, {*facts["target"]}
    counts_steps = task.name == "steps"
    most = min((m for (m,) in facts[task.name]), default=10**9)
    start = (frozenset(facts["crate"]), facts["worker"][0]) if facts["worker"] else None
    best, waiting = {start: 0}, [(0, 0, start)]
    for ticket in itertools.count(1):
        if not waiting or start is None:
            return Truth(False)
        cost, _, (crates, worker) = heapq.heappop(waiting)
        if wanted <= crates:
            return Truth(True, cost)
        for turn, (dx, dy) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
            to, beyond = [(worker[0] + k * dx, worker[1] + k * dy) for k in (1, 2)]
            pushed = to in crates
            if to not in cells or (pushed and (beyond not in cells or beyond in crates)):
                continue
            after = (crates - {to} | {beyond} if pushed else crates, to)
            spent = cost + (counts_steps or pushed)
            if spent <= most and spent < best.get(after, 10**9):
                best[after] = spent
                heapq.heappush(waiting, (spent, 4 * ticket + turn, after))
    raise AssertionError


def _ends(jobs: Mapping, due: Sequence[tuple[str, int]]) -> Iterator[int]:
    """When schedules are done, each better than those before."""
    best = [10**9]

    def place(left: dict, busy: dict, end: int) -> Iterator[int]:
        """Schedules for what is left, where jobs and machines are `busy` until then."""
        if end >= best[0] or any(busy.get(("job", job), 0) > time for job, time in due):
            return
        if not any(left.values()):
            best[0] = end
            yield end
        for job, [(machine, time), *rest] in [each for each in left.items() if each[1]]:
            both = ("job", job), ("machine", machine)
            done = max(busy.get(each, 0) for each in both) + time
            yield from place({**left, job: rest}, busy | dict.fromkeys(both, done), max(end, done))

    yield from place(dict(jobs), {}, 0)
