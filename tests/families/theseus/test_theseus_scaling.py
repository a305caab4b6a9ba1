"""Twice as much to read or to check is about twice the work, counted in lines that are run."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from projects import QUICK, few
from theseus_samples import FAMILY, native, puzzle_of

from pylab.families.theseus.model import Count, NoRoute, Route
from pylab.families.theseus.planfile import list_plan
from pylab.text.facts import write_facts
from pylab.text.source import Source

SIZES = (25, 50, 100) if QUICK else (50, 100, 200)


def work(action):
    """How many lines of this package an action runs, comprehensions and sorting keys included."""
    lines = 0

    def step(_frame, event, _argument):
        nonlocal lines
        lines += event == "line"
        return step

    def trace(frame, _event, _argument):
        lines_count = "pylab" in frame.f_code.co_filename
        return step if lines_count else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return lines


def corridor(n):
    """A list of edges, along which there is one way."""
    rows = "".join(f"{i},{i + 1},1.5,u,d\n" for i in range(n))
    return f"node1,node2,weight,direction1,direction2\n{rows}"


def stairs(n):
    """A plan of n by 2 rooms, in which one turns at every room."""
    top = "+---" * n + "+\n"
    rows = ["|" + "   o" * (n - 1) + "   |\n", "|" + "   o" * (n - 1) + "   |\n"]
    middle = "+-o-" * n + "+\n"
    goal = "+---" * (n - 1) + "+-G-+\n"
    return f"{goal}{rows[0]}{middle}{rows[1]}{top.replace('+---', '+-S-', 1)}"


def path(n):
    """The way along the corridor."""
    return Route(False, tuple(range(n + 1)), (1,) * n, (Decimal("1.5"),) * n, n + 1)


def count(n):
    return Count(False, n, tuple((Decimal(i), i + 1) for i in range(n)))


def statistics(n):
    (witness,) = native(puzzle_of(corridor(n), "x.csv"), "statistics")[1]
    return witness


WITNESSES = {
    "route": path,
    "closed": lambda n: NoRoute(n, tuple(range(n))),
    "count": count,
    "statistics": statistics,
}


def instance(text, name):
    return lambda: FAMILY.load(Source(name, text))


def witness(text):
    return lambda: FAMILY.read_witness(Source("w.txt", text))


READERS = {
    "csv": lambda n: instance(corridor(n), "x.csv"),
    "plan drawn": lambda n: instance(stairs(n), "x.plan"),
    "plan listed": lambda n: instance(list_plan(puzzle_of(stairs(n)).floor), "x.plan"),
    "plan's facts": lambda n: instance(write_facts(FAMILY.facts(puzzle_of(stairs(n)))), "x.lp"),
    "graph's facts": lambda n: instance(
        write_facts(FAMILY.facts(puzzle_of(corridor(n), "x.csv"))), "x.lp"
    ),
    **{
        f"{name} as {form}": lambda n, make=make, write=write: witness(write(make(n)))
        for name, make in WITNESSES.items()
        for form, write in (
            ("text", FAMILY.show),
            ("facts", lambda each: write_facts(FAMILY.encode(each))),
        )
    },
}


def check(puzzle, found):
    return lambda: FAMILY.check(puzzle, found)


CHECKS = {
    "route": lambda n: check(puzzle_of(corridor(n), "x.csv"), path(n)),
    "count": lambda n: check(
        puzzle_of(corridor(n), "x.csv"), Count(False, n + 1, ((Decimal("1.5") * n, 1),))
    ),
    "statistics": lambda n: check(puzzle_of(corridor(n), "x.csv"), statistics(n)),
    "closed": lambda n: check(puzzle_of(stairs(n)), NoRoute(3 * n, tuple(range(n)))),
    "writing": lambda n: lambda: FAMILY.write(puzzle_of(corridor(n), "x.csv")),
}


def about_linear(made):
    once, twice, fourfold = (work(made(n)) for n in SIZES)
    assert once > 0
    assert twice < 2.5 * once
    assert fourfold < 2.5 * twice


@pytest.mark.parametrize("name", few(READERS, 6))
def test_readers_take_time_in_proportion(name):
    about_linear(READERS[name])


@pytest.mark.parametrize("name", few(CHECKS, 3))
def test_checks_take_time_in_proportion(name):
    about_linear(CHECKS[name])


def test_many_routes_of_one_file_take_time_in_proportion():
    """A file with all answers is read and checked route by route."""
    puzzle = puzzle_of(stairs(3))
    (found, *_) = native(puzzle, "paths")[1]
    text = FAMILY.show(found)
    once = work(lambda: FAMILY.check(puzzle, FAMILY.read_witness(Source("w", text))))
    many = work(
        lambda: [FAMILY.check(puzzle, FAMILY.read_witness(Source("w", text))) for _ in range(50)]
    )
    assert many < 60 * once
