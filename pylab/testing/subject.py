"""The family under test: its instances, and the answers to questions about them."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from pylab import engines
from pylab.analysis.catalogue import shipped_instances
from pylab.base.errors import InstanceError, WitnessError
from pylab.base.finding import Status
from pylab.base.listing import Task
from pylab.core.answer import Answer, Watch
from pylab.core.puzzle import Puzzle
from pylab.core.question import Limits, Means, Question
from pylab.family.table import Family
from pylab.family.testkit import FamilyTestkit, Forgery, Truth
from pylab.text.facts import Fact
from pylab.text.source import Source, read_source

T = TypeVar("T")

SECONDS = 20.0
"""The time limit of each question."""

ROUNDS = 8
"""The default number of random instances."""

SOUGHT = 60
"""The number of random instances among which those are sought that show a kind of facts."""

SMALL = 100
"""The largest number of facts of a shipped instance that is a sample."""

FEW = 2
"""The number of shipped instances, the smallest ones, that are samples."""

MOST = 500
"""The largest number of answers to list."""


class Unmet(AssertionError):
    """A family doesn't meet a requirement; the message has the case."""


def must(holds: bool, told: str) -> None:
    """Raises Unmet unless it holds."""
    if not holds:
        raise Unmet(told)


def attempt(where: str, allowed: type[Exception], work: Callable[[], T]) -> T | None:
    """What the work returns; None if it raises an allowed error. Raises Unmet for any other one."""
    try:
        return work()
    except allowed:
        return None
    except Exception as error:
        raise Unmet(f"{where}: expected {allowed.__name__}, found {error!r}") from error


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement on every family to which it applies; `check` raises Unmet."""

    name: str
    check: Callable[[Subject], None]
    applies: Callable[[Subject], bool]

    @property
    def says(self) -> str:
        """The requirement in a sentence."""
        return str(self.check.__doc__)


def requirement(
    applies: Callable[[Subject], bool] = lambda _: True,
) -> Callable[[Callable[[Subject], None]], Requirement]:
    """A decorator that makes a function a requirement with the function's name."""

    def named(check: Callable[[Subject], None]) -> Requirement:
        return Requirement(check.__name__, check, applies)

    return named


def offers(*members: str) -> Callable[[Subject], bool]:
    """Whether a family has these members."""
    return lambda subject: all(attrgetter(name)(subject.family) for name in members)


Options = tuple[tuple[str, Any], ...]
"""Names and values, sorted."""


def worded(name: str, options: Options) -> str:
    """The name of a puzzle under options."""
    words = " ".join(n if v is True else f"{n}={v}" for n, v in options)
    return f"{name} with {words}" if words else name


@dataclass(frozen=True)
class Asked:
    """A task put to an instance, and the answer."""

    name: str
    instance: Any
    task: Task
    answer: Answer

    @property
    def where(self) -> str:
        return f"{self.task.name} of {self.name}, by {self.answer.engine}"

    @property
    def witnesses(self) -> list[Any]:
        return [each.witness for each in self.answer.checked if each.witness is not None]


class Subject:
    """A family with its testkit, and the number of random instances."""

    def __init__(
        self, family: Family[Any, Any], testkit: FamilyTestkit[Any, Any], rounds: int
    ) -> None:
        self.family, self.testkit, self.rounds = family, testkit, rounds
        self._truths: dict[tuple[int, Task], tuple[Any, Truth | None]] = {}

    def rng(self, *words: object) -> random.Random:
        """A random generator for one purpose, the same in every run."""
        return random.Random(f"{self.family.name} {words}")

    def sample(self, rng: random.Random) -> Any:
        """A small random instance."""
        return (self.testkit.sample or self.family.sample or self.family.generate)(rng)

    def truth(self, instance: Any, task: Task) -> Truth | None:
        """The result of the brute force, which runs once."""
        key = id(instance), task
        if key not in self._truths:  # with the instance, so that no other one gets its id
            self._truths[key] = instance, self.testkit.truth(instance, task)
        return self._truths[key][1]

    @cached_property
    def samples(self) -> Sequence[tuple[str, Any]]:
        """Random and small shipped instances, with names for `instance`.

        There are more random ones if none of the first shows a kind of facts of the testkit.
        """
        names = [f"sample {n}" for n in (*range(self.rounds), *self._telling())]
        drawn = [(name, self.instance(name)) for name in names]
        sizes = [(len(self.family.facts(each)), path.name, each) for path, each in self.shipped]
        small = sorted((size, name) for size, name, _ in sizes if size <= SMALL)[:FEW]
        names = [name for _, name in small]
        return [*drawn, *((name, each) for _, name, each in sizes if name in names)]

    @cached_property
    def kinds(self) -> Mapping[str, re.Pattern[str]]:
        """Patterns for the testkit's kinds of facts, by these."""
        kinds = self.testkit.kinds
        return {each: re.compile(re.escape(each).replace("_", ".+?")) for each in kinds}

    def _telling(self) -> Iterator[int]:
        """The numbers of further samples to which a kind makes a difference, one for each kind."""
        left = {*self.kinds}
        for n in range(SOUGHT):
            shown = {kind for kind in left if self._matters(self.instance(f"sample {n}"), kind)}
            left -= shown
            if shown and n >= self.rounds:
                yield n

    def _matters(self, instance: Any, kind: str) -> bool:
        """Whether the first task has another answer without the facts of a kind."""
        facts = self.family.facts(instance)
        kept = [each for each in facts if not self.kinds[kind].fullmatch(str(each.symbol))]
        try:
            other = self.family.from_facts(kept) if len(kept) < len(facts) else instance
        except Exception:  # if it is no InstanceError, a requirement names it
            return False
        answers = [self.truth(each, self.first) for each in (instance, other)]
        return None not in answers and answers[0] != answers[1]

    @cached_property
    def brought(self) -> dict[str, str]:
        """The puzzles of the testkit by their names: texts, or names of files."""
        cases = [case.puzzle for case in self.testkit.overlay_cases]
        texts = enumerate(dict.fromkeys([*self.testkit.puzzles, *cases]), 1)
        return {f"puzzle {n} of testkit.py" if "\n" in text else text: text for n, text in texts}

    @cache  # noqa: B019 - a subject lives as long as its tests
    def instance(self, name: str, options: Options = ()) -> Any:
        """A puzzle by its name, under options; None if these don't fit it."""
        if options:
            try:
                return self.family.adapt(self.instance(name), **dict(options))
            except InstanceError:
                return None
        if name.startswith("sample "):
            return self.sample(self.rng("sample", int(name.split()[1])))
        return self.puzzle(self.brought.get(name, name))

    @property
    def drawn(self) -> Sequence[tuple[str, Any]]:
        """The random instances alone."""
        return self.samples[: self.rounds]

    @cached_property
    def shipped(self) -> Sequence[tuple[Path, Any]]:
        """The family's shipped instances."""
        found = shipped_instances(self.family)
        return [(path, self.family.load(read_source(str(path)))) for path in found]

    def puzzle(self, text: str) -> Any:
        """A shipped instance by its file's name, or the instance in a text."""
        for path, instance in self.shipped:
            if path.name == text:
                return instance
        must("\n" in text, f"testkit.py: expected a shipped instance or a text, found {text!r}")
        return self.read(text)

    def read(self, text: str) -> Any:
        """The instance in a text, in any of the family's formats."""
        last: Exception = Unmet(f"{self.family.name} has no endings")
        for suffix in self.family.suffixes:
            try:
                return self.family.read(Source(f"puzzle{suffix}", text))
            except Exception as error:
                last = error
        raise last

    def forged(self, forgery: Forgery) -> Any:
        """The instance that a forgery is for."""
        instance = self.puzzle(forgery.puzzle)
        return self.family.adapt(instance, **forgery.options) if forgery.options else instance

    def forgeries(self) -> Iterator[tuple[str, Any, Sequence[Fact]]]:
        """Where each forgery is from, its instance and its facts; without those that can't be read.

        The latter break a rule before they are answers.
        """
        for each in self.testkit.forgeries:
            with contextlib.suppress(WitnessError):
                witness = self.family.read_witness(Source("witness", each.witness))
                where = f"a forgery for {each.puzzle!r:.60}"
                yield where, self.forged(each), self.family.encode(witness)

    def ask(
        self,
        instance: Any,
        task: Task,
        engine: str,
        *,
        models: int | None = None,
        seconds: float = SECONDS,
        family: Family[Any, Any] | None = None,
        **means: Any,
    ) -> Answer | None:
        """The answer; None if the task doesn't fit the instance or the engine.

        For a task with all answers, at most MOST are searched.
        """
        models = (task.models or MOST) if models is None else models
        limits = Limits(seconds=seconds, models=models)
        family = family or self.family
        question = Question.of(
            Puzzle(family, instance, ""), task, Means(engine=engine, **means), limits
        )
        try:
            if family.unsupported(question.instance, task) or engines.refusal(
                engines.get(engine), question
            ):
                return None
            return engines.ask(question, Watch(notes=False))
        except InstanceError:  # the task doesn't fit such instances
            return None

    @cache  # noqa: B019 - a subject lives as long as its tests
    def asked(self, name: str, task: Task, engine: str, options: Options = ()) -> Asked | None:
        """An engine's answer to a puzzle by its name, under options; None as for `ask`."""
        answer = self.ask(self.instance(name), task, engine, options=dict(options))
        if answer is None:
            return None
        return Asked(worded(name, options), answer.instance, task, answer)

    def specimen(self, task: Task, engine: str) -> Asked | None:
        """An engine's answer to the testkit's puzzle for a task; None if there is none."""
        make = self.testkit.specimens.get(task.name)
        answer = make and self.ask(make(), task, engine)
        return Asked("the specimen", answer.instance, task, answer) if answer else None

    def all_asked(self, *names: str, task: Task | None = None) -> Iterator[Asked]:
        """The answers to every task for every sample, by these engines; by default by both."""
        for name, _ in self.samples:
            for each in self.family.tasks if task is None else (task,):
                for engine in names or ("native", "clingo"):
                    asked = self.asked(name, each, engine)
                    if asked is not None:
                        yield asked

    def witnesses(self, most: int = 3, task: Task | None = None) -> Iterator[tuple[Asked, Any]]:
        """Some witnesses and certificates of every task (or of this one) and engine."""
        for asked in self.all_asked(task=task):
            for witness in asked.witnesses[:most]:
                yield asked, witness

    @property
    def first(self) -> Task:
        """The family's first task."""
        return self.family.tasks[0]

    def solvable(self, instance: Any) -> bool:
        """Whether the first task has an answer, by the brute force or else by an engine."""
        truth = self.truth(instance, self.first)
        if truth is not None:
            return truth.found
        for engine in ("native", "clingo"):
            answer = self.ask(instance, self.first, engine, models=1)
            if answer is not None:
                must(answer.settled, f"{self.first.name} of a sample took more than {SECONDS:g} s")
                return answer.status is Status.FOUND
        raise Unmet(f"no engine answers {self.first.name}")
