"""Submits jobs to Slurm as arrays of chunks, with Slurm's own commands; schedules nothing.

Each array has a unique name, so that the queue can be queried and cancelled by name, even if the
output of `sbatch` was lost. Submissions are noted beforehand in the sweep's folder, which all
hosts share. Each array element writes its own file of results (a shard). A job that is neither in
the queue nor recorded is lost; the next run submits it again.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pylab.base import whole_files
from pylab.base.errors import LimitReached, PylabError
from pylab.base.limits import Patience, posix
from pylab.base.plain import made, plain
from pylab.base.programs import run
from pylab.bench.child import GRACE_SECONDS, processes, threads
from pylab.bench.identity import digest
from pylab.bench.jobs import Job
from pylab.bench.records import SHARDS

CALL_SECONDS = 60.0
"""The time limit of one of Slurm's commands."""

LARGEST_ARRAY = 1000
"""Slurm's default MaxArraySize is 1001."""

_STATE = "slurm"
_SUBMISSIONS = "submissions.jsonl"
_START_SECONDS = 2.0
_SPARE_SECONDS = 60.0
_SPARE_MEGABYTES = 500


class SlurmError(PylabError):
    """One of Slurm's commands is missing, failed, or did not answer."""


@dataclass(frozen=True, slots=True)
class Submission:
    """An array that was submitted, or was about to be: its name, and the keys of its jobs."""

    name: str
    chunks: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Array:
    """An array that can be submitted.

    Attributes:
        folder: the sweep's folder, absolute.
        chunks: the jobs of each element.
        options: the user's options for sbatch.
    """

    name: str
    folder: Path
    chunks: tuple[tuple[Job, ...], ...]
    options: tuple[str, ...] = ()

    @property
    def manifest(self) -> Path:
        """The file with the jobs of each element."""
        return self.folder / _STATE / f"{self.name}.json"

    @property
    def script(self) -> Path:
        """The path of the script for sbatch."""
        return self.folder / _STATE / f"{self.name}.sh"

    def text(self) -> str:
        """The text of the script for sbatch."""
        jobs = [job for chunk in self.chunks for job in chunk]
        log = str(self.folder / _STATE / f"{self.name}").replace("%", "%%") + ".%a.log"
        directives = [
            f"--job-name={self.name}",
            f"--array=0-{len(self.chunks) - 1}",
            "--ntasks=1",
            f"--cpus-per-task={max(max(threads(job), processes(job)) for job in jobs)}",
            *_time(self.chunks),
            *_memory(jobs),
            f"--output={_quoted(log)}",
            f"--chdir={_quoted(str(Path.cwd()))}",
            "--no-requeue",
            *self.options,
        ]
        command = [sys.executable, "-m", "pylab_asp", "bench", "work", str(self.manifest)]
        lines = ["#!/bin/sh", *(f"#SBATCH {directive}" for directive in directives), ""]
        return "\n".join([*lines, f'exec {shlex.join(command)} "$SLURM_ARRAY_TASK_ID"', ""])


def arrays(
    jobs: Sequence[Job], folder: Path, chunk: int | None, options: Sequence[str]
) -> list[Array]:
    """The jobs in chunks of size `chunk`, in as few arrays as Slurm allows.

    Each chunk gets long and short jobs. Without `chunk` there is one array. Names don't change
    until something is submitted.
    """
    if not jobs:
        return []
    size = chunk or math.ceil(len(jobs) / LARGEST_ARRAY)
    count = math.ceil(len(jobs) / size)
    chunks = [tuple(jobs[index::count]) for index in range(count)]
    folder = folder.absolute()
    before = len(submissions(folder))
    return [
        Array(
            name=f"pylab-{digest(str(folder), before, start, [j.key for j in jobs])[:12]}",
            folder=folder,
            chunks=tuple(chunks[start : start + LARGEST_ARRAY]),
            options=tuple(options),
        )
        for start in range(0, count, LARGEST_ARRAY)
    ]


@contextlib.contextmanager
def submitting(folder: Path) -> Iterator[None]:
    """Context in which no other run submits this folder's jobs. Raises PylabError if one does."""
    fcntl = posix("fcntl", "submitting jobs")
    state = folder / _STATE
    state.mkdir(parents=True, exist_ok=True)
    with (state / _SUBMISSIONS).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PylabError(f"{folder}: another run is submitting these jobs") from None
        except OSError:  # a filesystem without locks
            pass
        yield


def submit(array: Array) -> None:
    """Submit an array. Raises SlurmError; a query by name then shows whether it is queued."""
    (array.folder / SHARDS).mkdir(parents=True, exist_ok=True)
    array.script.parent.mkdir(parents=True, exist_ok=True)
    for path, text in ((array.manifest, _manifest(array)), (array.script, array.text())):
        with whole_files.written(path) as file:
            file.write(text.encode())
    noted = Submission(array.name, tuple(tuple(j.key for j in chunk) for chunk in array.chunks))
    line = json.dumps(plain(noted)).encode() + b"\n"
    with (array.folder / _STATE / _SUBMISSIONS).open("ab", buffering=0) as file:
        file.write(line)
        os.fsync(file.fileno())
    _call("sbatch", "--parsable", str(array.script))


def submissions(folder: Path) -> list[Submission]:
    """The submissions from this folder, without torn lines."""
    file = folder / _STATE / _SUBMISSIONS
    found = []
    for line in file.read_bytes().split(b"\n") if file.is_file() else ():
        with contextlib.suppress(ValueError, RecursionError):
            found.append(made(Submission, json.loads(line)))
    return found


def queued(found: Iterable[Submission]) -> dict[str, str]:
    """The keys of jobs whose array elements are in the queue, with the elements' states.

    Raises SlurmError.
    """
    known = {submission.name: submission for submission in found}
    if not known:
        return {}
    names = ",".join(known)
    told = _call("squeue", "--noheader", "--array", f"--name={names}", "--format=%j|%K|%T")
    keys: dict[str, str] = {}
    for line in told.splitlines():
        name, _, rest = line.strip().partition("|")
        index, _, state = rest.partition("|")
        if name in known and index.isdigit() and int(index) < len(known[name].chunks):
            keys |= dict.fromkeys(known[name].chunks[int(index)], state)
    return keys


def unfinished(found: Iterable[Submission], done: Iterable[str]) -> list[Submission]:
    """The submissions that have jobs without a record."""
    known = set(done)
    return [s for s in found if any(key not in known for chunk in s.chunks for key in chunk)]


def cancel(found: Iterable[Submission]) -> None:
    """Cancel arrays, with their running jobs. Raises SlurmError."""
    for submission in found:
        _call("scancel", "--quiet", f"--name={submission.name}")


def chunk_of(manifest: Path, index: int) -> tuple[list[Job], Path]:
    """The jobs of an array element, and the shard for their records. Raises PylabError."""
    try:
        chunks = json.loads(manifest.read_text(encoding="utf-8"))
        jobs = [made(Job, told) for told in chunks[index]]
    except OSError as error:
        raise PylabError(f"{manifest}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise PylabError(f"{manifest}: expected chunks of jobs, one with index {index}") from None
    shards = manifest.parent.parent / SHARDS
    return jobs, shards / f"{manifest.stem}-{index}.jsonl"


def _call(*command: str) -> str:
    if shutil.which(command[0]) is None:
        raise SlurmError(f"there is no {command[0]} here: is this a Slurm cluster?")
    try:
        done = run([command], Patience(CALL_SECONDS))
    except LimitReached:
        raise SlurmError(f"{command[0]} did not answer within {CALL_SECONDS:g} s") from None
    except PylabError as error:
        raise SlurmError(str(error)) from None
    printed = done.printed.decode("utf-8", "replace")
    if done.code:
        said = (done.said or printed).strip().split("\n")[0] or f"exit {done.code}"
        raise SlurmError(said if said.startswith(command[0]) else f"{command[0]}: {said}")
    return printed


def _time(chunks: Sequence[Sequence[Job]]) -> list[str]:
    """The option for the time limit: the largest sum of a chunk's limits, in minutes."""
    totals = []
    for chunk in chunks:
        seconds = [job.limits.seconds for job in chunk]
        if any(limit is None for limit in seconds):
            return []
        totals.append(sum((s or 0) + GRACE_SECONDS + _START_SECONDS for s in seconds))
    return [f"--time={math.ceil((max(totals) + _SPARE_SECONDS) / 60)}"]


def _memory(jobs: Sequence[Job]) -> list[str]:
    """The option for memory: a little more than the jobs' own limit, so that theirs is reached."""
    if any(job.limits.megabytes is None for job in jobs):
        return []
    largest = max((job.limits.megabytes or 0) * processes(job) for job in jobs)
    return [f"--mem={largest + _SPARE_MEGABYTES}M"]


def _quoted(text: str) -> str:
    """A value, quoted for an #SBATCH line. Raises PylabError if that is impossible."""
    if "\n" in text or '"' in text:
        raise PylabError(f"{text!r}: Slurm's scripts take no quotes and no newlines in paths")
    return f'"{text}"' if set(text) & set(" #'\\\t") else text


def _manifest(array: Array) -> str:
    """The jobs of each element as JSON, without the instances' texts, which are in files."""
    jobs = [
        [replace(job, instance=replace(job.instance, text=None)) for job in chunk]
        for chunk in array.chunks
    ]
    return json.dumps(plain(jobs))
