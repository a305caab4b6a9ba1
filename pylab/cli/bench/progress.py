"""A sweep's progress on the live line: a bar, the rate, the time left, and counts."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from pylab.bench.pool import Tally
from pylab.bench.records import FAILED, LIMITED, NONE, SOLVED
from pylab.cli.terminal import live_line

_SECONDS = 0.2
_WIDTH = 20


def counts(tally: Tally) -> str:
    """The numbers of jobs found, none, unknown and error, as on the bar."""
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
    """Context with a function that shows a tally on the live line.

    It draws in the caller's thread, because a sweep that forks must not have other threads.
    """
    started, drawn = time.monotonic(), 0.0
    with live_line() as line:

        def show(tally: Tally) -> None:
            nonlocal drawn
            now = time.monotonic()
            if now - drawn >= _SECONDS:
                drawn = now
                line.show(_tally_text(tally, before, now - started))

        yield show


def _tally_text(tally: Tally, before: int, seconds: float) -> str:
    ended = tally.done + tally.lost
    done, total = before + ended, before + tally.total
    full = _WIDTH * done // max(1, total)
    parts = [f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total}"]
    if ended and seconds > 0:
        rate = ended / seconds
        parts.append(f"{rate:.1f}/s" if rate >= 0.1 else f"{rate * 60:.1f}/min")
        parts.append(f"{clock((tally.total - ended) / rate)} left")
    return " · ".join([*parts, counts(tally)])


def clock(seconds: float) -> str:
    """A duration in seconds as text.

    >>> clock(7.2), clock(754), clock(8000)
    ('7 s', '12:34 min', '2:13 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"
