"""From a command's arguments to a family and an instance; options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from pylab import family as families
from pylab.cli import bounds
from pylab.cli.exits import remark
from pylab.errors import PylabError
from pylab.puzzle import Puzzle, located, read
from pylab.source import Source, read_source

F = TypeVar("F", bound=Callable[..., Any])


def instance_argument(function: F) -> F:
    """FILE and --family."""
    function = click.option(
        "--family", metavar="NAME", help="The family of puzzles; by default, FILE's ending tells."
    )(function)
    return click.argument("file")(function)


def form_option(function: F) -> F:
    """--format of commands that print for people or for programs."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="For people, or for programs.",
    )(function)


def load(file: str, family_name: str | None) -> Puzzle:
    """Read FILE, `-` for standard input, or a shipped instance of that name.

    Raises PylabError for what can't be read.
    """
    if file == "-" and family_name is None:
        raise PylabError("standard input has no ending that names a family; use --family")
    path = located(file)
    family = families.get(family_name) if family_name else families.by_suffix(file)
    if path == "-" and sys.stdin.isatty():
        remark("reading the instance from the terminal; Ctrl-D ends it")
    with bounds.reading():
        source = read_source(path)
        if path not in (file, "-"):
            remark(f"using the shipped instance {file}")
            source = Source(file, source.text)
        puzzle = read(source, family)
    for assumption in assumptions(puzzle):
        remark(f"assumed: {assumption}")
    return puzzle


def assumptions(puzzle: Puzzle) -> Sequence[str]:
    """What was assumed in reading it, where its family reads dirty data."""
    remarks: Callable[[Any], Sequence[str]] | None = getattr(puzzle.family, "remarks", None)
    return remarks(puzzle.instance) if remarks else ()
