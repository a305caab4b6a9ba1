"""Counts and statistics, held against what a recount finds and against one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate
from math import prod
from operator import mul

from pylab.base.verdict import Problem, Verdict
from pylab.families.theseus.check.floor import Floor, Way
from pylab.families.theseus.check.recount import Recount
from pylab.families.theseus.check.route import check_route, other_graph
from pylab.families.theseus.check.tally import Amounts, Tally, TooMany
from pylab.families.theseus.check.words import digits, numbered, product
from pylab.families.theseus.model import (
    LISTED,
    Count,
    Histogram,
    Plan,
    Statistics,
    Summary,
    exact,
)

_UNCHECKED = "too many to count again here"


def _tables(amounts: Amounts) -> tuple[Histogram, Histogram, Histogram]:
    """Lengths, weights and reduced lengths."""
    tables: tuple[Counter[Decimal], ...] = (Counter(), Counter(), Counter())
    for (length, weight, steps), number in amounts.items():
        values = (Decimal(length), exact(weight), Decimal(steps))
        for table, value in zip(tables, values, strict=True):
            table[value] += number
    lengths, weights, reduced = (tuple(sorted(table.items())) for table in tables)
    return lengths, weights, reduced


def check_count(floor: Floor, count: Count) -> Verdict:
    """What is wrong with a number of paths or cycles, and whether it was counted again."""
    other = other_graph(floor, count.nodes)
    problems = [] if other is None else [other]
    problems += _is_histogram("the weights", count.weights)
    recount = Recount(floor)
    kind = "cycles" if count.cycles else "paths"
    may_factor = recount.free and not count.cycles
    problems += _multiplied(count.factors, count.total, may_factor)
    factors = " and its factors" if may_factor else ""
    how = f"the number and the numbers by weight{factors} are not checked: {_UNCHECKED}"
    whole = False
    try:
        if count.cycles:
            amounts: Amounts = recount.cycles()
            right: tuple[int, ...] = ()
        else:
            tally, right = recount.paths()
            amounts = tally.amounts
    except (TooMany, RecursionError):
        pass
    else:
        how, whole = f"counted again {recount.how}", True
        problems += _compare(f"{kind}' weights", count.weights, _tables(amounts)[1])
        if not problems:
            problems += _same_factors(count.factors, right)
    said = f"{numbered(count.total, kind[:-1])}, {how}"
    return Verdict(tuple(problems), said, whole=whole)


def _is_histogram(what: str, table: Histogram) -> Iterator[Problem]:
    if any(number < 1 for _, number in table) or list(table) != sorted(dict(table).items()):
        yield Problem("histogram", f"{what} are no histogram")


def _multiplied(factors: Sequence[int], total: int, may_factor: bool) -> Iterator[Problem]:
    """What must hold of factors, whatever is counted."""
    if factors and not may_factor:
        words = "no factors are expected, because the parts do not combine"
        yield Problem("factors", words)
    elif any(factor < 2 for factor in factors):
        yield Problem("factors", f"the factor {min(factors)} is less than 2")
    elif factors:
        # no more than are needed to be too large: numbers of thousands of digits are not multiplied
        found = next((p for p in accumulate(factors, mul) if p > total), None) or prod(factors)
        if found != total:
            words = f"more than {digits(total)}" if found > total else digits(found)
            yield Problem("factors", f"the factors multiply to {words}, not {digits(total)}")


def _same_factors(claimed: tuple[int, ...], found: tuple[int, ...]) -> Iterator[Problem]:
    if claimed != found:
        yield Problem("factors", f"the factors are {product(found)}, not {product(claimed)}")


def _compare(what: str, claimed: Histogram, found: Histogram) -> Iterator[Problem]:
    if claimed != found:
        value = min({*claimed, *found} - ({*claimed} & {*found}) or {*found})[0]
        right = dict(found).get(value, 0)
        times = digits(dict(claimed).get(value, 0))
        words = f"{what}: {value} occurs {times} times, counted {digits(right)}"
        yield Problem("count", words)


def check_statistics(floor: Floor, figures: Statistics) -> Verdict:
    """What is wrong with the figures of all paths and cycles, and what was counted again."""
    recount = Recount(floor)
    problems = list(_sizes(floor, recount, figures))
    problems += _consistent(floor, False, figures.paths, figures.reduced_lengths)
    problems += _consistent(floor, True, figures.cycles, figures.reduced_cycle_lengths)
    problems += _use_totals(floor, figures)
    problems += _multiplied(figures.factors, figures.paths.total, recount.free)
    part = ", the factors" if recount.free else ", whether other states are passed by every path"
    how = (
        f"the numbers by length and weight{part}, the uses of each door and room, and that "
        f"nothing is lighter or heavier are not checked: {_UNCHECKED}"
    )
    whole = False
    common = frozenset(recount.stations) if recount.free else None
    try:
        (paths, right), cycles = recount.paths(), recount.cycles()
    except (TooMany, RecursionError):
        pass
    else:
        how, common, whole = f"counted again {recount.how}", paths.common, True
        problems += _compare_all("paths", figures.paths, figures.reduced_lengths, paths.amounts)
        problems += _compare_all("cycles", figures.cycles, figures.reduced_cycle_lengths, cycles)
        known = {problem.code for problem in problems}
        problems += _same_factors(figures.factors, right) if "factors" not in known else ()
        problems += _compare_uses(floor, figures, paths) if "use" not in known else ()
    problems += _must_pass(floor, recount, figures, common)
    paths_, cycles_ = numbered(figures.paths.total, "path"), numbered(figures.cycles.total, "cycle")
    return Verdict(tuple(problems), f"{paths_} and {cycles_}, {how}", whole=whole)


def _sizes(floor: Floor, recount: Recount, figures: Statistics) -> Iterator[Problem]:
    edges = sum(len(ways) for ways in recount.ways.values())
    kept_doors = {state % floor.doors for state in recount.kept}
    right = {
        "doors": floor.doors,
        "edges": edges,
        "doors of the reduced graph": len(kept_doors),
        "edges of the reduced graph": recount.kept_edges,
    }
    given = (figures.nodes, figures.edges, figures.reduced_nodes, figures.reduced_edges)
    for (name, number), claimed in zip(right.items(), given, strict=True):
        if number != claimed:
            yield Problem("size", f"there are {number} {name}, not {claimed}")


def _consistent(
    floor: Floor, cycles: bool, summary: Summary, reduced: Histogram
) -> Iterator[Problem]:
    """Each list of ties is right in number, weight, and route by route."""
    kind = "cycles" if cycles else "paths"
    for what, table in (("lengths", summary.lengths), ("lengths in the reduced graph", reduced)):
        yield from _is_histogram(f"the {kind}' {what}", table)
        number = sum(number for _, number in table)
        if number != summary.total:
            words = f"{digits(number)} under {what}, {digits(summary.total)} have a weight"
            yield Problem("count", f"{kind}: {words}")
    yield from _is_histogram(f"the {kind}' weights", summary.weights)
    groups = ((summary.shortest, 0, "least"), (summary.longest, -1, "greatest"))
    for routes, end, name in groups:
        weight, number = summary.weights[end] if summary.weights else (Decimal(0), 0)
        if len(set(routes)) != len(routes) or len(routes) != min(number, LISTED):
            listed = len(set(routes))
            words = f"{kind}: {digits(number)} have the {name} weight, {listed} are listed"
            yield Problem("ties", words)
        for route in routes:
            if route.cycle != cycles or route.weight != weight:
                yield Problem("ties", f"{kind}: {route.weight} is not the {name} weight, {weight}")
            yield from check_route(floor, route).problems


def _use_totals(floor: Floor, figures: Statistics) -> Iterator[Problem]:
    """All paths together cross as many rooms as they have edges, and one door more each."""
    edges = sum(int(length) * number for length, number in figures.paths.lengths)
    doors, rooms = sum(figures.door_use), sum(figures.room_use)
    if len(figures.door_use) != floor.doors or doors != edges + figures.paths.total:
        right = digits(edges + figures.paths.total)
        yield Problem("use", f"doors are passed {right} times in all, not {digits(doors)}")
    plan = floor.puzzle.floor
    number = len(plan.rooms) if isinstance(plan, Plan) else 0
    if len(figures.room_use) != number:
        words = f"the plan has {numbered(number, 'room')}, not {len(figures.room_use)}"
        yield Problem("use", words)
    elif number and rooms != edges:
        words = f"rooms are crossed {digits(edges)} times in all, not {digits(rooms)}"
        yield Problem("use", words)


def _compare_uses(floor: Floor, figures: Statistics, paths: Tally) -> Iterator[Problem]:
    """Door by door, and room by room."""
    doors, rooms = Counter({floor.start % floor.doors: paths.total}), Counter[int]()
    for key, number in paths.uses.items():
        doors[key[1] % floor.doors] += number
        way = floor.way(key)
        if isinstance(way, Way) and way.room is not None:
            rooms[way.room] += number
    for kind, found, claimed in (
        ("door", doors, figures.door_use),
        ("room", rooms, figures.room_use),
    ):
        for index, number in enumerate(claimed):
            if number != found[index]:
                words = f"{kind} {index} is used {digits(found[index])} times, "
                words += f"not {digits(number)}"
                yield Problem("use", words)


def _must_pass(
    floor: Floor, recount: Recount, figures: Statistics, common: frozenset[int] | None
) -> Iterator[Problem]:
    """Exactly the states that can't be avoided, in the order in which they are passed.

    Where nobody counted again, `common` is None: then what no path of the graph avoids must be
    among them, and nothing that a path avoids that is listed.
    """
    claimed, listed = figures.must_pass, (*figures.paths.shortest, *figures.paths.longest)
    needed = (recount.stations if listed else ()) if common is None else sorted(common)
    for state in claimed:
        avoided = any(state not in route.states for route in listed)
        if avoided or (state not in common if common is not None else not listed):
            yield Problem("must-pass", f"a path need not pass {floor.name(state)}")
    for state in needed:
        if state not in claimed:
            yield Problem("must-pass", f"every path passes {floor.name(state)}, which is not named")
    along = figures.paths.shortest[0].states if figures.paths.shortest else recount.stations
    ordered = tuple(state for state in dict.fromkeys(along) if state in claimed)
    if sorted(claimed) == sorted(ordered) and claimed != ordered:
        yield Problem("must-pass", "the states that every path passes are in another order")


def _compare_all(
    kind: str, summary: Summary, reduced: Histogram, found: Amounts
) -> Iterator[Problem]:
    lengths, weights, steps = _tables(found)
    yield from _compare(f"{kind}' lengths", summary.lengths, lengths)
    yield from _compare(f"{kind}' weights", summary.weights, weights)
    yield from _compare(f"{kind}' lengths in the reduced graph", reduced, steps)
