"""Reading: megabytes a second of facts and of the families' own formats.

Each is set against its strict reader alone, which is what lines take that have something odd.

Both read the same, which is checked. Printed are the best of some runs, in CPU seconds.

Usage: python benchmarks/reading.py [--runs N]
"""

from __future__ import annotations

import argparse
import gc
import importlib
import random
import re
import time
from collections.abc import Callable
from unittest import mock

from pylab.families.theseus.edgelist import HEADER
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.planfile import draw_plan, list_plan
from pylab.family import registry
from pylab.text.source import Source

FACTS = importlib.import_module("pylab.text.fact_files")
NEVER = re.compile("(?!)")


def board(size: int) -> str:
    """An open board of Ravensburger's game, as the competition writes it."""
    lines = range(1, size + 1)
    text = "".join(f"field({x},{y}).\n" for x in lines for y in lines)
    text += "".join(f"connect({x},{y},{d}).\n" for x in lines for y in lines for d in "nesw")
    return f"{text}init_on(1,1).\ngoal_on({size},{size}).\nmax_steps(9).\n"


def edges(count: int) -> str:
    """A list of edges."""
    rng = random.Random(count)
    rows = (
        f"{rng.randrange(count)},{rng.randrange(count)},{rng.randrange(1, 99)}.5,u,r\n"
        for _ in range(count)
    )
    return "".join([f"{HEADER}\n", *rows])


def strictly(read: Callable[[], object]) -> Callable[[], object]:
    """The same without a short cut, which only facts have."""

    def reading() -> object:
        with mock.patch.multiple(FACTS, _PLAIN=NEVER, _SHOWN=NEVER):
            return read()

    return reading


def timed(read: Callable[[], object], runs: int) -> tuple[float, object]:
    """The least of CPU seconds, and what was read."""
    times, found = [], None
    for _ in range(runs):
        started = time.process_time()
        found = read()
        times.append(time.process_time() - started)
    return min(times), found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    gc.set_threshold(1_000_000, 20, 1_000_000)  # as the command has it
    ravensburger, theseus = registry.get("ravensburger"), registry.get("theseus")
    plan = open_plan(60, 60)
    texts = {
        "a board as facts": (ravensburger, "x.lp", board(100)),
        "a plan, drawn": (theseus, "x.plan", draw_plan(plan) or ""),
        "a plan, listed": (theseus, "x.plan", list_plan(plan)),
        "a list of edges": (theseus, "x.csv", edges(20_000)),
    }
    print(f"{'what':<20}{'MB':>7}{'MB/s':>8}{'strict MB/s':>13}{'ratio':>7}")
    facts = board(100)
    readings: dict[str, tuple[int, Callable[[], object]]] = {
        "facts": (len(facts), lambda: FACTS.read_facts(Source("x.lp", facts), None))
    }
    for name, (family, file, text) in texts.items():
        source = Source(file, text)
        readings[name] = len(text), lambda family=family, source=source: family.load(source)  # type: ignore[misc]
    for name, (size, read) in readings.items():
        quick, one = timed(read, runs)
        strict, other = timed(strictly(read), runs)
        assert one == other, name
        megabytes = size / 1e6
        speeds = f"{megabytes:>7.2f}{megabytes / quick:>8.2f}{megabytes / strict:>13.2f}"
        print(f"{name:<20}{speeds}{strict / quick:>7.1f}", flush=True)


if __name__ == "__main__":
    main()
