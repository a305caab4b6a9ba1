"""Labyrinth puzzles, solved by answer set programming; each answer is checked.

What a notebook or a script needs is here, and is imported when it is first used:
docs/notebook.md is about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylab.base.errors import PylabError
    from pylab.base.finding import Progress, Status
    from pylab.base.verdict import Verdict
    from pylab.core.answer import Answer, Checked
    from pylab.core.puzzle import Puzzle, facts, generate, load
    from pylab.notebook.asking import Program, Witnesses, program, solve, witnesses
    from pylab.notebook.comparing import Comparison, compare, lint
    from pylab.notebook.explaining import Explanation, explain, why
    from pylab.notebook.showing import Page, Picture, draw, validate, watch
    from pylab.notebook.solution import Solution

    __all__ = [
        "Answer",
        "Checked",
        "Comparison",
        "Explanation",
        "Page",
        "Picture",
        "Program",
        "Progress",
        "Puzzle",
        "PylabError",
        "Solution",
        "Status",
        "Verdict",
        "Witnesses",
        "__version__",
        "compare",
        "draw",
        "explain",
        "facts",
        "generate",
        "lint",
        "load",
        "program",
        "solve",
        "validate",
        "watch",
        "why",
        "witnesses",
    ]

__version__ = "0.3.0"

_ROOMS = {
    "core.answer": "Answer Checked",
    "base.errors": "PylabError",
    "base.finding": "Progress Status",
    "notebook.asking": "Program Witnesses program solve witnesses",
    "notebook.comparing": "Comparison compare lint",
    "notebook.explaining": "Explanation explain why",
    "notebook.showing": "Page Picture draw validate watch",
    "notebook.solution": "Solution",
    "core.puzzle": "Puzzle facts generate load",
    "base.verdict": "Verdict",
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names.split()}
_OURS = "the pylab that solves labyrinth puzzles (pylab-asp)"


def __getattr__(name: str) -> Any:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    if name == "__all__":  # asked for by `from pylab import *`
        _warn()
        return [*_HOME, "__version__"]
    message = f"module {__name__!r} has no attribute {name!r}"
    if not name.startswith("_"):
        message += (
            f". This is {_OURS}; matplotlib has another one: write `import matplotlib.pyplot as "
            "plt`, or `from matplotlib import pylab`"
        )
    raise AttributeError(message)


def _warn() -> None:
    """Where matplotlib is installed, somebody may have meant its pylab."""
    from importlib.machinery import PathFinder

    if PathFinder.find_spec("matplotlib") is not None:
        from warnings import warn

        told = f"the names are those of {_OURS}; matplotlib's are in matplotlib.pylab"
        warn(told, stacklevel=3)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
