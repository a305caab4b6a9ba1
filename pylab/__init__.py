"""Labyrinth puzzles, solved by answer set programming; each answer is checked.

`load`, `solve` and `check` are what a notebook needs; they are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pylab.puzzle import Puzzle, Solution, check, load, solve

__version__ = "0.1.0"
__all__ = ["Puzzle", "Solution", "__version__", "check", "load", "solve"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pylab import puzzle

    return getattr(puzzle, name)
