"""Writes a program as plain text for any solver, with its stepwise rules once for each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import clingo
from clingo import ast

from pylab.base.errors import EncodingError
from pylab.base.listing import Signature
from pylab.encoding import places
from pylab.encoding.predicates import (
    BASE,
    CHECK,
    NOWHERE,
    STEP,
    Renaming,
    Replacing,
    Role,
    atoms,
    occurrences,
)
from pylab.encoding.program import Encoding
from pylab.text.facts import Fact


class Unrolled:
    """An encoding and facts as text without parts, includes and externals.

    Raises EncodingError for parts other than `base`, `step(t)` and `check(t)`, and for a constant
    that would rewrite the facts.
    """

    def __init__(
        self, encoding: Encoding, facts: Sequence[Fact], constants: Mapping[str, str]
    ) -> None:
        self.stepwise, self.optimising = encoding.stepwise, encoding.optimising
        self.length = encoding.constants.get("length")
        _refuse_clashes(encoding, facts, constants)
        self.shown, self._printed = _shown(encoding), _printed(encoding)
        self._facts = facts
        self._given = {n: v for n, v in constants.items() if n not in encoding.constants}
        self._parts: dict[str, list[tuple[str, ast.AST]]] = {"base": [], "step": [], "check": []}
        for each in encoding.model:
            if each.kind is ast.ASTType.Comment:
                continue
            if each.part not in (BASE, STEP, CHECK):
                raise _unsayable(each.tree, "a part other than base, step(t) and check(t)")
            (parameter,) = each.section.parameters or ("",)
            self._parts[each.part[0]].append((parameter, _settled(each.tree, constants)))
        if self._parts["check"] and not self.stepwise:
            raise _unsayable(self._parts["check"][0][1], "a part check(t) without <incmode>")
        self._growing = self._named(encoding)
        self._by_part = dict[str, tuple[str, str]]()

    @property
    def in_steps(self) -> bool:
        """Whether the text depends on the number of steps."""
        return self.stepwise or bool(self._parts["step"])

    @cached_property
    def base(self) -> str:
        """The facts and the rules of the part `base`."""
        begun = clingo.Number(0)
        given = (f"#const {name} = {value}.\n" for name, value in self._given.items())
        rules = (f"{self._grown(statement, begun)}\n" for _, statement in self._parts["base"])
        return "".join((*given, *map(self._said, self._facts), *rules))

    def own(self, symbol: clingo.Symbol) -> bool:
        """Whether an atom, or a shown term, is the program's, not one that only this text has."""
        if symbol.type is not clingo.SymbolType.Function:
            return True
        found = Signature(symbol.name, len(symbol.arguments))
        return found not in {Signature(s, each.arity + 1) for each, s in self._growing.items()}

    def _said(self, fact: Fact) -> str:
        other = self._growing.get(fact.signature)
        return f"{other}({','.join(map(str, [*fact.arguments, 0]))}).\n" if other else f"{fact}\n"

    def text(self, steps: int) -> str:
        """The program with so many steps; if it is stepwise, `query` holds for the last one."""
        lines = [self.base, *self._kept(steps), *self._at("step", range(1, steps + 1))]
        if self.stepwise:
            lines += [*self._at("check", range(steps + 1)), f"query({steps}).\n"]
        return "".join(lines)

    def _at(self, part: str, steps: range) -> Iterator[str]:
        if steps and part not in self._by_part:
            self._by_part[part] = self._at_any(part)
        for step in steps:
            text, mark = self._by_part[part]
            yield text.replace(mark, str(step))

    def _at_any(self, part: str) -> tuple[str, str]:
        """A part's text with a placeholder for the step, and the placeholder."""
        said, mark = "".join(str(statement) for _, statement in self._parts[part]), "at_step"
        while mark in said or any(mark in name for name in self._growing.values()):
            mark += "_"
        step = clingo.Function(mark)
        lines = (
            f"{self._grown(_numbered(parameter, step)(statement), step)}\n"
            for parameter, statement in self._parts[part]
        )
        return "".join(lines), mark

    def _grown(self, statement: ast.AST, step: clingo.Symbol) -> ast.AST:
        """The statement with other names for atoms that get the step as their last argument."""

        def grown(term: ast.AST) -> ast.AST:
            other = self._growing.get(Signature(term.name, len(term.arguments)))
            more = [*term.arguments, ast.SymbolicTerm(NOWHERE, step)]
            return term if other is None else term.update(name=other, arguments=more)

        return Renaming(grown)(statement) if self._growing else statement

    def _named(self, encoding: Encoding) -> dict[Signature, str]:
        """New names for predicates that steps define without an argument for the step.

        clingo grounds step by step, so such an atom is false until a step has defined it. In plain
        text it would hold from the start; so it gets the step as one more argument.
        """
        defined, used = dict[Signature, None](), set[Signature]()
        for parameter, statement in (*self._parts["step"], *self._parts["check"]):
            for atom in atoms(statement):
                if atom.role is Role.USED:
                    used.add(atom.signature)
                elif str(_numbered(parameter, clingo.Number(0))(atom.tree)) == str(atom.tree):
                    defined[atom.signature] = None
        growing = [each for each in defined if each in used]
        taken = {each.signature.name for each in occurrences(encoding.written)}
        named = {}
        for signature in growing:
            named[signature] = f"{signature.name}_by"
            while named[signature] in taken:
                named[signature] += "_"
            taken.add(named[signature])
        return named

    def _kept(self, steps: int) -> Iterator[str]:
        """Rules that carry the renamed atoms from step to step, and show those of the last step."""
        for each, other in self._growing.items():
            terms = [f"X{number}" for number in range(each.arity)]
            before = f"{each.name}({','.join(terms)})" if terms else each.name
            yield f"#defined {other}/{each.arity + 1}.\n"
            for step in range(1, steps + 1):
                by = ",".join([*terms, str(step - 1)])
                yield f"{other}({','.join([*terms, str(step)])}) :- {other}({by}).\n"
            if self._printed is None or each in self._printed:
                yield f"{before} :- {other}({','.join([*terms, str(steps)])}).\n"


def _shown(encoding: Encoding) -> set[Signature] | None:
    """The predicates that the encoding shows; None if it shows all predicates, or terms."""
    kinds = {each.ast_type for each in encoding.written}
    return None if ast.ASTType.ShowTerm in kinds else _printed(encoding)


def _printed(encoding: Encoding) -> set[Signature] | None:
    """The predicates in `#show` statements; None if there is no such statement."""
    shows = [s for s in encoding.written if s.ast_type is ast.ASTType.ShowSignature]
    return {Signature(each.name, each.arity) for each in shows} or None


def _numbered(parameter: str, number: clingo.Symbol) -> ast.Transformer:
    """Replaces a part's parameter by a number or a placeholder."""
    return Replacing({parameter: ast.SymbolicTerm(NOWHERE, number)})


def _settled(statement: ast.AST, constants: Mapping[str, str]) -> ast.AST:
    """The statement; a `#const` with the given value, if there is one."""
    if statement.ast_type is not ast.ASTType.Definition or statement.name not in constants:
        return statement
    value = ast.SymbolicTerm(statement.location, clingo.parse_term(constants[statement.name]))
    return statement.update(value=value)


def _refuse_clashes(
    encoding: Encoding, facts: Sequence[Fact], constants: Mapping[str, str]
) -> None:
    """Raises EncodingError for a `#const` whose name occurs in the facts: it would rewrite them."""
    said = {
        str(a) for fact in facts for a in fact.arguments if a.type is clingo.SymbolType.Function
    }
    for name in sorted({*encoding.constants, *constants} & said):
        raise EncodingError(f"the name {name} is in the puzzle's facts and an encoding's #const")


def _unsayable(statement: ast.AST, what: str) -> EncodingError:
    return places.error_at(statement, f"expected a program for any solver, found {what}")
