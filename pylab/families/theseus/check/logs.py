"""A console log, held against a recount of the graph that it is of."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from pylab.base.verdict import Problem, Verdict
from pylab.families.theseus.check.floor import Floor
from pylab.families.theseus.check.recount import Recount
from pylab.families.theseus.check.reduced import reduced
from pylab.families.theseus.check.route import check_route
from pylab.families.theseus.check.tally import Amounts, TooMany
from pylab.families.theseus.check.words import digits
from pylab.families.theseus.model import Analysis, Log, Plan


def check_log(floor: Floor, log: Log) -> Verdict:
    """What is wrong with what a log says, and whether it was counted again."""
    if isinstance(floor.puzzle.floor, Plan):
        floor = reduced(floor)
    recount = Recount(floor)
    edges = sum(len(ways) for ways in recount.ways.values())
    problems = [
        Problem("size", f"there are {right} {name}, not {claimed}")
        for name, right, claimed in (
            ("states", 2 * floor.doors, log.states),
            ("edges", edges, log.edges),
        )
        if right != claimed
    ]
    problems += _routes(floor, False, log.paths)
    problems += _routes(floor, True, log.cycles)
    how, whole = (
        (
            "the numbers, the averages, and that nothing is lighter or heavier are not checked: "
            "too many to count again here"
        ),
        False,
    )
    try:
        paths, cycles = recount.paths()[0].amounts, recount.cycles()
    except (TooMany, RecursionError):
        pass
    else:
        how, whole = f"counted again {recount.how}", True
        problems += _figures("path", log.paths, paths)
        problems += _figures("cycle", log.cycles, cycles)
    totals = f"{digits(log.paths.total)} paths and {digits(log.cycles.total)} cycles"
    return Verdict(tuple(problems), f"a log of {totals}, {how}", whole=whole)


def _routes(floor: Floor, cycle: bool, analysis: Analysis) -> Iterator[Problem]:
    kind = "cycle" if cycle else "path"
    for name, route in (("shortest", analysis.shortest), ("longest", analysis.longest)):
        if (route is None) != (analysis.total == 0):
            words = "is missing" if route is None else "can't be, as there is none"
            yield Problem("ties", f"the {name} {kind} {words}")
        if route is None:
            continue
        if route.cycle != cycle or not route.weights:
            yield Problem("shape", f"the {name} {kind} is no {kind} with weights")
            continue
        for problem in check_route(floor, route).problems:
            words = f"the {name} {kind}: {problem.message}"
            yield Problem(problem.code, words, problem.step)


def _figures(kind: str, analysis: Analysis, amounts: Amounts) -> Iterator[Problem]:
    """Numbers and averages; and that nothing is lighter than the shortest, nor heavier."""
    total = sum(amounts.values())
    if total != analysis.total:
        words = f"there are {digits(total)} {kind}s, not {digits(analysis.total)}"
        yield Problem("count", words)
    for name, index, claimed in (("length", 0, analysis.length), ("weight", 1, analysis.weight)):
        summed = sum((Decimal(key[index]) * number for key, number in amounts.items()), Decimal(0))
        right = f"{summed / total:.3f}" if total else "-"
        if claimed != right:
            words = f"the average {name} of {kind}s is {right}, not {claimed[:40]}"
            yield Problem("average", words)
    for name, route, best in (
        ("shortest", analysis.shortest, min),
        ("longest", analysis.longest, max),
    ):
        right_weight = best((weight for _, weight, _ in amounts), default=None)
        if route is not None and right_weight not in (None, route.weight):
            words = f"the {name} {kind} has weight {right_weight}, not {route.weight}"
            yield Problem("ties", words)
