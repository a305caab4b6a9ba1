"""The folders of rules in `examples/`, held against brute force, and with mistakes planted."""

from __future__ import annotations

import itertools
import re

import clingo
import example_truths as truths
import pytest
from projects import ROOT

from pylab.family import registry
from pylab.family.testkit import FamilyTestkit, Forgery
from pylab.folders import given
from pylab.folders.answers import Shown
from pylab.testing import Subject, expected, folders, requirements
from pylab.text.facts import Fact
from pylab.text.source import read_source

EXAMPLES = ROOT / "examples"

_PROBLEM = re.compile("% Problem: ([a-z]+)")


def without(puzzle, requirements):
    """The puzzle without these facts."""
    return given.of_facts([each for each in puzzle.whole() if each not in requirements])


def rejected_of(name):
    return sorted((EXAMPLES / name / "rejected").glob("*.lp"))


def forged(name, but=()):
    """What is in `rejected/`, as forgeries, but for what always breaks another rule as well."""
    for path in rejected_of(name):
        instance, problem, *_ = path.name.split(".")
        if problem not in but:
            yield Forgery(f"{instance}.lp", path.read_text(), problem)


def played(_, game):
    """The moves of a page, which are those of `moves.lp`, with their numbers."""
    at, facts = 0, []
    for step, move in enumerate(game.moves, 1):
        _, words, at, _ = game.script.data["states"][at][2][int(move)]
        name, arguments = words.rstrip(")").split("(")
        first = f"{step},{arguments}" if name == "move" else f"{arguments},{step}"
        facts.append(Fact(clingo.parse_term(f"{name}({first})")))
    return Shown(tuple(facts))


def clashing(rng):
    """A small Sudoku without an answer."""
    while True:
        fields = rng.sample([*itertools.product(range(1, 5), repeat=2)], 6)
        words = [f"given({x},{y},{rng.randint(1, 4)})" for x, y in fields]
        puzzle = given.of_facts(Fact(clingo.parse_term(each)) for each in ["box(2,2)", *words])
        if not truths.sudoku(puzzle, None).found:
            return puzzle


def small_shop(rng):
    """Three jobs on two machines, not all in time."""
    return registry.get(str(EXAMPLES / "jobshop")).generate(rng, machines=2, slack=2)


KITS = {
    "sokoban": FamilyTestkit(
        truth=truths.sokoban,
        forgeries=[Forgery("one.lp", "go(3,2,d,1). go(3,3,d,2).", "goal")],
        played=played,
    ),
    "queens": FamilyTestkit(truth=truths.queens, forgeries=[*forged("queens")], relaxed=without),
    "hanoi": FamilyTestkit(truth=truths.hanoi, forgeries=[*forged("hanoi", ["order", "peg", "size", "still", "top"])], played=played),
    "colouring": FamilyTestkit(truth=truths.colours, forgeries=[*forged("colouring")], relaxed=without),
    "sudoku": FamilyTestkit(truth=truths.sudoku, forgeries=[*forged("sudoku", ["twice"])], relaxed=without, unsolvable=clashing),
    "jobshop": FamilyTestkit(truth=truths.jobshop, forgeries=[*forged("jobshop")], relaxed=without, sample=small_shop),
}


def cases():
    for name, kit in KITS.items():
        subject = Subject(registry.get(str(EXAMPLES / name)), kit, 2)
        for each in requirements():
            if each.applies(subject):
                yield pytest.param(subject, each, id=f"{name}-{each.name}")


@pytest.mark.filterwarnings("ignore")  # a scene's remarks on forged answers
@pytest.mark.parametrize(("subject", "requirement"), [*cases()])
def test_an_example_meets_the_requirements_on_families(subject, requirement):
    requirement.check(subject)


@pytest.mark.parametrize("name", KITS)
def test_an_example_fits_together(name):
    found = [*folders.outcomes(registry.get(str(EXAMPLES / name)))]
    assert [each for each in found if each.wrong or each.skipped] == []
    chapters = {each.chapter for each in found}
    assert chapters >= {"lint", "expected", "witnesses", "bare", "generator", "scene", "coverage"}
    rejected = {_PROBLEM.search(path.read_text())[1] for path in rejected_of(name)}
    judge = (EXAMPLES / name / "check.lp").read_text()
    assert rejected == {*re.findall(r'wrong\(\(?"([a-z]+):', judge)}, "each objection has a witness"


@pytest.mark.parametrize("name", KITS)
def test_known_answers_are_those_of_brute_force(name):
    family = registry.get(str(EXAMPLES / name))
    for path in sorted((EXAMPLES / name / "instances").glob("*.lp")):
        puzzle = family.read(read_source(str(path)))
        for claim in expected.read(expected.path_of(path)).answers:
            truth = KITS[name].truth(puzzle, family.task(claim.task))
            known = {"status": "found" if truth.found else "none", "cost": truth.cost, "count": truth.count}
            assert claim.wanted
            assert {key: known[key] for key in claim.wanted} == dict(claim.wanted), path
