"""Scores solvers' outputs: verdicts on answers, claims checked against each other, and points."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pylab.base.errors import (
    EncodingError,
    Ended,
    InstanceError,
    LimitReached,
    Place,
    PylabError,
    SourceError,
    WitnessError,
    quoted,
)
from pylab.base.finding import Number
from pylab.base.limits import Patience, within
from pylab.base.listing import FACT_SUFFIXES, Steps, Task
from pylab.base.verdict import Verdict
from pylab.core.answer import Answer
from pylab.core.held import Held, hold, proof
from pylab.core.puzzle import Puzzle, program, read
from pylab.core.question import Question
from pylab.family import registry
from pylab.text import solver_output as answers
from pylab.text.solver_claims import Claim, Output
from pylab.text.source import Source, opened, puzzles_in, source_of, without_gz

SOLVED, WRONG, UNPROVEN, UNKNOWN, UNREADABLE, MISSING = STANDINGS = (
    "solved", "wrong", "unproven", "unknown", "unreadable", "missing",
)  # fmt: skip
"""The results of an output; only the first one scores a point."""

EXIT_CODE = ".code"
"""The ending of the file beside an output that contains the solver's exit code."""

_ASIDE = (EXIT_CODE, ".err")
"""Endings of files that are not outputs."""


Cost = Number | tuple[Number, ...]
"""What an answer costs; several values if a program minimises by priorities."""

Prove = Callable[[Puzzle], Answer]
Word = Callable[[Any], Verdict]


@dataclass(frozen=True, slots=True)
class Ask:
    """The functions and settings by which a table is scored, beside the families' checkers.

    Attributes:
        under: applies options to a puzzle.
        judge: gives the function that judges a puzzle's answers; None for the family's checker.
        none: decides whether a puzzle has no answer; None leaves such claims unproven.
        best: finds a puzzle's least cost; None compares claims of an optimum only with the other
            outputs and with known answers.
        cost: what an answer to a program of the user's own costs for a task; empty if that is not
            known.
        known: the known least cost of a puzzle in a file for a task, or None.
        task: the task whose costs count; None for each family's first one that proves a least cost.
        seconds: the time limit for checking an output.
    """

    under: Callable[[Puzzle], Puzzle] = lambda puzzle: puzzle
    judge: Callable[[Puzzle], Word] | None = None
    none: Prove | None = None
    best: Prove | None = None
    cost: Callable[[Puzzle, Task, Any], tuple[Number, ...]] = lambda _, __, ___: ()
    known: Callable[[Path, Task], Cost | None] = lambda _, __: None
    task: str | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table.

    Attributes:
        solver: the folder of its outputs; empty if they are in none.
        instance: the puzzle's file.
        standing: `solved`, `wrong`, `unproven`, `unknown`, `unreadable` or `missing`.
        score: 1 if it is solved, else 0.
        answers: the number of answers printed; the last one counts.
        claim: its claim about them, as printed.
        reason: the reason for its standing.
        output: the file.
        cost: what the last answer costs, if it is valid; null where nothing is counted. If a
            program minimises by priorities, a list, the most important value first.
        optimal: whether it is claimed that no answer costs less.
        least: the least cost by this claim.
    """

    solver: str
    instance: str
    standing: str
    score: int
    answers: int = 0
    claim: str = ""
    reason: str = ""
    output: str = ""
    cost: Cost | None = None
    optimal: bool = False
    least: Cost | None = None


def entries(
    instances: Path, outputs: Path, family: str | None, ask: Ask | None = None
) -> Iterator[Entry]:
    """The table's lines, sorted by solver and instance.

    An output belongs to the instance whose name it has, up to a dot. Folders in the folder of
    outputs are solvers.

    `compared` checks claims of an optimum against each other.

    Raises PylabError for folders without instances or outputs, and for an instance that can't be
    read; EncodingError for a judge that can't judge an answer.
    """
    ask = ask or Ask()
    puzzles = {path: ask.under(_puzzle(path, family)) for path in _instances(instances, family)}
    if not puzzles:
        raise PylabError(f"{instances}: expected a folder with instances, found none")
    solvers = _outputs(outputs)
    if not any(solvers.values()):
        raise PylabError(f"{outputs}: expected a folder with outputs, found none")
    words = {path: ask.judge(puzzle) if ask.judge else None for path, puzzle in puzzles.items()}

    @functools.cache
    def proven(path: Path) -> Verdict:
        assert ask.none is not None
        return proof(ask.none(puzzles[path]))

    @functools.cache
    def least(path: Path) -> tuple[Cost, str] | None:
        return _least(path, puzzles[path], ask)

    for folder, files in solvers.items():
        if not files:
            continue
        solver = "" if folder == outputs else folder.name
        for path, puzzle in puzzles.items():
            entry = Entry(solver, path.name, MISSING, 0, reason="no output")
            found = [each for each in files if _belongs(each, path, puzzles)]
            if len(found) > 1:
                entry = replace(entry, reason=f"{len(found)} outputs: {found[0].name}, …")
            elif found:
                entry = replace(entry, output=str(found[0]))
                prove = functools.partial(proven, path) if ask.none else None
                entry = _judged(entry, puzzle, prove, words[path], ask)
                if entry.optimal:
                    with _limited():
                        entry = _against(entry, least(path))
            yield replace(entry, score=int(entry.standing == SOLVED))


def strays(instances: Path, outputs: Path, family: str | None) -> list[str]:
    """The outputs that belong to no instance, by their paths within the folder of outputs."""
    known = _instances(instances, family)
    files = [each for found in _outputs(outputs).values() for each in found]
    return [
        str(each.relative_to(outputs))
        for each in files
        if not any(_names(each, instance) for instance in known)
    ]


def _instances(folder: Path, family: str | None) -> list[Path]:
    return [each for each in _files(folder) if _known(each, family)]


def _outputs(folder: Path) -> dict[Path, list[Path]]:
    """The files of a folder of outputs and of the folders in it, which are those of solvers."""
    inside = sorted(each for each in folder.iterdir() if each.is_dir())
    return {each: _files(each) for each in (folder, *inside)}


def _judged(
    entry: Entry,
    puzzle: Puzzle,
    proven: Callable[[], Verdict] | None,
    word: Word | None,
    ask: Ask,
) -> Entry:
    """An output's line."""
    path = Path(entry.output)
    try:
        with within(Patience(ask.seconds)):
            output = _output(path)
            held = hold(puzzle, output, word=word)
    except LimitReached as limit:
        return replace(entry, standing=UNPROVEN, reason=f"not checked: {limit}")
    except EncodingError:  # the judge's fault, not the solver's
        raise
    except PylabError as error:
        return replace(entry, standing=UNREADABLE, reason=str(error).split("\n")[0])
    entry = replace(entry, answers=len(held.verdicts), claim=output.words)
    if held.verdicts:
        return _priced(_by(entry, held.verdicts[-1]), puzzle, held, ask)
    if output.claim is not Claim.NONE:
        return replace(entry, standing=UNKNOWN, reason=f"no answer: {output.silence}")
    if proven is None:
        return replace(entry, standing=UNPROVEN, reason="claims that there is none")
    return _by(entry, proven())


def _by(entry: Entry, verdict: Verdict) -> Entry:
    if verdict.valid:
        return replace(entry, standing=SOLVED, reason=verdict.summary)
    standing = UNPROVEN if verdict.unchecked else WRONG
    return replace(entry, standing=standing, reason=str(verdict.problems[0]))


def _priced(entry: Entry, puzzle: Puzzle, held: Held, ask: Ask) -> Entry:
    """The line with the answer's cost, and whether the solver claims that it is the least.

    A solver may minimise something else than the task. Unless the user named the task, or there is
    one program alone, its claim counts only if the cost that it prints is the answer's.
    """
    family, task = puzzle.family, task_of(puzzle, ask.task)
    if entry.standing != SOLVED:
        return entry
    printed = [family.costs.unit(puzzle.instance, task, value) for value in held.output.costs]
    claimed = held.output.claim is Claim.OPTIMUM
    cost: Cost | None
    if family.costs.of is None:
        values = ask.cost(puzzle, task, held.witnesses[-1])
        cost = values[0] if len(values) == 1 else values or None
    else:
        cost = family.costs.of(puzzle.instance, task, held.witnesses[-1])
        values = () if cost is None else (cost,)
    claimed = claimed and cost is not None
    optimal = claimed and tuple(printed) in ((), values)
    entry = replace(entry, cost=cost, optimal=optimal, least=cost if optimal else None)
    named = ask.task or (family.as_written and len(family.tasks) == 1)
    if claimed and not entry.optimal and named and len(printed) == len(values):
        claims = _words(tuple(printed) if len(printed) > 1 else printed[0])
        reason = f"claims a cost of {claims}, and costs {_words(cost)}"
        return replace(entry, standing=WRONG, reason=reason)
    return entry


def _words(cost: Cost | None) -> str:
    return " ".join(map(str, cost)) if isinstance(cost, tuple) else str(cost)


def task_of(puzzle: Puzzle, name: str | None) -> Task:
    """The task of that name; without one, the first that proves a least cost, or the first."""
    family, tasks = puzzle.family, puzzle.family.tasks
    if family.as_written and not name:
        if puzzle.task:
            return family.task(puzzle.task)
        programs = {task: Question(family, puzzle.instance, task).program for task in tasks}
        costly = (task for task, p in programs.items() if p.optimising or p.stepwise)
        return next(costly, tasks[0])
    proven = (
        task
        for task in tasks
        if task.costs and task.steps != Steps()
        if not task.encoding or Question(family, puzzle.instance, task).program.stepwise
    )
    return family.task(name) if name else next(proven, tasks[0])


def _least(path: Path, puzzle: Puzzle, ask: Ask) -> tuple[Cost, str] | None:
    """The known least cost of a puzzle, and its source."""
    known = ask.known(path, task_of(puzzle, ask.task))
    told: list[tuple[Cost, str]] = [] if known is None else [(known, "is expected")]
    answer = ask.best(puzzle) if ask.best else None
    if answer is not None and not answer.invalid:
        several = tuple(value for value, _ in answer.costs)
        found = several if len(several) > 1 else answer.cost
        told += [] if found is None else [(found, f"is found by {answer.engine}")]
    return _cheapest(told)


def _cheapest(told: Iterable[tuple[Cost, str]]) -> tuple[Cost, str] | None:
    """The least cost, and its source."""
    return min(told, key=lambda each: _vector(each[0]), default=None)


def _vector(cost: Cost) -> tuple[Number, ...]:
    return cost if isinstance(cost, tuple) else (cost,)


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """A limit that is reached in here leaves a claim as it is; an interruption ends the table."""
    try:
        yield
    except LimitReached as limit:
        if limit.ended is Ended.INTERRUPTED:
            raise


def _against(entry: Entry, known: tuple[Cost, str] | None) -> Entry:
    """The line after comparing its claim of an optimum with a known cost."""
    if known is None or entry.least is None or _vector(entry.least) <= _vector(known[0]):
        return entry
    reason = f"claims that {_words(entry.least)} is the least cost; {_words(known[0])} {known[1]}"
    return replace(entry, standing=WRONG, reason=reason)


def compared(lines: Sequence[Entry]) -> list[Entry]:
    """The table's lines after comparing claims of an optimum with all other valid answers."""
    found: dict[str, list[tuple[Cost, str]]] = {}
    for line in lines:
        if line.standing in (SOLVED, WRONG) and line.cost is not None:
            by = f"is the cost of {Path(line.solver, Path(line.output).name)}"
            found.setdefault(line.instance, []).append((line.cost, by))
    best = {instance: _cheapest(costs) for instance, costs in found.items()}
    told = []
    for line in lines:
        if line.optimal and line.standing == SOLVED:
            line = _against(line, best.get(line.instance))
        told.append(replace(line, score=int(line.standing == SOLVED)))
    return told


def totals(lines: Sequence[Entry]) -> list[dict[str, Any]]:
    """For each solver, the number of outputs per standing and the score; the best first."""
    rows = []
    for solver in dict.fromkeys(line.solver for line in lines):
        own = [line for line in lines if line.solver == solver]
        counts = {name: sum(line.standing == name for line in own) for name in STANDINGS}
        rows.append({"solver": solver, **counts, "score": sum(line.score for line in own)})
    return sorted(rows, key=lambda row: (-row["score"], row["wrong"], row["solver"]))


def _output(path: Path) -> Output:
    source = _read(path, WitnessError)
    code = path.with_name(path.name + EXIT_CODE)
    found = answers.output(source) if source.text.strip() else Output()
    if not code.exists():
        return found
    told = _read(code, WitnessError).text.strip()
    if not re.fullmatch(r"[0-9]{1,3}|-[0-9]{1,2}", told):
        place = Place(str(code), 1, 1)
        raise WitnessError(f"expected an exit code, found {quoted(told, 20)}", place)
    return found.ended(int(told) if int(told) >= 0 else 128 - int(told))


def _read(path: Path, kind: type[SourceError]) -> Source:
    with opened(str(path), kind, regular=True) as stream:
        return source_of(stream, str(path), kind)


def _files(folder: Path) -> list[Path]:
    """A folder's outputs, sorted, without hidden files. Raises PylabError."""
    try:
        found = sorted(each for each in folder.iterdir() if each.is_file())
    except OSError as error:
        raise PylabError(f"{folder}: {error.strerror}") from None
    return [each for each in found if each.name[0] != "." and each.suffix not in _ASIDE]


def _known(path: Path, family: str | None) -> bool:
    """Whether a file has a suffix of instance files, of this family or of any."""
    known = {end for each in registry.listings() if family in (None, each.name)
             for end in each.suffixes}  # fmt: skip
    return Path(without_gz(path.name)).suffix in known | set(FACT_SUFFIXES)


def _puzzle(path: Path, family: str | None) -> Puzzle:
    source = _read(path, InstanceError)
    if several := puzzles_in(source):
        raise InstanceError(f"{path}: expected one puzzle, found a collection of {len(several)}")
    found = program([source], family)
    return found or read(source, registry.get(family or registry.route(source)))


def _belongs(output: Path, instance: Path, known: Iterable[Path]) -> bool:
    """Whether an output belongs to the instance, not to another one with a longer name."""
    fitting = [each for each in known if _names(output, each)]
    return instance in fitting and max(fitting, key=lambda each: len(each.name)) == instance


def _names(output: Path, instance: Path) -> bool:
    stem = Path(without_gz(instance.name)).stem
    return output.name == stem or output.name.startswith(f"{stem}.")
