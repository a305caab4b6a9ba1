"""Engines side by side on a series of puzzles, each larger than the one before: the room that the
families' benchmarks share.

Each piece of work is done in a process of its own, all in turns, with a limit of CPU seconds and of
memory; an engine that misses one gets no larger puzzles. Reading and start-up don't count. All
must find the same result. The output has medians of CPU seconds, the ratio to the first engine, the
growth since the size before, and peak memory with Python and the puzzle in it.

Options of every such benchmark: `--runs N`, `--limit SECONDS`, `--memory MB`, `--small` for the
first sizes only, `--only WORD` for some races, `--into FILE.md` to write what was measured between
the markers `<!-- report of NAME -->` of a text, if it has them, with the curves in `pictures/`
beside it.
"""

from __future__ import annotations

import argparse
import atexit
import copy
import functools
import gc
import math
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylab import engines
from pylab.base import native
from pylab.base.errors import Ended, Fault, LimitReached
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.processes import Child
from pylab.bench import marked, plots
from pylab.core.answer import Watch
from pylab.core.puzzle import Puzzle
from pylab.core.question import Means, Question
from pylab.drawing.palette import shaded
from pylab.family import registry

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("PYLAB_SHARED", HERE.parent.parent / "shared" / "data"))

Work = Callable[[Any], object]
"""Does something with a puzzle; what it returns has to be what others return."""


@dataclass(frozen=True)
class Race:
    """Engines on a series of puzzles.

    Attributes:
        name: of its curves' file, and between the markers of a text.
        title: what is done.
        along: what the sizes are.
        sizes: of the puzzles, ascending.
        make: the puzzle of a size.
        engines: what each does; the first is what others are compared with. None: not installed.
        few: how many sizes are `--small`.
    """

    name: str
    title: str
    along: str
    sizes: Sequence[int]
    make: Callable[[int], Any]
    engines: Mapping[str, Work | None]
    few: int = 2


@dataclass(frozen=True)
class Timed:
    """What work returns that knows what it took, as a program that reads first."""

    seconds: float
    megabytes: float
    found: object


@dataclass(frozen=True)
class Run:
    """One piece of work: CPU seconds, peak megabytes, what was found; else why it wasn't done."""

    seconds: float
    megabytes: float
    found: object = None
    missed: str = ""


@dataclass
class Times:
    """What was measured of a race: by engine and size, medians."""

    race: Race
    runs: dict[str, dict[int, Run]] = field(default_factory=dict)

    def growth(self, engine: str, size: int) -> float | None:
        """How many times as long as for the size before."""
        before = [s for s in self.race.sizes if s < size]
        done = self.runs[engine]
        if not before or before[-1] not in done or done[size].missed:
            return None
        return done[size].seconds / done[before[-1]].seconds

    def ratio(self, engine: str, size: int) -> float | None:
        """How many times as long as the first engine takes."""
        first = self.runs[next(iter(self.runs))].get(size)
        if first is None or first.missed or self.runs[engine][size].missed:
            return None
        return self.runs[engine][size].seconds / first.seconds

    def table(self) -> str:
        """In Markdown: how far each engine got, and what it took there."""
        first = next(iter(self.runs))
        rows = [
            f"| engine | {self.race.along} | CPU s | × the size before | MB | × {first} | misses |",
            "|---|---:|---:|---:|---:|---:|---:|",
        ]
        for engine, runs in self.runs.items():
            done = [size for size, run in runs.items() if not run.missed]
            if not done:
                continue
            most, missed = done[-1], [f"{s:,}: {r.missed}" for s, r in runs.items() if r.missed]
            same = [size for size in done if self.ratio(engine, size) is not None]
            ratio = f"{_short(self.ratio(engine, same[-1]))} at {same[-1]:,}" if same else ""
            growth, run = _short(self.growth(engine, most)), runs[most]
            figures = f"{_short(run.seconds)} | {growth} | {run.megabytes:.0f}"
            ratio = "" if engine == first else ratio
            rows.append(f"| {engine} | {most:,} | {figures} | {ratio} | {'; '.join(missed)} |")
        return "\n".join(rows) + "\n"

    def reach(self) -> str:
        """In a sentence: the largest size that each engine solved, and what it took there."""
        told = []
        for engine, runs in self.runs.items():
            done = [size for size, run in runs.items() if not run.missed]
            if done:
                told.append(f"{engine} {done[-1]:,} ({_short(runs[done[-1]].seconds)} s)")
        return textwrap.fill(f"Largest {self.race.along}: {'; '.join(told)}.", 140) + "\n"

    def curves(self) -> str:
        """The picture, light or dark as its reader has it."""
        lines = {
            engine: {size: run.seconds for size, run in runs.items() if not run.missed}
            for engine, runs in self.runs.items()
        }
        drawn = plots.curves(self.race.title, self.race.along, "CPU seconds", lines)
        dark = "".join(
            f'[{kind}="{colour}"]{{{kind}:{shaded(colour, "dark")}}}'
            for kind in ("fill", "stroke")
            for colour in sorted(set(re.findall(rf'{kind}="(#\w+)"', drawn)))
            if colour not in plots.COLOURS[:-1]  # which are seen on both
        )
        style = f"<style>@media (prefers-color-scheme:dark){{{dark}}}</style>"
        return drawn.replace("</title>", f"</title>\n{style}", 1)


def asked(family: str, task: str, means: Means, cpp: bool = False) -> Work | None:
    """Asks an engine a question as a command does, and checks the answer: its status and cost."""
    known = registry.get(family)
    if cpp and not native.available():
        return None

    def work(puzzle: Any) -> object:
        os.environ["PYLAB_NATIVE"] = str(int(cpp))
        answer = engines.ask(Question.of(Puzzle(known, puzzle, ""), task, means), Watch())
        if answer.invalid:
            raise AssertionError(answer.invalid)
        if answer.status is Status.UNKNOWN:
            raise MemoryError
        return answer.status.value, answer.cost

    return work


@functools.cache
def _compiled() -> str | None:
    """The program of `plain.cpp`, if there is a compiler; its folder goes with this process."""
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        return None
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    program = f"{folder}/plain"
    words = [compiler, "-O2", "-std=c++17", "-o", program, str(HERE / "plain.cpp")]
    subprocess.run(words, check=True)
    return program


def plain(name: str, numbers: Callable[[Any], str], told: Callable[[int], object]) -> Work | None:
    """A plain search in C++; `numbers` writes a puzzle for it, `told` interprets its result."""
    program = _compiled()
    if program is None:
        return None

    def work(puzzle: Any) -> object:
        given = numbers(puzzle)
        run = subprocess.run([program, name], input=given, stdout=subprocess.PIPE, text=True)
        if run.returncode == -signal.SIGXCPU:  # then that is what ends us, too
            os.kill(os.getpid(), signal.SIGXCPU)
        if run.returncode:
            raise MemoryError
        seconds, megabytes, found = run.stdout.split()
        return Timed(float(seconds), float(megabytes), told(int(found)))

    return work


def measured(work: Work, puzzle: Any, limit: float, memory: int) -> Run:
    """A piece of work in a forked process, within so many CPU seconds and megabytes."""
    child = Child(_timed_work, "the race", work, puzzle, megabytes=memory, cpu_seconds=limit)
    try:
        own: Timed | None = child.wait(Patience())
    except LimitReached as limit_reached:
        own, ended = None, limit_reached.ended
    except Fault as fault:
        sys.exit(str(fault))
    finally:
        ending = child.end()
    if own is not None:
        return Run(max(_LEAST, own.seconds), own.megabytes or ending.memory, own.found)
    if ending.killed_by == "SIGXCPU":  # the process prints nothing then
        ended = Ended.TIME
    missed = f"> {memory:,} MB" if ended is Ended.MEMORY else f"> {limit:g} s"
    return Run(limit, ending.memory, missed=missed)


_BRIEF, _AGAIN = 0.02, 20
"""What takes less CPU seconds is done so many times more, each with a copy of the puzzle."""

_LEAST = 0.001
"""What takes less counts as this: clocks tell no more."""


def _timed_work(_: object, work: Work, puzzle: Any) -> Timed:
    """In the child: do it. Raises MemoryError."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    try:
        seconds, found = _timed(work, [puzzle])
        if not isinstance(found, Timed) and seconds < _BRIEF:
            seconds, found = _timed(work, [copy.deepcopy(puzzle) for _ in range(_AGAIN)])
    except RuntimeError:  # clingo's word for it
        raise MemoryError from None
    return found if isinstance(found, Timed) else Timed(seconds, 0, found)


def _timed(work: Work, puzzles: Sequence[Any]) -> tuple[float, object]:
    """The mean of CPU seconds, and what was found last."""
    found, started = None, time.process_time()
    for puzzle in puzzles:
        found = work(puzzle)
    return (time.process_time() - started) / len(puzzles), found


def run(race: Race, sizes: Sequence[int], runs: int, limit: float, memory: int) -> Times:
    """Run a race, and print each result at once."""
    times = Times(race, {name: {} for name, work in race.engines.items() if work is not None})
    print(
        f"{race.title}\n{race.along:>16}  {'engine':<24}{'s':>10}{'ratio':>8}{'growth':>8}{'MB':>7}"
    )
    for size in sizes:
        racing = {
            name: work
            for name, work in race.engines.items()
            if work and not any(each.missed for each in times.runs[name].values())
        }
        puzzle = race.make(size)
        rounds: dict[str, list[Run]] = {name: [] for name in racing}
        for _ in range(runs):
            for name, work in racing.items():
                if not any(each.missed for each in rounds[name]):
                    rounds[name].append(measured(work, puzzle, limit, memory))
        found = {str(e.found) for each in rounds.values() for e in each if not e.missed}
        if len(found) > 1:
            sys.exit(f"{race.name}, {size}: they DISAGREE: {found}")
        for name, each in rounds.items():
            missed = next((e.missed for e in each if e.missed), "")
            seconds = statistics.median(run.seconds for run in each)
            megabytes = statistics.median(run.megabytes for run in each)
            times.runs[name][size] = Run(seconds, megabytes, missed=missed)
            figures = [_short(times.ratio(name, size)), _short(times.growth(name, size))]
            row = f"{size:>16,}  {name:<24}{missed or _short(seconds):>10}"
            print(f"{row}{figures[0]:>8}{figures[1]:>8}{megabytes:>7.0f}", flush=True)
    return times


def _short(value: float | None) -> str:
    """Two digits that count."""
    if value is None:
        return ""
    digits = 1 - math.floor(math.log10(value)) if value > 0 else 0
    return f"{value:,.{max(0, digits)}f}"


def main(doc: str | None, races: Sequence[Race]) -> None:
    """Run the races as the command line has it."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--memory", type=int, default=4000)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--into", type=Path, metavar="FILE.md")
    told = parser.parse_args()
    for race in races:
        if told.only not in race.name:
            continue
        sizes = race.sizes[: race.few] if told.small else race.sizes
        times = run(race, sizes, told.runs, told.limit, told.memory)
        print()
        text = told.into.read_text(encoding="utf-8") if told.into else ""
        if told.into and marked.begin(race.name) in text:
            shown = times.reach()
            if len(sizes) > 1:
                picture = HERE.parent / "docs/pictures" / f"race-{race.name}.svg"
                picture.write_text(times.curves(), encoding="utf-8")
                place = os.path.relpath(picture, told.into.resolve().parent)
                shown = f"![{race.title}]({place})\n\n{shown}"
            told.into.write_text(marked.inserted(text, race.name, shown), encoding="utf-8")
