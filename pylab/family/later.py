"""What a family's table names and nobody has loaded yet: functions, and the files of its lab."""

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
        """The function itself."""
        return getattr(importlib.import_module(self.__module__), self.__name__)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)


def later(package: str, **names: str) -> dict[str, Later]:
    """Functions of modules that aren't imported yet, by the modules and then by their own names.

    Type checkers don't look behind it; so the real import stands beside it:

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
    """The files of a lab, in their order: `lab_js/NAME.js` beside a module of that file.

    `names` are apart by blanks.
    """
    return tuple(Path(module).with_name("lab_js") / f"{name}.js" for name in names.split())
