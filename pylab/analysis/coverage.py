"""Which rules fire on puzzles, and whether what was edited shows; prints nothing.

What fires is found out by `engines.coverage`, an instance at a time, and only for what has not
fired before. What an edit is, and where it shows, is said by `edits`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pylab.analysis import syntax
from pylab.analysis.compare import Means, Sample, Variant, question
from pylab.analysis.edits import Edit, edits
from pylab.base.errors import EncodingError, InstanceError, Place, Unsupported
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.core.question import Question
from pylab.encoding.ineffective import Finding
from pylab.encoding.places import place_of
from pylab.encoding.predicates import is_constraint
from pylab.encoding.program import Encoding
from pylab.engines import coverage
from pylab.engines.clingo import program
from pylab.engines.coverage import Probe, probe
from pylab.engines.session import left_at_work

T = TypeVar("T")

ENOUGH = 5
"""On so many puzzles an edit has to show; until then more are made."""


@dataclass(frozen=True, slots=True)
class Unfired:
    """A rule that never fired.

    Attributes:
        place: where it stands.
        constraint: whether it is a constraint.
    """

    place: Place
    constraint: bool

    def finding(self, puzzles: str) -> Finding:
        """The same for people."""
        what = "this rule never fired: its body holds in no answer to"
        if self.constraint:
            what = "this constraint rules nothing out: its body holds in no candidate for"
        return Finding("unfired", f"{what} {puzzles}", self.place)


class Ledger:
    """The rules of one program, which of them fired, and what else is watched in it.

    Args:
        program: whose rules.
        more: other probes.

    Attributes:
        rules: the rules.
        fired: those that fired, by their numbers.
        seen: how many instances were looked at.
        settled: whether all of them were, each to the end; else rules may fire there.
        left_out: the instances that the program is not for, by name, and why; no random ones.
    """

    def __init__(self, program: Encoding, more: Sequence[Probe] = ()) -> None:
        self.program = program
        found = ((part, each, probe(part, each)) for part, each in program.placed)
        known = [(each, p) for _, each, p in found if p is not None]
        self.rules = [each for each, _ in known]
        self.fired: set[int] = set()
        self.seen = 0
        self.settled = True
        self.left_out: dict[str, str] = {}
        self._probes = [*(p for _, p in known), *more]
        self._watches: dict[tuple[Path, ...], tuple[coverage.Watch, frozenset[int]]] = {}

    def see(self, asked: Question, patience: Patience, more: Iterable[int] = ()) -> set[int]:
        """Look at an instance; which of the other probes hold, of those that are wanted.

        Raises InstanceError where the task is none for it, EncodingError for what clingo refuses.
        """
        count = len(self.rules)
        left = {n for n in range(count) if n not in self.fired}
        found = self.look(asked, patience, left | {count + n for n in more})
        self.seen += 1
        self.settled = self.settled and found.settled
        self.fired |= {n for n in found.fired if n < count}
        return {n - count for n in found.fired if n >= count}

    def look(
        self, asked: Question, patience: Patience, wanted: Collection[int], domains: bool = False
    ) -> coverage.Found:
        """Look at an instance, without taking anything down; rules come before other probes."""
        if why := asked.family.unsupported(asked.instance, asked.task):
            raise InstanceError(why)
        encoding = asked.encoding
        watch, there = self._watch(encoding)
        wanted = [n for n in wanted if n in there or n >= len(self.rules)]
        if not wanted and not domains:
            return coverage.Found(frozenset(), settled=True)
        return watch.fired(program(asked, encoding), patience, wanted, domains)

    def _watch(self, encoding: Encoding) -> tuple[coverage.Watch, frozenset[int]]:
        """An instance may bring overlays along, which stand in for some files."""
        if encoding.overlays not in self._watches:
            files = {each.location.begin.filename for each in encoding.written}
            there = (n for n, s in enumerate(self.rules) if s.location.begin.filename in files)
            watch = coverage.Watch(encoding, self._probes)
            self._watches[encoding.overlays] = watch, frozenset(there)
        return self._watches[encoding.overlays]

    def unfired(self, files: Collection[Path] | None = None) -> list[Unfired]:
        """The rules that never fired, in these files or in all."""
        names = None if files is None else {str(file) for file in files}
        return [
            Unfired(place_of(each), is_constraint(each))
            for number, each in enumerate(self.rules)
            if number not in self.fired and (names is None or each.location.begin.filename in names)
        ]


def on(means: Means, variant: Variant, samples: Iterable[Sample]) -> Ledger:
    """The rules of a program, after it was put to those puzzles that it is for.

    Raises EncodingError for what clingo refuses.
    """
    ledger = Ledger(variant.program)
    for sample in samples:
        if means.stop.is_set() or left_at_work():
            ledger.settled = False
            break
        patience = Patience(means.seconds, stop=means.stop)
        try:
            ledger.see(question(means, variant, sample.instance), patience)
        except (InstanceError, Unsupported) as error:
            if not sample.drawn:
                ledger.left_out[sample.name] = error.message
    return ledger


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
    """Of variants that are compared: which rules fired, which edits showed.

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
        self._ledgers = [
            _Pledged(each.program, whole if not index else self.edits[index - 1])
            for index, each in enumerate(variants)
        ]

    def see(self, instance: Any, only: Collection[int] | None = None) -> None:
        """Look at an instance that was compared.

        `only`: the numbers of the variants whose edits matter, 0 for the first after the reference.
        """
        numbers = range(len(self.edits)) if only is None else only
        told, missed = self._told(instance, numbers, _Pledged.see)
        for index in missed:
            self._ledgers[index].ledger.settled = False
        for each in {id(each): each for found in told for each in found}.values():
            each.puzzles += 1

    def reach(self, instance: Any, index: int) -> tuple[bool, frozenset[object]]:
        """Whether a variant's edits show on an instance, and how far they get.

        That is the predicates that they make a difference to, as far as the programs are grounded
        to other atoms; where no edit shows, the hints that hold. It is not taken down: the instance
        need not be compared.
        """
        told, _ = self._told(instance, [index], _Pledged.look)
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
        look: Callable[[_Pledged, Question, Patience], T],
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
                asked = question(self.means, self.variants[index], instance)
                told.append(look(self._ledgers[index], asked, patience))
            except (InstanceError, Unsupported):
                break
            except EncodingError as error:
                self.told[f"not looked whether rules fire: {error}"] = None
                return told, asked_for[number:]
        return told, []

    def wanting(self, index: int) -> list[Shown]:
        """The edits of a variant, 0 for the first, that showed on too few puzzles."""
        return [each for each in self.edits[index] if each.wanting]

    def untried(self, index: int) -> list[Edit]:
        """The edits of a variant that never showed, and are not known to agree."""
        return [e.edit for e in self.edits[index] if not e.puzzles and not e.agrees]

    def ledger(self, index: int) -> Ledger:
        """The rules of a variant, 0 for the first after the reference."""
        return self._ledgers[index + 1].ledger

    def settled(self, index: int) -> bool:
        """Whether it was looked to the end where the edits of a variant show."""
        return self._ledgers[0].ledger.settled and self.ledger(index).settled

    def data(self, index: int) -> list[dict[str, Any]]:
        """The edits of a variant, for JSON; docs/json.md says what each key means."""
        return [
            {**syntax.data(each.edit.change), "puzzles": each.puzzles, "agrees": each.agrees}
            for each in self.edits[index]
        ]


class _Pledged:
    """A ledger in which edits are watched as well."""

    def __init__(self, program: Encoding, shown: Sequence[Shown]) -> None:
        self._parting = [(each, p) for each in shown for p in each.edit.probes]
        self._agreeing = [(e, n, p) for e in shown for n, p in enumerate(e.edit.agreeing)]
        self._hints = [(e, n, p) for e in shown for n, p in enumerate(e.edit.hints)]
        others = (p for _, _, p in (*self._agreeing, *self._hints))
        probes = [*(p for _, p in self._parting), *others]
        self.ledger = Ledger(program, probes)

    def see(self, asked: Question, patience: Patience) -> list[Shown]:
        """The edits that show, of those that have not shown often enough."""
        count = len(self._parting)
        wanted = [n for n, (each, _) in enumerate(self._parting) if each.puzzles < ENOUGH]
        wanted += [
            count + n
            for n, (each, which, _) in enumerate(self._agreeing)
            if not each.puzzles and which not in each.agreed
        ]
        found = self.ledger.see(asked, patience, wanted)
        for number in found:
            if number >= count:
                each, which, _ = self._agreeing[number - count]
                each.agreed.add(which)
        return [self._parting[n][0] for n in sorted(found) if n < count]

    def look(
        self, asked: Question, patience: Patience
    ) -> tuple[frozenset[object], frozenset[object], Mapping[Signature, int]]:
        """What shows, what hints at it, what the program was grounded to; not taken down."""
        first = len(self.ledger.rules)
        count, beside = len(self._parting), len(self._parting) + len(self._agreeing)
        wanted = [first + n for n, (each, _) in enumerate(self._parting) if not each.agrees]
        wanted += [first + beside + n for n, (e, _, _) in enumerate(self._hints) if not e.agrees]
        found = self.ledger.look(asked, patience, wanted, domains=True)
        fired = [n - first for n in found.fired]
        parting = frozenset(id(self._parting[n][0]) for n in fired if n < count)
        told = (self._hints[n - beside] for n in fired if n >= beside)
        return parting, frozenset((id(each), which) for each, which, _ in told), found.domains
