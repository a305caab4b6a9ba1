"""Witnesses as lines for people, and read back from them; knows no puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import zip_longest

from pylab.errors import Place, WitnessError, printable
from pylab.families.theseus.model import (
    Count,
    Histogram,
    NoRoute,
    Route,
    Statistics,
    Summary,
    Witness,
)
from pylab.source import Source

BAR = 40
"""The longest bar of a histogram, in characters."""

_PATHS = "Acyclic paths from start to goal"
_CYCLES = "Distinct cycles"
_DOORS = "Doors, and how often all paths together pass them"
_ROOMS = "Rooms, and how often all paths together cross them"
_LEAST, _GREATEST = "of the least weight:", "of the greatest weight:"
_TABLES = ("lengths", "lengths in the reduced graph", "weights")


def show(witness: Witness) -> str:
    """A witness in lines that `read_text` reads to the same."""
    if isinstance(witness, Route):
        return f"{route_line(witness)}\n"
    if isinstance(witness, NoRoute):
        lines = [_no_route(witness)]
    elif isinstance(witness, Count):
        lines = list(_count(witness))
    else:
        lines = list(_statistics(witness))
    return "".join(f"{line}\n" for line in lines)


def state_name(state: int, nodes: int) -> str:
    """A door's number, with a prime if it is walked down or left.

    >>> state_name(4, 38), state_name(42, 38)
    ('4', "4'")
    """
    return f"{state - nodes}'" if 0 < nodes <= state else str(state)


def route_line(route: Route) -> str:
    """A route in one line, as in `path of 1 edge between 2 doors, weight 2: (0)-[2]->(1)`."""
    kind = "cycle" if route.cycle else "path"
    between = f" between {numbered(route.nodes, 'door')}" if route.nodes else ""
    weight = f", weight {route.weight:f}" if route.weights else ""
    head = f"{kind} of {numbered(route.length, 'edge')}{between}{weight}:"
    states = [f"({state_name(state, route.nodes)})" for state in route.states]
    targets = states[1:] + (states[:1] if route.cycle else [])
    words = [states[0]] if states else []
    for target, lane, weight_of in zip_longest(targets, route.lanes, route.weights):
        label = "" if weight_of is None else f"{weight_of:f}"
        label += f" lane {lane}" if lane != 1 else ""
        words.append(f"-[{label.strip()}]->{target}" if label else f"->{target}")
    return f"{head} {''.join(words)}"


def mean(histogram: Histogram) -> str:
    """The average value, to three decimals; a dash for nothing."""
    total = sum(number for _, number in histogram)
    if not total:
        return "-"
    return f"{sum(value * number for value, number in histogram) / total:.3f}"


def bars(histogram: Histogram) -> Iterator[str]:
    """One line a value: itself, how many there are, a bar in proportion."""
    most = max((number for _, number in histogram), default=1)
    wide = max((len(f"{value:f}") for value, _ in histogram), default=1)
    for value, number in histogram:
        bar = "#" * max(1, BAR * number // most) if number else ""
        yield f"  {value:>{wide}f}  {number:>{len(str(most))}}  {bar}".rstrip()


def numbered(count: int, noun: str) -> str:
    """A number of things in words.

    >>> numbered(1, "door"), numbered(2, "door")
    ('1 door', '2 doors')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _no_route(witness: NoRoute) -> str:
    closed = " ".join(state_name(state, witness.nodes) for state in witness.closed)
    head = f"no path between {numbered(witness.nodes, 'door')}"
    return f"{head}: from the start one only gets to {closed}"


def _count(count: Count) -> Iterator[str]:
    noun = "cycle" if count.cycles else "path"
    yield f"{numbered(count.total, noun)} between {numbered(count.nodes, 'door')}"
    if count.factors:
        yield f"factors: {_product(count.factors)}"
    yield f"average weight: {mean(count.weights)}"
    yield "weights:"
    yield from bars(count.weights)


def _product(factors: Sequence[int]) -> str:
    return " * ".join(map(str, factors))


def _statistics(figures: Statistics) -> Iterator[str]:
    yield (
        f"graph of {numbered(figures.nodes, 'door')} with {2 * figures.nodes} states, "
        f"{numbered(figures.edges, 'edge')}"
    )
    yield (
        f"reduced graph of {numbered(figures.reduced_nodes, 'door')} "
        f"with {2 * figures.reduced_nodes} states, {numbered(figures.reduced_edges, 'edge')}"
    )
    if figures.must_pass:
        passed = " ".join(state_name(state, figures.nodes) for state in figures.must_pass)
        yield f"every path passes: {passed}"
    if figures.factors:
        yield f"factors: {_product(figures.factors)}"
    yield ""
    yield _PATHS
    yield from _summary(figures.paths, figures.reduced_lengths)
    yield ""
    yield _CYCLES
    yield from _summary(figures.cycles, figures.reduced_cycle_lengths)
    for title, uses in ((_DOORS, figures.door_use), (_ROOMS, figures.room_use)):
        if uses:
            yield ""
            yield title
            yield from bars(tuple((Decimal(i), number) for i, number in enumerate(uses)))


def _summary(summary: Summary, reduced: Histogram) -> Iterator[str]:
    yield f"count: {summary.total}"
    yield f"average length: {mean(summary.lengths)}, in the reduced graph {mean(reduced)}"
    yield f"average weight: {mean(summary.weights)}"
    groups = ((_LEAST, summary.shortest, 0), (_GREATEST, summary.longest, -1))
    for title, routes, end in groups:
        if summary.weights:
            yield f"{summary.weights[end][1]} {title}"
            yield from (f"  {route_line(route)}" for route in routes)
    for title, table in zip(_TABLES, (summary.lengths, reduced, summary.weights), strict=True):
        yield f"{title}:"
        yield from bars(table)


_ROUTE = re.compile(
    r"(?P<kind>path|cycle) of (?P<length>\d{1,6}) edges?"
    r"(?: between (?P<nodes>\d{1,6}) doors?)?(?:, weight (?P<weight>[0-9.]{1,20}))?: (?P<way>.*)"
)
_STATE = re.compile(r"\((?P<door>\d{1,7})(?P<prime>'?)\)")
_ARROW = re.compile(r"-(?:\[(?P<weight>\d{1,9}(?:\.\d{1,6})?)?(?: ?lane (?P<lane>\d{1,7}))?\]-)?>")
_AMOUNT = re.compile(r"  +(?P<value>\d{1,12}(?:\.\d{1,6})?)  +(?P<number>\d{1,4000})(?:  #*)?")
_FACTORS = re.compile(r"factors: (\d{1,4000}(?: \* \d{1,4000})*)")
_TOTAL = re.compile(r"(\d{1,4000}) (path|cycle)s? between (\d{1,7}) doors?")
_NO_ROUTE = re.compile(r"no path between (\d{1,7}) doors?: from the start one only gets to (.+)")
_GRAPH = re.compile(r"(?:reduced )?graph of (\d{1,7}) doors? with \d{1,8} states, (\d{1,9}) edges?")
_PASSES = re.compile(r"every path passes: (.+)")


def read_text(source: Source) -> Witness:
    """What `show` wrote; lines that start with `%` are comments.

    Raises WitnessError with the place, also where a figure that follows from others is wrong.
    """
    lines = _Lines(source)
    first = lines.peek()
    if _ROUTE.fullmatch(first):
        witness: Witness = lines.route()
    elif _NO_ROUTE.fullmatch(first):
        witness = lines.no_route()
    elif _TOTAL.fullmatch(first):
        witness = lines.count()
    elif _GRAPH.fullmatch(first):
        witness = lines.statistics()
    else:
        raise lines.error("expected a path, a cycle, a count or statistics")
    lines.end()
    lines.compare(show(witness))
    return witness


class _Lines:
    """The lines of a text that say something, taken one after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines = [
            (number, line.rstrip())
            for number, line in enumerate(source.text.split("\n"), 1)
            if line.strip() and not line.startswith("%")
        ]
        self.taken = 0

    def peek(self) -> str:
        return self.lines[self.taken][1] if self.taken < len(self.lines) else ""

    def take(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        found = pattern.fullmatch(self.peek())
        if found is None:
            raise self.error(f"expected {wanted}")
        self.taken += 1
        return found

    def end(self) -> None:
        if self.taken < len(self.lines):
            raise self.error("expected nothing more")

    def error(self, expected: str, column: int = 1) -> WitnessError:
        if self.taken >= len(self.lines):
            place = self.source.place(len(self.source.text.rstrip()))
            return WitnessError(f"{expected}, found the end of the text", place)
        number, line = self.lines[self.taken]
        found = printable(line[column - 1 : column + 39].strip())
        place = Place(self.source.name, number, column, line)
        return WitnessError(f"{expected}, found {found!r}", place)

    def compare(self, shown: str) -> None:
        """Figures that follow from others must be the right ones."""
        right = [line for line in shown.split("\n") if line.strip()]
        for self.taken, wanted in enumerate(right):
            found = self.peek()
            if found.split() != wanted.split() and not _same_bar(found, wanted):
                raise self.error(f"expected {wanted.strip()[:60]!r}")

    def route(self, indent: str = "") -> Route:
        line = self.peek()
        pattern = re.compile(indent + _ROUTE.pattern) if indent else _ROUTE
        head = pattern.fullmatch(line)
        if head is None:
            raise self.error("expected a path or a cycle")
        nodes = int(head["nodes"] or 0)
        states: list[int] = []
        lanes: list[int] = []
        weights: list[Decimal] = []
        at = head.start("way")
        while True:
            state = _STATE.match(line, at)
            if state is None:
                raise self.error("expected a state in brackets", at + 1)
            states.append(int(state["door"]) + (nodes if state["prime"] else 0))
            at = state.end()
            if at == len(line):
                break
            arrow = _ARROW.match(line, at)
            if arrow is None:
                raise self.error("expected an arrow", at + 1)
            lanes.append(int(arrow["lane"] or 1))
            if arrow["weight"] is not None:
                weights.append(Decimal(arrow["weight"]))
            at = arrow.end()
        if weights and len(weights) != len(lanes):
            raise self.error("expected a weight on every arrow or on none")
        cycle = head["kind"] == "cycle"
        if cycle and (len(states) < 2 or states.pop() != states[0]):
            raise self.error("expected a cycle that ends where it begins")
        self.taken += 1
        return Route(cycle, tuple(states), tuple(lanes), tuple(weights), nodes)

    def no_route(self) -> NoRoute:
        found = self.take(_NO_ROUTE, "a closed set of states")
        return NoRoute(int(found[1]), self._states(found[2], int(found[1])))

    def count(self) -> Count:
        found = self.take(_TOTAL, "a number of paths or cycles")
        factors = self._factors()
        self.take(re.compile(r"average weight: .+"), "the average weight")
        weights = self._table("weights")
        return Count(found[2] == "cycle", int(found[3]), weights, factors)

    def statistics(self) -> Statistics:
        full = self.take(_GRAPH, "the size of the graph")
        small = self.take(_GRAPH, "the size of the reduced graph")
        passed: tuple[int, ...] = ()
        if found := _PASSES.fullmatch(self.peek()):
            passed = self._states(found[1], int(full[1]))
            self.taken += 1
        factors = self._factors()
        self.take(re.compile(_PATHS), _PATHS)
        paths, reduced = self._summary()
        self.take(re.compile(_CYCLES), _CYCLES)
        cycles, reduced_cycles = self._summary()
        return Statistics(
            nodes=int(full[1]),
            edges=int(full[2]),
            paths=paths,
            cycles=cycles,
            reduced_nodes=int(small[1]),
            reduced_edges=int(small[2]),
            reduced_lengths=reduced,
            reduced_cycle_lengths=reduced_cycles,
            door_use=self._uses(_DOORS),
            room_use=self._uses(_ROOMS),
            must_pass=passed,
            factors=factors,
        )

    def _summary(self) -> tuple[Summary, Histogram]:
        self.take(re.compile(r"count: \d{1,4000}"), "a count")
        self.take(re.compile("average length: .+"), "the average length")
        self.take(re.compile("average weight: .+"), "the average weight")
        groups: list[tuple[Route, ...]] = []
        for title in (_LEAST, _GREATEST):
            routes: list[Route] = []
            if self.peek().endswith(title):
                self.taken += 1
                while self.peek().startswith(("  path", "  cycle")):
                    routes.append(self.route("  "))
            groups.append(tuple(routes))
        lengths, reduced, weights = (self._table(title) for title in _TABLES)
        return Summary(lengths, weights, groups[0], groups[1]), reduced

    def _factors(self) -> tuple[int, ...]:
        found = _FACTORS.fullmatch(self.peek())
        if found is None:
            return ()
        self.taken += 1
        return tuple(int(number) for number in found[1].split(" * "))

    def _table(self, title: str) -> Histogram:
        self.take(re.compile(f"{title}:"), f"{title}:")
        return tuple(self._amounts())

    def _amounts(self) -> Iterator[tuple[Decimal, int]]:
        while found := _AMOUNT.fullmatch(self.peek()):
            self.taken += 1
            yield Decimal(found["value"]), int(found["number"])

    def _uses(self, title: str) -> tuple[int, ...]:
        if self.peek() != title:
            return ()
        self.taken += 1
        return tuple(number for _, number in self._amounts())

    def _states(self, text: str, nodes: int) -> tuple[int, ...]:
        return tuple(self._state(word, nodes) for word in text.split())

    def _state(self, word: str, nodes: int) -> int:
        found = _STATE.fullmatch(f"({word})")
        if found is None:
            raise self.error(f"expected states, not {printable(word[:20])!r}")
        return int(found["door"]) + (nodes if found["prime"] else 0)


def _same_bar(found: str, wanted: str) -> bool:
    """The same amounts with bars of another length, which mean nothing."""
    pair: Iterable[re.Match[str] | None] = (_AMOUNT.fullmatch(found), _AMOUNT.fullmatch(wanted))
    values = [(m["value"], m["number"]) for m in pair if m is not None]
    return len(values) == 2 and values[0] == values[1]
