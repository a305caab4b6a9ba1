"""Shows the progress of a search below a notebook's cell; asks nothing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from pylab.base.finding import Progress

SECONDS, PAUSE = 2.0, 0.5
"""A search shows its progress after so many seconds, and as often."""


@contextmanager
def told(hears: Callable[[Progress], object] | None) -> Iterator[Callable[[Progress], None]]:
    """Give a function that reports progress: `hears`, or one that writes a line below the cell.

    The line is cleared at the end. Outside of notebooks nothing is shown.
    """
    line: Any = None
    due = SECONDS
    shows = _in_notebook() if hears is None else None

    def tell(progress: Progress) -> None:
        nonlocal line, due
        if hears is not None:
            hears(progress)
        elif shows is not None and progress.seconds >= due:
            due = progress.seconds + PAUSE
            words = f"<p>{escape(str(progress))}; interrupt the kernel to end it</p>"
            line = shows(words, line)

    try:
        yield tell
    finally:
        if shows is not None and line is not None:
            shows("", line)


def _in_notebook() -> Callable[[str, Any], Any] | None:
    """A handle that displays and updates HTML below the cell; None outside a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if not hasattr(shell, "kernel"):
        return None
    screen: Any = importlib.import_module("IPython.display")

    def show(text: str, line: Any) -> Any:
        if line is None:
            return screen.display(screen.HTML(text), display_id=True)
        line.update(screen.HTML(text))
        return line

    return show
