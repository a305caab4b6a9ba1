"""One job, done in this process: read, ask, check, report; knows neither limits nor children."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pylab import engines
from pylab.base import faults, whole_files
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.words import counted
from pylab.bench import jobs
from pylab.bench.jobs import Job, Part
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.puzzle import read
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import Source, read_source, without_gz

Told = dict[str, Any]
"""Fields of a record, ready for JSON."""


def do(job: Job) -> Told:
    """Run a job and report what came of it, by the names of `Record`'s fields.

    What is wrong with the input comes back as status `error`, lack of memory as `memory-out`.
    """
    started = time.monotonic()
    try:
        return _ask(job, started)
    except MemoryError:
        return {"status": "memory-out", "reason": "memory limit"}
    except Disagreement as error:
        return {"status": "refuted", "reason": str(error)}
    except LimitReached as limit:  # before there was an engine to ask
        return {"status": _limited(limit.ended), "reason": str(limit), "ended": limit.ended.value}
    except PylabError as error:
        return {"status": "error", "reason": str(error).split("\n")[0]}
    except Exception as error:  # whatever it is, the sweep goes on and the record tells
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
    answer = engines.ask(question, watch)  # of both, each in a process in this one's group
    engine = question.means.engine or answer.engine
    return {"engine": engine, "checked": checked, **_told(answer, engine, reading)}


def instance_of(job: Job) -> Any:
    """The puzzle, named as the sweep names it, so that records are the same wherever the file is.

    Raises PylabError.
    """
    path = str(job.instance.path)
    text = read_source(path, most=registry.most_bytes(path, job.instance.family)).text
    family = registry.get(job.instance.family)
    return read(Source(_name(job), text), family, lambda _, __: None).instance


def _prove(family: Family[Any, Any], instance: Any, part: Part) -> Told:
    """Write a part of a certificate; its file appears once it is whole."""
    if family.certify_part is None:
        raise PylabError(f"{family.name} proves no bounds in parts")
    with whole_files.written(part.file) as file:
        cases = family.certify_part(instance, part.bound, part.name, file)
        size = file.tell()
    return {"engine": "native", "status": "none", "statistics": {"cases": cases, "bytes": size}}


def _name(job: Job) -> str:
    """The instance's name, ending as its file does: the ending decides how it is read."""
    suffix = Path(without_gz(str(job.instance.path))).suffix
    return job.instance.name if job.instance.name.endswith(suffix) else job.instance.name + suffix


def _told(answer: Answer, engine: str, reading: float) -> Told:
    """What an engine's answer has, by the names of a record, and the figures of the search."""
    data = answer.tail()
    statistics = answer.statistics
    settled_by = {}
    if engines.get(engine).processes > 1:
        settled_by = {"settled_by": answer.engine}
        statistics = statistics.get("clingo", {})
    times = {
        "reading": reading,
        **{
            name: float(statistics[name])
            for name in ("grounding", "solving")
            if isinstance(statistics.get(name), int | float)
        },
    }
    status, reason = _status(answer)
    kept = (
        "count", "complete", "optimal", "least", "cost", "at_least", "rejected", "certified",
        "ended",
    )  # fmt: skip
    return {
        "status": status,
        "reason": reason,
        **{name: data[name] for name in kept},
        "costs": [list(cost) for cost in answer.costs],
        "counts": " ".join(answer.counts.split()),
        "times": times,
        "statistics": _figures(statistics) | settled_by,
    }


def _status(answer: Answer) -> tuple[str, str]:
    """A record's status and the reason for it; a limit never becomes an answer."""
    if answer.rejected:
        number = counted(len(answer.rejected), "answer")
        return "refuted", f"{answer.refused_by} found {number} invalid"
    if not answer.settled:
        return _limited(answer.ended), answer.reason
    if answer.status is Status.FOUND:
        return ("optimum" if answer.optimal else "found"), ""
    if answer.status is Status.NONE:
        return "none", ""
    return "unknown", "undecided without a limit"


def _limited(ended: Ended) -> str:
    return "memory-out" if ended is Ended.MEMORY else "time-out"


def _figures(statistics: Mapping[str, Any]) -> Told:
    """The solver's figures: sums over its calls, and the size of the last program."""
    calls = statistics.get("solved")
    if not isinstance(calls, list):
        return {}
    told: Told = {"calls": len(calls)}
    for name in ("conflicts", "choices"):
        told[name] = sum(row.get(name, 0) for row in calls)
    for name in ("rules", "atoms"):
        told[name] = max((row.get(name, 0) for row in calls), default=0)
    return told
