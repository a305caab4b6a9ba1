"""Runs one job in this process: read, ask, check, report; handles no limits or children."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from pylab import engines
from pylab.base import faults, whole_files
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.words import counted
from pylab.bench import jobs
from pylab.bench.jobs import Instance, Job, Part
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.puzzle import Puzzle, program, read
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import Source, read_source, suffix_of

Told = dict[str, Any]
"""A job's report, ready for JSON."""


def do(job: Job) -> Told:
    """Run a job and report its result: `answer`, and fields of `RunData` by their names.

    Errors in the input have the status `error`, a lack of memory `memory-out`.
    """
    started = time.monotonic()
    try:
        return _ask(job, started)
    except MemoryError:
        return {"status": "memory-out", "reason": "memory limit"}
    except Disagreement as error:
        return {"status": "invalid", "reason": str(error)}
    except LimitReached as limit:  # before there was an engine to ask
        return {"status": _limited(limit.ended), "reason": str(limit)}
    except PylabError as error:
        return {"status": "error", "reason": str(error).split("\n")[0]}
    except Exception as error:  # the sweep continues after any error, which is in the record
        if "bad_alloc" in str(error):
            return {"status": "memory-out", "reason": "memory limit"}
        return {"status": "error", "reason": faults.told(error)}


def _ask(job: Job, started: float) -> Told:
    family = registry.get(job.instance.family)
    instance = instance_of(job)
    reading = time.monotonic() - started
    if job.part is not None:
        return _prove(family, instance, job.part)
    checked = 0

    def count(witness: Checked) -> None:
        nonlocal checked
        checked += witness.verdict.valid

    question = jobs.question(family, family.task(job.task), job.variant, job.limits, instance)
    question = replace(question, started=started)
    watch = Watch(found=count, keep=False, notes=False, bounded=True)
    answer = engines.ask(question, watch)  # child processes stay in this one's group
    status, reason = run_status(answer)
    figures = answer.statistics.get("clingo", answer.statistics)  # clingo's, of several engines
    seconds = {name: figures.get(name) for name in ("grounding", "solving")}
    times = {"reading": reading} | {n: s for n, s in seconds.items() if isinstance(s, float)}
    return {
        "status": status,
        "reason": reason,
        "checked": checked,
        "times": times,
        "answer": answer.tail(),
    }


def instance_of(job: Job) -> Any:
    """The job's instance, in its family's own form. Raises PylabError."""
    return puzzle_of(job.instance, job.task).instance


def puzzle_of(instance: Instance, task: str) -> Puzzle:
    """The puzzle with its name in the sweep, so that records don't depend on the file's path.

    A program that is the task itself has no facts of its own. Raises PylabError.
    """
    family, text = registry.get(instance.family), instance.text
    if text is None:
        most = registry.most_bytes(str(instance.path), family.name)
        text = read_source(str(instance.path), most=most).text
    suffix = suffix_of(str(instance.path))  # determines how it is read
    name = instance.name if instance.name.endswith(suffix) else instance.name + suffix
    if family.as_written:  # what it includes is looked for beside it
        name = str(instance.path)
    own = program([Source(name, text)], instance.family) if family.as_written else None
    if own is None or own.task != task:
        own = read(Source(name, text), family, lambda _, __: None)
    return replace(own, name=instance.name, generated=instance.generate)


def _prove(family: Family[Any, Any], instance: Any, part: Part) -> Told:
    """Write a part of a certificate; its file appears once it is whole."""
    if family.certificates is None or family.certificates.write_part is None:
        raise PylabError(f"{family.name} proves no bounds in parts")
    with whole_files.written(part.file) as file:
        cases = family.certificates.write_part(instance, part.bound, part.name, file)
        size = file.tell()
    figures = {"cases": cases, "bytes": size}
    return {"status": "none", "answer": {"engine": "native", "statistics": figures}}


def run_status(answer: Answer) -> tuple[str, str]:
    """A record's status and the reason for it; a limit never counts as an answer."""
    if answer.invalid:
        number = counted(len(answer.invalid), "answer")
        return "invalid", f"{answer.invalid_by} found {number} invalid"
    if not answer.settled:
        return _limited(answer.ended), answer.reason
    if answer.status is Status.UNKNOWN:
        return "unknown", "undecided without a limit"
    return answer.decision or ("optimum" if answer.optimal else answer.status.value), ""


def _limited(ended: Ended) -> str:
    return _LIMITED.get(ended, "unknown")


_LIMITED = {
    Ended.TIME: "time-out", Ended.INTERRUPTED: "time-out", Ended.MEMORY: "memory-out",
}  # fmt: skip
