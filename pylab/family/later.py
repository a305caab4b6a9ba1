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


def later(package: str, **names: str) -> dict[str, Later]:
    """Functions that are imported later, by their names; the keywords are their modules.

    Type checkers can't see through it, so the real import is written beside it:

        if TYPE_CHECKING:
            from pylab.families.alice.draw import draw, picture
        else:
            globals().update(later(__package__, draw="draw picture"))
    """
    return {
        name: Later(f"{package}.{module}", name)
        for module, words in names.items()
        for name in words.split()
    }


def lab_beside(module: str, names: str) -> tuple[Path, ...]:
    """The files of a lab in order: `lab_js/NAME.js` beside the file `module`.

    `names` are separated by blanks.
    """
    return tuple(Path(module).with_name("lab_js") / f"{name}.js" for name in names.split())
