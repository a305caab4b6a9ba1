"""One job, done in this process: read, ask, check, and tell; knows neither limits nor children."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pylab import family as families
from pylab import pipeline, portfolio
from pylab.bench.jobs import Job, engine_of, options_of
from pylab.bench.sweep import AUTO, BOTH
from pylab.errors import Disagreement, PylabError
from pylab.family import Status
from pylab.pipeline import Checked, Question, Report
from pylab.source import Source, read_source

Told = dict[str, Any]
"""Fields of a record, ready for JSON."""


def do(job: Job) -> Told:
    """Run a job and tell what came of it, by the names of `Record`'s fields.

    What is wrong with the input comes back as status `error`, lack of memory as `memory-out`.
    """
    started = time.monotonic()
    try:
        return _ask(job, started)
    except MemoryError:
        return {"status": "memory-out", "reason": "memory limit"}
    except Disagreement as error:
        return {"status": "refuted", "reason": str(error)}
    except PylabError as error:
        return {"status": "error", "reason": str(error).split("\n")[0]}
    except RecursionError:
        return {"status": "error", "reason": "a bug in pylab: RecursionError"}
    except Exception as error:  # whatever it is, the sweep goes on and the record tells
        if "bad_alloc" in str(error):
            return {"status": "memory-out", "reason": "memory limit"}
        reason = f"a bug in pylab: {type(error).__name__}: {error}".split("\n")[0]
        return {"status": "error", "reason": reason}


def _ask(job: Job, started: float) -> Told:
    family = families.get(job.instance.family)
    task = families.task_of(family, job.task)
    variant = job.variant
    text = read_source(str(job.instance.path)).text
    # named as the sweep names it, so that records are the same wherever the file is
    instance = families.read_instance(family, Source(_name(job), text))
    reading = time.monotonic() - started
    engine = engine_of(variant)
    if engine == AUTO:
        engine, _ = pipeline.engine_for(family, instance, task)
    checked = 0

    def count(witness: Checked) -> None:
        nonlocal checked
        checked += witness.verdict.valid

    ask = portfolio.ask if engine == BOTH else pipeline.ask
    report = ask(
        Question(
            family=family,
            instance=instance,
            task=task,
            engine=engine,  # of both, each in a process of its own in this one's group
            encoding=variant.encoding,
            overlays=variant.overlays,
            options=options_of(family, variant),
            models=variant.models,
            constants=variant.constants,
            clingo_options=variant.clingo,
            scripts=variant.scripts,
            seconds=job.limits.seconds,
            started=started,
            megabytes=job.limits.megabytes,
            detailed=True,
        ),
        count,
    )
    return {"engine": engine, "checked": checked, **_told(report, reading)}


def _name(job: Job) -> str:
    """The instance's name, ending as its file does: the ending decides how it is read."""
    suffix = Path(job.instance.path).suffix
    return job.instance.name if job.instance.name.endswith(suffix) else job.instance.name + suffix


def _told(report: Report, reading: float) -> Told:
    answer = report.answer
    both = report.question.engine == BOTH
    statistics = answer.statistics.get("clingo", {}) if both else answer.statistics
    times = {
        "reading": reading,
        **{
            name: float(statistics[name])
            for name in ("grounding", "solving")
            if isinstance(statistics.get(name), int | float)
        },
    }
    status, reason = _status(report)
    return {
        "status": status,
        "reason": reason,
        "count": answer.count,
        "complete": answer.complete,
        "optimal": answer.optimal,
        "cost": answer.cost,
        "costs": [list(cost) for cost in answer.costs],
        "nothing_below": answer.refuted,
        "counts": " ".join(report.counts.split()),
        "refuted": report.refuted_witnesses,
        "certified": report.certified,
        "times": times,
        "statistics": _figures(statistics) | ({"settled_by": answer.engine} if both else {}),
    }


def _status(report: Report) -> tuple[str, str]:
    """A record's status and the reason for it; a limit never becomes an answer."""
    answer = report.answer
    if report.refuted_witnesses:
        return "refuted", f"the checker refuted {report.refuted_witnesses} answers"
    if answer.reason:
        return ("memory-out" if "memory" in answer.reason else "time-out"), answer.reason
    if answer.status is Status.FOUND:
        return ("optimum" if answer.optimal else "found"), ""
    if answer.status is Status.NONE:
        return "none", ""
    return "unknown", "undecided without a limit"


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
