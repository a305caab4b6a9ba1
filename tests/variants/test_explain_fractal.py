"""Explaining why there is no way in a labyrinth that contains itself: one corridor, checked."""

from __future__ import annotations

import random

import pytest
from asking import ask
from projects import ROOT, call

from pylab.analysis.explain import explain
from pylab.base.finding import Status
from pylab.family import registry
from pylab.testing import family_testkit
from pylab.text.source import Source, read_source

FRACTAL = registry.get("fractal")


def explained(text, task=None, **options):
    instance = FRACTAL.adapt(FRACTAL.read(Source("test.lab", text)), **options)
    report, _ = ask("fractal", instance, task)
    assert report.status is Status.NONE
    return explain(report, 20)


def test_a_labyrinth_lacks_a_corridor():
    done = call("solve", "fractal/sealed.lab", "--explain")
    assert done.returncode == 1
    assert (
        "% there would be an answer with a corridor between 1 and 3 (the least change)\n"
        in done.stdout
    )
    assert "% then valid, checked: 3 corridors, 5 moves, depth 1; ends at 3\n" in done.stdout


def test_a_corridor_elsewhere_is_named_before_one_to_the_goal():
    """That would always do, and so says little."""
    found = explained("goal reach 1\nB.2 inner.start\n3 A.1 B.3\n1\nA.2 -> A.1\nA.3 -> B.3\n")
    assert found.changes == ("with a corridor between 2 and 3",)


def test_a_turnstile_turns_the_other_way_first():
    text = read_source(str(ROOT / "instances/fractal/turnstile-shut.lab")).text
    found = explained(text, "shortest")
    assert found.least
    assert found.changes == ("with the corridor from inner.court to A.2 both ways",)
    assert found.answer.verdict.valid


def test_pushdown_systems_have_no_corridors():
    found = explain(
        ask("fractal", FRACTAL.read(Source("t.pds", "(p <a>)\np <a> --> p <a>\n")))[0], 20
    )
    assert found.status is Status.NONE


@pytest.mark.parametrize("seed", range(5))
def test_one_corridor_always_does(seed):
    rng = random.Random(f"corridors {seed}")
    instance = family_testkit(FRACTAL).unsolvable(rng)
    while not instance.targets():
        instance = family_testkit(FRACTAL).unsolvable(rng)
    found = explain(ask("fractal", instance)[0], 20)
    assert found.status is Status.FOUND
    assert found.least
    assert len(found.changes) == 1
    assert found.answer.verdict.valid
    extra = len(found.instance.cliques) + len(found.instance.oneways)
    assert extra == len(instance.cliques) + len(instance.oneways) + 1
