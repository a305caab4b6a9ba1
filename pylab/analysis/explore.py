"""Compares variants, records where their edits show, and makes more puzzles if too few show them.

New puzzles come from three sources in turn: `generate` with other values of its parameters, small
changes of the smallest puzzles, and random changes. A puzzle on which an edit shows is changed
further if the edit makes a difference to predicates for which few puzzles are known. These puzzles
are compared, and half as many others.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import clingo

from pylab.analysis.compare import SECONDS, Sample, Settings, Variant, fits, measured_again
from pylab.analysis.coverage import ENOUGH, Account, WatchedEdit, asked_of
from pylab.analysis.differences import Outcome, compare
from pylab.analysis.edits import Edit, edits
from pylab.analysis.mutations import Kinds, Mutations, nearness, optioned
from pylab.analysis.trials import LARGE
from pylab.base.errors import EncodingError, InstanceError, LimitReached, Unsupported
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.base.plain import plain
from pylab.base.processes import apart
from pylab.encoding.predicates import Role, Statement, signatures
from pylab.encoding.program import Encoding
from pylab.engines.coverage import Covered
from pylab.engines.session import left_at_work

_TURNS = 1000
"""The most attempts at making a puzzle for a variant."""

_SMALLEST = 3
"""The number of smallest puzzles with which the search for small ones begins."""

_SOURCES = ("options", "small", "mutation", "mutation", "mutation")
"""The sources of puzzles, in turn."""

_ANY = 0.1
"""The probability that any puzzle is mutated instead of one on which an edit shows."""

_FEW = 2
"""The number of edits up to which programs of any size are versions of one another."""

_OF_A_KIND = 3
"""The most puzzles kept for further changes that differ in the same predicates."""

_Reach = frozenset[Signature]
_Kept = dict[_Reach, list[Any]]
_Told = tuple[Outcome, dict[int, Covered], Sequence[int], dict[str, None]]


def _versions(reference: Encoding, variant: Encoding) -> bool:
    """Whether one was edited from the other.

    They share at least one statement, and all but two, or all but a quarter.
    """
    one, two = ({str(each.tree) for each in program.model} for program in (reference, variant))
    common, least = len(one & two), min(len(one), len(two))
    return common > 0 and least - common <= max(least / 4, _FEW)


class Exploration:
    """A comparison that records which rules are covered, and which edits showed.

    Attributes:
        edits: for each variant but the reference, the edits that probes can show.
        made: how many puzzles were made because of an edit.
        open: the numbers of the variants without a difference, 0 for the first after the reference.
    """

    def __init__(self, terms: Settings, variants: Sequence[Variant]) -> None:
        self.terms, self.variants = terms, variants
        reference, *others = (each.program for each in variants)
        keep = terms.family.vocabulary
        self.edits = [
            [WatchedEdit(each) for each in edits(reference, other, keep) if each.probes]
            if _versions(reference, other)
            else []
            for other in others
        ]
        self.made = 0
        self.open = set(range(len(others)))
        self._refused: dict[str, None] = {}
        whole = [each for shown in self.edits for each in shown]
        self._accounts = [Account(reference, whole), *map(Account, others, self.edits)]

    def rows(self, samples: Sequence[Sample], more: int, seed: int) -> Iterator[Outcome]:
        """Compare on the samples, then on up to `more` new puzzles if no difference is found."""
        for sample in samples:
            told = self._on(sample)
            if told is None:
                return
            row, found, missed, self._refused = told
            if not row.left_out:
                self._note(row)
                self._take(found, missed)
            yield row
        for index in sorted(self.open):
            if more and self.terms.making_seconds and any(e.wanting for e in self.edits[index]):
                yield from self._towards(index, [each.instance for each in samples], more, seed)

    def _on(self, sample: Sample) -> _Told | None:
        """Compare on a sample, and look at what holds there, in a process of its own.

        Grounding that a limit can't stop ends with the process. None if it is interrupted.
        """

        def work() -> _Told | None:
            for row in compare(self.terms, self.variants, [sample]):
                self._note(row)
                pairs = zip(self.variants, row.results, strict=True)
                warm = [measured_again(self.terms, v, sample.instance, each) for v, each in pairs]
                looked = self._look(sample.instance, () if row.left_out else self.open)
                return replace(row, results=tuple(warm)), *looked, self._refused
            return None

        for index in (0, *(each + 1 for each in self.open)):
            self._accounts[index].ready(self.variants[index].program)
        with contextlib.suppress(LimitReached):
            shared = self.terms, sample, sample.instance
            return apart(work, "comparison", *shared, stop=self.terms.stop)
        return None

    @property
    def untried(self) -> list[list[Edit]]:
        """For each variant that is still the same: the edits that never showed."""
        return [
            [e.edit for e in self.edits[index] if not (e.puzzles or e.agrees)]
            for index in sorted(self.open)
        ]

    def uncovered(self, index: int) -> Sequence[Statement]:
        """The rules of a variant, 0 for the first after the reference, that no puzzle covers.

        None are named of one that differs, as its coverage is not looked at any further.
        """
        account = self._accounts[index + 1]
        return account.uncovered if index in self.open and account.seen and account.settled else []

    @property
    def settled(self) -> bool:
        """Whether coverage was determined to the end for variants without a difference."""
        return all(map(self._settled, self.open))

    def _settled(self, index: int) -> bool:
        return self._accounts[0].settled and self._accounts[index + 1].settled

    @property
    def remarks(self) -> list[str]:
        """Why coverage was not determined to the end, unless it was interrupted."""
        told = list(self._refused)
        if not told and not self.settled and not self.terms.stop.is_set():
            told.append("a limit ended the search for coverage: more may be covered")
        return told

    def data(self, index: int) -> dict[str, Any]:
        """Of a variant, for JSON.

        Keys:
            variant: its name.
            seen: on how many instances the coverage of its rules was examined.
            settled: whether no limit ended this.
            uncovered: the rules that are not covered: `file`, `line`, and whether each is a
                `constraint`.
            edits: the edits, as in `changes` of a `blame`, each with `puzzles`, the number of
                puzzles on which it showed (5 at most), and `agrees`, whether it showed on none and
                seems to say the same in other words.
        """
        return {
            "seen": self._accounts[index + 1].seen,
            "settled": self._settled(index),
            "uncovered": [
                {"file": each.file, "line": each.line, "constraint": each.constraint}
                for each in self.uncovered(index)
            ],
            "edits": [
                {**plain(each.edit.change), "puzzles": each.puzzles, "agrees": each.agrees}
                for each in self.edits[index]
            ],
        }

    def _note(self, row: Outcome) -> None:
        self.open -= {index for index, each in enumerate(row.differences) if each is not None}

    def _look(
        self, instance: Any, only: Collection[int], making: bool = False
    ) -> tuple[dict[int, Covered], list[int]]:
        """What holds on an instance in the reference and in some variants, by their numbers.

        Also the numbers of those that a limit or an error of clingo has kept from being examined.
        """
        found: dict[int, Covered] = {}
        asked_for = [0, *(each + 1 for each in sorted(only))]
        for number, index in enumerate(asked_for):
            if self.terms.stop.is_set() or left_at_work():
                return found, asked_for[number:]
            seconds = min(self.terms.limits.seconds or SECONDS, SECONDS)
            patience = Patience(seconds, stop=self.terms.stop)
            try:
                given = asked_of(self.terms, self.variants[index], instance)
                found[index] = self._accounts[index].look(given, patience, making)
            except (InstanceError, Unsupported):
                break
            except EncodingError as error:
                self._refused[f"coverage was not determined: {error}"] = None
                return found, asked_for[number:]
        return found, []

    def _take(self, found: dict[int, Covered], missed: Sequence[int]) -> None:
        """Record what was found on an instance that was compared."""
        for index in missed:
            self._accounts[index].settled = False
        shown = {
            id(e): e for index, each in found.items() for e in self._accounts[index].take(each)
        }
        for each in shown.values():
            each.puzzles = min(each.puzzles + 1, ENOUGH)

    def _reach(self, found: Mapping[int, Covered]) -> _Reach | None:
        """The predicates with different ground atoms in both programs; None if no edit shows."""
        if len(found) < 2 or not any(self._accounts[i].shows(each) for i, each in found.items()):
            return None
        one, two = (each.domains for each in found.values())
        return frozenset(s for s in one.keys() | two.keys() if one.get(s) != two.get(s))

    def _towards(
        self, index: int, instances: Sequence[Any], more: int, seed: int
    ) -> Iterator[Outcome]:
        """Make puzzles on which a variant's edits show, and compare on them until it differs."""
        end, made, alike = time.monotonic() + self.terms.making_seconds, 0, 0
        kept: _Kept = defaultdict(list)
        variants = [self.variants[0], self.variants[index + 1]]
        for instance in self._puzzles(index, instances, random.Random(seed), kept):
            if not fits(self.terms.family, variants, instance):
                continue
            if self.terms.stop.is_set() or left_at_work() or time.monotonic() > end:
                return
            found, missed = self._look(instance, [index], making=True)
            if (reach := self._reach(found)) is None:
                continue
            if len(kept[reach]) < _OF_A_KIND:
                kept[reach].append(instance)
            elif alike < more // 2:
                alike += 1
            else:
                continue
            made += 1
            self.made += 1
            sample = Sample(f"made {seed}/{self.made}", instance, drawn=True, made=True)
            for row in compare(self.terms, self.variants, [sample]):
                if self._makes_no_sense(row):
                    continue
                if not row.left_out:
                    self._note(row)
                    self._take(found, missed)
                    yield row
            if index not in self.open or made >= more:
                return

    def _makes_no_sense(self, row: Outcome) -> bool:
        """Whether a folder's judge refuses what the reference answers to a puzzle that was made."""
        kinds = [each.kind for each in row.differences if each is not None]
        return self.terms.family.as_written is not None and "reference-invalid" in kinds

    def _puzzles(
        self, index: int, instances: Sequence[Any], rng: random.Random, kept: _Kept
    ) -> Iterator[Any]:
        """Small puzzles that are about a variant's edits, each once."""
        family, programs = self.terms.family, [self.variants[i].program for i in (0, index + 1)]
        kinds = Kinds(programs, [family.facts(each) for each in instances])
        about = [
            Mutations(family, kinds, nearness(programs, _wanted(each.edit), family.vocabulary))
            for each in self.edits[index]
            if each.wanting
        ]
        pool = sorted(instances, key=lambda each: len(family.facts(each)))
        small = [each.small(pool[:_SMALLEST]) for each in about]
        seen: set[tuple[clingo.Symbol, ...]] = set()
        for turn in range(_TURNS):
            which = turn // len(_SOURCES) % len(about)
            match _SOURCES[turn % len(_SOURCES)]:
                case "options":
                    found = optioned(family, rng)
                    pool += [found] if found is not None else []
                case "small":
                    found = next(small[which], None)
                case _:
                    good = [reach for reach in kept if reach]
                    start = pool
                    if good and rng.random() >= _ANY:
                        start = kept[rng.choices(good, [len(reach) ** 2 for reach in good])[0]]
                    found = about[which].mutated(rng, rng.choice(start))
            if found is None:
                continue
            key = tuple(each.symbol for each in family.facts(found))
            if len(key) <= LARGE and key not in seen:
                seen.add(key)
                yield found


def _wanted(edit: Edit) -> Collection[Signature]:
    """The predicates that matter to an edit."""
    both = (each for each in (edit.change.old, edit.change.new) if each is not None)
    found = [atom for each in both for atom in each.atoms]
    used = signatures(found, *(role for role in Role if role is not Role.DEFINED))
    return used or signatures(found, *Role)
