"""Puzzles and independent answers for the tests of the labyrinth of Theseus."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from decimal import Decimal

import asking
import clingo
import pytest
from projects import real

from pylab.base import resources
from pylab.base.finding import Finding, Status
from pylab.families.theseus.family import FAMILY
from pylab.families.theseus.generate import random_plan
from pylab.families.theseus.graph import Way, assemble
from pylab.families.theseus.model import Puzzle, Route
from pylab.text.source import Source, read_source

HEMME = resources.instances("theseus") / "hemme.plan"


def shared_csv():
    """The seed's edge list; skips the test where it is not at hand."""
    return real("theseus", "labyrinthEdges.csv")


@functools.cache
def hemme():
    return FAMILY.read(read_source(str(HEMME)))


@functools.cache
def edges_of_the_seed():
    return FAMILY.read(read_source(str(shared_csv())))


def puzzle_of(text, name="x.plan"):
    return FAMILY.read(Source(name, text))


def task(name):
    return FAMILY.task(name)


def bare_clingo(puzzle, name):
    """All models of a task (all optimal ones) from clingo without the frame, as routes."""
    control = clingo.Control(["0", "--opt-mode=optN"], logger=lambda _, text: pytest.fail(text))
    with control.backend() as backend:
        for fact in FAMILY.facts(puzzle):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.load(str(resources.encodings("theseus") / f"{name}.lp"))
    control.ground([("base", [])])
    routes = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or name in ("paths", "cycles"):
                routes.append(FAMILY.decode(puzzle, task(name), model.symbols(shown=True)))
        exhausted = handle.get().exhausted
    status = Status.FOUND if routes else Status.NONE
    return Finding(status, len(routes), complete=exhausted, optimal=bool(routes)), routes


def bare_cost(puzzle, name):
    """What clingo minimises, without the frame; None if there is no path."""
    control = clingo.Control(["--opt-mode=opt"], logger=lambda _, text: pytest.fail(text))
    with control.backend() as backend:
        for fact in FAMILY.facts(puzzle):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.load(str(resources.encodings("theseus") / f"{name}.lp"))
    control.ground([("base", [])])
    costs = []
    control.solve(on_model=lambda model: costs.append(model.cost[0]))
    return costs[-1] if costs else None


def ask_both(puzzle, name, **means):
    """The answer of both engines side by side, and the checked witnesses."""
    return asking.ask("theseus", puzzle, name, engine="both", **means)


def grid_graph(n):
    """The undirected grid of n by n points, every edge in both directions."""
    ways = [
        Way(x * n + y, (x + dx) * n + y + dy, Decimal(1), (x, y, dx, dy))
        for x in range(n)
        for y in range(n)
        for dx, dy in ((0, 1), (1, 0), (-1, 0), (0, -1))
        if 0 <= x + dx < n and 0 <= y + dy < n
    ]
    return assemble(n * n, ways, 0, n * n - 1)[0]


def random_graph(seed, parallel=True):
    """A small directed multigraph, with loops, dead ends and halves and quarters as weights."""
    rng = random.Random(f"theseus graph {seed}")
    nodes = rng.randint(2, 4)
    ways, ends = [], set()
    for number in range(rng.randint(2, 16)):
        source, target = rng.randrange(2 * nodes), rng.randrange(2 * nodes)
        if not parallel and (source, target) in ends:
            continue
        ends.add((source, target))
        weight = Decimal(rng.randint(0, 16)) / rng.choice((1, 2, 4))
        passage = rng.choice((number, number - 1)) if number else 0
        ways.append(Way(source, target, weight, max(passage, 0)))
    start, goal = rng.sample(range(2 * nodes), 2)
    return Puzzle(assemble(nodes, ways, start, goal)[0])


def random_labyrinth(seed, largest=3):
    rng = random.Random(f"theseus plan {seed}")
    size = rng.randint(1, largest), rng.randint(1, largest)
    return Puzzle(random_plan(rng, *size, merge=rng.random() * 0.6, doors=rng.random()))


def keys(route):
    return route.keys


def native(puzzle, name, models=0):
    """What the native engine finds, and its answer; once for each puzzle where all is counted."""
    counting = name in ("count", "count-cycles", "statistics", "log")
    return (_native_once if counting else _native)(puzzle, name, models)


def _native(puzzle, name, models):
    watch = Watch()
    answer = FAMILY.native.search(puzzle, task(name), watch, models)
    return answer, tuple(watch.witnesses)


_native_once = functools.lru_cache(maxsize=512)(_native)


class Watch:
    def __init__(self):
        self.witnesses = []

    def found(self, witness):
        self.witnesses.append(witness)

    def progress(self, **figures):
        pass


def ways_of_plan(plan, leaving="turn"):
    """Ways through a plan, worked out room by room from its rectangles alone."""
    n = len(plan.openings)
    ways = []
    for index, r in enumerate(plan.rooms):
        doors = []
        for number, o in enumerate(plan.openings):
            if r.x < o.x < r.x + r.width:
                if o.y == r.y:
                    doors.append((number, "s"))
                if o.y == r.y + r.height:
                    doors.append((number, "n"))
            if r.y < o.y < r.y + r.height:
                if o.x == r.x:
                    doors.append((number, "w"))
                if o.x == r.x + r.width:
                    doors.append((number, "e"))
        for a, side in doors:
            for b, other in doors:
                turn = {side, other} in ({"s", "e"}, {"s", "w"}, {"n", "e"}, {"n", "w"})
                same = side == other and a != b and leaving in ("same-wall", "back")
                if not (turn or same or (a == b and leaving == "back")):
                    continue
                u = a if side in "sw" else a + n
                v = b if other in "ne" else b + n
                one, two = plan.openings[a], plan.openings[b]
                weight = abs(one.x - two.x) + abs(one.y - two.y)
                ways.append((u, v, 1, weight, (index, frozenset((a, b))), index))
    return ways, plan.start_state, plan.goal_state, n


def ways_of_graph(graph):
    ways = [(e.source, e.target, e.lane, e.weight, e.passage, None) for e in graph.edges]
    return ways, graph.start, graph.goal, graph.nodes


def brute_paths(puzzle):
    """All paths as tuples of edge keys, with their weights: try everything, reject at once."""
    rules = puzzle.rules
    if hasattr(puzzle.floor, "rooms"):
        ways, start, goal, n = ways_of_plan(puzzle.floor, rules.leaving)
    else:
        ways, start, goal, n = ways_of_graph(puzzle.floor)
    found = {}

    def allowed(walk):
        states = [start] + [w[1] for w in walk]
        if not (rules.passage or rules.edge) and len(set(states)) < len(states):
            return False
        doors = [s % n for s in states]
        if rules.door and max(map(doors.count, doors)) > rules.door:
            return False
        rooms = [w[5] for w in walk]
        if rules.room and max(map(rooms.count, rooms)) > rules.room:
            return False
        passages = [w[4] for w in walk]
        if rules.passage and len(set(passages)) < len(passages):
            return False
        return not rules.edge or len({w[:3] for w in walk}) == len(walk)

    def extend(walk, state):
        for way in ways:
            if way[0] == state and allowed([*walk, way]):
                longer = [*walk, way]
                if way[1] == goal:
                    found[tuple(w[:3] for w in longer)] = sum(w[3] for w in longer)
                else:
                    extend(longer, way[1])

    extend([], start)
    return found


def brute_cycles(puzzle):
    """All cycles as tuples of edge keys from the least state, with their weights."""
    if hasattr(puzzle.floor, "rooms"):
        ways, *_ = ways_of_plan(puzzle.floor, puzzle.rules.leaving)
    else:
        ways, *_ = ways_of_graph(puzzle.floor)
    found = {}

    def extend(walk, root):
        for way in ways:
            if way[0] != walk[-1][1]:
                continue
            if way[1] == root:
                found[tuple(w[:3] for w in [*walk, way])] = sum(w[3] for w in [*walk, way])
            elif way[1] > root and way[1] not in {w[1] for w in walk}:
                extend([*walk, way], root)

    for way in ways:
        if way[1] == way[0]:
            found[(way[:3],)] = way[3]
        elif way[1] > way[0]:
            extend([way], way[0])
    return found


def said(witness):
    """What facts say of a witness: of a route not what the puzzle knows, its weights and graph."""
    return replace(witness, weights=(), nodes=0) if isinstance(witness, Route) else witness
