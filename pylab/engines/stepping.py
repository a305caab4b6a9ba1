"""Controls stepwise solving: which step comes next, when the search ends, and its result.

Knows no solver: a backend solves its program at each step and reports the outcome. In the browser
`pages/lab/driver.lua` follows the same rules; `tests/test_stepping.py` tests all of them with one
table of cases.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pylab.base.errors import EncodingError, Ended, PylabError
from pylab.base.finding import Finding, Status
from pylab.base.words import counted

FACTS = ("horizon", "search_limit")
"""Facts that bound the steps of a program; the largest number of each counts."""

CONSTANTS = ("imin", "imax", "istop", "length")
"""Constants that set the steps of a program."""

_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The steps at which a program is solved, as its facts and constants say.

    Attributes:
        horizon: the last step that the program allows.
        limit: the last step that is searched, although later ones may have answers.
        only: the only step that is solved.
        least: the least number of steps that are solved before `stop` counts.
        stop: the outcome that then ends the search: SAT, UNSAT or UNKNOWN.
    """

    horizon: int | None = None
    limit: int | None = None
    only: int | None = None
    least: int = 0
    stop: str = "SAT"

    @classmethod
    def read(
        cls, facts: Mapping[str, int], constants: Mapping[str, str], length: str | None
    ) -> Schedule:
        """The schedule of a program.

        Args:
            facts: for each of `FACTS` in the program, its largest number.
            constants: for each of `CONSTANTS` in the program, its value as clingo writes it.
            length: the default of `#const length`, if it has one. If that is a name, and the
                constant is set to a number, only this step is solved.

        Raises EncodingError for meaningless values.
        """
        numbers = {}
        for name in ("imin", "imax"):
            if (value := constants.get(name)) is not None:
                if not _NUMBER.fullmatch(value):
                    raise EncodingError(f"expected a number for {name}, found {value}")
                numbers[name] = int(value)
        stop = constants.get("istop", "SAT").strip('"').upper()
        if stop not in ("SAT", "UNSAT", "UNKNOWN"):
            raise EncodingError(f'expected "SAT", "UNSAT" or "UNKNOWN" for istop, found {stop}')
        limits = [facts[name] for name in ("search_limit",) if name in facts]
        limits += [numbers["imax"] - 1] if "imax" in numbers else []
        return cls(
            facts.get("horizon"),
            min(limits, default=None),
            _only(length, constants.get("length")),
            numbers.get("imin", 0),
            stop,
        )

    @property
    def last(self) -> int | None:
        """The last step that may be solved; None if there is no bound."""
        known = (self.horizon, self.limit, self.only)
        return min((step for step in known if step is not None), default=None)

    @property
    def one_shot(self) -> int:
        """The step at which a program with a part `step`, but without `<incmode>`, is solved once.

        Raises PylabError for a program without a horizon.
        """
        if self.horizon is None:
            raise PylabError("a part step(t) needs a fact horizon(M), or <incmode>")
        return self.horizon

    def until_satisfiable(self) -> Schedule:
        """The same schedule without imin and istop: it ends at the first step with an answer."""
        return replace(self, least=0, stop="SAT")

    def ends(self, step: int, satisfiable: bool | None) -> bool:
        """Whether imin and istop end the search after this outcome of a step."""
        outcome = {True: "SAT", False: "UNSAT", None: "UNKNOWN"}[satisfiable]
        return step + 1 >= self.least and self.stop == outcome


def _only(default: str | None, value: str | None) -> int | None:
    """The number of steps that `#const length` is set to, if there is one."""
    if default is None or value is None or _NUMBER.fullmatch(default):
        return None  # with a number as default, the constant has a meaning of its own
    if _NUMBER.fullmatch(value):
        return int(value)
    if value != default:
        raise EncodingError(f"expected a number or {default} for length, found {value}")
    return None


class Leader:
    """Controls one search: iterate over the steps to solve, and report the outcome of each.

    The search ends at the first step at which imin and istop allow it, when there are as many
    answers as wanted, when no later step can have one, or after the last step of the schedule.

    Attributes:
        step: the current step.
        at_least: a proven lower bound on the steps of every answer; None if there is none.
        first: the first step that has an answer.
    """

    def __init__(self, schedule: Schedule, models: int = 0) -> None:
        self.schedule, self._wanted = schedule, models
        self.step = self._count = 0
        self.at_least: int | None = None
        self.first: int | None = None
        self._stopped = self._conflicting = self._enough = False

    def __iter__(self) -> Iterator[int]:
        """The steps, lazily: report the outcome of each before taking the next one."""
        only, last = self.schedule.only, self.schedule.last
        for step in itertools.count() if only is None else [max(only, 0)]:
            if last is not None and step > last:
                return
            self.step = step
            yield step
            if self._stopped or self._conflicting:
                return

    def report(self, satisfiable: bool | None, answers: int = 0, conflicting: bool = False) -> None:
        """Report the outcome of the current step.

        Args:
            satisfiable: whether the step has an answer; None if it is unknown.
            answers: the number of answers found.
            conflicting: whether the program has a conflict that no later step can resolve.
        """
        if satisfiable and self.first is None:
            self.first = self.step
        elif satisfiable is False and self.fewest:
            self.at_least = self.step + 1
        self._count += answers
        ended = self.schedule.ends(self.step, satisfiable)
        self._enough = bool(satisfiable) and 0 < self._wanted <= self._count and not ended
        self._stopped = ended or self._enough
        self._conflicting = conflicting

    @property
    def later(self) -> bool:
        """Whether an earlier step has answers, so that those of this step have more steps."""
        return self.first not in (None, self.step)

    @property
    def fewest(self) -> bool:
        """Whether it is proven that no answer has fewer steps than the current one."""
        known = self.schedule.only is None and not self.later
        return known and self.at_least == (self.step or None)

    @property
    def cut(self) -> bool:
        """Whether the search ended at a limit; later steps may have answers."""
        schedule, last = self.schedule, self.schedule.last
        through = not (self._stopped or self._conflicting)
        bounded = last in (schedule.horizon, schedule.only)
        return through and last is not None and last == schedule.limit and not bounded

    @property
    def none(self) -> bool:
        """Whether the search, which has ended, has proven that no step has an answer."""
        return self.first is None and not self._stopped and not self.cut

    def concluded(self, known: Finding) -> Finding:
        """The finding of the search, which has ended; `known` has its answers."""
        known = replace(known, at_least=self.at_least, ended=Ended.SETTLED)
        if self._enough:
            remark = (
                f"stopped with enough answers at step {self.step}; imin and istop ask for later "
                "steps, too: use --models 0"
            )
            return replace(known, messages=(*known.messages, remark))
        if self.cut:
            last = self.schedule.last or 0
            searched = "no step" if last < 0 else f"up to {counted(last, 'step')}"
            reason = f"searched {searched}"
            return replace(known, ended=Ended.STEPS, reason=reason, complete=False)
        return replace(known, status=Status.NONE, complete=True) if self.none else known
