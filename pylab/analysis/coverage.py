"""Which rules of a program are covered by instances, and where what was edited shows.

What holds in answers is found out by `engines.coverage`, an instance at a time, and only for what
was not covered before. What an edit is, and where it shows, is said by `edits`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pylab.analysis import syntax
from pylab.analysis.compare import Means, Sample, Variant, question
from pylab.analysis.edits import Edit, edits
from pylab.base.errors import EncodingError, InstanceError, Unsupported
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding.ineffective import Diagnostic
from pylab.encoding.predicates import Statement
from pylab.encoding.program import Encoding
from pylab.engines.clingo import program
from pylab.engines.coverage import Covered, Probed
from pylab.engines.probes import Probe, probe
from pylab.engines.session import Program, left_at_work

T = TypeVar("T")

ENOUGH = 5
"""On so many puzzles an edit has to show; until then more are made."""


def told(rule: Statement, where: str) -> Diagnostic:
    """That no instance covers a rule, for people."""
    what = "this rule is not covered: its body holds in no answer to"
    if rule.constraint:
        what = "this constraint rules nothing out: its body holds in no candidate for"
    return Diagnostic("uncovered", f"{what} {where}", rule.place)


class Account:
    """The rules of one program, which of them are covered, and what else is watched in it.

    Args:
        encoding: whose rules.
        more: other probes.

    Attributes:
        rules: the rules.
        covered: those that are covered, by their numbers.
        seen: how many instances were looked at.
        settled: whether all of them were, each to the end; else more rules may be covered.
        left_out: the instances that the program is not for, by name, and why; no random ones.
    """

    def __init__(self, encoding: Encoding, more: Sequence[Probe] = ()) -> None:
        known = [(each, p) for each in encoding.model if (p := probe(each)) is not None]
        self.rules = [each for each, _ in known]
        self.covered: set[int] = set()
        self.seen = 0
        self.settled = True
        self.left_out: dict[str, str] = {}
        self._probes = [*(p for _, p in known), *more]
        self._probed: dict[tuple[Path, ...], tuple[Probed, frozenset[int]]] = {}

    def see(self, given: Program, patience: Patience, more: Iterable[int] = ()) -> set[int]:
        """Look at an instance; which of the other probes hold, of those that are wanted.

        Raises EncodingError for what clingo refuses.
        """
        count = len(self.rules)
        left = {n for n in range(count) if n not in self.covered}
        found = self.look(given, patience, left | {count + n for n in more})
        self.seen += 1
        self.settled = self.settled and found.settled
        self.covered |= {n for n in found.probes if n < count}
        return {n - count for n in found.probes if n >= count}

    def look(
        self, given: Program, patience: Patience, wanted: Collection[int], domains: bool = False
    ) -> Covered:
        """Look at an instance, without taking anything down; rules come before other probes."""
        probed, there = self._with(given.encoding)
        wanted = [n for n in wanted if n in there or n >= len(self.rules)]
        if not wanted and not domains:
            return Covered(frozenset(), settled=True)
        return probed.covered(given, patience, wanted, domains)

    def _with(self, encoding: Encoding) -> tuple[Probed, frozenset[int]]:
        """An instance may bring overlays along, which stand in for some files."""
        if encoding.overlays not in self._probed:
            files = {each.path for each in encoding.model}
            there = frozenset(n for n, each in enumerate(self.rules) if each.path in files)
            self._probed[encoding.overlays] = Probed(encoding, self._probes), there
        return self._probed[encoding.overlays]

    @property
    def uncovered(self) -> list[Statement]:
        """The rules that no instance covers."""
        return [each for number, each in enumerate(self.rules) if number not in self.covered]


def on(means: Means, variant: Variant, samples: Iterable[Sample]) -> Account:
    """The rules of a program, after it was put to those puzzles that it is for.

    Raises EncodingError for what clingo refuses.
    """
    account = Account(variant.program)
    for sample in samples:
        if means.stop.is_set() or left_at_work():
            account.settled = False
            break
        patience = Patience(means.seconds, stop=means.stop)
        try:
            account.see(_given(means, variant, sample.instance), patience)
        except (InstanceError, Unsupported) as error:
            if not sample.drawn:
                account.left_out[sample.name] = error.message
    return account


def _given(means: Means, variant: Variant, instance: Any) -> Program:
    """What clingo gets. Raises InstanceError where the task is none for the instance."""
    asked = question(means, variant, instance)
    if why := asked.family.unsupported(asked.instance, asked.task):
        raise InstanceError(why)
    return program(asked, asked.encoding)


@dataclass
class Shown:
    """An edit, and on how many puzzles it showed.

    Attributes:
        edit: what was edited.
        puzzles: on how many it showed, up to ENOUGH.
        agreed: which of its probes for agreeing held somewhere, by their numbers.
    """

    edit: Edit
    puzzles: int = 0
    agreed: set[int] = field(default_factory=set)

    @property
    def agrees(self) -> bool:
        """Whether it says the same in other words, as far as that is seen."""
        return 0 < len(self.edit.agreeing) == len(self.agreed)

    @property
    def wanting(self) -> bool:
        """Whether it showed on too few puzzles."""
        return self.puzzles < ENOUGH and not self.agrees


class Coverage:
    """Of variants that are compared: which rules are covered, which edits showed.

    Attributes:
        edits: for each variant but the first, what was edited; only what can be seen at all.
        told: why clingo refused to have some instances looked at.
    """

    def __init__(self, means: Means, variants: Sequence[Variant]) -> None:
        self.means, self.variants = means, variants
        reference, *others = variants
        self.edits = [
            [
                Shown(each)
                for each in edits(reference.program, other.program, means.family.vocabulary)
                if each.probes
            ]
            for other in others
        ]
        self.told: dict[str, None] = {}
        whole = [each for shown in self.edits for each in shown]
        self._accounts = [
            _Watched(each.program, whole if not index else self.edits[index - 1])
            for index, each in enumerate(variants)
        ]

    def see(self, instance: Any, only: Collection[int] | None = None) -> None:
        """Look at an instance that was compared.

        `only`: the numbers of the variants whose edits matter, 0 for the first after the reference.
        """
        numbers = range(len(self.edits)) if only is None else only
        told, missed = self._told(instance, numbers, _Watched.see)
        for index in missed:
            self._accounts[index].account.settled = False
        for each in {id(each): each for found in told for each in found}.values():
            each.puzzles += 1

    def reach(self, instance: Any, index: int) -> tuple[bool, frozenset[object]]:
        """Whether a variant's edits show on an instance, and how far they get.

        That is the predicates that they make a difference to, as far as the programs are grounded
        to other atoms; where no edit shows, the hints that hold. It is not taken down: the instance
        need not be compared.
        """
        told, _ = self._told(instance, [index], _Watched.look)
        if len(told) < 2:
            return False, frozenset()
        parting, hints = (
            frozenset().union(*each) for each in zip(*(t[:2] for t in told), strict=True)
        )
        if not parting:
            return False, hints
        one, two = (domains for _, _, domains in told)
        return True, frozenset(s for s in one.keys() | two.keys() if one.get(s) != two.get(s))

    def _told(
        self,
        instance: Any,
        only: Collection[int],
        look: Callable[[_Watched, Program, Patience], T],
    ) -> tuple[list[T], list[int]]:
        """What the reference and some variants tell of an instance, up to where that ends.

        And which were kept from telling, by a limit or by clingo; not those whose task it is none.
        """
        told: list[T] = []
        asked_for = [0, *(each + 1 for each in sorted(only))]
        for number, index in enumerate(asked_for):
            if self.means.stop.is_set() or left_at_work():
                return told, asked_for[number:]
            patience = Patience(self.means.seconds, stop=self.means.stop)
            try:
                given = _given(self.means, self.variants[index], instance)
                told.append(look(self._accounts[index], given, patience))
            except (InstanceError, Unsupported):
                break
            except EncodingError as error:
                self.told[f"not looked which rules are covered: {error}"] = None
                return told, asked_for[number:]
        return told, []

    def wanting(self, index: int) -> list[Shown]:
        """The edits of a variant, 0 for the first, that showed on too few puzzles."""
        return [each for each in self.edits[index] if each.wanting]

    def untried(self, index: int) -> list[Edit]:
        """The edits of a variant that never showed, and are not known to agree."""
        return [e.edit for e in self.edits[index] if not e.puzzles and not e.agrees]

    def account(self, index: int) -> Account:
        """The rules of a variant, 0 for the first after the reference."""
        return self._accounts[index + 1].account

    def settled(self, index: int) -> bool:
        """Whether it was looked to the end where the edits of a variant show."""
        return self._accounts[0].account.settled and self.account(index).settled

    def data(self, index: int) -> list[dict[str, Any]]:
        """The edits of a variant, for JSON; docs/json.md says what each key means."""
        return [
            {**syntax.data(each.edit.change), "puzzles": each.puzzles, "agrees": each.agrees}
            for each in self.edits[index]
        ]


class _Watched:
    """An account in which edits are watched as well."""

    def __init__(self, encoding: Encoding, shown: Sequence[Shown]) -> None:
        self._parting = [(each, p) for each in shown for p in each.edit.probes]
        self._agreeing = [(e, n, p) for e in shown for n, p in enumerate(e.edit.agreeing)]
        self._hints = [(e, n, p) for e in shown for n, p in enumerate(e.edit.hints)]
        others = (p for _, _, p in (*self._agreeing, *self._hints))
        probes = [*(p for _, p in self._parting), *others]
        self.account = Account(encoding, probes)

    def see(self, given: Program, patience: Patience) -> list[Shown]:
        """The edits that show, of those that have not shown often enough."""
        count = len(self._parting)
        wanted = [n for n, (each, _) in enumerate(self._parting) if each.puzzles < ENOUGH]
        wanted += [
            count + n
            for n, (each, which, _) in enumerate(self._agreeing)
            if not each.puzzles and which not in each.agreed
        ]
        found = self.account.see(given, patience, wanted)
        for number in found:
            if number >= count:
                each, which, _ = self._agreeing[number - count]
                each.agreed.add(which)
        return [self._parting[n][0] for n in sorted(found) if n < count]

    def look(
        self, given: Program, patience: Patience
    ) -> tuple[frozenset[object], frozenset[object], Mapping[Signature, int]]:
        """What shows, what hints at it, what the program was grounded to; not taken down."""
        first = len(self.account.rules)
        count, beside = len(self._parting), len(self._parting) + len(self._agreeing)
        wanted = [first + n for n, (each, _) in enumerate(self._parting) if not each.agrees]
        wanted += [first + beside + n for n, (e, _, _) in enumerate(self._hints) if not e.agrees]
        found = self.account.look(given, patience, wanted, domains=True)
        holding = [n - first for n in found.probes]
        parting = frozenset(id(self._parting[n][0]) for n in holding if n < count)
        told = (self._hints[n - beside] for n in holding if n >= beside)
        return parting, frozenset((id(each), which) for each, which, _ in told), found.domains
