"""Known answers on the real mission graphs and maps, and the shipped instances."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import clingo
import pytest
from dungeon_ask import CORRIDOR, DETOUR, ROOT, ask, dungeon, graph, survey, uncorrected
from projects import few

from pylab.families.dungeon.astar import cheapest
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.generate import generate
from pylab.families.dungeon.model import Settings
from pylab.families.dungeon.world import to_goal, world_of
from pylab.text.source import read_source

STATES: dict[str, tuple[int, int, int | None]] = {
    "LoZ_1": (2269, 0, 10),
    "LoZ_2": (2155, 0, 10),
    "LoZ_3": (405, 0, 5),
    "LoZ_5": (920, 321, 11),
    "LoZ_7": (4581, 57, 23),
    "LoZ2_1": (165, 0, 7),
    "LoZ2_3": (110, 0, 8),
    "LoZ2_4": (1608, 6, 8),
    "LA_1": (203, 0, 21),
    "LA_3": (30329, 1052, 31),
    "LA_5": (725, 0, 70),
    "LA_7": (417, 0, 68),
    "LttP_1": (152, 0, 25),
    "LttP_2": (923, 75, 29),
    "LttP_7": (3484, 3484, None),
    "LttP_9": (1134, 1134, None),
    "LttP_11": (367, 0, 37),
}
"""States, dead states and fewest moves: published with the puzzle's specification."""

LONG = ("LA_3", "LA_5", "LA_7", "LoZ_7", "LttP_2", "LttP_7")
"""Those that clingo takes longer for."""


@pytest.mark.parametrize("engine", ["native", "clingo"])
@pytest.mark.parametrize("name", [*few(sorted(STATES.keys() - {"LA_3"}), 99), *few(["LA_3"], 0)])
def test_states(name: str, engine: str) -> None:
    told = ask(graph(name), "statistics", engine)
    assert not told.problems
    assert (told.witness.states, told.witness.dead, told.witness.moves) == STATES[name]


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        pytest.param(
            name,
            engine,
            marks=[pytest.mark.slow] * (engine == "clingo" and (name in LONG or number % 9 > 0)),
        )
        for number, name in enumerate((*sorted(STATES), "LttP_3", "LttP_5"))
        for engine in ("native", "clingo")
    ],
)
def test_routes_and_softlocks(name: str, engine: str) -> None:
    states, dead, moves = STATES.get(name, (1, 1, None))
    told = ask(graph(name), "solve", engine)
    assert told.status == ("none" if moves is None else "found")
    assert moves is None or told.answer.cost == moves
    assert not told.problems
    assert not told.messages
    told = ask(graph(name), "softlock", engine)
    assert told.status == ("found" if dead else "none")
    assert not told.problems
    assert states


@pytest.mark.parametrize(
    ("level", "name", "rooms", "doors"),
    few(
        [
            ("tloz2_1", "LoZ_2", "18/18 rooms", "18/18 doors"),
            ("tloz1_1", "LoZ_1", "17/17 rooms", "16/16 doors"),
            ("tloz3_1", "LoZ_3", "18/18 rooms", "19/19 doors"),
        ],
        1,
    ),
)
def test_alignment(level: str, name: str, rooms: str, doors: str) -> None:
    both = survey(level, name)
    told = ask(both, "align", "clingo")
    verdict = FAMILY.check(both, told.witness)
    assert verdict.valid
    assert verdict.summary == f"{rooms}, {doors}"
    assert told.answer.optimal
    made = FAMILY.importing.assemble(both, told.witness)
    route = ask(made, "solve")
    assert route.status == "found"
    assert not route.problems
    assert ask(made, "softlock").status == "none"
    assert FAMILY.draw(made, route.witness).render().startswith("<svg")


def test_uncorrected_heuristic_counts_a_leg_twice() -> None:
    """The formula sheet's h_plan exceeds the true cost, even on a bare corridor."""
    world = world_of(dungeon(CORRIDOR))
    assert to_goal(world)[world.start] == 4
    assert uncorrected(world, ahead=False)[world.start] == 8


def test_uncorrected_heuristic_fails_off_the_plan() -> None:
    """At the key the true cost is 7; the formula says 9, even with u = p_next."""
    world = world_of(dungeon(DETOUR))
    key = next(p for p, gain in enumerate(world.gains) if gain)
    assert to_goal(world)[key] == 7
    assert uncorrected(world, ahead=True)[key] == 9


def test_macros_are_counted_and_switched_off() -> None:
    instance = dungeon(DETOUR, space="tiles")
    figures = cheapest(instance, world_of(instance)).figures
    assert figures.macros > 0
    assert figures.macros_failed > 0


def test_dominance_is_off_with_switches() -> None:
    path = ROOT / "instances" / "dungeon" / "switchyard.dungeon"
    instance = FAMILY.read(read_source(str(path)))
    told = ask(instance, "solve")
    assert told.answer.statistics["dominance"] == "off: not sound with switches"
    assert "switches" in ask(instance, "margin").refused


ENTRIES = ["reasons.lp", "repair.lp", *(t.encoding for t in FAMILY.tasks if t.name != "align")]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("name", ["demo.dungeon", "mission.dot"])
def test_silent_on_all_warnings(entry: str, name: str) -> None:
    messages: list[str] = []
    instance = FAMILY.read(read_source(str(ROOT / "instances" / "dungeon" / name)))
    control = clingo.Control(["--warn=all"], logger=lambda _, text: messages.append(text))
    control.load(str(ROOT / "encodings/dungeon" / entry))
    control.add("base", [], " ".join(map(str, FAMILY.facts(instance))))
    control.ground([("base", []), ("check", [clingo.Number(0)])])
    for step in range(1, 4):
        number = clingo.Number(step)
        control.ground([("step", [number]), ("check", [number])])
    assert [m for m in messages if "incmode" not in m] == []


def test_weighted_search_reports_its_bound() -> None:
    path = ROOT / "instances" / "dungeon" / "oneway.dungeon"
    instance = FAMILY.adapt(FAMILY.read(read_source(str(path))), weight=3.0)
    told = ask(instance, "solve")
    assert told.answer.statistics["bound"] <= 34 <= told.answer.cost <= 3 * 34


def test_strict_refuses_assumptions() -> None:
    from pylab.base.errors import InstanceError

    mission = graph("LoZ_5")
    assert FAMILY.remarks(mission)
    with pytest.raises(InstanceError, match="line break"):
        FAMILY.adapt(mission, strict=True)
    assert FAMILY.adapt(graph("LoZ_1"), strict=True) == replace(graph("LoZ_1"), settings=Settings())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(STATES))
def test_states_by_clingo(name: str) -> None:
    told = ask(graph(name), "statistics", "clingo")
    assert (told.witness.states, told.witness.dead, told.witness.moves) == STATES[name]


def test_clingo_looks_at_few_states_of_a_large_dungeon() -> None:
    """It can't go through all of them: there are 16 rooms with eight keys and locks."""
    made = generate(Random(0), rows=4, columns=4, size=10, keys=8, boss=True, blocks=0.15)
    found, told = (ask(made, "solve", engine) for engine in ("native", "clingo"))
    assert told.problems == ()
    assert len(found.witness.places) == len(told.witness.places) > 60
