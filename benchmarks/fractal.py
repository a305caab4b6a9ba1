"""Fractal labyrinths: how long decisions, shortest runs and certificates take, in CPU seconds.

Labyrinths are random: O outer locations, B boxes, corridors between random pairs, 0.7 for each
location (`pylab generate fractal --outer O --boxes B --density 0.7`), which is a little above
where everything becomes connected. For a no, the goal is cut off; everything else is still there
and has to be closed. Each figure is the median over seeds; reading and numbering the labyrinth
(the atlas) is counted by itself. Ratios are to the baseline named beside them.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import clingo

from pylab import resources
from pylab.families.fractal.atlas import Atlas, atlas
from pylab.families.fractal.check import check
from pylab.families.fractal.closure import close
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.generate import generate, nest
from pylab.families.fractal.model import Goal, Labyrinth, Program
from pylab.families.fractal.paths import Corridors, Search
from pylab.source import Source

BOXES = 4
DENSITY = 0.7


def labyrinth(outer: int, seed: int, winnable: bool) -> Labyrinth:
    """A random labyrinth that is certain to be winnable, or not."""
    for attempt in range(100):
        made = generate(random.Random(1000 * seed + attempt), outer, BOXES, DENSITY)
        if not winnable:
            kept = tuple(c for c in made.cliques if "inner.goal" not in c)
            kept = (*kept, ("inner.goal",))
            return Labyrinth(kept, (), made.start, Goal("at", ("inner.goal",)))
        if close(atlas(made), hasty=True).winnable():
            return made
    raise AssertionError("no winnable labyrinth found")


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one call."""
    gc.collect()
    started = time.process_time()
    work()
    return time.process_time() - started


def decisions(sizes: list[int], seeds: int) -> None:
    """Union-find, yes and no, with reading apart; the next smaller size is the baseline."""
    print(f"{'decision':28}{'read':>9}{'atlas':>9}{'decide':>9}   ratio to the size before")
    for winnable in (True, False):
        before: tuple[int, float] | None = None
        for outer in sizes:
            reading, numbering, deciding = [], [], []
            for seed in range(seeds if outer < 100_000 else max(1, seeds // 2)):
                made = labyrinth(outer, seed, winnable)
                source = Source("bench", FAMILY.write(made))
                reading.append(seconds(lambda source=source: FAMILY.read(source)))
                numbering.append(seconds(lambda made=made: atlas(made)))
                chart = atlas(made)

                def decide(chart: Atlas = chart, answer: bool = winnable) -> None:
                    assert close(chart, hasty=True).winnable() == answer

                deciding.append(seconds(decide))
            median, ratio = statistics.median(deciding), ""
            if before is not None:
                ratio = f"{outer / before[0]:.0f} x size, {median / before[1]:.1f} x time"
            print(
                f"{outer:>8} x {BOXES}  {'yes' if winnable else 'no':14}"
                f"{statistics.median(reading):9.3f}{statistics.median(numbering):9.3f}"
                f"{median:9.4f}   {ratio}"
            )
            before = (outer, median)


def certificates(outer: int, seeds: int) -> None:
    """The refutation of a no, made and checked; the decision is the baseline."""
    deciding, making, checking = [], [], []
    for seed in range(seeds):
        made = labyrinth(outer, seed, winnable=False)
        chart = atlas(made)
        classes = [close(chart)]
        deciding.append(seconds(lambda chart=chart: close(chart)))
        witness = [classes[0].partition()]
        making.append(seconds(lambda classes=classes: classes[0].partition()))
        verdicts = []
        checking.append(
            seconds(lambda made=made, w=witness[0], v=verdicts: v.append(check(made, w)))
        )
        assert verdicts[0].valid
    base = statistics.median(deciding)
    for name, times in (("made", making), ("checked", checking)):
        median = statistics.median(times)
        ratio = f"{median / base:.1f} x the decision"
        print(f"refutation {name}, {outer} x {BOXES}: {median:.3f} s, {ratio}")


def shortest(outer: int, seeds: int) -> None:
    """Shortest runs, at and above the density where labyrinths become winnable."""
    for density in (0.7, 0.6, 0.55):
        times, blind, lengths = [], [], []
        for seed in range(seeds):
            chart = None
            for attempt in range(100):
                made = generate(random.Random(1000 * seed + attempt), outer, BOXES, density)
                chart = atlas(made)
                if close(chart, hasty=True).winnable():
                    break
            assert chart is not None
            found: list[Program] = []

            def search(chart: Atlas = chart, found: list[Program] = found) -> None:
                walks = Search(chart, Corridors())
                ((frame, end),) = walks.reach(chart.targets)
                found.append(Program(chart.names[end], walks.reasons([(frame, end)])))

            times.append(seconds(search))
            verdict = check(made, found[0])
            assert verdict.valid
            lengths.append(int(verdict.summary.split()[0]))
            if density == DENSITY:
                walks = Search(chart, Corridors())
                blind.append(seconds(lambda w=walks, c=chart: w.reach(c.targets, every=True)))
        line = (
            f"shortest run, {outer} x {BOXES}, density {density}: "
            f"median {statistics.median(times):.3f} s, "
            f"worst {max(times):.3f} s, {min(lengths)} to {max(lengths)} corridors"
        )
        if blind:
            ratio = statistics.median(b / t for b, t in zip(blind, times, strict=True))
            line += f"; plain Dijkstra takes {ratio:.1f} x as long"
        print(line)


def exponential(depths: list[int]) -> None:
    """The family whose runs double with each level: solved, and checked without unfolding."""
    for depth in depths:
        made = nest(depth)
        found: list[Program] = []

        def solve(made: Labyrinth = made, found: list[Program] = found) -> None:
            chart = atlas(made)
            walks = Search(chart, Corridors())
            ((frame, end),) = walks.reach(chart.targets)
            found.append(Program(chart.names[end], walks.reasons([(frame, end)])))

        solving = seconds(solve)
        verdicts = []
        checking = seconds(lambda m=made, f=found, v=verdicts: v.append(check(m, f[0])))
        length = int(verdicts[0].summary.split()[0])
        assert length == 2 ** (depth + 2) - 3
        print(
            f"nested {depth}: solved {solving:.2f} s, checked {checking:.2f} s, "
            f"{len(str(length))} digits of corridors"
        )


def ground_and_solve(folder: Path, files: list[str], made: Labyrinth) -> bool:
    """Run definite rules over a labyrinth; whether the start wins."""
    control = clingo.Control(["--warn=none"])
    for name in files:
        control.load(str(folder / name))
    with control.backend() as backend:
        for fact in FAMILY.facts(made):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.ground([("base", [])])
    control.solve()
    symbols = control.symbolic_atoms
    start, goal = clingo.String(made.start), clingo.String(made.goal.names[0])
    if "summary.lp" in files:
        return symbols[clingo.Function("path", [clingo.Function("start"), goal])] is not None
    won = [start, clingo.Function("bottom"), clingo.Function("victory")]
    return symbols[clingo.Function("trans", won)] is not None


def encodings(outer: int, seeds: int) -> None:
    """The summary encoding and pre* in clingo; pre* is the baseline."""
    folder = resources.encodings("fractal")
    summary = ["labyrinth.lp", "goal.lp", "summary.lp"]
    saturation = ["labyrinth.lp", "goal.lp", "system.lp", "rules.lp", "saturation.lp"]
    for density in (0.45, 0.55):
        ratios, times = [], []
        for seed in range(seeds):
            made = generate(random.Random(seed), outer, BOXES, density)
            answers: list[bool] = []
            pair = [
                seconds(lambda f=files, m=made, a=answers: a.append(ground_and_solve(folder, f, m)))
                for files in (summary, saturation)
            ]
            assert answers[0] == answers[1]
            times.append(pair[0])
            ratios.append(pair[1] / pair[0])
        print(
            f"clingo, {outer} x {BOXES}, density {density}: "
            f"summary {statistics.median(times):.2f} s, "
            f"pre* takes {statistics.median(ratios):.1f} x as long"
        )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="labyrinths for each figure")
    parser.add_argument("--small", action="store_true", help="leave the largest ones out")
    options = parser.parse_args()
    sizes = [600, 2_000, 20_000] if options.small else [600, 2_000, 20_000, 200_000]
    decisions(sizes, options.seeds)
    certificates(20_000, options.seeds)
    shortest(600, options.seeds)
    exponential([100, 1000])
    encodings(200, min(3, options.seeds))


if __name__ == "__main__":
    main()
