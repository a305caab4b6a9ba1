"""Records of jobs, a line of JSON each: written whole or not at all, read past torn lines.

A record is the object that `pylab solve --count --format json` prints, with what is known of the
run. Each finished job is one line, appended by one write. A sweep that was killed while writing
leaves a torn last line; it is cut off before anything else is appended, and readers pass over it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from pylab.base.errors import PylabError, SourceError
from pylab.base.limits import posix
from pylab.base.plain import made, plain
from pylab.core.data import SCHEMA, AnswerData, QuestionData

RESULTS = "results.jsonl"
SHARDS = "shards"

NONE = ("none", "no")
SOLVED = ("found", "yes", *NONE, "optimum")
LIMITED = ("time-out", "memory-out", "unknown")
FAILED = ("crash", "refuted", "error", "machine")
MACHINE = "machine"
"""The status of what failed for want of something that has nothing to do with the job."""

STATUSES = (*SOLVED, *LIMITED, *FAILED)

LARGEST = 1e12
"""No time, in seconds, and no memory, in MB, is larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunData:
    """A job's run.

    Attributes:
        key: the job's; no other job has it.
        asked: the same for all repetitions of a question, and for no other question.
        sweep, order, rank, repetition, variant, asks: the job's; see `jobs.Job`.
        file: where the instance was.
        part: what was proven instead of answering the question; empty for nothing.
        status: one of STATUSES.
        signal: what killed the process, as `SIGSEGV`; empty if nothing did.
        reason: the limit, or the error's message.
        checked: how many answers the checker accepted.
        times: seconds of reading, grounding, solving, wall and cpu, as far as they are known.
        memory: the largest resident size in MB, Python and clingo included.
        host: the machine's name.
        started: when, in UTC.
        reused: when a later sweep last used the record instead of running the job, in UTC.
    """

    key: str
    asked: str = ""
    sweep: str
    order: int
    rank: int
    repetition: int
    variant: str
    asks: str = ""
    file: str = ""
    part: str = ""
    status: str
    signal: str = ""
    reason: str = ""
    checked: int = 0
    times: Mapping[str, float] = field(default_factory=dict)
    memory: float = 0.0
    host: str = ""
    started: str = ""
    reused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RunData):
    """What became of a job: the question, the answer, and the run."""

    question: QuestionData
    answer: AnswerData = field(default_factory=AnswerData)

    @property
    def solved(self) -> bool:
        """Whether the question was answered within the limits."""
        return self.status in SOLVED

    @property
    def none(self) -> bool:
        """Whether the answer is that there is none, or *no*."""
        return self.status in NONE

    @property
    def engine(self) -> str:
        """The engine that was asked for, else the one that answered."""
        return self.question.means.engine or self.answer.engine

    @property
    def last_used(self) -> str:
        """When a sweep last had the record made, or used it, in UTC."""
        return max(self.started, self.reused)

    def line(self) -> bytes:
        """The record as a line of JSON."""
        told = {
            "schema": SCHEMA,
            "question": plain(self.question),
            **plain(self.answer),
            "run": {each.name: plain(getattr(self, each.name)) for each in fields(RunData)},
        }
        return json.dumps(told, separators=(",", ":"), default=str).encode("ascii") + b"\n"


def moment(seconds: float) -> str:
    """A time of the system's clock, in UTC, as text that sorts by time."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def parse(line: str) -> Record:
    """A record from its line. Raises ValueError for anything else."""
    told = json.loads(line)
    if not isinstance(told, dict) or told.get("schema") != SCHEMA:
        raise ValueError(_other_version(told))
    run = made(RunData, told.get("run"), newer=True)
    record = Record(
        question=made(QuestionData, told.get("question")),
        answer=made(AnswerData, told, newer=True),
        **{each.name: getattr(run, each.name) for each in fields(RunData)},
    )
    if record.status not in STATUSES:
        raise ValueError(f"expected one of {', '.join(STATUSES)} for status")
    limits = record.question.limits
    figures = {"memory": record.memory, "seconds": limits.seconds, "megabytes": limits.megabytes}
    for name, value in (*record.times.items(), *figures.items()):
        if value is not None and not 0 <= value <= LARGEST:
            raise ValueError(f"expected a number from 0 for {name}")
    return record


def _other_version(told: object) -> str:
    """Why something is no record that this version reads, and what to do about it."""
    wrote = told.get("pylab") if isinstance(told, dict) else None
    if not isinstance(wrote, str):
        return f'expected an object with "schema":{SCHEMA}'
    return f"pylab {wrote} wrote it, in another form: read it with that version, or run it again"


@dataclass(frozen=True, slots=True)
class Read:
    """What was found in files of results.

    Attributes:
        records: one for each key, the last that was written, in the sweep's order.
        duplicates: how many more there were.
        broken: where lines stand that are no records, each with the reason.
    """

    records: tuple[Record, ...]
    duplicates: int
    broken: tuple[str, ...]


def read(places: Iterable[Path]) -> Read:
    """The records of files, and of folders with their shards.

    Raises SourceError for a place that can't be read, and PylabError for one without results.
    """
    found: dict[str, Record] = {}
    total = 0
    broken: list[str] = []
    for place in places:
        files = files_of(place)
        if not files:
            raise PylabError(f"{place}: there is no {RESULTS} in this folder")
        for file in files:
            for record in _records(file, broken):
                total += 1
                known = found.get(record.key)
                if known is None or known.last_used <= record.last_used:
                    found[record.key] = record
    order = sorted(found.values(), key=lambda r: (r.order, _name(r), r.rank, r.variant, r.key))
    return Read(tuple(order), total - len(found), tuple(broken))


def _name(record: Record) -> str:
    return record.question.instance.name


def current(records: Iterable[Record]) -> list[Record]:
    """The records without those of questions that their variant no longer asks.

    After an edit of an overlay, say, a variant asks another question of the same instance; the one
    that was used last counts.
    """
    records = list(records)
    latest: dict[tuple[str, ...], Record] = {}
    for record in records:
        known = latest.get(_case(record))
        if known is None or known.last_used <= record.last_used:
            latest[_case(record)] = record
    return [record for record in records if record.asked == latest[_case(record)].asked]


def reused(records: Iterable[Record], known: Iterable[Record]) -> list[Record]:
    """Those of a sweep's records that are not current among all that are known, as reused now.

    They are to be appended, so that they are current again.
    """
    keys = {record.key for record in current(known)}
    now = moment(time.time())
    return [replace(record, reused=now) for record in records if record.key not in keys]


def _case(record: Record) -> tuple[str, ...]:
    """The variant and the instance, with which a question is asked once."""
    asked = record.question
    return asked.family, asked.task, asked.instance.digest, record.asks, record.variant


def files_of(place: Path) -> list[Path]:
    """The file itself; of a folder, its results and the shards that a cluster wrote."""
    if not place.is_dir():
        return [place]
    candidates = [place / RESULTS, *sorted((place / SHARDS).glob("*.jsonl"))]
    return [file for file in candidates if file.is_file()]


def _records(file: Path, broken: list[str]) -> Iterator[Record]:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror or error}") from None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            yield parse(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            reason = "torn" if isinstance(error, json.JSONDecodeError) else str(error)
            broken.append(f"{file}:{number}: no record ({reason})")


class Results:
    """A file of results that is open for appending, by nobody else at the same time."""

    def __init__(self, file: Path) -> None:
        """Open it, and cut off a torn last line.

        Raises PylabError if another sweep is writing into it.
        """
        fcntl = posix("fcntl", "writing a sweep's results")
        file.parent.mkdir(parents=True, exist_ok=True)
        self.file = file
        self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                self.close()
                raise PylabError(f"{file}: another sweep is writing into it") from None
        self.repaired = self._repair()

    def append(self, record: Record) -> None:
        """Write a record as one line in one write. Raises OSError, for a full disk for instance."""
        line = record.line()
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        if os.write(self._descriptor, line) != len(line):
            os.ftruncate(self._descriptor, end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.file))

    def close(self) -> None:
        """Let go of the file; in a forked child this leaves the parent's hold on it."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)

    def _repair(self) -> int:
        """Cut off what follows the last end of a line; how many bytes that were."""
        data = os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)
        torn = data[data.rfind(b"\n") + 1 :]
        if not torn:
            return 0
        try:
            json.loads(torn)  # of a record only its last byte, the end of the line, is missing
        except (ValueError, RecursionError):
            os.ftruncate(self._descriptor, len(data) - len(torn))
            return len(torn)
        os.write(self._descriptor, b"\n")
        return 0
