"""Witness ⇄ facts ⇄ text: what answers look like, not whether they are right.

Numbers that may outgrow clingo's 32 bits, and decimals, are strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from itertools import chain, pairwise, repeat
from typing import Any

import clingo

from pylab.base.errors import WitnessError, short
from pylab.base.listing import Task, signatures
from pylab.base.memo import Memo
from pylab.base.words import counted
from pylab.families.theseus import log as logs
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import (
    Analysis,
    Count,
    Graph,
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
    state_name,
)
from pylab.families.theseus.printed import printed
from pylab.family.schema import NATURAL, Depends, Found, Line, Many, Row, Schema, abreast, distinct
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import ArgumentType, Fact, Quoted, Term, argument, fact, keys_of
from pylab.text.source import Source

Key = tuple[int, int, int]
"""The source, the target and the lane of an edge."""

Step = tuple[Any, ...]
"""An edge, with its weight where that is known."""

BAR = 40
"""The longest bar of a histogram, in characters."""

_NUMBER = re.compile(r"[0-9]{1,4000}", re.ASCII)
_AVERAGE = re.compile(r"-|[0-9]{1,4000}\.[0-9]{3}", re.ASCII)
_DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)


def _text(number: int | Decimal) -> clingo.Symbol:
    return clingo.String(f"{Decimal(number):f}")


def _edge(symbol: clingo.Symbol) -> tuple[int, Decimal] | None:
    texts = (clingo.SymbolType.Number, clingo.SymbolType.String)
    if symbol.type is clingo.SymbolType.Function and symbol.name == "":
        match symbol.arguments:
            case [lane, weight] if (lane.type, weight.type) == texts:
                fits = _DECIMAL.fullmatch(weight.string)
                return (lane.number, Decimal(weight.string)) if fits else None
    return None


def _yes(symbol: clingo.Symbol) -> bool:
    if symbol.type is not clingo.SymbolType.Number:
        raise ValueError
    return bool(symbol.number)


def _quoted(pattern: re.Pattern[str], make: Callable[[str], Any]) -> ArgumentType:
    def read(symbol: clingo.Symbol) -> Any:
        is_text = symbol.type is clingo.SymbolType.String
        return make(symbol.string) if is_text and pattern.fullmatch(symbol.string) else None

    return argument("a number in quotes", read, _text if make is not str else Quoted)


COUNT, DECIMAL = _quoted(_NUMBER, int), _quoted(_DECIMAL, Decimal)
EDGE = argument(
    "a lane and a weight",
    _edge,
    lambda edge: clingo.Function("", [clingo.Number(edge[0]), _text(edge[1])]),
)

USE, NEXT = signatures("use/3 next/5")
FIGURE = Row("figure", name=(), number=NATURAL)
AMOUNT = Row("amount", table=(), value=DECIMAL, number=COUNT)
TOTAL = Row("total", kind=(), number=COUNT)
AVERAGE = Row("average", kind=(), what=("length", "weight"), value=_quoted(_AVERAGE, str))
FACTOR, USES = Row("factor", index=NATURAL, paths=COUNT), Row("use", index=NATURAL, paths=COUNT)
FACTORS = FACTOR.series(1, needed=False, leading=True, abreast=True)
MUST_PASS = Row("must_pass", index=NATURAL, state=NATURAL).series(
    1, needed=False, leading=True, abreast=True
)
_NUMBERED: Mapping[str, Any] = {"kind": (), "route": NATURAL, "index": NATURAL}
STATES = {name: Row(name, **_NUMBERED, state=NATURAL) for name in ("least", "greatest")}
EDGES = {name: Row(f"{name}_weight", **_NUMBERED, edge=EDGE) for name in STATES}


def _log_lines(log: Any) -> Iterator[Line]:
    yield [FIGURE.fact(("nodes", log.states)), FIGURE.fact(("edges", log.edges))], ""
    for of, analysis in (("path", log.paths), ("cycle", log.cycles)):
        averages = [(of, name, getattr(analysis, name)) for name in ("length", "weight")]
        yield [TOTAL.fact((of, analysis.total)), *map(AVERAGE.fact, averages)], ""
        for name, route in (("least", analysis.shortest), ("greatest", analysis.longest)):
            if route is not None:
                yield from _states_and_weights(of, name, 1, route)


def _statistics(figures: Any) -> Iterator[Line]:
    for name in ("nodes", "edges", "reduced_nodes", "reduced_edges"):
        yield FIGURE.fact((name, getattr(figures, name))), ""
    yield from MUST_PASS.lines(figures, "must_pass")
    yield from FACTORS.lines(figures, "factors")
    yield from _summary("path", "acyclic path", figures.paths, figures.reduced_lengths)
    yield from _summary("cycle", "distinct cycle", figures.cycles, figures.reduced_cycle_lengths)
    for noun, uses in (("door", figures.door_use), ("room", figures.room_use)):
        if uses:
            yield f"how often all paths together pass each {noun}"
            most = max(uses)
            for index, number in enumerate(uses):
                yield USES.like(f"{noun}_use").fact((index, number)), _bar(number, most)


def _summary(of: str, noun: str, summary: Summary, reduced: Histogram) -> Iterator[Line]:
    mean_length = f"{mean(summary.lengths)}, in the reduced graph {mean(reduced)}"
    yield f"{counted(summary.total, noun)}"
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
    yield from abreast(STATES[name].fact((of, i, *each)) for each in enumerate(route.states, 1))
    edges = enumerate(zip(route.lanes, route.weights, strict=True), 1)
    yield from abreast(EDGES[name].fact((of, i, *each)) for each in edges)


def _heading(witness: Witness) -> str:
    match witness:
        case Log():
            return "\n".join(logs.lines(witness))
        case Route():
            return route_line(witness)
        case NoRoute(nodes, closed, names):
            states = " ".join(state_name(state, nodes, names) for state in closed)
            doors = counted(nodes, "door")
            return f"no path between {doors}: from the start one only gets to {states}"
        case Count(cycles, nodes, weights, factors):
            total = counted(witness.total, "cycle" if cycles else "path")
            product = f" = {_product(factors)}" if factors else ""
            doors = counted(nodes, "door")
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
    return f"{counted(doors, 'door')} with {2 * doors} states, {counted(edges, 'edge')}"


def _product(factors: Sequence[int]) -> str:
    return " * ".join(map(str, factors))


def route_line(route: Route) -> str:
    """A route in one line, as in `path of 1 edge between 2 doors, weight 2: (0)-[2]->(1)`."""
    kind = "cycle" if route.cycle else "path"
    between = f" between {counted(route.nodes, 'door')}" if route.nodes else ""
    weight = f", weight {route.weight:f}" if route.weights else ""
    head = f"{kind} of {counted(route.length, 'edge')}{between}{weight}:"
    states = list(map(_states(route.nodes, route.names).__getitem__, route.states))
    targets = states[1:] + (states[:1] if route.cycle else [])
    edges = zip(route.lanes, route.weights or repeat(None), strict=False)
    arrows = map(_ARROWS.__getitem__, edges)
    words = chain.from_iterable(zip(arrows, targets, strict=False))
    return f"{head} {states[0]}{''.join(words)}"


def _notation(witness: Witness) -> str:
    """What a prime means, by the first state that has one."""
    if not isinstance(witness, Route) or not witness.nodes:
        return ""
    nodes = witness.nodes
    down = next((state for state in witness.states if state >= nodes), None)
    if down is None:
        return ""
    door, shown = down - nodes, _states(nodes, witness.names)[down]
    return (
        f"{shown} is door {door} walked down or left, in the facts state {down} = {door} + {nodes};"
        " an arrow has its edge's weight"
    )


@lru_cache(maxsize=4)
def _states(nodes: int, names: tuple[str, ...]) -> Mapping[int, str]:
    return Memo(lambda state: f"({state_name(state, nodes, names)})")


def _arrow(edge: tuple[int, Decimal | None]) -> str:
    lane, weight = edge
    label = "" if weight is None else f"{exact(weight):f}"
    label += f" lane {lane}" if lane != 1 else ""
    return f"-[{label.strip()}]->" if label else "->"


_ARROWS = Memo(_arrow)


def _route_facts(route: Any) -> Iterator[Fact]:
    """What an encoding shows for it."""
    keys = route.keys
    uses = map(_USES.__getitem__, keys)
    if route.cycle or len(set(route.states)) == len(route.states):
        return uses
    return chain(uses, (fact("next", *key, *after[1:]) for key, after in pairwise(keys)))


_USES: Memo[Key, Fact] = Memo(lambda key: fact("use", *key))


def _table(name: str, words: str, histogram: Histogram) -> Iterator[Line]:
    """A line of the histogram for each value."""
    yield words
    most = max((number for _, number in histogram), default=1)
    for value, number in histogram:
        yield AMOUNT.fact((name, value, number)), _bar(number, most)


def _bar(number: int, most: int) -> str:
    return "#" * max(1, BAR * number // most) if number else ""


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
        self.atoms: dict[Hashable, Sequence[Step]] = {}

    def route(self, symbols: Sequence[clingo.Symbol], cycle: bool) -> Route:
        atoms = keys_of(symbols)
        try:
            found = list(map(self.atoms.__getitem__, atoms))
        except KeyError:
            found = [list(map(self._weighed, _keys(Fact(symbol)))) for symbol in symbols]
            self.atoms.update(zip(atoms, found, strict=True))
        walk = _followed(found, cycle)
        try:
            weights = tuple([step[3] for step in walk])
        except IndexError:  # the checker says of an edge that is not there what is wrong with it
            weights = ()
        return _route(walk, cycle, weights, self.graph)

    def _weighed(self, key: Key) -> Step:
        return (*key, self.weights[key]) if key in self.weights else key


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
    walk: Sequence[Step],
    cycle: bool,
    weights: tuple[Decimal, ...] = (),
    graph: Graph | None = None,
) -> Route:
    states = [key[0] for key in walk]
    if not cycle:
        states.append(walk[-1][1])
    lanes = tuple([key[2] for key in walk])
    size, names = (graph.nodes, graph.names) if graph else (0, ())
    return Route(cycle, tuple(states), lanes, weights, size, names)


def _followed(atoms: Sequence[Sequence[Step]], cycle: bool | None) -> list[Step]:
    """The edges in the order in which they are walked; a cycle from its least state."""
    uses, following = list(chain.from_iterable(atoms)), dict[Step, Step]()
    if len(uses) > len(atoms):
        uses = [keys[0] for keys in atoms if len(keys) == 1]
        following = {keys[0]: keys[1] for keys in atoms if len(keys) > 1}
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
        first = [after[state] for state in after.keys() - {key[1] for key in uses}]
    if len(first) != 1:
        raise WitnessError(f"expected one first edge, found {len(first) or 'none'}")
    walk, (step,) = first, first
    with suppress(KeyError):
        if following:
            walk += [step := following[step] for _ in uses[1:]]
        else:
            walk += [step := after[step[1]] for _ in uses[1:]]
    if len(walk) != len(uses) or (cycle and walk[-1][1] != walk[0][0]):
        raise WitnessError("expected edges of one route, found them in several pieces")
    return walk


def _read_route(found: Found) -> Route:
    """A route whose weights nobody said; a cycle, if each state is entered and left."""
    atoms = list(dict.fromkeys(map(_keys, (*found[USE], *found.get(NEXT, ())))))
    ends = [keys[0] for keys in atoms]
    cycle = NEXT not in found and {key[0] for key in ends} == {key[1] for key in ends}
    return _route(_followed(atoms, cycle), cycle)


class _Weights(Many):
    """The histogram of a count, with bars."""

    def lines(self, whole: Any, name: str) -> Iterator[Line]:
        return _table("cycles" if whole.cycles else "paths", "by weight", getattr(whole, name))


def _read_statistics(found: Found) -> Statistics:
    known = STATISTICS.read(found)
    for of in ("path", "cycle"):
        tables = known.pop(f"{of}_lengths"), known.pop(f"{of}_weights")
        routes = [_routes(found, of, known["nodes"], name) for name in STATES]
        known[f"{of}s"] = Summary(*tables, *routes)
    return Statistics(**known)


def _read_log(found: Found) -> Log:
    known = LOG.read(found)
    paths, cycles = (
        Analysis(
            *(known[f"{of}_{name}"] for name in ("total", "length", "weight")),
            *(next(iter(_routes(found, of, 0, name)), None) for name in STATES),
        )
        for of in ("path", "cycle")
    )
    return Log(known["states"], known["edges"], paths, cycles)


def _foreign(source: Source) -> Witness | None:
    return logs.read(source) if logs.is_log(source) else printed(source)


def _routes(found: Found, of: str, nodes: int, name: str) -> tuple[Route, ...]:
    """The least or the greatest routes, from their states and edges by their numbers."""
    states: dict[int, dict[int, int]] = {}
    edges: dict[int, dict[int, tuple[int, Decimal]]] = {}
    for i, j, state in STATES[name].at(of).found(found):
        states.setdefault(i, {})[j] = state
    for i, j, edge in EDGES[name].at(of).found(found):
        edges.setdefault(i, {})[j] = edge
    cycle = of == "cycle"
    routes = []
    for i, numbered_states in sorted(states.items()):
        passed = [state for _, state in sorted(numbered_states.items())]
        taken = [edge for _, edge in sorted(edges.get(i, {}).items())]
        steps = len(passed) - (not cycle)
        if len(taken) != steps:
            told = f"expected {steps} facts {name}_weight({of},{i},…), found {len(taken)}"
            raise WitnessError(told)
        lanes, weights = [lane for lane, _ in taken], [weight for _, weight in taken]
        routes.append(Route(cycle, tuple(passed), tuple(lanes), tuple(weights), nodes))
    return tuple(routes)


_TABLES = (
    "path_lengths", "path_weights", "cycle_lengths", "cycle_weights", "reduced_lengths",
    "reduced_cycle_lengths",
)  # fmt: skip
STATISTICS: Schema[dict[str, Any]] = Schema(
    dict,
    nodes=FIGURE.at("nodes").one(),
    edges=FIGURE.at("edges").one(),
    reduced_nodes=FIGURE.at("reduced_nodes").one(),
    reduced_edges=FIGURE.at("reduced_edges").one(),
    must_pass=MUST_PASS,
    factors=FACTORS,
    **{name: AMOUNT.at(name).many(False, distinct) for name in _TABLES},
    door_use=USES.like("door_use").series(leading=True),
    room_use=USES.like("room_use").series(needed=False, leading=True),
)
LOG: Schema[dict[str, Any]] = Schema(
    dict,
    states=FIGURE.at("nodes").one(),
    edges=FIGURE.at("edges").one(),
    **{f"{of}_total": TOTAL.at(of).one() for of in ("path", "cycle")},
    **{
        f"{of}_{n}": AVERAGE.at(of, n).one()
        for of in ("path", "cycle")
        for n in ("length", "weight")
    },
)
_OF_ROUTES = {row.signature for row in (*STATES.values(), *EDGES.values())}
_ONE_OF = Depends(lambda known: ("cycles",) if known["cycles"] else ("paths",))

WITNESS_FORMAT: WitnessFormat[Witness] = WitnessFormat(
    _heading,
    (
        WitnessKind(
            {USE}, {NEXT}, _read_route, of=Route, lines=lambda it: abreast(_route_facts(it))
        ),
        Schema(
            NoRoute,
            nodes=FIGURE.at("doors").one(),
            closed=Row("closed", state=NATURAL).many(into=distinct, abreast=True),
        ),
        Schema(
            Count,
            nodes=FIGURE.at("doors").one(),
            cycles=FIGURE.at("of_cycles", number=ArgumentType("0 or 1", _yes, int)).one(),
            factors=FACTORS,
            weights=_Weights(
                Row("amount", table=_ONE_OF, value=DECIMAL, number=COUNT),
                needed=False,
                into=lambda rows: distinct(row[1:] for row in rows),
            ),
        ),
        WitnessKind(LOG.needed, _OF_ROUTES, _read_log, of=Log, lines=_log_lines),
        WitnessKind(
            STATISTICS.needed,
            STATISTICS.optional | _OF_ROUTES,
            _read_statistics,
            of=Statistics,
            lines=_statistics,
        ),
    ),
    foreign=_foreign,
    plain=lambda witness: logs.text(witness) if isinstance(witness, Log) else None,
    notation=_notation,
)
