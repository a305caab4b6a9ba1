"""Runs from the closure's unions: whatever it says can be won has one, and the checker takes it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from fractal_ask import ask, small
from projects import few

from pylab.families.fractal import search
from pylab.families.fractal.atlas import atlas
from pylab.families.fractal.check import check
from pylab.families.fractal.closure import close
from pylab.families.fractal.forest import program
from pylab.families.fractal.generate import generate, nest
from pylab.families.fractal.search import decide


def explained(labyrinth):
    """Whether there is a run; each that the closure has is valid."""
    found = set()
    for hasty in (True, False):
        classes = close(atlas(labyrinth), hasty=hasty)
        found.add(classes.winnable())
        if classes.winnable():
            verdict = check(labyrinth, program(classes))
            assert verdict.problems == (), labyrinth
    (won,) = found
    assert won == decide(labyrinth)
    return won


@pytest.mark.parametrize("block", range(4))
def test_random_labyrinths(block):
    won = [
        explained(replace(small(random.Random(100 * block + n)), oneways=())) for n in range(100)
    ]
    assert {True, False} == set(won)


@pytest.mark.parametrize("seed", few(range(6), 3))
@pytest.mark.parametrize("kind", ["escape", "at", "reach"])
def test_larger_ones_with_boxes_within_boxes(seed, kind):
    rng = random.Random(seed)
    labyrinth = generate(rng, outer=40, boxes=3, density=0.6, hubs=0.1, deep=0.1, goal=kind)
    explained(labyrinth)


def test_a_run_of_many_digits():
    labyrinth = nest(300)
    run = program(close(atlas(labyrinth), hasty=True))
    summary = check(labyrinth, run).summary
    assert summary.startswith(f"{2**302 - 3} corridors")
    assert len(run.reasons) < 10 * 300


@pytest.mark.parametrize("kind", ["at", "reach"])
def test_escape_of_large_labyrinths_is_any_run(kind, monkeypatch):
    monkeypatch.setattr(search, "_SHORT", 10)
    monkeypatch.setattr(search, "Search", None)
    outcomes = set()
    for seed in range(12):
        labyrinth = generate(random.Random(seed), outer=30, boxes=3, density=0.45, goal=kind)
        report, (only,) = ask(labyrinth, "escape", "native")
        assert only.verdict.valid
        assert (report.status.value == "found") == decide(labyrinth)
        outcomes.add(report.status.value)
    assert outcomes == {"found", "none"}
