"""Engines against one another and against brute force, on random labyrinths of every kind."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import clingo
import fractal_brute as brute
import pytest
from fractal_ask import ask, small
from projects import few, many

from pylab.base import resources
from pylab.families.fractal.atlas import atlas
from pylab.families.fractal.closure import close
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.membership import membership
from pylab.families.fractal.model import Configuration, Labyrinth, Partition, Table
from pylab.families.fractal.pds import export, system_of
from pylab.families.fractal.search import decide
from pylab.text.source import Source

DEPTH = 6
"""The bound of brute force, deeper than any run of these labyrinths needs."""

TASKS = ("escape", "shortest", "moves", "shallowest")


def answers(labyrinth, engine, tasks=TASKS):
    costs = {}
    for task in tasks:
        report, found = ask(labyrinth, task, engine)
        (only,) = found
        assert only.verdict.problems == (), (task, only.witness)
        assert report.messages == ()
        won = report.status.value == "found"
        costs[task] = (report.cost if task != "escape" else 0) if won else None
        told = only.verdict.summary
        if won and task != "escape" and "corridors" in told:
            word = {"shortest": "corridor", "moves": "move", "shallowest": "depth"}[task]
            assert f"{costs[task]} {word}" in told or f"depth {costs[task]}" in told
    return costs


def compare(seed, engines):
    labyrinth = small(random.Random(seed))
    expected = {
        "shortest": brute.best(labyrinth, DEPTH),
        "moves": brute.best(labyrinth, DEPTH, toll=1),
    }
    won = expected["shortest"] is not None
    expected["shallowest"] = brute.shallowest(labyrinth, DEPTH) if won else None
    expected["escape"] = None if expected["shortest"] is None else 0
    assert decide(labyrinth) == (expected["escape"] == 0)
    for engine in engines:
        assert answers(labyrinth, engine) == expected, (seed, engine)
    return labyrinth, expected


@pytest.mark.parametrize("block", few(range(8), 1))
def test_native_agrees_with_brute_force(block):
    outcomes = [compare(25 * block + k, ["native"])[1]["escape"] for k in range(25)]
    assert None in outcomes
    assert 0 in outcomes


@pytest.mark.parametrize("seed", few(range(200, 220), 4))
def test_clingo_agrees_with_brute_force(seed):
    compare(seed, ["clingo"])


@pytest.mark.slow
@pytest.mark.parametrize("block", few(range(20), 6))
def test_all_engines_agree_on_thousands(block):
    for seed in range(10_000 + 100 * block, 10_100 + 100 * block):
        labyrinth, expected = compare(seed, ["native", "clingo"])
        saturations_agree(labyrinth, expected["escape"] == 0)
        exits_agree(labyrinth)


def saturations_agree(labyrinth, won):
    """pre* by both engines, on the labyrinth and on its pushdown system: one automaton."""
    automata = [ask(labyrinth, "winning", engine)[1][0] for engine in ("native", "clingo")]
    assert all(each.verdict.problems == () for each in automata)
    assert automata[0].witness == automata[1].witness
    system = FAMILY.read(Source("x.pds", export(labyrinth)))
    for engine in ("native", "clingo"):
        report, (found,) = ask(system, "escape", engine)
        assert found.verdict.problems == ()
        assert (report.status.value == "found") == won
    report, (found,) = ask(system_of(labyrinth), "winning", "native")
    assert found.witness == automata[0].witness


def exits_agree(labyrinth):
    native, other = (ask(labyrinth, "exits", engine)[1][0] for engine in ("native", "clingo"))
    assert native.verdict.problems == other.verdict.problems == ()
    assert native.verdict.trace == other.verdict.trace
    reached = brute.explore(labyrinth, DEPTH)
    ends = {place for stack, place in reached if not stack and "." not in place}
    assert set(native.witness.ends) == ends


@pytest.mark.parametrize("seed", few(range(300, 310), 3))
def test_saturation_and_exits(seed):
    labyrinth = small(random.Random(seed))
    saturations_agree(labyrinth, decide(labyrinth))
    exits_agree(labyrinth)


@pytest.mark.parametrize("seed", few(range(400, 407), 3))
def test_membership_of_any_configuration(seed):
    """The automaton accepts a configuration if and only if brute force wins from there."""
    labyrinth = small(random.Random(seed))
    stacks = [(), *((b,) for b in labyrinth.boxes()), *((a, b) for a in "A" for b in "A")]
    for stack in stacks:
        if not set(stack) <= set(labyrinth.boxes()):
            continue
        for place in labyrinth.locations():
            reached = brute.explore(labyrinth, DEPTH, start=(stack, place))
            won = any(brute.wins(labyrinth, here) for here in reached)
            verdict = membership(labyrinth, str(Configuration(stack, place)))
            assert verdict.valid == won, (stack, place)


def refuted_by_encoding(labyrinth, witness):
    """Whether encodings/fractal/refutation.lp accepts a refutation."""
    folder = resources.encodings("fractal")
    control = clingo.Control(["--warn=none"])
    control.load(str(folder / "refutation.lp"))
    with control.backend() as backend:
        for fact in (*FAMILY.facts(labyrinth), *FAMILY.encode(witness)):
            if fact.name != "none":
                backend.add_rule([backend.add_atom(fact.symbol)])
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


def changed(rng, witness, names):
    """The refutation with one change."""
    if isinstance(witness, Table):
        pairs = list(witness.pairs)
        if rng.random() < 0.5 or not pairs:
            pairs.append((rng.choice(pairs)[0], rng.choice(names)))
        else:
            del pairs[rng.randrange(len(pairs))]
        return Table(tuple(sorted(set(pairs))))
    classes = [list(each) for each in witness.classes]
    if classes and rng.random() < 0.5:
        members = rng.choice(classes)
        members.remove(rng.choice(members))
    else:
        classes.append([])
        (rng.choice(classes) if classes else classes.append([])).extend(rng.sample(names, 2))
    reached = witness.reached if rng.random() < 0.8 else (rng.choice(names),)
    return Partition(tuple(sorted(tuple(sorted(set(c))) for c in classes)), reached)


@pytest.mark.parametrize("seed", few(range(500, 515), 5))
def test_checker_and_encoding_judge_refutations_alike(seed):
    rng = random.Random(seed)
    labyrinth = small(rng)
    while decide(labyrinth):
        labyrinth = small(rng)
    for engine in ("native", "clingo"):
        witness = ask(labyrinth, "escape", engine)[1][0].witness
        assert refuted_by_encoding(labyrinth, witness)
        for _ in range(3):
            other = changed(rng, witness, labyrinth.locations())
            valid = FAMILY.check(labyrinth, other).valid
            assert valid == refuted_by_encoding(labyrinth, other), other


def problems(labyrinth, partition):
    """What is wrong with a partition, by its definition."""
    listed = list(enumerate(partition.classes))
    number = {name: index for index, each in reversed(listed) for name in each}
    of = {name: number.get(name, name) for name in (*labyrinth.locations(), *number)}
    reached, dive = {of[name] for name in partition.reached}, labyrinth.goal.anywhere
    ways = [(a, b) for clique in labyrinth.cliques for a in clique for b in clique]
    ports = labyrinth.ports
    return {
        *("overlap" for name in number if sum(name in each for each in partition.classes) > 1),
        *("corridor" for a, b in (*ways, *labyrinth.oneways) if of[a] != of[b]),
        *("box" for b, y, z in ports if any(
            x == b and of[v] == of[y] and of[w] != of[z] for x, v, w in ports
        )),
        *("start" for _ in "s" if of[labyrinth.start] not in reached),
        *("into" for _, y, z in ports if dive and of[z] in reached and of[y] not in reached),
        *("goal" for name in labyrinth.targets() if of[name] in reached),
    }  # fmt: skip


def test_the_checker_of_partitions_sees_what_breaks_their_definition():
    found = Counter()
    for seed in range(many(4000)):
        rng = random.Random(seed)
        labyrinth = small(rng)
        made = close(atlas(labyrinth)).partition()
        names = labyrinth.locations()
        for partition in (made, *(changed(rng, made, names) for _ in range(3))):
            codes = {each.code for each in FAMILY.check(labyrinth, partition).problems}
            assert codes == problems(labyrinth, partition), (seed, partition)
            found[min(codes, default="valid") if len(codes) < 2 else "several"] += 1
    expected = ("valid", "corridor", "box", "start", "into", "goal", "several")
    assert min(found[each] for each in expected) > 1, found


@pytest.mark.parametrize("seed", few(range(600, 615), 5))
def test_renaming_and_turning_corridors_round_change_nothing(seed):
    rng = random.Random(seed)
    labyrinth = small(rng)

    def renamed(name):
        parts = name.split(".")
        kept = parts.index("inner") if "inner" in parts else len(parts)
        return ".".join([f"n{part}" for part in parts[:kept]] + parts[kept:])

    goal = replace(labyrinth.goal, names=tuple(map(renamed, labyrinth.goal.names)))
    other = Labyrinth(
        tuple(tuple(map(renamed, c)) for c in reversed(labyrinth.cliques)),
        tuple((renamed(p), renamed(q)) for p, q in labyrinth.oneways),
        renamed(labyrinth.start),
        goal,
    )
    assert answers(labyrinth, "native") == answers(other, "native")
