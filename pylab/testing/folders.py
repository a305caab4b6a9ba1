"""Tests the files of a folder of rules against each other; prints nothing."""

from __future__ import annotations

import functools
import json
import random
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pylab import engines
from pylab.analysis import compare, coverage
from pylab.analysis import lint as linting
from pylab.base import resources
from pylab.base.errors import LimitReached, PylabError, near
from pylab.base.finding import Status
from pylab.base.limits import Patience, patience
from pylab.base.listing import Task
from pylab.base.processes import apart
from pylab.base.programs import run
from pylab.core.answer import Answer, Watch
from pylab.core.question import Limits, Means, Question
from pylab.encoding import files as encoding_files
from pylab.encoding import program as encodings
from pylab.encoding.header import parse
from pylab.encoding.ineffective import Diagnostic
from pylab.encoding.places import shown
from pylab.family.table import Family
from pylab.folders import given, inference, layout, moves, pictures
from pylab.folders.answers import ShownAtoms
from pylab.folders.family import Rules
from pylab.folders.given import Given
from pylab.folders.moves import MovesGame
from pylab.testing import expected
from pylab.testing.expected import ExpectedAnswer
from pylab.text.solver_output import split
from pylab.text.source import read_source

SECONDS = 10.0
"""The time limit of each question."""

DRAWN = 10
"""The number of random instances."""

_PROBLEM = re.compile(r"^%\s*Problem:\s*([a-z][a-z0-9-]*)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a test.

    Attributes:
        chapter: the kind of test.
        name: what was tested; empty for the whole chapter.
        wrong: the failure; empty if there is none.
        skipped: why the test did not run to its end; empty if it did.
    """

    chapter: str
    name: str
    wrong: str = ""
    skipped: str = ""


def outcomes(family: Family[Given, ShownAtoms], seed: int = 1) -> Iterator[CaseResult]:
    """Run the tests of a folder. Raises PylabError for a family without a folder."""
    rules = family.as_written
    if not isinstance(rules, Rules):
        raise PylabError(f"{family.name} is no folder of rules: pytest has its tests")
    trial, errors = _Trial(family, rules, seed), set[str]()
    for chapter in (
        trial.lint, trial.puzzles, trial.expected, trial.witnesses, trial.answers, trial.bare,
        trial.encodings, trial.moves, trial.generator, trial.scene, trial.coverage,
    ):  # fmt: skip
        yield from _guarded(chapter, errors)


def _guarded(chapter: Callable[[], Iterator[CaseResult]], errors: set[str]) -> Iterator[CaseResult]:
    """The results of a chapter; an error in it is a failure, unless it is among `errors`.

    The chapter's name is that of its method.
    """
    name = chapter.__name__
    try:
        yield from chapter()
    except LimitReached as limit:
        yield CaseResult(name, "", skipped=str(limit))
    except PylabError as error:
        again = str(error) in errors
        errors.add(str(error))
        told = "it needs a file that is wrong" if again else ""
        yield CaseResult(name, "", wrong="" if again else str(error), skipped=told)


@dataclass(frozen=True, slots=True)
class _Sample:
    name: str
    instance: Given


class _Trial:
    """A folder, with its instances and the answers so far."""

    def __init__(self, family: Family[Given, ShownAtoms], rules: Rules, seed: int) -> None:
        self.family, self.rules, self.seed = family, rules, seed
        self._asked: dict[tuple[str, str], Answer] = {}

    @cached_property
    def given(self) -> list[_Sample]:
        """The puzzles in `instances`."""
        paths = self.rules.folder.instances
        return [_Sample(p.name, self.rules.read(read_source(str(p)))) for p in paths]

    @cached_property
    def drawn(self) -> list[_Sample]:
        """Random instances; none without a generator, or if it takes too long."""
        if self.rules.folder.file(layout.GENERATOR) is None:
            return []
        try:
            instances = apart(lambda: self._generated(DRAWN), "generator", self.family, self.rules)
        except LimitReached:
            return []
        return [_Sample(f"random {self.seed}/{n}", each) for n, each in enumerate(instances, 1)]

    def _generated(self, number: int) -> list[Given]:
        """So many instances, each within the time limit. Raises PylabError if there is none."""
        rng, found = random.Random(self.seed), list[Given]()
        for _ in range(number):
            with patience(SECONDS, time.monotonic(), threading.Event()):
                try:
                    found.append(self.family.generate(rng))
                except ValueError as error:
                    raise PylabError(str(error)) from None
        return found

    def ask(self, task: Task, sample: _Sample) -> Answer:
        """The answer to a task, which is asked once."""
        key = task.name, sample.name
        if key not in self._asked:
            limits = Limits(seconds=SECONDS)
            self._asked[key] = self._answer(
                Question(self.family, sample.instance, task, Means(), limits)
            )
        return self._asked[key]

    def _answer(self, question: Question) -> Answer:
        """The answer to a question, in a child process, as no limit can stop grounding here."""
        shared = question, question.given, question.family
        return apart(lambda: engines.ask(question, Watch(notes=False)), "test", *shared)

    def lint(self) -> Iterator[CaseResult]:
        """Likely mistakes in each file."""
        for path, findings in linting.lint_folder(self.family):
            yield from _found(path, findings)

    def puzzles(self) -> Iterator[CaseResult]:
        """Whether puzzles can be read, and programs use all their facts."""
        if not self.given:
            yield CaseResult("puzzles", "instances", skipped="there are no puzzles in instances/")
        for sample in self.given:
            wrong = "; ".join(self.family.remarks(sample.instance))
            yield CaseResult("puzzles", sample.name, wrong=wrong)

    def expected(self) -> Iterator[CaseResult]:
        """Whether answers are those in the files beside the puzzles."""
        for path, sample in zip(self.rules.folder.instances, self.given, strict=True):
            beside = resources.expected_beside(path)
            if not beside.is_file():
                continue
            try:
                claims = expected.read(beside).answers
            except ValueError as error:
                yield CaseResult("expected", beside.name, wrong=str(error))
                continue
            for claim in claims:
                yield self._claimed(beside.name, claim, sample)

    def _claimed(self, name: str, claim: ExpectedAnswer, sample: _Sample) -> CaseResult:
        name = f"{name}: {claim.task}"
        task = self.family.task(claim.task)
        limits = Limits(seconds=SECONDS, models=claim.models)
        question = Question(self.family, sample.instance, task, Means(), limits)
        answer = self._answer(question)
        if not answer.settled:
            return CaseResult("expected", name, skipped=answer.reason)
        for key, found, wanted in expected.differing(answer, claim):
            told = f"expected {key} {json.dumps(wanted)}, found {json.dumps(found)}"
            return CaseResult("expected", name, wrong=told)
        return CaseResult("expected", name)

    def witnesses(self) -> Iterator[CaseResult]:
        """Whether the judge accepts and refuses the witnesses that it should."""
        for kind in ("accepted", "rejected"):
            for path in self.rules.folder.within(kind):
                yield self._judged(kind, path)

    def _judged(self, kind: str, path: Path) -> CaseResult:
        name = f"{kind}/{path.name}"
        meant = path.name.split(".")[0]
        sample = next((each for each in self.given if each.name.split(".")[0] == meant), None)
        if sample is None:
            return CaseResult("witnesses", name, wrong="no puzzle in instances/ has this name")
        source = read_source(str(path))
        witnesses = map(self.family.read_witness, split(source))
        verdicts = [self.family.check(sample.instance, each) for each in witnesses]
        if any(each.unchecked for each in verdicts):
            return CaseResult("witnesses", name, wrong=str(verdicts[0].problems[0]))
        refused = [each for each in verdicts if not each.valid]
        if kind == "accepted" and refused:
            told = "; ".join(map(str, refused[0].problems))
            return CaseResult("witnesses", name, wrong=f"the judge refuses it: {told}")
        if kind == "rejected" and len(refused) < len(verdicts):
            return CaseResult("witnesses", name, wrong="the judge accepts it")
        codes = {problem.code for verdict in refused for problem in verdict.problems}
        wanted = _PROBLEM.findall(source.text) if kind == "rejected" else []
        missing = [each for each in wanted if each not in codes]
        if missing:
            told = f"expected the problem {missing[0]}, found {', '.join(sorted(codes))}"
            return CaseResult("witnesses", name, wrong=told)
        return CaseResult("witnesses", name)

    def answers(self) -> Iterator[CaseResult]:
        """Whether the judge accepts the answers to each task."""
        for task in self.family.tasks:
            for sample in (*self.given, *self.drawn):
                answer, name = self.ask(task, sample), f"{task.name}: {sample.name}"
                wrong = [p for each in answer.invalid for p in each.verdict.problems]
                unchecked = [c.verdict for c in answer.checked if c.verdict.unchecked]
                if wrong:
                    yield CaseResult("answers", name, wrong="; ".join(map(str, wrong)))
                elif not answer.settled:
                    yield CaseResult("answers", name, skipped=answer.reason)
                elif unchecked:
                    yield CaseResult("answers", name, skipped=str(unchecked[0].problems[0]))
                else:
                    yield CaseResult("answers", name)

    def bare(self) -> Iterator[CaseResult]:
        """Whether clingo alone answers each task for the first puzzle."""
        for entry, task in zip(self.rules.folder.entries, self.family.tasks, strict=True):
            for path, sample in zip(self.rules.folder.instances[:1], self.given[:1], strict=True):
                yield self._bare(entry, task, path, sample)

    def _bare(self, entry: Path, task: Task, path: Path, sample: _Sample) -> CaseResult:
        name, answer = f"{task.name}: {path.name}", self.ask(task, sample)
        program = encodings.load(entry, as_clingo=True)
        if program.stepwise and not encoding_files.says_incmode([entry]):
            return CaseResult("bare", name, skipped="it needs #include <incmode>. to run bare")
        if answer.status is Status.UNKNOWN:
            return CaseResult("bare", name, skipped=answer.reason)
        if answer.status is Status.NONE and program.stepwise:
            return CaseResult("bare", name, skipped="clingo alone looks for an answer for ever")
        puzzle = given.file_of(read_source(str(path)))  # a puzzle of a collection has no file
        words = [sys.executable, "-m", "pylab", "clingo", str(entry), str(puzzle)]
        try:
            done = run([words], Patience(3 * SECONDS))
        except LimitReached:
            return CaseResult(
                "bare", name, skipped=f"clingo alone takes more than {3 * SECONDS:.0f} s"
            )
        wanted = {Status.FOUND: (10, 30), Status.NONE: (20,)}[answer.status]
        if done.code in wanted:
            return CaseResult("bare", name)
        told = done.said.partition("\n")[0]
        return CaseResult("bare", name, wrong=f"clingo alone exits with {done.code}; {told}")

    def encodings(self) -> Iterator[CaseResult]:
        """Whether tasks that show the same predicates agree on whether there is an answer."""
        groups: dict[frozenset[Any], list[Task]] = {}
        for entry, task in zip(self.rules.folder.entries, self.family.tasks, strict=True):
            groups.setdefault(inference.of_entries([entry]).outputs, []).append(task)
        for first, *others in groups.values():
            for other in others:
                for sample in (*self.given, *self.drawn):
                    yield self._agree(first, other, sample)

    def _agree(self, one: Task, two: Task, sample: _Sample) -> CaseResult:
        name = f"{one.name}, {two.name}: {sample.name}"
        found = [self.ask(task, sample).status for task in (one, two)]
        if Status.UNKNOWN in found or found[0] is found[1]:
            skipped = "not known of both" if Status.UNKNOWN in found else ""
            return CaseResult("encodings", name, skipped=skipped)
        told = f"{one.name} says {found[0].value}, {two.name} says {found[1].value}"
        return CaseResult("encodings", name, wrong=told)

    def moves(self) -> Iterator[CaseResult]:
        """Whether `moves.lp` needs as few moves as stepwise tasks need steps."""
        path = self.rules.moves
        if path is None:
            return
        game = MovesGame(path)
        meant = parse(read_source(str(path))).tasks
        known = [each.name for each in self.family.tasks]
        for name in meant:
            if name not in known:
                told = f"its header names the task {name}, which there is not{near(name, known)}"
                yield CaseResult("moves", layout.MOVES, wrong=told)
        for entry, task in zip(self.rules.folder.entries, self.family.tasks, strict=True):
            stepwise = encodings.load(entry, as_clingo=True).stepwise
            if stepwise and (not meant or task.name in meant):
                for sample in (*self.given, *self.drawn):
                    yield self._played(game, task, sample)

    def _played(self, game: MovesGame, task: Task, sample: _Sample) -> CaseResult:
        name, answer = f"{task.name}: {sample.name}", self.ask(task, sample)
        if not answer.settled:
            return CaseResult("moves", name, skipped=answer.reason)
        try:
            fewest, _ = moves.fewest(game, sample.instance.whole(), Patience(SECONDS), 5_000)
        except LimitReached as limit:
            return CaseResult("moves", name, skipped=str(limit))
        claimed = answer.cost if answer.status is Status.FOUND else None
        if fewest == claimed:
            return CaseResult("moves", name)
        words = ["none" if each is None else str(each) for each in (fewest, claimed)]
        told = f"breadth first by moves.lp: {words[0]}; by {task.encoding}: {words[1]}"
        return CaseResult("moves", name, wrong=told)

    def generator(self) -> Iterator[CaseResult]:
        """Whether the same seed gives the same instance, and programs use its facts."""
        if self.rules.folder.file(layout.GENERATOR) is None:
            return
        if not self.drawn:
            told = f"it takes more than {SECONDS:g} s to make one of the first {DRAWN} puzzles"
            yield CaseResult("generator", "time", wrong=told)
            return
        again = apart(lambda: self._generated(1), "generator", self.family, self.rules)
        told = "" if again[0] == self.drawn[0].instance else "the same seed gives two instances"
        yield CaseResult("generator", "the same seed", wrong=told)
        for sample in self.drawn:
            wrong = "; ".join(self.family.remarks(sample.instance))
            lacking = self._lacking(sample.instance)
            yield CaseResult("generator", sample.name, wrong=wrong or lacking)
        if all(each.instance == self.drawn[0].instance for each in self.drawn):
            yield CaseResult("generator", "different seeds", wrong="all instances are the same")

    def _lacking(self, instance: Given) -> str:
        """A message on predicates that each puzzle has, but not this instance; or ""."""
        sets = [{f.signature for f in each.instance.whole()} for each in self.given]
        always = set.intersection(*sets) if sets else set()
        lacking = sorted(map(str, always - {each.signature for each in instance.facts}))
        return f"it has no {', '.join(lacking)}, and each puzzle has some" if lacking else ""

    def scene(self) -> Iterator[CaseResult]:
        """Whether each puzzle can be drawn, alone and with an answer."""
        if self.rules.scene is None:
            return
        for sample in self.given:
            found = [c.witness for c in self.ask(self.family.tasks[0], sample).checked]
            work = functools.partial(self._drawn, sample, (None, *found[:1]))
            try:
                remarks = apart(work, "scene")
            except LimitReached as limit:  # it would end each of the others, too
                yield CaseResult("scene", sample.name, wrong=str(limit))
                return
            yield CaseResult("scene", sample.name, wrong="; ".join(remarks))

    def _drawn(self, sample: _Sample, witnesses: Iterable[ShownAtoms | None]) -> list[str]:
        """Remarks on the pictures of a puzzle, each drawn within SECONDS."""
        assert self.rules.scene is not None
        told: dict[str, None] = {}
        for witness in witnesses:
            with warnings.catch_warnings(), patience(SECONDS, time.monotonic(), threading.Event()):
                warnings.simplefilter("ignore")
                picture = pictures.of(self.rules.scene, sample.instance, witness)
            told |= dict.fromkeys(picture.remarks)
        return list(told)

    def coverage(self) -> Iterator[CaseResult]:
        """Whether the puzzles use each rule of each task."""
        samples = [compare.Sample(s.name, s.instance) for s in (*self.given, *self.drawn)]
        for entry, task in zip(self.rules.folder.entries, self.family.tasks, strict=True):
            terms = compare.Settings(self.family, task, limits=Limits(SECONDS))
            program = encodings.load(entry, as_clingo=True)
            ledger = coverage.on(terms, compare.Variant(entry.name, program), samples)
            unused = [coverage.told(each, "the puzzles") for each in ledger.uncovered]
            if not samples or not ledger.settled:
                told = "not looked at to the end" if samples else "there are no puzzles"
                yield CaseResult("coverage", entry.name, skipped=told)
            else:
                yield from _found(entry, unused, "coverage")


def _found(
    path: Path, findings: Iterable[Diagnostic], chapter: str = "lint"
) -> Iterator[CaseResult]:
    """A failure for each finding in a file; a success if there are none."""
    told = list(findings)
    for each in told:
        where = f"{each.place}: " if each.place else ""
        yield CaseResult(chapter, shown(path), wrong=f"{where}{each.message}")
    if not told:
        yield CaseResult(chapter, shown(path))


def junit(name: str, found: Sequence[CaseResult]) -> str:
    """The results as JUnit's XML."""
    from xml.etree import ElementTree as Tree

    suite = Tree.Element(
        "testsuite",
        name=name,
        tests=str(len(found)),
        failures=str(sum(bool(each.wrong) for each in found)),
        skipped=str(sum(bool(each.skipped) for each in found)),
    )
    for each in found:
        case = Tree.SubElement(
            suite, "testcase", classname=f"{name}.{each.chapter}", name=each.name or each.chapter
        )
        if each.wrong:
            Tree.SubElement(case, "failure", message=each.wrong)
        elif each.skipped:
            Tree.SubElement(case, "skipped", message=each.skipped)
    Tree.indent(suite)
    return Tree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
