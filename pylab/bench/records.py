"""Results as lines of JSON: written whole or not at all, read past whatever a crash left behind.

Each finished job is one line, appended by one write. A sweep that was killed while writing leaves
a torn last line; it is cut off before anything else is appended, and readers pass over it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError, SourceError
from pylab.base.finding import Number
from pylab.base.limits import posix
from pylab.text.source import Source

SCHEMA = 2
RESULTS = "results.jsonl"
SHARDS = "shards"

SOLVED = ("found", "none", "optimum")
LIMITED = ("time-out", "memory-out", "unknown")
FAILED = ("crash", "refuted", "error", "machine")
MACHINE = "machine"
"""The status of what failed for want of something that has nothing to do with the job."""

STATUSES = (*SOLVED, *LIMITED, *FAILED)

LARGEST = 1e12
"""No time, in seconds, and no memory, in MB, is larger."""


@dataclass(frozen=True, slots=True)
class Record:
    """What became of a job.

    Attributes:
        key, sweep, order, rank: the job's; see `jobs.Job`.
        family, instance, digest, task, repetition: what was asked.
        variant, engine, encoding, overlays, clingo_options, constants, options, models, asks: how;
            the engine is the one that was run.
        time_limit, memory_limit: seconds and megabytes; None for none.
        pylab, clingo: versions.
        host: the machine's name.
        started: when, in UTC.
        status: one of STATUSES.
        signal: what killed the process, as `SIGSEGV`; empty if nothing did.
        reason: the limit, or the error's message.
        count, complete, optimal, least, cost, costs, at_least, ended: as in `answer.Answer`.
        counts: the definition of what was counted.
        checked: how many witnesses the checker accepted.
        rejected: how many it did not.
        certified: whether a `none` came with a certificate that was checked.
        times: seconds of reading, grounding, solving, wall and cpu, as far as known.
        memory: the largest resident size in MB, Python and clingo included.
        statistics: figures of the last call of clingo's solver, and how many calls there were.
    """

    key: str
    sweep: str
    order: int
    rank: int
    family: str
    instance: str
    digest: str
    task: str
    repetition: int
    variant: str
    engine: str
    status: str
    encoding: str = ""
    overlays: Sequence[str] = ()
    clingo_options: Sequence[str] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    models: int | None = None
    asks: str = ""
    time_limit: float | None = None
    memory_limit: int | None = None
    pylab: str = ""
    clingo: str = ""
    host: str = ""
    started: str = ""
    signal: str = ""
    reason: str = ""
    count: int = 0
    complete: bool = False
    optimal: bool = False
    least: bool = False
    cost: Number | None = None
    costs: Sequence[Any] = ()
    at_least: Number | None = None
    ended: str = "settled"
    counts: str = ""
    checked: int = 0
    rejected: int = 0
    certified: bool = False
    times: Mapping[str, float] = field(default_factory=dict)
    memory: float = 0.0
    statistics: Mapping[str, Any] = field(default_factory=dict)

    @property
    def solved(self) -> bool:
        """Whether the question was answered within the limits."""
        return self.status in SOLVED

    def line(self) -> bytes:
        """The record as a line of JSON."""
        told = {"schema": SCHEMA, **dataclasses.asdict(self)}
        return json.dumps(told, separators=(",", ":"), default=str).encode("ascii") + b"\n"


def parse(line: str) -> Record:
    """A record from its line. Raises ValueError for anything else."""
    told = json.loads(line)
    schema = told.pop("schema", None) if isinstance(told, dict) else None
    if schema not in (1, SCHEMA):
        raise ValueError(f'expected an object with "schema":{SCHEMA}')
    if schema == 1:
        told = _upgraded(told)
    names = {f.name for f in dataclasses.fields(Record)}
    record = _made({name: value for name, value in told.items() if name in names})
    for name, kind in _KINDS.items():
        value = getattr(record, name)
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in kind):
            raise ValueError(f"expected {' or '.join(k.__name__ for k in kind)} for {name}")
    if record.status not in STATUSES:
        raise ValueError(f"expected one of {', '.join(STATUSES)} for status")
    if not all(_is_figure(t) for t in record.times.values()):
        raise ValueError("expected seconds for times")
    for name in ("time_limit", "memory_limit", "memory"):
        value = getattr(record, name)
        if value is not None and not _is_figure(value):
            raise ValueError(f"expected a number from 0 for {name}")
    sequences: dict[str, Any] = {name: tuple(getattr(record, name)) for name in _SEQUENCES}
    return dataclasses.replace(record, **sequences)


_RENAMED = {"nothing_below": "at_least", "refuted": "rejected"}
"""The keys of schema 1 that have other names since."""


def _upgraded(told: Mapping[str, Any]) -> dict[str, Any]:
    """A record of schema 1 with the names of today."""
    ends = {"time-out": "time", "memory-out": "memory"}
    ended = ends.get(str(told.get("status")), "settled")
    return {"ended": ended} | {_RENAMED.get(name, name): value for name, value in told.items()}


def _is_figure(value: object) -> bool:
    """Whether it is a number that one can reckon with: from 0, and neither infinite nor huge."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LARGEST


_NONE = type(None)
_SEQUENCES = ("overlays", "clingo_options", "costs")
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(
        ("key", "sweep", "family", "instance", "digest", "task", "variant", "engine", "status",
         "asks", "pylab", "clingo", "host", "signal", "reason", "counts", "encoding", "ended"),
        (str,),
    ),
    **dict.fromkeys(("order", "rank", "repetition", "count", "checked", "rejected"), (int,)),
    **dict.fromkeys(("complete", "optimal", "least", "certified"), (bool,)),
    **dict.fromkeys(("memory_limit", "models"), (int, _NONE)),
    **dict.fromkeys(("cost", "at_least"), (int, float, _NONE)),
    "time_limit": (int, float, _NONE),
    "memory": (int, float),
    **dict.fromkeys(_SEQUENCES, (list, tuple)),
    **dict.fromkeys(("times", "statistics", "constants", "options"), (dict,)),
}  # fmt: skip


def _made(told: dict[str, Any]) -> Record:
    try:
        return Record(**told)
    except TypeError as error:
        raise ValueError(str(error).replace("Record.__init__() ", "")) from None


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
                found[record.key] = record
                total += 1
    order = sorted(found.values(), key=lambda r: (r.order, r.instance, r.rank, r.variant, r.key))
    return Read(tuple(order), total - len(found), tuple(broken))


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
            text = Source(str(file), line.decode("utf-8", "replace"))
            reason = "torn" if isinstance(error, json.JSONDecodeError) else str(error)
            broken.append(f"{text.name}:{number}: no record ({reason})")


class Ledger:
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
        size = os.fstat(self._descriptor).st_size
        kept = size
        while kept:
            start = max(0, kept - 65536)
            newline = os.pread(self._descriptor, kept - start, start).rfind(b"\n")
            kept = start + newline + 1 if newline >= 0 else start
            if newline >= 0:
                break
        if kept == size:
            return 0
        torn = os.pread(self._descriptor, size - kept, kept)
        try:
            parse(torn.decode("utf-8"))
        except (ValueError, RecursionError):
            os.ftruncate(self._descriptor, kept)
            return size - kept
        os.write(self._descriptor, b"\n")
        return 0
