"""Functions that are imported on their first call, and the files of labs, for families' tables."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any


class Later:
    """A function that is imported when it is first called."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__ = module, name

    @property
    def function(self) -> Any:
        """The function itself, imported."""
        return getattr(importlib.import_module(self.__module__), self.__name__)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)


class LaterModule:
    """A module whose functions are imported when they are first called."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Later:
        return Later(self.__name__, name)


def later(package: str, names: str) -> dict[str, LaterModule]:
    """Modules of a package by their names, for functions that are imported later.

    Type checkers can't see through it, so the real import is written beside it:

        if TYPE_CHECKING:
            from pylab.families.alice import draw, watch
        else:
            globals().update(later(__package__, "draw watch"))
    """
    return {name: LaterModule(f"{package}.{name}") for name in names.split()}


def lab_beside(module: str, names: str) -> tuple[Path, ...]:
    """The files of a lab in order: `lab_js/NAME.js` beside the file `module`.

    `names` are separated by blanks.
    """
    return tuple(Path(module).with_name("lab_js") / f"{name}.js" for name in names.split())
