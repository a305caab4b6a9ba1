"""The saturation, told transition by transition: each follows by its rule from those before."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from fractal_ask import FAMILY, ask, load, read, small
from projects import call, few

from pylab.families.fractal.generate import acceptor, rewrite
from pylab.families.fractal.model import BOTTOM, VICTORY, Labyrinth, Rule
from pylab.families.fractal.saturation import saturation, written
from pylab.text.source import Source


def puzzle(seed):
    rng = random.Random(seed)
    if seed % 4 == 0:
        return rewrite(rng, 6, rng.choice(["escape", "at", "reach", "accept"]))
    labyrinth = small(rng)
    if seed % 4 == 1:
        tops = [BOTTOM, *labyrinth.boxes()]
        return replace(labyrinth, goal=acceptor(rng, labyrinth.locations(), tops))
    return labyrinth


def moves(labyrinth):
    """The labyrinth's rules, as the source has them, for each top of the stack."""
    tops = [BOTTOM, *labyrinth.boxes()]
    corridors = {(p, q) for c in labyrinth.cliques for p in c for q in c if p != q}
    found = {Rule(p, a, q, (a,)) for p, q in corridors | set(labyrinth.oneways) for a in tops}
    for port in labyrinth.locations():
        box, dot, place = port.partition(".")
        if dot and box not in ("inner", "internal"):
            found |= {Rule(port, a, place, (box, a)) for a in tops}
            found.add(Rule(place, box, port, ()))
    return found


@pytest.mark.parametrize("seed", few(range(80), 13))
def test_each_transition_follows_and_none_is_left(seed):
    instance = puzzle(seed)
    rules = moves(instance) if isinstance(instance, Labyrinth) else set(instance.rules)
    known, steps = set(), []
    for added in saturation(instance, steps.append):
        state, symbol, target = added.transition
        assert added.transition not in known
        if added.rule is None:
            assert target == VICTORY or target.startswith("(state ")
        else:
            assert added.rule in rules
            assert (added.rule.state, added.rule.symbol) == (state, symbol)
            assert known.issuperset(added.read)
            assert tuple(top for _, top, _ in added.read) == added.rule.written
            ends = [added.rule.target, *(end for _, _, end in added.read)]
            assert [begin for begin, _, _ in added.read] == ends[:-1]
            assert ends[-1] == target
        known.add(added.transition)
    assert steps[-1] <= 3 * len(written(instance).rules) ** 2  # three lengths of what is popped
    _, (only,) = ask(instance, "winning", "native")
    assert only.verdict.valid
    assert known == set(only.witness.transitions)


def test_it_is_unfolded_with_its_rules():
    done = call(
        "solve", "fractal/infinite.lab", "--task", "winning", "--unfold", "4", "--goal", "at b"
    )
    assert done.returncode == 0
    told = done.stdout.splitlines()
    listed = call("facts", "fractal/infinite.lab", "--as", "pds", "--goal", "at b").stdout
    rules = listed.count("-->")
    words = "6 transitions, the first 4, and the rules that add them"
    of = f"k = {rules} rules, in 28 steps (k² = {rules**2})"
    assert told[0] == f"% the saturation of {of}: {words}"
    assert told[1].split("%")[1] == " 1: to begin with"
    assert r"by X.b <\bot> --> b <\bot>, and b --\bot--> (victory)" in told[4]
    assert len(told) == 6


def test_it_is_drawn_step_by_step():
    labyrinth = load("alice.lab")
    _, (only,) = ask(labyrinth, "winning", "native")
    last = FAMILY.pictures.steps(labyrinth, only.witness)
    assert last == len(only.witness.transitions)
    shapes = {FAMILY.pictures.step(labyrinth, only.witness, n).render() for n in (0, 1, 99, last)}
    assert len(shapes) == 4
    with pytest.raises(ValueError, match="a step from 0"):
        FAMILY.pictures.step(labyrinth, only.witness, last + 1)
    shown = FAMILY.pictures.milestones(labyrinth, only.witness)
    assert shown[0] == 0
    assert shown[-1] == last
    assert len(shown) - 2 <= len(labyrinth.locations()) <= len(shown)
    bare = read("a X.a\nb X.b\ngoal at b\n")
    _, (only,) = ask(bare, "winning", "clingo")
    assert "wins in no box: X.b, b\n" in FAMILY.picture(bare, only.witness)


def test_what_is_unfolded_is_read_again():
    labyrinth = load("infinite.lab")
    _, (only,) = ask(labyrinth, "winning", "native")
    text = FAMILY.unfold(labyrinth, only.witness, 1000)
    assert FAMILY.check(labyrinth, FAMILY.read_witness(Source("w", text))).valid
