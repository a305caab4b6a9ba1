"""What a call costs, counted instead of timed: lines of Python that it runs, of any module."""

from __future__ import annotations

import sys
from collections.abc import Callable


def lines_run(call: Callable[[], object]) -> int:
    """The number of lines that run."""
    count = 0

    def trace(_frame, event, _argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def grows_linearly(make: Callable[[int], Callable[[], object]], size: int) -> None:
    """Assert that twice and four times as much takes two and four times the work, and no more."""
    one, two, four = (lines_run(make(size * factor)) for factor in (1, 2, 4))
    assert two <= 2.2 * one, (one, two, four)
    assert four <= 2.2 * two, (one, two, four)
