"""Turns a command's arguments into a sweep, its jobs and its folder; for run and plan."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from pylab import engines
from pylab.base.errors import PylabError
from pylab.base.ranges import MEGABYTES
from pylab.base.words import counted
from pylab.bench import jobs as expansion
from pylab.bench import records
from pylab.bench.jobs import Job
from pylab.bench.records import Record
from pylab.bench.sweep import AUTO, LIMITS, MEMORY_LIMIT, TIME_LIMIT, Puzzles, Sweep, SweepVariant
from pylab.bench.sweepfile import MOST_REPETITIONS, SweepError, read_sweep
from pylab.cli import bounds, completion, given
from pylab.cli.exits import remark
from pylab.cli.options import FAMILYS, EngineName, asking, shared, takes, words
from pylab.core import options as table
from pylab.core.options import Limits, Means
from pylab.text.source import read_source

F = TypeVar("F", bound=Callable[..., Any])

_OWN = ("encoding", "engine", "command", "clingo_options")
"""The options of a variant that a sweep may have several times, once for each variant."""

_COMMON = tuple(each.field for each in table.of(table.VARIANT) if each.field not in _OWN)

_WHAT = (
    "family", "instances", "tasks", "encodings", "engines", "commands", "configurations", *_COMMON,
)  # fmt: skip
"""The options for what is run; a sweep's file replaces them."""

GENERATED = "instances"

_RETRIED = tuple(status for status in records.STATUSES if status != records.MACHINE)


_SWEEP_OPTIONS = [
    click.argument("file", metavar="[SWEEP.toml]", shell_complete=completion.file, required=False),
    takes(
        family="--family NAME: The family of the instances.",
        instances="--instances PATTERN…: Files of instances; repeatable.",
        tasks="--task NAME…: A task; repeatable.",
    ),
    shared(
        "encoding", "An encoding; by default, the task's own; repeatable, each is a variant.",
        "encodings",
        multiple=True,
    ),
    click.option(
        "--engine", "engines", multiple=True, type=EngineName(AUTO),
        help="An engine; repeatable, each with each encoding is a variant.",
    ),
    shared(
        "command", "Any other solver, as for solve; repeatable, as --engine is.", "commands",
        multiple=True, callback=lambda _, __, values: tuple(map(words, values)),
    ),
    takes(
        configurations="--configuration OPTIONS…: Options for clingo in one text; repeatable: "
        "each variant is run with each.",
    ),
    asking(only=_COMMON, overlays="An overlay for all variants; repeatable."),
    takes(repetitions=f"--repetitions N[1..{MOST_REPETITIONS}]: Runs of each job."),
    shared(
        "seconds", f"For each job; 0 for none. [default: {TIME_LIMIT:g}]",
        type=bounds.Seconds(zero=True),
    ),
    shared(
        "megabytes", f"For each job's address space; 0 for none. [default: {MEMORY_LIMIT}]",
        type=bounds.whole(MEGABYTES, zero=True),
    ),
    shared(
        "cpu_seconds", "For each job; by default, the time limit for each thread.",
        type=bounds.Seconds(zero=True),
    ),
    takes(folder="-o --output FOLDER: Where results go. [default: sweeps/NAME]"),
    click.option(
        "--resume/--no-resume", default=True, show_default=True,
        help="Skip jobs that already have results.",
    ),
    click.option(
        "--retry", multiple=True, type=click.Choice(_RETRIED), metavar="STATUS",
        help="Run jobs again that ended with this status; repeatable.",
    ),
]  # fmt: skip


CLOCK = "--time wall|cpu=wall: The time to compare."


def running_options(jobs: str) -> Callable[[F], F]:
    """The options for the number of jobs at a time, described so, and for waiting."""
    return takes(
        width=f"-j --jobs N[1..]: {jobs}",
        detach="--detach: Slurm: submit without waiting for results.",
    )


executor_options = takes(
    executor="--executor local|slurm=local: Run processes on this machine, or job arrays on a "
    "cluster.",
    chunk="--chunk N[1..]: Slurm: jobs per array element.",
    sbatch_options="--sbatch-option OPTION…: Slurm: an option of sbatch, e.g. "
    "--sbatch-option=--partition=long; repeatable.",
)
"""The options for where and how jobs run."""


def sweep_options(function: F) -> F:
    """The options for a sweep, its folder, and where it runs."""
    for option in reversed([*_SWEEP_OPTIONS, executor_options]):
        function = option(function)
    return function


def refuse_slurm(executor: str) -> None:
    """Raises UsageError for options of Slurm if the sweep runs on this machine."""
    if executor != "slurm":
        given.refuse("chunk", "sbatch_options", "detach", why="needs --executor slurm")


@dataclass(frozen=True, slots=True)
class Work:
    """The state of a sweep: its jobs, their records, and the jobs to run.

    Attributes:
        folder: the folder of its results.
        before: the records of jobs that are not run again.
        history: all records in the folder, for estimates.
    """

    sweep: Sweep
    folder: Path
    jobs: Sequence[Job]
    before: Sequence[Record]
    pending: Sequence[Job]
    history: Sequence[Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flags:
    """The command line's options; a limit is None if it is not given, and 0 for no limit."""

    family: str | None
    instances: tuple[str, ...]
    tasks: tuple[str, ...]
    encodings: tuple[str, ...]
    engines: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]
    configurations: tuple[str, ...]
    repetitions: int | None
    seconds: float | None
    megabytes: int | None
    cpu_seconds: float | None
    means: Means
    limits: Limits


def prepare(
    file: str | None, folder: Path | None, resume: bool, retry: Sequence[str], **said: Any
) -> Work:
    """The sweep's state for a run. Raises PylabError for a sweep that can't be run."""
    flags = _Flags(**said)
    if file is not None:
        sweep = _overridden(file, read_sweep(read_source(file, SweepError)), flags)
        base = Path(file).absolute().parent
    else:
        sweep, base = _from_flags(flags), Path.cwd()
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
    """The sweep's jobs. Raises PylabError, which names the sweep's file if there is one."""
    try:
        return expansion.expand(sweep, base, generated)
    except PylabError as error:
        if file is None or getattr(error, "place", None) is not None:
            raise
        raise PylabError(f"{file}: {table.renamed(str(error), 'entry')}") from None


def found_in(folder: Path) -> Sequence[Record]:
    """The records in a sweep's folder; reports lines that are no records."""
    if not records.files_of(folder) or not folder.exists():
        return ()
    found = records.read([folder])
    tell_broken(found.broken)
    return found.records


def tell_broken(broken: Sequence[str]) -> None:
    """Report lines of results that are no records."""
    for line in broken[:3]:
        remark(f"{line}; passed over")
    if len(broken) > 3:
        remark(f"and {counted(len(broken) - 3, 'more line')}, no records either")


def _overridden(file: str, sweep: Sweep, flags: _Flags) -> Sweep:
    """The file's sweep with the limits and repetitions of the command line, if given."""
    of_families = (f"{FAMILYS}{name}" for name in flags.means.options)
    given.refuse(*_WHAT, *of_families, why=f"has no use beside {file}, which says what is run")
    return replace(
        sweep,
        repetitions=flags.repetitions or sweep.repetitions,
        limits=_limits(sweep.limits, flags),
    )


def _limits(default: Limits, flags: _Flags) -> Limits:
    said = {each.field: getattr(flags, each.field) for each in table.of(table.SWEEP)}
    return replace(default, **{name: n or None for name, n in said.items() if n is not None})


def _from_flags(flags: _Flags) -> Sweep:
    if not flags.instances:
        raise PylabError("expected SWEEP.toml or --instances")
    return Sweep(
        name="bench",
        puzzles=(Puzzles(family=flags.family or "", files=flags.instances),),
        variants=tuple(_variants(flags)),
        tasks=flags.tasks,
        repetitions=flags.repetitions or 1,
        limits=_limits(LIMITS, flags),
    )


def _variants(flags: _Flags) -> list[SweepVariant]:
    """The product of encodings, engines and configurations, each named by what differs."""
    dimensions = (
        flags.encodings or (None,),
        (*flags.engines, *flags.commands) or (AUTO,),
        flags.configurations or ("",),
    )
    several = [len(dimension) > 1 for dimension in dimensions]
    variants = []
    for encoding, engine, configuration in itertools.product(*dimensions):
        command = engine if isinstance(engine, tuple) else ()
        named = engine if isinstance(engine, str) else shlex.join(engine)
        own = not command and (named == AUTO or engines.get(named).tunable)
        if not own and configuration != dimensions[2][0]:
            continue
        words = (encoding or "own", named, (configuration or "plain") if own else "")
        name = " ".join(w for w, differs in zip(words, several, strict=True) if differs and w)
        variants.append(
            SweepVariant(
                name=name or encoding or "default",
                means=replace(
                    flags.means,
                    engine=engines.COMMAND if command else None if named == AUTO else named,
                    command=command,
                    encoding=encoding,
                    clingo_options=tuple(configuration.split()) if own else (),
                ),
                models=flags.limits.models,
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
