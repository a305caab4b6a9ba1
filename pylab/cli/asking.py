"""Asks a command's question within its limits, with Ctrl-C and the live line."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pylab import engines
from pylab.base.errors import Disagreement, PylabError
from pylab.base.finding import Progress
from pylab.base.limits import keep_memory, patience
from pylab.cli import bounds, output
from pylab.cli.exits import remark
from pylab.cli.inputs import assumed
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import strict
from pylab.cli.terminal import live_line
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.options import Limits, Means, flag
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.encoding import files
from pylab.family.table import Family

LIVE_SECONDS = 2.0
"""Seconds after which a search shows a live line on a terminal."""

SILENT_SECONDS = 10.0
"""Seconds after which a search without a live line prints its first line of progress."""

MORE_SECONDS = 60.0
"""Seconds between two lines of progress where there is no live line."""


def question(
    puzzle: Puzzle, task: str | None, means: Means, limits: Limits | None = None
) -> Question:
    """The question of a command, whose clock began with the command.

    Reports a program that was named but not asked. Raises PylabError for a task that the family
    doesn't have.
    """
    means = strictly(means, puzzle.family)
    if puzzle.task and task not in (None, puzzle.task):
        remark(f"the program {puzzle.task} was named, but --task {task} asks another one")
    return Question.of(puzzle, task, means, limits, started=bounds.started())


def strictly(means: Means, family: Family[Any, Any]) -> Means:
    """The means, where --strict also sets the family's option of that name if it has one."""
    if strict() and "strict" in family.option_named:
        return replace(means, options={"strict": True, **means.options})
    return means


def under(puzzle: Puzzle, means: Means) -> Puzzle:
    """The puzzle under the family's options and a program's constants; prints what is assumed.

    Raises PylabError for an option that its family doesn't have, or that affects only a search, and
    for constants that its program doesn't have.
    """
    refuse_search(puzzle.family, means)
    asked = question(puzzle, None, means)
    refuse_constants(asked)
    assumed(asked.family, asked.instance)
    return replace(puzzle, instance=asked.instance)


def refuse_constants(asked: Question) -> None:
    """Raises PylabError for constants that puzzle and judge can't have: those of an encoding."""
    if asked.means.constants and asked.family.as_written is None:
        told = f"an encoding's constant changes no puzzle of {asked.family.name}"
        raise PylabError(f"-c is for programs: {told}")
    if asked.means.constants:
        _ = asked.encoding


def refuse_search(family: Family[Any, Any], means: Means) -> None:
    """Raises PylabError for an option of the family that affects only a search."""
    for option in family.options:
        if option.native and option.name in means.options:
            raise PylabError(f"{flag(option.name)} is for a search, and there is none here")


def judged(puzzle: Puzzle, means: Means, limits: Limits, searching: bool = False) -> Question:
    """The question under whose rules an answer from a file is judged or drawn.

    Of an overlay, only the options that it sets and the judges that it names count; `tell_idle`
    reports overlays that have neither. Raises PylabError for an option that
    is for a search, unless one may follow (`searching`), and for a program that can't be read.
    """
    if not searching:
        refuse_search(puzzle.family, means)
    rules = replace(means, engine=None, command=())
    asked = question(puzzle, None, rules, Limits(limits.seconds))
    refuse_constants(asked)
    if asked.family.as_written is not None:
        _ = asked.encoding
    assumed(asked.family, asked.instance)
    return asked


def tell_idle(asked: Question) -> None:
    """Report overlays that don't affect how an answer is judged: no option and no judge."""
    for name, path in zip(asked.means.overlays, asked.overlays, strict=True):
        if not (files.options([path]) or files.judges([path])):
            remark(f"{name} sets no option and names no judge: the answer is judged without it")


def prove(claimed: Question, task: str | None, means: Means, limits: Limits) -> Answer:
    """Ask the engine of these means whether a question has an answer, with a new clock."""
    asked = replace(
        claimed,
        task=claimed.family.task(task),
        means=replace(claimed.means, engine=means.engine, command=means.command),
        limits=Limits(limits.seconds, limits.megabytes),
        started=time.monotonic(),
    )
    return put(asked)


def put(
    asked: Question,
    found: Callable[[Checked], None] | None = None,
    keep: bool = False,
    remarks: bool = True,
) -> Answer:
    """Ask within the limits until answered or interrupted; shows progress on a terminal.

    Args:
        asked: the question.
        found: is called with each checked witness.
        keep: whether the answer has the witnesses, too; it has them without `found`.
        remarks: whether to print remarks; not if the same was asked before in another way.
    """
    bounds.supervise(asked.limits.megabytes)
    keep_memory()
    stop = threading.Event()
    with (
        stopped_by_interrupt(stop),
        patience(asked.limits.seconds, asked.started, stop),  # also for adapting the instance
        live_line() as line,
    ):
        pace = Pace()
        due = LIVE_SECONDS if line.there else SILENT_SECONDS

        def on_progress(progress: Progress) -> None:
            nonlocal due
            words = _progress_words(progress, pace)
            if progress.seconds < due:
                return
            if line.there:
                endless = "no last step (--steps N) · " if progress.endless else ""
                line.show(f"Ctrl-C ends it · {asked.task.name} · {endless}{words}")
            else:
                due = progress.seconds + MORE_SECONDS
                limited = "" if asked.limits.seconds else " or --time-limit SECONDS"
                if progress.endless:
                    words += "; nothing bounds the steps, so that the search may have no end"
                    words += " (--steps N searches up to N steps)"
                remark(f"{words}; Ctrl-C{limited} ends it with what is known by then")

        def print_witness(checked: Checked) -> None:
            if found is not None:
                line.clear()
                found(checked)

        def print_remark(message: str) -> None:
            if remarks:
                line.clear()
                remark(message)

        if remarks:
            assumed(asked.family, asked.instance)
        keep = keep or found is None
        watch = Watch(print_witness, on_progress, stop, keep, print_remark, bounded=True)
        try:
            return engines.ask(asked, watch)
        except Disagreement as error:
            import json

            path = Path(f"pylab-disagreement-{os.getpid()}.json")
            output.write(path, json.dumps(error.claims, indent=1), None)
            raise Disagreement(f"{error}; claims in {path}", error.claims) from None


class Pace:
    """The rate of work over the last few seconds."""

    SECONDS = 4.0

    def __init__(self) -> None:
        self._heard: list[tuple[float, int]] = []

    def words(self, progress: Progress) -> str:
        """The amount of work and its rate; or, if it is no longer reported, the time of the report.

        >>> pace = Pace()
        >>> pace.words(Progress("searching", 1, 1.0, 500, 0, unit="nodes"))
        '500 nodes'
        >>> pace.words(Progress("searching", 1, 3.0, 4500, 0, unit="nodes"))
        '4,500 nodes, 2,000 a second'
        >>> pace.words(Progress("searching", 1, 60.0, 4500, 0, unit="nodes"))
        '4,500 nodes by 3 s'
        """
        now = progress.seconds, progress.conflicts
        if not self._heard or self._heard[-1][1] != progress.conflicts:
            self._heard.append(now)
        while len(self._heard) > 2 and self._heard[1][0] < now[0] - self.SECONDS:
            del self._heard[0]
        (began, before), (heard, last) = self._heard[0], self._heard[-1]
        done = f"{progress.conflicts:,} {progress.unit}"
        if now[0] - heard > self.SECONDS:
            return f"{done} by {heard:.0f} s"
        if heard == began:
            return done
        return f"{done}, {(last - before) / (heard - began):,.0f} a second"


def _progress_words(progress: Progress, pace: Pace) -> str:
    parts = [str(progress)]
    if progress.conflicts:
        parts.append(pace.words(progress))
    if progress.models:
        parts.append(f"{progress.models:,} found")
    return " · ".join(parts)
