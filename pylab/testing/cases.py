"""Options of a family, alone and in pairs, each with puzzles on which it makes a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

from pylab.analysis.catalogue import overlays_of
from pylab.base.errors import EncodingError
from pylab.base.finding import Status
from pylab.base.listing import Task
from pylab.base.verdict import Verdict
from pylab.core.answer import Answer
from pylab.core.question import typed
from pylab.encoding import files as encoding_files
from pylab.encoding.program import has_rules
from pylab.family.testkit import Truth
from pylab.testing.statements import PartyResult
from pylab.testing.subject import ROUNDS, Options, Subject, worded

_SOUGHT = 40
"""The number of random puzzles to try for each of the first _ROUNDS rounds."""

_ROUNDS = 4

_ASKED = 4
"""The same if brute force can't tell, so that the engines must be asked."""

_FEW = 2
"""The number of puzzles that show an option if there are few rounds."""

_KINDS = ("dearer", "cheaper", "vanishes", "appears", "others")
"""How answers may differ; most parties can tell the first kinds."""

_Shown = dict[tuple[Options, str], list[str]]
"""Names of puzzles, by the options that they are compared with and the kind of difference."""


@dataclass(frozen=True, slots=True)
class Case:
    """Options that are given together.

    Attributes:
        options: the options.
        overlays: the overlays whose headers set exactly these options.
        neutral: the names of options that change no answer.
    """

    options: Options
    overlays: tuple[Path, ...] = ()
    neutral: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The options in words."""
        return worded("", self.options).removeprefix(" with ")

    @property
    def alone(self) -> bool:
        """Whether it is one option."""
        return len(self.options) == 1

    @property
    def flags(self) -> bool:
        """Whether all of its options are true or false."""
        return all(isinstance(value, bool) for _, value in self.options)

    @property
    def texts(self) -> dict[str, str]:
        """The options as headers of overlays have them."""
        return {n: str(v).lower() if isinstance(v, bool) else str(v) for n, v in self.options}

    @property
    def without(self) -> Sequence[Options]:
        """The options to compare it with: all but one, for each that is not neutral."""
        return [
            tuple(each for each in self.options if each != left)
            for left in self.options
            if left[0] not in self.neutral
        ]


@dataclass(frozen=True, slots=True)
class Specimen:
    """A puzzle, as it is and under the options of a case."""

    case: Case
    name: str
    plain: Any
    instance: Any

    @property
    def where(self) -> str:
        return worded(self.name, self.case.options)


class Cases:
    """The cases of a family, and puzzles on which they make a difference."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.instance = subject, subject.instance

    @cached_property
    def all(self) -> Sequence[Case]:
        """Each option alone, then pairs; with few rounds, only pairs of boolean options.

        Two options without a common task are no pair: each task refuses one of them.
        """
        single = self._single()
        few = self.subject.rounds < ROUNDS
        paired = [
            each for each in single if each.alone and (not few or (each.flags and not each.neutral))
        ]
        pairs = []
        for one, other in combinations(paired, 2):
            options = tuple(sorted((*one.options, *other.options)))
            if options[0][0] != options[1][0] and self._together(options):
                pairs.append(Case(options, (), one.neutral | other.neutral))
        return [*single, *pairs]

    def _together(self, options: Options) -> bool:
        """Whether some task takes all of these options."""
        given = [each for each in self.subject.family.options if each.name in dict(options)]
        names = (task.name for task in self.subject.family.tasks)
        return any(all(name in (each.tasks or (name,)) for each in given) for name in names)

    def _single(self) -> list[Case]:
        """Every boolean option, every listed value, and the options that overlays set."""
        family, overlays = self.subject.family, dict[Options, list[Path]]()
        for option in family.options:
            values = (not option.default,) if isinstance(option.default, bool) else option.small
            for value in values:
                if value != option.default:
                    overlays[((option.name, value),)] = []
        for path in overlays_of(family):
            set_by = typed(family, encoding_files.options([path]))
            if set_by:
                overlays.setdefault(tuple(sorted(set_by.items())), []).append(path)
        neutral = frozenset(self.subject.testkit.neutral)
        return [Case(o, tuple(files), neutral & set(dict(o))) for o, files in overlays.items()]

    def overlaid(self, name: str, overlay: Path, task: Task) -> Answer | None:
        """clingo's answer to a puzzle with an overlay; None if the overlay is for other tasks.

        An overlay with rules doesn't change the puzzle's facts.
        """
        family = self.subject.family
        if overlay.is_file() and has_rules(overlay):
            told = "not checked: the checker is not told of the options"
            family = replace(
                family, adapt=lambda instance, **_: instance, check=lambda *_: Verdict((), told)
            )
        try:
            return self.subject.ask(
                self.instance(name), task, "clingo", overlays=(str(overlay),), family=family
            )
        except EncodingError:
            return None

    def specimens(self, case: Case) -> Sequence[Specimen]:
        """Puzzles for each kind of difference that the case makes; for a neutral case, any."""
        found, few = self._shown(case), self.subject.rounds < ROUNDS
        names = dict[str, None]()
        for without in case.without:
            kinds = (found[without, kind] for kind in _KINDS if (without, kind) in found)
            chosen = dict.fromkeys(chain(*kinds))
            most = _FEW if case.flags and case.alone else 1
            names |= dict.fromkeys(islice(chosen, most if few else None))
        if not case.without:
            drawn = (f"sample {number}" for number in range(_SOUGHT))
            fitting = (name for name in drawn if self.instance(name, case.options) is not None)
            names = dict.fromkeys(islice(fitting, _FEW if few else self.subject.rounds // 4))
        return [
            Specimen(case, name, self.instance(name), self.instance(name, case.options))
            for name in names
        ]

    def idle(self, case: Case) -> Sequence[str]:
        """The options of a case that make no difference to any puzzle, in words."""
        told = {without for without, _ in self._shown(case)}
        return [
            Case(tuple(set(case.options) - set(without))).name
            for without in case.without
            if without not in told
        ]

    @cache  # noqa: B019 - as long as its subject
    def _shown(self, case: Case) -> _Shown:
        found = self._sought(case, truth=True, most=_SOUGHT)
        shown = {without for without, _ in found}
        if (case.alone or case.flags) and len(shown) < len(case.without):
            found |= self._sought(case, truth=False, most=_ASKED)
        return found

    def _sought(self, case: Case, *, truth: bool, most: int) -> _Shown:
        """Puzzles on which the case makes a difference, out of `most` for each round."""
        found: _Shown = {}
        wanted = max(1, self.subject.rounds // ROUNDS)
        samples = range(most * min(self.subject.rounds, _ROUNDS))
        for name in (*self.subject.brought, *(f"sample {number}" for number in samples)):
            if self.instance(name, case.options) is None:
                continue
            for without in case.without:
                for kind in self._changes(name, without, case.options, truth=truth):
                    names = found.setdefault((without, kind), [])
                    if len(names) < wanted:
                        names.append(name)
            if not case.alone and len({without for without, _ in found}) == len(case.without):
                break
        return found

    def _changes(self, name: str, without: Options, options: Options, *, truth: bool) -> set[str]:
        """The kinds of difference between a puzzle's answers under both options."""
        found = set[str]()
        for task in self.subject.family.tasks if self.instance(name, without) is not None else ():
            before, after = (self._truth(name, o, task, truth=truth) for o in (without, options))
            if before is not None and after is not None and before != after:
                found.add(_change(before, after))
        return found

    def _truth(self, name: str, options: Options, task: Task, *, truth: bool) -> Truth | None:
        """The answer by brute force, else by an engine."""
        if truth:
            return self.subject.truth(self.instance(name, options), task)
        asked = self.subject.asked(name, task, "native" if task.native else "clingo", options)
        if asked is None or not asked.answer.settled:
            return None
        said = PartyResult.of_answer(self.subject, asked.answer)
        if said is None or said.status is Status.NONE:
            return None if said is None else Truth(False)
        exact = task.native or said.answers is not None
        return Truth(True, said.high, said.count, (said.answers or said.some) if exact else None)


def _change(before: Truth, after: Truth) -> str:
    """The kind of difference between two answers."""
    dearer, cheaper, vanishes, appears, others = _KINDS
    if before.found != after.found:
        return appears if after.found else vanishes
    if before.cost == after.cost or before.cost is None or after.cost is None:
        return others
    return dearer if after.cost > before.cost else cheaper
