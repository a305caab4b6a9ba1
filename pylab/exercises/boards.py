"""The boards of an exercise and what is expected on them; answers are kept as salted hashes."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pylab.analysis import compare, trials
from pylab.analysis.compare import Result, Settings, Variant
from pylab.base.errors import EncodingError, PylabError
from pylab.base.finding import Number, Status
from pylab.base.limits import Patience
from pylab.base.plain import made, plain
from pylab.base.processes import Child
from pylab.base.whole_files import written
from pylab.base.words import counted
from pylab.core.options import Limits, Means
from pylab.encoding import files as encoding_files
from pylab.engines.session import left_at_work
from pylab.exercises.exercise import (
    EXPECTED,
    GIVEN,
    HIDDEN,
    LATE,
    MISSING,
    RIGHT,
    SHOWN,
    SUPERFLUOUS,
    WRONG,
    Exercise,
)
from pylab.exercises.judges_and_scenes import JudgeCase, cases
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source

RANDOM = "random"
_TRIES = 4
_FURTHER = 20
_DRAWN = 10
"""So many boards are drawn for each random one, to find those on which something is to be done."""


@dataclass(frozen=True, slots=True)
class ExpectedAnswers:
    """What the reference answers on a board, without its answers.

    Attributes:
        found: whether there is an answer.
        optimum: the proven optimum, if there is one.
        answers: how many answers there are.
        complete: whether these are all.
        hashes: of the answers, each with the board's name and the salt.
    """

    found: bool
    optimum: tuple[Number, ...] | None
    answers: int
    complete: bool
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExerciseBoard:
    """A board: its name, its part of the exercise, the instance, and what is expected.

    Attributes:
        expected: of an encoding or overlay.
        cases: of a judge: answers that it has to accept or to refuse.
    """

    name: str
    part: str
    instance: Any
    expected: ExpectedAnswers | None = None
    cases: tuple[JudgeCase, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """What a submission does on a board.

    Attributes:
        board, part: the board's name, and SHOWN, HIDDEN or RANDOM.
        verdict: RIGHT or one of VERDICTS.
        words: the verdict in words.
        mark: a hash of what was answered, the same for those who answer the same.
    """

    board: str
    part: str
    verdict: str
    words: str
    mark: str = ""


def settings(exercise: Exercise, judged: bool = False) -> Settings:
    """What all runs share; with `judged`, answers go to the judges, too."""
    limits = Limits(float(exercise.seconds), models=exercise.answers)
    means = Means(
        judges=exercise.judges if judged else (),
        options=exercise.options,
        constants=exercise.constants,
    )
    seconds, on = float(exercise.seconds), exercise.signatures
    return Settings(exercise.of, exercise.asked, means, limits, on=on, enumerating=seconds)


def program(exercise: Exercise, name: str, file: Path | None) -> Variant:
    """The program that a file makes, as an overlay or by itself; the task's own without a file.

    Raises EncodingError.
    """
    family = exercise.of
    own = encoding_files.find(f"{family.name}/{exercise.asked.encoding}", family.name)
    named = ((each, exercise.has(each)) for each in exercise.overlays)
    overlays = [there or encoding_files.find(each, family.name).absolute() for each, there in named]
    if file is not None and exercise.hand_in == "overlay":
        overlays.append(file)
    if file is not None and exercise.hand_in == "encoding":
        own = file
    return compare.composed(family, name, own, overlays, on=exercise.signatures)


def result_of(terms: Settings, variant: Variant, board: ExerciseBoard) -> Result:
    """The result of a variant on a board; tried again if the machine was busy with other things.

    So a limit of time means that the program itself needs it. Of a board whose answers are known,
    only so many are enumerated that others are found. Raises EncodingError.
    """
    if board.expected and board.expected.complete:
        most = min(terms.answers, 2 * board.expected.answers + _FURTHER)
        terms = replace(terms, limits=replace(terms.limits, models=most))
    for _ in range(_TRIES):
        before = time.process_time()
        result = compare.run(terms, variant, board.instance)
        used, limit = time.process_time() - before, terms.limits.seconds or 0.0
        if not (result.reason and result.supported) or used > limit / 2 or left_at_work():
            break
    return result


def salt(exercise: Exercise) -> str:
    """What keeps the hashes of one exercise from being those of another one."""
    words = f"{exercise.title} {exercise.family} {exercise.task} {exercise.seed}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def hashed(exercise: Exercise, board: str, answer: str) -> str:
    """The hash of an answer to a board."""
    return hashlib.sha256(f"{salt(exercise)}\n{board}\n{answer}".encode()).hexdigest()[:16]


def answered(exercise: Exercise, board: str, result: Result) -> ExpectedAnswers:
    """What a result says, as something to be expected."""
    hashes = tuple(sorted(hashed(exercise, board, each) for each in result.answers))
    found = result.status is Status.FOUND
    complete = result.complete or result.status is Status.NONE
    return ExpectedAnswers(found, result.optimum, len(result.answers), complete, hashes)


def outcome(exercise: Exercise, board: ExerciseBoard, result: Result) -> BoardVerdict:
    """The verdict on a result."""
    wanted, own = board.expected, answered(exercise, board.name, result)
    assert wanted is not None
    mark = hashlib.sha256(repr(own).encode()).hexdigest()[:8]
    verdict, words = RIGHT, counted(own.answers, "answer")
    extra = {*own.hashes} - {*wanted.hashes} if wanted.complete else set()
    lost = {*wanted.hashes} - {*own.hashes} if own.complete else set()
    best, least = own.optimum or (), wanted.optimum or ()
    if result.invalid:
        verdict, words = WRONG, "an answer breaks the rules"
    elif result.status is Status.UNKNOWN or not result.supported:
        verdict, words = LATE, result.reason or "no end"
    elif own.found and not wanted.found:
        verdict, words = SUPERFLUOUS, "an answer is found, where there is none"
    elif wanted.found and not own.found:
        verdict, words = MISSING, "it finds no answer, but there is one"
    elif best and least and best != least:
        verdict = SUPERFLUOUS if best < least else MISSING
        words = "the best answer found is " + ("too good" if verdict == SUPERFLUOUS else "not best")
    elif extra or lost:
        verdict = SUPERFLUOUS if extra else MISSING
        more = "" if own.complete else "or more "
        parts = [f"{counted(len(extra), f'{more}answer')} too many"] * bool(extra)
        words = ", ".join([*parts, *[f"{counted(len(lost), 'answer')} missing"] * bool(lost)])
    elif wanted.complete and not own.complete:
        verdict, words = LATE, result.reason or "not all answers within the time limit"
    return BoardVerdict(board.name, board.part, verdict, words, mark)


def known(exercise: Exercise) -> list[ExerciseBoard]:
    """The shown boards with what a packed exercise says of them, without others.

    Raises PylabError.
    """
    path = exercise.folder / EXPECTED
    try:
        told = made(_Packed, json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        raise PylabError(f"{path}: expected what `pylab exercise pack` writes") from None
    return [
        ExerciseBoard(name, SHOWN, instance, told.boards.get(name), told.cases.get(name, ()))
        for name, instance in exercise.boards(SHOWN)
        if exercise.hand_in == "scene" or name in {**told.boards, **told.cases}
    ]


def expected_data(boards: Sequence[ExerciseBoard]) -> str:
    """What a packed exercise says of its shown boards, as JSON."""
    expected = {each.name: each.expected for each in boards if each.expected}
    packed = _Packed(expected, {each.name: each.cases for each in boards if each.cases})
    return json.dumps(plain(packed), indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class _Packed:
    """What a packed exercise says of its shown boards, by their names."""

    boards: Mapping[str, ExpectedAnswers]
    cases: Mapping[str, tuple[JudgeCase, ...]]


def judged_by_reference(exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """The boards of these parts, with what the reference answers; in a process of its own.

    Raises PylabError if the reference has no end on one of them, or the judge refuses an answer.
    """
    return _loaded(exercise, parts, _asked(exercise, parts))


def kept(exercise: Exercise, parts: Sequence[str], file: Path, key: str) -> list[ExerciseBoard]:
    """The same from a file, if it was written under this key; else the reference is asked, and
    the file is written.

    Raises PylabError as `judged_by_reference` does.
    """
    with suppress(OSError, ValueError, RecursionError, KeyError, PylabError):
        told = made(_KeptAnswers, json.loads(file.read_text(encoding="utf-8")))
        if told.key == key:
            return _loaded(exercise, parts, told.boards)
    found = _asked(exercise, parts)
    with written(file) as stream:
        stream.write(json.dumps(plain(_KeptAnswers(key, tuple(found)))).encode("ascii"))
    return _loaded(exercise, parts, found)


@dataclass(frozen=True, slots=True)
class _KeptAnswers:
    """What the reference answers on all boards, and the key of what that depends on."""

    key: str
    boards: tuple[ExerciseBoard, ...]


def _asked(exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """The boards with what is expected, instances as facts; asked in a process of its own."""
    child = Child(_measured, "the reference", exercise, tuple(parts))
    try:
        found: list[ExerciseBoard] = child.wait(Patience())
    finally:
        child.end()
    return found


def _loaded(
    exercise: Exercise, parts: Sequence[str], found: Sequence[ExerciseBoard]
) -> list[ExerciseBoard]:
    known = {each.name: each.instance for each in _boards(exercise, parts)}
    return [replace(each, instance=_read(exercise, known, each)) for each in found]


def _read(exercise: Exercise, known: Mapping[str, Any], board: ExerciseBoard) -> Any:
    """The instance of a board from another process, which can't send clingo's symbols."""
    if board.part != RANDOM:
        return known[board.name]
    return exercise.of.from_facts(read_facts(Source(board.name, board.instance), None))


def _sent(exercise: Exercise, board: ExerciseBoard) -> ExerciseBoard:
    """The board with its facts, if it is a random one, instead of the instance."""
    drawn = board.part == RANDOM
    return replace(board, instance=write_facts(exercise.of.facts(board.instance)) * drawn)


def _boards(exercise: Exercise, parts: Sequence[str]) -> Iterator[ExerciseBoard]:
    for part, folder in ((SHOWN, SHOWN), (HIDDEN, f"{HIDDEN}/{SHOWN}")):
        for name, instance in exercise.boards(folder) if part in parts else ():
            yield ExerciseBoard(name if part == SHOWN else f"{HIDDEN} {name}", part, instance)


def _measured(_: object, exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """In the child: the boards with what is expected on them."""
    return [_sent(exercise, each) for each in _expected(exercise, parts)]


def _expected(exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    if exercise.hand_in == "scene":
        return list(_boards(exercise, parts))
    if exercise.hand_in == "judge":
        given = [*_boards(exercise, parts), *_drawn(exercise) * (RANDOM in parts)]
        judged = (
            replace(e, cases=cases(exercise, e.name, e.instance, HIDDEN in parts)) for e in given
        )
        return [each for each in judged if each.cases]
    terms = settings(exercise, judged=True)
    reference = program(exercise, "the reference", exercise.reference)
    found = [_expecting(exercise, terms, reference, each) for each in _boards(exercise, parts)]
    if RANDOM in parts:
        found += _random(exercise, terms, reference, found)
    return found


def _drawn(exercise: Exercise) -> list[ExerciseBoard]:
    """Random boards for a judge."""
    drawn = trials.generated(exercise.of, exercise.random, exercise.seed)
    under = trials.under(exercise.of, drawn, exercise.options)
    return [
        ExerciseBoard(f"{RANDOM} {n}", RANDOM, each.instance) for n, each in enumerate(under, 1)
    ]


def _expecting(
    exercise: Exercise, terms: Settings, reference: Variant, board: ExerciseBoard
) -> ExerciseBoard:
    result = result_of(terms, reference, board)
    if result.invalid:
        problems = "; ".join(map(str, result.invalid[0].verdict.problems))
        raise PylabError(f"{board.name}: an answer of the reference is invalid: {problems}")
    if result.status is Status.UNKNOWN:
        raise PylabError(f"{board.name}: the reference has no answer: {result.reason}")
    return replace(board, expected=answered(exercise, board.name, result))


def _random(
    exercise: Exercise, terms: Settings, reference: Variant, found: Sequence[ExerciseBoard]
) -> list[ExerciseBoard]:
    """Random boards: one for each literal of the reference without which it is wrong there, then
    those on which what is given at the start is wrong, then others.
    """
    family, number = exercise.of, exercise.random * _DRAWN
    start: Variant | None = None  # what is given may be no program yet
    with suppress(EncodingError):
        start = program(exercise, GIVEN, exercise.has(f"{GIVEN}/{exercise.file}"))

    def fits(instance: Any) -> bool:
        return not family.unsupported(instance, exercise.asked)

    drawn = list(trials.generated(family, number, exercise.seed, fits))
    if not drawn and family.as_written:
        programs = [each.program for each in (reference, start) if each]
        instances = [each.instance for each in found]
        drawn = list(trials.mutated(family, programs, instances, number, exercise.seed))
    rivals = list(_weaker(reference, exercise.reference))
    boards, more, rest = list[ExerciseBoard](), list[ExerciseBoard](), list[ExerciseBoard]()
    seen = list[Any]()
    quick = replace(terms, means=replace(terms.means, judges=()))
    for sample in trials.under(family, drawn, exercise.options):
        if len(boards) + len(more) * (not rivals) >= exercise.random:
            break
        if sample.instance in seen:
            continue
        seen.append(sample.instance)
        try:
            unnamed = ExerciseBoard("", RANDOM, sample.instance)
            board = _expecting(exercise, quick, reference, unnamed)
        except PylabError:  # the reference takes too long, or is not for such boards
            continue
        beaten = [each for each in rivals if _wrong(exercise, quick, each, board)]
        telling = start is None or _wrong(exercise, quick, start, board)
        (boards if beaten else more if telling else rest).append(board)
        rivals = [each for each in rivals if each not in beaten]
    chosen = enumerate([*boards, *more, *rest][: exercise.random], 1)
    named = [replace(board, name=f"{RANDOM} {number}") for number, board in chosen]
    return [_expecting(exercise, terms, reference, each) for each in named]


def _wrong(exercise: Exercise, terms: Settings, variant: Variant, board: ExerciseBoard) -> bool:
    """Whether a variant is not right on a board, or can't be run."""
    try:
        result = result_of(terms, variant, board)
    except PylabError:
        return True
    return outcome(exercise, board, result).verdict != RIGHT


def _weaker(reference: Variant, file: Path) -> Iterator[Variant]:
    """The reference without one literal of its file, for each of them."""
    statements = reference.program.statements
    for each in reference.program.model:
        if Path(each.path) == file and "body" in each.tree.child_keys:
            for index in range(len(each.tree.body)):
                body = [literal for at, literal in enumerate(each.tree.body) if at != index]
                changed = each.tree.update(body=body)
                made = tuple(changed if s is each.tree else s for s in statements)
                yield Variant(reference.name, replace(reference.program, statements=made))
