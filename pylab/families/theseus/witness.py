"""Witness ⇄ facts ⇄ text: what answers look like, not whether they are right.

Numbers that may outgrow clingo's 32 bits, and decimals, are strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain, pairwise, repeat

import clingo

from pylab.base.errors import WitnessError, short
from pylab.base.listing import Signature, Task
from pylab.families.theseus import log as logs
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import (
    Analysis,
    Count,
    Histogram,
    Log,
    NoRoute,
    Puzzle,
    Route,
    Statistics,
    Summary,
    Witness,
    exact,
    mean,
    numbered,
    state_name,
)
from pylab.families.theseus.printed import printed
from pylab.family.schema import Found, Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import Fact, Term, fact, integer, keys_of, misfit
from pylab.text.source import Source

USE = Signature("use", 3)
NEXT = Signature("next", 5)
CLOSED = Signature("closed", 1)
FIGURE = Signature("figure", 2)
AMOUNT = Signature("amount", 3)
FACTOR = Signature("factor", 2)
MUST_PASS = Signature("must_pass", 2)
DOOR_USE = Signature("door_use", 2)
ROOM_USE = Signature("room_use", 2)
TOTAL = Signature("total", 2)
AVERAGE = Signature("average", 3)
LEAST, GREATEST = Signature("least", 4), Signature("greatest", 4)
LEAST_WEIGHT, GREATEST_WEIGHT = Signature("least_weight", 4), Signature("greatest_weight", 4)

Key = tuple[int, int, int]
"""The source, the target and the lane of an edge."""

BAR = 40
"""The longest bar of a histogram, in characters."""

_WIDE = 80
"""How long lines of facts without words may grow, in characters."""

_FIGURES = ("nodes", "edges", "reduced_nodes", "reduced_edges")

_NUMBER = re.compile(r"[0-9]{1,4000}", re.ASCII)
_AVERAGE = re.compile(r"-|[0-9]{1,4000}\.[0-9]{3}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)


def _lines(witness: Witness) -> Iterator[Line]:
    match witness:
        case Route():
            yield from _abreast(_route_facts(witness))
        case NoRoute(nodes, closed):
            yield fact("figure", "doors", nodes), ""
            yield from _abreast(fact("closed", state) for state in closed)
        case Count(cycles, nodes, weights, factors):
            yield fact("figure", "doors", nodes), ""
            yield fact("figure", "of_cycles", int(cycles)), ""
            yield from _series("factor", factors, 1)
            yield from _table("cycles" if cycles else "paths", "by weight", weights)
        case Statistics():
            yield from _statistics(witness)
        case Log(states, edges, paths, cycles):
            yield [fact("figure", "nodes", states), fact("figure", "edges", edges)], ""
            yield from _analysis("path", paths)
            yield from _analysis("cycle", cycles)


def _analysis(of: str, analysis: Analysis) -> Iterator[Line]:
    averages = (("length", analysis.length), ("weight", analysis.weight))
    facts = [fact("total", of, _text(analysis.total))]
    facts += [fact("average", of, name, clingo.String(value)) for name, value in averages]
    yield facts, ""
    for name, route in (("least", analysis.shortest), ("greatest", analysis.longest)):
        if route is not None:
            yield from _states_and_weights(of, name, 1, route)


def _statistics(figures: Statistics) -> Iterator[Line]:
    for name in _FIGURES:
        yield fact("figure", name, getattr(figures, name)), ""
    yield from _series("must_pass", figures.must_pass, 1)
    yield from _series("factor", figures.factors, 1)
    yield from _summary("path", "acyclic path", figures.paths, figures.reduced_lengths)
    yield from _summary("cycle", "distinct cycle", figures.cycles, figures.reduced_cycle_lengths)
    for noun, uses in (("door", figures.door_use), ("room", figures.room_use)):
        if uses:
            yield f"how often all paths together pass each {noun}"
            most = max(uses)
            for index, number in enumerate(uses):
                yield fact(f"{noun}_use", index, _text(number)), _bar(number, most)


def _summary(of: str, noun: str, summary: Summary, reduced: Histogram) -> Iterator[Line]:
    mean_length = f"{mean(summary.lengths)}, in the reduced graph {mean(reduced)}"
    yield f"{numbered(summary.total, noun)}"
    yield f"average length {mean_length}; average weight {mean(summary.weights)}"
    for name, routes, end in (("least", summary.shortest, 0), ("greatest", summary.longest, -1)):
        if summary.weights:
            yield f"{summary.weights[end][1]} of the {name} weight"
        for i, route in enumerate(routes, 1):
            yield route_line(route)
            yield from _states_and_weights(of, name, i, route)
    yield from _table(f"{of}_lengths", "by length", summary.lengths)
    shorter = "reduced_lengths" if of == "path" else f"reduced_{of}_lengths"
    yield from _table(shorter, "by length in the reduced graph", reduced)
    yield from _table(f"{of}_weights", "by weight", summary.weights)


def _states_and_weights(of: str, name: str, i: int, route: Route) -> Iterator[Line]:
    yield from _abreast(fact(name, of, i, j, u) for j, u in enumerate(route.states, 1))
    edges = zip(route.lanes, route.weights, strict=True)
    pairs = [clingo.Function("", [clingo.Number(k), _text(w)]) for k, w in edges]
    yield from _abreast(fact(f"{name}_weight", of, i, j, pair) for j, pair in enumerate(pairs, 1))


def _heading(witness: Witness) -> str:
    match witness:
        case Log():
            return "\n".join(logs.lines(witness))
        case Route():
            return route_line(witness)
        case NoRoute(nodes, closed):
            states = " ".join(state_name(state, nodes) for state in closed)
            doors = numbered(nodes, "door")
            return f"no path between {doors}: from the start one only gets to {states}"
        case Count(cycles, nodes, weights, factors):
            total = numbered(witness.total, "cycle" if cycles else "path")
            product = f" = {_product(factors)}" if factors else ""
            doors = numbered(nodes, "door")
            return f"{total}{product} between {doors}\naverage weight {mean(weights)}"
        case Statistics(nodes=nodes, must_pass=passed, factors=factors):
            lines = [
                f"graph of {_size(nodes, witness.edges)}",
                f"reduced graph of {_size(witness.reduced_nodes, witness.reduced_edges)}",
            ]
            if passed:
                states = " ".join(state_name(state, nodes) for state in passed)
                lines.append(f"every path passes {states}")
            if factors:
                lines.append(f"paths between these states: {_product(factors)}")
            return "\n".join(lines)


def _size(doors: int, edges: int) -> str:
    return f"{numbered(doors, 'door')} with {2 * doors} states, {numbered(edges, 'edge')}"


def _product(factors: Sequence[int]) -> str:
    return " * ".join(map(str, factors))


def route_line(route: Route) -> str:
    """A route in one line, as in `path of 1 edge between 2 doors, weight 2: (0)-[2]->(1)`."""
    kind = "cycle" if route.cycle else "path"
    between = f" between {numbered(route.nodes, 'door')}" if route.nodes else ""
    weight = f", weight {route.weight:f}" if route.weights else ""
    head = f"{kind} of {numbered(route.length, 'edge')}{between}{weight}:"
    states = list(map(_state, route.states, repeat(route.nodes)))
    targets = states[1:] + (states[:1] if route.cycle else [])
    arrows = map(_arrow, route.lanes, route.weights or repeat(None))
    words = chain.from_iterable(zip(arrows, targets, strict=False))
    return f"{head} {states[0]}{''.join(words)}"


@lru_cache(maxsize=1 << 14)
def _state(state: int, nodes: int) -> str:
    return f"({state_name(state, nodes)})"


@lru_cache(maxsize=1 << 10)
def _arrow(lane: int, weight: Decimal | None) -> str:
    label = "" if weight is None else f"{exact(weight):f}"
    label += f" lane {lane}" if lane != 1 else ""
    return f"-[{label.strip()}]->" if label else "->"


def _route_facts(route: Route) -> Iterator[Fact]:
    """What an encoding shows for it."""
    keys = route.keys
    yield from map(_use, keys)
    if not route.cycle and len(set(route.states)) < len(route.states):
        for key, after in pairwise(keys):
            yield fact("next", *key, *after[1:])


@lru_cache(maxsize=1 << 14)
def _use(key: Key) -> Fact:
    return fact("use", *key)


def _abreast(facts: Iterable[Fact]) -> Iterator[Line]:
    """Facts on lines, as many as fit."""
    line: list[Fact] = []
    wide = 0
    for each in facts:
        room = len(str(each)) + 1
        wide += room
        if line and wide > _WIDE:
            yield line, ""
            line, wide = [], room
        line.append(each)
    if line:
        yield line, ""


def _table(name: str, words: str, histogram: Histogram) -> Iterator[Line]:
    """A line of the histogram for each value."""
    yield words
    most = max((number for _, number in histogram), default=1)
    for value, number in histogram:
        yield fact("amount", name, _text(value), _text(number)), _bar(number, most)


def _bar(number: int, most: int) -> str:
    return "#" * max(1, BAR * number // most) if number else ""


def _series(name: str, numbers: Sequence[int], first: int) -> Iterator[Line]:
    plain = name == "must_pass"
    return _abreast(fact(name, i, n if plain else _text(n)) for i, n in enumerate(numbers, first))


def _text(number: int | Decimal) -> clingo.Symbol:
    return clingo.String(f"{Decimal(number):f}")


def decode(puzzle: Puzzle, task: Task, symbols: Sequence[clingo.Symbol]) -> Route:
    """The route of use(U,V,K) and, where states are free, next(U,V,K,V',K').

    Raises WitnessError for atoms that are no route.
    """
    return _reader_of(puzzle).route(symbols, task.name == "cycles")


class _Reader:
    """Remembers what atoms and edges of one puzzle mean; there are few, met thousands of times."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.graph = graph_of(puzzle)
        self.weights = {edge.key: edge.weight for edge in self.graph.edges}
        self.atoms: dict[Hashable, tuple[Key, ...]] = {}

    def route(self, symbols: Sequence[clingo.Symbol], cycle: bool) -> Route:
        atoms = keys_of(symbols)
        for atom, symbol in zip(atoms, symbols, strict=True):
            if atom not in self.atoms:
                self.atoms[atom] = _keys(Fact(symbol))
        walk = _followed([self.atoms[atom] for atom in atoms], cycle)
        try:
            weights = tuple([self.weights[key] for key in walk])
        except KeyError:  # the checker says of an edge that is not there what is wrong with it
            weights = ()
        return _route(walk, cycle, weights, self.graph.nodes)


@lru_cache(maxsize=4)
def _reader_of(puzzle: Puzzle) -> _Reader:
    return _Reader(puzzle)


def _keys(each: Fact) -> tuple[Key, ...]:
    """The edge that is used, or one edge and the next."""
    keys = _known_keys(each.name, each.terms)
    if keys is None:
        found = short(str(each.symbol))
        message = f"expected use(U,V,K) or next(U,V,K,V',K') over integers, found {found}"
        raise WitnessError(message, each.place)
    return keys


@lru_cache(maxsize=1 << 14)
def _known_keys(name: str, terms: tuple[Term, ...]) -> tuple[Key, ...] | None:
    numbers = [term for term in terms if isinstance(term, int)]
    if len(numbers) == len(terms):
        if name == USE.name and len(numbers) == USE.arity:
            return ((numbers[0], numbers[1], numbers[2]),)
        if name == NEXT.name and len(numbers) == NEXT.arity:
            first, second, lane, third, after = numbers
            return (first, second, lane), (second, third, after)
    return None


def _route(
    walk: Sequence[Key], cycle: bool, weights: tuple[Decimal, ...] = (), nodes: int = 0
) -> Route:
    states = [key[0] for key in walk]
    if not cycle:
        states.append(walk[-1][1])
    return Route(cycle, tuple(states), tuple([key[2] for key in walk]), weights, nodes)


def _followed(atoms: Iterable[tuple[Key, ...]], cycle: bool | None) -> list[Key]:
    """The edges in the order in which they are walked; a cycle from its least state."""
    uses: list[Key] = []
    following: dict[Key, Key] = {}
    for keys in atoms:
        if len(keys) == 1:
            uses += keys
        else:
            following[keys[0]] = keys[1]
    if not uses:
        raise WitnessError("expected edges in use, found none")
    after = {key[0]: key for key in uses}
    if following:
        later = set(following.values())
        first = [key for key in uses if key not in later]
    elif len(after) != len(uses):
        raise WitnessError("expected one edge out of each state, found several")
    elif cycle:
        first = [min(uses)]
    else:
        entered = {key[1] for key in uses}
        first = [key for key in uses if key[0] not in entered]
    if len(first) != 1:
        raise WitnessError(f"expected one first edge, found {len(first) or 'none'}")
    walk = first
    while len(walk) < len(uses):
        step = following.get(walk[-1]) if following else after.get(walk[-1][1])
        if step is None:
            break
        walk.append(step)
    if len(walk) != len(uses) or (cycle and walk[-1][1] != walk[0][0]):
        raise WitnessError("expected edges of one route, found them in several pieces")
    return walk


def _read_route(found: Found) -> Route:
    """A route whose weights nobody said; a cycle, if each state is entered and left."""
    atoms = list(dict.fromkeys(map(_keys, (*found[USE], *found.get(NEXT, ())))))
    ends = [keys[0] for keys in atoms]
    cycle = NEXT not in found and {key[0] for key in ends} == {key[1] for key in ends}
    return _route(_followed(atoms, cycle), cycle)


def _read_closed(found: Found) -> NoRoute:
    closed = sorted({_integer(each, 0) for each in found[CLOSED]})
    return NoRoute(_figures(found)("doors"), tuple(closed))


def _read_count(found: Found) -> Count:
    figure = _figures(found)
    cycles = bool(figure("of_cycles"))
    weights = _histogram(found, "cycles" if cycles else "paths")
    return Count(cycles, figure("doors"), weights, _numbers(found, FACTOR))


def _read_statistics(found: Found) -> Statistics:
    figure = _figures(found)
    nodes, edges, reduced_nodes, reduced_edges = map(figure, _FIGURES)
    passed = sorted({(_integer(f, 0), _integer(f, 1)) for f in found.get(MUST_PASS, ())})
    return Statistics(
        nodes=nodes,
        edges=edges,
        paths=_read_summary(found, "path", nodes),
        cycles=_read_summary(found, "cycle", nodes),
        reduced_nodes=reduced_nodes,
        reduced_edges=reduced_edges,
        reduced_lengths=_histogram(found, "reduced_lengths"),
        reduced_cycle_lengths=_histogram(found, "reduced_cycle_lengths"),
        door_use=_numbers(found, DOOR_USE),
        room_use=_numbers(found, ROOM_USE),
        must_pass=tuple(state for _, state in passed),
        factors=_numbers(found, FACTOR),
    )


def _read_log(found: Found) -> Log:
    figure = _figures(found)
    paths, cycles = (_read_analysis(found, of) for of in ("path", "cycle"))
    return Log(figure("nodes"), figure("edges"), paths, cycles)


def _read_analysis(found: Found, of: str) -> Analysis:
    totals = {str(f.arguments[0]): int(_word(f, 1, _NUMBER)) for f in found[TOTAL]}
    averages = {
        (str(f.arguments[0]), str(f.arguments[1])): _word(f, 2, _AVERAGE) for f in found[AVERAGE]
    }
    values = [averages.get((of, name)) for name in ("length", "weight")]
    if of not in totals or None in values:
        raise WitnessError(f"expected the total and both averages of {of}, found some missing")
    least = _routes(found, of, 0, LEAST, LEAST_WEIGHT)
    greatest = _routes(found, of, 0, GREATEST, GREATEST_WEIGHT)
    best = [routes[0] if routes else None for routes in (least, greatest)]
    length, weight = map(str, values)
    return Analysis(totals[of], length, weight, *best)


def _foreign(source: Source) -> Witness | None:
    return logs.read(source) if logs.is_log(source) else printed(source)


def _read_summary(found: Found, of: str, nodes: int) -> Summary:
    return Summary(
        _histogram(found, f"{of}_lengths"),
        _histogram(found, f"{of}_weights"),
        _routes(found, of, nodes, LEAST, LEAST_WEIGHT),
        _routes(found, of, nodes, GREATEST, GREATEST_WEIGHT),
    )


def _routes(
    found: Found, of: str, nodes: int, states_of: Signature, edges_of: Signature
) -> tuple[Route, ...]:
    states: dict[int, dict[int, int]] = {}
    edges: dict[int, dict[int, tuple[int, Decimal]]] = {}
    for each in found.get(states_of, ()):
        if str(each.arguments[0]) == of:
            states.setdefault(_integer(each, 1), {})[_integer(each, 2)] = _integer(each, 3)
    for each in found.get(edges_of, ()):
        if str(each.arguments[0]) == of:
            edges.setdefault(_integer(each, 1), {})[_integer(each, 2)] = _edge(each)
    cycle = of == "cycle"
    routes = []
    for i, numbered_states in sorted(states.items()):
        passed = [state for _, state in sorted(numbered_states.items())]
        taken = [edge for _, edge in sorted(edges.get(i, {}).items())]
        steps = len(passed) - (not cycle)
        if len(taken) != steps:
            named = f"{edges_of.name}({of},{i},…)"
            raise WitnessError(f"expected {steps} facts {named}, found {len(taken)}")
        lanes, weights = [lane for lane, _ in taken], [weight for _, weight in taken]
        routes.append(Route(cycle, tuple(passed), tuple(lanes), tuple(weights), nodes))
    return tuple(routes)


def _edge(each: Fact) -> tuple[int, Decimal]:
    """A lane and a weight."""
    parts = each.arguments[3]
    if parts.type is clingo.SymbolType.Function and parts.name == "" and len(parts.arguments) == 2:
        lane, weight = parts.arguments
        texts = (clingo.SymbolType.Number, clingo.SymbolType.String)
        if (lane.type, weight.type) == texts and _DECIMAL.fullmatch(weight.string):
            return lane.number, Decimal(weight.string)
    raise misfit(each, 3, "a lane and a weight", WitnessError)


def _figures(found: Found) -> Callable[[str], int]:
    """Figures by their names; asking for one that is not there raises WitnessError."""
    known = {str(each.arguments[0]): _integer(each, 1) for each in found.get(FIGURE, ())}

    def figure(name: str) -> int:
        if name not in known:
            raise WitnessError(f"expected a fact figure({name},N), found none")
        return known[name]

    return figure


def _histogram(found: Found, name: str) -> Histogram:
    rows = {
        (Decimal(_word(each, 1, _DECIMAL)), int(_word(each, 2, _NUMBER)))
        for each in found.get(AMOUNT, ())
        if str(each.arguments[0]) == name
    }
    return tuple(sorted(rows))


def _numbers(found: Found, signature: Signature) -> tuple[int, ...]:
    rows = {(_integer(f, 0), int(_word(f, 1, _NUMBER))) for f in found.get(signature, ())}
    return tuple(number for _, number in sorted(rows))


def _integer(each: Fact, index: int) -> int:
    return integer(each, index, 0, kind=WitnessError)


def _word(each: Fact, index: int, pattern: re.Pattern[str]) -> str:
    argument = each.arguments[index]
    if argument.type is clingo.SymbolType.String and pattern.fullmatch(argument.string):
        return argument.string
    raise misfit(each, index, "a number in quotes", WitnessError)


_OF_ROUTES = {LEAST, GREATEST, LEAST_WEIGHT, GREATEST_WEIGHT}

WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    _heading,
    (
        WitnessKind({USE}, {NEXT}, _read_route),
        WitnessKind({CLOSED, FIGURE}, set(), _read_closed),
        WitnessKind({FIGURE}, {AMOUNT, FACTOR}, _read_count),
        WitnessKind({FIGURE, TOTAL, AVERAGE}, _OF_ROUTES, _read_log),
        WitnessKind(
            {FIGURE, DOOR_USE}, {AMOUNT, FACTOR, MUST_PASS, ROOM_USE} | _OF_ROUTES, _read_statistics
        ),
    ),
    _lines,
    _foreign,
)
