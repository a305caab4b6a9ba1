"""Finds the edit that makes a variant differ: first among overlays, then among statements.

Subsets of the changes between two programs are applied to the reference, to see whether they alone
show the difference (A. Zeller: Yesterday, my program worked. Today, it does not. Why?,
ESEC/FSE 1999). Smaller sets are tried first. A set whose removal repairs the variant is preferred:
half of a harmless edit can show a difference, too, but undoing that half repairs nothing.
"""

from __future__ import annotations

import functools
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pylab.analysis import compare, syntax
from pylab.analysis.compare import Settings, Variant
from pylab.analysis.differences import differ
from pylab.analysis.shrink import fewer
from pylab.analysis.syntax import Change, Edits
from pylab.base.errors import PylabError
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.encoding.program import Encoding
from pylab.engines.session import left_at_work

SECONDS = 20.0
"""The default time limit."""

_LEAST_SECONDS, _SLOWER = 1.0, 20
"""The time limit of a program with some of the edits, which may search without an end: seconds, or
this many times the reference's time if that is longer."""

_TRIED = 300
"""The most sets of one size that are tried; if there are more, delta debugging takes over."""


@dataclass(frozen=True, slots=True)
class Blame:
    """The edit that makes a variant differ.

    Attributes:
        changes: a minimal set of changed statements: objects with `kind` (`changed`, `dropped`,
            `added`, `moved`), `reference` and `variant`, each the `file`, `line` and `text` of the
            statement, or null. Empty if no statement causes the difference.
        smallest: whether it is proven that no fewer cause it.
        cures: whether undoing these alone removes the difference.
        among: the number of statements that differ.
        overlays: of several overlays, the names of those that are needed for it.
        spare: the names of those that are not.
        reason: why nothing is named, or why it is not known to be the smallest; else empty.
        remarks: general differences: only one minimises something, or is stepwise.
    """

    changes: tuple[Change, ...] = ()
    smallest: bool = False
    cures: bool = False
    among: int = 0
    overlays: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    reason: str = ""
    remarks: tuple[str, ...] = ()


class _OverError(Exception):
    """The time limit is over, or the search was stopped."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """A set with a property, by the numbers of its members.

    Attributes:
        members: what it consists of.
        proven: whether all smaller sets were tried.
        cures: whether the whole without these lacks the property.
        reason: the limit that ended the search, if one did.
    """

    members: frozenset[int]
    proven: bool
    cures: bool
    reason: str = ""


def smallest(
    count: int,
    shows: Callable[[frozenset[int]], bool],
    over: Callable[[], str] = str,
    least: int = 0,
) -> Smallest:
    """The smallest subset of `count` things with a property that all of them together have.

    Args:
        shows: whether a set has it; called at most once for each.
        over: why the search has to end, or nothing.
        least: the least size.
    """
    whole = frozenset(range(count))
    known: dict[frozenset[int], bool] = {whole: True}

    def tried(some: frozenset[int]) -> bool:
        if some not in known:
            if over():
                raise _OverError
            known[some] = shows(some)
        return known[some]

    found: list[frozenset[int]] = []
    try:
        for size in range(least, count + 1):
            if math.comb(count, size) > _TRIED:
                break
            for some in map(frozenset, itertools.combinations(range(count), size)):
                if any(less <= some for less in found) or not tried(some):
                    continue
                found.append(some)
                if not tried(whole - some):
                    return Smallest(some, len(found[0]) == size, True)
        if found:
            return Smallest(found[0], True, False)
        kept: Sequence[int] = []
        less: Sequence[int] = sorted(whole)
        while less != kept:
            kept, less = less, fewer(less, lambda rest: bool(rest) and tried(frozenset(rest)))
        best = frozenset(kept)
        return Smallest(best, len(best) <= size, not tried(whole - best))
    except _OverError:
        best = found[0] if found else min((s for s in known if known[s]), key=len)
        return Smallest(best, bool(found), known.get(whole - best) is False, over())


def blame(
    terms: Settings,
    reference: Variant,
    other: Variant,
    instance: Any,
    kind: str,
    seconds: float = SECONDS,
) -> Blame:
    """The edit that makes a variant differ from the reference on an instance.

    Args:
        kind: of the difference; others are ignored.
        seconds: the time limit.
    """
    end, calm = time.monotonic() + seconds, not left_at_work()

    def over() -> str:
        if terms.stop.is_set():
            return "interrupted"
        if calm and left_at_work():
            return "clingo is still grounding"
        return f"time limit of {seconds:g} s" if time.monotonic() > end else ""

    return _Blaming(terms, reference, other, instance, kind, over).blame()


@dataclass
class _Blaming:
    """Two variants, the instance on which they differ, and the kind of the difference."""

    terms: Settings
    reference: Variant
    other: Variant
    instance: Any
    kind: str
    over: Callable[[], str]

    @property
    def backwards(self) -> bool:
        """Whether the reference is wrong, so that changes are undone one by one."""
        return self.kind == "reference-invalid"

    @property
    def _meant(self) -> str:
        """The kind of the difference that programs in between show."""
        return "invalid" if self.backwards else self.kind

    def blame(self) -> Blame:
        program, overlays = self.other.program, self._overlays()
        several = len(overlays) > 1
        edits = syntax.edits(
            self._fitting(self.reference.program, self.reference.program.overlays),
            self._fitting(program, [o for o in program.overlays if overlays.get(o, True)]),
            self.terms.family.vocabulary,
        )
        count = len(edits.changes)
        told = Blame(
            among=count,
            overlays=tuple(places.named(o) for o, needed in overlays.items() if several and needed),
            spare=tuple(places.named(o) for o, needed in overlays.items() if not needed),
            remarks=tuple(self._remarks(edits)),
        )
        if self.kind == "invalid" and self._reference.invalid:
            return replace(told, reason=f"an answer of {self.reference.name} is invalid, too")
        if judge := self._judge():
            return replace(told, reason=judge)
        if not edits.related:
            shared, own = len(edits.common), sum(each.new is not None for each in edits.changes)
            return replace(told, reason=f"they share {shared} statements, and {own} are its own")
        if not count:
            return told

        def shows(some: frozenset[int]) -> bool:
            made = frozenset(range(count)) - some if self.backwards else some
            coherent = edits.coherent(made, self.terms.family.vocabulary)
            return coherent and self._kind(edits.made(made)) == self._meant

        found = smallest(count, shows, self.over, 1 if _same_heads(edits) else 0)
        rest = frozenset(range(count)) - found.members
        mended = found.cures and (self.backwards or not self._kind(edits.made(rest)))
        return replace(
            told,
            changes=tuple(edits.changes[i] for i in sorted(found.members)),
            smallest=found.proven,
            cures=mended,
            reason=found.reason,
        )

    def _judge(self) -> str:
        """The judge that alone refutes an answer that both variants have; empty if none does."""
        if self.kind not in ("invalid", "reference-invalid"):
            return ""
        pair = (self.other, self.reference) if self.backwards else (self.reference, self.other)
        lenient, strict = (each.program for each in pair)
        if _judges(lenient) == _judges(strict):
            return ""
        one, two = (self._fitting(each, each.overlays) for each in (lenient, strict))
        edits = syntax.edits(one, two, self.terms.family.vocabulary)
        try:
            made = Variant(pair[1].name, edits.made(frozenset()))
            found = compare.run(self.terms, made, self.instance).invalid
        except PylabError:
            return ""
        if not found or found[0].verdict.invalid_by == "the checker":
            return ""
        return f"{found[0].verdict.invalid_by} found an answer of {pair[0].name} invalid, too"

    def _remarks(self, edits: Edits) -> Iterator[str]:
        """What only one of the two programs does."""
        one, two = edits.reference, edits.variant
        for what, does in (
            ("minimises something", (one.optimising, two.optimising)),
            ("goes step by step", (one.stepwise, two.stepwise)),
        ):
            if does[0] != does[1]:
                names = [self.reference.name, self.other.name]
                who, other = names if does[0] else reversed(names)
                yield f"{who} {what}, {other} does not"

    def _overlays(self) -> dict[Path, bool]:
        """The overlays that only the variant has, and whether each is needed."""
        program = self.other.program
        own = [each for each in program.overlays if each not in self.reference.program.overlays]
        if len(own) < 2 or self.backwards:
            return dict.fromkeys(own, True)

        def shows(some: frozenset[int]) -> bool:
            left_out = {each for i, each in enumerate(own) if i not in some}
            kept = [each for each in program.overlays if each not in left_out]
            try:
                return self._kind(self._fitting(program, kept)) == self._meant
            except PylabError:  # one may need another
                return False

        needed = smallest(len(own), shows, self.over).members
        return {each: i in needed for i, each in enumerate(own)}

    def _fitting(self, program: Encoding, overlays: Sequence[Path]) -> Encoding:
        """The program with these overlays and with those that the instance requires."""
        family = self.terms.family
        needed = [
            files.own(name, family.name).absolute() for name in family.overlays(self.instance)
        ]
        if family.as_written is not None:
            needed += [path for path in self.instance.rules if path != program.entry]
        whole = tuple(dict.fromkeys([*overlays, *needed]))
        if whole == program.overlays:
            return program
        scripts = self.terms.means.scripts
        return encodings.load(program.entry, whole, scripts, as_clingo=program.as_clingo)

    @functools.cached_property
    def _reference(self) -> compare.Result:
        """The result of the reference."""
        return compare.run(self.terms, self.reference, self.instance)

    def _kind(self, program: Encoding) -> str:
        """How a program differs from the reference; or "".

        The time limit follows from the reference's time.
        """
        limits = self.terms.limits
        seconds = max(_LEAST_SECONDS, _SLOWER * self._reference.cost.total)
        if limits.seconds is None or limits.seconds > seconds:
            limits = replace(limits, seconds=seconds)
        terms = replace(self.terms, limits=limits)
        try:
            result = compare.run(terms, Variant(self.other.name, program), self.instance)
        except PylabError:  # what is half made may be no program
            return ""
        found = differ(self.terms, self._reference, result)
        return "" if found is None else found.kind


def _judges(program: Encoding) -> dict[Path, bool]:
    return files.judges([program.entry, *program.overlays])


def _same_heads(edits: Edits) -> bool:
    """Whether both headers set the same, so that a statement must be the cause."""
    heads = [
        (each.stepwise, dict(each.options), set(each.solver_options))
        for each in (edits.reference, edits.variant)
    ]
    return heads[0] == heads[1]


def lines(blame: Blame) -> Iterator[str]:
    """The result in words, line by line."""
    yield from blame.remarks
    if blame.overlays or blame.spare:
        word = "takes " + " and ".join(blame.overlays) if blame.overlays else "takes no overlay"
        spare = f"; not {' or '.join(blame.spare)}" if blame.spare else ""
        yield f"of the overlays it {word}{spare}"
    if not blame.changes:
        if blame.reason:
            yield f"no edit is named: {blame.reason}"
        elif blame.among:
            yield "no statement causes the difference; the headers of the files do"
        return
    count = len(blame.changes)
    of = "" if count == blame.among else f" of {blame.among}"
    what = f"these {count}{of} edits do it together"
    if count == 1:
        what = f"one{of} edits does it" if of else "this edit does it"
    proven = "" if blame.smallest else f" (there may be fewer: {blame.reason or 'not all tried'})"
    yield f"{what}{proven}:"
    for change in blame.changes:
        yield from (f"  {line}" for line in syntax.told(change))
    if not blame.cures and count < blame.among:
        yield "  the two still differ without this change, so there is another cause"
