"""Witnesses as facts and back; numbers that may outgrow 32 bits are strings. Knows no puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

import clingo

from pylab.errors import WitnessError
from pylab.facts import Fact, fact, integer, misfit
from pylab.families.theseus.model import (
    Count,
    Histogram,
    NoRoute,
    Route,
    Statistics,
    Summary,
    Witness,
)
from pylab.listing import Signature

VOCABULARY = tuple(
    Signature(name, arity)
    for name, arity in (
        ("use", 3),
        ("next", 5),
        ("closed", 1),
        ("figure", 2),
        ("amount", 3),
        ("factor", 2),
        ("must_pass", 2),
        ("door_use", 2),
        ("room_use", 2),
        ("least", 4),
        ("greatest", 4),
        ("least_weight", 4),
        ("greatest_weight", 4),
    )
)

_NUMBER = re.compile(r"[0-9]{1,4000}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)


def encode(witness: Witness) -> list[Fact]:
    """The facts that an encoding would show for a route; for other witnesses, facts of ours.

    figure(Name,N) is a number of the graph, amount(Table,Value,N) a line of a histogram,
    least(Of,I,J,U) the J-th state of the I-th lightest route, least_weight(Of,I,J,E) its edge.
    """
    if isinstance(witness, Route):
        found = list(_route_facts(witness))
    elif isinstance(witness, NoRoute):
        found = [fact("closed", state) for state in witness.closed]
        found.append(fact("figure", "doors", witness.nodes))
    elif isinstance(witness, Count):
        found = list(_count_facts(witness))
    else:
        found = list(_statistics_facts(witness))
    return sorted(found, key=lambda each: each.symbol)


def _route_facts(route: Route) -> Iterator[Fact]:
    keys = route.keys
    for key in keys:
        yield fact("use", *key)
    if not route.cycle and len(set(route.states)) < len(route.states):
        for key, after in pairwise(keys):
            yield fact("next", *key, *after[1:])


def _count_facts(count: Count) -> Iterator[Fact]:
    yield fact("figure", "doors", count.nodes)
    yield from _amounts("cycles" if count.cycles else "paths", count.weights)
    yield fact("figure", "of_cycles", int(count.cycles))
    yield from (fact("factor", i, _text(n)) for i, n in enumerate(count.factors, 1))


_FIGURES = ("nodes", "edges", "reduced_nodes", "reduced_edges")


def _statistics_facts(figures: Statistics) -> Iterator[Fact]:
    for name in _FIGURES:
        yield fact("figure", name, getattr(figures, name))
    for of, summary in (("path", figures.paths), ("cycle", figures.cycles)):
        yield from _amounts(f"{of}_lengths", summary.lengths)
        yield from _amounts(f"{of}_weights", summary.weights)
        yield from _routes(of, "least", summary.shortest)
        yield from _routes(of, "greatest", summary.longest)
    yield from _amounts("reduced_lengths", figures.reduced_lengths)
    yield from _amounts("reduced_cycle_lengths", figures.reduced_cycle_lengths)
    yield from (fact("door_use", i, _text(n)) for i, n in enumerate(figures.door_use))
    yield from (fact("room_use", i, _text(n)) for i, n in enumerate(figures.room_use))
    yield from (fact("must_pass", i, u) for i, u in enumerate(figures.must_pass, 1))
    yield from (fact("factor", i, _text(n)) for i, n in enumerate(figures.factors, 1))


def _amounts(table: str, histogram: Histogram) -> Iterator[Fact]:
    return (fact("amount", table, _text(value), _text(n)) for value, n in histogram)


def _routes(of: str, name: str, routes: Sequence[Route]) -> Iterator[Fact]:
    for i, route in enumerate(routes, 1):
        for j, state in enumerate(route.states, 1):
            yield fact(name, of, i, j, state)
        for j, (lane, weight) in enumerate(zip(route.lanes, route.weights, strict=True), 1):
            pair = clingo.Function("", [clingo.Number(lane), _text(weight)])
            yield fact(f"{name}_weight", of, i, j, pair)


def _text(number: int | Decimal) -> clingo.Symbol:
    return clingo.String(f"{Decimal(number):f}")


def from_witness_facts(given: Sequence[Fact]) -> Witness:
    """The witness that `encode` gave these facts for, routes excepted. Raises WitnessError."""
    table = _Table(given)
    if table.by_name.get("closed"):
        closed = sorted({_integer(each, 0) for each in table.by_name["closed"]})
        return NoRoute(table.figure("doors"), tuple(closed))
    if "nodes" in table.figures:
        return table.statistics()
    if "of_cycles" in table.figures:
        cycles = bool(table.figure("of_cycles"))
        weights = table.histogram("cycles" if cycles else "paths")
        return Count(cycles, table.figure("doors"), weights, table.factors())
    raise WitnessError("expected a route, a count, statistics or a closed set, found none of these")


def _integer(each: Fact, index: int, low: int = 0) -> int:
    return integer(each, index, low, kind=WitnessError)


class _Table:
    """Facts by predicate."""

    def __init__(self, given: Sequence[Fact]) -> None:
        self.by_name: dict[str, list[Fact]] = {}
        for each in sorted(set(given), key=lambda f: f.symbol):
            self.by_name.setdefault(each.name, []).append(each)
        self.figures: Mapping[str, int] = {
            str(each.arguments[0]): _integer(each, 1) for each in self.by_name.get("figure", [])
        }

    def figure(self, name: str) -> int:
        if name not in self.figures:
            raise WitnessError(f"expected a fact figure({name},N), found none")
        return self.figures[name]

    def histogram(self, name: str) -> Histogram:
        rows = [
            (Decimal(_word(each, 1, _DECIMAL)), int(_word(each, 2, _NUMBER)))
            for each in self.by_name.get("amount", [])
            if str(each.arguments[0]) == name
        ]
        return tuple(sorted(rows))

    def factors(self) -> tuple[int, ...]:
        return self._series("factor")

    def _series(self, name: str) -> tuple[int, ...]:
        rows = [(_integer(f, 0), int(_word(f, 1, _NUMBER))) for f in self.by_name.get(name, [])]
        return tuple(number for _, number in sorted(rows))

    def statistics(self) -> Statistics:
        passed = sorted((_integer(f, 0), _integer(f, 1)) for f in self.by_name.get("must_pass", []))
        return Statistics(
            nodes=self.figure("nodes"),
            edges=self.figure("edges"),
            paths=self._summary("path"),
            cycles=self._summary("cycle"),
            reduced_nodes=self.figure("reduced_nodes"),
            reduced_edges=self.figure("reduced_edges"),
            reduced_lengths=self.histogram("reduced_lengths"),
            reduced_cycle_lengths=self.histogram("reduced_cycle_lengths"),
            door_use=self._series("door_use"),
            room_use=self._series("room_use"),
            must_pass=tuple(state for _, state in passed),
            factors=self.factors(),
        )

    def _summary(self, of: str) -> Summary:
        return Summary(
            self.histogram(f"{of}_lengths"),
            self.histogram(f"{of}_weights"),
            self._routes(of, "least"),
            self._routes(of, "greatest"),
        )

    def _routes(self, of: str, name: str) -> tuple[Route, ...]:
        states: dict[int, dict[int, int]] = {}
        edges: dict[int, dict[int, tuple[int, Decimal]]] = {}
        for each in self.by_name.get(name, []):
            if str(each.arguments[0]) == of:
                states.setdefault(_integer(each, 1), {})[_integer(each, 2)] = _integer(each, 3)
        for each in self.by_name.get(f"{name}_weight", []):
            if str(each.arguments[0]) == of:
                edges.setdefault(_integer(each, 1), {})[_integer(each, 2)] = _edge(each)
        return tuple(
            Route(
                of == "cycle",
                tuple(state for _, state in sorted(found.items())),
                tuple(lane for _, (lane, _) in sorted(edges.get(i, {}).items())),
                tuple(weight for _, (_, weight) in sorted(edges.get(i, {}).items())),
                self.figure("nodes"),
            )
            for i, found in sorted(states.items())
        )


def _edge(each: Fact) -> tuple[int, Decimal]:
    """A lane and a weight."""
    parts = each.arguments[3]
    if parts.type is clingo.SymbolType.Function and parts.name == "" and len(parts.arguments) == 2:
        lane, weight = parts.arguments
        texts = (clingo.SymbolType.Number, clingo.SymbolType.String)
        if (lane.type, weight.type) == texts and _DECIMAL.fullmatch(weight.string):
            return lane.number, Decimal(weight.string)
    raise misfit(each, 3, "a lane and a weight", WitnessError)


def _word(each: Fact, index: int, pattern: re.Pattern[str]) -> str:
    argument = each.arguments[index]
    if argument.type is clingo.SymbolType.String and pattern.fullmatch(argument.string):
        return argument.string
    raise misfit(each, index, "a number in quotes", WitnessError)
