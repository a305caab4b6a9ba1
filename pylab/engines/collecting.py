"""Collects the atoms that hold in some answer of a program (brave), or in every one (cautious).

Each model is an answer, which can be checked like any other. After each of them clingo has to find
one that adds an atom to those in some answer, or lacks an atom of those in every one; so there are
at most as many models as atoms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

import clingo
from clingo import ast

from pylab.base.errors import PylabError, near
from pylab.base.listing import Signature
from pylab.encoding import files
from pylab.encoding.header import described
from pylab.encoding.places import shown
from pylab.encoding.predicates import MADE, NOWHERE, Role, is_atom, placed, trees, variables
from pylab.encoding.program import Encoding
from pylab.engines.probes import literal
from pylab.engines.theory import BOUNDED

SHOWN = Signature("_pylab_shown", 2)
"""Stands for the terms of `#show TERM : …`, each with the parameters of its part."""

Signed = tuple[str, int, bool]
"""A predicate's name, its number of arguments, and whether it is the positive one, not `-p`."""


class Collector:
    """Collects what holds in the models of some calls of the solver.

    Attributes:
        found: the atoms so far; None before the first model.
    """

    def __init__(self, brave: bool, on: Collection[Signed]) -> None:
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
        there = [each for each in whole.signatures if not self._on or each in self._on]
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
        """The atoms of each step: those that rules of steps define, by the argument that is it.

        It is `T` in the header of a predicate, as in `push(Z, D, T)`; without a header, the
        argument that is the part's parameter in all rules for it.
        """
        steps = _steps(program)
        found: dict[int, tuple[str, ...]] = {}
        for atom in sorted(self.found or ()):
            named = atom.type is clingo.SymbolType.Function
            where = steps.get(Signature(atom.name, len(atom.arguments))) if named else None
            if where is not None and atom.arguments[where].type is clingo.SymbolType.Number:
                step = atom.arguments[where].number
                found[step] = (*found.get(step, ()), str(atom))
        return dict(sorted(found.items()))


def _steps(program: Encoding) -> dict[Signature, int]:
    """The argument that is the step, of each predicate that has one."""
    places: dict[Signature, set[int]] = {}
    for statement in placed(program.statements):
        parameters = {*statement.section.parameters}
        beside = {  # such as T in time(t,T)
            str(variable)
            for each in statement.body
            if is_atom(each, ast.Sign.NoSign) and parameters.intersection(_words(each))
            for variable in variables([each])
        }
        for each in statement.atoms if parameters else ():
            if each.role is Role.DEFINED and each.tree.ast_type is ast.ASTType.Function:
                words = [*enumerate(map(_words, each.tree.arguments))]
                there = {n for n, word in words if parameters.intersection(word)}
                there = there or {n for n, word in words if beside.intersection(word)}
                places[each.signature] = places.get(each.signature, there) & there
    for path in {each.path for each in program.model}:
        section = files.header(Path(path)).sections.get("Output predicates", "")
        for predicate, _ in described(section):
            name, *arguments = re.findall(r"[^(,)\s]+", predicate)
            signature = Signature(name, len(arguments))
            if signature in places:
                places[signature] = {n for n, each in enumerate(arguments) if each in ("T", "t")}
    return {signature: max(found) for signature, found in places.items() if found}


def _words(tree: ast.AST) -> list[str]:
    return re.findall(r"\w+", str(tree))


def _term(atom: clingo.Symbol) -> clingo.Symbol:
    """The term that an atom of `showing`'s program shows."""
    return atom.arguments[0] if atom.match(*SHOWN) else atom


def atoms_of(model: clingo.Model, on: Collection[Signed]) -> list[clingo.Symbol]:
    """The atoms of these predicates in a model, shown or not; all atoms for no predicates."""
    atoms = (each for each in model.symbols(atoms=True) if each != BOUNDED)
    return [s for s in atoms if not on or (s.name, len(s.arguments), s.positive) in on]


def shown_of(symbols: Iterable[clingo.Symbol], named: Collection[Signed]) -> list[clingo.Symbol]:
    """The shown terms among the atoms of `showing`'s program, which shows these predicates."""
    atoms = (s for s in symbols if not named or any(s.match(*each) for each in named))
    return list(dict.fromkeys(map(_term, atoms)))


def signed(program: Encoding, those: Iterable[Signature]) -> list[Signed]:
    """These predicates of a program, with and without `-` as it has them."""
    both = (True, False)
    return [(*each, sign) for each in those for sign in both[: 1 + (each in program.negated)]]


def known(program: Encoding, flag: str, names: Collection[str]) -> list[Signature]:
    """The predicates with these names. Raises PylabError for one that the program doesn't have."""
    found = {str(each): each for each in program.signatures(*MADE, Role.USED, Role.DECLARED)}
    for name in names:
        if name not in found:
            hint = near(name, found)
            raise PylabError(f"{flag}: {shown(program.entry)} has no {name}{hint}")
    return [found[name] for name in names]


def showing(program: Encoding) -> tuple[Encoding, list[Signed]]:
    """The program with atoms for the terms that it shows, and the predicates of all it shows.

    None are named if all atoms are shown, or nothing is.
    """
    added, plain = [], set[Signed]()
    for each in placed(program.statements):
        tree = each.tree
        if each.kind is ast.ASTType.ShowTerm:
            names = [ast.SymbolicTerm(NOWHERE, clingo.Function(n)) for n in each.section.parameters]
            step = ast.Function(NOWHERE, "", names, False)
            rule = ast.Rule(NOWHERE, literal(SHOWN.name, [tree.term, step]), tree.body)
            added.append(replace(each, tree=rule))
        elif each.kind is ast.ASTType.ShowSignature and tree.name:
            plain.add((tree.name, tree.arity, bool(tree.positive)))
    terms = [(*SHOWN, True)] if added and program.shows else []
    return replace(program, statements=(*program.statements, *trees(added))), sorted(plain) + terms
