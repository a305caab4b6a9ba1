"""The boards of an exercise and what is expected on them; answers are kept as salted hashes."""

from __future__ import annotations

import hashlib
import json
import time
import warnings
from collections.abc import Iterator, Sequence
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
    JUDGE,
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
"""The number of boards to generate for each random one, to find boards that show mistakes."""


@dataclass(frozen=True, slots=True)
class ExpectedAnswers:
    """The reference's answers to a board, as hashes.

    Attributes:
        found: whether there is an answer.
        optimum: the proven optimum, if there is one.
        answers: the number of answers.
        complete: whether these are all answers.
        hashes: the hashes of the answers, each with the board's name and the salt.
    """

    found: bool
    optimum: tuple[Number, ...] | None
    answers: int
    complete: bool
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExerciseBoard:
    """A board: its name, its part of the exercise, the instance, and the expected results.

    Attributes:
        expected: the answers of an encoding or overlay.
        cases: the answers that a judge must accept or refuse.
    """

    name: str
    part: str
    instance: Any
    expected: ExpectedAnswers | None = None
    cases: tuple[JudgeCase, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """The verdict on a submission's answers to a board.

    Attributes:
        board, part: the board's name, and SHOWN, HIDDEN or RANDOM.
        verdict: RIGHT or one of VERDICTS.
        words: the verdict in words.
        mark: a hash of the answers, the same for submissions with the same answers.
    """

    board: str
    part: str
    verdict: str
    words: str
    mark: str = ""


def settings(exercise: Exercise, judged: bool = False) -> Settings:
    """The settings of all runs; with `judged`, judges check the answers, too."""
    limits = Limits(float(exercise.seconds), models=exercise.answers)
    means = Means(
        judges=exercise.judges if judged else (),
        options=exercise.options,
        constants=exercise.constants,
    )
    seconds, on = float(exercise.seconds), exercise.signatures
    return Settings(exercise.of, exercise.asked, means, limits, on=on, enumerating=seconds)


def program(exercise: Exercise, name: str, file: Path | None) -> Variant:
    """The program of a file, as an overlay or by itself; the task's own without a file.

    Raises EncodingError.
    """
    family = exercise.of
    own = encoding_files.own(f"{family.name}/{exercise.asked.encoding}", family.name)
    named = ((each, exercise.has(each)) for each in exercise.overlays)
    overlays = [there or encoding_files.find(each, family.name).absolute() for each, there in named]
    if file is not None and exercise.hand_in == "overlay":
        overlays.append(file)
    if file is not None and exercise.hand_in == "encoding":
        own = file
    return compare.composed(family, name, own, overlays, on=exercise.signatures)


def result_of(terms: Settings, variant: Variant, board: ExerciseBoard) -> Result:
    """The result of a variant on a board.

    A run that reached the time limit because the machine was busy is repeated. If the answers are
    known, only as many are enumerated as are needed to find superfluous ones. Raises EncodingError.
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
    """A salt, so that the same answers have other hashes in another exercise."""
    words = f"{exercise.title} {exercise.family} {exercise.task} {exercise.seed}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def hashed(exercise: Exercise, board: str, answer: str) -> str:
    """The hash of an answer to a board."""
    return hashlib.sha256(f"{salt(exercise)}\n{board}\n{answer}".encode()).hexdigest()[:16]


def answered(exercise: Exercise, board: str, result: Result) -> ExpectedAnswers:
    """A result in the form of expected answers."""
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
        at_least = f"{len(extra)} or more answers"
        many = counted(len(extra), "answer") if own.complete else at_least
        parts = [f"{many} too many"] * bool(extra)
        words = ", ".join([*parts, *[f"{counted(len(lost), 'answer')} missing"] * bool(lost)])
    elif wanted.complete and not own.complete:
        verdict, words = LATE, result.reason or "not all answers within the time limit"
    return BoardVerdict(board.name, board.part, verdict, words, mark)


def known(exercise: Exercise) -> list[ExerciseBoard]:
    """The shown boards of a packed exercise, with the expected results. Raises PylabError."""
    path = exercise.folder / EXPECTED
    try:
        return _loaded(exercise, (SHOWN,), _kept(path).boards)
    except (OSError, ValueError):
        raise PylabError(f"{path}: expected what `pylab exercise pack` writes") from None


def expected_data(boards: Sequence[ExerciseBoard]) -> str:
    """The expected results of the shown boards, as JSON for a packed exercise."""
    kept = _KeptAnswers("", tuple(replace(each, instance="") for each in boards))
    return json.dumps(plain(kept), indent=1) + "\n"


def judged_by_reference(exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """The boards of these parts with the reference's answers, found in a child process.

    Raises PylabError if the reference reaches a limit, or the judge refuses an answer.
    """
    found = _asked(exercise, parts)
    _warn(exercise, found)
    return _loaded(exercise, parts, found)


def _warn(exercise: Exercise, boards: Sequence[ExerciseBoard]) -> None:
    """Warn of boards on which nothing tells right answers from wrong ones."""
    open_ = [each.name for each in boards if each.expected and not each.expected.complete]
    if open_ and not exercise.judges:
        warnings.warn(
            f"{open_[0]}{f' and {len(open_) - 1} more' * (len(open_) > 1)}: more than "
            f"{counted(exercise.answers, 'answer')} and no {JUDGE}: all that the checker accepts "
            "counts as right",
            stacklevel=3,
        )


def kept(exercise: Exercise, parts: Sequence[str], file: Path, key: str) -> list[ExerciseBoard]:
    """The same from a file with this key; else asks the reference, and writes the file.

    Raises PylabError as `judged_by_reference` does.
    """
    with suppress(OSError, ValueError, RecursionError, KeyError, PylabError):
        if (told := _kept(file)).key == key:
            found = _loaded(exercise, parts, told.boards)
            _warn(exercise, found)
            return found
    found = _asked(exercise, parts)
    with written(file) as stream:
        stream.write(json.dumps(plain(_KeptAnswers(key, tuple(found)))).encode("ascii"))
    _warn(exercise, found)
    return _loaded(exercise, parts, found)


@dataclass(frozen=True, slots=True)
class _KeptAnswers:
    """The reference's answers to all boards, and the key of everything they depend on."""

    key: str
    boards: tuple[ExerciseBoard, ...]


def _kept(file: Path) -> _KeptAnswers:
    told: _KeptAnswers = made(_KeptAnswers, json.loads(file.read_text(encoding="utf-8")))
    return told


def _asked(exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """The boards with expected results and instances as facts, from a child process."""
    child = Child(_measured, "the reference", exercise, tuple(parts))
    try:
        found: list[ExerciseBoard] = child.wait(Patience())
    finally:
        child.end()
    return found


def _loaded(
    exercise: Exercise, parts: Sequence[str], found: Sequence[ExerciseBoard]
) -> list[ExerciseBoard]:
    """The boards with their instances: from their files, which may be gone, or from their facts."""
    loaded = {each.name: each.instance for each in _boards(exercise, parts)}
    for each in found:
        if each.part == RANDOM:
            facts = read_facts(Source(each.name, each.instance), None)
            loaded[each.name] = exercise.of.from_facts(facts)
    return [replace(e, instance=loaded[e.name]) for e in found if e.name in loaded]


def _sent(exercise: Exercise, board: ExerciseBoard) -> ExerciseBoard:
    """The board for another process: a random one with facts instead of the instance."""
    drawn = board.part == RANDOM
    return replace(board, instance=write_facts(exercise.of.facts(board.instance)) * drawn)


def _boards(exercise: Exercise, parts: Sequence[str]) -> Iterator[ExerciseBoard]:
    for part, folder in ((SHOWN, SHOWN), (HIDDEN, f"{HIDDEN}/{SHOWN}")):
        for name, instance in exercise.boards(folder) if part in parts else ():
            yield ExerciseBoard(name if part == SHOWN else f"{HIDDEN} {name}", part, instance)


def _measured(_: object, exercise: Exercise, parts: Sequence[str]) -> list[ExerciseBoard]:
    """In the child: the boards with expected results."""
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
    """Random boards that show mistakes come first.

    For each literal of the reference, there is a board, if possible, on which the reference is
    wrong without it. Then come boards on which the given file is wrong, then others.
    """
    family, number = exercise.of, exercise.random * _DRAWN
    start: Variant | None = None  # what is given may be no program yet
    with suppress(EncodingError):
        start = program(exercise, GIVEN, exercise.has(f"{GIVEN}/{exercise.file}"))

    def fits(instance: Any) -> bool:
        return not family.unsupported(instance, exercise.asked)

    programs = [each.program for each in (reference, start) if each]
    instances = (each.instance for each in found)
    drawn = trials.drawn(family, programs, instances, number, exercise.seed, fits)
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
        except PylabError:  # the reference takes too long, or doesn't fit such boards
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
