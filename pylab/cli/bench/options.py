"""From a command's arguments to a sweep, its jobs and its folder; shared by run and plan."""

from __future__ import annotations

import itertools
import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from pylab import engines
from pylab.base.errors import PylabError
from pylab.base.ranges import MEGABYTES, SECONDS
from pylab.base.words import counted
from pylab.bench import jobs as expansion
from pylab.bench import records
from pylab.bench.jobs import Job
from pylab.bench.records import Record
from pylab.bench.sweep import AUTO, LIMITS, MEMORY_LIMIT, TIME_LIMIT, Puzzles, Sweep, Variant
from pylab.bench.sweepfile import (
    MOST_REPETITIONS,
    SweepError,
    read_sweep,
)
from pylab.cli import bounds, completion, given
from pylab.cli.exits import remark
from pylab.cli.options import EngineName, constant, family_option, judge_option, words
from pylab.core.question import Limits, Means
from pylab.text.source import read_source

F = TypeVar("F", bound=Callable[..., Any])

_WHAT = (
    "family", "instances", "tasks", "encodings", "engines", "commands", "configurations",
    "overlays", "judges", "constants", "models", "scripts",
)  # fmt: skip
"""The options that say what is run, which a sweep's file does, too."""

GENERATED = "instances"

_RETRIED = tuple(status for status in records.STATUSES if status != records.MACHINE)


def commands(
    ctx: click.Context, param: click.Parameter, values: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Commands as lists of words."""
    return tuple(words(ctx, param, value) for value in values)


_SWEEP_OPTIONS = [
    click.argument("file", metavar="[SWEEP.toml]", shell_complete=completion.file, required=False),
    family_option("The instances' family."),
    click.option(
        "--instances", multiple=True, metavar="PATTERN", shell_complete=completion.instance,
        help="Files; repeatable.",
    ),
    click.option(
        "--task", "tasks", multiple=True, metavar="NAME", shell_complete=completion.task,
        help="Repeatable.",
    ),
    click.option(
        "--encoding", "encodings", multiple=True, metavar="FILE.lp",
        shell_complete=completion.encoding,
        help="Each one is a variant; by default, the task's own.",
    ),
    click.option(
        "--engine", "engines", multiple=True, type=EngineName(AUTO),
        help="Each one is a variant.",
    ),
    click.option(
        "--engine-command", "commands", multiple=True, metavar="WORDS", callback=commands,
        help="Any other solver, as of solve; each one is a variant.",
    ),
    click.option(
        "--configuration", "configurations", multiple=True, metavar="OPTIONS",
        help="Options for clingo in one text; each one is a variant.",
    ),
    click.option(
        "--with", "overlays", multiple=True, metavar="FILE.lp",
        shell_complete=completion.overlay,
        help="An overlay, for all variants; repeatable.",
    ),
    judge_option,
    click.option(
        "-c", "constants", multiple=True, metavar="NAME=VALUE", callback=constant,
        help="A value for one of the encoding's #const; repeatable.",
    ),
    click.option(
        "--models", type=bounds.MODELS, help="How many answers, 0 for all."
    ),
    click.option("--allow-scripts", "scripts", is_flag=True, help="Run scripts in encodings."),
    click.option(
        "--repetitions", type=click.IntRange(1, MOST_REPETITIONS), metavar="N",
        help="Runs of each job.",
    ),
    click.option(
        "--time-limit", type=click.FloatRange(0, SECONDS.most, max_open=True), metavar="SECONDS",
        help=f"Of each job; 0 for none. [default: {TIME_LIMIT:g}]",
    ),
    click.option(
        "--memory-limit", type=click.IntRange(0, MEGABYTES.most), metavar="MB",
        help=f"Of each job's address space; 0 for none. [default: {MEMORY_LIMIT}]",
    ),
    click.option(
        "--cpu-limit", type=click.FloatRange(0, SECONDS.most, max_open=True), metavar="SECONDS",
        help="Of each job; by default, the time limit for each thread.",
    ),
    click.option(
        "-o", "--output", "folder", type=click.Path(path_type=Path), metavar="FOLDER",
        help="Where results go. [default: sweeps/NAME]",
    ),
    click.option(
        "--executor", type=click.Choice(("local", "slurm")), default="local", show_default=True,
        help="Processes on this machine, or a cluster's job arrays.",
    ),
    click.option(
        "--resume/--no-resume", default=True, show_default=True,
        help="Pass over jobs that have results already.",
    ),
    click.option(
        "--retry", multiple=True, type=click.Choice(_RETRIED), metavar="STATUS",
        help="Run again what ended so, as reports call it; repeatable.",
    ),
    click.option("--chunk", type=click.IntRange(1), metavar="N", help="Slurm: jobs in a row."),
    click.option(
        "--sbatch-option", "sbatch_options", multiple=True, metavar="OPTION",
        help="Slurm: one of sbatch's own, e.g. --sbatch-option=--partition=long; repeatable.",
    ),
]  # fmt: skip


clock_option = click.option(
    "--time",
    "clock",
    type=click.Choice(("wall", "cpu")),
    default="wall",
    show_default=True,
    help="Which seconds are compared.",
)


def sweep_options(function: F) -> F:
    """The options that describe a sweep and where its results are."""
    for option in reversed(_SWEEP_OPTIONS):
        function = option(function)
    return function


def refuse_slurm(executor: str) -> None:
    """Raises UsageError for options of Slurm where the sweep runs here."""
    if executor != "slurm":
        given.refuse("chunk", "sbatch_options", "detach", why="needs --executor slurm")


@dataclass(frozen=True, slots=True)
class Work:
    """A sweep as it stands: its jobs, what is known of them, and what is to be run.

    Attributes:
        sweep: what was asked for.
        folder: where results are.
        jobs: all of them.
        before: the records of jobs that are not to be run again.
        pending: jobs to be run.
        history: all records that were found, for guesses.
    """

    sweep: Sweep
    folder: Path
    jobs: Sequence[Job]
    before: Sequence[Record]
    pending: Sequence[Job]
    history: Sequence[Record]


def prepare(
    file: str | None,
    folder: Path | None,
    resume: bool,
    retry: Sequence[str],
    **means: Any,
) -> Work:
    """What there is to do. Raises PylabError for a sweep that can't be run."""
    if file is not None:
        sweep = _overridden(file, read_sweep(read_source(file, SweepError)), means)
        base = Path(file).absolute().parent
    else:
        sweep, base = _from_flags(means), Path.cwd()
    folder = folder or Path("sweeps") / sweep.name
    if folder.exists() and not folder.is_dir():
        raise PylabError(f"{folder}: expected a folder for results, found a file")
    jobs = _jobs(file, sweep, base, folder / GENERATED)
    if not jobs:
        raise PylabError("the sweep has no jobs")
    found = found_in(folder)
    keys = {job.key for job in jobs}
    again = {*retry, records.MACHINE}
    before = [r for r in found if resume and r.key in keys and r.status not in again]
    done = {record.key for record in before}
    pending = [job for job in jobs if job.key not in done]
    return Work(sweep, folder, jobs, before, pending, found)


def _jobs(file: str | None, sweep: Sweep, base: Path, generated: Path) -> list[Job]:
    """The sweep's jobs; what is wrong with a file's sweep is reported with the file's name."""
    try:
        return expansion.expand(sweep, base, generated)
    except PylabError as error:
        if file is None or getattr(error, "place", None) is not None:
            raise
        raise PylabError(f"{file}: {error}") from None


def found_in(folder: Path) -> Sequence[Record]:
    """The records in a sweep's folder; lines that are no records are reported."""
    if not records.files_of(folder) or not folder.exists():
        return ()
    found = records.read([folder])
    tell_broken(found.broken)
    return found.records


def tell_broken(broken: Sequence[str]) -> None:
    """Say which lines of results are no records."""
    for line in broken[:3]:
        remark(f"{line}; passed over")
    if len(broken) > 3:
        remark(f"and {counted(len(broken) - 3, 'more line')}, no records either")


def _overridden(file: str, sweep: Sweep, means: dict[str, Any]) -> Sweep:
    """The file's sweep with the limits that the command line gives instead."""
    given.refuse(*_WHAT, why=f"has no use beside {file}, which says what is run")
    return replace(
        sweep,
        repetitions=means["repetitions"] or sweep.repetitions,
        limits=_limits(sweep.limits, means),
    )


def _limits(default: Limits, means: dict[str, Any]) -> Limits:
    seconds, megabytes, cpu = (means[f"{n}_limit"] for n in ("time", "memory", "cpu"))
    for name, limit in (("time", seconds), ("cpu", cpu)):
        if limit is not None and math.isnan(limit):  # which is in every range, as click sees it
            raise PylabError(f"expected seconds for --{name}-limit, found nan")
    return Limits(
        seconds=default.seconds if seconds is None else seconds or None,
        megabytes=default.megabytes if megabytes is None else megabytes or None,
        cpu_seconds=default.cpu_seconds if cpu is None else cpu or None,
    )


def _from_flags(means: dict[str, Any]) -> Sweep:
    if not means["instances"]:
        raise PylabError("expected SWEEP.toml or --instances")
    return Sweep(
        name="bench",
        puzzles=(Puzzles(family=means["family"] or "", files=means["instances"]),),
        variants=tuple(_variants(means)),
        tasks=means["tasks"],
        repetitions=means["repetitions"] or 1,
        limits=_limits(LIMITS, means),
    )


def _variants(means: dict[str, Any]) -> list[Variant]:
    """The product of encodings, engines and clingo's configurations, each named by what differs."""
    dimensions = (
        means["encodings"] or (None,),
        (*means["engines"], *means["commands"]) or (AUTO,),
        means["configurations"] or ("",),
    )
    several = [len(dimension) > 1 for dimension in dimensions]
    variants = []
    for encoding, engine, configuration in itertools.product(*dimensions):
        command = engine if isinstance(engine, tuple) else ()
        engine = shlex.join(command) if command else engine
        own = not command and (engine == AUTO or engines.get(engine).tunable)
        if not own and configuration != dimensions[2][0]:
            continue
        words = (encoding or "own", engine, (configuration or "plain") if own else "")
        name = " ".join(w for w, differs in zip(words, several, strict=True) if differs and w)
        variants.append(
            Variant(
                name=name or encoding or "default",
                means=Means(
                    engine="command" if command else None if engine == AUTO else engine,
                    command=command,
                    encoding=encoding,
                    overlays=means["overlays"],
                    judges=means["judges"],
                    clingo_options=tuple(configuration.split()) if own else (),
                    constants=means["constants"],
                    scripts=means["scripts"],
                ),
                models=means["models"],
            )
        )
    names = [variant.name for variant in variants]
    asked = [variant.means.engine for variant in variants]
    if not any(name is None or engines.get(name).tunable for name in asked):
        given.refuse("configurations", why="is for clingo, which is no engine of this sweep")
    for name in names:
        if names.count(name) > 1:
            raise PylabError(f"the variant {name!r} is named twice")
    return variants
