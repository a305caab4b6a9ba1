"""Stepwise programs, which steps each is asked at, and what is known then: for all backends."""

from __future__ import annotations

from dataclasses import dataclass, field

WALK = """
#include <incmode>.
#const length = fewest.
at(0,0).
#program step(t).
{ at(X+1,t); at(X,t) } = 1 :- at(X,t-1).
#program check(t).
:- query(t), not at(3,t).
#program base.
#show at/2.
"""
"""One answer of three steps, four of four; as clingo's own examples, without an external."""

NEVER = WALK + "#program check(t).\n:- query(t).\n#program base.\n"
DEAR = WALK + "{ dear(1..3) } = 2.\n#minimize { X : dear(X) }.\n#show dear/1.\n"


@dataclass(frozen=True)
class Case:
    """A program and what a backend makes of it.

    Attributes:
        text: the program.
        constants: their values.
        models: how many answers are wanted; 0 for all.
        steps: it is asked at these.
        status: found, none, or unknown.
        cost: the steps of the answers, where they are the first.
        at_least: no answer has fewer steps.
        complete: whether all answers of that many steps are known.
    """

    text: str
    constants: dict[str, str] = field(default_factory=dict)
    models: int = 0
    steps: tuple[int, ...] = (0, 1, 2, 3)
    status: str = "found"
    cost: int | None = 3
    at_least: int | None = 3
    complete: bool = True

    @property
    def clingos(self) -> bool:
        """Whether clingo's own command means the same: it knows imin, imax and istop alone."""
        ours = ("horizon(", "search_limit(")
        unknown = "length" in self.constants or self.constants.get("istop") == "sat"
        return not (self.models or unknown or any(word in self.text for word in ours))


def unknown(text: str, steps: int, at_least: int | None, **constants: str) -> Case:
    return Case(text, constants, 0, tuple(range(steps)), "unknown", None, at_least, False)


def none(text: str, steps: tuple[int, ...], at_least: int | None, **constants: str) -> Case:
    return Case(text, constants, 0, steps, "none", None, at_least, True)


CASES = {
    "no horizon": Case(WALK),
    "one answer": Case(WALK, models=1, complete=False),
    "an external of its own": Case(WALK + "#program check(t).\n#external query(t).\n"),
    "no check": Case(
        "#include <incmode>.\n#program step(t).\na(t).", steps=(0,), cost=0, at_least=None
    ),
    "no step": Case("#include <incmode>.\n#program check(t).\n:- query(t), t < 2.", steps=(0, 1, 2),
                    cost=2, at_least=2),
    "base alone": Case("#include <incmode>.\na.", steps=(0,), cost=0, at_least=None),
    "imax ends before": unknown(WALK, 3, 3, imax="3"),
    "imax suffices": Case(WALK, {"imax": "4"}),
    "imax in the text": unknown(WALK + "#const imax = 2.\n", 2, 2),
    "imax 0": unknown(WALK, 0, None, imax="0"),
    "imax of an unsatisfiable program": unknown(NEVER, 5, 5, imax="5"),
    "imin": Case(WALK, {"imin": "6"}, steps=(0, 1, 2, 3, 4, 5), complete=False),
    "imin that is reached": Case(WALK, {"imin": "4"}),
    "imin and one answer": Case(WALK, {"imin": "6"}, models=1, complete=False),
    "imin beyond the horizon": Case(
        WALK + "horizon(4).\n", {"imin": "9"}, steps=(0, 1, 2, 3, 4), complete=False
    ),
    "istop sat": Case(WALK, {"istop": "sat"}),
    "istop unsat": unknown(WALK, 1, 1, istop='"UNSAT"'),
    "istop unsat and imin": unknown(WALK, 3, 3, istop='"UNSAT"', imin="3"),
    "istop unsat after an answer": Case(WALK + "#program check(t).\n:- query(t), t > 3.\n",
        {"istop": '"UNSAT"', "imin": "4"}, steps=(0, 1, 2, 3, 4)),
    "istop unknown": Case(
        WALK, {"istop": '"UNKNOWN"', "imax": "5"}, steps=(0, 1, 2, 3, 4), complete=False
    ),
    "horizon": none(WALK + "horizon(2).\n", (0, 1, 2), 3),
    "horizon 0": none(WALK + "horizon(0).\n", (0,), 1),
    "horizon below 0": none(WALK + "horizon(-1).\n", (), None),
    "the greater horizon": Case(WALK + "horizon(1). horizon(3).\n"),
    "a search limit": unknown(WALK + "search_limit(2). horizon(9).\n", 3, 3),
    "a search limit and imax": unknown(WALK + "search_limit(2).\n", 2, 2, imax="2"),
    "a search limit at the horizon": none(WALK + "search_limit(2). horizon(2).\n", (0, 1, 2), 3),
    "a length": Case(WALK, {"length": "4"}, steps=(4,), cost=4, at_least=None),
    "a length without answers": none(WALK, (2,), None, length="2"),
    "a length beyond the horizon": none(WALK + "horizon(2).\n", (), None, length="4"),
    "no length": Case(WALK, {"length": "fewest"}),
    "an objective": Case(DEAR),
    "an objective and one answer": Case(DEAR, models=1, complete=False),
}  # fmt: skip

ERRORS = {
    "imin": ("many", "expected a number for imin, found many"),
    "imax": ("many", "expected a number for imax, found many"),
    "istop": ("soon", 'expected "SAT", "UNSAT" or "UNKNOWN" for istop, found SOON'),
    "length": ("odd", "expected a number or fewest for length, found odd"),
}
