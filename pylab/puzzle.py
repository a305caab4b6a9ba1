"""Puzzles for notebooks and scripts: load, solve, check; knows no command line.

>>> import pylab
>>> board = pylab.load("ravensburger/example-4x4.lp")
>>> found = pylab.solve(board, task="shortest")
>>> found.status.value, found.answer.cost, found.answer.optimal
('found', 2, True)
>>> pylab.check(board, found.witness).valid
True
>>> pylab.check(board, "push(1,w,1). push(3,n,2).").problems[0].message
'the goal on (2,3) is not reached; the avatar can stand on (3,2) (4,2)'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from pylab import family as families
from pylab import pipeline, portfolio, resources
from pylab.answers import single
from pylab.errors import PylabError
from pylab.family import Answer, Family, Status, Task
from pylab.pipeline import Checked, Question, Report
from pylab.source import Source, read_source
from pylab.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An instance, its family, and the name it was read by; shown as a picture."""

    family: Family[Any, Any]
    instance: Any
    name: str

    def __str__(self) -> str:
        return self.family.picture(self.instance, None)

    def _repr_svg_(self) -> str:
        return self.family.draw(self.instance, None)


@dataclass(frozen=True, slots=True)
class Solution:
    """What became of a question put to a puzzle; printed as the witnesses in lines.

    Attributes:
        puzzle: as it was asked, under all options.
        task: what was asked.
        witnesses: all that were found, each accepted by the checker.
        report: what is proven beyond them, and with which means.
    """

    puzzle: Puzzle
    task: Task
    witnesses: tuple[Any, ...]
    report: Report

    @property
    def answer(self) -> Answer:
        """Found, none or unknown, with cost, bounds and statistics."""
        return self.report.answer

    @property
    def status(self) -> Status:
        return self.report.answer.status

    @property
    def witness(self) -> Any:
        """The last one, which is the best where one is better than another; None without."""
        return self.witnesses[-1] if self.witnesses else None

    def __str__(self) -> str:
        return "".join(map(self.puzzle.family.show, self.witnesses))

    def _repr_svg_(self) -> str:
        return self.puzzle.family.draw(self.puzzle.instance, self.witness)


def load(path: str | Path, family: str | None = None) -> Puzzle:
    """Read a puzzle from a file or, if there is no such file, the shipped one of that name.

    Args:
        path: of the file; its ending names the family, unless `family` does.
        family: a family's name.

    Raises:
        InstanceError: for a text that is no puzzle, with the place.
        PylabError: for an ending or a name of no family.
    """
    of_family = families.get(family) if family else families.by_suffix(str(path))
    source = read_source(located(str(path)))
    return read(Source(str(path), source.text), of_family)


def read(source: Source, family: Family[Any, Any]) -> Puzzle:
    """A puzzle from text. Raises InstanceError with the place."""
    return Puzzle(family, families.read_instance(family, source), source.name)


def located(file: str) -> str:
    """The file itself, or the shipped instance of that name if there is no such file."""
    if file == "-" or Path(file).exists() or PurePath(file).is_absolute():
        return file
    name = file.removeprefix("instances/")
    shipped = resources.instances() / name
    inside = ".." not in PurePath(name).parts
    return str(shipped) if inside and shipped.is_file() else file


def solve(
    puzzle: Puzzle,
    task: str | None = None,
    *,
    engine: str | None = None,
    models: int | None = None,
    encoding: str | None = None,
    overlays: Sequence[str] = (),
    constants: Mapping[str, object] | None = None,
    time_limit: float | None = None,
    **options: Any,
) -> Solution:
    """Put a question to a puzzle, and check each answer.

    Args:
        puzzle: as `load` gives it.
        task: one of the family's tasks, by default its first one.
        engine: `clingo`, `native` or `both`; by default the one that is quicker on this puzzle.
        models: how many witnesses, 0 for all; by default as the task has it.
        encoding: an encoding file instead of the task's own.
        overlays: files laid over the encoding, by path or name.
        constants: values for the encoding's `#const`s.
        time_limit: in seconds.
        options: the family's own, for instance `goal="at b"`.

    Raises:
        EncodingError: for encodings that can't be loaded or grounded.
        InstanceError: for options that don't fit the puzzle.
        PylabError: for unknown tasks and engines, and if the checker refutes an answer.
    """
    asked = families.task_of(puzzle.family, task)
    known = {parameter.name for parameter in puzzle.family.options}
    if unknown := sorted(options.keys() - known):
        raise PylabError(f"{unknown[0]} is no option of {puzzle.family.name}")
    if engine is None and not (encoding or constants):
        adapted = puzzle.family.adapt(puzzle.instance, **options) if options else puzzle.instance
        engine, _ = pipeline.engine_for(puzzle.family, adapted, asked)
    found: list[Checked] = []
    ask = portfolio.ask if engine == "both" else pipeline.ask
    report = ask(
        Question(
            family=puzzle.family,
            instance=puzzle.instance,
            task=asked,
            engine=engine or "clingo",
            encoding=encoding,
            overlays=overlays,
            options=options,
            models=models,
            constants={name: str(value) for name, value in (constants or {}).items()},
            seconds=time_limit,
        ),
        found.append,
    )
    for checked in found:
        if not checked.verdict.valid and not checked.verdict.unchecked:
            problems = "; ".join(map(str, checked.verdict.problems))
            raise PylabError(f"the checker refutes an answer: {problems}")
    asked_of = replace(puzzle, instance=report.instance)
    return Solution(asked_of, asked, tuple(checked.witness for checked in found), report)


def check(puzzle: Puzzle, witness: Any) -> Verdict:
    """The checker's word on a witness, or on the text of one.

    Raises WitnessError for text that can't be read; what can be read but breaks a rule is told by
    the verdict.
    """
    if isinstance(witness, str):
        witness = puzzle.family.read_witness(single(Source("witness", witness)))
    return puzzle.family.check(puzzle.instance, witness)
