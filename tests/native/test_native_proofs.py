"""The checker of SAT proofs in C++ against the one in Python: the same word on all proofs."""

from __future__ import annotations

import random
from array import array

import pytest
from splitting import bent, flat, random_clauses, split, steps_of

from pylab.proving import compiled, rup, sat


def both(clauses, steps):
    """What both say."""
    given, proof = flat(clauses), flat(steps)
    told = rup.refuted(given, proof)
    assert compiled.check(given, proof) == told, (clauses, steps)
    return told


LATER = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 5000)]


@pytest.mark.parametrize("seed", [*range(60), *LATER])
def test_both_say_the_same_of_honest_and_of_bent_proofs(seed):
    rng = random.Random(seed)
    variables, clauses = random_clauses(rng)
    _, lines = split(clauses)
    steps = steps_of(sat.steps(lines or []))
    assert both(clauses, steps) == (rup.INCOMPLETE if lines is None else rup.ACCEPTED)
    for _ in range(20):
        both(*bent(rng, variables, clauses, steps))


def test_numbers_that_are_no_proof_are_refused():
    for clauses, proof in (
        ([1, 2], []),
        ([1, 0], [1, 2]),
        ([2, 1, 0], [3, 0]),
        ([1, 0], [0]),
        ([2**31 - 1, 0], []),
    ):
        with pytest.raises(ValueError, match=r"expected|variables"):
            compiled.check(array("i", clauses), array("i", proof))


def test_it_ends_when_it_is_told_to():
    class Over(Exception):
        pass

    def tick():
        raise Over

    chain = [[-n, n + 1] for n in range(1, 2_000_000)]
    with pytest.raises(Over):
        compiled.check(flat([*chain, [1]]), array("i"), tick)
