"""Which rules fire on puzzles, and whether what was edited shows; prints nothing.

What fires is found out by `engines.coverage`, an instance at a time, and only for what has not
fired before. What an edit is, and where it shows, is said by `edits`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pylab.dropped import Finding, place_of
from pylab.encoding import Encoding
from pylab.engines import coverage
from pylab.engines.clingo import program
from pylab.engines.coverage import Probe, placed, probe
from pylab.engines.session import left_at_work
from pylab.errors import EncodingError, InstanceError, Place
from pylab.limits import Patience
from pylab.listing import Signature
from pylab.question import Question
from pylab.variants import syntax
from pylab.variants.compare import Means, Sample, Variant, question
from pylab.variants.edits import Edit, edits

ENOUGH = 20
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
    """

    def __init__(self, program: Encoding, more: Sequence[Probe] = ()) -> None:
        self.program = program
        found = ((part, each, probe(part, each)) for part, each in placed(program))
        known = [(each, p) for _, each, p in found if p is not None]
        self.rules = [each for each, _ in known]
        self.fired: set[int] = set()
        self.settled = True
        self.domains: Mapping[Signature, int] = {}
        self._probes = [*(p for _, p in known), *more]
        self._watches: dict[tuple[Path, ...], tuple[coverage.Watch, frozenset[int]]] = {}

    def see(
        self,
        asked: Question,
        patience: Patience,
        more: Iterable[int] = (),
        domains: bool = False,
    ) -> set[int]:
        """Look at an instance; which of the other probes hold, of those that are wanted.

        If `domains` are asked for, they are those of this instance then.

        Raises InstanceError where the task is none for it, EncodingError for what clingo refuses.
        """
        if why := asked.family.unfit(asked.instance, asked.task):
            raise InstanceError(why)
        encoding = asked.encoding
        watch, there = self._watch(encoding)
        count = len(self.rules)
        wanted = {n for n in range(count) if n not in self.fired and n in there}
        wanted |= {count + n for n in more}
        if not wanted and not domains:
            return set()
        found = watch.fired(program(asked, encoding), patience, wanted, domains)
        self.domains = found.domains
        self.settled = self.settled and found.settled
        self.fired |= {n for n in found.fired if n < count}
        return {n - count for n in found.fired if n >= count}

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
            Unfired(place_of(each), coverage.is_constraint(each))
            for number, each in enumerate(self.rules)
            if number not in self.fired and (names is None or each.location.begin.filename in names)
        ]


def on(means: Means, variant: Variant, samples: Iterable[Sample]) -> tuple[Ledger, int]:
    """The rules of a program, after it was put to puzzles; and how many of these it is for.

    Raises EncodingError for what clingo refuses.
    """
    ledger, count = Ledger(variant.program), 0
    for sample in samples:
        if means.stop.is_set() or left_at_work():
            ledger.settled = False
            break
        patience = Patience(means.seconds, stop=means.stop)
        try:
            ledger.see(question(means, variant, sample.instance), patience)
        except InstanceError:
            if not sample.drawn:
                raise
            continue
        count += 1
    return ledger, count


@dataclass
class Shown:
    """An edit, and on how many puzzles it showed.

    Attributes:
        edit: what was edited.
        puzzles: on how many it showed, up to ENOUGH.
    """

    edit: Edit
    puzzles: int = 0


class Coverage:
    """Of variants that are compared: which rules fired, which edits showed.

    Attributes:
        edits: for each variant but the first, what was edited; only what can be seen at all.
        told: why some instances could not be looked at.
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
        """Look at an instance.

        `only`: the numbers of the variants whose edits matter, 0 for the first after the reference.
        """
        self._see(instance, range(len(self.edits)) if only is None else sorted(only), False)

    def reach(self, instance: Any, index: int) -> frozenset[Signature]:
        """The predicates that a variant's edits make a difference to on an instance.

        They are told apart by what the programs are grounded to. Empty where no edit shows.
        """
        if not self._see(instance, [index], True):
            return frozenset()
        one, two = (self._ledgers[n].ledger.domains for n in (0, index + 1))
        return frozenset(each for each in one.keys() | two.keys() if one.get(each) != two.get(each))

    def _see(self, instance: Any, only: Collection[int], domains: bool) -> bool:
        """Whether an edit showed."""
        shown: list[Shown] = []
        for index in (0, *(each + 1 for each in only)):
            if self.means.stop.is_set() or left_at_work():
                return False
            asked = question(self.means, self.variants[index], instance)
            patience = Patience(self.means.seconds, stop=self.means.stop)
            try:
                shown += self._ledgers[index].see(asked, patience, domains)
            except InstanceError:
                return False
            except EncodingError as error:
                self.told[f"not looked whether rules fire: {error}"] = None
                return False
        distinct = list({id(each): each for each in shown}.values())
        for each in distinct:
            each.puzzles += 1
        return bool(distinct)

    def wanting(self, index: int) -> list[Shown]:
        """The edits of a variant, 0 for the first, that showed on too few puzzles."""
        return [each for each in self.edits[index] if each.puzzles < ENOUGH]

    def untried(self, index: int) -> list[Edit]:
        """The edits of a variant that never showed."""
        return [each.edit for each in self.edits[index] if not each.puzzles]

    def unfired(self, index: int) -> list[Unfired]:
        """The rules of a variant that never fired; 0 is the reference."""
        return self._ledgers[index].ledger.unfired()

    def data(self, index: int) -> dict[str, Any]:
        """Of a variant, for JSON; docs/json.md says what each key means."""
        return {
            "unfired": [
                {"file": each.place.source, "line": each.place.line, "constraint": each.constraint}
                for each in self.unfired(index)
            ],
            "edits": [
                {**syntax.data(each.edit.change), "puzzles": each.puzzles}
                for each in self.edits[index - 1]
            ],
        }


class _Pledged:
    """A ledger in which edits are watched as well."""

    def __init__(self, program: Encoding, shown: Sequence[Shown]) -> None:
        pairs = [(each, p) for each in shown for p in each.edit.probes]
        self._owners = [each for each, _ in pairs]
        self.ledger = Ledger(program, [p for _, p in pairs])

    def see(self, asked: Question, patience: Patience, domains: bool) -> list[Shown]:
        """The edits that show, of those that have to; all that are watched, with domains."""
        wanted = [n for n, e in enumerate(self._owners) if domains or e.puzzles < ENOUGH]
        found = self.ledger.see(asked, patience, wanted, domains)
        return [self._owners[n] for n in sorted(found)]
