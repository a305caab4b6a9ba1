"""Ground programs as clauses: their models are clingo's answer sets, on small random programs."""

from __future__ import annotations

import random

import clingo
import pytest
from projects import few
from splitting import Splitting

from pylab.base.errors import PylabError
from pylab.proving import Clauses
from pylab.proving.ground import ground, optimum

PLAIN = ("--eq=0", "--sat-prepro=0", "--warn=none")
"""Without what clasp does before it searches: see docs/proofs.md for what it does wrong there."""


def random_program(rng):
    """Rules, choices, constraints, sums and costs over a few atoms."""
    names = "abcdef"[: rng.randint(2, 5)]

    def literal():
        return ("not " if rng.random() < 0.35 else "") + rng.choice(names)

    def total():
        sign = rng.choice(("", "not "))
        terms = [f"{rng.randint(-2, 3)},{i}:{literal()}" for i in range(rng.randint(1, 4))]
        relation = rng.choice((">=", "<=", "=", "!="))
        return f"{sign}#sum {{ {'; '.join(terms)} }} {relation} {rng.randint(1, 3)}"

    rules = [f"#defined {name}/0." for name in names]
    for _ in range(rng.randint(2, 9)):
        body = [literal() for _ in range(rng.randint(0, 3))]
        body += [total()] if rng.random() < 0.3 else []
        some = "; ".join(rng.sample(names, rng.randint(1, len(names))))
        kind = rng.random()
        head = rng.choice(names) if kind < 0.5 else "" if kind < 0.6 else f"{{ {some} }}"
        if head or body:
            rules.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
    if rng.random() < 0.5:
        costs = [f"{rng.randint(-3, 3)}@{rng.randint(1, 2)},{i}:{literal()}" for i in range(3)]
        rules.append(f"#minimize {{ {'; '.join(costs)} }}.")
    return "\n".join(rules)


def grounded(text):
    """The program; None where it is refused for a sum that depends on itself."""
    try:
        return ground(text)
    except PylabError as error:
        if "a sum that depends on itself" not in str(error):
            raise
        return None


def by_clingo(text):
    """Each answer set with its costs."""
    control = clingo.Control(["0", "--opt-mode=enum,999", *PLAIN], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return {frozenset(map(str, m.symbols(shown=True))): tuple(m.cost) for m in found}


def by_clauses(clauses):
    """The answer sets that clauses have, with loops closed on the way."""
    found, number = set(), clauses.ground.atoms
    while True:
        solver = Splitting()
        solver.add(clauses.clauses)
        model = solver.model()
        if model is None:
            return found
        model += [False] * (clauses.variables + 1 - len(model))
        loops = clauses.unfounded(model)
        for loop in loops:
            clauses.close(loop)
        if not loops:
            true = [n if model[n] else -n for n in range(1, number + 1)]
            shown = clauses.ground.shown
            found.add(frozenset(str(s) for s, c in shown if all(each in true for each in c)))
            clauses.add(*(-each for each in true))


@pytest.mark.parametrize("seed", few(range(2000), 30))
def test_models_are_answer_sets(seed):
    text = random_program(random.Random(seed))
    known = grounded(text)
    if known is None:
        return
    right = by_clingo(text)
    assert by_clauses(Clauses(known)) == set(right), text
    for costs in {each for each in right.values() if each}:
        cheaper, as_cheap = Clauses(known), Clauses(known)
        cheaper.cheaper(costs)
        as_cheap.cheaper(costs, as_cheap=True)
        assert by_clauses(cheaper) == {each for each, cost in right.items() if cost < costs}
        assert by_clauses(as_cheap) == {each for each, cost in right.items() if cost <= costs}


def test_what_holds_through_itself_alone_does_not_hold():
    loop = "{ d }. a :- b. b :- a. a :- c. c :- b. b :- d. :- not a."
    clauses = Clauses(ground(loop))
    assert not clauses.tight
    assert by_clauses(clauses) == {frozenset("abcd")}
    assert Clauses(ground("{ a }. b :- a. c :- not b.")).tight
    through_a_sum = "{ c }. a :- #sum { 1:b; 1:c } >= 1. b :- a. :- not a."
    assert by_clauses(Clauses(ground(through_a_sum))) == {frozenset("abc")}


def test_an_answer_set_that_clingo_finds_and_is_none():
    text = "a :- not b. a :- b, b, #count { 0 : not a; 1 : not b } != 2. b :- a."
    assert by_clingo(text) == {}
    assert by_clauses(Clauses(ground(text))) == set()


def test_other_answers_than_these():
    text = "1 { a; b; c } 1. #show a/0. #show b/0. #show d : c."
    shown = {str(symbol): symbol for symbol, _ in ground(text).shown}
    clauses = Clauses(ground(text))
    clauses.other_than({shown["a"]})
    assert by_clauses(clauses) == {frozenset("b"), frozenset("d")}
    clauses.other_than({shown["b"]})
    clauses.other_than({shown["d"]})
    assert by_clauses(clauses) == set()
    with pytest.raises(PylabError, match="does not show e"):
        clauses.other_than({clingo.Function("e")})


def test_externals_are_as_clingo_has_them():
    text = "#external a. [{}] b :- a. :- not b. {{ c }}."
    for value, answers in (("false", 0), ("true", 2), ("free", 2), ("release", 0)):
        assert len(by_clauses(Clauses(ground(text.format(value))))) == answers


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a ; b.", "a disjunction"),
        ("a :- #sum { 1:a; -1:b } != 1. b :- a. { b }.", "a sum that depends on itself"),
        ("#edge (1,2) : a. { a }.", "#edge"),
        ("#theory t { x { - : 1, unary }; &d/0 : x, any }. a :- &d { 1 }.", "a theory"),
    ],
)
def test_what_clauses_do_not_say_is_refused(text, what):
    with pytest.raises(PylabError, match=f"{what}.* is not translated"):
        ground(text)


def test_a_program_that_is_none():
    with pytest.raises(PylabError, match="clingo can't ground the encoding"):
        ground("a :- ")


def test_the_least_costs():
    assert optimum("1 { a; b } 1. #minimize { 3@2 : a; 3@2 : b; 1@1 : a; 2@1 : b }.") == [3, 1]
    assert optimum("a. :- a.") is None
