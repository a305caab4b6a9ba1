"""`pylab score`: a table of points for a folder of solver outputs, as for a competition."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import click

from pylab.base import resources
from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.base.finding import Number
from pylab.base.limits import Patience
from pylab.base.listing import Task
from pylab.cli import given
from pylab.cli.exits import INTERRUPTED, INVALID, VALID, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.options import OF_PROGRAM, proof_options, takes
from pylab.cli.streams import folded
from pylab.core.answer import Answer
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.core.scoring import (
    SOLVED,
    STANDINGS,
    UNREADABLE,
    WRONG,
    Ask,
    Entry,
    Word,
    compared,
    entries,
    strays,
    task_of,
    totals,
)
from pylab.engines.judges import verdict
from pylab.text.source import without_gz

_COUNTING_SECONDS = 10.0
"""The default time limit for counting what an answer costs."""

_NAMED = 8
"""The number of outputs without an instance that a remark names."""


@click.command("score", cls=FamilyCommand)
@click.argument("instances", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("outputs", type=click.Path(exists=True, file_okay=False, path_type=Path))
@takes(family="--family NAME: By default, by the instances' endings.")
@proof_options(
    ("judges", "constants", "scripts"),
    constants=OF_PROGRAM,
    scripts="Run scripts in judges.",
)
@takes(
    check_optimum="--check-optimum: Test claims of an optimum. An engine is asked.",
    form="--format text|csv|json|competition=text: Text for people, CSV or JSON for programs, or "
    "what the checkers of the ASP Competition print, with their exit codes.",
)
def command(
    instances: Path,
    outputs: Path,
    family: str | None,
    check_none: bool,
    check_optimum: bool,
    form: str,
    task: str | None,
    means: Means,
    limits: Limits,
) -> int:
    """Check the outputs of solvers and give a point for each solved instance.

    INSTANCES is a folder of puzzles, with known answers beside them (x.expected.json for x), or a
    folder of rules, which has its puzzles in `instances`.
    OUTPUTS is a folder with a solver's output for each of them, or has such a folder for each
    solver. An output has the name of its instance, up to a dot: board-1.out and board-1.lp.txt are
    for board-1.lp. A file beside it, board-1.out.code, may have the solver's exit code: clingo's, a
    shell's (137) or Python's (-9). Files *.err are ignored.

    \b
    An instance is
      solved      its last answer is valid, or --check-none finds none, too
      wrong       its last answer breaks a rule, or its claim is refuted
      unproven    it claims none without proof, or is too large to check
      unknown     the solver gave no complete answer
      unreadable  its output can't be read
      missing     it has no output, or several

    A claimed optimum is wrong if a cheaper answer for the task (--task) is known: from another
    output, the expected one, or one that an engine finds (--check-optimum).

    Exit codes: 0 nothing is wrong, 1 something is. With --format competition, as the checkers of
    the ASP Competition: 0 and OK, 1 and FAIL (wrong, unreadable), 2 and DONTKNOW (all others); the
    exit code of several outputs is 1 if one of them has FAIL, else 2 if one has DONTKNOW.

    \b
    Examples:
      mkdir -p boards outputs
      pylab facts ravensburger/example-4x4.lp > boards/one.lp
      pylab solve boards/one.lp --format facts > outputs/one.out
      pylab score boards outputs
      pylab score boards outputs --check-none --format csv > table.csv
    """
    from pylab.cli.asking import prove, refuse_constants
    from pylab.folders import layout

    rules = replace(means, options={}, engine=None, command=())  # `under` applies the options
    inside = layout.Folder(instances).root / "instances"
    if layout.has_puzzles(instances) and inside.is_dir():  # else its puzzles have rules themselves
        instances = inside

    def proven(puzzle: Puzzle, name: str | None = None) -> Answer:
        answer = prove(Question.of(puzzle, None, rules), name or task, means, limits)
        if answer.interrupted:
            raise LimitReached("interrupted", Ended.INTERRUPTED)
        return answer

    if not (check_none or check_optimum):
        given.refuse("engine", "command", why="needs --check-none or --check-optimum")

    def under(puzzle: Puzzle) -> Puzzle:
        puzzle.family.task(task)
        asked = Question.of(puzzle, None, replace(rules, options=means.options))
        refuse_constants(asked)
        return replace(puzzle, instance=asked.instance)

    def judge(puzzle: Puzzle) -> Word:
        asked = Question.of(puzzle, None, rules)
        _ = asked.judges  # raises errors in judges before any output is judged
        return lambda witness: verdict(asked, witness, Patience(limits.seconds))

    def cost(puzzle: Puzzle, of: Task, witness: Any) -> tuple[Number, ...]:
        from pylab.analysis import showing

        asked, kind = Question.of(puzzle, of, rules), puzzle.family.witness_format
        seconds = _COUNTING_SECONDS if limits.seconds is None else limits.seconds
        facts, beside = kind.encode(witness), kind.beside(witness)
        return showing.cost_of(asked, facts, Patience(seconds), beside)

    ask = Ask(
        under=under,
        judge=judge if means.judges else None,
        none=proven if check_none else None,
        best=(lambda p: proven(p, task_of(p, task).name)) if check_optimum else None,
        cost=cost,
        known=lambda path, asked: None if means.options else _known(path, asked),
        task=task,
        seconds=limits.seconds,
    )

    lines, stopped = [], False
    try:
        for line in entries(instances, outputs, family, ask):
            lines.append(line)
    except LimitReached as limit:
        if limit.ended is not Ended.INTERRUPTED:
            raise
        remark("interrupted: the table is not complete")
        stopped = True
    if unclaimed := strays(instances, outputs, family):
        named = ", ".join(unclaimed[:_NAMED]) + ", …" * (len(unclaimed) > _NAMED)
        remark(f"not scored, as no instance has such a name: {named}")
    lines = compared(lines)
    click.echo(_FORMS[form](lines), nl=False)
    if stopped:
        return INTERRUPTED
    if form == "competition":
        words = {_word(line) for line in lines} or {_DONT_KNOW}
        return next(code for word, code in _EXITS.items() if word in words)
    return INVALID if any(line.standing == WRONG for line in lines) else VALID


def _known(path: Path, task: Task) -> Number | None:
    """The expected cost of an instance; None if there is none. Raises PylabError."""
    from pylab.testing import expected

    beside = resources.expected_beside(Path(without_gz(str(path))))
    if not beside.is_file():
        return None
    try:
        claims = expected.read(beside).answers
    except (OSError, ValueError) as error:
        raise PylabError(str(error)) from None
    costs = [
        each.wanted.get("cost") for each in claims if each.task == task.name and not each.options
    ]
    return next((cost for cost in costs if cost is not None), None)


def _json(lines: Sequence[Entry]) -> str:
    told = {"schema": 1, "entries": [asdict(each) for each in lines], "solvers": totals(lines)}
    return json.dumps(told, indent=1) + "\n"


def _csv(lines: Sequence[Entry]) -> str:
    from pylab.bench.tables import csv_text

    names = [each.name for each in fields(Entry)]
    rows = ([_cell(value) for value in asdict(each).values()] for each in lines)
    return csv_text([names, *rows])


def _cell(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def _text(lines: Sequence[Entry]) -> str:
    """A line for each output, then a line for each solver."""
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


_OK, _FAIL, _DONT_KNOW = "OK", "FAIL", "DONTKNOW"
_EXITS = {_FAIL: 1, _DONT_KNOW: 2, _OK: 0}
"""The competition's exit codes, from the one that counts most."""


def _word(line: Entry) -> str:
    """What a checker of the ASP Competition prints for an output."""
    words = {SOLVED: _OK, WRONG: _FAIL, UNREADABLE: _FAIL}
    return words.get(line.standing, _DONT_KNOW)


def _competition(lines: Sequence[Entry]) -> str:
    """The checker's word for each output; its name follows where there are several."""
    if len(lines) == 1:
        return f"{_word(lines[0])}\n"
    return "".join(f"{_word(e)} {f'{e.solver}/{e.instance}'.lstrip('/')}\n" for e in lines)


_FORMS = {"text": _text, "csv": _csv, "json": _json, "competition": _competition}
