"""`pylab bench prove`: a proof in parts, here or on Slurm, which can be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from pylab.base import whole_files
from pylab.base.errors import PylabError
from pylab.base.words import counted
from pylab.bench import pool, proof, records
from pylab.bench.proof import ProofInParts
from pylab.bench.sweep import MEMORY_LIMIT, TIME_LIMIT, Sweep
from pylab.cli import certificates, completion
from pylab.cli.bench.options import Work, executor_options, found_in, refuse_slurm, running_options
from pylab.cli.bench.run import run_here
from pylab.cli.exits import BAD_INPUT, FOUND, UNDECIDED, remark
from pylab.cli.family_options import BriefCommand
from pylab.cli.options import shared, takes
from pylab.core.options import Limits

_PARTS = 64
_MOST_PARTS = 100_000


@click.command("prove", cls=BriefCommand)
@click.argument("file", shell_complete=completion.instance)
@click.option(
    "--bound", type=click.IntRange(1), required=True, help="The bound: nothing costs less."
)
@takes(family="--family NAME: The family of the puzzle.")
@running_options(
    "Jobs at a time, and processes that check; on Slurm, the latter only. "
    "[default: all cores but one; on Slurm: 1]"
)
@takes(parts=f"--parts N[1..{_MOST_PARTS}]={_PARTS}: About how many parts to begin with.")
@shared(
    "seconds",
    "For each part; one that takes longer is split.",
    default=TIME_LIMIT,
    show_default=True,
)
@shared("megabytes", "For each part.", default=MEMORY_LIMIT, show_default=True)
@click.option(
    "-o", "--output", "folder", type=Path, required=True, metavar="FOLDER",
    shell_complete=completion.folder, help="Where the parts and the certificate are kept.",
)  # fmt: skip
@click.option("--check/--no-check", default=True, show_default=True, help="Check the certificate.")
@executor_options
def command(
    file: str,
    bound: int,
    family: str | None,
    width: int | None,
    parts: int,
    seconds: float,
    megabytes: int,
    folder: Path,
    check: bool,
    executor: str,
    detach: bool,
    chunk: int | None,
    sbatch_options: Sequence[str],
) -> int:
    """Prove a lower bound on costs in parts (ravensburger).

    The proof is that no answer to FILE costs less than the bound. Each part is a job of its own
    and leaves a record and its text in FOLDER; a part that reaches a limit is split. The same
    command resumes an interrupted proof. All parts together are the certificate
    FOLDER/proof.gz, which `pylab validate FILE` checks.

    \b
    Examples:
      pylab bench prove ravensburger/example-4x4.lp --bound 2 -j 2 -o out
    """
    refuse_slurm(executor)
    limits = Limits(seconds, megabytes)
    width = width or (1 if executor == "slurm" else max(1, pool.cores() - 1))
    known = proof.begun(file, family or "", bound, folder, limits, parts)
    before = -1
    while True:
        try:
            work = _work(known)
        except _Failed:
            if before < 0:
                raise
            return BAD_INPUT  # the run has reported how the parts ended
        if not work.pending:
            return _joined(known, work, width, check)
        if len(work.history) == before:  # no progress
            return UNDECIDED
        before = len(work.history)
        if executor == "slurm":
            from pylab.cli.bench.slurm import run_on_slurm

            code = run_on_slurm(work, chunk, sbatch_options, detach)
        else:
            code = run_here(work, width)
        if detach or code not in (FOUND, UNDECIDED):
            return code


class _Failed(PylabError):
    """A part failed, for instance because there may be an answer that costs less."""


def _work(known: ProofInParts) -> Work:
    """The proof's state after all records; splits parts that reached a limit.

    Raises _Failed and PylabError.
    """
    found = found_in(known.folder)
    if split := known.split(found):
        remark(f"{split} parts reached a limit and are split")
    jobs = known.jobs()
    keys = {job.key for job in jobs}
    for record in found:
        if (
            record.key in keys
            and record.status in records.FAILED
            and record.status != records.MACHINE
        ):
            raise _Failed(f"a part ended in {record.status}: {record.reason}")
    proven = known.proven(found)
    done = {record.key for record in proven}
    pending = [job for job in jobs if job.key not in done]
    sweep = Sweep(known.job.sweep, (), limits=known.job.limits)
    return Work(sweep, known.folder, jobs, proven, pending, found)


def _joined(known: ProofInParts, work: Work, width: int, check: bool) -> int:
    """Join the parts to the certificate and, with `check`, check it with `width` processes."""
    path = known.folder / "proof.gz"
    with whole_files.written(path) as stream:
        known.write(stream)
    known.tidy()
    cases = sum(record.answer.statistics.get("cases", 0) for record in work.before)
    seconds = sum(record.times.get("cpu", 0.0) for record in work.before)
    size = path.stat().st_size
    click.echo(
        f"{path}: {counted(len(work.jobs), 'part')}, {counted(cases, 'case')}, {size} bytes, "
        f"{seconds:.1f} CPU seconds"
    )
    if not check:
        return FOUND
    verdict = certificates.check_in_shares(
        proof.puzzle(known), path, min(width, certificates.MOST_SHARES)
    )
    told = verdict.summary or "; ".join(map(str, verdict.problems))
    click.echo(replace(verdict, summary=told).told("valid" if verdict.valid else "invalid"))
    return FOUND if verdict.valid else BAD_INPUT
