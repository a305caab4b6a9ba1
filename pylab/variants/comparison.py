"""Variants compared, from what was asked to what is said: one comparison for all who print it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from pylab import svg
from pylab.engines.session import left_at_work
from pylab.errors import PylabError
from pylab.family import Family
from pylab.finding import Status
from pylab.listing import Task
from pylab.variants import asked, blame, trials
from pylab.variants.compare import (
    COSTS,
    TIMES,
    Cost,
    Level,
    Means,
    Result,
    Sample,
    Variant,
    fits,
    variant,
)
from pylab.variants.coverage import Unfired
from pylab.variants.differences import Row
from pylab.variants.edits import Edit
from pylab.variants.explore import Exploration
from pylab.variants.telling import Told, tell

RANDOM = 20
"""How many random instances there are, unless somebody says otherwise."""

SHRINK_SECONDS = 30.0
"""How long an instance that shows a difference is shrunk at most."""

INTERRUPTED = "interrupted"
GROUNDING = "clingo is still grounding, which can't be interrupted"

_LISTED = 8


@dataclass(frozen=True, slots=True)
class Comparison:
    """Variants of an encoding on the same instances: where they differ, and what they cost.

    Attributes:
        means: whose instances, which task, what must agree, within which limits.
        variants: the reference first.
        outcomes: a row for each instance, with the results of all variants; without those on which
            nothing could be compared.
        differences: the first difference of each variant that has one, on a smallest instance.
        left_out: the instances on which nothing could be compared, by name, and why.
        ended: why it ended early; empty if it didn't.
        untried: for each variant still the same, what was edited and never showed on an instance.
        unfired: for each variant but the reference, the rules that never fired; none of one that
            differs.
        coverage: the same for each of these, as JSON has it.
        settled: whether it was looked to the end what fires and shows.
        remarks: why it was not, if it was not.
    """

    means: Means
    variants: tuple[Variant, ...]
    outcomes: tuple[Row, ...]
    differences: tuple[Told, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""
    untried: Sequence[Sequence[Edit]] = ()
    unfired: Sequence[Sequence[Unfired]] = ()
    coverage: Sequence[Mapping[str, Any]] = ()
    settled: bool = True
    remarks: Sequence[str] = ()

    @property
    def family(self) -> Family[Any, Any]:
        """Whose instances."""
        return self.means.family

    @property
    def same(self) -> bool | None:
        """Whether all agree on all instances.

        None if a limit kept some from being compared, if a variant is not for one, or if no
        instance shows what was edited.
        """
        if any(any(row.differences) for row in self.outcomes):
            return False
        undecided = any(any(row.undecided) for row in self.outcomes)
        return None if undecided or self.ended or any(self.untried) else True

    def rows(self) -> list[dict[str, Any]]:
        """A flat dict for each instance and variant, for a table; times are in seconds."""
        found = []
        for row in self.outcomes:
            for index, (each, result) in enumerate(zip(self.variants, row.results, strict=True)):
                difference = row.differences[index - 1] if index else None
                found.append(
                    {
                        "puzzle": row.sample.name,
                        "variant": each.name,
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

    def costs(self, index: int) -> dict[str, tuple[float, float, float | None]]:
        """What a variant costs beside the reference, over the instances that both have settled.

        Each figure of `COSTS` comes with the reference's median, the variant's, and the second by
        the first; None where the first is 0. Times are in seconds, rounded to microseconds.
        """
        pairs = self._settled(index)
        found: dict[str, tuple[float, float, float | None]] = {}
        for name in COSTS if pairs else ():
            one, two = (round(median(getattr(pair[i], name) for pair in pairs), 6) for i in (0, 1))
            found[name] = one, two, two / one if one else None
        return found

    def _settled(self, index: int) -> list[tuple[Cost, Cost]]:
        """What both cost, on each instance that both have settled."""
        pairs = [(row.results[0], row.results[index]) for row in self.outcomes]
        return [(one.cost, two.cost) for one, two in pairs if not one.reason and not two.reason]

    def lines(
        self,
        written: Mapping[str, str] | None = None,
        folded: Callable[[str, int], str] = lambda line, _: line,
    ) -> Iterator[str]:
        """What is said of it all, after the rows.

        Args:
            written: words behind a variant's smallest instance, on where it was written.
            folded: what makes a long line several, all but the first with so many blanks.
        """
        for told in self.differences:
            yield ""
            for line, indent in _explained(told, (written or {}).get(told.variant, "")):
                yield folded(line, indent)
            yield ""
            yield from _indented(told.picture(self.family).rstrip("\n").split("\n"))
        if self.differences:
            yield ""
        others = range(1, len(self.variants))
        for index in others:
            yield from self._costs_told(index)
        for index in others:
            for line in self._unfired_told(index):
                yield folded(line, 2)
        yield folded(f"{'ended early: ' if self.ended else ''}{self.conclusion}", 2)

    @property
    def conclusion(self) -> str:
        """In a sentence, whether they are the same, and what was left out."""
        if not self.left_out:
            return self._concluded()
        drawn = sum(name.startswith(trials.DRAWN) for name in self.left_out)
        names = [name for name in self.left_out if not name.startswith(trials.DRAWN)]
        names += [f"{drawn} random instance{'s' if drawn > 1 else ''}"] if drawn else []
        return f"{self._concluded()}; left out: {_listed(names)}"

    def _concluded(self) -> str:
        rows, count = self.outcomes, _many(len(self.outcomes))
        limits = sum(any(row.undecided) for row in rows)
        if parts := sum(any(row.differences) for row in rows):
            return f"different on {parts} of {count}"
        if limits:
            rest = "; the same on all others" if limits < len(rows) else ""
            return f"undecided on {limits} of {count}{rest}"
        if edits := [each for untried in self.untried for each in untried]:
            return self._not_shown(edits)
        capped = any(
            not r.complete and r.status is Status.FOUND for row in rows for r in row.results
        )
        limit = f", as far as the first {self.means.answers} answers go" if capped else ""
        what = {
            Level.STATUS: "whether there is an answer",
            Level.OPTIMUM: "the optimum",
            Level.ANSWERS: f"the answers{limit}",
        }
        where = f"all {count}" if len(rows) > 1 else "this instance"
        return f"the same on {where}: {what[self.means.level]}"

    def _not_shown(self, edits: Sequence[Edit]) -> str:
        one = len(self.outcomes) == 1
        where = "this instance" if one else f"all {_many(len(self.outcomes))}"
        shows = "it does not show" if one else "none of them shows"
        if not self.settled:
            each = "it shows" if one else "one of them shows"
            shows = f"it was not looked to the end whether {each}"
        places = dict.fromkeys(f"{e.statement.file}:{e.statement.line}" for e in edits)
        return f"undecided: the same on {where}, but {shows} what was edited in {_listed(places)}"

    def _costs_told(self, index: int) -> Iterator[str]:
        if not (found := self.costs(index)):
            return
        count = len(self._settled(index))
        over = f"medians over {_many(count)}" if count > 1 else "on one instance"
        yield f"cost of {self.variants[index].name}, {over}:"
        yield f"  {'':10}{'reference':>12}{'variant':>12}{'ratio':>9}"
        for name, (one, two, ratio) in found.items():
            share = "-" if ratio is None else f"{ratio:.2f}"
            yield f"  {name:10}{figure(name, one):>12}{figure(name, two):>12}{share:>9}"

    def _unfired_told(self, index: int) -> Iterator[str]:
        if found := self.unfired[index - 1]:
            seen, rows = self.coverage[index - 1]["seen"], len(self.outcomes)
            where = "this instance" if seen == 1 else f"these {seen} instances"
            if seen < rows:
                where = f"the {seen} of {_many(rows)} that were looked at"
            count = f"{len(found)} rule{'s' if len(found) > 1 else ''}"
            files = (blame.named(Path(each.place.source).absolute()) for each in found)
            places = [f"{file}:{e.place.line}" for file, e in zip(files, found, strict=True)]
            name = self.variants[index].name
            yield f"{count} of {name} never fired on {where}: {_listed(places)}"

    def data(self, files: Mapping[str, tuple[str, str]] | None = None) -> dict[str, Any]:
        """All of it, for JSON; docs/json.md says what each key means."""
        return {
            "schema": 1,
            "family": self.family.name,
            "task": self.means.task.name,
            "level": self.means.level.value,
            "ended_early": bool(self.ended),
            "reference": self.variants[0].name,
            "variants": [each.name for each in self.variants[1:]],
            "instances": [_row_data(row) for row in self.outcomes],
            "left_out": [{"name": n, "reason": why} for n, why in self.left_out.items()],
            "differences": [
                _told_data(each, (files or {}).get(each.variant)) for each in self.differences
            ],
            "costs": {
                each.name: {
                    name: {"reference": one, "variant": two, "ratio": ratio}
                    for name, (one, two, ratio) in self.costs(index).items()
                }
                for index, each in enumerate(self.variants[1:], 1)
            },
            "coverage": list(self.coverage),
        }

    def __repr__(self) -> str:
        word = {True: "the same", False: "different", None: "undecided"}[self.same]
        names = " and ".join(each.name for each in self.variants)
        return f"<Comparison of {names} on {len(self.outcomes)} puzzles: {word}>"

    def __str__(self) -> str:
        ended = [f"ended early: {self.ended}"] if self.ended else []
        return "\n".join([repr(self)[1:-1], *self.lines(), *self.remarks, *ended]) + "\n"

    def _repr_svg_(self) -> str | None:
        return svg.fitting(self.differences[0].svg(self.family)) if self.differences else None


def lined_up(
    family: Family[Any, Any],
    entries: Sequence[str],
    overlays: Sequence[str],
    task: str | None,
    given: Sequence[Sample],
    number: int,
    seed: int,
    scripts: bool = False,
) -> tuple[Task, list[Variant], list[Sample]]:
    """The task, the variants with the reference first, and the instances: random ones first.

    Args:
        family: whose.
        entries: the variants as a person names them; overlays follow after `+`.
        overlays: for all of them, not for the reference.
        task: its name; None for what the last variant is named after.
        given: the instances beside random ones.
        number, seed: of the random instances.
        scripts: whether encodings may contain embedded scripts.

    Raises:
        EncodingError: for what can't be found or parsed.
        PylabError: if there is nothing to compare, or to compare on.
    """
    meant = asked.task_compared(family, entries, task)
    names = asked.variants(family, entries, overlays, meant)
    variants = [variant(family, name, scripts) for name in names]

    def fitting(instance: Any) -> bool:
        return fits(family, variants, instance) and not family.unfit(instance, meant)

    drawn = trials.generated(family, number, seed, fitting)
    samples = [*drawn, *given]
    if not samples:
        raise PylabError("expected instances to compare on, found none; name some, or --random N")
    return meant, variants, samples


def compare(
    means: Means,
    variants: Sequence[Variant],
    samples: Sequence[Sample],
    more: int,
    seed: int,
    on_row: Callable[[Row], object] = lambda _: None,
) -> Comparison:
    """Put variants to instances; shrink and explain the smallest difference of each.

    Args:
        means: what all runs share.
        variants: the reference first.
        samples: what they are put to.
        more, seed: up to so many more instances are made that show what was edited.
        on_row: is called with what became of each instance.

    Raises:
        EncodingError: for a program that clingo refuses.
        PylabError: if nothing could be compared on any instance.
    """
    rows: list[Row] = []
    left_out: dict[str, str] = {}
    exploration = Exploration(means, variants)
    for row in exploration.rows(samples, more, seed):
        if row.left_out:
            left_out[row.sample.name] = row.left_out
        else:
            rows.append(row)
        on_row(row)
    if left_out and not rows:
        name, why = next(iter(left_out.items()))
        raise PylabError(f"nothing can be compared: {name}: {why}")
    ended = _ended(means)
    told = [] if ended else list(_told(means, variants, rows))
    return Comparison(
        means=means,
        variants=tuple(variants),
        outcomes=tuple(rows),
        differences=tuple(told),
        left_out=left_out,
        ended=ended or ("" if told else _ended(means)),
        untried=exploration.untried,
        unfired=[exploration.unfired(index) for index in range(len(variants) - 1)],
        coverage=[
            {"variant": each.name, **exploration.data(index)}
            for index, each in enumerate(variants[1:])
        ],
        settled=exploration.settled,
        remarks=exploration.remarks,
    )


def _ended(means: Means) -> str:
    return GROUNDING if left_at_work() else INTERRUPTED if means.stop.is_set() else ""


def _told(means: Means, variants: Sequence[Variant], rows: Sequence[Row]) -> Iterator[Told]:
    """The difference of each variant that has one, on the smallest instance that shows it."""
    for index, other in enumerate(variants[1:]):
        found = [row.sample for row in rows if row.differences[index]]
        if found:
            (smallest, *_) = trials.by_size(means.family, found)
            yield tell(means, variants[0], other, smallest, SHRINK_SECONDS)


def row_line(row: Row, variants: Sequence[Variant]) -> str:
    """What became of an instance: what the reference finds, and who differs; empty: not a word."""
    name = row.sample.name
    if row.left_out:
        return "" if row.sample.drawn else f"{name}: left out: {row.left_out}"
    said = [_said(*each) for each in zip(row.differences, row.undecided, strict=True)]
    if len(set(said)) > 1:
        said = [f"{each.name} {word}" for each, word in zip(variants[1:], said, strict=True)]
    return f"{name}: {_found(row.results[0])}: {'; '.join(dict.fromkeys(said))}"


def _said(difference: Any, limit: str) -> str:
    if difference is not None:
        return f"DIFFERENT ({difference.kind})"
    return f"undecided ({limit})" if limit else "same"


def _found(result: Result) -> str:
    """What the reference says."""
    if not result.supported:
        return "unsupported"
    if result.refuted:
        return "an answer that is refuted"
    if result.status is not Status.FOUND:
        return result.reason or {Status.NONE: "no answer"}.get(result.status, "unknown")
    number = f"{len(result.answers)}{'' if result.complete else '+'}"
    best = f", optimum {' '.join(map(str, result.optimum))}" if result.optimum else ""
    return f"{number} answer{'' if number == '1' else 's'}{best}"


def cost_lines(row: Row, variants: Sequence[Variant]) -> Iterator[str]:
    """What each variant costs on an instance."""
    for each, result in zip(variants, row.results, strict=True):
        if result.supported:
            told = (f"{name} {figure(name, getattr(result.cost, name))}" for name in COSTS)
            yield f"    {each.name}: {', '.join(told)}"


def figure(name: str, value: float) -> str:
    """A figure of a cost with its unit: at least three digits of a time, half a count.

    >>> figure("solving", 0.0000173), figure("total", 0.0123), figure("total", 75.25)
    ('0.017 ms', '12.3 ms', '75.2 s')
    >>> figure("rules", 125.0), figure("rules", 0.5)
    ('125', '0.5')
    """
    if name not in TIMES:
        return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
    amount, unit = (value, "s") if value >= 1 else (1000 * value, "ms")
    decimals = 3 if amount < 1 else 2 if amount < 10 else 1 if amount < 100 else 0
    return f"{amount:.{decimals if amount else 0}f} {unit}"


def _many(count: int) -> str:
    return f"{count} instance{'' if count == 1 else 's'}"


def _listed(words: Collection[str]) -> str:
    """The first of them, and how many more there are."""
    more = f" and {len(words) - _LISTED} more (--format json has all)"
    return ", ".join(list(words)[:_LISTED]) + (more if len(words) > _LISTED else "")


def _explained(told: Told, written: str) -> Iterator[tuple[str, int]]:
    """Lines, each with how far it is indented where it is folded."""
    yield f"DIFFERENT: {told.difference.words}", 2
    smallest = "the smallest instance" if told.smallest else "an instance"
    over = "" if told.smallest else " (time for shrinking is over)"
    size = f"{_facts(told.facts)}, from {told.origin} with {told.before}"
    yield f"on {smallest} that shows it{over}, {size}{written}", 2
    yield from ((line, 11) for line in blame.lines(told.blame))
    yield from ((line, 4) for line in _indented(told.trace))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}".rstrip() for line in lines)


def _facts(count: int) -> str:
    return f"{count} fact{'' if count == 1 else 's'}"


def _told_data(told: Told, files: tuple[str, str] | None) -> dict[str, Any]:
    return {
        "variant": told.variant,
        "kind": told.difference.kind,
        "words": told.difference.words,
        "instance": files[0] if files else None,
        "drawing": files[1] if files else None,
        "text": told.file[1],
        "facts": told.facts,
        "origin": told.origin,
        "smallest": told.smallest,
        "blame": blame.data(told.blame),
    }


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "name": row.sample.name,
        "made": row.sample.made,
        "results": [
            {
                "status": result.status.value,
                "reason": result.reason,
                "optimum": result.optimum,
                "answers": len(result.answers),
                "complete": result.complete,
                "refuted": len(result.refuted),
                "cost": asdict(result.cost),
            }
            for result in row.results
        ],
        "differences": [
            None if each is None else {"kind": each.kind, "words": each.words}
            for each in row.differences
        ],
        "undecided": list(row.undecided),
    }
