"""Theories plugged into clingo; where they are not installed, the message that says so."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from asking import ravensburger
from projects import ROOT, call, few, run

import pylab
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.bench.jobs import expand
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.core.options import Means
from pylab.core.puzzle import load
from pylab.encoding import program as encoding
from pylab.encoding.places import statements_of
from pylab.engines import coverage, probes, theory
from pylab.engines.session import ClingoProgram
from pylab.families.dungeon.testkit import after, first, maze_of

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
MINUTES = re.search(
    r"(?ms)^```prolog overlay\n(.*?)^```$", (ROOT / "docs/solvers.md").read_text(encoding="utf-8")
)[1]
SUMS = """\
#const minutes = 3.
&sum { at(0) } = 0.
#program step(t).
&sum { at(t); -at(t-1) } = Z :- push(Z,_,t).
#program check(t).
&sum { at(t) } <= minutes :- query(t).
"""
ONE_SHOT = """\
#const minutes = 3.
slot(1..M) :- horizon(M).
&sum { m(T) } = Z :- push(Z,_,T).
&sum { m(T) } = 0 :- slot(T), not push(_,_,T).
&sum { m(T) : slot(T) } <= minutes.
"""


@pytest.mark.parametrize(
    ("theory", "module", "text", "task"),
    [
        ("clingo-dl", "clingodl", MINUTES, "shortest"),
        ("clingcon", "clingcon", SUMS, "shortest"),
        ("clingcon", "clingcon", ONE_SHOT, "plan"),
    ],
)
def test_an_overlay_may_use_a_theory(tmp_path, theory, module, text, task):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{theory} is not installed")
    (tmp_path / "minutes.lp").write_text(text)
    board = load(EXAMPLE).instance
    for minutes, status in ((3, Status.FOUND), (2, Status.NONE)):
        answer, plans = ravensburger(
            board, task, overlays=[str(tmp_path / "minutes.lp")], theory=theory,
            constants={"minutes": str(minutes)},
        )  # fmt: skip
        assert answer.status is status
        assert all(sum(line for line, _ in plan) <= minutes for plan in plans)
    everything, all_plans = ravensburger(board, "all", models=0)
    assert everything.complete
    assert min(sum(line for line, _ in plan) for plan in all_plans) == 3


def rooms(rng):
    """One room of three rows with a locked door, an item more than the walls, and hours."""
    grid = [[rng.choice("....#") for _ in range(5)] for _ in range(3)]
    for sign in "@Tkg":
        y, x = rng.randrange(3), rng.randrange(5)
        grid[y][x] = sign
    lines = ["#######", *(f"#{''.join(row)}#" for row in grid), "#######"]
    head = "dungeon one\nstart keys=1 bombs=0\nlegend g = door key gate\nroom Hall at 0,0\n"
    spots = [("Hall", y + 1, x + 1) for y in range(3) for x in range(5) if grid[y][x] != "#"]
    hours = [
        (rng.choice(("shut", "closing")), spot, rng.randint(1, 12))
        for spot in rng.sample(spots, min(len(spots), 4))
    ]
    return (
        head + "\n".join(lines) + "\n",
        hours,
        {"minutes": rng.choice((7, 12, 20)), "unlock": rng.choice((0, 3))},
    )


def test_rules_that_only_the_theory_keeps_from_being_covered_are_told(tmp_path):
    if importlib.util.find_spec("clingodl") is None:
        pytest.skip("clingo-dl is not installed")
    text = "&diff { x - y } <= -1 :- a.\n&diff { y - x } <= -1 :- a.\n{ a; b }.\nc :- a.\nd :- b.\n"
    for head, lines in (("% Theory: clingo-dl\n", [2, 3, 5]), ("% none\n", [])):
        (tmp_path / "x.lp").write_text(head + text)
        program = encoding.load(tmp_path / "x.lp")
        if not program.theory:  # which is what says how its atoms look
            program = replace(
                program, statements=(*statements_of(theory.GRAMMAR), *program.statements)
            )
        watched = [(each, p) for each in program.model if (p := probes.probe(each))]
        told = coverage.Probed(program, [p for _, p in watched]).covered(
            ClingoProgram(program, []), Patience(20)
        )
        assert told.settled
        missed = [each.line for n, (each, _) in enumerate(watched) if n not in told.probes]
        assert missed == lines


def soonest(instance, hours, minutes, unlock):
    """The fewest moves in time, by the earliest minute at which each state is come to."""
    maze = maze_of(instance)
    shut = {spot: minute for kind, spot, minute in hours if kind == "shut"}
    closing = {spot: minute for kind, spot, minute in hours if kind == "closing"}

    def come(spot, minute):
        minute = max(minute, shut.get(spot, 0))
        return minute if minute <= min(minutes, closing.get(spot, minutes)) else None

    start = first(maze)
    layer = {start: come(start[0], 0)}
    for moves in range(minutes + 1):
        layer = {state: minute for state, minute in layer.items() if minute is not None}
        if any(state[0] in maze.goals for state in layer):
            return moves
        following = {}
        for state, minute in layer.items():
            for onward in after(maze, state):
                then = come(onward[0], minute + 1 + unlock * (onward[2] != state[2]))
                if then is not None:
                    following[onward] = min(then, following.get(onward, then))
        layer = following
    return None


@pytest.mark.parametrize("number", few([1, 4], 1))
def test_hours_agree_with_the_earliest_minutes(number):
    """Differences found by clingo-dl against a plain walk over states, on random rooms."""
    if importlib.util.find_spec("clingodl") is None:
        pytest.skip("clingo-dl is not installed")
    rng, told = random.Random("hours"), Counter()
    while min(told[kind] for kind in ("none", "same", "longer")) < number:
        text, hours, constants = rooms(rng)
        if "@" not in text or "T" not in text:
            continue
        room = load(text, "dungeon")
        plain = soonest(room.instance, [], 99, 0)
        expected = soonest(room.instance, hours, **constants)
        kind = "none" if expected is None else "same" if expected == plain else "longer"
        told[kind] += 1
        if told[kind] > number:
            continue
        facts = "".join(f'{kind}(("{r}",{y},{x}),{minute}).\n' for kind, (r, y, x), minute in hours)
        found = pylab.solve(room, overlays=["hours", facts], constants=constants)
        assert found.cost == expected, (text, facts, constants)
        assert not found.invalid


@pytest.mark.parametrize(
    ("theory", "module"), [("clingo-dl", "clingodl"), ("clingcon", "clingcon")]
)
def test_a_theory_that_is_not_there_says_how_to_get_it(theory, module, tmp_path):
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')")
    done = run("solve", EXAMPLE, "--theory", theory, env={"PYTHONPATH": f"{tmp_path}:{ROOT}"})
    assert done.returncode == 2
    assert f"{theory} is not installed: pip install 'pylab-asp[dl]' (not here)" in done.stderr


def test_a_missing_theory_is_refused_before_anything_is_solved(monkeypatch):
    monkeypatch.setitem(sys.modules, "clingcon", None)
    told = "clingcon is not installed: pip install"
    for task in ("shortest", "plan"):
        with pytest.raises(PylabError, match=told):
            pylab.solve(EXAMPLE, task, theory="clingcon")
    for engine in (None, "clingo"):
        variant = SweepVariant("v", means=Means(engine=engine, theory="clingcon"))
        with pytest.raises(PylabError, match=f"variant 'v': {told}"):
            expand(Sweep("s", (Puzzles("", (str(EXAMPLE),)),), (variant,)), Path(), Path("made"))


def test_what_a_theory_cannot_read_is_an_error_with_its_place(tmp_path):
    if importlib.util.find_spec("clingcon") is None:
        pytest.skip("clingcon is not installed")
    (tmp_path / "odd.lp").write_text("\n&sum { Z,T : push(Z,_,T) } <= 3.\n")
    done = call("solve", EXAMPLE, "--with", tmp_path / "odd.lp", "--theory", "clingcon")
    assert (done.returncode, "odd.lp:2:1: clingcon says: " in done.stderr) == (2, True), done.stderr


def test_a_theory_without_atoms_is_reported():
    if importlib.util.find_spec("clingodl") is None:
        pytest.skip("clingo-dl is not installed")
    assert "no theory atoms" in call("solve", EXAMPLE, "--theory", "clingo-dl").stderr
    assert "no theory atoms" not in call("solve", EXAMPLE).stderr


def test_theories_are_clingos():
    done = call("solve", EXAMPLE, "--theory", "clingcon", "--engine", "native")
    assert (done.returncode, "--theory is for --engine clingo" in done.stderr) == (2, True)
