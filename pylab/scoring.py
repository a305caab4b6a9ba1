"""What a solver printed, held against the puzzle: verdicts, claims, and points for a table."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pylab import answers, registry
from pylab.answer import Answer, conclusions
from pylab.claims import AnswerText, Claim, Output
from pylab.errors import InstanceError, LimitReached, PylabError, SourceError, WitnessError, short
from pylab.factfile import Tell, further
from pylab.family import Family
from pylab.finding import Status
from pylab.limits import Patience, within
from pylab.listing import FACT_SUFFIXES
from pylab.puzzle import Puzzle, read
from pylab.source import Source, opened, source_of, without_gz
from pylab.verdict import Problem, Verdict

SOLVED, WRONG, UNPROVEN, UNKNOWN, UNREADABLE, MISSING = STANDINGS = (
    "solved", "wrong", "unproven", "unknown", "unreadable", "missing",
)  # fmt: skip
"""What becomes of an output; only the first one has a point."""

EXIT_CODE = ".code"
"""The ending of a file beside an output that has the solver's exit code."""

_ASIDE = (EXIT_CODE, ".err")
"""Endings of files that are no outputs."""


@dataclass(frozen=True, slots=True)
class Held:
    """A solver's output, held against a puzzle.

    Attributes:
        output: what it printed.
        verdicts: the checker's word on each answer.
        passed_over: the predicates that are no part of an answer.
    """

    output: Output
    verdicts: tuple[Verdict, ...]
    passed_over: tuple[str, ...]


def hold(
    puzzle: Puzzle,
    output: Output,
    strict: bool = False,
    word: Callable[[Any], Verdict] | None = None,
) -> Held:
    """Have each answer checked. Raises WitnessError for what can't be read.

    Atoms that are no part of an answer are passed over; with `strict`, they are errors. `word` is
    asked for the verdicts, instead of the family's checker.
    """
    word = word or functools.partial(puzzle.family.check, puzzle.instance)
    family, passed = puzzle.family, dict[str, None]()
    own = {str(each) for each in family.vocabulary}

    def tell(found: str, error: SourceError) -> None:
        if strict:
            raise error
        if found.split(" ")[0] not in own:  # whoever shows all shows the puzzle, too
            passed[found] = None

    verdicts = []
    for answer in output.answers:
        verdicts.append(word(_witness(family, answer, tell)))
    return Held(output, tuple(verdicts), tuple(passed))


def _witness(family: Family[Any, Any], answer: AnswerText, tell: Tell) -> Any:
    """An answer's witness. Raises WitnessError for atoms that are neither its own nor a puzzle's.

    Whoever shows all atoms shows the puzzle's, too; others are another program's.
    """
    unknown: dict[str, SourceError] = {}

    def hear(found: str, error: SourceError) -> None:
        unknown.setdefault(found.split(" ")[0], error)
        tell(found, error)

    with further(hear):
        witness = family.read_witness(answer)
    first = answer.begin
    if first is None or all(form.needed for form in family.tongue.forms) or family.encode(witness):
        return witness
    if answer.marked and not unknown.keys().isdisjoint(map(str, family.vocabulary)):
        return witness
    expected = " or ".join(map(str, family.tongue.vocabulary))
    found = short(answer.text[first:].split()[0], 20)
    other = WitnessError(f"expected {expected}, found {found}", answer.place(first))
    raise next(iter(unknown.values()), other)


def proof(answer: Answer) -> Verdict:
    """What an answer of ours means to the claim that there is none."""
    words = "; ".join(conclusions(answer))
    if answer.status is Status.NONE and not answer.rejected:
        return Verdict(summary=words)
    valid = [each for each in answer.checked if each.verdict.valid and not each.refutes]
    if not valid:
        return Verdict((Problem("unchecked", f"not proven: {words}"),))
    found = " ".join(map(str, answer.question.family.encode(valid[0].witness)))
    return Verdict((Problem("refuted", f"there is an answer: {found}"),), valid[0].verdict.summary)


Prove = Callable[[Puzzle], Answer]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table.

    Attributes:
        solver: the folder that its outputs are in; empty if these are in none.
        instance: the puzzle's file.
        standing: one of STANDINGS.
        score: 1 for what is solved, else 0.
        answers: how many it printed; the last one counts.
        claim: what it says of them, as it says it.
        reason: why it stands there.
        output: the file.
    """

    solver: str
    instance: str
    standing: str
    score: int
    answers: int = 0
    claim: str = ""
    reason: str = ""
    output: str = ""


def entries(
    instances: Path,
    outputs: Path,
    family: str | None,
    under: Callable[[Puzzle], Puzzle] = lambda puzzle: puzzle,
    prove: Prove | None = None,
    seconds: float | None = None,
) -> Iterator[Entry]:
    """The table's lines, sorted by solver and instance.

    An output belongs to the instance whose name it has, whatever follows behind a dot. Folders in
    the folder of outputs are solvers.

    Args:
        under: puts a puzzle under options.
        prove: asks a puzzle whether there is none; None leaves such claims unproven.
        seconds: what the check of an output may take.

    Raises PylabError for folders without instances or outputs, and for an instance that can't be
    read.
    """
    puzzles = {
        path: under(_puzzle(path, family)) for path in _files(instances) if _known(path, family)
    }
    if not puzzles:
        raise PylabError(f"{instances}: expected a folder with instances, found none")
    folders = [outputs, *sorted(each for each in outputs.iterdir() if each.is_dir())]
    solvers = {folder: _files(folder) for folder in folders}
    if not any(solvers.values()):
        raise PylabError(f"{outputs}: expected a folder with outputs, found none")
    proofs: dict[Path, Verdict] = {}

    def proven(path: Path) -> Verdict:
        if path not in proofs:
            assert prove is not None
            proofs[path] = proof(prove(puzzles[path]))
        return proofs[path]

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
                ask = functools.partial(proven, path) if prove else None
                entry = _judged(entry, puzzle, ask, seconds)
            yield replace(entry, score=int(entry.standing == SOLVED))


def _judged(
    entry: Entry, puzzle: Puzzle, proven: Callable[[], Verdict] | None, seconds: float | None
) -> Entry:
    """An output's line."""
    path = Path(entry.output)
    try:
        with within(Patience(seconds)):
            output = _output(path)
            held = hold(puzzle, output)
    except LimitReached as limit:
        return replace(entry, standing=UNPROVEN, reason=f"not checked: {limit}")
    except PylabError as error:
        return replace(entry, standing=UNREADABLE, reason=str(error).split("\n")[0])
    entry = replace(entry, answers=len(held.verdicts), claim=output.words)
    if held.verdicts:
        return _by(entry, held.verdicts[-1])
    if output.claim is not Claim.NONE:
        return replace(entry, standing=UNKNOWN, reason="no answer")
    if proven is None:
        return replace(entry, standing=UNPROVEN, reason="claims that there is none")
    return _by(entry, proven())


def _by(entry: Entry, verdict: Verdict) -> Entry:
    if verdict.valid:
        return replace(entry, standing=SOLVED, reason=verdict.summary)
    standing = UNPROVEN if verdict.unchecked else WRONG
    return replace(entry, standing=standing, reason=str(verdict.problems[0]))


def totals(lines: Sequence[Entry]) -> list[dict[str, Any]]:
    """For each solver how many stand where, and its score, the best first."""
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
    if not (told.isascii() and told.isdigit() and len(told) <= 3):
        raise WitnessError(f"{code}: expected an exit code, found {told[:20]!r}")
    return found.ended(int(told))


def _read(path: Path, kind: type[SourceError]) -> Source:
    with opened(str(path), kind, regular=True) as stream:
        return source_of(stream, str(path), kind)


def _files(folder: Path) -> list[Path]:
    """A folder's files, without hidden ones and those aside, sorted. Raises PylabError."""
    try:
        found = sorted(each for each in folder.iterdir() if each.is_file())
    except OSError as error:
        raise PylabError(f"{folder}: {error.strerror}") from None
    return [each for each in found if each.name[0] != "." and each.suffix not in _ASIDE]


def _known(path: Path, family: str | None) -> bool:
    """Whether a file's ending is an instance's."""
    known = {end for each in registry.listings() if family in (None, each.name)
             for end in each.suffixes}  # fmt: skip
    return Path(without_gz(path.name)).suffix in known | set(FACT_SUFFIXES)


def _puzzle(path: Path, family: str | None) -> Puzzle:
    source = _read(path, InstanceError)
    return read(source, registry.get(family or registry.route(source)))


def _belongs(output: Path, instance: Path, known: Iterable[Path]) -> bool:
    """Whether an output is the instance's, and not another's with a longer name."""
    fitting = [each for each in known if _names(output, each)]
    return instance in fitting and max(fitting, key=lambda each: len(each.name)) == instance


def _names(output: Path, instance: Path) -> bool:
    stem = Path(without_gz(instance.name)).stem
    return output.name == stem or output.name.startswith(f"{stem}.")
