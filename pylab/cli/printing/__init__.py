"""Prints answers on standard output; a module with a `Printer` for each format.

A new format is a new module here, whose name is the format's.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pylab.cli.printing.text import Printer

DEFAULT = "text"


def formats() -> list[str]:
    """The names of all formats, the default first; loads none of them."""
    names = {path.stem for path in Path(__file__).parent.glob("*.py")} - {"__init__", DEFAULT}
    return [DEFAULT, *sorted(names)]


def counted(form: str) -> str:
    """The format for --count beside --format. Raises UsageError if there is none."""
    if form == "json":
        return "json-count"
    if form not in (DEFAULT, "count"):
        raise click.UsageError(f"--count has no use beside --format {form}")
    return "count"


def printer(form: str) -> type[Printer]:
    """The class that prints answers in this format."""
    module, _, kind = form.partition("-")
    made = importlib.import_module(f"{__name__}.{module}")
    found: type[Printer] = made.Counter if kind else made.Printer
    return found
