"""Goals that a P-automaton accepts: read, reached or not, by both engines, and judged."""

from __future__ import annotations

import random
from dataclasses import replace

import fractal_brute as brute
import pytest
from fractal_ask import FAMILY, ask, load, read, small
from projects import call, few

from pylab.base.errors import InstanceError, PylabError
from pylab.families.fractal import pds
from pylab.families.fractal.generate import acceptor, nest, rewrite
from pylab.families.fractal.membership import membership
from pylab.families.fractal.model import (
    BOTTOM,
    Closed,
    Configuration,
    Derivation,
    Labyrinth,
    Program,
    Run,
)
from pylab.families.fractal.moped import listing
from pylab.testing import family_testkit
from pylab.testing.judging import judged_alike
from pylab.testing.subject import Subject
from pylab.text.fact_files import read_facts
from pylab.text.source import Source

ENGINES = ("native", "clingo")
DEPTH = 6
TEXT = "a X.a\nb X.b\ngoal accept won\nb --X--> q\nq --X--> q\nq --\\bot--> won\n"


def accepted(goal, stack, place):
    """By the definition, one symbol after another."""
    states = {place}
    for top in stack:
        states = {end for state, each, end in goal.reads if each == top and state in states}
    return not states.isdisjoint(goal.names)


def sampled(seed):
    rng = random.Random(seed)
    labyrinth = small(rng)
    tops = [BOTTOM, *labyrinth.boxes()]
    return replace(labyrinth, goal=acceptor(rng, labyrinth.locations(), tops))


def reached(labyrinth, start=((), None)):
    """The fewest moves to what the goal accepts; None if nothing is, as deep as one looks."""
    found = brute.explore(labyrinth, DEPTH, start, toll=1).items()
    goal = labyrinth.goal
    return min(
        (c for (stack, at), c in found if accepted(goal, [*reversed(stack), BOTTOM], at)),
        default=None,
    )


def agree(seed, engines):
    labyrinth = sampled(seed)
    fewest = reached(labyrinth)
    automata = []
    for engine in engines:
        report, (only,) = ask(labyrinth, "escape", engine)
        assert only.verdict.problems == (), (seed, engine, only.witness)
        assert (report.status.value == "found") == (fewest is not None), (seed, engine)
        if engine == "native" and fewest is not None:
            assert len(only.witness.configurations) == fewest + 1, seed
        _, (only,) = ask(labyrinth, "winning", engine)
        assert only.verdict.problems == (), (seed, engine)
        automata.append(only.witness)
    assert automata[1:] == automata[:-1]
    return fewest


@pytest.mark.parametrize("block", few(range(8), 1))
def test_native_agrees_with_brute_force(block):
    outcomes = [agree(25 * block + k, ["native"]) for k in range(25)]
    assert None in outcomes
    assert {each for each in outcomes if each} > {1, 2}


@pytest.mark.parametrize("seed", few(range(200, 212), 4))
def test_engines_agree_with_brute_force(seed):
    agree(seed, ENGINES)


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(10), 3))
def test_engines_agree_on_thousands(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        agree(seed, ENGINES)


@pytest.mark.parametrize("seed", few(range(20), 3))
def test_systems_reach_what_their_labyrinths_reach(seed):
    """And so do random systems, by both engines, as far as stacks are looked at."""
    labyrinth = sampled(seed)
    system = read(pds.export(labyrinth), "x.pds")
    report, (only,) = ask(system, "escape", "native")
    assert only.verdict.valid
    assert (report.status.value == "found") == (reached(labyrinth) is not None)
    system = rewrite(random.Random(seed), 6, "accept")
    found = set()
    for engine in ENGINES:
        report, (only,) = ask(system, "escape", engine)
        assert only.verdict.valid
        found.add(report.status)
    assert found == {report.status}
    assert (report.status.value == "found") == rewritten(system)


def rewritten(system):
    """By trying all rules, on stacks of up to 9 symbols."""
    pending = [(system.state, system.stack)]
    seen = set(pending)
    while pending:
        state, stack = pending.pop()
        if accepted(system.goal, stack[::-1], state):
            return True
        for rule in system.rules:
            if stack and (rule.state, rule.symbol) == (state, stack[-1]):
                there = rule.target, (*stack[:-1], *reversed(rule.written))
                if len(there[1]) <= 9 and there not in seen:
                    seen.add(there)
                    pending.append(there)
    return False


@pytest.mark.parametrize("seed", few(range(40), 6))
def test_what_is_written_is_read(seed):
    labyrinth = sampled(seed)
    assert read(FAMILY.write(labyrinth)) == labyrinth
    assert FAMILY.from_facts(FAMILY.facts(labyrinth)) == labyrinth
    assert (
        FAMILY.adapt(replace(labyrinth, goal=labyrinth.goal), goal=str(labyrinth.goal)) == labyrinth
    )
    again = read(listing(labyrinth), "x.pds")
    assert isinstance(again, Labyrinth)
    assert again.goal == labyrinth.goal
    system = rewrite(random.Random(seed), 5, "accept")
    assert read(FAMILY.write(system), "x.pds") == system
    assert FAMILY.from_facts(FAMILY.facts(system)) == system


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("a X.a\na --X--> q", 2, "a line 'goal accept"),
        ("a X.a\ngoal at a\na --X--> q", 3, "a line 'goal accept"),
        ("a X.a\ngoal accept q\nz --X--> q", 3, "a state that the automaton comes to"),
        ("a X.a\ngoal accept q\na --Y--> q", 3, "a box or symbol"),
        ("a X.a\ngoal accept q\na --X--> q r", 3, "a transition like"),
        ("a X.a\ngoal accept q\n--X--> q", 3, "a transition like"),
        ('a X.a\ngoal accept q\na --X--> "q"', 3, "a state of an automaton"),
        ("a X.a\ngoal accept", 2, "a goal 'escape'"),
    ],
)
def test_bad_automata_have_an_error_with_their_line(text, line, expected):
    with pytest.raises(InstanceError, match=expected) as caught:
        read(text)
    assert caught.value.place.line == line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(p <a>)\np <a> --> q <>\np --a--> s", "goal accept"),
        ("(p <a>)\np <a> --> q <>\ngoal accept <>", "a state at least"),
        ("(p <a>)\np <a> --> q <>\ngoal accept <s>\nr --a--> s", "found 'r'"),
        ("(p <a>)\np <a> --> q <>\ngoal accept <s>\np --b--> s", "found 'b'"),
        ("(p <a>)\np <a> --> q <>\ngoal accept <s>\np --a--> ", "a state"),
    ],
)
def test_bad_automata_of_systems(text, expected):
    with pytest.raises(InstanceError, match=expected):
        read(text, "x.pds")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ('start("a"). outer("a"). reads("a",bottom,"q").', "a goal accept"),
        ('start("a"). goal(accept("q")). reads("a","X","q").', "a box or symbol"),
        ('start("a"). goal(accept("q")). reads("b",bottom,"q").', "that the automaton comes to"),
        ('start("a"). goal(accept("q")). goal(at("a")).', "one kind of goal"),
        ('start("a"). goal(accept("q r")).', "a goal with"),
        ('start("a"). goal(accept("q")). reads(1,bottom,"q").', "as a string"),
    ],
)
def test_bad_facts(facts, expected):
    with pytest.raises(InstanceError, match=expected):
        FAMILY.from_facts(read_facts(Source("x.lp", facts), FAMILY.vocabulary))


def test_goals_of_the_command_line():
    with pytest.raises(InstanceError, match="a transition like"):
        FAMILY.adapt(load("infinite.lab"), goal="accept q; a X q")
    with pytest.raises(InstanceError, match="beside an automaton"):
        FAMILY.adapt(load("infinite.lab"), goal="at a; a --X--> q")
    done = call("solve", "fractal/infinite.lab", "--goal", "accept w; a --X--> q\nq --\\bot--> w")
    assert done.returncode == 0
    assert "2 moves" in done.stdout
    done = call("solve", "fractal/infinite.lab", "--goal", "accept w; b --\\bot--> w")
    assert done.returncode == 1
    assert "certificate checked" in done.stdout
    done = call("solve", "fractal/address.lab", "--task", "shortest")
    assert done.returncode == 2
    assert "found accept" in done.stderr


def folded(labyrinth):
    """A run too long to be listed."""
    report, (only,) = ask(labyrinth, "escape", "native")
    assert report.status.value == "found"
    assert isinstance(only.witness, Derivation)
    return only


def deep(depth=9):
    """A run of more than a thousand moves, which ends in a box."""
    labyrinth = nest(depth)
    boxed = f"{FAMILY.write(labyrinth)}y{depth} A.x0\n".replace(
        f"goal at y{depth}", "goal accept w\nx0 --A--> q\nq --\\bot--> w\n"
    )
    return read(boxed)


def test_long_runs_stay_folded_and_are_judged():
    labyrinth = deep()
    only = folded(labyrinth)
    assert only.verdict.summary.endswith("moves")
    text = FAMILY.witness_format.show(only.witness)
    assert FAMILY.read_witness(Source("w", text)) == only.witness
    shown = FAMILY.unfold(labyrinth, only.witness, 3)
    assert "the first 3 moves of a run" in shown
    witness = only.witness
    assert not FAMILY.check(labyrinth, replace(witness, nodes=witness.nodes[1:])).valid
    assert not FAMILY.check(labyrinth, replace(witness, states=witness.states[:1])).valid
    node = next(each for each in witness.nodes if each.between)
    for wrong in (
        replace(node, rule=1),
        replace(node, rule=replace(node.rule, target="nowhere")),
        replace(node, between=(*node.between, "x0")),
    ):
        nodes = tuple(wrong if each == node else each for each in witness.nodes)
        assert not FAMILY.check(labyrinth, replace(witness, nodes=nodes)).valid


def test_forged_certificates_are_refused():
    labyrinth = replace(
        read(TEXT), goal=FAMILY.adapt(read(TEXT), goal="accept w; b --\\bot--> w").goal
    )
    _, (only,) = ask(labyrinth, "escape", "native")
    assert isinstance(only.witness, Closed)
    assert only.verdict.valid
    for gone in only.witness.transitions:
        left = tuple(each for each in only.witness.transitions if each != gone)
        assert not FAMILY.check(labyrinth, Closed(left)).valid
    assert not FAMILY.check(read(TEXT.replace("b --X", "a --X")), only.witness).valid
    # what is said of other goals is not for this one
    assert not FAMILY.check(labyrinth, Program("a", ())).valid
    codes = {p.code for p in FAMILY.check(labyrinth, Run((Configuration((), "a"),))).problems}
    assert codes == {"goal"}


@pytest.mark.slow
def test_the_judge_in_rules_agrees_on_folded_runs_and_certificates():
    labyrinth = deep()
    cases = [(labyrinth, folded(labyrinth).witness)]
    for seed in range(60):
        other = sampled(seed)
        _, (only,) = ask(other, "escape", "native")
        if isinstance(only.witness, Closed):
            gone = only.witness.transitions[1:]
            cases += [(other, only.witness), (other, Closed(gone)), (labyrinth, only.witness)]
    subject = Subject(FAMILY, family_testkit(FAMILY), 1)
    given = [
        (f"case {n}", puzzle, FAMILY.encode(witness), False)
        for n, (puzzle, witness) in enumerate(cases[:40])
    ]
    accepted, refused = judged_alike(subject, given)
    assert (accepted > 5, refused > 5) == (True, True), (accepted, refused)


@pytest.mark.parametrize("seed", few(range(1, 13), 3))
def test_membership(seed):
    labyrinth = sampled(seed)
    for stack in ((), *((box,) for box in labyrinth.boxes())):
        for place in labyrinth.locations():
            verdict = membership(labyrinth, str(Configuration(stack, place)))
            assert verdict.valid == (reached(labyrinth, (stack, place)) is not None)


def test_other_tasks_say_why_they_are_none():
    with pytest.raises(PylabError, match="expected a goal escape, at or reach"):
        ask(read(TEXT), "shortest", "native")
    for engine in ENGINES:
        _, (only,) = ask(read(TEXT), "exits", engine)
        assert only.witness.ends == ("a",)
        assert only.verdict.valid
