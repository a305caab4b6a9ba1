"""Which rules of a program are covered by instances, and where what was edited shows.

`engines.coverage` finds what holds in answers to one instance; only what was not covered before is
looked for. `edits` says what an edit is, and where it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clingo import ast

from pylab.analysis.compare import Sample, Settings, Variant, question
from pylab.analysis.edits import Edit
from pylab.base.errors import InstanceError, Unsupported
from pylab.base.limits import Patience
from pylab.encoding.ineffective import Diagnostic
from pylab.encoding.predicates import Statement
from pylab.encoding.program import Encoding
from pylab.engines.clingo import program
from pylab.engines.coverage import Covered, Probed
from pylab.engines.probes import probe
from pylab.engines.session import ClingoProgram, left_at_work

ENOUGH = 5
"""The number of puzzles on which an edit must show; until then more are made."""


def told(rule: Statement, where: str) -> Diagnostic:
    """A message that no instance covers a statement."""
    what = "this rule is not covered: its body holds in no answer to"
    if rule.constraint:
        what = "this constraint rules nothing out: its body holds in no candidate for"
    elif rule.kind is ast.ASTType.ShowSignature:
        what = "this shows nothing: no atom that it names is in an answer to"
    return Diagnostic("uncovered", f"{what} {where}", rule.place)


@dataclass
class WatchedEdit:
    """An edit and the number of puzzles on which it showed.

    Attributes:
        edit: what was edited.
        puzzles: on how many it showed, up to ENOUGH.
        agreed: the numbers of its probes for agreeing that held somewhere.
    """

    edit: Edit
    puzzles: int = 0
    agreed: set[int] = field(default_factory=set)

    @property
    def agrees(self) -> bool:
        """Whether the edit seems to say the same in other words."""
        return not self.puzzles and 0 < len(self.edit.agreeing) == len(self.agreed)

    @property
    def wanting(self) -> bool:
        """Whether the edit showed on too few puzzles."""
        return self.puzzles < ENOUGH and not self.agrees


_SHOWS = -1
"""The number of a probe that shows an edit; those for agreeing are numbered from 0."""


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

    def __init__(self, encoding: Encoding, edits: Iterable[WatchedEdit] = ()) -> None:
        known = [(each, p) for each in encoding.model if (p := probe(each)) is not None]
        self.rules = [each for each, _ in known]
        self.covered: set[int] = set()
        self.seen = 0
        self.settled = True
        self.left_out: dict[str, str] = {}
        watched = [
            (each, number, p)
            for each in edits
            for number, p in (
                *((_SHOWS, p) for p in each.edit.probes), *enumerate(each.edit.agreeing)
            )
        ]  # fmt: skip
        self._watched = [(each, number) for each, number, _ in watched]
        self._probes = [*(p for _, p in known), *(p for *_, p in watched)]
        self._probed: dict[tuple[Path, ...], tuple[Probed, frozenset[int]]] = {}

    def look(self, given: ClingoProgram, patience: Patience, making: bool = False) -> Covered:
        """The probes that hold on an instance and have not been seen to hold before.

        `making`: also the edits that showed often enough. Raises EncodingError for what clingo
        refuses.
        """
        probed, there = self.ready(given.encoding)
        wanted = there - self.covered
        for number, (each, kind) in enumerate(self._watched, len(self.rules)):
            if kind == _SHOWS:
                matters = (making or each.puzzles < ENOUGH) and not each.agrees
            else:
                matters = not each.puzzles and kind not in each.agreed
            if matters:
                wanted |= {number}
        if not wanted:
            return Covered(frozenset(), settled=True)
        return probed.covered(given, patience, wanted)

    def shows(self, found: Covered) -> list[WatchedEdit]:
        """The edits that show."""
        watched = enumerate(self._watched, len(self.rules))
        return [each for n, (each, kind) in watched if kind == _SHOWS and n in found.probes]

    def take(self, found: Covered) -> list[WatchedEdit]:
        """Record what holds on an instance, and return the edits that show."""
        self.seen += 1
        self.settled = self.settled and found.settled
        self.covered |= {n for n in found.probes if n < len(self.rules)}
        for number, (each, kind) in enumerate(self._watched, len(self.rules)):
            if kind != _SHOWS and number in found.probes:
                each.agreed.add(kind)
        return self.shows(found)

    def ready(self, encoding: Encoding) -> tuple[Probed, frozenset[int]]:
        """The program with its probes, made once, and the numbers of the rules that it has.

        An instance may need overlays, which replace some files.
        """
        if encoding.overlays not in self._probed:
            files = {each.path for each in encoding.model}
            there = frozenset(n for n, each in enumerate(self.rules) if each.path in files)
            self._probed[encoding.overlays] = Probed(encoding, self._probes), there
        return self._probed[encoding.overlays]

    @property
    def uncovered(self) -> list[Statement]:
        """The rules that no instance covers."""
        return [each for number, each in enumerate(self.rules) if number not in self.covered]


def on(terms: Settings, variant: Variant, samples: Iterable[Sample]) -> Account:
    """The account of a program's rules after it was run on the puzzles that it fits.

    Raises EncodingError for what clingo refuses.
    """
    account = Account(variant.program)
    for sample in samples:
        if terms.stop.is_set() or left_at_work():
            account.settled = False
            break
        try:
            given = asked_of(terms, variant, sample.instance)
            account.take(account.look(given, terms.patience))
        except (InstanceError, Unsupported) as error:
            if not sample.drawn:
                account.left_out[sample.name] = error.message
    return account


def asked_of(terms: Settings, variant: Variant, instance: Any) -> ClingoProgram:
    """The program for clingo. Raises InstanceError if the task makes no sense for the instance."""
    asked = question(terms, variant, instance)
    if why := asked.family.unsupported(asked.instance, asked.task):
        raise InstanceError(why)
    return program(asked, asked.encoding)
