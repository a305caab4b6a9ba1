"""The native engine: routes one after the other, the best ones, and figures of all of them.

Where only states are limited, a labyrinth falls apart at the states that every path passes: its
paths are all combinations of the parts' paths, and so are its shortest and its longest ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from math import prod
from time import perf_counter

from pylab.base import native
from pylab.base.finding import Finding, SearchWatch, Status, handed_over
from pylab.base.listing import Task
from pylab.families.theseus import frontier
from pylab.families.theseus.graph import (
    edges_from,
    graph_of,
    must_pass,
    on_cycles,
    parts,
    reachable,
    reduce,
)
from pylab.families.theseus.model import (
    LISTED,
    Analysis,
    Count,
    Edge,
    Graph,
    Histogram,
    Log,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Statistics,
    Summary,
    exact,
    mean,
)
from pylab.families.theseus.units import parts_a_unit
from pylab.families.theseus.walks import Network
from pylab.family.walks import cheapest_first

Walk = tuple[Edge, ...]

_OF_PATHS = ("paths", "shortest", "longest", "count")
"""Tasks that have no answer when the goal is out of reach."""


def search(puzzle: Puzzle, task: Task, watch: SearchWatch, models: int) -> Finding:
    """Answer any task of the family; for shortest and longest, `models` = 1 means one of the best.

    A goal out of reach is proven by a closed set of states. LimitReached passes through.
    """
    labyrinth = _Labyrinth(puzzle, watch)
    if task.name == "cycles":
        return handed_over(labyrinth.cycle_routes(), watch, models)
    if task.name == "statistics":
        watch.found(labyrinth.statistics())
        return Finding(Status.FOUND, 1, complete=True)
    if task.name == "count-cycles":
        return _number(labyrinth.count_cycles(), labyrinth)
    if task.name == "log":
        watch.found(labyrinth.log())
        return Finding(Status.FOUND, 1, complete=True)
    closed = labyrinth.closed()
    if closed is not None:
        watch.found(closed)
        return Finding(Status.NONE, complete=True)
    if task.name == "count":
        return _number(labyrinth.count_paths(), labyrinth)
    if task.name == "paths":
        return handed_over(labyrinth.path_routes(), watch, models)
    return _best(labyrinth, task.name, watch, models)


def unsupported(puzzle: Puzzle, task: Task) -> str:
    """The program whose log it is knows no limits."""
    if task.name == "log" and puzzle.rules.limits:
        return f"{task.name} is of paths that visit no state twice; it knows no other limits"
    return ""


def prefers_native(puzzle: Puzzle, task: Task) -> str:
    """Where states are free, clingo has to guess the order of a walk as well."""
    if puzzle.rules.trails and task.name != "cycles":
        return "clingo is slow where routes may return to a state"
    return ""


def refute(puzzle: Puzzle, task: Task) -> NoRoute | None:
    """The proof that there is no path, if the goal is out of reach; of cycles there is none."""
    if task.name not in _OF_PATHS:
        return None
    return _closed(graph_of(puzzle))


def _closed(graph: Graph) -> NoRoute | None:
    states = reachable(graph, graph.start)
    if graph.goal in states:
        return None
    return NoRoute(graph.nodes, tuple(sorted(states)), graph.names)


def _number(count: Count, labyrinth: _Labyrinth) -> Finding:
    """A count, unless there is nothing: then the answer is none, as for the routes themselves."""
    statistics = native.statistics() if labyrinth.free else {}
    if not count.total:
        return Finding(Status.NONE, complete=True, statistics=statistics)
    labyrinth.watch.found(count)
    return Finding(Status.FOUND, 1, complete=True, statistics=statistics)


def _best(labyrinth: _Labyrinth, name: str, watch: SearchWatch, models: int) -> Finding:
    longest = name == "longest"
    if labyrinth.free and not longest:
        routes = labyrinth.shortest_routes()
    else:
        routes = labyrinth.best(longest).routes()
    first = next(routes, None)
    if first is None:
        return Finding(Status.NONE, complete=True)
    cost = int(first.weight * parts_a_unit(labyrinth.puzzle))
    answer = handed_over(chain([first], routes), watch, models)
    return replace(answer, optimal=True, cost=-cost if longest else cost)


@dataclass
class _Tally:
    """Walks of one part in figures, and the best of them.

    Attributes:
        figures: how many walks there are by length, weight, and length in the reduced graph.
        edges: how many walks take each edge.
        common: the states that every walk comes to; None before the first one.
    """

    figures: Counter[tuple[int, Decimal, int]] = field(default_factory=Counter)
    edges: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    common: set[int] | None = None
    lightest: list[Walk] = field(default_factory=list)
    heaviest: list[Walk] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.figures.total()

    def add(self, walk: Walk, kept: frozenset[int]) -> None:
        weight = _weight(walk)
        self.figures[len(walk), weight, sum(edge.target in kept for edge in walk)] += 1
        self.edges.update([edge.key for edge in walk])
        targets = [edge.target for edge in walk]
        if self.common is None:
            self.common = set(targets)
        else:
            self.common.intersection_update(targets)
        _keep(self.lightest, walk, weight, -1)
        _keep(self.heaviest, walk, weight, 1)


def _keep(best: list[Walk], walk: Walk, weight: Decimal, sign: int) -> None:
    """Add the walk if none is better, and drop those that are worse."""
    if best:
        difference = sign * (weight - _weight(best[0]))
        if difference < 0:
            return
        if difference > 0:
            best.clear()
    best.append(walk)


@dataclass(frozen=True, slots=True)
class _Best:
    """The best walks of each part; all combinations are best for the whole."""

    graph: Graph
    choices: tuple[tuple[Walk, ...], ...]

    @property
    def total(self) -> int:
        return prod(len(walks) for walks in self.choices) if self.choices else 0

    def routes(self) -> Iterator[Route]:
        if self.total:
            fixed = [_Walks(partial(iter, walks)) for walks in self.choices]
            yield from (_route(self.graph, walk) for walk in _combined(fixed))


class _Labyrinth:
    """A puzzle's graph, in parts, with what can be asked of it."""

    def __init__(self, puzzle: Puzzle, watch: SearchWatch) -> None:
        self.puzzle, self.watch = puzzle, watch
        self.graph = graph_of(puzzle)
        self.plan = puzzle.floor if isinstance(puzzle.floor, Plan) else None
        self.free = not puzzle.rules.limits
        self.scale = frontier.scale_of(edge.weight for edge in self.graph.edges)

    def closed(self) -> NoRoute | None:
        """The proof that the goal is out of reach, if it is."""
        return _closed(self.graph)

    def parts(self) -> list[Graph]:
        """The parts whose paths combine; a limit other than on states couples all of them."""
        if self.free:
            return parts(self.graph, self.watch.progress)
        ahead = reachable(self.graph, self.graph.start)
        behind = reachable(self.graph, self.graph.goal, forward=False)
        edges = tuple(e for e in self.graph.edges if e.source in ahead and e.target in behind)
        edges = tuple(e for e in edges if e.source != self.graph.goal)
        return [Graph(self.graph.nodes, edges, self.graph.start, self.graph.goal)]

    def path_routes(self) -> Iterator[Route]:
        walks = _combined([_Walks(self._walker(part)) for part in self.parts()])
        return (_route(self.graph, walk) for walk in walks)

    def cycle_routes(self) -> Iterator[Route]:
        return (_route(self.graph, walk, cycle=True) for walk in self._cycles())

    def best(self, longest: bool) -> _Best:
        """The shortest or longest paths, all ties, by walking every path of each part."""
        choices: list[tuple[Walk, ...]] = []
        for part in self.parts():
            found: list[Walk] = []
            for walk in self._walker(part)():
                _keep(found, walk, _weight(walk), 1 if longest else -1)
            choices.append(tuple(found))
        return _Best(self.graph, tuple(choices))

    def shortest_routes(self) -> Iterator[Route]:
        """The shortest paths, where only states are limited: those that follow the distances.

        (E. W. Dijkstra: A Note on Two Problems in Connexion with Graphs, Numerische Mathematik
        1, 1959.)
        """
        walkers = [
            _Walks(_following(_tight(part, self.scale), self.watch)) for part in self.parts()
        ]
        return (_route(self.graph, walk) for walk in _combined(walkers))

    def count_paths(self) -> Count:
        parted = self.parts()
        if self.free:
            profiles = [frontier.count_paths(part, self.scale, self._tick) for part in parted]
            factors = tuple(sum(profile.values()) for profile in profiles)
        else:
            weights: Counter[int] = Counter()
            for walk in self._walker(parted[0])():
                weights[int(_weight(walk) * self.scale)] += 1
            profiles, factors = [weights], ()
        return Count(
            False,
            self.graph.nodes,
            _unscaled(frontier.product(profiles, self._tick), self.scale),
            tuple(factor for factor in factors if factor != 1),
        )

    def count_cycles(self) -> Count:
        if self.free:
            profile: Counter[int] = Counter()
            for part in on_cycles(self.graph, self.watch.progress):
                profile.update(frontier.count_cycles(part, self.scale, self._tick))
        else:
            profile = Counter(int(_weight(walk) * self.scale) for walk in self._cycles())
        return Count(True, self.graph.nodes, _unscaled(profile, self.scale))

    def statistics(self) -> Statistics:
        reduction = reduce(self.graph, self.watch.progress)
        parted = self.parts() if self.closed() is None else []
        tallies = [_Tally() for _ in parted]
        if tallies:
            for part, tally in zip(parted, tallies, strict=True):
                self.watch.progress()
                for walk in self._walker(part)():
                    tally.add(walk, reduction.states)
        cycles = _Tally()
        for walk in self._cycles():
            cycles.add(walk, reduction.states)
        paths, reduced = self._paths_summary(tallies)
        cycle_lengths, cycle_weights, reduced_cycles = _tables(cycles.figures)
        factors = [tally.total for tally in tallies] if self.free else []
        doors, rooms = self._uses(tallies)
        return Statistics(
            nodes=self.graph.nodes,
            edges=len(self.graph.edges),
            paths=paths,
            cycles=Summary(
                cycle_lengths,
                cycle_weights,
                *(
                    tuple(_route(self.graph, walk, cycle=True) for walk in walks[:LISTED])
                    for walks in (cycles.lightest, cycles.heaviest)
                ),
            ),
            reduced_nodes=reduction.graph.nodes,
            reduced_edges=len(reduction.graph.edges),
            reduced_lengths=reduced,
            reduced_cycle_lengths=reduced_cycles,
            door_use=doors,
            room_use=rooms,
            must_pass=self._must_pass(tallies, paths),
            factors=tuple(factor for factor in factors if factor != 1),
        )

    def log(self) -> Log:
        """The figures of the graph or, of a plan, of its reduced graph."""
        began = perf_counter()
        graph = reduce(self.graph, self.watch.progress).graph if self.plan else self.graph
        figures = _Labyrinth(Puzzle(graph), self.watch).statistics()
        size = 2 * graph.nodes, len(graph.edges)
        analyses = _analysis(figures.paths), _analysis(figures.cycles)
        return Log(*size, *analyses, perf_counter() - began)

    def _must_pass(self, tallies: Sequence[_Tally], paths: Summary) -> tuple[int, ...]:
        """What all paths pass: of the graph's paths or, under limits, of those that were walked."""
        if self.free:
            return must_pass(self.graph, self.watch.progress)
        if not paths.shortest:
            return ()
        common = {self.graph.start, *(tallies[0].common or ())}
        return tuple(s for s in dict.fromkeys(paths.shortest[0].states) if s in common)

    def _paths_summary(self, tallies: Sequence[_Tally]) -> tuple[Summary, Histogram]:
        figures: Counter[tuple[int, Decimal, int]] = Counter()
        if tallies:
            figures[0, Decimal(0), 0] = 1
        for tally in tallies:
            longer: Counter[tuple[int, Decimal, int]] = Counter()
            for (length, weight, steps), number in figures.items():
                self.watch.progress()
                for (more, heavier, further), times in tally.figures.items():
                    longer[length + more, weight + heavier, steps + further] += number * times
            figures = longer
        lengths, weights, reduced = _tables(figures)
        lightest = _Best(self.graph, tuple(tuple(tally.lightest) for tally in tallies)).routes()
        heaviest = _Best(self.graph, tuple(tuple(tally.heaviest) for tally in tallies)).routes()
        listed = tuple(islice(lightest, LISTED)), tuple(islice(heaviest, LISTED))
        return Summary(lengths, weights, *listed), reduced

    def _uses(self, tallies: Sequence[_Tally]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How often all paths together pass each door and cross each room."""
        total = prod(tally.total for tally in tallies) if tallies else 0
        doors = [0] * self.graph.nodes
        rooms = [0] * (len(self.plan.rooms) if self.plan else 0)
        doors[self.graph.start % self.graph.nodes] = total
        edges = {edge.key: edge for edge in self.graph.edges}
        for tally in tallies:
            for key, number in tally.edges.items():
                times = number * total // tally.total
                doors[key[1] % self.graph.nodes] += times
                for room in edges[key].rooms if rooms else ():
                    rooms[room] += times
        return tuple(doors), tuple(rooms)

    def _walker(self, part: Graph) -> Callable[[], Iterator[Walk]]:
        network = Network(part, self.puzzle.rules, self.plan)

        def walks() -> Iterator[Walk]:
            for indices in network.paths(part.start, part.goal, self.watch.progress):
                yield tuple([part.edges[index] for index in indices])

        return walks

    def _cycles(self) -> Iterator[Walk]:
        """Part by part; no cycle leaves one."""
        for part in on_cycles(self.graph, self.watch.progress):
            network = Network(part, self.puzzle.rules, self.plan, cycles=True)
            for indices in network.cycles(self.watch.progress):
                yield tuple([part.edges[index] for index in indices])

    def _tick(self, frontiers: int) -> None:
        self.watch.progress(nodes=frontiers)


class _Walks:
    """Walks that are found again each time they are gone through, unless there are but few."""

    FEW = 10_000

    def __init__(self, walker: Callable[[], Iterator[Walk]]) -> None:
        self.walker = walker
        self.known: list[Walk] | None = None

    def __iter__(self) -> Iterator[Walk]:
        if self.known is not None:
            yield from self.known
            return
        few: list[Walk] | None = []
        for walk in self.walker():
            if few is not None:
                few.append(walk)
                if len(few) > self.FEW:
                    few = None
            yield walk
        self.known = few


def _combined(choices: Sequence[_Walks]) -> Iterator[Walk]:
    """One walk of each, in every combination, joined; memory does not grow with their number."""
    if not choices:
        return
    walks: list[Iterator[Walk]] = [iter(choices[0])]
    joined: list[Walk] = [()]
    while walks:
        walk = next(walks[-1], None)
        if walk is None:
            walks.pop()
            joined.pop()
        elif len(walks) == len(choices):
            yield joined[-1] + walk
        else:
            joined.append(joined[-1] + walk)
            walks.append(iter(choices[len(walks)]))


def _weight(walk: Walk) -> Decimal:
    return exact(sum([edge.weight for edge in walk], Decimal(0)))


def _route(graph: Graph, walk: Walk, cycle: bool = False) -> Route:
    states = [edge.source for edge in walk]
    if not cycle:
        states.append(walk[-1].target)
    lanes, weights = [edge.lane for edge in walk], [edge.weight for edge in walk]
    return Route(cycle, tuple(states), tuple(lanes), tuple(weights), graph.nodes, graph.names)


def _analysis(summary: Summary) -> Analysis:
    best = (min(map(_doors, routes), key=_states, default=None)
            for routes in (summary.shortest, summary.longest))  # fmt: skip
    return Analysis(summary.total, mean(summary.lengths), mean(summary.weights), *best)


def _states(route: Route) -> tuple[int, ...]:
    return route.states


def _doors(route: Route) -> Route:
    """What can be seen of it by its doors and weights."""
    doors = tuple(state % route.nodes for state in route.states)
    return Route(route.cycle, doors, (0,) * route.length, route.weights)


def _tables(
    figures: Counter[tuple[int, Decimal, int]],
) -> tuple[Histogram, Histogram, Histogram]:
    """Lengths, weights, and lengths in the reduced graph, each by itself."""
    tables: list[Counter[Decimal]] = [Counter(), Counter(), Counter()]
    for (length, weight, steps), number in figures.items():
        values = (Decimal(length), exact(weight), Decimal(steps))
        for table, value in zip(tables, values, strict=True):
            table[value] += number
    lengths, weights, reduced = (tuple(sorted(table.items())) for table in tables)
    return lengths, weights, reduced


def _unscaled(profile: frontier.Profile, scale: int) -> Histogram:
    return tuple((exact(Decimal(weight) / scale), n) for weight, n in sorted(profile.items()))


def _tight(graph: Graph, scale: int) -> Graph:
    """The edges on shortest ways from start to goal; along them every path is a shortest one."""
    weights = [(e.source, e.target, int(e.weight * scale)) for e in graph.edges]
    ahead = _distances(graph.start, weights)
    behind = _distances(
        graph.goal, [(target, source, weight) for source, target, weight in weights]
    )
    edges = tuple(
        edge
        for edge, (source, target, weight) in zip(graph.edges, weights, strict=True)
        if source in ahead
        and target in behind
        and ahead[source] + weight + behind[target] == ahead[graph.goal]
    )
    return Graph(graph.nodes, edges, graph.start, graph.goal)


def _distances(start: int, edges: Sequence[tuple[int, int, int]]) -> Mapping[int, int]:
    following: dict[int, list[tuple[None, int, int]]] = {}
    for source, target, weight in edges:
        following.setdefault(source, []).append((None, target, weight))
    return cheapest_first([start], lambda state: following.get(state, ())).cost


def _following(graph: Graph, watch: SearchWatch) -> Callable[[], Iterator[Walk]]:
    """Every path of a graph in which hardly an edge leads astray: only those without weight."""
    outs = edges_from(graph)

    def walks() -> Iterator[Walk]:
        walk: list[Edge] = []
        visited = {graph.start}
        levels = [iter(outs.get(graph.start, ()))]
        while levels:
            edge = next(levels[-1], None)
            if edge is None:
                levels.pop()
                if walk:
                    visited.remove(walk.pop().target)
            elif edge.target == graph.goal:
                yield (*walk, edge)
            elif edge.target not in visited:
                watch.progress()
                walk.append(edge)
                visited.add(edge.target)
                levels.append(iter(outs.get(edge.target, ())))

    return walks
