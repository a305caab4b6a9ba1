"""Plays that begin later than at the start: is this state dead?"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dungeon_ask import (
    ask,
    brute_force,
    dungeon,
    initial_state,
    random_dungeon,
    random_graph,
    states_of,
)
from projects import ROOT, call, few

from pylab.base.errors import InstanceError
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.initial_state import fits
from pylab.families.dungeon.model import Dungeon, InitialState, Instance, Mission, Route, Tile
from pylab.families.dungeon.smaller import smaller
from pylab.families.dungeon.world import world_of
from pylab.testing import labs
from pylab.testing.pages import play
from pylab.testing.subject import Subject
from pylab.text.source import Source, read_source

TRAP = ROOT / "instances/dungeon/trap.dungeon"
MISSION = ROOT / "instances/dungeon/mission.dot"


def at(path: object, **options: object) -> Any:
    return FAMILY.adapt(FAMILY.read(read_source(str(path))), **options)


def states_agree(instance: Dungeon | Mission, rng: random.Random, count: int) -> None:
    """Both engines and the checker against the search from random states of random plays on."""
    states = states_of(instance)
    for index, state in enumerate(rng.sample(states, min(count, len(states)))):
        later = replace(instance, initial=initial_state(instance, state))
        assert FAMILY.from_facts(FAMILY.facts(later)) == later
        fewest, number, dead = brute_force(instance, state)
        for engine in ("native", "clingo") if index == 0 else ("native",):
            told = ask(later, "solve", engine)
            assert (told.status, told.problems) == ("none" if fewest is None else "found", ())
            assert fewest is None or told.answer.cost == fewest
            told = ask(later, "statistics", engine)
            found = (told.witness.moves, told.witness.states, told.witness.dead)
            assert (found, told.problems) == ((fewest, number, dead), ())
            told = ask(later, "softlock", engine)
            assert (told.status, told.problems) == ("found" if dead else "none", ())
            told = ask(later, "minimal-keys", engine)
            assert (told.status, told.problems) == ("none" if fewest is None else "found", ())


@pytest.mark.parametrize("seed", few(range(40), 2))
def test_states_of_dungeons(seed: int) -> None:
    states_agree(random_dungeon(seed), random.Random(seed), 2)


@pytest.mark.parametrize("seed", few(range(40), 2))
def test_states_of_graphs(seed: int) -> None:
    states_agree(random_graph(seed, 0.6 * (seed % 2)), random.Random(seed), 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20_000, 20_400))
def test_many_states(seed: int) -> None:
    states_agree(random_dungeon(seed), random.Random(seed), 6)
    states_agree(random_graph(seed, 0.6 * (seed % 2)), random.Random(seed), 6)


@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_dead_with_a_certificate_and_live_with_a_play(engine: str) -> None:
    dead = at(TRAP, at="Pantry(1,4)", carrying="Hall(1,4)", opened="pantry")
    told = ask(dead, "solve", engine)
    assert (told.status, told.witness.configurations, told.problems) == ("none", 1, ())
    live = at(TRAP, at="Hall(2,7)", carrying="1 key Hall(1,4)")
    told = ask(live, "solve", engine)
    assert (told.status, told.problems) == ("found", ())
    assert told.witness.places[0] == Tile("Hall", 2, 7)


def test_minimal_keys_are_those_still_to_be_spent() -> None:
    later = at(TRAP, at="Gate(2,0)", carrying="Hall(1,4)", opened="gate")
    for engine in ("native", "clingo"):
        assert ask(later, "minimal-keys", engine).answer.cost == 1
    assert ask(at(TRAP), "minimal-keys").answer.cost == 2


def test_words_for_states() -> None:
    by_hand = at(TRAP, at="Pantry(1,4)", carrying="1 key", opened="pantry")
    by_place = at(TRAP, at="Pantry(1,4)", carrying="Gate(2,4), Hall(1,4)", opened="pantry")
    assert by_hand == by_place
    assert at(TRAP, at="Pantry(1,4)", carrying="1 key", opened="Hall(4,4)") == by_hand
    # whoever stands in a door has opened it, and whoever stands on a thing has collected it
    assert at(TRAP, at="Hall(2,8)", carrying="Hall(1,4)").initial.unlocked == ("gate",)
    assert at(TRAP, at="Hall(1,4)").initial.emptied == (Tile("Hall", 1, 4),)
    graph = at(MISSION, at="4", carrying="I, no keys, 1", opened="0-2 0-3")
    assert graph.initial == InitialState("4", ("1", "3", "4"), ("0-2", "0-3"))
    odd = 'digraph { "a b" [label="s,k"] "c,d" [label="t"] "a b" -> "c,d" [label="k"] }'
    found = FAMILY.adapt(
        FAMILY.read(Source("odd.dot", odd)), at='"c,d"', opened='"a b-c,d"', carrying='"a b"'
    )
    assert found.initial == InitialState("c,d", ("a b",), ("a b-c,d",))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"at": "Hall(0,0)"}, "a tile to be at"),
        ({"at": "Hall(1,1) Hall(1,2)"}, "a tile to be at"),
        ({"at": "nowhere"}, "a tile to be at"),
        ({"carrying": "Hall(1,1)"}, "a place where something lies"),
        ({"carrying": "ladder"}, "by the place where they lay"),
        ({"carrying": "key(1,1)"}, "by the place where they lay"),
        ({"carrying": "key"}, "in hand, found"),
        ({"carrying": "7 keys"}, "in hand, found"),
        ({"carrying": "1 bomb"}, "in hand, found"),
        ({"opened": "gate"}, "keys collected for gate, found 1 too few"),
        ({"opened": "cellar"}, "doors that take a key"),
        ({"opened": "Hall(1,4)"}, "doors that take a key .*, found 'Hall.1,4.'"),
        ({"turned": True}, "with a switch"),
        ({"at": '"'}, "a tile to be at"),
        ({"at": '"\\'}, "a tile to be at"),
    ],
)
def test_states_that_are_none(options: dict[str, object], words: str) -> None:
    with pytest.raises(InstanceError, match=words):
        at(TRAP, **options)


def test_one_of_several_places_is_to_be_named() -> None:
    two = "dungeon two\nitem i = ladder\nroom A at 0,0\n#######\n#@.i.T#\n#..i..#\n#######\n"
    with pytest.raises(InstanceError, match=r"one of the places of ladder \(A\(1,3\), A\(2,3\)\)"):
        dungeon(two, carrying="ladder")
    assert dungeon(two, carrying="A(2,3)").initial.emptied == (Tile("A", 2, 3),)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("standing(9).", "a place where the hero can be"),
        ("standing(0). standing(1).", "expected one fact standing/1, found 2"),
        ("emptied(1).", "expected one fact standing/1, found none"),
        ("standing(0). emptied(2).", "where something lies"),
        ("standing(0). unlocked((0,1)).", "a lock"),
        ("standing(0). unlocked(f(0)).", "a lock"),
        ("standing(0). unlocked((0,2)).", "found 1 too few"),
        ("standing(0). turned.", "with a switch"),
    ],
)
def test_facts_of_states_that_are_none(tmp_path: Path, facts: str, words: str) -> None:
    given = "\n".join(map(str, FAMILY.facts(at(MISSION)))) + "\n" + facts
    (tmp_path / "later.lp").write_text(given)
    done = call("solve", str(tmp_path / "later.lp"))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("task", ["margin", "guaranteed"])
@pytest.mark.parametrize("engine", ["native", "clingo"])
def test_margins_and_guarantees_are_of_the_start(task: str, engine: str) -> None:
    told = ask(at(TRAP, at="Hall(1,2)"), task, engine)
    assert "a state later on" in told.refused


def test_a_state_is_in_no_file_of_the_formats() -> None:
    for path in (TRAP, MISSION):
        later = at(path, at="Hall(1,2)" if path is TRAP else "1")
        with pytest.raises(InstanceError, match="write facts"):
            FAMILY.write(later)


def test_smaller_ones_have_states_that_fit() -> None:
    later = at(TRAP, at="Pantry(1,4)", carrying="Hall(1,4)", opened="pantry")
    found = list(smaller(later))
    assert all(fits(each) for each in found)
    assert any(each.initial is None for each in found)
    assert sum(each.initial == later.initial for each in found) > 3
    for each in found:
        assert FAMILY.from_facts(FAMILY.facts(each)) == each


@pytest.mark.parametrize(
    ("path", "words"),
    few(
        [
            (TRAP, ["--at", "Pantry(1,4)", "--carrying", "1 key", "--opened", "pantry"]),
            (MISSION, ["--at", "3", "--carrying", "1", "--opened", "0-3"]),
        ],
        1,
    ),
)
def test_what_would_help_a_dead_state(path: Path, words: list[str]) -> None:
    """The least change gives a key, for tiles and for graphs, where the hero stands."""
    done = call("solve", str(path), *words, "--explain", "--engine", "clingo")
    assert "more key" in done.stdout
    assert "Traceback" not in done.stderr


def _switched() -> tuple[Dungeon, Any]:
    """The switchyard, and the first state in which the switch is on."""
    yard = at(ROOT / "instances/dungeon/switchyard.dungeon")
    assert isinstance(yard, Dungeon)
    return yard, next(state for state in states_of(yard) if state[3])


def test_pictures_show_what_is_left() -> None:
    later = at(TRAP, at="Pantry(1,4)", carrying="Hall(1,4)", opened="pantry")
    text = FAMILY.picture(later, None).partition("\nin a room")[0]
    assert text.count("@") == 1
    assert "#...@...#" in text
    assert (text.count("k"), text.count("p")) == (1, 0)
    assert FAMILY.draw(later).render() != FAMILY.draw(at(TRAP)).render()
    graph = at(MISSION, at="4", carrying="1", opened="0-2")
    assert FAMILY.picture(graph, None).startswith("4 (s)\n├─ 2\n│  ├─ 0\n")
    assert "─ 1\n" in FAMILY.picture(graph, None)


def test_the_lab_begins_there_too() -> None:
    """Facts are those of Python, games begin where the page's do, and the moves of answers win."""
    subject = Subject(FAMILY, None, 0)
    switched = replace(
        at(ROOT / "instances/dungeon/switchyard.dungeon"),
        initial=initial_state(*_switched()),
    )
    laters: list[Instance] = [
        at(TRAP, at="Pantry(1,4)", carrying="Hall(1,4)", opened="pantry"),
        at(TRAP, at="Gate(2,0)", carrying="Hall(1,4) Gate(2,4)", opened="gate"),
        at(MISSION, at="4", carrying="I no keys", opened="0-2 0-3"),
        switched,
    ]
    asked = [ask(each, "solve") for each in laters]
    answers = [" ".join(map(str, FAMILY.encode(each.witness))) for each in asked]
    texts = ["\n".join(map(str, FAMILY.facts(each))) for each in laters]
    jobs = [{"facts": text, "answers": [atoms]} for text, atoms in zip(texts, answers, strict=True)]
    for later, answer, told in zip(laters, asked, labs.run(subject, jobs), strict=True):
        (begun,) = play([FAMILY.script(later, [])], games=1)[0]["games"]
        places, state = world_of(later).places, begun["seen"][0]["state"]
        assert [places[each] for each in state["path"]] == [later.initial.place]
        assert state["on"] == later.initial.turned
        assert told["ends"][0] is (True if isinstance(answer.witness, Route) else None)
