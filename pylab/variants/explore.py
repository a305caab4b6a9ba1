"""Variants compared on puzzles that fire what was edited: where there are too few, more are made.

They come from three sources in turn: what `generate` makes of other values of its parameters,
mutations of puzzles (of those that showed the edit, once there are some), and all small ones that
are so many changes away from the smallest.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from pylab.engines.session import left_at_work
from pylab.predicates import Role, atoms
from pylab.variants.compare import Means, Row, Sample, Variant, compare, fits
from pylab.variants.coverage import Coverage, Shown
from pylab.variants.mutations import Kinds, Mutations, nearness, optioned
from pylab.variants.trials import LARGE

SECONDS = 20.0
"""So long puzzles are made for a variant, at most."""

_CANDIDATES = 40
"""So many are looked at for each that is wanted."""

_SMALLEST = 3
"""From so many of the smallest puzzles the small ones begin."""


class Exploration:
    """A comparison that keeps account of what fires.

    Attributes:
        coverage: what fired, and which edits showed.
        made: how many puzzles were made because of an edit.
    """

    def __init__(self, means: Means, variants: Sequence[Variant]) -> None:
        self.means, self.variants = means, variants
        self.coverage = Coverage(means, variants)
        self.made = 0
        self._open = set(range(len(variants) - 1))

    def rows(self, samples: Sequence[Sample], more: int, seed: int) -> Iterator[Row]:
        """The samples compared, then up to so many puzzles more for each variant still the same."""
        for row in compare(self.means, self.variants, samples):
            self._note(row)
            self.coverage.see(row.sample.instance, self._open)
            yield row
        for index in sorted(self._open):
            yield from self._towards(index, [each.instance for each in samples], more, seed)

    def _note(self, row: Row) -> None:
        self._open -= {index for index, each in enumerate(row.differences) if each is not None}

    def _towards(
        self, index: int, instances: Sequence[Any], more: int, seed: int
    ) -> Iterator[Row]:
        """Puzzles on which a variant's edits show, compared, until one tells it apart."""
        end, made = time.monotonic() + SECONDS, 0
        for shown in self.coverage.wanting(index):
            candidates = self._candidates(index, shown, instances, seed)
            for instance in itertools.islice(candidates, _CANDIDATES * more):
                over = self.means.stop.is_set() or left_at_work() or time.monotonic() > end
                if over or made >= more or shown not in self.coverage.wanting(index):
                    break
                if not self.coverage.see(instance, {index}):
                    continue
                self.made += 1
                made += 1
                name = f"made {seed}/{self.made}"
                for row in compare(self.means, self.variants, [Sample(name, instance, True)]):
                    self._note(row)
                    yield row
                if index not in self._open:
                    return

    def _candidates(
        self, index: int, shown: Shown, instances: Sequence[Any], seed: int
    ) -> Iterator[Any]:
        """Small puzzles that may show an edit, each once."""
        family, rng = self.means.family, random.Random(seed)
        programs = [self.variants[0].program, self.variants[index + 1].program]
        facts = [family.facts(each) for each in instances]
        both = [each for each in (shown.edit.old, shown.edit.new) if each is not None]
        used = {s for each in both for _, s, role, _ in atoms(each) if role is not Role.DEFINED}
        heads = {s for each in both for _, s, role, _ in atoms(each) if role is Role.DEFINED}
        near = nearness(programs, used or heads, family.vocabulary)
        mutations = Mutations(family, Kinds(programs, facts), near)
        sizes = sorted(range(len(facts)), key=lambda n: len(facts[n]))
        small = mutations.small([instances[n] for n in sizes[:_SMALLEST]])
        pool = [instances[n] for n in sizes]
        seen = set()
        for turn in itertools.count():
            if turn % 4 == 0:
                found = optioned(family, rng)
            elif turn % 4 == 1:
                found = next(small, None)
            elif pool or shown.hits:
                found = mutations.mutated(rng, rng.choice(shown.hits or pool))
            else:
                return
            if found is None:
                continue
            key = tuple(each.symbol for each in family.facts(found))
            if len(key) <= LARGE and key not in seen and fits(family, self.variants, found):
                seen.add(key)
                yield found
