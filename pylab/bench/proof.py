"""A certificate in parts: its jobs, the splitting of parts, and the joined certificate.

Its folder is like a sweep's, with a file that names the parts. A part that reached a limit is split
into several; the texts of all parts in order are the certificate.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from pylab import __version__
from pylab.base import whole_files
from pylab.base.errors import PylabError
from pylab.bench import jobs as expansion
from pylab.bench.identity import digest
from pylab.bench.jobs import Job, Part
from pylab.bench.records import LIMITED, Record
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.bench.work import instance_of
from pylab.core.puzzle import Puzzle, load
from pylab.core.question import Limits, Means
from pylab.family import registry

_FILE = "proof.json"
_PARTS = "parts"

_PIECES = 8
"""The number of parts into which a part that reached a limit is split."""


@dataclass
class ProofInParts:
    """The state of a proof that nothing costs less than a bound.

    Attributes:
        job: the common fields of all its jobs.
        parts: their names, in order.
    """

    folder: Path
    job: Job
    bound: int
    parts: list[str]

    def jobs(self) -> list[Job]:
        """One job for each part."""
        found = []
        for order, name in enumerate(self.parts):
            key = digest(self.job.instance.identity, self.bound, name, __version__)[:32]
            file = (self.folder / _PARTS / f"{key}.gz").absolute()
            part = Part(self.bound, name, file)
            found.append(replace(self.job, key=key, order=order, part=part))
        return found

    def proven(self, records: Iterable[Record]) -> list[Record]:
        """The records of parts whose texts exist."""
        files = {job.key: job.part.file for job in self.jobs() if job.part}
        return [
            record
            for record in records
            if record.key in files and record.status == "none" and files[record.key].is_file()
        ]

    def split(self, records: Iterable[Record]) -> int:
        """Split the parts that reached a limit, and return their number.

        A part that can't be split is kept if its limit is higher now; else PylabError is raised.
        """
        late = {record.key: record for record in records if record.status in LIMITED}
        parts: list[str] = []
        count = 0
        for name, job in zip(self.parts, self.jobs(), strict=True):
            more = [name]
            if job.key in late:
                more = _split(self.job, self.bound, name, _PIECES)
                count += len(more) > 1
                if len(more) == 1 and not _allows_more(self.job.limits, late[job.key]):
                    reason = "reached a limit and can't be split: give it more"
                    raise PylabError(f"part {name} {reason}")
            parts += more
        if count:
            self.parts = parts
            self.save()
        return count

    def save(self) -> None:
        """Write the names of the parts to the proof's file, whole or not at all."""
        told = {
            "proof": 2,
            "instance": self.job.instance.digest,
            "bound": self.bound,
            "parts": self.parts,
        }
        with whole_files.written(self.folder / _FILE) as file:
            file.write(json.dumps(told).encode("ascii") + b"\n")

    def write(self, stream: BinaryIO) -> None:
        """Write the whole proof, whose parts must all exist. Raises OSError."""
        for job in self.jobs():
            assert job.part is not None
            with job.part.file.open("rb") as file:
                shutil.copyfileobj(file, stream)

    def tidy(self) -> None:
        """Remove temporary files of killed jobs; no job may be running."""
        for torn in (self.folder / _PARTS).glob(whole_files.BESIDE):
            torn.unlink(missing_ok=True)


def begun(
    file: str, family: str, bound: int, folder: Path, limits: Limits, pieces: int
) -> ProofInParts:
    """The proof in this folder, with its parts if it was begun before.

    Raises PylabError for a bound that can't be proven, and for the folder of another proof.
    """
    _refuse(family or _family_of(file))
    sweep = Sweep(
        name=f"bound-{bound}",
        puzzles=(Puzzles(family=family, files=(file,)),),
        variants=(SweepVariant("parts", means=Means(engine="native")),),
        limits=limits,
    )
    found = expansion.expand(sweep, Path.cwd(), folder)
    if len(found) != 1:
        raise PylabError(f"{file}: expected one puzzle, found {len(found)}")
    (job,) = found
    (folder / _PARTS).mkdir(parents=True, exist_ok=True)
    if (folder / _FILE).is_file():
        return _again(folder, job, bound)
    proof = ProofInParts(folder, job, bound, _split(job, bound, "", pieces))
    proof.save()
    return proof


def _allows_more(limits: Limits, than: Record) -> bool:
    """Whether the limit that a job reached is higher now."""
    now, then = (
        (limits.megabytes, than.question.limits.megabytes)
        if than.status == "memory-out"
        else (limits.seconds, than.question.limits.seconds)
    )
    return then is not None and (now is None or now > then)


def _again(folder: Path, job: Job, bound: int) -> ProofInParts:
    file = folder / _FILE
    try:
        told = json.loads(file.read_text(encoding="ascii"))
        same, parts = told["proof"] == 2, list(map(str, told["parts"]))
        of = told["instance"], told["bound"]
    except OSError as error:
        raise PylabError(f"{file}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise PylabError(f"{file}: expected the parts of a proof") from None
    if not same:
        raise PylabError(f"{file}: expected the parts of a proof")
    if of != (job.instance.digest, bound):
        raise PylabError(f"{folder}: has the proof of another bound or puzzle")
    return ProofInParts(folder, job, bound, parts)


def _family_of(file: str) -> str:
    """The key of the family of a puzzle; empty if that can't be read, which the sweep reports."""
    try:
        return load(file).family.key
    except PylabError:
        return ""


def _refuse(family: str) -> None:
    """Raises PylabError for a family that proves no bounds in parts."""
    known = registry.get(family) if family else None
    if known and (known.certificates is None or known.certificates.parts is None):
        raise PylabError(f"{known.called} proves no bounds in parts")


def _split(job: Job, bound: int, part: str, count: int) -> list[str]:
    family = registry.get(job.instance.family)
    assert family.certificates is not None
    assert family.certificates.parts is not None
    return list(family.certificates.parts(instance_of(job), bound, part, count))


def puzzle(proof: ProofInParts) -> Puzzle:
    """The puzzle of the proof."""
    job = proof.job
    return Puzzle(registry.get(job.instance.family), instance_of(job), job.instance.name)
