"""`pylab gallery`: a static site of the shipped puzzles, each solved, drawn and to be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pylab import registry, resources
from pylab.cli.bounds import SECONDS
from pylab.cli.exits import FOUND, REFUTED, complain, remark
from pylab.cli.output import write
from pylab.errors import InstanceError, PylabError
from pylab.facts import write_facts
from pylab.family import Family
from pylab.finding import Status
from pylab.listing import FACT_SUFFIXES, Task
from pylab.notebook.asking import solve
from pylab.notebook.solution import Solution
from pylab.puzzle import Puzzle, load
from pylab.script import Script

ANSWERS = 5
"""How many answers to a puzzle are shown."""


@click.command("gallery")
@click.argument("folder", metavar="DIR")
@click.option("--only", multiple=True, metavar="FAMILY", help="Just this family; repeatable.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="For each puzzle; without an answer by then it is shown without one.",
)
def command(folder: str, only: Sequence[str], time_limit: float) -> int:
    """Make a site of all shipped puzzles in DIR: pictures, facts, answers, and players.

    Open DIR/index.html in a browser, or put DIR on any web server; it needs no network itself.

    \b
    Example:
      pylab gallery site --only alice
    """
    from pylab.player.site import Exhibit, site

    exhibits: list[Exhibit] = []
    code = FOUND
    for family, file in _shipped(only):
        puzzle = load(file, family.name)
        try:
            solution = _solution(puzzle, time_limit)
        except PylabError as error:  # the checker refuted an answer
            code = complain(f"{file.name}: {error}", REFUTED)
            continue
        exhibits.append(
            Exhibit(
                family=family.name,
                name=file.name,
                about=family.doc,
                summary=_summary(solution),
                picture=family.draw(solution.puzzle.instance, solution.witness).render(),
                answers=_answers(solution),
                facts=write_facts(family.facts(puzzle.instance)),
                script=_script(solution),
            )
        )
    files = site(exhibits)
    _write(Path(folder), files)
    remark(f"wrote {len(exhibits)} puzzles, {len(files)} files: open {folder}/index.html")
    return code


def _shipped(only: Sequence[str]) -> Iterator[tuple[Family[Any, Any], Path]]:
    """The puzzles that come with pylab, with their families."""
    for family in [*map(registry.get, only)] or registry.families():
        suffixes = (*family.suffixes, *FACT_SUFFIXES)
        for file in sorted(resources.instances(family.name).glob("*")):
            if file.suffix in suffixes:
                yield family, file


def _solution(puzzle: Puzzle, seconds: float) -> Solution:
    """The shortest answers, if the family has that task; where there are none, the first task's."""
    named = [task for task in puzzle.family.tasks if task.name == "shortest"]
    tasks: list[Task] = [*named, puzzle.family.tasks[0]]
    for task in tasks:
        models = min(task.models, ANSWERS) or ANSWERS
        found = solve(puzzle, task.name, models=models, time_limit=seconds, raise_rejected=True)
        if found.witnesses:
            return found
    return found


def _summary(solution: Solution) -> str:
    if solution.witness is not None:
        return solution.puzzle.family.check(solution.puzzle.instance, solution.witness).summary
    if solution.status is Status.NONE:
        return "there is no answer"
    return f"no answer yet: {solution.answer.reason}"


def _answers(solution: Solution) -> str:
    shown = [solution.puzzle.family.show(witness) for witness in solution.witnesses]
    return "\n".join([f"% pylab solve --task {solution.task.name}", *shown])


def _script(solution: Solution) -> Script | None:
    make = solution.puzzle.family.script
    try:
        return make(solution.puzzle.instance, solution.witnesses) if make else None
    except InstanceError:  # nothing to be watched in this one
        return None


def _write(folder: Path, files: Any) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PylabError(f"{error.filename}: {error.strerror}") from None
    for name, content in files.items():
        write(folder / name, content, "folder")
