"""Putting a question from the command line: its options, its limits, Ctrl-C and the live line."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from pylab import pipeline
from pylab.cli import family_options
from pylab.cli.exits import (
    INTERRUPTED,
    KNOWN,
    UNDECIDED,
    complain,
    leave,
    remark,
    show_cursor,
)
from pylab.engine import Progress
from pylab.errors import Disagreement
from pylab.family import Task
from pylab.limits import die_with_parent
from pylab.pipeline import Question, Report
from pylab.puzzle import Puzzle

F = TypeVar("F", bound=Callable[..., Any])

SAME_SECONDS = 0.5
"""Two Ctrl-C within this time are one: a group of processes often gets it twice."""


def constant(_ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE pairs."""
    constants = {}
    for value in values:
        name, equals, number = value.partition("=")
        if not (name and equals and number):
            raise click.BadParameter(f"expected NAME=VALUE, found {value!r}")
        constants[name] = number
    return constants


constant_option = click.option(
    "-c",
    "constants",
    multiple=True,
    metavar="NAME=VALUE",
    callback=constant,
    help="A value for one of the encoding's #const; repeatable.",
)

_OPTIONS = [
    click.option("--task", metavar="NAME", help="What is asked; see `pylab families`."),
    click.option(
        "--engine",
        type=click.Choice([*pipeline.ENGINES, "both"]),
        help="clingo with the encoding (by default, where it is quick), the native search, or both "
        "side by side.",
    ),
    click.option(
        "--models", type=click.IntRange(0), metavar="N", help="How many answers, 0 for all."
    ),
    click.option("--encoding", metavar="FILE.lp", help="Instead of the task's own encoding."),
    click.option(
        "--with", "overlays", multiple=True, metavar="FILE.lp", help="An overlay; repeatable."
    ),
    constant_option,
    click.option(
        "--time-limit",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="Ends the search with what is known by then.",
    ),
    click.option(
        "--memory-limit", type=click.IntRange(1), metavar="MB", help="Bounds the address space."
    ),
    click.option(
        "--clingo-option",
        "clingo_options",
        multiple=True,
        metavar="OPTION",
        help="One of clingo's own, e.g. --clingo-option=--parallel-mode=2; repeatable.",
    ),
    click.option("--allow-scripts", "scripts", is_flag=True, help="Run scripts in encodings."),
]


def question_options(function: F) -> F:
    """The options that say what is asked and with which means."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def put(
    puzzle: Puzzle,
    task: Task,
    on_witness: pipeline.OnWitness,
    *,
    engine: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    **means: Any,
) -> Report:
    """Ask, within the limits, until answered or interrupted; progress shows on a terminal.

    Without an engine the better one is taken: clingo whenever something is asked for that is
    clingo's alone.
    """
    options = family_options.split(means, puzzle.family)
    if engine is None and (means["encoding"] or means["constants"] or means["clingo_options"]):
        engine = "clingo"
    if engine is None:
        adapted = puzzle.family.adapt(puzzle.instance, **options) if options else puzzle.instance
        engine, reason = pipeline.engine_for(puzzle.family, adapted, task)
        if reason:
            remark(f"going native: {reason} (--engine clingo insists)")
    if memory_limit is not None:
        _supervise(memory_limit)
    stop = threading.Event()
    question = Question(
        family=puzzle.family,
        instance=puzzle.instance,
        task=task,
        engine=engine,
        options=options,
        seconds=time_limit,
        started=click.get_current_context().meta.get("started", time.monotonic()),
        megabytes=memory_limit,
        stop=stop,
        **means,
    )
    with stopped_by_interrupt(stop), _live_line(task) as on_progress:
        if engine == "both":
            report = _ask_both(question, on_witness, on_progress)
        else:
            report = pipeline.ask(question, on_witness, on_progress)
    for message in report.messages:
        remark(message.strip())
    return report


def _ask_both(
    question: Question, on_witness: pipeline.OnWitness, on_progress: pipeline.OnProgress
) -> Report:
    """Both engines; if they contradict each other, their claims are saved."""
    from pylab import portfolio

    try:
        return portfolio.ask(question, on_witness, on_progress)
    except Disagreement as error:
        path = Path(f"pylab-disagreement-{os.getpid()}.json")
        path.write_text(json.dumps(error.claims, indent=1), encoding="utf-8")
        raise Disagreement(f"{error}; claims in {path}", error.claims) from None


def _supervise(megabytes: int) -> None:
    """Go on in a child process, and say what happened if it dies for lack of memory.

    The C++ library aborts where it can't even report that there is none left.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        die_with_parent()
        return
    for forwarded in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(forwarded, lambda number, _: os.kill(child, number))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in KNOWN:
        show_cursor()
    if code in (-signal.SIGTERM, -signal.SIGHUP):
        code = 128 - code
    elif code not in KNOWN:
        code = complain(f"the memory limit of {megabytes} MB was reached", UNDECIDED)
    leave(code)


@contextlib.contextmanager
def stopped_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C ends the search in good order; another one, somewhat later, ends the process."""
    first = 0.0

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal first
        if not stop.is_set():
            first = time.monotonic()
            stop.set()
        elif time.monotonic() - first > SAME_SECONDS:
            show_cursor()
            leave(INTERRUPTED, flush=False)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _live_line(task: Task) -> Iterator[pipeline.OnProgress]:
    """One line on standard error, if it is a terminal that can rewrite lines."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False).status(task.name, spinner="line") as status:
        yield lambda progress: status.update(_progress_text(task, progress))


def _progress_text(task: Task, progress: Progress) -> str:
    at_least = f"at least {progress.lower}" if progress.lower else f"step {progress.step}"
    bounds = at_least if progress.upper is None else f"{at_least}, at most {progress.upper}"
    parts = [task.name, progress.phase, bounds, f"{progress.seconds:.1f} s"]
    if progress.conflicts:
        parts.append(f"{progress.conflicts:,} conflicts")
    if progress.models:
        parts.append(f"{progress.models:,} found")
    return " · ".join(parts)
