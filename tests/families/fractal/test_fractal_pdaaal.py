"""The JSON for PDAAAL, played by the meaning that PDAAAL gives it, holds the puzzle's answers."""

from __future__ import annotations

import heapq
import json
import random

import pytest
from fractal_ask import read, small
from projects import call, many

import pylab
from pylab.base.finding import Status
from pylab.core.puzzle import Puzzle
from pylab.families.fractal.pdaaal import reachability
from pylab.family import registry

FAMILY = registry.get("fractal")
DEEP = 8
"""Stacks that are higher are not looked at; none of these labyrinths needs them."""


def accepts(automaton, state, stack):
    states = {state}
    for symbol in stack:
        states = {q for p, a, q in automaton["edges"] if a == symbol and p in states}
    return not states.isdisjoint(automaton["accepting"])


def first(automaton):
    """The only configuration that is accepted: its stack begins with the top."""
    ends = {p: (a, q) for p, a, q in automaton["edges"]}
    (begin,) = set(ends) - {q for _, q in ends.values()}
    at, stack = begin, []
    while at in ends:
        symbol, at = ends[at]
        stack.append(symbol)
    assert automaton["accepting"] == [at]
    return begin, tuple(stack)


def lightest(told):
    """The least weight of a way from the first automaton to the second; None without one."""
    _, system, begin, end = told["instance"]
    queue, known = [(0, *first(begin))], set()
    while queue:
        weight, state, stack = heapq.heappop(queue)
        if accepts(end, state, stack):
            return weight
        if (state, stack) in known or not stack or len(stack) > DEEP:
            continue
        known.add((state, stack))
        top, rest = stack[0], stack[1:]
        for rule in system["states"][state].get(top, []):
            above = (
                rest if "pop" in rule
                else (rule["swap"], *rest) if "swap" in rule
                else (rule["push"], *stack)
            )  # fmt: skip
            heapq.heappush(queue, (weight + rule["weight"], rule["to"], above))
    return None


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("(p <a>)\np <a> --> q <b a>\nq <b> --> p <>\nq <a> --> p <>\n", None),
        ("(p <a>)\np <a> --> q <b a>\nq <b> --> q <>\nq <a> --> p <>\n", 3),
        ("(p <a b>)\ngoal at <q>\np <a> --> q <c d e>\nq <c> --> q <>\nq <d> --> q <>\n"
         "q <e> --> q <>\nq <b> --> q <>\n", 5),
        ("(p <a>)\ngoal reach <q>\np <a> --> p <a a>\np <a> --> r <a b>\nr <a> --> q <a>\n", 2),
        ("(p <a>)\ngoal accept <f>\nq --b--> g\ng --a--> f\np <a> --> p <b a>\n"
         "p <b> --> q <b>\n", 2),
        ("(p <a>)\ngoal reach <q>\np <a> --> p <a a>\nq <b> --> p <>\n", None),
    ],
)  # fmt: skip
def test_systems_have_the_same_answers(text, weight):
    system = read(text, "x.pds")
    found = pylab.solve(Puzzle(FAMILY, system, "x"), "escape", engine="native").answer.status
    assert (found is Status.FOUND) == (weight is not None)
    assert lightest(json.loads(reachability(system))) == weight


def test_labyrinths_have_the_same_answers():
    rng, seen = random.Random(5), set()
    for _ in range(many(400)):
        seen.add(hold(small(rng)))
    assert {None, 1} < seen


def hold(instance):
    answer = pylab.solve(Puzzle(FAMILY, instance, "x"), "moves", engine="native").answer
    found = lightest(json.loads(reachability(instance)))
    assert found == answer.cost, instance
    return found


def test_the_command_writes_it():
    done = call("facts", "fractal/sealed.lab", "--as", "pdaaal")
    assert lightest(json.loads(done.stdout)) is None
    assert call("facts", "fractal/infinite.lab", "--as", "dot").stdout.startswith("graph labyrinth")
