"""Judges witnesses by the rules of the labyrinth; knows no encoding, no search and no format.

Runs are replayed. Straight-line programs are judged rule by rule and measured without being
unfolded. Refutations are judged by closure: whatever a walker can do leads from what they say is
reached to what they say is reached, and nothing there wins. Automata are made again from the rules.
"""

from __future__ import annotations

from typing import assert_never

from pylab.base.verdict import Problem, Verdict
from pylab.families.fractal.check.automata import (
    check_automaton,
    grown_by_labyrinth,
    grown_by_system,
    wins,
)
from pylab.families.fractal.check.derivations import check_derivation
from pylab.families.fractal.check.programs import check_exits, check_program
from pylab.families.fractal.check.refutations import check_closed, check_refutation
from pylab.families.fractal.check.rules import Rules
from pylab.families.fractal.check.runs import check_history, check_run
from pylab.families.fractal.check.words import paired
from pylab.families.fractal.model import (
    Automaton,
    Closed,
    Derivation,
    Exits,
    Instance,
    Labyrinth,
    Partition,
    Program,
    Pushdown,
    Run,
    Table,
    Witness,
)

__all__ = ["check", "wins"]


def check(instance: Instance, witness: Witness) -> Verdict:
    """Whether the witness answers the question that the instance puts."""
    if isinstance(instance, Labyrinth):
        judged = instance if isinstance(witness, Run | Exits) else paired(instance)
        return _check_labyrinth(Rules(judged), witness)
    return _check_pushdown(instance, witness)


def _check_labyrinth(rules: Rules, witness: Witness) -> Verdict:
    if rules.labyrinth.goal.regular and not isinstance(witness, Run | Exits):
        return _check_regular(rules, witness)
    match witness:
        case Run():
            return check_run(rules, witness)
        case Program():
            return check_program(rules, witness)
        case Partition() | Table():
            return check_refutation(rules, witness)
        case Exits():
            return check_exits(rules, witness)
        case Automaton():
            return check_automaton(grown_by_labyrinth(rules), witness)
        case Closed() | Derivation():
            return _foreign("a labyrinth", "a pushdown system")
        case _:
            assert_never(witness)


def _check_regular(rules: Rules, witness: Witness) -> Verdict:
    """What the goal's automaton reads is the stack: so the labyrinth is judged as its rules."""
    match witness:
        case Derivation():
            return check_derivation(rules.system(), witness, numbered=False)
        case Automaton() | Closed():
            return _check_pushdown(rules.system(), witness)
        case _:
            return _foreign("a labyrinth with an automaton as its goal", "another goal")


def _check_pushdown(system: Pushdown, witness: Witness) -> Verdict:
    match witness:
        case Run():
            return check_history(system, witness)
        case Derivation():
            return check_derivation(system, witness)
        case Automaton():
            return check_automaton(grown_by_system(system), witness)
        case Closed():
            return check_closed(system, witness)
        case Program() | Partition() | Table() | Exits():
            return _foreign("a pushdown system", "a labyrinth")
        case _:
            assert_never(witness)


def _foreign(expected: str, found: str) -> Verdict:
    message = f"the puzzle is {expected}, and this is an answer about {found}"
    return Verdict((Problem("foreign", message),))
