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
from pylab.analysis.compare import SECONDS, Sample, Settings, Variant, question
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


@dataclass(frozen=True, slots=True)
class _Watched:
    """A probe of an edit; of a kind of probes as `Edit` has them, the one of this number."""

    shown: Shown
    kind: str
    number: int
    probe: Probe

    def wanted(self, looking: bool) -> bool:
        """Whether it matters if it holds: to what is taken down, or only to what is promising."""
        each = self.shown
        if self.kind == "probes":
            return not each.agrees if looking else each.puzzles < ENOUGH
        if self.kind == "agreeing":
            return not (looking or each.puzzles or self.number in each.agreed)
        return looking and not each.agrees


class Account:
    """The rules of one program, which of them are covered, and where edits of it show.

    Args:
        encoding: whose rules.
        edits: what is watched as well.

    Attributes:
        rules: the rules.
        covered: those that are covered, by their numbers.
        seen: how many instances were looked at.
        settled: whether all of them were, each to the end; else more rules may be covered.
        left_out: the instances that the program is not for, by name, and why; no random ones.
    """

    def __init__(self, encoding: Encoding, edits: Iterable[Shown] = ()) -> None:
        known = [(each, p) for each in encoding.model if (p := probe(each)) is not None]
        self.rules = [each for each, _ in known]
        self.covered: set[int] = set()
        self.seen = 0
        self.settled = True
        self.left_out: dict[str, str] = {}
        self._watched = [
            _Watched(each, kind, number, p)
            for each in edits
            for kind in ("probes", "agreeing", "hints")
            for number, p in enumerate(getattr(each.edit, kind))
        ]
        self._probes = [*(p for _, p in known), *(each.probe for each in self._watched)]
        self._probed: dict[tuple[Path, ...], tuple[Probed, frozenset[int]]] = {}

    def see(self, given: Program, patience: Patience) -> list[Shown]:
        """Look at an instance; the edits that show, of those that have not shown often enough.

        Raises EncodingError for what clingo refuses.
        """
        left = set(range(len(self.rules))) - self.covered
        found, watched = self._look(given, patience, left, looking=False)
        self.seen += 1
        self.settled = self.settled and found.settled
        self.covered |= left & found.probes
        for each in watched:
            if each.kind == "agreeing":
                each.shown.agreed.add(each.number)
        return [each.shown for each in watched if each.kind == "probes"]

    def look(
        self, given: Program, patience: Patience
    ) -> tuple[set[int], set[tuple[int, int]], Mapping[Signature, int]]:
        """What shows, what hints at it, what the program was grounded to; not taken down."""
        found, watched = self._look(given, patience, (), looking=True)
        shows = {id(each.shown) for each in watched if each.kind == "probes"}
        hints = {(id(each.shown), each.number) for each in watched if each.kind == "hints"}
        return shows, hints, found.domains

    def _look(
        self, given: Program, patience: Patience, rules: Iterable[int], looking: bool
    ) -> tuple[Covered, list[_Watched]]:
        probed, there = self._with(given.encoding)
        count = len(self.rules)
        wanted = {n for n in rules if n in there}
        wanted |= {count + n for n, each in enumerate(self._watched) if each.wanted(looking)}
        found = Covered(frozenset(), settled=True)
        if wanted or looking:
            found = probed.covered(given, patience, wanted, looking)
        return found, [self._watched[n - count] for n in sorted(found.probes) if n >= count]

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


def on(means: Settings, variant: Variant, samples: Iterable[Sample]) -> Account:
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


def _given(means: Settings, variant: Variant, instance: Any) -> Program:
    """What clingo gets. Raises InstanceError where the task is none for the instance."""
    asked = question(means, variant, instance)
    if why := asked.family.unsupported(asked.instance, asked.task):
        raise InstanceError(why)
    return program(asked, asked.encoding)


def _versions(reference: Encoding, variant: Encoding) -> bool:
    """Whether one was edited from the other: three in four of its statements are in both."""
    one, two = ({str(each.tree) for each in program.model} for program in (reference, variant))
    return 4 * len(one & two) >= 3 * min(len(one), len(two))


class Coverage:
    """Of variants that are compared: which rules are covered, which edits showed.

    Attributes:
        edits: for each variant but the first, what was edited; only what can be seen at all.
        told: why clingo refused to have some instances looked at.
    """

    def __init__(self, means: Settings, variants: Sequence[Variant]) -> None:
        self.means, self.variants = means, variants
        reference, *others = variants
        self.edits = [
            [
                Shown(each)
                for each in edits(reference.program, other.program, means.family.vocabulary)
                if each.probes
            ]
            if _versions(reference.program, other.program)
            else []
            for other in others
        ]
        self.told: dict[str, None] = {}
        whole = [each for shown in self.edits for each in shown]
        self._accounts = [
            Account(each.program, whole if not index else self.edits[index - 1])
            for index, each in enumerate(variants)
        ]

    def see(self, instance: Any, only: Collection[int] | None = None) -> None:
        """Look at an instance that was compared.

        `only`: the numbers of the variants whose edits matter, 0 for the first after the reference.
        """
        numbers = range(len(self.edits)) if only is None else only
        told, missed = self._told(instance, numbers, Account.see)
        for index in missed:
            self._accounts[index].settled = False
        for each in {id(each): each for found in told for each in found}.values():
            each.puzzles += 1

    def reach(self, instance: Any, index: int) -> tuple[bool, frozenset[object]]:
        """Whether a variant's edits show on an instance, and how far they get.

        That is the predicates that they make a difference to, as far as the programs are grounded
        to other atoms; where no edit shows, the hints that hold. It is not taken down: the instance
        need not be compared.
        """
        told, _ = self._told(instance, [index], Account.look)
        if len(told) < 2:
            return False, frozenset()
        (shows, hints, one), (more, others, two) = told
        if not (shows or more):
            return False, frozenset(hints | others)
        return True, frozenset(s for s in one.keys() | two.keys() if one.get(s) != two.get(s))

    def _told(
        self,
        instance: Any,
        only: Collection[int],
        look: Callable[[Account, Program, Patience], T],
    ) -> tuple[list[T], list[int]]:
        """What the reference and some variants tell of an instance, up to where that ends.

        And which were kept from telling, by a limit or by clingo; not those whose task it is none.
        """
        told: list[T] = []
        asked_for = [0, *(each + 1 for each in sorted(only))]
        for number, index in enumerate(asked_for):
            if self.means.stop.is_set() or left_at_work():
                return told, asked_for[number:]
            patience = Patience(min(self.means.seconds, SECONDS), stop=self.means.stop)
            try:
                given = _given(self.means, self.variants[index], instance)
                told.append(look(self._accounts[index], given, patience))
            except (InstanceError, Unsupported):
                break
            except EncodingError as error:
                self.told[f"coverage was not determined: {error}"] = None
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
        return self._accounts[index + 1]

    def settled(self, index: int) -> bool:
        """Whether it was looked to the end where the edits of a variant show."""
        return self._accounts[0].settled and self.account(index).settled

    def data(self, index: int) -> list[dict[str, Any]]:
        """The edits of a variant, for JSON; docs/json.md says what each key means."""
        return [
            {**syntax.data(each.edit.change), "puzzles": each.puzzles, "agrees": each.agrees}
            for each in self.edits[index]
        ]
