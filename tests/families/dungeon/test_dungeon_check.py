"""Forgeries: valid witnesses, changed so that a rule is broken; the checker names the rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dungeon_ask import ROOT, ask

from pylab.base.errors import InstanceError
from pylab.families.dungeon.check import played
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    Alignment,
    Guarantee,
    Guaranteed,
    Margin,
    Route,
    Safe,
    Stuck,
    Thrift,
    Tile,
    Unsolvable,
    Wasted,
)
from pylab.text.source import read_source


def shipped(name: str) -> Any:
    return FAMILY.read(read_source(str(ROOT / "instances" / "dungeon" / name)))


DEMO, TRAP, YARD = shipped("demo.dungeon"), shipped("trap.dungeon"), shipped("switchyard.dungeon")
ONEWAY, MISSION = shipped("oneway.dungeon"), shipped("mission.dot")
ROUTE = ask(DEMO, "solve").witness.places


def tiles(room: str, *spots: tuple[int, int]) -> tuple[Tile, ...]:
    return tuple(Tile(room, y, x) for y, x in spots)


@pytest.mark.parametrize(
    ("instance", "witness", "code"),
    [
        (DEMO, Route(()), "empty"),
        (DEMO, Route(ROUTE[1:]), "start"),
        (DEMO, Route(ROUTE[:-1]), "goal"),
        (DEMO, Route((*ROUTE, ROUTE[-2])), "after-goal"),
        (DEMO, Route((*ROUTE[:3], *ROUTE[4:])), "no-way"),
        (DEMO, Route((*ROUTE[:2], Tile("A", 0, 2))), "no-place"),
        (DEMO, Route(tiles("A", (1, 1), (1, 2), (1, 3), (2, 3))), "missing"),
        (DEMO, Route(tiles("A", (1, 1), (1, 2), (2, 2), (2, 3))), "missing"),
        (TRAP, Route(tiles("Hall", *[(y, 1) for y in (1, 2, 3)],
                           *[(3, x) for x in (2, 3, 4)], (4, 4))), "locked"),
        (YARD, Route(tiles("West", *[(1, x) for x in range(1, 10)], (2, 9), (2, 10))), "block"),
        (ONEWAY, Route((*tiles("Top", (1, 1), (2, 1), (2, 2), (2, 3), (2, 4), (3, 4)),
                        Tile("Bottom", 0, 4), Tile("Top", 3, 4))), "no-way"),
        (DEMO, Stuck(ROUTE[:2]), "not-stuck"),
        (TRAP, Stuck(tiles("Hall", (1, 1), (1, 2), (1, 3), (1, 4))), "not-stuck"),
        (TRAP, Stuck((*tiles("Hall", (1, 1), (1, 4)), Tile("Vault", 2, 4))), "no-way"),
        (TRAP, Stuck(tiles("Hall", (1, 1), (1, 3), (1, 1))), "not-stuck"),
        (TRAP, Thrift(tiles("Hall", (1, 1), (1, 3))), "goal"),
        (TRAP, Wasted(("gate",)), "not-stuck"),
        (TRAP, Wasted(("nowhere",)), "no-lock"),
        (DEMO, Wasted(()), "not-stuck"),
        (DEMO, Safe(999), "configurations"),
        (TRAP, Safe(ask(TRAP, "statistics").witness.states), "dead"),
        (DEMO, Unsolvable(4), "solvable"),
        (TRAP, Margin(1, ("pantry",)), "margin"),
        (TRAP, Margin(0, ("nowhere",)), "no-lock"),
        (TRAP, Margin(0, ("pantry", "pantry")), "repeated"),
        (TRAP, Margin(0, ("vault",)), "far-door"),
        (TRAP, Margin(0, ("gate", "vault")), "reached"),
        (TRAP, Margin(None), "margin"),
        (TRAP, Margin(0, ("pantry",), extra=2), "extra"),
        (TRAP, Margin(0, ("pantry",), extra=1, freed=("vault",)), "freed"),
        (TRAP, Margin(0, ("pantry",), extra=1, moved=(Tile("Hall", 1, 1),)), "no-key"),
        (ONEWAY, Margin(0), "misfit"),
        (MISSION, Route(("0", "2")), "locked"),
        (MISSION, Route(("0", "1", "0", "2", "6")), "missing"),
    ],
)  # fmt: skip
def test_forgery(instance: Any, witness: Any, code: str) -> None:
    verdict = FAMILY.check(instance, witness)
    assert code in [problem.code for problem in verdict.problems]


def test_what_is_missing_is_named() -> None:
    problems = FAMILY.check(MISSION, Route(("0", "1", "0", "2", "6"))).problems
    assert [problem.message for problem in problems] == ["from 2 to 6: without K"]


def test_an_alignment_is_no_answer_about_a_dungeon_alone() -> None:
    with pytest.raises(InstanceError, match="an alignment is for a survey"):
        FAMILY.check(DEMO, Alignment(()))


@pytest.mark.parametrize("field", ["states", "dead", "moves", "locks", "keys"])
def test_wrong_figures(field: str) -> None:
    told = ask(TRAP, "statistics").witness
    forged = replace(told, **{field: getattr(told, field) + 1})
    assert [p.code for p in FAMILY.check(TRAP, forged).problems] == [field]


def test_wrong_guarantees() -> None:
    told = ask(TRAP, "guaranteed").witness
    assert FAMILY.check(TRAP, told).valid
    by_room = {each.room: each for each in told.rooms}
    for forged, code in (
        (Guarantee("Hall", 1), "reached"),
        (Guarantee("Hall", None), "reached"),
        (Guarantee("Gate", 0), "keys"),
        (Guarantee("Gate", 3, by_room["Gate"].doors), "keys"),
        (Guarantee("Gate", 1), "keys"),
        (Guarantee("Gate", 2, ("gate",)), "reached"),
    ):
        rooms = tuple(forged if e.room == forged.room else e for e in told.rooms)
        codes = [problem.code for problem in FAMILY.check(TRAP, Guaranteed(rooms)).problems]
        assert codes == [code], forged
    left_out = FAMILY.check(TRAP, Guaranteed(told.rooms[1:])).problems
    assert [problem.code for problem in left_out] == ["left-out"]


def test_the_trace_tells_which_key_went_where() -> None:
    stuck = ask(TRAP, "softlock").witness
    verdict = FAMILY.check(TRAP, stuck)
    assert any("spends a key on pantry, 0 left" in line for line in verdict.trace)
    assert "pantry" in verdict.summary


def test_walks_on_which_nothing_happens_may_be_left_out() -> None:
    whole = ask(TRAP, "softlock").witness
    short = Stuck(tuple(whole.places[step] for step in (0, 2, 3, 5, 6)))  # a key, a door
    assert FAMILY.check(TRAP, short).summary == FAMILY.check(TRAP, whole).summary
    assert len(played(TRAP, short).places) == len(whole.places)
    assert FAMILY.check(TRAP, Wasted(("pantry",))).valid
    skipping = Route((ROUTE[0], *ROUTE[2:]))
    assert [p.code for p in FAMILY.check(DEMO, skipping).problems] == ["no-way"]
