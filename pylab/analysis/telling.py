"""Shrinks a difference between two variants and prepares it for display; prints nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pylab.analysis import blame
from pylab.analysis.blame import Blame
from pylab.analysis.compare import Sample, Settings, Variant
from pylab.analysis.differences import Difference, difference_on, plainest
from pylab.analysis.shrink import shrink
from pylab.base.errors import PylabError
from pylab.engines.session import left_at_work
from pylab.family.table import Family
from pylab.text.facts import write_facts
from pylab.text.source import Source

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """A difference on the smallest instance that could be found.

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
    means: Settings, reference: Variant, other: Variant, sample: Sample, seconds: float
) -> Told:
    """Shrink the instance of a difference as long as the kind of the difference stays the same.

    The sample must show a difference; `seconds` is how long to shrink at most.
    """
    first = difference_on(means, reference, other, sample.instance)
    assert first is not None
    kind = first.kind
    seen = {id(sample.instance): (first, sample.instance)}

    def shows(instance: Any) -> bool:
        if means.stop.is_set() or left_at_work():
            return False
        found = difference_on(means, reference, other, instance)
        if found is not None:
            seen[id(instance)] = found, instance  # keeps the instance, and so its id
        return found is not None and (found.kind, found.fault) == (kind, first.fault)

    shrunk = shrink(means.family, sample.instance, shows, seconds)
    difference, instance = seen[id(shrunk.instance)]
    if kind == "refuted" and not (means.stop.is_set() or left_at_work()):
        difference = plainest(means, other, instance, difference)
    return Told(
        variant=other.name,
        difference=difference,
        instance=instance,
        facts=len(means.family.facts(instance)),
        origin=sample.name,
        before=len(means.family.facts(sample.instance)),
        smallest=shrunk.smallest and not means.stop.is_set(),
        file=file_of(means.family, instance),
        blame=blame.blame(means, reference, other, instance, kind),
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
