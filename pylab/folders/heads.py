"""A head for a program that has none: what goes in and out, as its rules tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from clingo import ast

from pylab.base.errors import EncodingError
from pylab.base.listing import Signature
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.encoding.program import Encoding
from pylab.folders import inference


def written(entry: Path) -> str:
    """A program's text with a head to start from. Raises EncodingError if it has one already."""
    source = places.text_of(entry)
    known = {"Purpose", "Input predicates", "Output predicates"} & set(files.header(entry).sections)
    if known:
        raise EncodingError(f"{places.shown(entry)} has a head already: {', '.join(sorted(known))}")
    program = encodings.load(entry, scripts=True, as_clingo=True)
    interface = inference.of(program)
    lines = ["% Purpose:", f"%   What {entry.name} answers."]
    lines += _section("Input predicates", interface.inputs, program)
    lines += _section("Output predicates", interface.outputs, program)
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
    for each in _occurrences(signature, program):
        names = [str(term).upper() for term in each.arguments]
        if len(set(names)) == len(names) > 0 and all(
            (term.ast_type is ast.ASTType.Variable and term.name != "_") or str(term) in steps
            for term in each.arguments
        ):
            return f"{signature.name}({', '.join(names)})"
    return str(signature)


def _occurrences(signature: Signature, program: Encoding) -> Iterator[ast.AST]:
    for atom in program.atoms:
        if atom.signature == signature and atom.tree.ast_type is ast.ASTType.Function:
            yield atom.tree
