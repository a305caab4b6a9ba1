"""What a program reads and what it answers, by its headers or else by its rules; grounds nothing.

A program without a head can get one that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from clingo import ast

from pylab.base.errors import EncodingError, PylabError
from pylab.base.listing import Signature
from pylab.core.judge import WRONG
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.encoding.header import declared
from pylab.encoding.predicates import VALUES, Role, theory_atoms
from pylab.encoding.program import Encoding

_ENGINE = frozenset({Signature("query", 1)})


@dataclass(frozen=True, slots=True)
class Interface:
    """The predicates by which programs are connected with their surroundings.

    Attributes:
        inputs: those that instances give.
        shown: those that are shown; None if all are, or it is not known.
        chosen: those that are defined by a choice.
        derived: those that are defined.
        inferred: whether no header says what goes in and out.
        values: whether `val(x,3)` is the value of a theory's variable; not if some program has
            a predicate `val/2` of its own.
        own_values: whether one has.
    """

    inputs: frozenset[Signature] = frozenset()
    shown: frozenset[Signature] | None = frozenset()
    chosen: frozenset[Signature] = frozenset()
    derived: frozenset[Signature] = frozenset()
    inferred: bool = False
    values: bool = False
    own_values: bool = False

    @property
    def outputs(self) -> frozenset[Signature]:
        """What answers consist of: what is shown, else what is chosen."""
        return self.chosen if self.shown is None else self.shown

    def joined(self, other: Interface) -> Interface:
        """Those of both."""
        both = None if None in (self.shown, other.shown) else (self.shown or frozenset()) | (
            other.shown or frozenset()
        )  # fmt: skip
        return Interface(
            self.inputs | other.inputs, both, self.chosen | other.chosen,
            self.derived | other.derived, self.inferred or other.inferred,
            (self.values or other.values) and not (self.own_values or other.own_values),
            self.own_values or other.own_values,
        )  # fmt: skip


def inferred(entry: Path) -> bool:
    """Whether no header of a program says what goes in and out."""
    return of_entries([entry]).inferred


def judges(entry: Path) -> bool:
    """Whether a file without a header derives `wrong` for a judge, and doesn't use it itself."""
    try:
        program = encodings.load(entry, scripts=True, ascii_only=False)
    except PylabError:
        return False
    used = {each.name for each in program.signatures(Role.USED, Role.SHOWN)}
    made = {each.name for each in program.signatures(Role.DEFINED)}
    return WRONG in made - used and of(program).inferred


def of_entries(entries: Iterable[Path]) -> Interface:
    """The interface of all these programs; what one shows that can't be read is not known."""
    whole = Interface()
    for entry in entries:
        try:
            found = of(encodings.load(entry, scripts=True, ascii_only=False))
        except PylabError:
            found = Interface(shown=None)
        whole = whole.joined(found)
    return whole


def of(program: Encoding) -> Interface:
    """The interface of a program."""
    found = program.atoms
    by_role: dict[Role, set[Signature]] = {role: set() for role in Role}
    for each in found:
        by_role[each.role].add(each.signature)
    made = by_role[Role.DEFINED] | by_role[Role.EXTERNAL]
    heads = [files.header(file).sections for file in program.files]
    inputs = by_role[Role.USED] | by_role[Role.DECLARED]
    inputs -= made | _ENGINE
    given = [text for head in heads if (text := head.get("Input predicates"))]
    named = [item for text in given for item in declared(text)]
    if named or (given and all(text.strip(" .\n").lower() == "none" for text in given)):
        known = by_role[Role.USED] | by_role[Role.DECLARED]
        inputs = {s for s in known for item in named if item.means(s)}
        inputs |= {Signature(item.name, item.arity) for item in named if item.arity is not None}
    shown = _shown(program, by_role[Role.SHOWN])
    own_values = VALUES in made
    values = not own_values and any(any(theory_atoms(each)) for each in program.statements)
    if values:
        made |= {VALUES}
        shown = shown and shown | {VALUES}
        inputs -= {VALUES}
    says = any("Input predicates" in head or "Output predicates" in head for head in heads)
    return Interface(
        inputs=frozenset(inputs),
        shown=shown,
        chosen=frozenset(each.signature for each in found if each.choice),
        derived=frozenset(made - _ENGINE),
        inferred=not says,
        values=values,
        own_values=own_values,
    )


def _shown(program: Encoding, signatures: set[Signature]) -> frozenset[Signature] | None:
    """The predicates that are shown; None if all are, or a variable stands for some."""
    kinds = {ast.ASTType.ShowSignature, ast.ASTType.ShowTerm}
    statements = [each for each in program.statements if each.ast_type in kinds]
    terms = [each.term for each in statements if each.ast_type is ast.ASTType.ShowTerm]
    only_terms = len(terms) == len(statements)
    if only_terms or any(each.ast_type is ast.ASTType.Variable for each in terms):
        return None
    return frozenset(each for each in signatures if each.name)


def with_head(entry: Path) -> str:
    """A program's text with a header to start from. Raises EncodingError if it has one already."""
    source = places.text_of(entry)
    known = {"Purpose", "Input predicates", "Output predicates"} & set(files.header(entry).sections)
    if known:
        titles = ", ".join(sorted(known))
        raise EncodingError(f"{places.shown(entry)} already has a header: {titles}")
    program = encodings.load(entry, scripts=True, as_clingo=True)
    interface = of(program)
    lines = ["% Purpose:", f"%   What {entry.name} answers."]
    lines += _section("Input predicates", interface.inputs, program)
    outputs = interface.derived if interface.shown is None else interface.shown
    lines += _section("Output predicates", outputs, program)
    return "\n".join(lines) + "\n\n" + source.text


def _section(title: str, signatures: Iterable[Signature], program: Encoding) -> list[str]:
    found = sorted(signatures, key=str)
    words = [_applied(each, program) for each in found] or ["none"]
    wide = max(map(len, words))
    told = [f"%   {word:<{wide}}  - ?" if found else f"%   {word}" for word in words]
    return ["%", f"% {title}:", *told]


def _applied(signature: Signature, program: Encoding) -> str:
    """A predicate as it is written where its arguments are variables, else with its arity."""
    parts = (each for each in program.statements if each.ast_type is ast.ASTType.Program)
    steps = {parameter.name for each in parts for parameter in each.parameters}
    for each in _atoms_of(signature, program):
        names = [str(term).upper() for term in each.arguments]
        if len(set(names)) == len(names) > 0 and all(
            (term.ast_type is ast.ASTType.Variable and term.name != "_") or str(term) in steps
            for term in each.arguments
        ):
            return f"{signature.name}({', '.join(names)})"
    return str(signature)


def _atoms_of(signature: Signature, program: Encoding) -> Iterator[ast.AST]:
    for atom in program.atoms:
        if atom.signature == signature and atom.tree.ast_type is ast.ASTType.Function:
            yield atom.tree
