"""Alice: the native engine against a breadth-first search over tuples, clingo on the real mazes,
a maze of a million squares, and whole commands with the check.

Printed are medians of CPU seconds; the two searches find the same length, or the script fails.
Reading counts for the large maze only, which is read and solved in a process of its own.

Usage: python benchmarks/alice.py [--runs N] [--sizes N …] [--skip-large]
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pylab import encoding, resources
from pylab.engines import driver
from pylab.families.alice.bitboard import Bitboard
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import DIRECTIONS, Maze
from pylab.families.alice.search import layers
from pylab.source import read_source

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("PYLAB_SHARED", ROOT.parent / "shared" / "data")) / "alice"

Square = tuple[int, int]
State = tuple[int, int, int]


def uniform_maze(rng: random.Random, size: int) -> Maze:
    """Each arrow with a chance of one half, squares black, red or yellow alike."""
    squares = size * size
    drawn = bytes(rng.randrange(256) for _ in range(squares))
    painted = bytes(rng.choice((1, 2, 3)) for _ in range(squares))
    return framed(size, drawn, painted)


def sparse_maze(rng: random.Random, size: int, coloured: float) -> Maze:
    """Two or three arrows a square; black but for a share of red and yellow."""
    squares = size * size
    drawn, painted = bytearray(squares), bytearray([1]) * squares
    for index in range(squares):
        for _ in range(rng.choice((2, 3))):
            drawn[index] |= 1 << rng.randrange(8)
        if rng.random() < coloured:
            painted[index] = rng.choice((2, 3))
    return framed(size, bytes(drawn), bytes(painted))


def framed(size: int, drawn: bytes, painted: bytes) -> Maze:
    """From somewhere inside to the far corner."""
    return Maze(size, size, (size // 3, size // 4), (size - 1, size - 1), drawn, painted)


def plain(maze: Maze) -> int | None:
    """The baseline: a queue of tuples (x, y, d) and the rules, as one first writes it."""
    first: State = (*maze.start, 1)
    parents: dict[State, State | None] = {first: None}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        x, y, d = state
        if (x, y) == maze.goal:
            return length_of(parents, state)
        if d == 0:
            continue
        for name in maze.arrows_of((x, y)):
            dx, dy = DIRECTIONS[name]
            to = (x + dx * d, y + dy * d)
            if maze.inside(to) and not maze.is_blank(to):
                change = {"red": 1, "yellow": -1}.get(maze.colour_of(to), 0)
                following = (*to, d + change)
                if following not in parents:
                    parents[following] = state
                    queue.append(following)
    return None


def length_of(parents: dict[State, State | None], state: State) -> int:
    """How many moves lead to a state."""
    length = 0
    while (before := parents[state]) is not None:
        state, length = before, length + 1
    return length


def tables(maze: Maze) -> tuple[dict[Square, list[Square]], dict[Square, int]]:
    """What the tuned baseline is given: steps and changes of d by square."""
    steps = {s: [DIRECTIONS[name] for name in maze.arrows_of(s)] for s in maze.squares()}
    change = {"red": 1, "yellow": -1}
    return steps, {s: change.get(maze.colour_of(s), 0) for s in steps if not maze.is_blank(s)}


def tuned(maze: Maze, steps: dict[Square, list[Square]], changes: dict[Square, int]) -> int | None:
    """A second baseline: all that can be looked up is; no parents, and the goal ends it at once."""
    first: State = (*maze.start, 1)
    seen, queue = {first}, deque([(first, 0)])
    while queue:
        (x, y, d), distance = queue.popleft()
        for dx, dy in steps[x, y]:
            to = (x + dx * d, y + dy * d)
            if to in changes:
                if to == maze.goal:
                    return distance + 1
                state = (*to, d + changes[to])
                if state[2] > 0 and state not in seen:
                    seen.add(state)
                    queue.append((state, distance + 1))
    return None


def natively(maze: Maze) -> int | None:
    """The native engine, the bit sets included that it makes of the maze."""
    searched = layers(Bitboard(maze))
    return searched.length if searched.found else None


def timed(runs: int, function: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """The median of CPU seconds, and the last result."""
    times, result = [], None
    for _ in range(runs):
        started = time.process_time()
        result = function(*arguments)
        times.append(time.process_time() - started)
    return statistics.median(times), result


def compare(sizes: list[int], runs: int) -> None:
    """The ratios of tuples to bit sets on random mazes."""
    heads = f"{'plain ms':>11}{'ratio':>7}{'tuned ms':>11}{'ratio':>7}"
    print(f"{'maze':<12}{'moves':>7}{'native ms':>11}{heads}")
    for size in sizes:
        maze = uniform_maze(random.Random(size), size)
        native, length = timed(max(runs, 5), natively, maze)
        row = f"{f'{size} × {size}':<12}{length!s:>7}{1e3 * native:>11.2f}"
        for baseline, more in ((plain, ()), (tuned, tables(maze))):
            seconds, same = timed(runs, baseline, maze, *more)
            assert length == same, f"{length} and {same} moves"
            row += f"{1e3 * seconds:>11.1f}{seconds / native:>7.0f}"
        print(row, flush=True)


def solve_by_clingo(maze: Maze) -> int | None:
    """Encoding and all, in this process."""
    entry = resources.encodings("alice") / "shortest.lp"
    return driver.run(driver.Program(encoding.load(entry), FAMILY.facts(maze))).cost


def real(runs: int) -> None:
    """clingo's milliseconds for each of the real mazes."""
    paths = sorted(SHARED.glob("abbott*.txt")) or sorted((ROOT / "instances/alice").glob("*.alice"))
    print(f"\n{'maze':<20}{'moves':>7}{'clingo ms':>12}{'native ms':>12}")
    for path in paths:
        maze = FAMILY.read(read_source(str(path)))
        seconds, length = timed(runs, solve_by_clingo, maze)
        native, _ = timed(runs, natively, maze)
        print(
            f"{path.stem:<20}{length!s:>7}{1e3 * seconds:>12.1f}{1e3 * native:>12.2f}", flush=True
        )


def large(runs: int, size: int = 1000) -> None:
    """A million squares with few colours, read and solved in a child process."""
    print(f"\n{f'{size} × {size}, coloured':<24}{'moves':>7}{'s':>8}{'MB':>7}")
    for coloured in (0.05, 0.01, 0.001):
        maze = sparse_maze(random.Random(size), size, coloured)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large.alice"
            path.write_text(FAMILY.write(maze), encoding="utf-8")
            command = [sys.executable, __file__, "--solve", str(path)]
            figures = [child(command) for _ in range(runs)]
        moves = figures[0][0]
        seconds, memory = (statistics.median(f[i] for f in figures) for i in (1, 2))
        print(f"{f'{coloured:.1%}':<24}{moves:>7}{seconds:>8.2f}{memory:>7.0f}", flush=True)


def whole(runs: int) -> None:
    """Whole commands, with the checker's own walk: `pylab solve --task unique`."""
    print(f"\n{'pylab solve, checked':<24}{'s':>8}{'MB':>7}")
    mazes = {
        "200 × 200": uniform_maze(random.Random(200), 200),
        "1000 × 1000": uniform_maze(random.Random(1000), 1000),
        "1000 × 1000, 1.0%": sparse_maze(random.Random(1000), 1000, 0.01),
    }
    for name, maze in mazes.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "whole.alice"
            path.write_text(FAMILY.write(maze), encoding="utf-8")
            asked = ["solve", str(path), "--task", "unique", "--engine", "native"]
            command = [sys.executable, "-m", "pylab_asp", *asked]
            figures = [child(command) for _ in range(runs)]
        assert all("; no route is shorter" in each[0] for each in figures)
        seconds, memory = (statistics.median(f[i] for f in figures) for i in (1, 2))
        print(f"{name:<24}{seconds:>8.2f}{memory:>7.0f}", flush=True)


def child(command: list[str]) -> tuple[str, float, float]:
    """What a process prints, its CPU seconds and peak MB."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.read().strip()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return printed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Silence:
    """A watch that takes a route and asks for nothing."""

    def found(self, witness: Any) -> None:
        print(len(witness.moves))

    def progress(self, **figures: int) -> None:
        pass


def main() -> None:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="*", default=[20, 50, 100, 200])
    parser.add_argument("--skip-large", action="store_true")
    parser.add_argument("--solve", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.solve:
        maze = FAMILY.read(read_source(arguments.solve))
        FAMILY.search(maze, FAMILY.task("shortest"), Silence(), 1)  # type: ignore[attr-defined]
        return
    compare(arguments.sizes, arguments.runs)
    real(arguments.runs)
    if not arguments.skip_large:
        large(arguments.runs)
        whole(arguments.runs)


if __name__ == "__main__":
    main()
