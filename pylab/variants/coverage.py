"""Which rules fire on puzzles, and whether what was edited shows; prints nothing.

What fires is found out by `engines.coverage`, an instance at a time, and only for what has not
fired before. What an edit is, and where it shows, is said by `edits`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylab.dropped import place_of
from pylab.encoding import Encoding
from pylab.engines import coverage
from pylab.engines.clingo import program_of
from pylab.engines.coverage import Probe, placed, probe
from pylab.engines.session import left_at_work
from pylab.errors import EncodingError, InstanceError, Place
from pylab.limits import Patience
from pylab.question import Question
from pylab.variants.compare import Means, Variant, question
from pylab.variants.edits import Edit, edits

ENOUGH = 8
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

    @property
    def words(self) -> str:
        """What that means, for people."""
        if self.constraint:
            return "this constraint never ruled anything out: its body holds in no candidate"
        return "this rule never fired: its body holds in no answer"


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
        self._probes = [*(p for _, p in known), *more]
        self._watches: dict[tuple[Path, ...], tuple[coverage.Watch, frozenset[int]]] = {}

    def see(self, asked: Question, patience: Patience, more: Iterable[int] = ()) -> set[int]:
        """Look at an instance; which of the other probes hold, of those that are wanted.

        Raises InstanceError where the task is none for it, EncodingError for what clingo refuses.
        """
        if why := asked.family.unfit(asked.instance, asked.task):
            raise InstanceError(why)
        encoding = asked.encoding
        watch, there = self._watch(encoding)
        count = len(self.rules)
        wanted = {n for n in range(count) if n not in self.fired and n in there}
        wanted |= {count + n for n in more}
        if not wanted:
            return set()
        found = watch.fired(program_of(asked, encoding), patience, wanted)
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
            if number not in self.fired
            and (names is None or each.location.begin.filename in names)
        ]


@dataclass
class Shown:
    """An edit, and on how many puzzles it showed.

    Attributes:
        edit: what was edited.
        puzzles: on how many it showed, up to ENOUGH.
        hits: some of these.
    """

    edit: Edit
    puzzles: int = 0
    hits: list[Any] = field(default_factory=list)


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
            [Shown(each) for each in edits(reference.program, other.program) if each.probes]
            for other in others
        ]
        self.told: dict[str, None] = {}
        whole = [each for shown in self.edits for each in shown]
        self._ledgers = [
            _Pledged(each.program, whole if not index else self.edits[index - 1])
            for index, each in enumerate(variants)
        ]

    def see(self, instance: Any, only: Collection[int] | None = None) -> bool:
        """Look at an instance; whether an edit showed that did not do so often enough before.

        `only`: the numbers of the variants whose edits matter, 0 for the first after the reference.
        """
        shown: list[Shown] = []
        for index, pledged in enumerate(self._ledgers):
            if only is not None and index and index - 1 not in only:
                continue
            if self.means.stop.is_set() or left_at_work():
                break
            asked = question(self.means, self.variants[index], instance)
            patience = Patience(self.means.seconds, stop=self.means.stop)
            try:
                shown += pledged.see(asked, patience)
            except InstanceError:
                return False
            except EncodingError as error:
                self.told[f"not looked whether rules fire: {error}"] = None
        distinct = list({id(each): each for each in shown}.values())
        for each in distinct:
            each.puzzles += 1
            each.hits.append(instance)
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


class _Pledged:
    """A ledger in which edits are watched as well."""

    def __init__(self, program: Encoding, shown: Sequence[Shown]) -> None:
        pairs = [(each, p) for each in shown for p in each.edit.probes]
        self._owners = [each for each, _ in pairs]
        self.ledger = Ledger(program, [p for _, p in pairs])

    def see(self, asked: Question, patience: Patience) -> Iterator[Shown]:
        wanted = [n for n, each in enumerate(self._owners) if each.puzzles < ENOUGH]
        found = self.ledger.see(asked, patience, wanted)
        return (self._owners[n] for n in sorted(found))

