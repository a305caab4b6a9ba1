"""Judges submitted judges, by right and wrong answers, and submitted scenes, by their pictures."""

from __future__ import annotations

import hashlib
import random
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import clingo

from pylab import engines
from pylab.analysis import trials
from pylab.base.errors import EncodingError, LimitReached
from pylab.base.limits import Patience
from pylab.base.words import counted
from pylab.core.answer import Watch
from pylab.core.judge import accepted
from pylab.core.options import Limits
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.encoding import files as encoding_files
from pylab.encoding import program as encodings
from pylab.encoding.program import Encoding
from pylab.engines import judges, scenes
from pylab.exercises.exercise import LATE, MISSING, RIGHT, SUPERFLUOUS, Exercise
from pylab.family.table import Family
from pylab.text.fact_files import read_facts
from pylab.text.facts import Fact, fact
from pylab.text.source import Source, read_source

ANSWERS, MUTANTS = 4, 16
"""The numbers of right and of wrong answers to each board."""

_TRIES = 200

OWN_ANSWERS = "hidden/answers"
"""The lecturer's answers: `one.goal.lp` is an answer to the board `one.lp`."""


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """An answer to a board, as facts, and whether it is right."""

    answer: str
    right: bool

    @property
    def facts(self) -> list[Fact]:
        """The facts of the answer."""
        return read_facts(Source("answer", self.answer), None)


def answers(exercise: Exercise, instance: Any, most: int = ANSWERS) -> list[Any]:
    """Some answers of the task's own encoding to a board."""
    limits = Limits(float(exercise.seconds), models=most)
    asked = Question.of(Puzzle(exercise.of, instance, ""), exercise.asked, limits=limits)
    found = engines.ask(asked, Watch(notes=False)).checked
    return [each.witness for each in found if each.witness is not None]


def cases(
    exercise: Exercise, name: str, instance: Any, own_too: bool = True
) -> tuple[JudgeCase, ...]:
    """Right and wrong answers to a board, as the reference judges them.

    With `own_too`, those in `hidden/answers` come first. Then come answers to similar boards, and
    mutants of right answers. They are the same for the same board. Raises EncodingError for
    mistakes in the reference.
    """
    family, rng = exercise.of, random.Random(f"{exercise.seed} {name}")
    reference = encodings.load(exercise.reference, ascii_only=False)
    patience = Patience(float(exercise.budget))
    found: dict[str, bool] = {}

    def put(facts: Sequence[Fact]) -> None:
        text = " ".join(sorted(map(str, facts)))
        if text not in found:
            found[text] = not objections(family, reference, instance, facts, patience)

    stem = name.rpartition(" ")[2].partition(".")[0]
    own_answers = (exercise.folder / OWN_ANSWERS).glob(f"{stem}.*") if own_too else ()
    for path in sorted(own_answers):
        put(read_facts(read_source(str(path)), None))
    own = encodings.load(
        encoding_files.own(f"{family.name}/{exercise.asked.encoding}", family.name)
    )
    beside = trials.mutated(family, [own], [instance], MUTANTS * 4, exercise.seed)
    for sample in beside:
        for each in answers(exercise, sample.instance, 1):
            put(list(family.encode(each)))
        if sum(not right for right in found.values()) >= MUTANTS:
            break
    most = 2 * MUTANTS
    originals = [list(family.encode(each)) for each in answers(exercise, instance)]
    for each in originals:
        put(each)
    for turn in range(_TRIES if any(originals) else 0):
        put(mutant(rng, originals[turn % len(originals)]))
        if sum(not right for right in found.values()) >= most:
            break
    return tuple(JudgeCase(text, right) for text, right in found.items())


def mutant(rng: random.Random, facts: Sequence[Fact]) -> list[Fact]:
    """An answer with one fact left out, changed, or added with a change."""
    made, at = list(facts), rng.randrange(len(facts)) if facts else 0
    way = rng.choice(("drop", "change", "change", "add"))
    if not facts or way == "drop":
        return made[:at] + made[at + 1 :]
    arguments = list(made[at].arguments)
    if arguments:
        index = rng.randrange(len(arguments))
        term = arguments[index]
        beside = [f.arguments[index] for f in facts if f.signature == made[at].signature]
        near = [clingo.Number(term.number + by) for by in (-1, 1)] if _is_number(term) else beside
        arguments[index] = rng.choice([*near, *beside])
    changed = fact(made[at].name, *arguments)
    return [*made, changed] if way == "add" else [*made[:at], changed, *made[at + 1 :]]


def _is_number(term: clingo.Symbol) -> bool:
    return term.type is clingo.SymbolType.Number


def objections(
    family: Family[Any, Any],
    judge: Encoding,
    instance: Any,
    facts: Sequence[Fact],
    patience: Patience,
) -> bool:
    """Whether a judge objects to an answer. Raises EncodingError and LimitReached."""
    given = [*family.facts(instance), *facts]
    return bool(judges.heard(judge, given, {}, patience).problems)


@dataclass(frozen=True, slots=True)
class JudgedBoard:
    """The verdict on a judge for the cases of a board, in words, and the first wrong case."""

    verdict: str
    words: str
    mark: str
    wrong: JudgeCase | None = None


def judge_of(exercise: Exercise, main: Path) -> Encoding:
    """The judge that is handed in. Raises EncodingError for one that can't object."""
    return accepted(encodings.load(main, ascii_only=False), exercise.of)


def on_board(
    exercise: Exercise, judge: Encoding, instance: Any, of: Sequence[JudgeCase]
) -> JudgedBoard:
    """Try a judge on the cases of a board. Raises EncodingError."""
    patience = Patience(float(exercise.seconds), time.monotonic())
    try:
        objects = [objections(exercise.of, judge, instance, e.facts, patience) for e in of]
    except LimitReached as limit:
        return JudgedBoard(LATE, str(limit), "")
    mark = hashlib.sha256(repr(objects).encode()).hexdigest()[:8]
    wrong = [each for each, objecting in zip(of, objects, strict=True) if objecting is each.right]
    let, refused = (sum(e.right is right for e in wrong) for right in (False, True))
    if not wrong:
        return JudgedBoard(RIGHT, f"judges {counted(len(of), 'answer')} correctly", mark)
    right = sum(each.right for each in of)
    parts = [f"accepts {let} of {len(of) - right} wrong answers"] * bool(let)
    parts += [f"refuses {refused} of {right} right answers"] * bool(refused)
    first = min(wrong, key=lambda each: (not each.right, len(each.answer)))
    verdict = MISSING if first.right else SUPERFLUOUS
    return JudgedBoard(verdict, ", ".join(parts), mark, first)


def objecting_lines(
    exercise: Exercise, judge: Encoding, instance: Any, case: JudgeCase
) -> Iterator[tuple[str, int]]:
    """The lines of a judge that it needs to object to an answer: without any one it doesn't."""
    for statement in judge.model:
        rest = tuple(each for each in judge.statements if each is not statement.tree)
        patience = Patience(float(exercise.seconds), time.monotonic())
        try:
            other = replace(judge, statements=rest)
            if not objections(exercise.of, other, instance, case.facts, patience):
                yield Path(statement.path).name, statement.line
        except (EncodingError, LimitReached):
            continue


def drawn(family: Family[Any, Any], instance: Any, facts: Sequence[Fact]) -> tuple[str, str]:
    """A board with an answer, as SVG and in characters; alone if the answer can't be drawn."""
    for atoms in ([each.symbol for each in facts], None):
        try:
            task = family.tasks[0]
            witness = family.decode(instance, task, atoms) if atoms is not None else None
            with warnings.catch_warnings(action="ignore"):
                return family.draw(instance, witness).render(), family.picture(instance, witness)
        except Exception:
            continue
    return "", ""


def pictures(
    exercise: Exercise, scene: Path, instances: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """For each board its name, the picture that a scene makes of it with an answer, and remarks.

    Raises EncodingError for a scene that clingo refuses.
    """
    for name, instance in instances.items():
        answer = next(iter(answers(exercise, instance, 1)), None)
        facts = [*exercise.of.facts(instance), *(exercise.of.encode(answer) if answer else ())]
        found = scenes.scene([scene], facts, Patience(float(exercise.seconds)), name=name)
        yield name, found.draw().render(), "; ".join(found.remarks)
