"""Requirements on encodings: headers, lint, overlays, and the edits that `compare` finds."""

from __future__ import annotations

import contextlib
import itertools
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pylab.analysis import blame, catalogue, compare, comparison, differences, trials
from pylab.analysis.lint import lint
from pylab.base.errors import EncodingError, PylabError
from pylab.base.listing import Signature, Task
from pylab.core.answer import Answer
from pylab.core.options import Limits
from pylab.encoding import files as encoding_files
from pylab.encoding import program as encodings
from pylab.encoding.header import declared
from pylab.encoding.predicates import Role
from pylab.engines import theory
from pylab.family.testkit import Mutant, OverlayCase
from pylab.notebook.texts import file_of
from pylab.testing.answers import accepted
from pylab.testing.subject import Asked, Subject, Unmet, must, requirement
from pylab.text.source import Source


def _overlays(subject: Subject) -> list[Path]:
    """The shipped overlays, except those whose theory is not installed."""
    found = []
    for overlay in catalogue.overlays_of(subject.family):
        with contextlib.suppress(theory.Missing):
            for name in encoding_files.header(overlay).theories:
                theory.theory(name)
            found.append(overlay)
    return found


_REFUSED = Signature("refused", 1)
"""Shown if there is no answer; not a part of the output."""

MANY = 100
"""The number of answers to compare with and without an overlay."""

PATIENT = 1000.0
"""The seconds for answering and shrinking, enough for a slow machine."""


def _entries(subject: Subject) -> Iterator[tuple[Task, Path]]:
    for task in subject.family.tasks:
        if task.encoding:
            yield task, catalogue.entry_of(subject.family, task)


def _tasks_of(subject: Subject, overlay: Path) -> Iterator[tuple[Task, Path]]:
    """The tasks that an overlay fits, by its header."""
    header = encoding_files.header(overlay)
    for task, entry in _entries(subject):
        meant = not header.tasks or {entry.stem, task.name} & {*header.tasks}
        if meant and set(header.replaces) <= {each.name for each in encodings.load(entry).files}:
            yield task, entry


@requirement(lambda subject: any(_entries(subject)))
def encodings_say_what_they_are(subject: Subject) -> None:
    """The header of each entry states its purpose, input and output; lint finds no mistake."""
    for task, entry in _entries(subject):
        program = encodings.load(entry, scripts=True)
        heads = [encoding_files.header(file).sections for file in program.files]
        purpose = encoding_files.header(entry).sections.get("Purpose", "")
        must(bool(purpose.strip()), f"{entry.name}: no header `% Purpose:`")
        for title in ("Input predicates", "Output predicates"):
            said = any(head.get(title, "").strip() for head in heads)
            must(said, f"{entry.name}: no header `% {title}:`, here or in what it includes")
        named = [each for head in heads for each in declared(head.get("Output predicates", ""))]
        for shown in program.signatures(Role.SHOWN) - {_REFUSED}:
            known = any(each.means(shown) for each in named)
            must(known, f"{entry.name}: {shown} is shown, but is in no `% Output predicates:`")
        found = [str(finding) for finding in lint(entry, (), subject.family, task)]
        must(not found, f"{entry.name}: {found[0] if found else ''}")
        counted = task.models == 0
        told = bool(encodings.counts(entry)) or subject.family.counts is not None
        must(not counted or told, f"{entry.name}: no header `% Counts:`")


@requirement(lambda subject: bool(catalogue.overlays_of(subject.family)))
def overlays_load_and_run(subject: Subject) -> None:
    """Each shipped overlay fits an entry, sets existing options, passes `lint`, and runs."""
    options = subject.family.option_named
    for overlay in _overlays(subject):
        name = overlay.name
        purpose = encoding_files.header(overlay).sections.get("Purpose", "").strip()
        must(bool(purpose), f"{name}: no header `% Purpose:`")
        strange = set(encoding_files.options([overlay])) - set(options)
        must(not strange, f"{name}: the family has no option {', '.join(strange)}")
        fitting = list(_tasks_of(subject, overlay))
        must(bool(fitting), f"{name}: it fits no entry")
        found: list[str] = []
        if overlay.is_file():  # else a header lists it
            found += map(str, lint(overlay, (), subject.family))
        if encoding_files.header(overlay).tasks:
            for task, entry in fitting:
                found += map(str, lint(entry, [overlay], subject.family, task))
        must(not found, f"{name}: {found[0] if found else ''}")
        ran = any(_runs(subject, [overlay], task) for task, _ in fitting)
        must(ran, f"{name}: it runs with no sample")


@requirement(lambda subject: len(catalogue.overlays_of(subject.family)) > 1)
def overlays_run_together(subject: Subject) -> None:
    """Any two shipped overlays for a task run together, or the family refuses the pair."""
    for one, two in itertools.combinations(_overlays(subject), 2):
        others = dict(_tasks_of(subject, two))
        both = [task for task, _ in _tasks_of(subject, one) if task in others]
        ran = not both or any(_runs(subject, [one, two], task, True) for task in both)
        must(ran, f"{one.name} and {two.name}: they run together with no sample")


def _runs(subject: Subject, overlays: Sequence[Path], task: Task, refusable: bool = False) -> bool:
    """Whether some sample can be solved with overlays or, if `refusable`, the family refuses it."""
    laid = tuple(map(str, overlays))
    for name, instance in subject.samples:
        try:
            answer = subject.ask(instance, task, "clingo", models=1, overlays=laid)
        except EncodingError:  # some overlays need larger puzzles
            continue
        except PylabError:  # two overlays set an option to different values
            if refusable:
                return True
            raise
        if answer is not None:
            names = " and ".join(overlay.name for overlay in overlays)
            accepted(Asked(f"{name} with {names}", instance, task, answer))
            return True
        if refusable:
            return True
    return False


@requirement(lambda subject: bool(catalogue.overlays_of(subject.family)))
def overlays_change_what_they_say(subject: Subject) -> None:
    """Each overlay changes answers as the testkit says."""
    shown = set()
    there = [path.stem for path in _overlays(subject)]
    for case in subject.testkit.overlay_cases:
        shown |= (names := set(case.overlay.split()))
        if names <= set(there):
            _changes(subject, case)
    missing = [p.stem for p in catalogue.overlays_of(subject.family) if p.stem not in shown]
    must(not missing, f"testkit.py: `overlay_cases` lacks {', '.join(missing)}")


def answers_under(subject: Subject, case: OverlayCase) -> tuple[Answer, Answer]:
    """The answers without an overlay and with it. Raises Unmet if the task doesn't fit."""
    family, beneath = subject.family, tuple(case.beneath.split())
    rules = (file_of(f"{case.rules}\n", "rules"),) if case.rules else ()
    overlays = (*beneath, *case.overlay.split(), *rules)
    instance, task = subject.puzzle(case.puzzle), family.task(case.task)
    constants = dict(each.split("=") for each in case.constants.split())
    known = encodings.load(catalogue.entry_of(family, task)).constants
    own = {name: value for name, value in constants.items() if name in known}

    def asked(names: tuple[str, ...], values: dict[str, str]) -> Answer:
        answer = subject.ask(
            instance, task, "clingo", models=task.models or MANY, overlays=names, constants=values
        )
        if answer is None:
            raise Unmet(f"{case.overlay}: {task.name} doesn't fit {case.puzzle}")
        return answer

    return asked(beneath, own), asked(overlays, constants)


def _changes(subject: Subject, case: OverlayCase) -> None:
    told = []
    for answer in answers_under(subject, case):
        wrong = [each.verdict.problems for each in answer.invalid]
        must(not wrong, f"{case.overlay}: the checker rejects its answer: {wrong}")
        cost = "" if answer.cost is None else f" {answer.cost}"
        encode = subject.family.encode
        facts = sorted(sorted(map(str, encode(each.witness))) for each in answer.checked)
        told.append((answer.status.value + cost, facts))
    (without, first), (with_it, second) = told
    where = f"{case.overlay}, {case.task} of {case.puzzle[:40]!r}"
    must(without == case.without, f"{where}: without it {without}, expected {case.without}")
    if case.under.split()[0] in ("found", "none", "unknown"):
        must(with_it == case.under, f"{where}: with it {with_it}, expected {case.under}")
        must(case.without != case.under, f"{where}: nothing is changed")
    else:
        same = (without, first) == (with_it, second)
        wanted = case.under == "the same"
        must(same == wanted, f"{where}: expected {case.under}, found {first} and {second}")


def write(subject: Subject, mutant: Mutant, folder: Path) -> Path:
    """Copy a task's encoding and edit it; the entry file. Raises Unmet if that can't be done."""
    task = subject.family.task(mutant.task)
    catalogue.copy(subject.family, task, folder, "x")
    path = folder / mutant.file
    pattern = r"\s+".join(re.escape(word) for word in mutant.old.split())
    text, count = re.subn(pattern, lambda _: mutant.new, path.read_text(encoding="utf-8"))
    must(count == 1, f"{mutant.name}: {mutant.old!r} is found {count} times in {mutant.file}")
    path.write_text(text, encoding="utf-8")
    return folder / task.encoding


def _rows(
    subject: Subject, mutant: Mutant, folder: Path, drawn: int, most: int
) -> tuple[
    compare.Settings, tuple[compare.Variant, compare.Variant], Iterator[differences.Outcome]
]:
    """Compare shipped instances and `drawn` random ones with at most `most` facts."""
    family, task = subject.family, subject.family.task(mutant.task)
    terms = compare.Settings(family, task, limits=Limits(PATIENT, models=100))
    variants = (
        compare.variant(family, f"{family.name}/{task.encoding}"),
        compare.variant(family, str(write(subject, mutant, folder / "my"))),
    )
    made = trials.generated(family, drawn, 1)
    samples = trials.by_size(family, [*trials.shipped(family)[0], *made])
    fitting = [each for each in samples if len(family.facts(each.instance)) <= most]
    rows = differences.compare(terms, variants, fitting)
    return terms, variants, (row for row in rows if not row.left_out)


@requirement(lambda subject: any(mutant.kinds for mutant in subject.testkit.mutants))
def broken_encodings_are_told_apart(subject: Subject) -> None:
    """`compare` finds each mistake, shrinks the puzzle that shows it, and blames the edit."""
    for mutant in _some(subject, [each for each in subject.testkit.mutants if each.kinds]):
        with tempfile.TemporaryDirectory() as folder:
            _told_apart(subject, mutant, Path(folder))


def _some(subject: Subject, mutants: list[Mutant]) -> list[Mutant]:
    """One edit for each eight rounds, as each takes long."""
    return mutants[: max(1, subject.rounds // 8)]


def _told_apart(subject: Subject, mutant: Mutant, folder: Path) -> None:
    family = subject.family
    for drawn in (5 * subject.rounds, 25 * subject.rounds):  # what shows rarely needs more
        place = folder / str(drawn)
        terms, (reference, other), rows = _rows(subject, mutant, place, drawn, 100)
        row = next((row for row in rows if row.differences[0]), None)
        if row is not None:
            break
    must(row is not None, f"{mutant.name}: no difference is found")
    assert row is not None
    (first,) = row.differences
    assert first is not None
    told = comparison.tell(terms, reference, other, row.sample, first, PATIENT)
    found = told.difference
    must(found.kind in mutant.kinds, f"{mutant.name}: shows as {found.kind}: {found.words}")
    must(told.smallest, f"{mutant.name}: shrinking was cut short")
    must(
        told.facts <= mutant.most,
        f"{mutant.name}: shrunk to {told.facts} facts, expected {mutant.most}:\n{told.file[1]}",
    )
    files = {Path(part.file).name for c in told.blame.changes for part in (c.old, c.new) if part}
    must(
        files == {Path(mutant.file).name},
        f"{mutant.name}: blamed on {'; '.join(blame.lines(told.blame))}",
    )
    name = other.name if found.kind != "some" else reference.name
    must(found.words.startswith((name, reference.name)), f"{mutant.name}: {found.words}")
    try:
        again = family.load(Source(f"x{told.file[0]}", told.file[1]))
    except PylabError as error:
        raise Unmet(f"{mutant.name}: the shrunk puzzle can't be read: {error}") from error
    must(again == told.instance, f"{mutant.name}: the shrunk puzzle is read as another one")
    must(told.svg(family).startswith("<svg"), f"{mutant.name}: the shrunk puzzle has no SVG")
    must(bool(told.picture(family).strip()), f"{mutant.name}: the shrunk puzzle has no picture")


@requirement(lambda subject: any(not mutant.kinds for mutant in subject.testkit.mutants))
def harmless_edits_pass(subject: Subject) -> None:
    """`compare` finds no difference if an edit changes no answer."""
    for mutant in _some(subject, [each for each in subject.testkit.mutants if not each.kinds]):
        with tempfile.TemporaryDirectory() as folder:
            rows = list(_rows(subject, mutant, Path(folder), 3 * subject.rounds, 60)[2])
        must(len(rows) >= 10, f"{mutant.name}: only {len(rows)} puzzles are compared")
        for row in rows:
            clean = not (row.differences[0] or row.undecided[0])
            must(clean, f"{mutant.name}: {row.sample.name}: {row.differences} {row.undecided}")
