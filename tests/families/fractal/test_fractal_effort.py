"""Which engine is the default: clingo only where it is quick, whatever the size."""

from __future__ import annotations

import functools
import random

import pytest
from fractal_ask import INSTANCES, ask, load, small
from fractal_real import REAL
from projects import QUICK, few, many, real
from work_counted import lines_run

from pylab.families.fractal.effort import estimate
from pylab.families.fractal.family import FAMILY
from pylab.text.source import read_source

LAST = {"escape": 17, "shortest": 4, "moves": 4, "shallowest": 16, "exits": 4, "winning": 24}
"""Of the nested labyrinths, the deepest that clingo is given; docs/fractal.md says so."""


@pytest.mark.parametrize("task", FAMILY.tasks, ids=lambda task: task.name)
def test_long_runs_of_small_labyrinths_are_not_for_clingo(task):
    last = LAST[task.name]
    depths = sorted({*range(1, 51, 7 if QUICK else 1), last, last + 1})
    slow = [n for n in depths if FAMILY.native.preferred(FAMILY.generate(None, nested=n), task)]
    assert slow == [n for n in depths if n > last]


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*.lab")), ids=lambda path: path.stem)
def test_shipped_labyrinths_are_for_clingo(path):
    slow = [t.name for t in FAMILY.tasks if FAMILY.native.preferred(load(path.name), t)]
    assert slow == (["shortest", "moves", "exits"] if path.stem == "nested-5" else [])


@pytest.mark.parametrize("name", REAL)
def test_real_labyrinths_are_for_clingo(name):
    instance = FAMILY.read(read_source(str(real("fractal", f"{name}.lab"))))
    instance = FAMILY.adapt(instance, goal=REAL[name][0])
    assert [t.name for t in FAMILY.tasks if FAMILY.native.preferred(instance, t)] == []


@pytest.mark.parametrize("seed", few(range(900, 915), 3))
def test_the_estimate_is_what_clingo_then_needs(seed):
    labyrinth = small(random.Random(seed))
    for task in ("escape", "shortest", "moves", "shallowest"):
        answer = ask(labyrinth, task, "clingo")[0]
        steps, _ = estimate(labyrinth, task)
        if answer.status.value == "none":
            continue  # no steps at all; with one-way corridors the estimate need not know
        if task == "escape":
            assert answer.statistics["solved"][-1]["step"] <= steps
        else:
            assert steps == answer.cost + (task == "shallowest")


def test_estimates_are_cheap():
    for seed in range(many(5)):
        labyrinth = FAMILY.generate(random.Random(seed), outer=50, boxes=4, density=0.55)
        for task in FAMILY.tasks:
            asked = functools.partial(FAMILY.native.preferred, labyrinth, task)
            assert lines_run(asked) < 2_000_000
