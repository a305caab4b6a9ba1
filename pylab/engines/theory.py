"""Registers theories with clingo: clingo-dl (difference constraints) and clingcon (linear ones).

Each is a C library in a package of its own. The values of a theory's variables are atoms of an
answer, `val(x,3)`; what clingcon minimises is the answer's cost.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import clingo
from clingo import ast

from pylab.base.errors import EncodingError
from pylab.base.finding import Number
from pylab.encoding import places
from pylab.encoding.header import THEORIES, refuse_theory
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import MADE, VALUES, theory_head
from pylab.encoding.program import Encoding
from pylab.text.facts import Fact

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


BOUNDED = clingo.Function("_pylab_bounded")
"""True where what clingcon minimises is bounded."""


class Missing(EncodingError):
    """A theory that is not installed."""


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
    """The theory of that name. Raises EncodingError if it is unknown, Missing if not installed."""
    refuse_theory(name)
    module, member = THEORIES[name]
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
    read and for objectives that are `unsupported`.
    """
    if not encoding.theory:
        return encoding.statements
    for refused in unsupported(encoding):
        raise refused
    found: list[ast.AST] = []
    plugged = theory(encoding.theory)
    for statement in encoding.statements:
        try:
            plugged.rewrite_ast(statement, found.append)
        except RuntimeError as error:
            raise places.error_at(statement, f"{encoding.theory} says: {error}") from None
    return tuple(found)


def unsupported(encoding: Encoding) -> Iterator[EncodingError]:
    """An error for each objective of a theory that can't be optimised.

    clingo-dl has none. In a program with steps clingcon would keep the bound from step to step, and
    beside `#minimize` nothing says which of the two comes first.
    """
    others = any(each.ast_type is ast.ASTType.Minimize for each in encoding.statements)
    if encoding.theory == "clingcon" and not encoding.in_steps and not others:
        return
    for statement in encoding.theory_objectives if encoding.theory else ():
        yield places.error_at(statement, places.not_optimised(theory_head(statement)))


def values(encoding: Encoding, model: clingo.Model) -> list[clingo.Symbol]:
    """The values of a theory's variables in a model, as atoms `val(x,3)`.

    They are part of the answers of a user's own program, unless it has a predicate `val/2`.
    clingcon names the variables that `&show` names, or else all.
    """
    if not encoding.theory or not encoding.as_clingo or VALUES in encoding.signatures(*MADE):
        return []
    found = model.symbols(theory=True)
    there = (each for each in found if each.match("__csp", 2) or each.match("dl", 2))
    return [clingo.Function(VALUES.name, each.arguments) for each in there]


def cost(model: clingo.Model) -> int | None:
    """What clingcon minimises, in a model; None if it minimises nothing."""
    found = (each for each in model.symbols(theory=True) if each.match("__csp_cost", 1))
    return next((int(each.arguments[0].string) for each in found), None)


def at_most(encoding: Encoding, most: Number) -> Encoding:
    """The program with a bound on what clingcon minimises, instead of its objectives.

    Two equal objectives are one atom, which counts once; equal elements of a sum count twice. The
    bound depends on an external atom, as clingcon 5.2.1 loses answers to bounds that always hold.
    """
    objectives = {str(each): each for each in encoding.theory_objectives}.values()
    elements = [
        f"{'-' * (theory_head(each) == 'maximize')}({element.terms[0]}) : "
        f"{', '.join(map(str, element.condition))}"
        for each in objectives
        for element in each.head.elements
    ]
    text = f"#external {BOUNDED}. [true] &sum {{ {'; '.join(elements)} }} <= {most} :- {BOUNDED}."
    bound = statements_of(text)
    plain = encoding.without_objectives()
    return replace(plain, statements=(*plain.statements, *bound))


def fixed(name: str, facts: Iterable[Fact]) -> str:
    """Rules by which a theory's variables have the values that these facts say."""
    atom = "&diff {{ {} - 0 }} = {}." if name == "clingo-dl" else "&sum {{ {} }} = {}."
    return " ".join(atom.format(*fact.arguments) for fact in facts)
