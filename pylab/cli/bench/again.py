"""`pylab bench again`: asks a record's question again and compares the answer."""

from __future__ import annotations

import signal
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.base.limits import bound
from pylab.bench import jobs, records
from pylab.bench.jobs import Instance
from pylab.bench.records import Record
from pylab.bench.sweep import SweepVariant
from pylab.bench.work import puzzle_of, run_status
from pylab.cli import bounds, printing
from pylab.cli.asking import put
from pylab.cli.bench.options import tell_broken
from pylab.cli.exits import remark
from pylab.cli.options import takes
from pylab.cli.unanswered import Unanswered
from pylab.core.answer import Answer, Checked
from pylab.core.puzzle import Puzzle, located
from pylab.core.question import Question
from pylab.engines.report import versions
from pylab.family import registry
from pylab.text.source import split_name

_SWEEPS = Path("sweeps")
_LISTED = 3


@click.command("again")
@click.argument("key")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@takes(
    form=f"--format {'|'.join(printing.formats())}={printing.DEFAULT}: How answers are printed, as "
    "by `pylab solve`."
)
def command(key: str, folder: Path | None, form: str) -> int:
    """Ask the question of a record again.

    Means and limits are as recorded. KEY is a prefix of the record's key. FOLDER is the folder
    of a sweep, or a file of results; by default, the folders in sweeps/ are searched. The
    answer and the exit code are as for pylab solve; a line on standard error says whether
    status and cost are as recorded.

    \b
    Examples:
      pylab bench again 3f09 out
      pylab bench again 3f09 out --format json
    """
    record = _found(key, folder)
    instance = _instance(record)
    question = record.question
    variant = SweepVariant(
        record.variant, means=question.means, models=question.limits.models, asks=record.asks
    )
    family = registry.get(question.family)
    asked = jobs.question(family, family.task(question.task), variant, question.limits)
    _tell_changes(record, asked, jobs.asked(instance, asked, variant))
    return _answered(record, asked, instance, form)


def _answered(record: Record, asked: Question, instance: Instance, form: str) -> int:
    """Ask the question, print the answer and the comparison, and return the exit code."""
    unread, compared = Puzzle(asked.family, None, instance.name), partial(_compared, record)
    printing.printer(form)(asked, unread)  # a format that the family lacks is refused at once
    unanswered = Unanswered(form, lambda: (asked, unread), compared)
    bounds.unanswered(unanswered.finish)
    limits = asked.limits
    bounds.begin(limits.seconds, limits.megabytes)
    if limits.cpu_seconds is not None:
        _limit_cpu(limits.cpu_seconds)
    try:
        with bounds.reading():
            puzzle = puzzle_of(instance, asked.task.name)
        asked = replace(asked, given=puzzle.instance, started=bounds.started())
        printer = printing.printer(form)(asked, puzzle)

        def found(checked: Checked) -> None:
            printer.witness(checked)
            unanswered.found(checked)

        answer = put(asked, found)
    except LimitReached as limit:
        return unanswered.finish(limit.ended, str(limit))
    except PylabError:
        _agrees(record, "error", None)
        raise
    printer.more = compared(answer)
    return printer.finish(answer)


def _compared(record: Record, answer: Answer) -> dict[str, Any]:
    """Print whether the answer is as recorded, and return the same for JSON."""
    told = {"key": record.key, "status": record.status, "cost": record.answer.cost}
    return {"recorded": told | {"agrees": _agrees(record, run_status(answer)[0], answer.cost)}}


def _agrees(record: Record, status: str, cost: Any) -> bool:
    """Whether status and cost are as recorded; prints this, too."""
    now, before = _result_text(status, cost), _result_text(record.status, record.answer.cost)
    agrees = now == before
    remark(f"as recorded: {now}" if agrees else f"not as recorded: {now}; the record has {before}")
    return agrees


def _result_text(status: str, cost: Any) -> str:
    return status if cost is None else f"{status}, cost {cost}"


def _limit_cpu(seconds: float) -> None:
    """Raise LimitReached when this process has used this much CPU time."""

    def over(_number: int, _frame: object) -> NoReturn:
        raise LimitReached("CPU limit", Ended.TIME)

    signal.signal(signal.SIGXCPU, over)
    bound("RLIMIT_CPU", max(1, round(seconds)), "a CPU limit")


def _found(key: str, folder: Path | None) -> Record:
    """The only record whose key has this prefix. Raises PylabError if there is none, or several."""
    places = [folder] if folder else [p for p in sorted(_SWEEPS.glob("*")) if records.files_of(p)]
    if not places:
        raise PylabError(f"there are no results in {_SWEEPS}: name the sweep's FOLDER")
    read = records.read(places)
    tell_broken(read.broken)
    found = [record for record in read.records if record.key.startswith(key)]
    where = ", ".join(map(str, places))
    if not found:
        raise PylabError(f"{where}: no key of a record begins with {key!r}")
    if len(found) > 1:
        keys = ", ".join(record.key for record in found[:_LISTED])
        more = ", …" if len(found) > _LISTED else ""
        raise PylabError(f"{where}: {len(found)} keys begin with {key!r}: {keys}{more}")
    (record,) = found
    if record.part:
        raise PylabError(f"{record.key} is a part of a proof: pylab bench prove goes on with it")
    return record


def _instance(record: Record) -> Instance:
    """The instance, from its file or generated again. Raises PylabError if it has changed."""
    asked, path = record.question, Path(record.file)
    name, generate = asked.instance.name, asked.instance.generate
    files = [
        file for file in (path, Path(located(name))) if Path(split_name(str(file))[0]).is_file()
    ]
    if files:
        found = jobs.read_instance(name, asked.family, files[0], generate)
    elif generate is not None:
        found = jobs.generated_instance(name, asked.family, path, generate)
    else:
        raise PylabError(f"{path}: the record's instance is not there any more")
    if found.digest != asked.instance.digest:
        raise PylabError(
            f"{found.path}: expected the record's instance (SHA-256 {asked.instance.digest}), "
            f"found another one ({found.digest})"
        )
    return found


def _tell_changes(record: Record, asked: Question, now: str) -> None:
    """Print which versions and files have changed since the record was made."""
    before, after = record.question.versions, versions(asked)
    changed = [
        f"{name} is {after.get(name, 'missing')}, and was {before.get(name, 'missing')}"
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]
    for line in changed:
        remark(line)
    if not changed and now != record.asked:
        remark("the question was edited since: an encoding, an overlay, a judge or a command")
