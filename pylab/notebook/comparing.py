"""Compares and lints variants of an encoding, for notebooks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pylab.analysis import asked as given_names
from pylab.analysis import comparison, trials
from pylab.analysis import lint as linting
from pylab.analysis.compare import ANSWERS, MAKING_SECONDS, SECONDS, Level, Sample
from pylab.analysis.comparison import RANDOM, Comparison
from pylab.analysis.differences import Outcome
from pylab.base import ranges
from pylab.base.errors import PylabError
from pylab.base.listing import signatures
from pylab.core.options import COMPARE, TABLE, noted, one_of, read, renamed
from pylab.core.puzzle import Puzzle, load
from pylab.encoding import files
from pylab.encoding.ineffective import Diagnostic
from pylab.family import registry
from pylab.family.table import Family
from pylab.notebook.arguments import listing, named
from pylab.notebook.texts import file_of, files_of

__all__ = ["Comparison", "compare", "lint"]


@listing(COMPARE)
@noted()
def compare(
    *variants: str | Path,
    puzzles: Sequence[Puzzle | str | Path] | Puzzle | str | Path | None = None,
    family: str | None = None,
    task: str | None = None,
    random: int = RANDOM,
    seed: int = 1,
    same: str = "answers",
    on: Sequence[str] | str = (),
    answers: int = ANSWERS,
    making_limit: float = MAKING_SECONDS,
    on_row: Callable[[Outcome], object] | None = None,
    stop: threading.Event | None = None,
    **asked: Any,
) -> Comparison:
    """Compare variants of an encoding: are the answers the same, and which is faster?

    The variants are run on puzzles, and every answer is checked against the rules. If too few
    puzzles show what was edited, up to `random` more are made that do. For each variant that
    differs, a difference is shrunk to a minimal puzzle, for at most half a minute. Puzzles that
    fit no variant are left out.

    Args:
        variants: encodings, each a path, a shipped name (add overlays with `+`, as in
            `shortest+any`), or a text. The others are compared with the first; a single one is
            compared with the task's own encoding.
        puzzles: as `load` takes them; by default the family's small shipped ones.
        family: by default, that of the first puzzle, or of the encodings' folder.
        task: by default, the one with the last variant's name; a text has no name.
        random: the number of small random puzzles beside the others.
        seed: for the random puzzles.
        same: what must agree: `status`, also the `optimum`, also all `answers`.
        on: predicates, such as `on/3`; only their atoms distinguish answers.
        answers: the largest number of answers to enumerate.
        making_limit: for making puzzles that show an edit, for each variant, in seconds.
        on_row: is called with the results of each puzzle, also of one that is left out.
        stop: ends the comparison when it is set.
        OPTIONS
        options: the family's options, for all puzzles.

    Overlays are for the variants, but not for the reference. Limits are for each run; by default,
    a run has 10 seconds.

    Raises:
        EncodingError: for variants that can't be read or are refused by clingo.
        PylabError: if there are no variants or no puzzles, or the family is not clear.
    """
    means, limits = read(named(asked), COMPARE)
    ranges.whole("random", random, ranges.MODELS)
    ranges.seed(seed)
    ranges.whole("answers", answers, ranges.SEVERAL)
    making = ranges.seconds("making_limit", making_limit) or MAKING_SECONDS
    entries = [*files_of(variants, "variant")]
    one = isinstance(puzzles, Puzzle | str | Path) or not isinstance(puzzles, Iterable | None)
    single: Any = [puzzles] if one else puzzles
    files = [each for each in single or () if not isinstance(each, Puzzle)]
    given_names.refuse_programs(files, entries)
    key = family or (given_names.reads(entries, str(files[0])) if files else None)
    given = [load(each, family if isinstance(each, Puzzle) else key) for each in single or ()]
    chosen = _family(family, given, entries)
    given = [load(each, chosen.name) for each in given]
    samples = [Sample(each.name, each.instance) for each in given]
    if puzzles is None:
        samples, _ = trials.shipped(chosen)
    told_by = signatures(" ".join(TABLE["on"].value(on)))
    terms, assembled, lined_up = comparison.lined_up(
        chosen,
        entries,
        task,
        [*trials.under(chosen, samples, means.options)],
        random,
        seed,
        means=means,
        limits=replace(limits, seconds=limits.seconds or SECONDS, models=answers),
        level=Level(one_of([each.value for each in Level], "same", same)),
        making_seconds=making,
        stop=stop or threading.Event(),
        on=told_by,
    )
    on_row = on_row or (lambda _: None)
    return _told(comparison.compare(terms, assembled, lined_up, random, seed, on_row))


def _told(found: Comparison) -> Comparison:
    """The comparison with the names that a notebook has in what is told."""
    return replace(
        found,
        differences=tuple(
            replace(each, difference=replace(d, words=renamed(d.words)))
            for each in found.differences
            for d in (each.difference,)
        ),
        left_out={name: renamed(why) for name, why in found.left_out.items()},
        remarks=tuple(map(renamed, found.remarks)),
    )


def _family(
    family: str | None, puzzles: Sequence[Puzzle], entries: Sequence[str]
) -> Family[Any, Any]:
    if family is not None:
        return registry.get(family)
    if puzzles:
        return puzzles[0].family
    found = given_names.folder_of(entries)
    if found is None:
        known = ", ".join(registry.names())
        raise PylabError(
            "expected encodings, and beside them puzzles=[…] or family=… "
            f"({known}); found only {', '.join(map(str, entries)) or 'no encodings'}"
        )
    return found


def lint(
    encoding: str | Path,
    overlays: Sequence[str | Path] | str | Path = (),
    *,
    family: str | None = None,
    task: str | None = None,
) -> list[Diagnostic]:
    """Find likely mistakes in an encoding: misspelt predicates, unsafe variables, and so on.

    Args:
        encoding: a path, a shipped name or a text; its includes are checked, too.
        overlays: the overlays on it, each a path, a name or a text.
        family: by default, the one whose facts it uses.
        task: by default, the one with the file's name; without a task, the encoding counts as a
            part of a program.

    Returns:
        The findings by place, each with `code`, `message` and `place`; empty if there are none.

    Raises:
        EncodingError: for a file that can't be read.
        PylabError: for unknown families and tasks.
    """
    entry = given_names.found(file_of(encoding, "encoding"), family)
    reads = registry.get(family) if family else given_names.reader_of(entry)
    paths = [
        files.find(each, reads.name if reads else "") for each in files_of(overlays, "overlay")
    ]
    found = linting.lint(entry, paths, reads, given_names.task_linted(reads, entry, task))
    return [each._replace(message=renamed(each.message)) for each in found]
