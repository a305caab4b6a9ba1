"""Records of jobs, a line of JSON each: written whole or not at all; reading skips torn lines.

A record is the object that `pylab solve --count --format json` prints, plus data on the run. Each
finished job is one line, appended by one write. A sweep that was killed while writing leaves a
torn last line; it is cut off before anything else is appended, and readers skip it.
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
from operator import attrgetter
from pathlib import Path

from pylab.base.errors import PylabError, SourceError, short
from pylab.base.limits import posix
from pylab.base.plain import made, plain
from pylab.core.data import SCHEMA, AnswerData, QuestionData

RESULTS = "results.jsonl"
SHARDS = "shards"

NONE = ("none", "no")
SOLVED = ("found", "yes", *NONE, "optimum")
LIMITED = ("time-out", "memory-out", "unknown")
FAILED = ("crash", "invalid", "error", "machine")
MACHINE = "machine"
"""The status of jobs that failed due to trouble of the machine."""

STATUSES = (*SOLVED, *LIMITED, *FAILED)

LARGEST = 1e12
"""The largest time in seconds, and memory in MB, of a valid record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunData:
    """A job's run.

    Attributes:
        key: the job's key: a hash of everything that determines what is run; the last record with a
            key counts.
        asked: the same without the number of the repetition.
        sweep, order, rank: the sweep's name, the job's place in it, its variant's place.
        repetition: the number of the repetition, from 0.
        variant, asks: the variant's name; variants with the same `asks` ask the same question.
        file: where the instance was.
        part: the bound, if it was a part of a proof; else empty.
        status: `found`, `optimum`, `none`, `yes`, `no`, `time-out`, `memory-out`, `unknown`,
            `invalid`, `crash`, `machine` or `error`.
        signal: the signal that killed the process, such as `SIGSEGV`; else empty.
        reason: the limit that was reached, or the error's message.
        checked: the number of answers that the checker accepted.
        times: seconds of `reading`, `grounding`, `solving`, `wall` and `cpu`, as far as known.
        memory: the largest resident size in MB, Python and clingo included.
        host: the machine's name.
        started: the time of its start, in UTC.
        reused: the last time that a later sweep used the record instead of a run, in UTC.
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
    """The record of a job: the question, the answer, and the run."""

    question: QuestionData
    answer: AnswerData = field(default_factory=AnswerData)

    @property
    def solved(self) -> bool:
        """Whether the question was answered within the limits."""
        return self.status in SOLVED

    @property
    def none(self) -> bool:
        """Whether the result is that there is no answer, or that the answer is *no*."""
        return self.status in NONE

    @property
    def engine(self) -> str:
        """The requested engine, else the one that answered."""
        return self.question.means.engine or self.answer.engine

    @property
    def last_used(self) -> str:
        """The last time that a sweep made or used the record, in UTC."""
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
    """A time of the system's clock as text in UTC, which sorts by time."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def parse(line: str) -> Record:
    """The record in a line. Raises ValueError for anything else."""
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
    """The reason why this version can't read a record, and what to do."""
    wrote = told.get("pylab") if isinstance(told, dict) else None
    if not isinstance(wrote, str):
        return f'expected an object with "schema":{SCHEMA}'
    wrote = short(wrote)
    return f"pylab {wrote} wrote it, in another form: read it with that version, or run it again"


@dataclass(frozen=True, slots=True)
class Read:
    """The contents of files of results.

    Attributes:
        records: the last record of each key, in the sweep's order.
        duplicates: the number of other records.
        broken: the places of lines that are no records, with reasons.
    """

    records: tuple[Record, ...]
    duplicates: int
    broken: tuple[str, ...]


def read(places: Iterable[Path]) -> Read:
    """The records in files, and in folders with their shards.

    Raises SourceError for a file that can't be read, and PylabError for a folder without results.
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
    key = attrgetter("order", "question.instance.name", "rank", "variant", "key")
    return Read(tuple(sorted(found.values(), key=key)), total - len(found), tuple(broken))


def current(records: Iterable[Record]) -> list[Record]:
    """The records without those of questions that their variants no longer ask.

    After an edit, for instance of an overlay or of `asks`, a variant asks another question about
    the same instance; only the question that was used last counts.
    """
    records = list(records)
    latest: dict[tuple[str, ...], Record] = {}
    for record in records:
        known = latest.get(_case(record))
        if known is None or known.last_used <= record.last_used:
            latest[_case(record)] = record
    return [record for record in records if record.asked == latest[_case(record)].asked]


def reused(records: Iterable[Record], known: Iterable[Record]) -> list[Record]:
    """Those of a sweep's records that are not current among all known ones, as reused now.

    Appending them makes them current again.
    """
    keys = {record.key for record in current(known)}
    now = moment(time.time())
    return [replace(record, reused=now) for record in records if record.key not in keys]


def _case(record: Record) -> tuple[str, ...]:
    """The variant, the instance and the task, for which only one question is current."""
    asked = record.question
    return asked.family, asked.task, asked.instance.digest, record.variant


def files_of(place: Path) -> list[Path]:
    """The file itself; for a folder, its results and the shards that a cluster wrote."""
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
    """A file of results that is open for appending, with a lock."""

    def __init__(self, file: Path) -> None:
        """Open and lock the file, and cut off a torn last line.

        Raises PylabError if another sweep is writing to it.
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
        """Write a record as one line in one write. Raises OSError, such as for a full disk."""
        line = record.line()
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        if os.write(self._descriptor, line) != len(line):
            os.ftruncate(self._descriptor, end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.file))

    def close(self) -> None:
        """Close the file; in a forked child, the parent keeps the lock."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)

    def _repair(self) -> int:
        """Cut off an incomplete last line, and return its number of bytes."""
        data = os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)
        torn = data[data.rfind(b"\n") + 1 :]
        if not torn:
            return 0
        try:
            json.loads(torn)  # a whole record, except for the end of the line
        except (ValueError, RecursionError):
            os.ftruncate(self._descriptor, len(data) - len(torn))
            return len(torn)
        os.write(self._descriptor, b"\n")
        return 0
