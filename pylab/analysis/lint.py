"""Finds likely mistakes in an encoding; it reads rules and headers and does not solve.

clingo's own warnings wait until a rule is grounded, and don't know what the instance's facts and
the answers are called. Here a program is held against the family's vocabulary, the predicates that
its task shows, and its own headers.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from pylab.analysis.catalogue import entry_of
from pylab.analysis.endless import endless
from pylab.base import resources
from pylab.base.errors import EncodingError, nearest
from pylab.base.listing import Signature, Task
from pylab.core import judge
from pylab.core.question import mistaken
from pylab.encoding import files as encoding_files
from pylab.encoding import ineffective, parsing, places
from pylab.encoding import program as encodings
from pylab.encoding.header import declared
from pylab.encoding.ineffective import LED_BY, Diagnostic
from pylab.encoding.predicates import (
    MADE,
    Atom,
    Role,
    firsts,
    signatures,
)
from pylab.encoding.program import Encoding
from pylab.engines import theory
from pylab.engines.scenes import FUNCTIONS
from pylab.family.table import Family
from pylab.folders import judging, layout, moves
from pylab.folders.family import Rules


def lint(
    entry: Path,
    overlays: Sequence[Path] = (),
    family: Family[Any, Any] | None = None,
    task: Task | None = None,
    inputs: Collection[Signature] | None = None,
) -> list[Diagnostic]:
    """All likely mistakes in a program, sorted by place.

    Args:
        entry: the file; what it includes is looked at, too.
        overlays: the overlays.
        family: whose facts it reads.
        task: what it answers; its own entry file says what is to be shown.
        inputs: the predicates of its facts, if it is a whole program of no family. Without either,
            predicates can't be told from misspelt ones.

    Raises:
        EncodingError: for a file that can't be read at all.
    """
    written = family.as_written if family else None
    program = _loaded(entry, overlays, written is not None or family is None)
    if not isinstance(program, Encoding):
        return program
    if written is not None:
        check = _Check(program, None, None, written.given_to(entry))
    else:
        check = _Check(program, family, task, inputs)
    drawing = any(each.name in ("attr", "draw") for each in program.signatures(*MADE))
    heads = [entry, *overlays]
    mistakes = mistaken(family, program.options, heads) if family is not None else ()
    return check.sorted(
        (Diagnostic("error", each.message, each.place) for each in mistakes),
        check.undefined(),
        check.misspelt() if written is not None else (),
        ineffective.without_value(program, FUNCTIONS if drawing else ()),
        check.unused(),
        check.redefined(),
        check.not_shown(),
        check.scripts(),
        endless(check.program, check.inputs, check.whole),
    )


def lint_folder(family: Family[Any, Any]) -> Iterator[tuple[Path, list[Diagnostic]]]:
    """The files of a folder of rules, each with its likely mistakes."""
    rules = family.as_written
    assert isinstance(rules, Rules)
    alone = {}
    for entry, task in zip(rules.folder.entries, family.tasks, strict=True):
        alone[entry] = task, _tried(lint, entry, (), family, task)
        yield entry, alone[entry][1]
    for overlay in rules.folder.overlays:
        yield overlay, _tried(_of_folders_overlay, family, overlay, alone)
    if rules.judge is not None:
        yield rules.judge, _tried(_of_folders_judge, rules, rules.judge)
    for named, overlay in rules.folder.judges.items():
        yield named, _tried(_of_folders_judge, rules, named, overlay)
    for name in sorted(layout.RESERVED - {layout.JUDGE}):
        if path := rules.folder.file(name):
            found = _tried(lint, path, (), family)
            yield path, [*found, *_without_game(path, found)] if name == layout.MOVES else found


def _tried(look: Callable[..., list[Diagnostic]], *arguments: Any) -> list[Diagnostic]:
    """What is found in a file; the error, if it can't be read at all."""
    try:
        return look(*arguments)
    except EncodingError as error:
        return [Diagnostic("error", error.message, error.place)]


def _of_folders_overlay(
    family: Family[Any, Any], overlay: Path, alone: Mapping[Path, tuple[Task, list[Diagnostic]]]
) -> list[Diagnostic]:
    """What an overlay adds to the findings of the task that it fits best."""
    meant = encoding_files.header(overlay).tasks
    encoding_files.judges([overlay])  # raises EncodingError for a missing one
    fitting = {e: a for e, a in alone.items() if not meant or {e.stem, a[0].name} & {*meant}}
    whole = {e: a for e, a in alone.items() if all(each.code != "error" for each in a[1])}
    fitting = {e: a for e, a in fitting.items() if e in whole} or fitting or whole
    added = [
        [each for each in lint(entry, [overlay], family, task) if each not in found]
        for entry, (task, found) in (fitting or alone).items()
    ]
    return min(added, key=len, default=[])


def _without_game(path: Path, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """What is missing of a game in `moves.lp`, unless it can't be read."""
    if all(each.code != "error" for each in found):
        made = encodings.load(path, scripts=True, ascii_only=False).signatures(*MADE)
        for each in moves.GAME:
            if each not in made:
                yield Diagnostic("undefined", f"no rule and no fact gives {each}")


def _of_folders_judge(rules: Rules, path: Path, overlay: Path | None = None) -> list[Diagnostic]:
    whole = lint(path)
    if found := [each for each in whole if each.code in ("error", "unsafe", "value")]:
        return found
    program = encodings.load(path, scripts=True, ascii_only=False)
    others = [each for each in whole if each.code in ("script", "endless")]
    judged = [*rules.folder.entries, *filter(None, [overlay])]
    found = judging.findings(rules, program, overlay=overlay)
    return [*found, *others, *_shared(program, judged)]


def _shared(judge: Encoding, judged: Iterable[Path]) -> Iterator[Diagnostic]:
    """The files of a judge that are a part of a program that it judges."""
    own = set[Path]()
    for entry in judged:
        with contextlib.suppress(EncodingError):  # which is a finding about that file
            own |= set(encoding_files.with_includes(entry.absolute()))
    for each in judge.files:
        if each in own:
            told = f"{places.shown(each)} is a part of what is judged, too"
            yield Diagnostic("shared", told)


def lint_judge(
    entry: Path, families: Sequence[Family[Any, Any]], judged: Iterable[Path] = ()
) -> list[Diagnostic]:
    """All likely mistakes in a judge, such as unknown predicates or that it can't object.

    Args:
        entry: the judge's file.
        families: whose answers it may judge; if there are none, nothing is known of them.
        judged: entries and overlays whose answers it judges, if they are known.

    Raises EncodingError for a file that can't be read at all.
    """
    program = _loaded(entry, (), ascii_only=places.text_of(entry).text.isascii())
    if not isinstance(program, Encoding):
        return program
    given = [judge.given(each) for each in families]
    sets = [each for each in given if each is not None]
    known = frozenset[Signature]().union(*sets)
    check = _Check(program, None, None, None)
    check.inputs |= known
    mistakes = judge.findings(program, known if sets and len(sets) == len(given) else None)
    unbounded = endless(check.program, check.inputs)
    return check.sorted(mistakes, check.scripts(), unbounded, _shared(program, judged))


def _loaded(
    entry: Path, overlays: Sequence[Path], as_clingo: bool = False, ascii_only: bool = True
) -> Encoding | list[Diagnostic]:
    """The program, or its syntax errors. Raises EncodingError for a file that can't be read."""
    places.text_of(entry)
    try:
        return encodings.load(entry, overlays, True, ascii_only, as_clingo=as_clingo)
    except EncodingError as error:
        return list(_broken([entry, *overlays], error))


def family_of(
    program: Encoding, families: Sequence[Family[Any, Any]], judging: bool = False
) -> Family[Any, Any] | None:
    """The family most of whose facts a program uses; None if there is none, or there are two.

    A judge also uses the facts of answers and of the checker's trace.
    """
    wanted = program.signatures(Role.USED) - program.signatures(Role.DEFINED)

    def given(family: Family[Any, Any]) -> Collection[Signature]:
        return (judging and judge.given(family)) or set(family.vocabulary)

    scores = [(len(wanted & {*given(each)}), each) for each in families]
    best = max((score for score, _ in scores), default=0)
    leaders = [each for score, each in scores if score == best]
    if not best or len(leaders) > 1:
        return None
    own = list(map(str, given(leaders[0])))
    needed = [str(each) for each in wanted - {Signature("query", 1)}]
    known = sum(each in own or bool(nearest(each, own, 0.75)) for each in needed)
    return leaders[0] if 2 * known > len(needed) else None


def defined_by(family: Family[Any, Any]) -> frozenset[Signature]:
    """The predicates that the family's own encodings define, its overlays and parts included."""
    found: set[Signature] = set()
    for path in sorted(resources.encodings(family.name).rglob("*.lp")):
        with contextlib.suppress(EncodingError):
            found |= encodings.load(path, scripts=True).signatures(*MADE)
    return frozenset(found)


def _order(finding: Diagnostic) -> tuple[object, ...]:
    return not finding.place, *(finding.place or ())[:3], finding.message


def _broken(paths: Sequence[Path], error: EncodingError) -> Iterator[Diagnostic]:
    """All syntax errors that clingo finds; only the first one if it can't go on after it."""
    messages: list[str] = []
    for path in paths:
        try:
            files = tuple(encoding_files.with_any_letters(path.absolute()))
        except EncodingError:  # none of it is for clingo
            yield Diagnostic("error", error.message, error.place)
            return
        messages += parsing.parsed(files).messages
    errors = [places.error_of([m], m) for m in messages if ": error: " in m]
    for each in errors or [error]:
        yield Diagnostic("error", each.message, each.place)


class _Check:
    """A program and what is known of its family and task."""

    def __init__(
        self,
        program: Encoding,
        family: Family[Any, Any] | None,
        task: Task | None,
        inputs: Collection[Signature] | None,
    ) -> None:
        self.program, self.family, self.task = program, family, task
        self.whole = task is not None or inputs is not None  # else it may be a part of a program
        self.inputs = set(family.vocabulary if family else inputs or ())
        self.known = family is not None or inputs is not None
        self.made = program.signatures(*MADE)

    @cached_property
    def own(self) -> Sequence[Atom]:
        """The atoms of the task's own, shipped program."""
        if self.family is None or self.task is None or not self.task.encoding:
            return []
        return encodings.load(entry_of(self.family, self.task), scripts=True).atoms

    @cached_property
    def outputs(self) -> list[Signature]:
        """What the task's own program shows."""
        return sorted(signatures(self.own, Role.SHOWN), key=str)

    def sorted(self, *more: Iterable[Diagnostic]) -> list[Diagnostic]:
        """These diagnostics and those of any program, each once, by place."""
        found = [*self.unsafe()] or [*self.refused()]
        found += itertools.chain(*more, self.headers(), self.ineffective())
        return sorted(dict.fromkeys(found), key=_order)

    def unsafe(self) -> Iterator[Diagnostic]:
        """Variables that no literal of their rule binds."""
        for unsafe in filter(None, map(places.unsafe_in, self._messages())):
            for name, place in unsafe.variables:
                yield Diagnostic(
                    "unsafe",
                    f"unsafe variable {name} in {unsafe.rule}: nothing in the body that is neither "
                    "negated nor a comparison gives it a value",
                    place,
                )

    def refused(self) -> Iterator[Diagnostic]:
        """What else clingo refuses."""
        for message in self._messages():
            if ": error: " in message:
                error = places.error_of([message], message)
                yield Diagnostic("error", error.message, error.place)
        for error in theory.unsupported(self.program):
            yield Diagnostic("error", error.message, error.place)

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

    def undefined(self) -> Iterator[Diagnostic]:
        """What is used, but neither defined nor a fact of the instance."""
        if not self.known:
            return
        known = self.made | self.inputs | self.program.signatures(Role.DECLARED) | LED_BY
        if self.family and not (self.whole or self.program.signatures(Role.USED) <= known):
            known |= defined_by(self.family)
        yield from ineffective.undefined(self.program.atoms, known, 0.75)

    def misspelt(self) -> Iterator[Diagnostic]:
        """Inputs of a user's own program whose names are similar to what it defines."""
        made = {str(each): each for each in self.made}
        inputs = self.inputs - self.made - self.program.signatures(Role.DECLARED)
        for each in firsts(self.program.atoms, Role.USED):
            near = nearest(str(each.signature), made, 0.85)
            if each.signature in inputs and near and made[near].arity == each.signature.arity:
                message = f"{each.signature} is used, but never defined; did you mean {near}?"
                yield Diagnostic("undefined", message, each.place)

    def unused(self) -> Iterator[Diagnostic]:
        """What is defined, but neither used nor shown.

        A file that serves several tasks may define more than one of them uses: what its header
        names is spare, unless the task's own program uses it. So is what only a file uses whose
        place an overlay takes. Where nothing is shown, everything is.
        """
        shown = self.program.signatures(Role.SHOWN) | set(self.outputs)
        if not self.whole or not (shown or self.task):
            return
        needed = self.program.signatures(Role.USED) | shown | LED_BY
        if self.program.overlays:
            own, whole = self.program.entry, self.program.as_clingo
            alone = encodings.load(own, scripts=True, as_clingo=whole)
            needed |= alone.signatures(Role.USED)
        used = signatures(self.own, Role.USED)
        for each in firsts(self.program.atoms, Role.DEFINED):
            spare = self._documented(each) and each.signature not in used
            if each.signature not in needed and not spare:
                message = f"{each.signature} is defined, but neither used nor shown"
                yield Diagnostic("unused", message, each.place)

    def redefined(self) -> Iterator[Diagnostic]:
        """Rules for predicates that the instance's facts are."""
        for each in firsts(self.program.atoms, Role.DEFINED) if self.family else ():
            if each.signature in self.inputs and not self._documented(each):
                message = (
                    f"{each.signature} is an input predicate: its facts are the instance's, and "
                    "this rule adds to them"
                )
                yield Diagnostic("input", message, each.place)

    def ineffective(self) -> Iterator[Diagnostic]:
        """What has no effect; of a file that may be a part of some program, no parts."""
        told = ineffective.ineffective(self.program, self.inputs, lambda: self.outputs)
        mine = {places.shown(path) for path in ineffective.foreign(self.program)}
        for each in told:
            whole = self.whole or each.code not in ("part", "given", "step")
            shipped = each.place is not None and each.place.source not in mine
            if whole and not (shipped and each.code in ("given", "shown", "header")):
                yield each

    def scripts(self) -> Iterator[Diagnostic]:
        """Scripts, which run only if the user allows them."""
        for each in self.program.statements:
            if each.ast_type is ast.ASTType.Script:
                message = "an embedded script, which is run with --allow-scripts only"
                yield Diagnostic("script", message, places.place_of(each))

    def _documented(self, each: Atom) -> bool:
        """Whether the header of its file names it among the output predicates."""
        section = encoding_files.header(each.file).sections.get("Output predicates", "")
        return any(named.means(each.signature) for named in declared(section))

    def not_shown(self) -> Iterator[Diagnostic]:
        """Output predicates of the task that are not shown, or shown and never defined."""
        shown = self.program.signatures(Role.SHOWN)
        for output in self.outputs:
            if output not in (shown or self.made):
                yield Diagnostic(
                    "output",
                    f"{output} is not shown: answers to {self.task and self.task.name} are read "
                    "from it",
                )
        silent = self.made | self.inputs | self.program.signatures(Role.DECLARED)
        for each in firsts(self.program.atoms, Role.SHOWN):
            named = each.signature.name and each.tree.ast_type is ast.ASTType.ShowSignature
            if named and each.signature not in silent:
                near = nearest(str(each.signature), map(str, silent))
                hint = f"; did you mean {near}?" if near else ""
                message = f"{each.signature} is shown, but never defined{hint}"
                yield Diagnostic("undefined", message, each.place)

    def headers(self) -> Iterator[Diagnostic]:
        """Headers that name missing things, lack what is shown, or name wrong parts."""
        shown = self.program.signatures(Role.SHOWN)
        for file in self.program.files:
            header = encoding_files.header(file).sections
            if not {"Input predicates", "Output predicates", "Program parts"} & set(header):
                continue
            whole = encodings.load(file, scripts=True, as_clingo=self.program.as_clingo)
            used = whole.signatures(Role.USED, Role.DECLARED)
            made = whole.signatures(*(role for role in Role if role is not Role.USED))
            rows = (("Input predicates", used, "not used"), ("Output predicates", made, "not made"))
            for title, there, complaint in rows:
                for named in declared(header.get(title, "")):
                    if not any(named.means(signature) for signature in there):
                        message = f"{named} stands in the header's {title}, but is {complaint} here"
                        yield Diagnostic("header", message, places.in_head(file, named.name))
            out = declared(header.get("Output predicates", ""))
            own = file == self.program.entry and self.family is None and self.whole
            for each in sorted(shown, key=str) if own and out else ():
                if each.name and not any(named.means(each) for named in out):
                    message = f"{each} is shown, but missing in the header's Output predicates"
                    yield Diagnostic("header", message, places.in_head(file, "Output predicates"))
            parts = {name for name, _ in whole.parts}
            lines = header.get("Program parts", "").splitlines()
            names = "\n".join(line.partition(" - ")[0] for line in lines)  # the rest explains them
            said = set(re.findall(r"([a-z_]\w*)(?:\([^)]*\))?", names))
            if "Program parts" in header and (said ^ parts) - {"base"}:  # a file begins in base
                words = [", ".join(sorted(each)) for each in (said, parts)]
                message = f"the header says parts {words[0]}; in the code are {words[1]}"
                yield Diagnostic("header", message, places.in_head(file, "Program parts"))
