"""Grades a class: each submission in a process of its own, with a record; resumes after a kill."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pylab.analysis import compare
from pylab.base import limits as own_limits
from pylab.base.plain import made, plain
from pylab.base.processes import Ending
from pylab.bench import pool
from pylab.bench.child import JobKind, Send
from pylab.bench.identity import digest, identity
from pylab.bench.pool import Tally
from pylab.bench.records import MACHINE, RESULTS, Results
from pylab.core.options import Limits
from pylab.exercises import boards as expectations
from pylab.exercises import judging
from pylab.exercises.boards import RANDOM, BoardVerdict, ExerciseBoard
from pylab.exercises.exercise import (
    HIDDEN,
    LATE,
    REFERENCE,
    RIGHT,
    SHOWN,
    TASK,
    Exercise,
    Points,
)
from pylab.exercises.handins import HandIn
from pylab.exercises.judging import Judged, Remarked

PARTS = (SHOWN, HIDDEN, RANDOM)
KEPT = "reference.json"
"""The file with the reference's answers, in the folder of reports."""

_WRITTEN_BYTES = 64 << 20
_OPEN_FILES = 256


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded submission, as it is recorded.

    Attributes:
        key: a hash of the submission and of everything else that its points depend on.
        name: the student's name.
        most: the largest possible number of points.
        seconds: the CPU time.
    """

    key: str
    name: str
    files: Mapping[str, str] = field(default_factory=dict)
    judged: Judged = field(default_factory=Judged)
    points: float = 0.0
    most: int = 0
    seconds: float = 0.0

    @property
    def full(self) -> bool:
        """Whether it has all points."""
        return self.points == self.most

    def right(self, *parts: str) -> tuple[int, int]:
        """The number of right boards of these parts, and the number of all."""
        of = [each for each in self.judged.outcomes if each.part in parts]
        return sum(each.verdict == RIGHT for each in of), len(of)

    def line(self) -> bytes:
        """The record as a line of JSON."""
        return json.dumps(plain(self), separators=(",", ":")).encode("ascii") + b"\n"


@dataclass(frozen=True)
class _GradeJob:
    """A submission to be graded."""

    key: str
    exercise: Exercise
    submission: HandIn
    boards: Sequence[ExerciseBoard]

    @property
    def limits(self) -> Limits:
        return Limits(seconds=float(self.exercise.budget), megabytes=self.exercise.megabytes)


class _Count(Tally):
    def count(self, record: Any) -> None:
        self.done += 1
        self.statuses["found" if record.full else "none"] += 1


def key_of_exercise(exercise: Exercise) -> str:
    """A hash of everything that the reference's answers, and so the points, depend on.

    Raises PylabError for an exercise with mistakes.
    """
    reference = expectations.program(exercise, "", exercise.has(REFERENCE))
    asked = compare.question(expectations.settings(exercise), reference, None)
    files = (p for p in sorted(exercise.folder.rglob("*")) if p.is_file() and p.name != TASK)
    parts = [[str(path.relative_to(exercise.folder)), path.read_bytes().hex()] for path in files]
    return digest(identity(asked), parts)


def keys(whole: str, submissions: Sequence[HandIn]) -> dict[str, str]:
    """The key of each submission, by its name; `whole` is the key of the exercise."""
    return {
        each.name: digest(
            whole, each.name, dict(each.files), str(each.refused or ""), each.passed_over
        )[:32]
        for each in submissions
    }


def recorded(file: Path) -> dict[str, Grade]:
    """The last grade of each key in a file; skips other lines."""
    found: dict[str, Grade] = {}
    for line in file.read_bytes().split(b"\n") if file.is_file() else ():
        try:
            grade = made(Grade, json.loads(line))
        except (ValueError, RecursionError):
            continue
        found[grade.key] = grade
    return found


def grade(
    exercise: Exercise,
    submissions: Sequence[HandIn],
    folder: Path,
    width: int,
    again: Collection[str] = (),
    show: Callable[[Tally], None] = lambda _: None,
) -> tuple[list[Grade], Tally]:
    """Grade the submissions that have no record in the folder, and those named in `again`.

    Returns all grades, in order, and how the run ended. Raises PylabError for an exercise with
    mistakes.
    """
    file = folder / RESULTS
    whole = key_of_exercise(exercise)
    key_of = keys(whole, submissions)
    known = recorded(file)
    left = [each for each in submissions if each.name in again or key_of[each.name] not in known]
    tally = _Count(len(left))
    if left:
        boards = expectations.kept(exercise, PARTS, folder / KEPT, whole)
        jobs = [_GradeJob(key_of[each.name], exercise, each, boards) for each in left]
        work = JobKind(_do, _record_of, lambda _: 1)
        pool.run(jobs, width, lambda: Results(file), tally, show, work)
        known = recorded(file)
    found = (known.get(key_of[each.name]) for each in submissions)
    return [each for each in found if each is not None], tally


def _do(job: _GradeJob, send: Send) -> dict[str, Any]:
    """In the child: judge one submission."""
    own_limits.bound("RLIMIT_FSIZE", _WRITTEN_BYTES, "grading")
    own_limits.bound("RLIMIT_NOFILE", _OPEN_FILES, "grading")
    judged = judging.judge(job.exercise, job.submission, job.boards, send, tell=True)
    return {"status": "graded", "judged": judged}


def _record_of(
    job: _GradeJob, told: Mapping[str, Any] | None, ending: Ending, _: float
) -> Grade | None:
    """The grade; None if the process was killed from outside, or the machine failed."""
    if told is None or told["status"] == MACHINE:
        return None
    judged: Judged = told.get("judged") or _ended(job, told)
    points, most = scored(job.exercise.points, judged, job.boards)
    return Grade(
        job.key, job.submission.name, job.submission.files, judged, points, most,
        round(ending.cpu, 3),
    )  # fmt: skip


def _ended(job: _GradeJob, told: Mapping[str, Any]) -> Judged:
    """The verdicts on a submission whose process was ended early."""
    known: Judged = (told.get("reports") or [Judged()])[-1]
    words = {
        "time-out": f"the time limit of {job.exercise.budget} s for all boards is over",
        "memory-out": f"more memory than {job.exercise.megabytes} MB is needed",
    }.get(str(told["status"]), f"the process has ended: {told.get('reason', '')}")
    done = len(known.outcomes)
    rest = tuple(BoardVerdict(b.name, b.part, LATE, words) for b in job.boards[done:])
    said = (Remarked("", 0, 0, words),) if rest else ()
    return Judged(known.error, (*known.remarks, *said), (*known.outcomes, *rest), known.mistake)


def scored(points: Points, judged: Judged, boards: Sequence[ExerciseBoard]) -> tuple[float, int]:
    """The points of a submission, rounded down to hundredths, and the largest possible number."""
    loads = judged.error is None
    got, most = Fraction(points.loads if loads else 0), points.loads
    for worth, parts in ((points.boards, (SHOWN, HIDDEN)), (points.random, (RANDOM,))):
        count = sum(each.part in parts for each in boards)
        right = sum(e.part in parts and e.verdict == RIGHT for e in judged.outcomes)
        if count:
            got, most = got + Fraction(worth * right, count), most + worth
    return math.floor(got * 100) / 100, most
