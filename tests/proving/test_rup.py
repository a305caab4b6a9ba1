"""The checker of SAT proofs: honest ones are accepted, no proof of what is wrong is."""

from __future__ import annotations

import random
from array import array

import pytest
from projects import few
from splitting import bent, flat, random_clauses, satisfiable, split, steps_of

from pylab.base.errors import PylabError
from pylab.proving import rup, sat

FOUR = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def told(clauses, *lines):
    return rup.refuted(flat(clauses), sat.steps(lines))


def test_a_clause_that_follows_is_accepted_and_the_contradiction_with_it():
    assert told(FOUR, "2 0", "0") == rup.ACCEPTED
    assert told(FOUR, "2 0") == rup.ACCEPTED
    assert told([[1], [-1]]) == rup.ACCEPTED
    assert told([[], [1]]) == rup.ACCEPTED


def test_a_proof_that_ends_before_the_contradiction_is_incomplete():
    assert told(FOUR) == rup.INCOMPLETE
    assert told([[1, 2]], "c a comment", "") == rup.INCOMPLETE
    assert told([]) == rup.INCOMPLETE


def test_the_first_step_that_does_not_follow_is_named():
    assert told(FOUR[:3], "2 0", "0") == 2
    assert told(FOUR[:3], "2 0", "-1 0", "0") == 2
    assert told(FOUR[:2], "0") == 1


def test_what_is_deleted_is_no_longer_there():
    sides = [(1, 2, 3), (1, 2, -3), (1, -2, 3), (1, -2, -3), (-1, 2), (-1, -2, 3), (-1, -2, -3)]
    proof = ("1 2 0", "1 0", "-2 0", "0")
    assert told(sides, *proof) == rup.ACCEPTED
    for gone in sides:
        line = f"d {' '.join(map(str, reversed(gone)))} 0"
        assert told(sides, line, *proof) > 1, gone
        assert told([*sides, gone], line, *proof) == rup.ACCEPTED  # there is another one


def test_what_something_is_known_by_is_kept():
    assert told([[1], [-1, 2], [-2, 3], [-3, -2, 4], [-4, -1]], "d 1 0", "d 5 0") == rup.ACCEPTED
    assert told([[1], [-1, 2], [3, 4]], "d 1 0", "d -1 2 0", "2 0", "-2 0") == 4


def test_a_clause_that_does_not_follow_may_be_added_if_all_resolvents_on_its_first_literal_do():
    assert told([[1, 2]], "3 1 0", "-3 0", "0") == 2
    assert told([[1, 2], [-3, 1]], "3 -1 0") == rup.INCOMPLETE
    assert told([[1, 2], [-3, 1]], "-1 3 0") == 1
    assert told([[1, 2], [-3, 2]], "3 -1 0") == 1


def test_numbers_that_are_no_proof_are_refused():
    for clauses, proof in (([1, 2], []), ([1, 0], [1, 2]), ([2, 1, 0], [3, 0]), ([1, 0], [0])):
        with pytest.raises(ValueError, match="expected"):
            rup.refuted(array("i", clauses), array("i", proof))
    with pytest.raises(ValueError, match="variables"):
        rup.check(array("i", [2**31 - 1, 0]), array("i"))
    for line in ("1 2", "x 0", "d", "1 0 2 0", f"{2**40} 0", "d d 0"):
        with pytest.raises(PylabError, match="a step of a DRAT proof"):
            sat.steps([line])


@pytest.mark.parametrize("seed", few(range(1000), 20))
def test_no_bent_proof_makes_a_contradiction_of_what_has_a_model(seed):
    rng = random.Random(seed)
    variables, clauses = random_clauses(rng)
    model, lines = split(clauses)
    assert (model is not None) == satisfiable(variables, clauses)
    if lines is None:
        assert told(clauses, "0") == 1 or not clauses
        lines = []
    else:
        assert told(clauses, *lines) == rup.ACCEPTED
    steps = steps_of(sat.steps(lines))
    for _ in range(20):
        less, other = bent(rng, variables, clauses, steps)
        if rup.refuted(flat(less), flat(other)) == rup.ACCEPTED:
            assert not satisfiable(variables + 1, less), (less, other)


def test_the_checker_ends_when_it_is_told_to():
    class Over(Exception):
        pass

    def tick():
        raise Over

    chain = [[-n, n + 1] for n in range(1, 5000)]
    with pytest.raises(Over):
        rup.refuted(flat([*chain, [1]]), array("i"), tick)
