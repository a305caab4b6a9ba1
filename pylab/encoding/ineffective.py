"""Finds statements of a program without effect, by its syntax trees; grounds nothing.

clingo ignores parts that are never grounded, theory atoms without a theory, and heuristics without
the option; a task reads its answers from some of the shown predicates only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from clingo import ast

from pylab.base import resources
from pylab.base.errors import Place, nearest
from pylab.base.listing import Signature
from pylab.encoding import files as encoding_files
from pylab.encoding import header, places
from pylab.encoding.parsing import says_rules
from pylab.encoding.places import place_of
from pylab.encoding.predicates import (
    BASE,
    CHECK,
    MADE,
    STEP,
    Atom,
    Part,
    Role,
    Statement,
    firsts,
    signatures,
    theory_atoms,
    walked,
)
from pylab.encoding.program import Encoding
from pylab.text.facts import type_of

QUERY = Signature("query", 1)
HORIZON = Signature("horizon", 1)
LED_BY = frozenset({HORIZON, QUERY, Signature("search_limit", 1)})
"""The predicates that an engine reads or sets where a program has them."""

_Kind = ast.ASTType

_ANYWHERE = frozenset(
    getattr(_Kind, name)
    for name in (
        "Comment", "Defined", "Definition", "ProjectSignature", "Script", "ShowSignature",
        "TheoryDefinition",
    )
)  # fmt: skip
"""Statements that hold in any part."""

_MAIN = re.compile(r"^(?:def|function)\s+main\s*\(", re.MULTILINE)

_WHOLE = frozenset({"part", "step", "value"})
"""The codes of diagnostics, anywhere in a statement, that deprive it of all effect."""

_CALCULATES = re.compile(r"[@^?&+*/\\|~]|(?<!:)-")
"""Matches the text of each statement with an operation or a function of a script."""

_DIVISIONS = (ast.BinaryOperator.Division, ast.BinaryOperator.Modulo)


class Diagnostic(NamedTuple):
    """Something in a program that is likely wrong.

    Attributes:
        code: what kind, a word; docs/variants.md lists them.
        message: what, for people.
        place: where; None for the program as a whole.
        about: a predicate without which other statements have no effect, either; mostly None.
    """

    code: str
    message: str
    place: Place | None = None
    about: Signature | None = None

    def __str__(self) -> str:
        if self.place is None:
            return self.message
        excerpt = f"\n{self.place.excerpt()}" if self.place.text else ""
        return f"{self.place}: {self.message}{excerpt}"


def foreign(program: Encoding) -> list[Path]:
    """The files of a program that don't come with pylab, and are no copies of files that do."""
    return [file for file in program.files if not _is_shipped(file)]


def _is_shipped(file: Path) -> bool:
    if resources.named(file.resolve()):
        return True
    return any(twin.read_bytes() == file.read_bytes() for twin in _twins(file))


def _twins(file: Path) -> list[Path]:
    """The shipped files of this name."""
    folders = [resources.encodings(family) for family in resources.packages()]
    found = (f / kind / file.name for f in folders for kind in ("", "variants"))
    return [each for each in found if each.is_file()]


def _as_shipped(place: Place) -> bool:
    """Whether a shipped file of the same name has this line, too."""
    line = place.text.strip()
    return any(line in twin.read_text(encoding="utf-8") for twin in _twins(Path(place.source)))


def grounded_parts(program: Encoding) -> frozenset[Part]:
    """The parts that are grounded, as far as syntax shows: facts may bring a horizon, too."""
    horizon = not program.as_clingo and HORIZON in program.signatures(*MADE)
    steps = program.stepwise or horizon
    return frozenset({BASE, STEP, CHECK} if steps else {BASE})


def never_grounded(program: Encoding, grounded: Collection[Part]) -> Iterator[Diagnostic]:
    """Statements in parts that are not among these: the first of each part and file."""
    lost: dict[tuple[Part, str], list[Statement]] = {}
    for statement in program.model:
        if statement.part not in grounded and statement.kind not in _ANYWHERE:
            lost.setdefault((statement.part, statement.path), []).append(statement)
    for (part, file), statements in lost.items():
        more = f", of {len(statements)} rules here," if len(statements) > 1 else ""
        why = f"part {part[0]}/{part[1]}{more} is never grounded"
        if part in (STEP, CHECK):
            own = Path(file) == program.entry
            where = "here, or in a file laid over it with --with" if own else "here or in the entry"
            why += f": the program is not stepwise; write #include <incmode>. {where}"
            if not program.as_clingo:
                why += ", or give a fact horizon(M)"
        yield Diagnostic("part", why, statements[0].place)


def undefined(
    found: Iterable[Atom], known: Collection[Signature], least: float
) -> Iterator[Diagnostic]:
    """Predicates that are used and not known, with what may have been meant.

    Args:
        found: what a program has.
        known: what is defined, or comes from elsewhere.
        least: how alike a known predicate must be to be named, from 0 to 1.
    """
    for each in firsts(found, Role.USED):
        signature = each.signature
        if signature in known:
            continue
        namesakes = sorted(str(s) for s in known if s.name == signature.name)
        if namesakes:
            message = f"wrong number of arguments? There is {' and '.join(namesakes)}"
            yield Diagnostic("arity", f"{signature} is never defined; {message}", each.place)
        elif near := nearest(str(signature), map(str, known), least):
            message = f"{signature} is used, but never defined; did you mean {near}?"
            yield Diagnostic("undefined", message, each.place)
        else:
            yield Diagnostic("undefined", f"{signature} is used, but never defined", each.place)


def ineffective(
    program: Encoding,
    inputs: Collection[Signature] = (),
    outputs: Callable[[], Collection[Signature]] = tuple,
    options: Collection[str] = (),
    files: Iterable[Path] | None = None,
) -> Iterator[Diagnostic]:
    """The statements of a program without effect, as far as its syntax shows.

    Args:
        program: entry and overlays.
        inputs: the predicates of the instance's facts.
        outputs: gives those that answers are read from; none if that is not known.
        options: clingo's, in addition to those that the headers recommend.
        files: those to be looked at; without, all.
    """
    looked_at = {str(file) for file in (program.files if files is None else files)}
    own = [each for each in program.model if each.path in looked_at]
    grounded = grounded_parts(program)
    mine = {each.place for each in own}
    yield from (each for each in never_grounded(program, grounded) if each.place in mine)
    yield from _too_early(program, own, inputs)
    followed = [each for each in own if each.part in grounded or each.kind in _ANYWHERE]
    # where no theory is defined, clingo refuses theory atoms
    unread = not program.theory and defines_theories(program)
    for statement in followed:
        yield from _unread(statement, unread)
    yield from _unset(followed, grounded, {*program.signatures(Role.DEFINED), *inputs})
    yield from _not_asked_for(own, [*program.solver_options, *options])
    yield from _not_given(own, program.signatures(*MADE) | {*inputs} | {QUERY})
    yield from _not_printed(own, outputs)
    yield from _empty(program, looked_at)
    yield from _sections(program, [Path(name) for name in sorted(looked_at)])


def _too_early(
    program: Encoding, own: Iterable[Statement], inputs: Collection[Signature]
) -> Iterator[Diagnostic]:
    """Rules of the base that use predicates of a step, which is grounded after these rules."""
    heads: dict[Signature, list[tuple[Part, ast.AST, frozenset[str]]]] = {}
    for statement in program.model:
        names = frozenset({*program.constants, *(["t"] if statement.part != BASE else [])})
        for each in statement.atoms:
            if each.role in MADE:
                heads.setdefault(each.signature, []).append((statement.part, each.tree, names))
    late = {s for s, found in heads.items() if any(part != BASE for part, *_ in found)} - {QUERY}
    for statement in own:
        if statement.part != BASE or statement.kind in _ANYWHERE:
            continue
        for atom in statement.atoms:
            used = atom.signature
            if atom.role is not Role.USED or used in inputs or used not in late:
                continue
            made = {where for where, head, names in heads[used] if may(head, atom.tree, names)}
            if made and BASE not in made:
                there = " and ".join(f"{name}(t)" for name, _ in sorted(made, reverse=True))
                fix = "put it after #program step(t)."
                if any(s.path == statement.path and s.part != BASE for s in program.model):
                    fix += " or, as an #include ends its part, write that again"
                message = (
                    f"{atom.tree} doesn't exist yet when this rule is grounded: it comes with "
                    f"part {there}, and the rule is in base ({fix})"
                )
                yield Diagnostic("step", message, atom.place)


def may(head: ast.AST, atom: ast.AST, names: Collection[str] = ()) -> bool:
    """Whether a head may define this atom, as far as syntax shows; the names stand for anything."""
    kinds = {head.ast_type, atom.ast_type}
    if kinds == {_Kind.Function}:
        return (
            head.name == atom.name
            and len(head.arguments) == len(atom.arguments)
            and all(map(lambda a, b: may(a, b, names), head.arguments, atom.arguments))
        )
    if any(t.ast_type is _Kind.SymbolicTerm and str(t.symbol) in names for t in (head, atom)):
        return True
    if kinds == {_Kind.SymbolicTerm}:
        return bool(head.symbol == atom.symbol)
    if kinds == {_Kind.SymbolicTerm, _Kind.Function}:
        function, term = (head, atom) if head.ast_type is _Kind.Function else (atom, head)
        return not function.arguments and function.name == str(term.symbol)
    return True


def _unread(statement: Statement, theories: bool) -> Iterator[Diagnostic]:
    """Theory atoms, and a script's own order of grounding and solving."""
    if statement.kind is _Kind.Script and _MAIN.search(statement.tree.code):
        message = (
            "main is not called: here grounding and solving are not the script's; "
            "`pylab clingo --allow-scripts` calls it"
        )
        yield Diagnostic("script", message, statement.place)
    for atom in theory_atoms(statement.tree) if theories else ():
        message = (
            f"no theory reads &{atom.term.name}, without --theory or `% Theory:` in a header: it "
            "constrains nothing"
        )
        yield Diagnostic("theory", message, place_of(atom))


def defines_theories(program: Encoding) -> bool:
    """Whether it says itself what theory atoms look like."""
    return any(each.kind is _Kind.TheoryDefinition for each in program.model)


def _unset(
    own: Iterable[Statement], grounded: Collection[Part], defined: Collection[Signature]
) -> Iterator[Diagnostic]:
    """Externals that are never set, and that no rule defines in a later step."""
    for each in own:
        if each.kind is not _Kind.External:
            continue
        external = signatures(each.atoms, Role.EXTERNAL)
        engines_own = CHECK in grounded and QUERY in external
        if str(each.tree.external_type) == "false" and not (engines_own or external & {*defined}):
            message = f"the external {each.tree.atom} is never set: it stays false"
            yield Diagnostic("external", message, each.place)


def _not_asked_for(own: Iterable[Statement], options: Iterable[str]) -> Iterator[Diagnostic]:
    """Statements that clingo follows only if an option says so, and those that are overruled."""
    heuristic = any(option.lower().startswith("--heuristic=domain") for option in options)
    for each in own:
        if each.kind is _Kind.Heuristic and not heuristic:
            message = "clingo follows #heuristic only with --clingo-option=--heuristic=Domain"
            yield Diagnostic("heuristic", message, each.place)
        if each.kind in (_Kind.ProjectSignature, _Kind.ProjectAtom):
            message = "#project is not followed: answers are told apart by what is shown of them"
            yield Diagnostic("project", message, each.place)


def _not_given(own: Collection[Statement], known: Collection[Signature]) -> Iterator[Diagnostic]:
    """Predicates that are declared by `#defined` and used, but that nothing defines or provides.

    A copy of a shipped file declares what overlays or other entries may define.
    """
    found = [atom for each in own for atom in each.atoms]
    used = signatures(found, Role.USED)
    for atom in found:
        if atom.role is Role.DECLARED and atom.signature in used and atom.signature not in known:
            if _as_shipped(atom.place):
                continue
            message = f"nothing gives {atom.signature}: no rule defines it, and it is no input"
            yield Diagnostic("given", message, atom.place, atom.signature)


def _may_be_atom(show: Statement) -> bool:
    """Whether a shown term has a predicate's name, or is a variable, which may have one."""
    term = show.tree.term
    terms = [term, *(term.arguments if term.ast_type is _Kind.Pool else ())]
    named = any(each.role is Role.SHOWN and each.signature.name for each in show.atoms)
    return named or any(each.ast_type is _Kind.Variable for each in terms)


def _not_printed(
    own: Iterable[Statement], outputs: Callable[[], Collection[Signature]]
) -> Iterator[Diagnostic]:
    """Shown predicates, and terms that are no atoms, from which no answer is read."""
    shown = [
        (str(a.signature), a.place)
        for each in own
        for a in each.atoms
        if a.role is Role.SHOWN and a.signature.name
    ]
    shown += [
        (str(each.tree.term), each.place)
        for each in own
        if each.kind is _Kind.ShowTerm and not _may_be_atom(each)
    ]
    read = sorted(map(str, outputs())) if shown else []
    for what, place in shown:
        if read and what not in read:
            message = (
                f"{what} is shown, but answers are read from {', '.join(read)} alone; "
                "`pylab clingo` prints all that is shown"
            )
            yield Diagnostic("shown", message, place)


def _empty(program: Encoding, files: Collection[str]) -> Iterator[Diagnostic]:
    """Overlays that say nothing at all."""
    for path in program.overlays:
        head = encoding_files.header(path)
        says = head.options or head.solver_options or head.replaces or head.judges or head.replacing
        if str(path) not in files or says or encoding_files.says_incmode([path]):
            continue
        inside = {str(file) for file in encoding_files.with_includes(path)}
        if not says_rules(each.tree for each in program.model if each.path in inside):
            message = "this file has no rules, and its header sets no option and names no judge"
            yield Diagnostic("empty", message, Place(places.shown(path), 1, 1, ""))


def _sections(program: Encoding, files: Iterable[Path]) -> Iterator[Diagnostic]:
    """Sections of headers without a meaning: misspelt ones, and those that other files have."""
    laid = (program.entry, *program.overlays)
    for file in files:
        for title in encoding_files.header(file).sections:
            near, head = nearest(title, header.TITLES, 0.75), encoding_files.header(file)
            if title == "Solver options" and file not in laid:
                message = "clingo's options are taken from the headers of entries and overlays only"
            elif title not in header.TITLES and near:
                message = f"a section {title} has no meaning; did you mean {near}?"
            elif title in header.NAMING and not head.names_something(title):
                message = f"the section {title} names no {header.NAMING[title]}"
            elif title in ("Rules", "Overlays") and file in laid:
                message = f"only overlays that a family ships have a section {title}"
            elif title == "Relaxes" and file.name != "reasons.lp":
                message = "only a family's reasons.lp has a section Relaxes"
            else:
                continue
            yield Diagnostic("header", message, places.in_head(file, f"{title}:"))


def spoken_for(
    statement: Statement, told: Iterable[Diagnostic], messages: Iterable[str] = ()
) -> bool:
    """Whether a message says already why a statement has no effect.

    Args:
        statement: one without effect.
        told: the diagnostics of its program.
        messages: clingo's, on atoms that nothing gives, for instance.
    """
    begin, end = statement.tree.location
    source = statement.place.source
    spots = set(map(places.told_of, messages))
    for each in told:
        if each.place is not None:
            spots.add(each.place[:3])
            here = each.place.line, each.place.column
            inside = (begin.line, begin.column) <= here < (end.line, end.column)
            if inside and each.code in _WHOLE and each.place.source == source:
                return True
    lacking = {each.about for each in told if each.about is not None}
    return any(
        all(atom.signature in lacking or atom.place[:3] in spots for atom in atoms)
        for atoms in statement.needed
    )


def without_value(program: Encoding, functions: Iterable[str] = ()) -> Iterator[Diagnostic]:
    """Functions `@f` that nothing defines, divisions by 0, and arithmetic with names.

    Such a term never has a value: clingo drops each ground rule that contains one. `functions` are
    defined whatever scripts say.
    """
    scripts = "\n".join(s.code for s in program.statements if s.ast_type is _Kind.Script)
    scripts = " ".join((scripts, *functions))
    constants = frozenset(program.constants)
    for statement in program.model:
        names = constants | {*statement.section.parameters}
        if statement.kind is not _Kind.Script:
            for term in walked(statement.tree) if _CALCULATES.search(str(statement.tree)) else ():
                yield from _valueless(term, names, scripts)


def _of_numbers(term: ast.AST) -> bool:
    """Whether it is an absolute value or a complement; `-a` is a constant, too."""
    unary = term.ast_type is _Kind.UnaryOperation
    return unary and term.operator_type != ast.UnaryOperator.Minus


def _valueless(term: ast.AST, names: frozenset[str], scripts: str) -> Iterator[Diagnostic]:
    if term.ast_type is _Kind.Function and term.external:
        if not re.search(rf"\b{re.escape(term.name)}\b", scripts):
            message = f"no script defines @{term.name}, so clingo leaves out what uses it"
            yield Diagnostic("value", message, place_of(term))
    elif term.ast_type is _Kind.BinaryOperation or _of_numbers(term):
        both = term.ast_type is _Kind.BinaryOperation
        odd = [
            f"{each} is no number"
            for each in ((term.left, term.right) if both else (term.argument,))
            if each.ast_type is _Kind.SymbolicTerm
            and str(each) not in names
            and each.symbol.type is not type_of.Number
        ]
        if both and term.operator_type in _DIVISIONS and str(term.right) == "0":
            odd = ["the divisor is 0"]
        for why in odd[:1]:
            yield Diagnostic("value", f"{term} has no value, as {why}", place_of(term))
