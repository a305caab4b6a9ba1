"""Compares variants on puzzles on which the edits show, and makes more where there are too few.

They come from three sources in turn: what `generate` makes of other values of its parameters,
mutations of puzzles, and all small ones that are so many changes away from the smallest. Of those
that an edit shows on, those are changed on to which it makes a difference that no other one has
shown: in some predicate that what was edited leads to, and at last in the answers. They are
compared, and as many others again.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import clingo

from pylab.analysis.compare import Sample, Settings, Variant, fits
from pylab.analysis.coverage import Coverage
from pylab.analysis.differences import Outcome, compare
from pylab.analysis.edits import Edit
from pylab.analysis.mutations import Kinds, Mutations, nearness, optioned
from pylab.analysis.trials import LARGE
from pylab.encoding.predicates import Role, Statement, signatures
from pylab.encoding.program import Encoding
from pylab.engines.session import left_at_work
from pylab.family.table import Family

_TURNS = 1000
"""The most attempts at making a puzzle for a variant."""

_OF_A_KIND = 3
"""The most puzzles that are kept for further changes with the same predicates different."""

_SMALLEST = 3
"""The number of smallest puzzles with which the search for small ones begins."""

_SOURCES = ("options", "small", "mutation", "mutation", "mutation")
"""The sources of puzzles, in turn."""

_SEEDS = 20
"""The number of compared puzzles that are used as a start."""

_ANY = 0.1
"""The probability that any puzzle is mutated instead of a promising one."""

_Reach = frozenset[object]


class Exploration:
    """A comparison that records coverage.

    Attributes:
        coverage: what is covered, and which edits showed.
        made: how many puzzles were made because of an edit.
    """

    def __init__(self, means: Settings, variants: Sequence[Variant]) -> None:
        self.means, self.variants = means, variants
        self.coverage = Coverage(means, variants)
        self.made = 0
        self._open = set(range(len(variants) - 1))

    def rows(self, samples: Sequence[Sample], more: int, seed: int) -> Iterator[Outcome]:
        """Compare on the samples, then on up to `more` new puzzles if no difference is found."""
        for row in compare(self.means, self.variants, samples):
            if not row.left_out:
                self._note(row)
                self.coverage.see(row.sample.instance, self._open)
            yield row
        for index in sorted(self._open):
            if more and self.means.making_seconds and self.coverage.wanting(index):
                yield from self._towards(index, [each.instance for each in samples], more, seed)

    @property
    def untried(self) -> list[list[Edit]]:
        """For each variant that is still the same: the edits that never showed."""
        return [self.coverage.untried(index) for index in sorted(self._open)]

    def uncovered(self, index: int) -> Sequence[Statement]:
        """The rules of a variant, 0 for the first after the reference, that no puzzle covers.

        None are named of one that differs, as its coverage is not looked at any further.
        """
        account = self.coverage.account(index)
        return account.uncovered if index in self._open and account.seen and account.settled else []

    @property
    def settled(self) -> bool:
        """Whether coverage was determined to the end for variants without a difference."""
        return all(self.coverage.settled(index) for index in self._open)

    @property
    def remarks(self) -> list[str]:
        """Why coverage was not determined to the end, unless it was interrupted."""
        told = list(self.coverage.told)
        if not told and not self.settled and not self.means.stop.is_set():
            told.append("a limit ended the search for coverage: more may be covered")
        return told

    def data(self, index: int) -> dict[str, Any]:
        """Of a variant, for JSON; docs/json.md says what each key means."""
        return {
            "seen": self.coverage.account(index).seen,
            "settled": self.coverage.settled(index),
            "uncovered": [
                {"file": each.file, "line": each.line, "constraint": each.constraint}
                for each in self.uncovered(index)
            ],
            "edits": self.coverage.data(index),
        }

    def _note(self, row: Outcome) -> None:
        self._open -= {index for index, each in enumerate(row.differences) if each is not None}

    def _towards(
        self, index: int, instances: Sequence[Any], more: int, seed: int
    ) -> Iterator[Outcome]:
        """Make puzzles on which a variant's edits show, and compare on them until it differs."""
        end, made, alike = time.monotonic() + self.means.making_seconds, 0, 0
        family, edits = self.means.family, self.coverage.wanting(index)
        variants = [self.variants[0], self.variants[index + 1]]
        programs = [each.program for each in variants]
        rng = random.Random(seed)
        maker = _Maker(family, programs, [each.edit for each in edits], instances, rng)

        def over() -> bool:
            return self.means.stop.is_set() or left_at_work() or time.monotonic() > end

        for instance in maker.seeds():
            if over():
                return
            maker.keep(instance, *self.coverage.reach(instance, index))
        for instance in maker.puzzles():
            if not fits(family, variants, instance):
                continue
            if over():
                return
            shows, reach = self.coverage.reach(instance, index)
            new = maker.keep(instance, shows, reach)
            if not shows or not (new or alike < more // 2):
                continue
            alike += not new
            made += 1
            self.made += 1
            name = f"made {seed}/{self.made}"
            for row in compare(
                self.means, self.variants, [Sample(name, instance, drawn=True, made=True)]
            ):
                if row.left_out:
                    continue
                self._note(row)
                self.coverage.see(instance, {index})
                yield row
            if index not in self._open or made >= more:
                return


class _Maker:
    """Makes puzzles for edits, preferably from those that show something new.

    Args:
        family: whose.
        programs: the reference and the variant.
        edits: what was edited.
        instances: what to begin with.
        rng: decides everything.
    """

    def __init__(
        self,
        family: Family[Any, Any],
        programs: Sequence[Encoding],
        edits: Sequence[Edit],
        instances: Sequence[Any],
        rng: random.Random,
    ) -> None:
        self._family, self._programs, self._rng = family, programs, rng
        facts = [family.facts(each) for each in instances]
        self._kinds = Kinds(programs, facts)
        self._about = [self._changes(edit) for edit in edits]
        order = sorted(range(len(facts)), key=lambda n: len(facts[n]))
        self._pool = [instances[n] for n in order]
        self._kept: dict[tuple[bool, _Reach], list[Any]] = defaultdict(list)

    def _changes(self, edit: Edit) -> Mutations:
        """The mutations of predicates that matter to an edit."""
        both = (each for each in (edit.change.old, edit.change.new) if each is not None)
        found = [atom for each in both for atom in each.atoms]
        used = signatures(found, *(role for role in Role if role is not Role.DEFINED))
        wanted = used or signatures(found, *Role)
        near = nearness(self._programs, wanted, self._family.vocabulary)
        return Mutations(self._family, self._kinds, near)

    def puzzles(self) -> Iterator[Any]:
        """Small puzzles, each once."""
        small = [each.small(self._pool[:_SMALLEST]) for each in self._about]
        seen: set[tuple[clingo.Symbol, ...]] = set()
        for turn in range(_TURNS):
            which = turn // len(_SOURCES) % len(self._about)
            match _SOURCES[turn % len(_SOURCES)]:
                case "options":
                    found = optioned(self._family, self._rng)
                    self._pool += [found] if found is not None else []
                case "small":
                    found = next(small[which], None)
                case _:
                    found = self._about[which].mutated(self._rng, self._good())
            if found is None:
                continue
            key = tuple(each.symbol for each in self._family.facts(found))
            if len(key) <= LARGE and key not in seen:
                seen.add(key)
                yield found

    def seeds(self) -> Sequence[Any]:
        """Small ones that were compared already."""
        return self._pool[:_SEEDS]

    def _good(self) -> Any:
        """A puzzle to mutate: one on which an edit shows or nearly does, if there is one."""
        best = max((shows for shows, _ in self._kept), default=False)
        reaches = [(shows, reach) for shows, reach in self._kept if shows == best and reach]
        if not reaches or self._rng.random() < _ANY:
            return self._rng.choice(self._pool)
        chosen = self._rng.choices(reaches, [len(reach) ** 2 for _, reach in reaches])[0]
        return self._rng.choice(self._kept[chosen])

    def keep(self, instance: Any, shows: bool, reach: _Reach) -> bool:
        """Whether to compare on this puzzle and to mutate it: few like it are known."""
        alike = self._kept[shows, reach]
        if len(alike) < _OF_A_KIND:
            alike.append(instance)
            return True
        return False
