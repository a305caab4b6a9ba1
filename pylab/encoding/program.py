"""Assembles an encoding from its entry file, includes and overlays; solves nothing.

clingo itself parses the files (`parsing.py`), statement by statement. The statements of an overlay
whose header says `Replaces: goal.lp` take the place of that file's; other overlays are added.
`files.py` finds and reads the files.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import clingo
from clingo import ast

from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError
from pylab.base.listing import Signature
from pylab.base.words import alternatives
from pylab.encoding import parsing, places
from pylab.encoding.clingo_options import overridden
from pylab.encoding.files import File, options_of, read_whole, with_any_letters
from pylab.encoding.header import Header
from pylab.encoding.places import KEPT, error_at, error_of, shown, statements_of
from pylab.encoding.predicates import (
    CHECK,
    STEP,
    Atom,
    Part,
    Role,
    Section,
    Statement,
    occurrences,
    placed,
    signatures,
    theory_head,
)

INCMODE = "#program check(t). #external query(t)."
"""The statements that clingo adds to a program with `#include <incmode>.`."""

INCMODE_CONSTANTS = ("imin", "imax", "istop")
"""The constants that control clingo's own incremental mode."""

_CONSTANT = re.compile(
    r"""(?P<integer>-?(0|[1-9]\d*))|_*[a-z][A-Za-z0-9_']*|"([ !#-\[\]-~]|\\["\\n])*\"""", re.ASCII
)


@dataclass(frozen=True, eq=False)
class Encoding:
    """Statements ready for clingo, and the settings of their headers; compared by identity.

    Attributes:
        entry: the entry file.
        overlays: the files laid over it, in order.
        files: all files that take part, with includes, without replaced files.
        statements: the syntax trees, in order.
        constants: the names that `#const` declares, with their default values.
        counts: the files' definition of what is counted; empty if there is none.
        solver_options: clingo's own options that the headers recommend (`% Solver options:`).
        options: values for the family's `adapt` that the headers set (`% Options:`).
        theory: the theory for theory atoms, `clingo-dl` or `clingcon` (`% Theory:`); empty for
            none.
        stepwise: whether it contains `#include <incmode>.`: parts `step(t)` are added one by one,
            and `check(t)` tests each, with the external `query(t)` true.
        as_clingo: whether it is a user's own program, which is read as clingo reads it: parts
            that are never grounded are left out, a constant need not be declared.
        in_parts: whether the files that minimise declare their costs in the puzzle's units
            (`% Cost:`), so that the family can report these.
        projecting: the predicates that tell answers apart; empty for all that is shown.
    """

    entry: Path
    overlays: tuple[Path, ...]
    files: tuple[Path, ...]
    statements: tuple[ast.AST, ...]
    constants: Mapping[str, str]
    counts: str
    solver_options: tuple[str, ...]
    options: Mapping[str, str]
    theory: str = ""
    stepwise: bool = False
    in_parts: bool = False
    as_clingo: bool = False
    projecting: frozenset[Signature] = frozenset()

    @functools.cached_property
    def written(self) -> Sequence[ast.AST]:
        """The statements of the files, without those that clingo adds."""
        end = len(self.statements)
        while end and self.statements[end - 1].location.begin.filename == "<string>":
            end -= 1
        return self.statements[:end]

    @property
    def in_steps(self) -> bool:
        """Whether parts `step(t)` and `check(t)` are grounded."""
        return self.stepwise or (not self.as_clingo and bool({STEP, CHECK} & self.parts))

    @property
    def shows(self) -> bool:
        """Whether a `#show` names predicates, or none, so that the other atoms are not shown."""
        return any(each.ast_type is ast.ASTType.ShowSignature for each in self.written)

    def projected(self, on: Collection[Signature], shown: bool = False) -> Encoding:
        """The program, projected to these predicates, which may be shown, too."""
        kept = [s for s in self.statements if not s.ast_type.name.startswith("Project")]
        both = [sign + str(each) for each in on for sign in ("", "-")[: 1 + (each in self.negated)]]
        texts = [f"#project {each}. " + f"#show {each}. " * shown for each in both]
        part = "check(t)" if self.in_steps else "base"
        added = statements_of(f"#program {part}. {''.join(texts)}")
        return replace(self, statements=(*kept, *added[1:]), projecting=frozenset(on))

    @functools.cached_property
    def parts(self) -> frozenset[Part]:
        """The program parts: their names and numbers of parameters."""
        return frozenset(Section.of(each).part for each in _opened(self.statements))

    @functools.cached_property
    def model(self) -> Sequence[Statement]:
        """The statements that stand in the files, each in its section."""
        return tuple(placed(self.written))

    @functools.cached_property
    def atoms(self) -> Sequence[Atom]:
        """The atoms of all statements, heads before bodies."""
        return occurrences(self.statements)

    def signatures(self, *roles: Role) -> frozenset[Signature]:
        """The predicates that have one of these roles somewhere."""
        return signatures(self.atoms, *roles)

    @functools.cached_property
    def negated(self) -> frozenset[Signature]:
        """The predicates that occur with classical negation, as in `-p(X)`."""
        minus = ast.ASTType.UnaryOperation
        return frozenset(each.signature for each in self.atoms if each.tree.ast_type is minus)

    @functools.cached_property
    def optimising(self) -> bool:
        """Whether it minimises or maximises something."""
        return bool(self._objectives or self.theory_objectives)

    @property
    def nothing_to_pay(self) -> tuple[tuple[int, int], ...]:
        """The cost of an answer, by priority, if no minimised term has a ground instance.

        Priorities are those written as numbers, the greatest first; otherwise it is 0.
        """
        written = [s.priority for s in self._objectives]
        numbers = {
            p.symbol.number
            for p in written
            if p.ast_type is ast.ASTType.SymbolicTerm and p.symbol.type is clingo.SymbolType.Number
        }
        return tuple((0, number) for number in sorted(numbers or {0}, reverse=True))

    @functools.cached_property
    def _objectives(self) -> Sequence[ast.AST]:
        return [s for s in self.statements if s.ast_type is ast.ASTType.Minimize]

    @functools.cached_property
    def theory_objectives(self) -> Sequence[ast.AST]:
        """The statements that minimise or maximise what a theory's variables cost."""
        return [s for s in self.statements if theory_head(s) in ("minimize", "maximize")]

    def without_objectives(self) -> Encoding:
        """The program without what it minimises."""
        left_out = {*map(id, self._objectives), *map(id, self.theory_objectives)}
        kept = tuple(s for s in self.statements if id(s) not in left_out)
        return replace(self, statements=kept)

    def check_constants(self, values: Mapping[str, str]) -> None:
        """Raises EncodingError for an invalid value, or a name that no `#const` declares.

        Other names are refused because clingo would replace them wherever they occur, such as the
        direction `n`.
        """
        for name, value in values.items():
            if not self.has_constant(name):
                known = ", ".join(sorted(self.constants)) or "none"
                raise EncodingError(
                    f"{shown(self.entry)} has no '#const {name}' to set (constants: {known})"
                )
            found = _CONSTANT.fullmatch(value)
            if not found:
                raise EncodingError(
                    f"expected an integer or a lower-case name for constant {name}, or a string in "
                    f"double quotes, found {value!r}"
                )
            default = self.constants.get(name, "")
            if not found["integer"] and default.lstrip("-").isdigit():
                raise EncodingError(f"expected an integer for constant {name}, found {value!r}")
            if found["integer"] and (len(value) > 11 or abs(int(value)) >= 2**31):
                raise EncodingError(f"expected a 32-bit integer for constant {name}, found {value}")

    def has_constant(self, name: str) -> bool:
        """Whether there is a constant of that name to set."""
        incmode = self.stepwise and name in INCMODE_CONSTANTS
        return incmode or name in self.constants or self._mentions(name)

    def _mentions(self, name: str) -> bool:
        """Whether a user's own program has a constant that no `#const` declares."""
        pattern = re.compile(rf"(?<![\w'(]){re.escape(name)}(?![\w'(])")
        return self.as_clingo and any(pattern.search(str(each)) for each in self.written)


def load(
    entry: Path,
    overlays: Iterable[Path] = (),
    scripts: bool | None = False,
    ascii_only: bool = True,
    *,
    as_clingo: bool = False,
) -> Encoding:
    """Parse an entry file and its overlays.

    Without `ascii_only`, strings and comments may have any characters; so it is with `as_clingo`,
    where parts `check(t)` that use `query(t)` make a program stepwise, also without
    `#include <incmode>`.

    Raises EncodingError for files that are missing, not ASCII, or no program; for an overlay that
    replaces a file which the entry does not include, or that fits other tasks only; and for
    embedded scripts, unless they are allowed; None for `scripts` says that they never are.
    """
    paths = (entry.absolute(), *(o.absolute() for o in overlays))
    whole = tuple(tuple(read_whole(path, ascii_only and not as_clingo)) for path in paths)
    small = sum(len(file.text) for files in whole for file in files) <= KEPT
    return (_assembled_once if small else _assembled)(paths, whole, scripts, as_clingo)


def _assembled(
    paths: tuple[Path, ...],
    read: tuple[tuple[File, ...], ...],
    scripts: bool | None,
    as_clingo: bool,
) -> Encoding:
    """An encoding of these files, each with its includes."""
    whole = dict(zip(paths, read, strict=True))
    files, replaced = _files(paths, whole)
    statements = list(_once_each(paths, whole, replaced))
    for statement in () if scripts else statements:
        if statement.ast_type is ast.ASTType.Script:
            hint = "" if scripts is None else "; if you trust the file, --allow-scripts"
            raise error_at(statement, f"expected no embedded script{hint}")
    stepwise = any(file.incmode is not None for file in files)
    stepwise = stepwise or (as_clingo and _in_steps(statements))
    if stepwise or CHECK in {Section.of(each).part for each in _opened(statements)}:
        ast.parse_string(INCMODE, statements.append)
    options = list[str]()
    for file in files:
        if file.path in paths:
            options = overridden(options, file.header.solver_options)
    return Encoding(
        entry=paths[0],
        overlays=tuple(paths[1:]),
        files=tuple(dict.fromkeys(file.path for file in files)),
        statements=tuple(statements),
        constants={
            s.name: str(s.value)
            for s in statements
            if s.ast_type is ast.ASTType.Definition and s.is_default
        },
        counts=_counts(files),
        solver_options=tuple(options),
        options=options_of(file for path in paths for file in whole[path]),
        theory=_theory(files),
        stepwise=stepwise,
        in_parts=_in_parts(statements, files, paths[1:]),
        as_clingo=as_clingo,
    )


def _files(
    paths: Sequence[Path], whole: Mapping[Path, Sequence[File]]
) -> tuple[list[File], set[Path]]:
    """The files of a program, with includes, and the files that its overlays replace.

    Raises EncodingError, also for an overlay that is for other entries only, of those shipped or of
    its own folder, or that adds `<incmode>` to a shipped one-shot program; and PylabError for two
    overlays that replace the same file, as each would stand for the whole of it.
    """
    replaced: dict[Path, Path] = {}
    for overlay in paths[1:]:
        head = whole[overlay][0].header
        shipped = resources.named(paths[0].resolve())
        beside = overlay.parent.name == "variants" and overlay.parents[1] in paths[0].parents[:2]
        if head.tasks and (shipped or beside) and paths[0].stem not in head.tasks:
            raise EncodingError(
                f"{places.named(overlay)} means nothing to {places.named(paths[0])}; "
                f"it is for --task {alternatives(head.tasks)}"
            )
        if shipped and not any(file.incmode for file in whole[paths[0]]):
            for file in whole[overlay]:
                if file.incmode:
                    message = f"{shown(paths[0])} is solved in one go, and can't be made stepwise"
                    raise EncodingError(message, file.incmode)
        for path in _replaced(overlay, head, [file.path for file in whole[paths[0]]]):
            if (other := replaced.setdefault(path, overlay)) != overlay:
                both = f"{places.named(other)} and {places.named(overlay)}"
                raise PylabError(f"{both} both replace {path.name}; leave out one")
    files = [file for path in paths for file in whole[path] if file.path.resolve() not in replaced]
    return files, {*replaced}


def _once_each(
    paths: Iterable[Path], whole: Mapping[Path, tuple[File, ...]], replaced: Collection[Path]
) -> Iterator[ast.AST]:
    """The statements of all files but replaced ones; a file included twice counts once.

    An overlay without parts gets the part of the file that it replaces, if its rules mention that
    part's parameter. So it can replace a file that some tasks include in `step(t)` and others in
    `base`.
    """
    out = set(replaced)
    resolved = functools.cache(lambda name: Path(name).resolve())
    section = Section()
    moved = {path: each for path in paths if (each := _without_parts(whole[path]))}
    for path in paths:
        for statement in moved.get(path, parsing.statements(tuple(whole[path]))):
            if statement.ast_type is ast.ASTType.Program:
                section = Section.of(statement)
                yield statement
            elif not out or (file := resolved(statement.location.begin.filename)) not in out:
                yield statement
            else:
                for other, there in moved.items():
                    replaces = file.name in whole[other][0].header.replaces
                    if replaces and any(_mentions(there, name) for name in section.parameters):
                        moved[other] = ()
                        yield from there[1:]
        out |= {file.path.resolve() for file in whole[path]}


def _without_parts(files: tuple[File, ...]) -> Sequence[ast.AST]:
    """The statements of an overlay that replaces a file, if they are in no part but the base."""
    if not files[0].header.replaces:
        return ()
    found = parsing.statements(files)
    return () if any(_opened(found[1:])) else found


def _mentions(statements: Iterable[ast.AST], name: str) -> bool:
    """Whether a constant of this name occurs in statements."""
    rules = (each for each in statements if each.ast_type is not ast.ASTType.Comment)
    return any(re.search(rf"\b{re.escape(name)}\b", str(each)) for each in rules)


def _in_parts(
    statements: Iterable[ast.AST], files: Iterable[File], overlays: Iterable[Path]
) -> bool:
    """Whether each file that minimises something has a section `% Cost:`.

    Raises PylabError for two overlays whose costs would be added up, though each is a cost by
    itself: at worst, one minimises what the other maximises.
    """
    known = {str(file.path) for file in files if "Cost" in file.header.sections}
    laid = {str(path): path for path in overlays if str(path) in known}
    objectives = [s for s in statements if s.ast_type is ast.ASTType.Minimize]
    levels: dict[str, Path] = {}
    for each in (s for s in objectives if s.location.begin.filename in laid):
        path = laid[each.location.begin.filename]
        if (other := levels.setdefault(str(each.priority), path)) != path:
            both = f"{places.named(other)} and {places.named(path)}"
            raise PylabError(f"{both} both minimise at priority {each.priority}; leave out one")
    return all(s.location.begin.filename in known for s in objectives)


def _theory(files: Iterable[File]) -> str:
    """The theory that the headers name. Raises EncodingError if there are two."""
    named = {name: file.path for file in files for name in file.header.theories}
    if len(named) > 1:
        files_named = " and ".join(shown(path) for path in named.values())
        raise EncodingError(f"{files_named} name two theories, {' and '.join(named)}")
    return next(iter(named), "")


def _in_steps(statements: Iterable[ast.AST]) -> bool:
    """Whether something in a part `check(t)` asks for `query(t)`."""
    query = Signature("query", 1)
    return any(each.part == CHECK and query in each.used for each in placed(statements))


def _opened(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    return (each for each in statements if each.ast_type is ast.ASTType.Program)


def _counts(files: Sequence[File]) -> str:
    """The definition of the last file that has one."""
    return next((file.header.counts for file in reversed(files) if file.header.counts), "")


def counts(entry: Path, overlays: Iterable[Path] = ()) -> str:
    """The definition of what is counted, as `load` finds it, without parsing any rule."""
    paths = [entry.absolute(), *(o.absolute() for o in overlays)]
    return _counts(_files(paths, {path: tuple(read_whole(path, None)) for path in paths})[0])


def has_rules(path: Path) -> bool:
    """Whether a file or one of its includes has statements. Raises EncodingError."""
    return parsing.says_rules(parsing.statements(tuple(with_any_letters(path))))


def _replaced(overlay: Path, head: Header, included: Sequence[Path]) -> Iterator[Path]:
    """The included files that the overlay replaces, by its header."""
    for name in head.replaces:
        found = [file.resolve() for file in included[1:] if file.name == name]
        if not found:
            raise EncodingError(
                f"{shown(overlay)} replaces {name}, which {shown(included[0])} does not include"
            )
        yield from found


_assembled_once = functools.lru_cache(maxsize=64)(_assembled)


def grounded(
    program: Encoding,
    atoms: Iterable[clingo.Symbol],
    constants: Mapping[str, object],
    options: Iterable[str] = (),
) -> clingo.Control:
    """clingo with the base of a program, grounded over atoms as facts.

    Raises EncodingError for what clingo refuses.
    """
    messages: list[str] = []
    words = [f"-c{name}={value}" for name, value in constants.items()]
    control = clingo.Control([*options, *words], logger=lambda _, text: messages.append(text))
    try:
        add_to(control, program.statements)
        with control.backend() as backend:
            for each in atoms:
                backend.add_rule([backend.add_atom(each)])
        control.ground([("base", [])])
    except RuntimeError as error:
        raise error_of(messages, str(error)) from None
    return control


def add_to(control: clingo.Control, statements: Iterable[ast.AST]) -> None:
    """Add the statements to clingo's program, with the facts that were left as text."""
    left = list[str]()
    with ast.ProgramBuilder(control) as builder:
        for statement in statements:
            builder.add(statement)
            if statement.ast_type is ast.ASTType.Comment and parsing.has_facts(statement):
                left.append(statement.value)
    for text in left:
        control.add("base", [], text)
