"""Registers theories with clingo: clingo-dl (difference constraints) and clingcon (linear ones).

Each is a C library in a package of its own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import clingo
from clingo import ast

from pylab.base.errors import EncodingError, PylabError
from pylab.encoding import places
from pylab.encoding.program import Encoding

GRAMMAR = """
#theory numbers {
    term { - : 4, unary; + : 4, unary; ** : 3, binary, right; * : 2, binary, left;
           / : 2, binary, left; \\ : 2, binary, left; + : 1, binary, left; - : 1, binary, left;
           .. : 0, binary, left };
    &diff/0     : term, {<=, >=, <, >, =, !=}, term, any;
    &sum/0      : term, {<=, >=, <, >, =, !=}, term, any;
    &sum/1      : term, {<=, >=, <, >, =, !=}, term, any;
    &nsum/0     : term, {<=, >=, <, >, =, !=}, term, any;
    &dom/0      : term, {=}, term, any;
    &distinct/0 : term, any;
    &show/0     : term, directive;
    &minimize/0 : term, directive;
    &maximize/0 : term, directive
}.
"""
"""A grammar that covers both theories, for reading rules without solving them."""


class Missing(EncodingError):
    """A theory that is not installed."""


_CLASSES = {"clingo-dl": ("clingodl", "ClingoDLTheory"), "clingcon": ("clingcon", "ClingconTheory")}


class Control(clingo.Control):
    """clingo's control with a theory, which gets each grounded program and each model.

    Raises Missing if the theory is not installed.
    """

    def __init__(
        self, name: str, arguments: Sequence[str], logger: Callable[[Any, str], None]
    ) -> None:
        super().__init__(arguments, logger=logger)
        self._theory = theory(name)
        self._theory.register(self)

    def ground(self, *arguments: Any, **named: Any) -> None:
        super().ground(*arguments, **named)
        self._theory.prepare(self)

    def solve(self, *arguments: Any, on_model: Any = None, **named: Any) -> Any:
        def heard(model: clingo.Model) -> Any:
            self._theory.on_model(model)
            return None if on_model is None else on_model(model)

        solve: Any = super().solve
        return solve(*arguments, on_model=heard, **named)


def theory(name: str) -> Any:
    """The theory of that name. Raises PylabError if it is unknown, Missing if not installed."""
    if name not in _CLASSES:
        raise PylabError(f"expected a theory, {' or '.join(_CLASSES)}; found {name!r}")
    module, member = _CLASSES[name]
    try:
        return getattr(importlib.import_module(module), member)()
    except (ImportError, OSError, AttributeError) as error:
        raise Missing(
            f"{name} is not installed: pip install 'pylab-asp[dl]' ({str(error).splitlines()[0]})"
        ) from None


def control(
    name: str, arguments: Sequence[str], logger: Callable[[Any, str], None]
) -> clingo.Control:
    """clingo's control, with the theory of that name unless the name is empty."""
    if name:
        return Control(name, arguments, logger)
    return clingo.Control(arguments, logger=logger)


def rewritten(encoding: Encoding) -> tuple[ast.AST, ...]:
    """The statements, rewritten for the encoding's theory if it has one.

    Raises Missing if the theory isn't installed, and EncodingError for statements that it can't
    read and for `&minimize` and `&maximize`: a theory makes each model better than the one before,
    but reports neither a model's cost nor whether it is optimal.
    """
    if not encoding.theory:
        return encoding.statements
    for refused in objectives(encoding):
        raise refused
    found: list[ast.AST] = []
    plugged = theory(encoding.theory)
    for statement in encoding.statements:
        try:
            plugged.rewrite_ast(statement, found.append)
        except RuntimeError as error:
            raise places.error_at(statement, f"{encoding.theory} says: {error}") from None
    return tuple(found)


def objectives(encoding: Encoding) -> Iterator[EncodingError]:
    """An error for each statement that minimises or maximises the theory's variables."""
    for statement in encoding.statements if encoding.theory else ():
        head = getattr(statement, "head", None)
        if head is None or head.ast_type is not ast.ASTType.TheoryAtom:
            continue
        if (name := head.term.name) in ("minimize", "maximize"):
            yield places.error_at(statement, places.not_optimised(name))
