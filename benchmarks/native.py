"""Searches in C++ (native/) against their Python twins, in turns: CPU seconds, and their ratio.

Both do the same work, which is checked: the same outcome at the same number of nodes, the same
counts. Printed are medians; real puzzles are used if they are there, else shipped ones.

    python benchmarks/native.py [repeats]
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pylab import registry
from pylab.families.ravensburger import beam, lazy
from pylab.families.ravensburger.model import Board
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Work
from pylab.families.theseus import frontier
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.graph import graph_of, parts
from pylab.families.theseus.model import Puzzle
from pylab.native import twin
from pylab.source import read_source

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data")) / "ravensburger"
LEVELS = {"0094": (4, 1), "0083": (6, 2), "0204": (7, 3), "0241": (6, 3), "0215": (6, 2)}
"""Numbers of pushes that are refuted, and the mode; the last ones take Python half a minute."""

SHIPPED = {"generated-10-4": (3, 1), "generated-12-4": (3, 2)}
BEAMS = ((8, 2), (16, 1), (8, 3))
SIDES = (8, 10, 12)

Contest = tuple[str, Callable[[], object], Callable[[], object]]


def boards() -> Iterator[tuple[str, Board, int, int]]:
    """Puzzles with a number of pushes, and a mode."""
    family = registry.get("ravensburger")
    real = {name: sorted(SHARED.glob(f"{name}-*")) for name in LEVELS}
    found = [(paths[0], *LEVELS[name]) for name, paths in real.items() if paths]
    folder = ROOT / "instances/ravensburger"
    for path, count, mode in found or [(folder / f"{n}.lp", *it) for n, it in SHIPPED.items()]:
        yield path.stem[:16], family.read(read_source(str(path))), count, mode


def refuting(tables: Tables, made: Callable[..., lazy.Decider], count: int, mode: int) -> object:
    """The outcome, and the nodes it took."""
    work = Work(lambda _: None)
    return made(tables, lazy.Rules()).decide(count, mode, work, lambda _: True), work.nodes


def contests() -> Iterator[Contest]:
    """What is done, by Python and by C++."""
    labyrinth, walker = twin("ravensburger"), twin("theseus")
    if labyrinth is None or walker is None:
        sys.exit("pylab-asp-native is not installed: pip install ./native")
    found = list(boards())
    for name, board, count, mode in found:
        tables = Tables(board)
        yield (
            f"{name}: none of {count} pushes, mode {mode}",
            lambda t=tables, c=count, m=mode: refuting(t, lazy.Decider, c, m),
            lambda t=tables, c=count, m=mode: refuting(t, labyrinth.Decider, c, m),
        )
    for name, board, *_ in found[:2]:
        for width, radius in BEAMS:
            yield (
                f"{name}: beam of width {width}, radius {radius}",
                lambda b=board, w=width, r=radius: beam.beam(b, w, r, 12),
                lambda b=board, w=width, r=radius: labyrinth.beam(b, w, r, 12),
            )
    for side in SIDES:
        graph = graph_of(Puzzle(open_plan(side, side)))
        sweeps = [frontier.Sweep.for_paths(p, 1, lambda _: None) for p in parts(graph)]
        yield (
            f"all-open plan of {side} × {side}: paths by weight",
            lambda s=sweeps: [frontier.profile(each) for each in s],
            lambda s=sweeps: [walker.profile(each) for each in s],
        )


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    """CPU time, and what came out."""
    before = time.process_time()
    found = work()
    return time.process_time() - before, found


def main() -> None:
    """Measure and print a table."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'':46}{'Python s':>10}{'C++ s':>10}{'ratio':>8}")
    for name, python, cpp in contests():
        rounds = [(seconds(python), seconds(cpp)) for _ in range(repeats)]
        if any(one[1] != other[1] for one, other in rounds):
            sys.exit(f"{name}: the two DISAGREE")
        slow = statistics.median(one[0] for one, _ in rounds)
        quick = statistics.median(other[0] for _, other in rounds)
        print(f"{name:46}{slow:10.3f}{quick:10.3f}{slow / quick:8.1f}", flush=True)


if __name__ == "__main__":
    main()
