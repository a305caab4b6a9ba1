"""Variants of an encoding, compared and looked through, for notebooks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pylab import encoding_files, registry
from pylab.dropped import Finding
from pylab.engines.session import left_at_work
from pylab.errors import PylabError
from pylab.family import Family
from pylab.faults import noted
from pylab.notebook.texts import file_of, files_of
from pylab.puzzle import Puzzle, load
from pylab.svg import fitting
from pylab.variants import asked, blame, trials
from pylab.variants import compare as comparing
from pylab.variants import lint as linting
from pylab.variants.compare import (
    ANSWERS,
    COSTS,
    MAKING_SECONDS,
    SECONDS,
    Level,
    Means,
    Row,
    Sample,
    Variant,
)
from pylab.variants.coverage import Unfired
from pylab.variants.edits import Edit
from pylab.variants.explore import Exploration
from pylab.variants.telling import Told, tell

RANDOM = 20
"""How many random puzzles are compared on, unless somebody says otherwise."""

SHRINK_SECONDS = 30.0
"""How long a puzzle that shows a difference is shrunk at most."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Variants of an encoding on the same puzzles: where they differ, and what they cost.

    Attributes:
        family: whose puzzles.
        variants: the reference first.
        outcomes: a row for each puzzle, with the results of all variants.
        differences: the first difference of each variant that has one, on a smallest puzzle.
        ended: why it ended early; empty if it didn't.
        untried: for each variant but the reference, what was edited and never showed on a puzzle.
        unfired: for each of these, the rules that never fired; none of one that differs.
        remarks: why it was not looked to the end what fires and shows, if it was not.
    """

    family: Family[Any, Any]
    variants: tuple[Variant, ...]
    outcomes: tuple[Row, ...]
    differences: tuple[Told, ...]
    ended: str = ""
    untried: Sequence[Sequence[Edit]] = ()
    unfired: Sequence[Sequence[Unfired]] = ()
    remarks: Sequence[str] = ()

    @property
    def same(self) -> bool | None:
        """Whether all agree on all puzzles.

        None if a limit kept some from being compared, or if no puzzle shows what was edited.
        """
        if any(any(row.differences) for row in self.outcomes):
            return False
        undecided = any(any(row.undecided) for row in self.outcomes)
        return None if undecided or self.ended or any(self.untried) else True

    def rows(self) -> list[dict[str, Any]]:
        """A flat dict for each puzzle and variant, for a table; times are in seconds."""
        found = []
        for row in self.outcomes:
            for index, (variant, result) in enumerate(zip(self.variants, row.results, strict=True)):
                difference = row.differences[index - 1] if index else None
                found.append(
                    {
                        "puzzle": row.sample.name,
                        "variant": variant.name,
                        "status": result.status.value,
                        "reason": result.reason,
                        "answers": len(result.answers),
                        "complete": result.complete,
                        "optimum": None if result.optimum is None else list(result.optimum),
                        "difference": difference.words if difference else "",
                        **{name: getattr(result.cost, name) for name in COSTS},
                    }
                )
        return found

    def __repr__(self) -> str:
        word = {True: "the same", False: "different", None: "undecided"}[self.same]
        names = " and ".join(each.name for each in self.variants)
        return f"<Comparison of {names} on {len(self.outcomes)} puzzles: {word}>"

    def __str__(self) -> str:
        lines = [repr(self)[1:-1]]
        for each in self.differences:
            before = f"{each.origin} with {each.before} facts"
            lines += [each.difference.words, *blame.lines(each.blame)]
            lines += [f"  on a puzzle of {each.facts} facts, from {before}:"]
            lines += [f"  {line}" for line in each.picture(self.family).rstrip().split("\n")]
        for index, variant in enumerate(self.variants[1:], 1):
            for name, (one, two, ratio) in comparing.ratios(self.outcomes, index).items():
                times = "" if ratio is None else f", {ratio:.2f} times"
                lines.append(f"{variant.name}: {name} {one:g} and {two:g} (medians){times}")
        lines += [f"no puzzle shows {e.statement}" for each in self.untried for e in each]
        return "\n".join([*lines, *self.remarks, *filter(None, [self.ended])]) + "\n"

    def _repr_svg_(self) -> str | None:
        return fitting(self.differences[0].svg(self.family)) if self.differences else None


@noted()
def compare(
    *variants: str | Path,
    puzzles: Sequence[Puzzle | str | Path] | None = None,
    family: str | None = None,
    task: str | None = None,
    overlays: Sequence[str | Path] | str | Path = (),
    judges: Sequence[str | Path] | str | Path = (),
    random: int = RANDOM,
    seed: int = 1,
    same: str = "answers",
    answers: int = ANSWERS,
    constants: Mapping[str, object] | None = None,
    time_limit: float = SECONDS,
    making_limit: float = MAKING_SECONDS,
    on_row: Callable[[Row], object] | None = None,
    stop: threading.Event | None = None,
) -> Comparison:
    """Do variants of an encoding mean the same, and which of them is faster?

    They are put to puzzles; whatever they answer is checked by the rules. Where too few of them
    show what was edited, up to `random` more are made that do. The first difference is shrunk to a
    smallest puzzle, for at most half a minute.

    Args:
        variants: encodings, each a path, a shipped name (overlays follow after `+`, as in
            `shortest+any`), or a text. The first of several is what the others are compared with;
            a single one is compared with the task's own.
        puzzles: as `load` takes them; by default the family's small shipped ones.
        family: by default, that of the first puzzle, or in whose folder the encodings are.
        task: by default, what the last variant is named after; a text has no name.
        overlays: for the variants, not for what they are compared with.
        judges: what judges answers as well, each a path, a shipped name or a text.
        random: so many small random puzzles beside the others.
        seed: of the random puzzles.
        same: what must agree: `status`, also the `optimum`, also all `answers`.
        answers: so many are enumerated at most.
        constants: values for `#const`s.
        time_limit: of each run, in seconds.
        making_limit: of making puzzles that show what was edited, for each variant, in seconds.
        on_row: is called with what became of each puzzle.
        stop: set from anywhere to end it.

    Raises:
        EncodingError: for variants that can't be read or are refused by clingo.
        PylabError: if there is nothing to compare or to compare on, or no telling whose it is.
    """
    entries = [file_of(each, "variant") for each in variants]
    given = [load(each, family) for each in puzzles or ()]
    found = _family(family, given, entries)
    question = asked.task_compared(found, entries, task)
    names = asked.variants(found, entries, files_of(overlays, "overlay"), question)
    assembled = [comparing.variant(found, name) for name in names]
    samples = [Sample(each.name, each.instance) for each in given]
    if puzzles is None:
        samples, _ = trials.shipped(found)
    drawn = trials.generated(
        found, random, seed, lambda instance: comparing.fits(found, assembled, instance)
    )
    samples = trials.by_size(found, [*samples, *drawn])
    if not samples:
        raise PylabError("expected puzzles to compare on, found none")
    means = Means(
        family=found,
        task=question,
        level=Level(same),
        answers=answers,
        seconds=time_limit,
        making_seconds=making_limit,
        constants={name: str(value) for name, value in (constants or {}).items()},
        judges=files_of(judges, "judge"),
        stop=stop or threading.Event(),
    )
    rows = []
    exploration = Exploration(means, assembled)
    for row in exploration.rows(samples, random, seed):
        rows.append(row)
        if on_row is not None:
            on_row(row)
    ended = "interrupted" if means.stop.is_set() else ""
    if left_at_work():
        ended = "ended early: clingo is still grounding, which can't be interrupted"
    differences = []
    for index in range(1, len(assembled)) if not ended else ():
        first = next((row for row in rows if row.differences[index - 1]), None)
        if first is not None:
            case = tell(means, assembled[0], assembled[index], first.sample, SHRINK_SECONDS)
            differences.append(case)
    return Comparison(
        family=found,
        variants=tuple(assembled),
        outcomes=tuple(rows),
        differences=tuple(differences),
        ended=ended,
        untried=exploration.untried,
        unfired=[exploration.unfired(index) for index in range(len(assembled) - 1)],
        remarks=exploration.remarks,
    )


def _family(
    family: str | None, puzzles: Sequence[Puzzle], entries: Sequence[str]
) -> Family[Any, Any]:
    if family is not None:
        return registry.get(family)
    if puzzles:
        return puzzles[0].family
    found = asked.folder_of(entries)
    if found is None:
        raise PylabError(f"expected a family ({', '.join(registry.names())}) or puzzles")
    return found


def lint(
    encoding: str | Path,
    overlays: Sequence[str | Path] | str | Path = (),
    *,
    family: str | None = None,
    task: str | None = None,
) -> list[Finding]:
    """What is likely wrong with an encoding: misspelt predicates, unsafe variables, and so on.

    Args:
        encoding: a path, a shipped name or a text; what it includes is looked at, too.
        overlays: what is laid over it, each a path, a name or a text.
        family: by default, the one whose facts it uses.
        task: by default, what the file is named after; without, it is taken for a part of some
            program.

    Returns:
        The findings by place, each with `code`, `message` and `place`; empty if all is well.

    Raises:
        EncodingError: for a file that can't be read at all.
        PylabError: for unknown families and tasks.
    """
    entry = asked.found(file_of(encoding, "encoding"), family)
    reads = registry.get(family) if family else asked.reader_of(entry)
    paths = [
        encoding_files.find(each, reads.name if reads else "")
        for each in files_of(overlays, "overlay")
    ]
    return linting.lint(entry, paths, reads, asked.task_linted(reads, entry, task))
