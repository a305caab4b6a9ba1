"""Collects the atoms that hold in some answer of a program (brave), or in every one (cautious).

Each model is an answer, which can be checked like any other. After each of them clingo has to find
one that adds an atom to those in some answer, or lacks an atom of those in every one; so there are
at most as many models as atoms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import clingo
from clingo import ast

from pylab.base.errors import PylabError, near
from pylab.base.listing import Signature
from pylab.encoding.places import shown
from pylab.encoding.predicates import MADE, NOWHERE, Role, placed, trees
from pylab.encoding.program import Encoding
from pylab.engines.probes import literal
from pylab.engines.theory import BOUNDED

SHOWN = Signature("_pylab_shown", 2)
"""Stands for the terms of `#show TERM : …`, each with the parameters of its part."""


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
        terms = set(map(_term, atoms_of(model, self._on)))
        if self.found is None:
            self.found = terms
        else:
            self.found = self.found | terms if self._brave else self.found & terms
        whole = model.context.symbolic_atoms
        there = [each for each in whole.signatures if not self._on or each[:2] in self._on]
        atoms = (each for signature in there for each in whole.by_signature(*signature))
        # an atom without a literal has lost all of its rules
        known = ((e.symbol, _term(e.symbol) in self.found) for e in atoms if e.literal)
        clause = [(symbol, self._brave) for symbol, found in known if found is not self._brave]
        model.context.add_clause(clause)

    @property
    def atoms(self) -> tuple[str, ...]:
        """What was collected, sorted."""
        return tuple(map(str, sorted(self.found or ())))

    def by_step(self, program: Encoding) -> dict[int, tuple[str, ...]]:
        """The atoms of each step: those that rules of steps define, with a number at their end."""
        stepped = {
            each.signature
            for statement in placed(program.statements)
            for each in statement.atoms
            if each.role is Role.DEFINED and statement.section.parameters
        }
        found: dict[int, tuple[str, ...]] = {}
        for atom in sorted(self.found or (), key=lambda each: (each.arguments[-1:], each)):
            last = atom.arguments[-1:]
            numbered = last and last[0].type is clingo.SymbolType.Number
            if numbered and Signature(atom.name, len(atom.arguments)) in stepped:
                found[last[0].number] = (*found.get(last[0].number, ()), str(atom))
        return found


def _term(atom: clingo.Symbol) -> clingo.Symbol:
    """The term that an atom of `showing`'s program shows."""
    return atom.arguments[0] if atom.match(*SHOWN) else atom


def atoms_of(model: clingo.Model, on: Collection[Signature]) -> list[clingo.Symbol]:
    """The atoms of these predicates in a model, shown or not; all atoms for no predicates."""
    atoms = (each for each in model.symbols(atoms=True) if each != BOUNDED)
    return [s for s in atoms if not on or Signature(s.name, len(s.arguments)) in on]


def shown_of(symbols: Iterable[clingo.Symbol], named: Collection[Signature]) -> list[clingo.Symbol]:
    """The shown terms among the atoms of `showing`'s program, which shows these predicates."""
    atoms = (s for s in symbols if not named or any(s.match(*each) for each in named))
    return list(dict.fromkeys(map(_term, atoms)))


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
            names = [ast.SymbolicTerm(NOWHERE, clingo.Function(n)) for n in each.section.parameters]
            step = ast.Function(NOWHERE, "", names, False)
            tree = ast.Rule(NOWHERE, literal(SHOWN.name, [each.tree.term, step]), each.tree.body)
            added.append(replace(each, tree=tree))
    atoms = (each for each in program.atoms if each.role is Role.SHOWN)
    plain = {each.signature for each in atoms if each.tree.ast_type is ast.ASTType.ShowSignature}
    named = sorted(plain - {Signature("", 0)}) + [SHOWN] * bool(added)
    return replace(program, statements=(*program.statements, *trees(added))), named
