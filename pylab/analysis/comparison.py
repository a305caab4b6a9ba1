"""Compares variants of an encoding; command line and notebooks only print the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from pylab.analysis import asked, blame, report, trials
from pylab.analysis.blame import Blame
from pylab.analysis.compare import COSTS, Cost, Level, Sample, Settings, Variant, fits, variant
from pylab.analysis.differences import Difference, Outcome, difference_on, plainest
from pylab.analysis.edits import Edit
from pylab.analysis.explore import Exploration
from pylab.analysis.shrink import shrink
from pylab.base.errors import PylabError, near
from pylab.base.plain import plain
from pylab.base.words import counted
from pylab.core.options import renamed
from pylab.drawing import svg
from pylab.encoding.predicates import Statement
from pylab.engines.session import left_at_work
from pylab.family.table import Family
from pylab.text.facts import write_facts
from pylab.text.source import Source

T = TypeVar("T")

RANDOM = 20
"""The default number of random instances."""

SHRINK_SECONDS = 30.0
"""The time limit of shrinking an instance."""

INTERRUPTED = "interrupted"
GROUNDING = "clingo is still grounding, which can't be interrupted"


@dataclass(frozen=True, slots=True)
class Told:
    """A difference on a shrunk instance.

    Attributes:
        variant: which variant differs.
        difference: how, on this instance.
        instance: the instance, as its file has it.
        facts: how many facts it has.
        origin, before: the name of the instance it was shrunk from, and how many facts that had.
        smallest: whether none next to it shows the difference; else time was over.
        file: the ending and the text of a file that it can be read from.
        blame: the edit that does it.
    """

    variant: str
    difference: Difference
    instance: Any
    facts: int
    origin: str
    before: int
    smallest: bool
    file: tuple[str, str]
    blame: Blame

    @property
    def trace(self) -> tuple[str, ...]:
        """The checker's replay, step by step."""
        telling = self.difference.telling
        return () if telling is None else telling.verdict.trace

    def svg(self, family: Family[Any, Any]) -> str:
        """The instance as SVG, with the answer that shows it if that can be drawn."""
        return self._drawn(family.draw).render()

    def picture(self, family: Family[Any, Any]) -> str:
        """The same for a terminal."""
        return self._drawn(family.picture)

    def _drawn(self, draw: Callable[[Any, Any], T]) -> T:
        telling = self.difference.telling
        if telling is None or telling.witness is None:
            return draw(self.instance, None)
        try:
            return draw(telling.instance, telling.witness)
        except (PylabError, LookupError, ValueError):  # no witness of this puzzle, but of none
            return draw(self.instance, None)


def tell(
    terms: Settings,
    reference: Variant,
    other: Variant,
    sample: Sample,
    first: Difference,
    seconds: float,
) -> Told:
    """Shrink the sample that shows a difference, for at most `seconds`; its kind stays the same."""
    kind = first.kind
    seen = {id(sample.instance): (first, sample.instance)}

    def shows(instance: Any) -> bool:
        if terms.stop.is_set() or left_at_work():
            return False
        found = difference_on(terms, reference, other, instance)
        if found is not None:
            seen[id(instance)] = found, instance  # keeps the instance, and so its id
        return found is not None and (found.kind, found.fault) == (kind, first.fault)

    shrunk = shrink(terms.family, sample.instance, shows, seconds)
    difference, instance = seen[id(shrunk.instance)]
    if kind == "invalid" and not (terms.stop.is_set() or left_at_work()):
        difference = plainest(terms, other, instance, difference)
    return Told(
        variant=other.name,
        difference=difference,
        instance=instance,
        facts=len(terms.family.facts(instance)),
        origin=sample.name,
        before=len(terms.family.facts(sample.instance)),
        smallest=shrunk.smallest and not terms.stop.is_set(),
        file=file_of(terms.family, instance),
        blame=blame.blame(terms, reference, other, instance, kind),
    )


def file_of(family: Family[Any, Any], instance: Any) -> tuple[str, str]:
    """The ending and the text of a file for an instance: in its own format if that loses nothing.

    Else its facts, which `--family` reads.
    """
    suffix = family.suffix
    try:
        text = family.write(instance)
        if family.read(Source(f"x{suffix}", text)) == instance:
            return suffix, text
    except (PylabError, ValueError):
        pass
    return ".lp", write_facts(family.facts(instance))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Variants of an encoding on the same instances: where they differ, and what they cost.

    Attributes:
        terms: whose instances, which task, what must agree, within which limits.
        variants: the reference first.
        outcomes: a row for each instance, with the results of all variants; without those on which
            nothing could be compared.
        differences: the first difference of each variant that has one, on a minimal instance.
        left_out: the instances on which nothing could be compared, by name, with the reason.
        ended: why it ended early; empty if it didn't.
        untried: for each variant without a difference, the edits that showed on no instance.
        uncovered: for each variant but the reference, the rules that no instance covers; none
            for one that differs.
        coverage: the same for each of these, as JSON has it.
        settled: whether coverage was determined to the end.
        remarks: why not, and whether all variants are the same program.
    """

    terms: Settings
    variants: tuple[Variant, ...]
    outcomes: tuple[Outcome, ...]
    differences: tuple[Told, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""
    untried: Sequence[Sequence[Edit]] = ()
    uncovered: Sequence[Sequence[Statement]] = ()
    coverage: Sequence[Mapping[str, Any]] = ()
    settled: bool = True
    remarks: Sequence[str] = ()

    @property
    def family(self) -> Family[Any, Any]:
        """Whose instances."""
        return self.terms.family

    @property
    def same(self) -> bool | None:
        """Whether all agree on all instances.

        None if a limit kept some from being compared, if a variant is not for one, if there are
        too many answers on all, or if no instance shows what was edited.
        """
        if any(any(row.differences) for row in self.outcomes):
            return False
        undecided = any(any(row.undecided) for row in self.outcomes)
        limited = undecided or self.ended or self.capped
        return None if limited or any(self.untried) else True

    @property
    def capped(self) -> bool:
        """Whether answers of some variant were to be compared, and were not on any instance."""
        if self.terms.level is not Level.ANSWERS or not self.outcomes:
            return False
        return any(map(all, zip(*(row.capped for row in self.outcomes), strict=True)))

    def rows(self) -> list[dict[str, Any]]:
        """A flat dict for each instance and variant, as rows of a table; times are in seconds."""
        found = []
        for row in self.outcomes:
            for index, (each, result) in enumerate(zip(self.variants, row.results, strict=True)):
                difference = row.differences[index - 1] if index else None
                found.append(
                    {
                        "puzzle": row.sample.name,
                        "variant": each.name,
                        **result.data(),
                        "difference": difference.words if difference else "",
                        **{name: getattr(result.cost, name) for name in COSTS},
                    }
                )
        return found

    def costs(self, index: int) -> dict[str, tuple[float, float, float | None]]:
        """The costs of a variant and of the reference, over the instances that both have settled.

        Each figure of `COSTS` comes with the reference's median, the variant's, and the second by
        the first; None where the first is 0. Times are in seconds, rounded to microseconds.
        """
        pairs = self.settled_costs(index)
        found: dict[str, tuple[float, float, float | None]] = {}
        for name in COSTS if pairs else ():
            one, two = (round(median(getattr(pair[i], name) for pair in pairs), 6) for i in (0, 1))
            found[name] = one, two, two / one if one else None
        return found

    def settled_costs(self, index: int) -> list[tuple[Cost, Cost]]:
        """The costs of both on each instance that both have settled."""
        pairs = [(row.results[0], row.results[index]) for row in self.outcomes]
        return [(one.cost, two.cost) for one, two in pairs if not one.reason and not two.reason]

    def data(self, files: Mapping[str, tuple[str, str]] | None = None) -> dict[str, Any]:
        """All of it, for JSON.

        Keys:
            family, task: what was asked.
            level: what had to agree: `status`, `optimum` or `answers`.
            ended_early: true if not all instances were tried.
            reference: what the variants were compared with.
            variants: the variants' names.
            instances: an object for each: its `name`; `made`, whether it was made because of an
                edit; `results`, for the reference and each variant: `status`, `reason`, `optimum`
                (a list of values, or null), `answers` (how many), `complete`, `invalid` (how many)
                and `cost` (`grounding`, `solving`, `rules`, `atoms`, `conflicts`, `choices`);
                `differences`, for each variant null or an object with `kind` and `words`;
                `undecided`, for each variant why it could not be compared, or an empty text.
            left_out: the instances on which nothing could be compared: `name` and `reason`.
            differences: a difference of each variant that has one, shrunk: `variant`, `kind`,
                `words`, `text` (a minimal instance that shows it), `instance` and `drawing` (the
                files that `-o` wrote, or null), `facts` (how many it has), `origin` (the instance
                it was found on), `smallest` (whether no fact can be left out any more), `blame`.
            costs: for each variant, and each of `grounding`, `solving`, `total` (seconds), `rules`,
                `atoms`, `conflicts` and `choices`: `reference` and `variant`, medians over the
                instances that both have settled, and `ratio`, the second by the first, or null.
            coverage: an object for each variant.
        """
        return {
            "schema": 1,
            "family": self.family.name,
            "task": self.terms.task.name,
            "level": self.terms.level.value,
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
        return f"<Comparison of {names} on {counted(len(self.outcomes), 'puzzle')}: {word}>"

    def __str__(self) -> str:
        ended = [f"ended early: {self.ended}"] if self.ended else []
        return renamed(
            "\n".join([repr(self)[1:-1], *report.lines(self), *self.remarks, *ended, ""])
        ).replace(report.IN_JSON, "")

    def _repr_svg_(self) -> str | None:
        if not self.differences:
            return None
        try:
            return svg.fitting(self.differences[0].svg(self.family))
        except PylabError:  # a program without a scene has no picture
            return None


def lined_up(
    family: Family[Any, Any],
    entries: Sequence[str],
    task: str | None,
    given: Sequence[Sample],
    number: int,
    seed: int,
    **more: Any,
) -> tuple[Settings, list[Variant], list[Sample]]:
    """The settings, the variants with the reference first, and the instances: random ones first.

    Args:
        family: whose.
        entries: the names of the variants, with overlays after `+`. The overlays of the means are
            laid over all variants, but not over the reference.
        task: its name; None for what the last variant is named after.
        given: the instances that are not random.
        number, seed: of the random instances, which get the same options as the given ones.
        more: other fields of the settings.

    Raises:
        EncodingError: for what can't be found or parsed.
        PylabError: if there is nothing to compare, or to compare on.
    """
    meant = asked.task_compared(family, entries, task)
    terms = Settings(family, meant, **more)
    names = asked.variants(family, entries, terms.means.overlays, meant)
    variants = [variant(family, name, terms.means.scripts, terms.on) for name in names]
    constants = terms.means.constants
    known = {name for name in constants for v in variants if v.program.has_constant(name)}
    terms = replace(terms, partial=frozenset(known))
    if family.as_written is None:  # an instance of a user's own program may have them, too
        declared = {name for v in variants for name in v.program.constants}
        for name in constants.keys() - known:
            told = f"{', '.join(sorted(declared)) or 'none'}{near(name, declared)}"
            raise PylabError(f"no variant has '#const {name}' to set; constants: {told}")

    def fitting(instance: Any) -> bool:
        return fits(family, variants, instance) and not family.unsupported(instance, meant)

    programs, instances = [e.program for e in variants], (e.instance for e in given)
    drawn = trials.drawn(family, programs, instances, number, seed, fitting)
    samples = [*trials.under(family, drawn, terms.means.options), *given]
    if not samples and family.as_written:
        samples = [Sample("without instance", family.from_facts([]))]
    if not samples:
        raise PylabError("expected instances to compare on, found none; name some, or --random N")
    return terms, variants, samples


def compare(
    terms: Settings,
    variants: Sequence[Variant],
    samples: Sequence[Sample],
    more: int,
    seed: int,
    on_row: Callable[[Outcome], object] = lambda _: None,
) -> Comparison:
    """Put variants to instances; shrink and explain the smallest difference of each.

    Args:
        terms: what all runs share.
        variants: the reference first.
        samples: what they are put to.
        more, seed: up to so many more instances are made that show what was edited.
        on_row: is called with what became of each instance.

    Raises:
        EncodingError: for a program that clingo refuses.
        PylabError: if nothing could be compared on any instance.
    """
    rows: list[Outcome] = []
    left_out: dict[str, str] = {}
    exploration = Exploration(terms, variants)
    for row in exploration.rows(samples, more, seed):
        if row.left_out:
            left_out[row.sample.name] = row.left_out
        else:
            rows.append(row)
        on_row(row)
    if left_out and not rows:
        name, why = next(iter(left_out.items()))
        raise PylabError(f"nothing can be compared: {name}: {why}")
    ended = _ended(terms)
    told = [] if ended else list(_told(terms, variants, rows))
    return Comparison(
        terms=terms,
        variants=tuple(variants),
        outcomes=tuple(rows),
        differences=tuple(told),
        left_out=left_out,
        ended=ended or ("" if told else _ended(terms)),
        untried=exploration.untried,
        uncovered=[exploration.uncovered(index) for index in range(len(variants) - 1)],
        coverage=[
            {"variant": each.name, **exploration.data(index)}
            for index, each in enumerate(variants[1:])
        ],
        settled=exploration.settled,
        remarks=(*_alike(variants), *exploration.remarks),
    )


def _alike(variants: Sequence[Variant]) -> Iterator[str]:
    """A remark if all variants are the same files."""
    if len({tuple(Path(file).resolve() for file in each.program.files) for each in variants}) == 1:
        yield f"{variants[0].name} is compared with itself"


def _ended(terms: Settings) -> str:
    return GROUNDING if left_at_work() else INTERRUPTED if terms.stop.is_set() else ""


def _told(terms: Settings, variants: Sequence[Variant], rows: Sequence[Outcome]) -> Iterator[Told]:
    """The difference of each variant that has one, on a minimal instance that shows it."""
    for index, other in enumerate(variants[1:]):
        found = [(row.sample, each) for row in rows if (each := row.differences[index])]
        if found:
            facts = terms.family.facts
            sample, first = min(found, key=lambda pair: len(facts(pair[0].instance)))
            yield tell(terms, variants[0], other, sample, first, SHRINK_SECONDS)


def _told_data(told: Told, files: tuple[str, str] | None) -> dict[str, Any]:
    return {
        "variant": told.variant,
        "kind": told.difference.kind,
        "words": told.difference.words,
        "instance": files[0] if files else None,
        "drawing": (files[1] or None) if files else None,
        "text": told.file[1],
        "facts": told.facts,
        "origin": told.origin,
        "smallest": told.smallest,
        "blame": plain(told.blame),
    }


def _row_data(row: Outcome) -> dict[str, Any]:
    return {
        "name": row.sample.name,
        "made": row.sample.made,
        "results": [
            {**each.data(), "invalid": len(each.invalid), "cost": asdict(each.cost)}
            for each in row.results
        ],
        "differences": [
            None if each is None else {"kind": each.kind, "words": each.words}
            for each in row.differences
        ],
        "undecided": list(row.undecided),
    }
