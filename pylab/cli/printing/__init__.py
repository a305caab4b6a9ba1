"""Answers on standard output: a module a format, each with a `Printer`; these solve nothing.

A new format is a new module here: its name is the format's.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylab.cli.printing.text import Printer

DEFAULT = "text"


def formats() -> list[str]:
    """The names of all formats, the default first; none of them is loaded."""
    names = {module.name for module in pkgutil.iter_modules(__path__)}
    return [DEFAULT, *sorted(names - {DEFAULT})]


def printer(form: str) -> type[Printer]:
    """The class that prints answers in that format."""
    found: type[Printer] = importlib.import_module(f"{__name__}.{form}").Printer
    return found
