"""Judges one submission: its file, its answers to each board, and the first mistake."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pylab.analysis import comparison
from pylab.analysis.compare import Result, Sample, Settings, Variant
from pylab.analysis.comparison import Told
from pylab.analysis.differences import difference_on
from pylab.analysis.lint import lint
from pylab.base.errors import EncodingError, PylabError
from pylab.base.processes import scratch_folder
from pylab.encoding.predicates import Role, Statement
from pylab.engines.session import left_at_work
from pylab.exercises import boards as expectations
from pylab.exercises import handins
from pylab.exercises import judges_and_scenes as others
from pylab.exercises.boards import BoardVerdict, ExerciseBoard
from pylab.exercises.exercise import (
    LATE,
    MISSING,
    REFERENCE,
    RIGHT,
    SHOWN,
    SUPERFLUOUS,
    WRONG,
    Exercise,
)
from pylab.exercises.handins import HandIn
from pylab.text.facts import Fact

Send = Callable[[object], None]

TELLING_SECONDS = 20.0
"""The time for shrinking the board that shows the first mistake."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark on a place in a submission; line 0 means no place."""

    file: str
    line: int
    column: int
    words: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.words}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """The first mistake, on a board that is as small as possible.

    Attributes:
        verdict, words: the mistake, for the student.
        board: the board's facts.
        answer: the facts of the answer that shows it.
        picture: the board and the answer, as SVG.
        lines: the lines of the submission that cause it, each a file and a number.
        origin: the name of the board that showed it.
        text: the picture in characters, for a terminal.
    """

    verdict: str
    words: str
    board: str = ""
    answer: str = ""
    picture: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    origin: str = ""
    text: str = ""

    @property
    def shown(self) -> str:
        """The answer for people, who don't see an empty one."""
        return self.answer or "(the empty answer)"


@dataclass(frozen=True, slots=True)
class Judged:
    """The result for a submission, whole or so far.

    Attributes:
        error: why it can't be run; None if it can be.
        remarks: likely mistakes in it, and files that were ignored.
        outcomes: the verdicts on the boards that were reached, in order.
        mistake: the first mistake.
        pictures: for a scene, the student's and the lecturer's picture of each board, as SVG.
    """

    error: Remarked | None = None
    remarks: tuple[Remarked, ...] = ()
    outcomes: tuple[BoardVerdict, ...] = ()
    mistake: Mistake | None = None
    pictures: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def judge(
    exercise: Exercise,
    submission: HandIn,
    boards: Sequence[ExerciseBoard],
    send: Send,
    tell: bool,
) -> Judged:
    """Judge a submission on boards; `send` is called with the result so far after each step.

    With `tell`, the first mistake is compared with the reference.
    """
    over = tuple(Remarked("", 0, 0, words) for words in submission.passed_over)
    found = Judged(remarks=over)
    if submission.refused is not None:
        return replace(found, error=_remark(submission.refused, exercise.folder, submission.files))
    with scratch_folder() as folder:
        try:
            main = handins.laid_out(submission.files, exercise, folder)
            if exercise.hand_in == "judge":
                return _judge(exercise, main, boards, found, send)
            if exercise.hand_in == "scene":
                return _scene(exercise, main, boards, found, send)
            return _programs(exercise, submission, main, boards, found, send, tell)
        except EncodingError as error:
            return replace(found, error=_remark(error, folder, submission.files), outcomes=())


def _programs(
    exercise: Exercise,
    submission: HandIn,
    main: Path,
    boards: Sequence[ExerciseBoard],
    found: Judged,
    send: Send,
    tell: bool,
) -> Judged:
    own = expectations.program(exercise, main.stem, main)
    remarks = tuple(_ineffective(exercise, own, main, submission))
    found = replace(found, remarks=(*found.remarks, *remarks))
    terms = expectations.settings(exercise)
    judged = expectations.settings(exercise, judged=True)
    outcomes: list[BoardVerdict] = []
    for board in boards:
        assert board.expected is not None
        if left_at_work():  # clingo can't be stopped while it grounds
            outcomes.append(BoardVerdict(board.name, board.part, LATE, "clingo is still grounding"))
            continue
        public = not tell and exercise.judge  # at home, where a judge's words are no secret
        how = terms if board.expected.complete and not public else judged
        result = expectations.result_of(how, own, board)
        outcomes.append(expectations.outcome(exercise, board, result))
        if not tell and found.mistake is None:
            mistake = _superfluous(exercise, board, result, outcomes[-1])
            found = replace(found, mistake=mistake)
        send(replace(found, outcomes=tuple(outcomes)))
    found = replace(found, outcomes=tuple(outcomes))
    if tell and not left_at_work():
        with contextlib.suppress(PylabError):  # the boards are judged, whatever a smaller one does
            mistake = _mistake(exercise, own, main, boards, outcomes)
            found = replace(found, mistake=mistake)
    return found


def _remark(error: EncodingError, folder: Path, files: Mapping[str, str]) -> Remarked:
    """An error without paths of this machine or text of other files, for the student.

    If clingo misses something at the end of a file, the place is its last line.
    """
    words = re.sub(rf"\S*{re.escape(folder.name)}/", "", error.message)
    if (place := error.place) is None:
        return Remarked("", 0, 0, words)
    name, line, column = Path(place.source).name, place.line, place.column
    written = files.get(name, "").rstrip().split("\n")
    if name in files and line > len(written):
        line, column = len(written), len(written[-1]) + 1
    return Remarked(name, line, column, words)


def _ineffective(
    exercise: Exercise, own: Variant, main: Path, submission: HandIn
) -> Iterator[Remarked]:
    """Likely mistakes in the submitted files."""
    entry, overlays = own.program.entry, own.program.overlays
    for each in lint(entry, overlays, exercise.of, exercise.asked):
        if each.place is None:
            continue
        path = Path(each.place.source)
        if path.parent.name == main.parent.name and path.name in submission.files:
            yield Remarked(path.name, each.place.line, each.place.column, each.message)


def _mistake(
    exercise: Exercise,
    own: Variant,
    main: Path,
    boards: Sequence[ExerciseBoard],
    outcomes: Sequence[BoardVerdict],
) -> Mistake | None:
    """The first difference from the reference, on a board that is as small as possible."""
    terms = expectations.settings(
        exercise, judged=not all(b.expected and b.expected.complete for b in boards)
    )
    reference = expectations.program(exercise, "the reference", exercise.reference)
    facts = exercise.of.facts
    order = {SHOWN: 0, expectations.RANDOM: 1}
    wrong = [b for b, o in zip(boards, outcomes, strict=True) if o.verdict not in (RIGHT, LATE)]
    wrong.sort(key=lambda each: (order.get(each.part, 2), len(facts(each.instance))))
    for board in wrong:
        first = difference_on(terms, reference, own, board.instance)
        if first is not None:
            sample = Sample(board.name, board.instance)
            told = comparison.tell(terms, reference, own, sample, first, TELLING_SECONDS)
            mistake = _told(exercise, own, told)
            return replace(mistake, lines=tuple(_lines(terms, reference, own, main, told)))
    return None


def _lines(
    terms: Settings, reference: Variant, own: Variant, main: Path, told: Told
) -> list[tuple[str, int]]:
    """The lines of the submission that cause the mistake.

    Without one of them, a missing answer is accepted. For a superfluous answer, they differ from
    the reference, or could have forbidden it.
    """
    own_statements = [e for e in own.program.model if Path(e.path).parent == main.parent]
    found: list[Statement] = []
    if _KINDS.get(told.difference.kind) == MISSING:
        for each in own_statements:
            rest = tuple(s for s in own.program.statements if s is not each.tree)
            without = Variant(own.name, replace(own.program, statements=rest))
            with contextlib.suppress(PylabError):  # what is left may be no program
                other = difference_on(terms, reference, without, told.instance)
                if other is None or other.kind != told.difference.kind:
                    found.append(each)
    found = found or [
        new for c in told.blame.changes
        if (new := c.new) is not None and Path(new.path).parent == main.parent
    ]  # fmt: skip
    found = found or [each for each in own_statements if each.constraint] or own_statements
    return sorted({(Path(each.path).name, each.line) for each in found})


def _superfluous(
    exercise: Exercise, board: ExerciseBoard, result: Result, told: BoardVerdict
) -> Mistake | None:
    """The shortest superfluous answer to a board; answers are recognised by their hashes."""
    wanted = board.expected
    assert wanted is not None
    wrong = [(str(e.witness), e) for e in result.invalid if e.witness is not None]
    if not wrong and wanted.complete:
        known = {*wanted.hashes}
        wrong = [
            (text, each) for text, each in result.answers.items()
            if expectations.hashed(exercise, board.name, text) not in known
        ]  # fmt: skip
    if told.verdict not in (SUPERFLUOUS, WRONG) or not wrong:
        return None
    family, (_, shown) = exercise.of, min(wrong, key=lambda pair: (len(pair[0]), pair[0]))
    broken = () if shown.verdict.unchecked else shown.verdict.problems
    problems = "; ".join(map(str, broken))
    return Mistake(
        verdict=told.verdict,
        words=f"{_WORDS[told.verdict]} {problems}".strip(),
        board="".join(f"{each}\n" for each in family.facts(board.instance)),
        answer=" ".join(map(str, family.encode(shown.witness))),
        origin=board.name,
        text=family.picture(shown.instance, shown.witness),
    )


_KINDS = {"invalid": WRONG, "missing": MISSING, "none": MISSING}
_WORDS = {
    WRONG: "Your program accepts this answer, which breaks the rules.",
    SUPERFLUOUS: "Your program has this answer, which the exercise excludes.",
    MISSING: "Your program does not accept this answer, which is right.",
}


def _told(exercise: Exercise, own: Variant, told: Told) -> Mistake:
    """A difference as a mistake; the words quote neither the reference nor the judge."""
    family, telling = exercise.of, told.difference.telling
    verdict = _KINDS.get(told.difference.kind, SUPERFLUOUS)
    words = _WORDS[verdict]
    if told.difference.kind == "optimum":
        words = "Your program accepts this answer, which is better than the best right one."
        if told.difference.better != own.name:
            verdict, words = MISSING, "This answer is better than the best that your program finds."
    known = {*exercise.signatures}
    if not known:
        known = {*family.vocabulary, *family.witness_format.vocabulary}
        known |= own.program.signatures(*Role)
    answer: list[Fact] = []
    if telling is not None and telling.witness is not None:
        answer = [each for each in family.encode(telling.witness) if each.signature in known]
    picture = ""
    with contextlib.suppress(PylabError):  # a program without a scene has none
        picture = told.svg(family)
    return Mistake(
        verdict=verdict,
        words=words,
        board=told.file[1],
        answer=" ".join(f"{each}" for each in answer),
        picture=picture,
        origin=told.origin,
        text=told.picture(family),
    )


def _judge(
    exercise: Exercise, main: Path, boards: Sequence[ExerciseBoard], found: Judged, send: Send
) -> Judged:
    """Judge a judge: it must accept right answers and refuse wrong ones."""
    judge = others.judge_of(exercise, main)
    for board in boards:
        told = others.on_board(exercise, judge, board.instance, board.cases)
        outcome = BoardVerdict(board.name, board.part, told.verdict, told.words, told.mark)
        found = replace(found, outcomes=(*found.outcomes, outcome))
        if (case := told.wrong) is not None and found.mistake is None:
            lines = others.objecting_lines(exercise, judge, board.instance, case)
            does, but = ("refuses", "right") if case.right else ("accepts", "wrong")
            picture, text = others.drawn(exercise.of, board.instance, case.facts)
            mistake = Mistake(
                verdict=told.verdict,
                words=f"Your judge {does} this answer, which is {but}.",
                board="".join(f"{each}\n" for each in exercise.of.facts(board.instance)),
                answer=case.answer,
                picture=picture,
                lines=tuple(sorted(set(lines))) if case.right else (),
                origin=board.name,
                text=text,
            )
            found = replace(found, mistake=mistake)
        send(found)
    return found


def _scene(
    exercise: Exercise, main: Path, boards: Sequence[ExerciseBoard], found: Judged, send: Send
) -> Judged:
    """Judge a scene: it must draw each board without a remark. People compare the pictures."""
    instances = {each.name: each.instance for each in boards}
    reference = exercise.has(REFERENCE)
    model = others.pictures(exercise, reference, instances) if reference else ()
    lecturers = {name: picture for name, picture, _ in model}
    parts = {each.name: each.part for each in boards}
    for name, picture, remarks in others.pictures(exercise, main, instances):
        words = remarks.replace(f"{main}: ", "") or "drawn"
        outcome = BoardVerdict(name, parts[name], WRONG if remarks else RIGHT, words)
        shown = {**found.pictures, name: (picture, lecturers.get(name, ""))}
        pictures = shown if parts[name] == SHOWN else found.pictures
        found = replace(found, outcomes=(*found.outcomes, outcome), pictures=pictures)
        send(found)
    return found
