"""What is likely wrong with an encoding, said plainly; reads rules and headers, solves nothing.

clingo's own warnings wait until a rule is grounded, and don't know what the instance's facts and
the answers are called. Here a program is held against the family's vocabulary, the predicates that
its task shows, and its own headers.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from pylab.analysis.catalogue import entry_of
from pylab.base import resources
from pylab.base.errors import EncodingError, Place, nearest
from pylab.base.listing import Signature, Task
from pylab.core import judge
from pylab.encoding import files as encoding_files
from pylab.encoding import ineffective as dropped
from pylab.encoding import parsing, places
from pylab.encoding import program as encodings
from pylab.encoding.header import declared
from pylab.encoding.ineffective import Finding
from pylab.encoding.operations import without_value
from pylab.encoding.predicates import Occurrence, Role, occurrences
from pylab.encoding.program import Encoding
from pylab.engines import theory
from pylab.family.table import Family

KNOWN_TO_THE_ENGINE = (
    Signature("horizon", 1),
    Signature("search_limit", 1),
    Signature("query", 1),
)
"""Predicates that the engine reads or sets where a program has them."""


def lint(
    entry: Path,
    overlays: Sequence[Path] = (),
    family: Family[Any, Any] | None = None,
    task: Task | None = None,
) -> list[Finding]:
    """All findings in a program, by place.

    Args:
        entry: the file; what it includes is looked at, too.
        overlays: files laid over it.
        family: whose facts it reads; without, predicates can't be told from misspelt ones.
        task: what it answers; its own entry file says what is to be shown.

    Raises:
        EncodingError: for a file that can't be read at all.
    """
    places.text_of(entry)
    try:
        whole = family is not None and family.as_written is not None
        program = encodings.load(entry, overlays, scripts=True, as_clingo=whole)
    except EncodingError as error:
        return list(_broken([entry, *overlays], error))
    check = _Check(program, family, task)
    found = [*check.unsafe()] or [*check.refused()]
    found += check.undefined()
    found += without_value(program)
    found += check.unused()
    found += check.redefined()
    found += check.not_shown()
    found += check.headers()
    found += check.dropped()
    return sorted(dict.fromkeys(found), key=_order)


def lint_judge(entry: Path, families: Sequence[Family[Any, Any]]) -> list[Finding]:
    """All findings in a judge, by place: also what it can't see, and whether it can object.

    Args:
        entry: the judge's file.
        families: whose answers it may judge.

    Raises EncodingError for a file that can't be read at all.
    """
    places.text_of(entry)
    try:
        program = encodings.load(entry, (), scripts=True)
    except EncodingError as error:
        return list(_broken([entry], error))
    given = [judge.given(each) for each in families]
    sets = [each for each in given if each is not None]
    known = frozenset[Signature]().union(*sets)
    check = _Check(program, None, None)
    check.inputs |= known
    found = [*check.unsafe()] or [*check.refused()]
    found += judge.findings(program, known if len(sets) == len(given) else None)
    found += check.headers()
    found += check.dropped()
    return sorted(dict.fromkeys(found), key=_order)


def family_of(
    statements: Iterable[ast.AST], families: Sequence[Family[Any, Any]], judging: bool = False
) -> Family[Any, Any] | None:
    """The family most of whose facts a program uses; None if that is nobody's, or two families'.

    If it is a judge, its facts are also those of answers, and what the checker saw.
    """
    found = occurrences(statements)
    made = {each.signature for each in found if each.role is Role.DEFINED}
    used = {each.signature for each in found if each.role is Role.USED}

    def given(family: Family[Any, Any]) -> Collection[Signature]:
        return (judging and judge.given(family)) or set(family.vocabulary)

    scores = [(len((used - made) & {*given(each)}), each) for each in families]
    best = max((score for score, _ in scores), default=0)
    leaders = [each for score, each in scores if score == best]
    if not best or len(leaders) > 1:
        return None
    own = list(map(str, given(leaders[0])))
    needed = [str(each) for each in used - made - {Signature("query", 1)}]
    known = sum(each in own or bool(nearest(each, own, 0.75)) for each in needed)
    return leaders[0] if judging or 2 * known > len(needed) else None


def defined_by(family: Family[Any, Any]) -> frozenset[Signature]:
    """The predicates that the family's own encodings define, its overlays and parts included."""
    found: set[Signature] = set()
    for path in sorted(resources.encodings(family.name).rglob("*.lp")):
        with contextlib.suppress(EncodingError):
            statements = encodings.load(path, scripts=True).statements
            made = (Role.DEFINED, Role.EXTERNAL)
            found |= {o.signature for o in occurrences(statements) if o.role in made}
    return frozenset(found)


def _order(finding: Finding) -> tuple[bool, str, int, int, str]:
    place = finding.place
    if place is None:
        return True, "", 0, 0, finding.message
    return False, place.source, place.line, place.column, finding.message


def _broken(paths: Sequence[Path], error: EncodingError) -> Iterator[Finding]:
    """Each syntax error, where clingo can parse on behind it; else the one error."""
    messages: list[str] = []
    for path in paths:
        try:
            files = tuple(encoding_files.read_whole(path.absolute()))
        except EncodingError:  # none of it is for clingo
            yield Finding("error", error.message, error.place)
            return
        messages += parsing.parsed(files).messages
    errors = [places.error_of([m], m) for m in messages if ": error: " in m]
    for each in errors or [error]:
        yield Finding("error", each.message, each.place)


class _Check:
    """A program, held against what is known of it."""

    def __init__(
        self, program: Encoding, family: Family[Any, Any] | None, task: Task | None
    ) -> None:
        self.program, self.family, self.task = program, family, task
        self.found = occurrences(program.statements)
        self.inputs = set(family.vocabulary) if family else set[Signature]()
        if family and family.as_written:
            self.inputs = set(family.as_written.inputs)

    @cached_property
    def made(self) -> set[Signature]:
        """What is defined, or set from outside."""
        return self._of(Role.DEFINED, Role.EXTERNAL)

    @cached_property
    def own(self) -> list[Occurrence]:
        """The occurrences in the task's own, shipped program."""
        if self.family is None or self.task is None or not self.task.encoding:
            return []
        program = encodings.load(entry_of(self.family, self.task), scripts=True)
        return occurrences(program.statements)

    @cached_property
    def outputs(self) -> list[Signature]:
        """What the task's own program shows."""
        return sorted({o.signature for o in self.own if o.role is Role.SHOWN}, key=str)

    def _of(self, *roles: Role) -> set[Signature]:
        return {each.signature for each in self.found if each.role in roles}

    def unsafe(self) -> Iterator[Finding]:
        """Variables that no part of their rule gives a value."""
        for unsafe in filter(None, map(places.unsafe_in, self._messages())):
            for name, place in unsafe.variables:
                yield Finding(
                    "unsafe",
                    f"unsafe variable {name} in {unsafe.rule}: nothing in the body that is neither "
                    "negated nor a comparison gives it a value",
                    place,
                )

    def refused(self) -> Iterator[Finding]:
        """What else clingo does not take."""
        for message in self._messages():
            if ": error: " in message:
                error = places.error_of([message], message)
                yield Finding("error", error.message, error.place)
        for error in theory.objectives(self.program):
            yield Finding("error", error.message, error.place)

    def _messages(self) -> list[str]:
        """What clingo says when it is given the rules, before any is grounded."""
        messages: list[str] = []
        control = clingo.Control(
            ["--warn=no-atom-undefined"], logger=lambda _, text: messages.append(text)
        )
        with contextlib.suppress(RuntimeError):
            encodings.add_to(control, self.program.statements)
            if self.program.theory:
                control.add(theory.GRAMMAR)
            control.ground([("no part of this name", [])])
        return messages

    def undefined(self) -> Iterator[Finding]:
        """What is used, but neither defined nor a fact of the instance."""
        known = self.made | self.inputs | self._of(Role.DECLARED) | set(KNOWN_TO_THE_ENGINE)
        if self.family is None:
            return
        if self.task is None and not self._of(Role.USED) <= known:
            known |= defined_by(self.family)  # it may be a part of some program
        yield from dropped.undefined(self.found, known, 0.75)
        if self.family.as_written:
            yield from self._misspelt()

    def _misspelt(self) -> Iterator[Finding]:
        """What a program without puzzles uses, and is named nearly as what it defines."""
        made = {str(each): each for each in self.made}
        inputs = self.inputs - self.made - self._of(Role.DECLARED)
        for each in self._firsts(Role.USED):
            near = nearest(str(each.signature), made, 0.85)
            if each.signature in inputs and near and made[near].arity == each.signature.arity:
                message = f"{each.signature} is used, but never defined; did you mean {near}?"
                yield self._finding("undefined", each, message)

    def unused(self) -> Iterator[Finding]:
        """What is defined, but neither used nor shown.

        A file that serves several tasks may define more than one of them uses: what its header
        names is spare, unless the task's own program uses it. So is what only a file uses whose
        place an overlay takes.
        """
        if self.task is None:  # it may be a part of some program
            return
        if self.program.as_clingo and not self._of(Role.SHOWN):  # all is shown
            return
        needed = self._of(Role.USED, Role.SHOWN) | set(KNOWN_TO_THE_ENGINE) | set(self.outputs)
        if self.program.overlays:
            bare = encodings.load(self.program.entry, scripts=True)
            needed |= {o.signature for o in occurrences(bare.statements) if o.role is Role.USED}
        used = {o.signature for o in self.own if o.role is Role.USED}
        for each in self._firsts(Role.DEFINED):
            spare = self._documented(each) and each.signature not in used
            if each.signature not in needed and not spare:
                yield self._finding(
                    "unused", each, f"{each.signature} is defined, but neither used nor shown"
                )

    def redefined(self) -> Iterator[Finding]:
        """Rules for predicates that the instance's facts are."""
        for each in self._firsts(Role.DEFINED):
            if each.signature in self.inputs and not self._documented(each):
                yield self._finding(
                    "input",
                    each,
                    f"{each.signature} is an input predicate: its facts are the instance's, and "
                    "this rule adds to them",
                )

    def dropped(self) -> Iterator[Finding]:
        """What nobody would follow; of a file that may be a part of some program, no parts."""
        told = dropped.dropped(self.program, self.inputs, lambda: self.outputs)
        mine = {places.shown(path) for path in dropped.foreign(self.program)}
        for each in told:
            whole = self.task is not None or each.code not in ("part", "given", "step")
            shipped = each.place is not None and each.place.source not in mine
            if whole and not (shipped and each.code in ("given", "shown", "header")):
                yield each

    def _documented(self, each: Occurrence) -> bool:
        """Whether the header of its file names it among the output predicates."""
        section = encoding_files.header(each.file).sections.get("Output predicates", "")
        return any(named.means(each.signature) for named in declared(section))

    def not_shown(self) -> Iterator[Finding]:
        """Output predicates of the task that are not shown, or shown and never defined."""
        shown = self._of(Role.SHOWN)
        for output in self.outputs:
            if (shown and output not in shown) or (not shown and output not in self.made):
                yield Finding(
                    "output",
                    f"{output} is not shown: answers to {self.task and self.task.name} are read "
                    "from it",
                )
        silent = self.made | self.inputs | self._of(Role.DECLARED)
        for each in self._firsts(Role.SHOWN):
            if each.signature not in silent and self._is_signature(each):
                near = nearest(str(each.signature), map(str, silent))
                hint = f"; did you mean {near}?" if near else ""
                message = f"{each.signature} is shown, but never defined{hint}"
                yield self._finding("undefined", each, message)

    def _is_signature(self, each: Occurrence) -> bool:
        kind = self.program.statements[each.statement].ast_type
        return bool(kind is ast.ASTType.ShowSignature)

    def headers(self) -> Iterator[Finding]:
        """Headers that name what is not there, or parts that are not these."""
        for file in self.program.files:
            header = encoding_files.header(file).sections
            if not {"Input predicates", "Output predicates", "Program parts"} & set(header):
                continue
            whole = encodings.load(file, scripts=True)
            found = occurrences(whole.statements)
            used = {o.signature for o in found if o.role in (Role.USED, Role.DECLARED)}
            made = {o.signature for o in found if o.role is not Role.USED}
            rows = (("Input predicates", used, "not used"), ("Output predicates", made, "not made"))
            for title, there, complaint in rows:
                for named in declared(header.get(title, "")):
                    if not any(named.means(signature) for signature in there):
                        message = f"{named} stands in the header's {title}, but is {complaint} here"
                        yield Finding("header", message, self._in_header(file, named.name))
            if "Program parts" in header:
                yield from self._parts(
                    file, header["Program parts"], {name for name, _ in whole.parts}
                )

    def _parts(self, file: Path, section: str, parts: set[str]) -> Iterator[Finding]:
        """The part base is always there, if only because a file begins in it."""
        said = set(re.findall(r"([a-z_]\w*)(?:\([^)]*\))?", section))
        if said | {"base"} != parts | {"base"}:
            there = ", ".join(sorted(parts))
            message = f"the header says parts {', '.join(sorted(said))}; in the code are {there}"
            yield Finding("header", message, self._in_header(file, "Program parts"))

    def _in_header(self, file: Path, word: str) -> Place | None:
        pattern = re.compile(rf"^%.*?(?<!\w)({re.escape(word)})(?!\w)")
        for number, line in enumerate(places.head_of(file), 1):
            if match := pattern.match(line):
                return Place(places.shown(file), number, match.start(1) + 1, line)
        return None

    def _firsts(self, role: Role) -> list[Occurrence]:
        """The first occurrence of each predicate in a role."""
        firsts: dict[Signature, Occurrence] = {}
        for each in self.found:
            if each.role is role:
                firsts.setdefault(each.signature, each)
        return list(firsts.values())

    def _finding(self, code: str, each: Occurrence, message: str) -> Finding:
        return Finding(code, message, places.place_in(each.file, each.line, each.column))
