"""Labyrinth puzzles, solved by answer set programming; each answer is checked.

What a notebook or a script needs is here, and is imported when it is first used:
docs/notebook.md is about it.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylab.answer import Answer, Checked
    from pylab.errors import PylabError
    from pylab.finding import Progress, Status
    from pylab.notebook.asking import Witnesses, solve, witnesses
    from pylab.notebook.comparing import Comparison, compare, lint
    from pylab.notebook.explaining import Explanation, explain
    from pylab.notebook.showing import Page, Picture, draw, validate, watch
    from pylab.notebook.solution import Solution
    from pylab.puzzle import Puzzle, facts, generate, load
    from pylab.verdict import Verdict

    __all__ = [
        "Answer",
        "Checked",
        "Comparison",
        "Explanation",
        "Page",
        "Picture",
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
        "solve",
        "validate",
        "watch",
        "witnesses",
    ]

__version__ = "0.2.0"

_ROOMS = {
    "answer": "Answer Checked",
    "errors": "PylabError",
    "finding": "Progress Status",
    "notebook.asking": "Witnesses solve witnesses",
    "notebook.comparing": "Comparison compare lint",
    "notebook.explaining": "Explanation explain",
    "notebook.showing": "Page Picture draw validate watch",
    "notebook.solution": "Solution",
    "puzzle": "Puzzle facts generate load",
    "verdict": "Verdict",
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


class _Package(ModuleType):
    """The package; a module within it does not hide the function of its name, `facts`."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
