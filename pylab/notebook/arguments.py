"""The arguments of `solve` and of all other functions that ask a question."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pylab.core import options
from pylab.core.options import ASK, SOLVE, Kind
from pylab.notebook.texts import file_of, files_of

P = ParamSpec("P")
R = TypeVar("R")


def named(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, with encodings, overlays and judges given as text replaced by files."""
    found = dict(asked)
    for each in options.of(ASK, SOLVE):
        value = found.get(each.name)
        if each.kind is Kind.FILE and isinstance(value, str | Path):
            found[each.name] = file_of(value, each.noun)
        elif each.kind is Kind.FILES and isinstance(value, Iterable):
            found[each.name] = files_of(value, each.noun)
    return found


def _typed(
    _types: Callable[P, None],
) -> Callable[[Callable[..., R]], Callable[P, R]]:
    """A decorator for functions that take the arguments of `options.arguments`."""

    def decorate(function: Callable[..., R]) -> Callable[P, R]:
        signature = inspect.signature(options.arguments)
        returned = inspect.signature(function).return_annotation
        function.__signature__ = signature.replace(return_annotation=returned)  # type: ignore[attr-defined]
        function.__doc__ = (function.__doc__ or "").replace(
            "        OPTIONS\n", _listed(ASK, SOLVE)
        )
        return function

    return decorate


asks = _typed(options.arguments)
"""Decorator: gives a function a question's arguments, for type checkers and `help`."""


def listing(user: str) -> Callable[[R], R]:
    """A decorator that adds the options of one of the table's users to a function's help."""
    typed = inspect.signature(options.arguments).parameters

    def decorate(function: Any) -> Any:
        *own, rest = inspect.signature(function).parameters.values()
        added = (typed[each.name] for each in options.of(user))
        whole = [*own, *added, rest.replace(name="options")]
        function.__signature__ = inspect.signature(function).replace(parameters=whole)
        function.__doc__ = function.__doc__.replace("        OPTIONS\n", _listed(user))
        return function

    return decorate


def _how_many(option: options.Option) -> str:
    words = " (a list of words)" if option.kind is Kind.COMMAND else ""
    return " (several)" if option.repeatable else words


def _listed(*users: str) -> str:
    """The options as lines of a docstring."""
    names = {each.flag: each.name for each in options.TABLE.values()}
    names |= {"including Python and clingo": "beyond what this process has"}
    known = re.compile("--[a-z-]+|including Python and clingo")
    lines = (
        f"{each.name}{_how_many(each)}: {each.help[0].lower()}"
        + known.sub(lambda found: names.get(found[0], found[0]), each.help[1:])
        for each in options.of(*users)
    )
    wrap = textwrap.TextWrapper(96, initial_indent=" " * 8, subsequent_indent=" " * 12)
    return "".join(f"{wrap.fill(line)}\n" for line in lines)
