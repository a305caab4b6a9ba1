"""Putting a question from the command line: its options, its limits, Ctrl-C and the live line."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from pylab import pipeline
from pylab.cli import bounds, family_options, output
from pylab.cli.exits import INTERRUPTED, leave, remark, show_cursor
from pylab.cli.terminal import live_line
from pylab.engine import Progress
from pylab.errors import Disagreement
from pylab.family import Task
from pylab.limits import patience
from pylab.pipeline import Question, Report
from pylab.puzzle import Puzzle

F = TypeVar("F", bound=Callable[..., Any])

_INTERRUPTED = "pylab.interrupted"

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
        "--models",
        type=click.IntRange(0, 2**31 - 1),
        metavar="N",
        help="How many answers, 0 for all.",
    ),
    click.option("--encoding", metavar="FILE.lp", help="Instead of the task's own encoding."),
    click.option(
        "--with", "overlays", multiple=True, metavar="FILE.lp", help="An overlay; repeatable."
    ),
    constant_option,
    click.option(
        "--time-limit",
        type=bounds.SECONDS,
        callback=bounds.seconds_given,
        metavar="SECONDS",
        help="Ends the search with what is known by then.",
    ),
    click.option(
        "--memory-limit",
        type=bounds.MEGABYTES,
        callback=bounds.megabytes_given,
        metavar="MB",
        help="Bounds the address space.",
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
    bounds.supervise(memory_limit)
    stop = threading.Event()
    question = Question(
        family=puzzle.family,
        instance=puzzle.instance,
        task=task,
        engine=engine,
        options=options,
        seconds=time_limit,
        started=bounds.started(),
        megabytes=memory_limit,
        stop=stop,
        **means,
    )
    with (
        stopped_by_interrupt(stop),
        patience(time_limit, question.started, stop),
        live_line() as line,
    ):

        def on_progress(progress: Progress) -> None:
            line.show(_progress_text(task, progress))

        def print_witness(checked: pipeline.Checked) -> None:
            line.clear()
            on_witness(checked)

        if engine == "both":
            report = _ask_both(question, print_witness, on_progress)
        else:
            report = pipeline.ask(question, print_witness, on_progress)
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
        output.write(path, json.dumps(error.claims, indent=1), None)
        raise Disagreement(f"{error}; claims in {path}", error.claims) from None


def interrupted() -> bool:
    """Whether there was a Ctrl-C, be it so late that the search did not see it any more."""
    return bool(click.get_current_context().meta.get(_INTERRUPTED))


@contextlib.contextmanager
def stopped_by_interrupt(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C ends the search in good order; another one, somewhat later, ends the process."""
    first = 0.0
    context = click.get_current_context(silent=True)

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal first
        if context is not None:
            context.meta[_INTERRUPTED] = True
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


def _progress_text(task: Task, progress: Progress) -> str:
    at_least = f"at least {progress.lower}" if progress.lower else f"step {progress.step}"
    bounds = at_least if progress.upper is None else f"{at_least}, at most {progress.upper}"
    parts = [task.name, progress.phase, bounds, f"{progress.seconds:.1f} s"]
    if progress.conflicts:
        parts.append(f"{progress.conflicts:,} conflicts")
    if progress.models:
        parts.append(f"{progress.models:,} found")
    return " · ".join(parts)
