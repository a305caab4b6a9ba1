"""Collects the atoms that hold in some answer of a program (brave), or in every one (cautious).

Each model is an answer, which can be checked like any other. After each of them clingo has to find
one that adds an atom to those in some answer, or lacks an atom of those in every one; so there are
at most as many models as atoms.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import clingo
from clingo import ast

from pylab.base.errors import PylabError, near
from pylab.base.listing import Signature
from pylab.encoding.places import shown
from pylab.encoding.predicates import MADE, Role, placed, trees
from pylab.encoding.program import Encoding

_SHOWN = Signature("_pylab_shown", 1)
"""Stands for the terms that the program shows by `#show TERM : …`."""


class Collector:
    """Collects what holds in the models of some calls of the solver.

    Attributes:
        found: the atoms so far; None before the first model.
    """

    def __init__(self, brave: bool, on: Collection[Signature]) -> None:
        self.found: set[clingo.Symbol] | None = None
        self._brave, self._on = brave, frozenset(on)

    def take(self, model: clingo.Model) -> None:
        """Take a model, and ask that the next ones say something new."""
        true, known = set(atoms_of(model, self._on)), self.found
        if self._brave:
            self.found = found = true | (known or set())
            whole = model.context.symbolic_atoms
            there = [each for each in whole.signatures if not self._on or each[:2] in self._on]
            left = (each.symbol for signature in there for each in whole.by_signature(*signature))
            clause = [(symbol, True) for symbol in left if symbol not in found]
        else:
            self.found = found = true if known is None else true & known
            clause = [(symbol, False) for symbol in found]
        model.context.add_clause(clause)

    @property
    def atoms(self) -> tuple[str, ...]:
        """What was collected, sorted."""
        found = (s.arguments[0] if s.match(*_SHOWN) else s for s in self.found or ())
        return tuple(map(str, sorted(found)))


def atoms_of(model: clingo.Model, on: Collection[Signature]) -> list[clingo.Symbol]:
    """The atoms of these predicates in a model, shown or not; all atoms for no predicates."""
    atoms = model.symbols(atoms=True)
    return [s for s in atoms if not on or Signature(s.name, len(s.arguments)) in on]


def shown_term(symbol: clingo.Symbol) -> clingo.Symbol:
    """The atom that stands for a shown term in the program of `showing`."""
    return clingo.Function(_SHOWN.name, [symbol])


def known(program: Encoding, flag: str, names: Collection[str]) -> list[Signature]:
    """The predicates with these names. Raises PylabError for one that the program doesn't have."""
    found = {str(each): each for each in program.signatures(*MADE, Role.USED, Role.DECLARED)}
    for name in names:
        if name not in found:
            hint = near(name, found)
            raise PylabError(f"{flag}: {shown(program.entry)} has no {name}{hint}")
    return [found[name] for name in names]


def showing(program: Encoding) -> tuple[Encoding, list[Signature]]:
    """The program with atoms for the terms that it shows, and the predicates of all it shows.

    None are named if all atoms are shown, or nothing is.
    """
    if not program.shows:
        return program, []
    added = []
    for each in placed(program.statements):
        if each.kind is ast.ASTType.ShowTerm:
            symbol = ast.Function(each.tree.location, _SHOWN.name, [each.tree.term], False)
            head = ast.Literal(each.tree.location, ast.Sign.NoSign, ast.SymbolicAtom(symbol))
            tree = ast.Rule(each.tree.location, head, each.tree.body)
            added.append(replace(each, tree=tree))
    atoms = (each for each in program.atoms if each.role is Role.SHOWN)
    plain = {each.signature for each in atoms if each.tree.ast_type is ast.ASTType.ShowSignature}
    named = sorted(plain - {Signature("", 0)}) + [_SHOWN] * bool(added)
    return replace(program, statements=(*program.statements, *trees(added))), named
