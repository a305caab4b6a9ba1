"""What a program says and nobody would follow: seen in its syntax trees, each with its place.

clingo takes no notice of parts that are never grounded, of theory atoms without a theory, of
heuristics without the option; a puzzle's task takes none of what else is shown. Whoever wrote such
a thing meant something by it.
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
from pylab.encoding.places import place_in, place_of
from pylab.encoding.predicates import Occurrence, Role, atoms, occurrences, walked
from pylab.encoding.program import Encoding, Part

BASE: Part = ("base", 0)
STEP: Part = ("step", 1)
CHECK: Part = ("check", 1)

QUERY = Signature("query", 1)
HORIZON = Signature("horizon", 1)

_Kind = ast.ASTType

_MADE = (Role.DEFINED, Role.EXTERNAL)

_ANYWHERE = frozenset(
    getattr(_Kind, name)
    for name in (
        "Comment",
        "Definition",
        "Defined",
        "ShowSignature",
        "ProjectSignature",
        "Script",
        "TheoryDefinition",
    )
)
"""Statements that hold in whatever part they stand."""

_SILENT = frozenset({_Kind.Comment, _Kind.Defined, _Kind.Program})
"""Statements that change nothing."""

_MAIN = re.compile(r"^(?:def|function)\s+main\s*\(", re.MULTILINE)


class Finding(NamedTuple):
    """Something that is likely wrong.

    Attributes:
        code: what kind, a word; docs/variants.md has the list.
        message: what, for people.
        place: where; None for the program as a whole.
    """

    code: str
    message: str
    place: Place | None = None

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
    folders = [resources.encodings(family) for family in resources.packages()]
    twins = (f / kind / file.name for f in folders for kind in ("", "variants"))
    return any(twin.is_file() and twin.read_bytes() == file.read_bytes() for twin in twins)


def grounded_parts(program: Encoding) -> frozenset[Part]:
    """The parts that are grounded, as far as syntax shows: facts may bring a horizon, too."""
    made = {o.signature for o in occurrences(program.statements) if o.role in _MADE}
    return frozenset({BASE, *((STEP, CHECK) if program.stepwise or HORIZON in made else ())})


def never_grounded(program: Encoding, grounded: Collection[Part]) -> Iterator[Finding]:
    """Statements in parts that are not among these: the first of each part and file."""
    lost: dict[tuple[Part, str], list[ast.AST]] = {}
    for section, statement in program.placed:
        part = section.part
        if part not in grounded and statement.ast_type not in _ANYWHERE:
            lost.setdefault((part, statement.location.begin.filename), []).append(statement)
    for (part, file), statements in lost.items():
        more = f", of {len(statements)} rules here," if len(statements) > 1 else ""
        why = f"part {part[0]}/{part[1]}{more} is never grounded"
        if part in (STEP, CHECK):
            own = Path(file) == program.entry
            where = "here, or in a file laid over it with --with" if own else "here or in the entry"
            why += (
                f": the program is not stepwise; write #include <incmode>. {where}, or give a fact "
                "horizon(M)"
            )
        yield Finding("part", why, place_of(statements[0]))


def undefined(
    found: Iterable[Occurrence], known: Collection[Signature], least: float
) -> Iterator[Finding]:
    """Predicates that are used and not known, with what may have been meant.

    Args:
        found: what a program has.
        known: what is defined, or comes from elsewhere.
        least: how alike a known predicate must be to be named, from 0 to 1.
    """
    first = {o.signature: o for o in reversed([o for o in found if o.role is Role.USED])}
    for signature, each in reversed(first.items()):
        if signature in known:
            continue
        place = place_in(each.file, each.line, each.column)
        namesakes = sorted(str(s) for s in known if s.name == signature.name)
        if namesakes:
            message = f"wrong number of arguments? There is {' and '.join(namesakes)}"
            yield Finding("arity", f"{signature} is never defined; {message}", place)
        elif near := nearest(str(signature), map(str, known), least):
            message = f"{signature} is used, but never defined; did you mean {near}?"
            yield Finding("undefined", message, place)
        else:
            yield Finding("undefined", f"{signature} is used, but never defined", place)


def dropped(
    program: Encoding,
    inputs: Collection[Signature] = (),
    outputs: Callable[[], Collection[Signature]] = tuple,
    options: Collection[str] = (),
    files: Iterable[Path] | None = None,
) -> Iterator[Finding]:
    """What of a program would be dropped in silence.

    Args:
        program: entry and overlays.
        inputs: the predicates that the instance's facts are of.
        outputs: gives those that answers are read from; none if that is not known.
        options: clingo's, beside those that the headers recommend.
        files: those to be looked at; without, all.
    """
    looked_at = {str(file) for file in (program.files if files is None else files)}
    placed = [(section.part, statement) for section, statement in program.placed]
    own = [(p, s) for p, s in placed if s.location.begin.filename in looked_at]
    found = occurrences(statement for _, statement in placed)
    made = {o.signature for o in found if o.role in _MADE}
    grounded = grounded_parts(program)
    for each in never_grounded(program, grounded):
        if each.place is not None and each.place in {place_of(s) for _, s in own}:
            yield each
    yield from _too_early(program, placed, own, inputs)
    unread = not program.theory and defines_theories(program)  # else clingo refuses their atoms
    for part, statement in own:
        if part in grounded or statement.ast_type in _ANYWHERE:
            yield from _unread(statement, unread)
    defined = {o.signature for o in found if o.role is Role.DEFINED}
    yield from _unset(own, grounded, defined)
    yield from _not_asked_for(own, [*program.solver_options, *options])
    yield from _not_given([s for _, s in own], made | {*inputs} | {QUERY})
    yield from _not_printed([s for _, s in own], outputs)
    yield from _empty(program, looked_at)
    yield from _sections(program, [Path(name) for name in sorted(looked_at)])


def _too_early(
    program: Encoding,
    placed: list[tuple[Part, ast.AST]],
    own: list[tuple[Part, ast.AST]],
    inputs: Collection[Signature],
) -> Iterator[Finding]:
    """Rules of the base that use what only comes with a step, when they have been grounded."""
    heads: dict[Signature, list[tuple[Part, ast.AST, frozenset[str]]]] = {}
    for part, statement in placed:
        open_names = frozenset({*program.constants, "t"} if part != BASE else program.constants)
        for symbol, signature, role, _ in atoms(statement):
            if role in (Role.DEFINED, Role.EXTERNAL):
                heads.setdefault(signature, []).append((part, symbol, open_names))
    late = {
        signature for signature, found in heads.items() if any(part != BASE for part, *_ in found)
    }
    for part, statement in own:
        if part != BASE or statement.ast_type in _ANYWHERE:
            continue
        for symbol, signature, role, _ in atoms(statement):
            if role is not Role.USED or signature in inputs or signature not in late:
                continue
            made = {where for where, head, names in heads[signature] if may(head, symbol, names)}
            if made and BASE not in made and signature != QUERY:
                there = " and ".join(f"{name}(t)" for name, _ in sorted(made, reverse=True))
                message = (
                    f"{symbol} is not there yet when this is grounded: it comes with part {there}, "
                    "and this rule stands in base (put it behind #program step(t).)"
                )
                yield Finding("step", message, place_of(symbol))


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


def _unread(statement: ast.AST, theories: bool) -> Iterator[Finding]:
    """Theory atoms, and a script's own order of grounding and solving."""
    if statement.ast_type is _Kind.Script and _MAIN.search(statement.code):
        message = (
            "main is not called: here grounding and solving are not the script's; "
            "`pylab clingo --allow-scripts` calls it"
        )
        yield Finding("script", message, place_of(statement))
    for atom in theory_atoms(statement) if theories else ():
        message = (
            f"no theory reads &{atom.term.name}, without --theory or `% Theory:` in a head: it "
            "constrains nothing"
        )
        yield Finding("theory", message, place_of(atom))


def defines_theories(program: Encoding) -> bool:
    """Whether it says itself what theory atoms look like."""
    return any(each.ast_type is _Kind.TheoryDefinition for each in program.statements)


def theory_atoms(tree: ast.AST) -> Iterator[ast.AST]:
    """The theory atoms in a syntax tree."""
    if "&" in str(tree):
        yield from (each for each in walked(tree) if each.ast_type is _Kind.TheoryAtom)


def _unset(
    own: list[tuple[Part, ast.AST]], grounded: Collection[Part], defined: Collection[Signature]
) -> Iterator[Finding]:
    """Externals that nobody ever sets, and that no rule defines in a later step."""
    for part, statement in own:
        if statement.ast_type is not _Kind.External or part not in grounded:
            continue
        engines_own = CHECK in grounded and str(statement.atom).startswith("query(")
        later = any(s in defined for _, s, role, _ in atoms(statement) if role is Role.EXTERNAL)
        if str(statement.external_type) == "false" and not engines_own and not later:
            message = f"nobody sets the external {statement.atom}: it stays false"
            yield Finding("external", message, place_of(statement))


def _not_asked_for(own: list[tuple[Part, ast.AST]], options: list[str]) -> Iterator[Finding]:
    """Statements that clingo follows only if an option says so, and those that are overruled."""
    heuristic = any(option.lower().startswith("--heuristic=domain") for option in options)
    for _, statement in own:
        if statement.ast_type is _Kind.Heuristic and not heuristic:
            message = (
                "clingo follows #heuristic only with --heuristic=Domain "
                "(--clingo-option=--heuristic=Domain)"
            )
            yield Finding("heuristic", message, place_of(statement))
        if statement.ast_type in (_Kind.ProjectSignature, _Kind.ProjectAtom):
            message = "#project is not followed: answers are told apart by what is shown of them"
            yield Finding("project", message, place_of(statement))


def _not_given(own: list[ast.AST], known: Collection[Signature]) -> Iterator[Finding]:
    """Predicates that are declared to come from elsewhere, and are used, but come from nowhere."""
    used = {o.signature for o in occurrences(own) if o.role is Role.USED}
    for statement in own:
        if statement.ast_type is _Kind.Defined:
            signature = Signature(statement.name, statement.arity)
            if signature in used and signature not in known:
                message = f"nothing gives {signature}: no rule defines it, and it is no input"
                yield Finding("given", message, place_of(statement))


def _not_printed(
    own: list[ast.AST], outputs: Callable[[], Collection[Signature]]
) -> Iterator[Finding]:
    """What is shown beside what answers are read from."""
    shown = [
        (statement, symbol, signature)
        for statement in own
        for symbol, signature, role, _ in atoms(statement)
        if role is Role.SHOWN and signature.name
    ]
    read = set(outputs()) if shown else set()
    for statement, symbol, signature in shown:
        if read and signature not in read:
            message = (
                f"{signature} is shown, but answers are read from {_listed(read)} alone; "
                "`pylab clingo` prints all that is shown"
            )
            whole = statement.ast_type is _Kind.ShowSignature
            yield Finding("shown", message, place_of(statement if whole else symbol))


def _listed(signatures: Iterable[Signature]) -> str:
    return ", ".join(sorted(map(str, signatures)))


def _empty(program: Encoding, files: Collection[str]) -> Iterator[Finding]:
    """Overlays that say nothing at all."""
    for path in program.overlays:
        head = encoding_files.header(path)
        says = head.options or head.solver_options or head.propagators or head.replaces
        if str(path) not in files or says or encoding_files.says_incmode([path]):
            continue
        inside = {str(file) for file in encoding_files.with_includes(path)}
        if all(
            s.ast_type in _SILENT for s in program.written if s.location.begin.filename in inside
        ):
            message = "it has no rule, and its head sets nothing"
            yield Finding("empty", message, Place(places.shown(path), 1, 1, ""))


def _sections(program: Encoding, files: Iterable[Path]) -> Iterator[Finding]:
    """Sections of headers that nobody reads: misspelt ones, and options of included files."""
    for file in files:
        for title in encoding_files.header(file).sections:
            near, head = nearest(title, header.TITLES, 0.75), encoding_files.header(file)
            if title == "Solver options" and file not in (program.entry, *program.overlays):
                message = "clingo's options are taken from the heads of entries and overlays only"
            elif title not in header.TITLES and near:
                message = f"nobody reads a section {title}; did you mean {near}?"
            elif title in header.NAMING and not head.names_something(title):
                message = f"the section {title} names no {header.NAMING[title]}"
            else:
                continue
            number, line = next(
                (n, line) for n, line in enumerate(places.head_of(file), 1) if f"{title}:" in line
            )
            place = Place(places.shown(file), number, line.index(title) + 1, line)
            yield Finding("header", message, place)
