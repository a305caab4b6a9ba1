"""`pylab score`: a folder of instances, a folder of outputs, and the table an organiser needs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import click

from pylab.answer import Answer
from pylab.cli.exits import INTERRUPTED, INVALID, VALID, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.options import PROOF, family_option, proof_options, refuse_proof
from pylab.cli.streams import folded
from pylab.errors import Ended, LimitReached
from pylab.puzzle import Puzzle
from pylab.question import Question
from pylab.scoring import STANDINGS, WRONG, Entry, entries, totals


@click.command("score", cls=FamilyCommand)
@click.argument("instances", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("outputs", type=click.Path(exists=True, file_okay=False, path_type=Path))
@family_option("By default, from the instances' endings.")
@proof_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
def command(
    instances: Path, outputs: Path, family: str | None, form: str, check_none: bool, **means: Any
) -> int:
    """Check all that solvers printed, and give points: 1 for each instance that is solved.

    INSTANCES is a folder of puzzles. OUTPUTS is a folder of what a solver printed for them, or
    has such a folder for each solver. An output is named as its instance, whatever follows behind
    a dot: board-1.out and board-1.lp.txt are for board-1.lp. Its exit code may be in a file
    beside it, board-1.out.code; files *.err are left alone.

    \b
    An instance is
      solved      its last answer is valid, or none is proven (--check-none)
      wrong       its last answer breaks a rule, or it claims none wrongly
      unproven    it claims none without a proof, or is too large to be checked
      unknown     the solver gave no answer
      unreadable  what it printed is nothing that can be read
      missing     there is no output for it

    Exit codes: 0 nothing is wrong, 1 something is.

    \b
    Examples:
      mkdir -p boards outputs
      pylab facts ravensburger/example-4x4.lp > boards/one.lp
      pylab solve boards/one.lp --format facts > outputs/one.out
      pylab score boards outputs
      pylab score boards outputs --check-none --format csv > table.csv
    """
    from pylab.cli.asking import prove
    from pylab.cli.family_options import split

    def proven(puzzle: Puzzle) -> Answer:
        task = puzzle.family.task(own["task"])
        answer = prove(Question(puzzle.family, puzzle.instance, task), **own)
        if answer.interrupted:
            raise LimitReached("interrupted", Ended.INTERRUPTED)
        return answer

    refuse_proof(check_none)
    own = {name: means.pop(name) for name in PROOF}

    def under(puzzle: Puzzle) -> Puzzle:
        return puzzle.under(**split(dict(means), puzzle.family))

    lines, stopped = [], False
    try:
        for line in entries(
            instances, outputs, family, under, proven if check_none else None, own["time_limit"]
        ):
            lines.append(line)
    except LimitReached as limit:
        if limit.ended is not Ended.INTERRUPTED:
            raise
        remark("interrupted: the table is not complete")
        stopped = True
    click.echo(_FORMS[form](lines), nl=False)
    if stopped:
        return INTERRUPTED
    return INVALID if any(line.standing == WRONG for line in lines) else VALID


def _json(lines: Sequence[Entry]) -> str:
    told = {"schema": 1, "entries": [asdict(each) for each in lines], "solvers": totals(lines)}
    return json.dumps(told, indent=1) + "\n"


def _csv(lines: Sequence[Entry]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(each.name for each in fields(Entry))
    table.writerows(list(asdict(each).values()) for each in lines)
    return text.getvalue()


def _text(lines: Sequence[Entry]) -> str:
    """A line for each output, then what each solver has."""
    solvers = [each.solver for each in lines]
    rows = [(f"{e.solver}/{e.instance}".lstrip("/"), e.standing, e.reason) for e in lines]
    wide = max((len(row[0]) for row in rows), default=0)
    text = [
        folded(f"{name:<{wide}}  {standing:<10}  {reason}", wide + 14) if reason
        else f"{name:<{wide}}  {standing:<10}  "
        for name, standing, reason in rows
    ]  # fmt: skip
    for row in totals(lines):
        counts = ", ".join(f"{row[name]} {name}" for name in STANDINGS if row[name])
        named = f"{row['solver']}: " if len(set(solvers)) > 1 or row["solver"] else ""
        text.append(f"{named}score {row['score']} of {solvers.count(row['solver'])}: {counts}")
    return "".join(f"{line}\n" for line in text)


_FORMS = {"text": _text, "csv": _csv, "json": _json}
