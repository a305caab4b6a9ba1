"""A sweep's progress on a terminal: a bar, the rate, the time that is left, and counts."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

from pylab.bench.pool import Tally
from pylab.bench.records import FAILED, LIMITED, NONE, SOLVED

_SECONDS = 0.2


def counts(tally: Tally) -> str:
    """Found, none, unknown and error, as on the bar."""
    statuses = tally.statuses
    figures = {
        "found": sum(statuses[name] for name in set(SOLVED).difference(NONE)),
        "none": sum(statuses[name] for name in NONE),
        "unknown": sum(statuses[name] for name in LIMITED),
        "error": sum(statuses[name] for name in FAILED),
    }
    if tally.lost:
        figures["lost"] = tally.lost
    return " · ".join(f"{number} {name}" for name, number in figures.items())


@contextlib.contextmanager
def bar(before: int) -> Iterator[Callable[[Tally], None]]:
    """What shows a tally, if standard error is a terminal that can rewrite lines.

    It is drawn from the caller's thread: a sweep that forks must not have others.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(bar_width=20), TextColumn("{task.description}"))
    console = Console(stderr=True, highlight=False)
    started = time.monotonic()
    drawn = 0.0
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        line = progress.add_task("starting", total=None)

        def show(tally: Tally) -> None:
            nonlocal drawn
            now = time.monotonic()
            if now - drawn < _SECONDS:
                return
            drawn = now
            progress.update(
                line,
                total=before + tally.total,
                completed=before + tally.done + tally.lost,
                description=_told(tally, before, now - started),
            )
            progress.refresh()

        yield show


def _told(tally: Tally, before: int, seconds: float) -> str:
    ended = tally.done + tally.lost
    parts = [f"{before + ended}/{before + tally.total}"]
    if ended and seconds > 0:
        rate = ended / seconds
        parts.append(f"{rate:.1f}/s" if rate >= 0.1 else f"{rate * 60:.1f}/min")
        parts.append(f"{clock((tally.total - ended) / rate)} left")
    return " · ".join([*parts, counts(tally)])


def clock(seconds: float) -> str:
    """Seconds for people.

    >>> clock(7.2), clock(754), clock(8000)
    ('7 s', '12:34 min', '2:13 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"
