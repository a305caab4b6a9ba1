"""A SAT solver for tests, by splitting, that writes a proof; also a command: FILE PROOF.

Each case that is left with a contradiction becomes a clause: its decisions can't all hold.
"""

from __future__ import annotations

import itertools
import sys
from array import array
from pathlib import Path

from pylab.proving import rup, sat


def split(clauses):
    """A model as the set of its literals and None, or None and a proof in lines."""
    lines = []

    def cases(true, decided):
        true = propagated(clauses, true)
        if true is None:
            lines.append(" ".join(map(str, [*(-d for d in reversed(decided)), 0])))
            return None
        open_ones = (clause for clause in clauses if not true.intersection(clause))
        free = next((each for clause in open_ones for each in clause if -each not in true), 0)
        if not free:
            return true
        for literal in (-abs(free), abs(free)):
            found = cases(true | {literal}, [*decided, literal])
            if found is not None:
                return found
        if decided:
            lines.append(" ".join(map(str, [*(-d for d in reversed(decided)), 0])))
        else:
            lines.append("0")
        return None

    model = cases(set(), [])
    return (model, None) if model is not None else (None, lines)


def propagated(clauses, true):
    """All that follows by unit propagation; None if that is a contradiction."""
    true, grown = set(true), True
    while grown:
        grown = False
        for clause in clauses:
            if true.intersection(clause):
                continue
            free = {literal for literal in clause if -literal not in true}
            if not free:
                return None
            if len(free) == 1:
                true |= free
                grown = True
    return true


class Splitting(sat.Solver):
    """The same as proofs are made with."""

    name = "splitting"

    def __init__(self):
        self.clauses, self.lines = [], []

    def add(self, clauses):
        self.clauses += [list(clause) for clause in clauses]

    def model(self):
        model, self.lines = split(self.clauses)
        if model is None:
            return None
        last = max((abs(literal) for clause in self.clauses for literal in clause), default=0)
        return [number in model for number in range(last + 1)]

    def proof(self):
        return sat.steps(self.lines)


def flat(clauses):
    """Clauses as `rup` gets them."""
    return array("i", itertools.chain.from_iterable([*clause, 0] for clause in clauses))


def satisfiable(variables, clauses):
    """By trying all values."""
    return any(
        all({*c} & {n if value else -n for n, value in enumerate(values, 1)} for c in clauses)
        for values in itertools.product((False, True), repeat=variables)
    )


def random_clauses(rng):
    """A number of variables and clauses, often contradictory."""
    variables = rng.randint(3, 7)
    sizes = [rng.choice((1, 2, 3, 3, 3, 3)) for _ in range(rng.randint(3, 5) * variables)]
    return variables, [
        [rng.choice((1, -1)) * each for each in rng.sample(range(1, variables + 1), size)]
        for size in sizes
    ]


def bent(rng, variables, clauses, steps):
    """Clauses and a proof, changed in one to three places."""
    clauses, steps = [[*c] for c in clauses], [[*s] for s in steps]
    for _ in range(rng.randint(1, 3)):
        literal = rng.choice((1, -1)) * rng.randint(1, variables + 1)
        some = rng.choice(steps) if steps else [rup.ADD]
        match rng.randrange(6):
            case 0 if steps:
                steps.remove(some)
            case 1 if len(some) > 1:
                some.pop(rng.randrange(1, len(some)))
            case 2:
                some.insert(rng.randint(1, len(some)), literal)
            case 3:
                steps.insert(rng.randint(0, len(steps)), [rng.choice((1, 1, 2)), literal])
            case 4 if clauses:
                clauses.pop(rng.randrange(len(clauses)))
            case _:
                rng.shuffle(steps)
    return clauses, steps


def steps_of(proof):
    """A proof's numbers, step by step."""
    found, step = [], []
    for number in proof:
        if number:
            step.append(number)
        else:
            found.append(step)
            step = []
    return found


if __name__ == "__main__":
    formula, proof = sys.argv[-2:]
    text = Path(formula).read_text(encoding="ascii").splitlines()
    given = [list(map(int, line.split()[:-1])) for line in text if line[0] not in "cp"]
    model, told = split(given)
    if model is None:
        Path(proof).write_text("\n".join(told) + "\n", encoding="ascii")
        sys.exit(20)
    sys.stdout.write(f"v {' '.join(map(str, [*sorted(model, key=abs), 0]))}\n")
    sys.exit(10)
