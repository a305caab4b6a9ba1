"""Round trips, and errors with their places on all kinds of bad input."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest
from dungeon_ask import DETOUR, ROOT, ask, dungeon, graph, random_dungeon, random_graph
from projects import few

from pylab.base.errors import InstanceError, PylabError, WitnessError
from pylab.core.puzzle import Puzzle
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import (
    GLYPHS,
    Kind,
    Margin,
    Mission,
    Passage,
    Room,
    Route,
    Tile,
)
from pylab.text.source import Source

TASKS = ("solve", "softlock", "margin", "guaranteed", "minimal-keys", "statistics")


@pytest.mark.parametrize("seed", few(range(6), 3))
@pytest.mark.parametrize("task", TASKS)
def test_witnesses_come_back(seed: int, task: str) -> None:
    for instance in (random_dungeon(seed), random_graph(seed, 0.0)):
        instance = FAMILY.adapt(instance, repair=True)
        witness = ask(instance, task).witness
        if witness is not None:
            assert FAMILY.read_witness(Source("shown", FAMILY.show(witness))) == witness
            facts = "".join(f"{each}\n" for each in FAMILY.encode(witness))
            assert FAMILY.read_witness(Source("facts", facts)) == witness
            assert FAMILY.draw(instance, witness).render().startswith("<svg")
            assert FAMILY.picture(instance, witness)


@pytest.mark.parametrize(
    ("found", "told"),
    [(Margin(1, extra=0), "safe with the keys"), (Margin(0, extra=2), "more keys")],
)
def test_keys_that_would_make_a_dungeon_safe_are_told_only_where_some_would(found, told) -> None:
    (line,) = (each for each in FAMILY.show(found).splitlines() if each.startswith("extra("))
    assert told in line


def test_odd_names_come_back() -> None:
    names = ('say "hi"', "A(1,2)", "two words", "->", "7", "back\\slash", "007")
    rooms = tuple(Room(n) for n in sorted(names, key=lambda n: (n not in ("7", "007"), n)))
    passages = tuple(Passage(a, b) for a, b in itertools.pairwise(names))
    mission = Mission(rooms, passages, names[0], (names[-1],))
    read = FAMILY.read(Source("odd.dot", FAMILY.write(mission)))
    assert {room.name for room in read.rooms} == set(names)
    route = ask(read, "solve").witness
    assert route.places == names
    assert FAMILY.read_witness(Source("shown", FAMILY.show(route))) == route


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "expected 'dungeon NAME'", 1),
        ("dungeon\n", "expected 'dungeon NAME'", 1),
        ("dungeon a\n", "expected a room", 1),
        ("dungeon a\nroom A at 0\n#\n", "expected 'room NAME at", 2),
        ("dungeon a\nroom A at 0,0\n", "expected rows of tiles", 2),
        ("dungeon a\nroom A at 0,0\n#@T\n##\n", "expected 3 tiles", 4),
        ("dungeon a\nroom A at 0,0\n#@T\n#?#\n", "or a letter with a legend, found '?'", 4),
        ("dungeon a\nroom A at 0,0\n#@T\nroom A at 0,1\n###\n", "found a second room A", 4),
        ("dungeon a\nroom A at 0,0\n#@T\nroom B at 0,0\n###\n", "a place of its own", 4),
        ("dungeon a\nroom A at 0,0\n@@T\n", "expected one start @, found 2", 3),
        ("dungeon a\nroom A at 0,0\n#@#\n", "expected a goal T, found none", 1),
        ("dungeon a\nstart keys=x\n", "expected a number", 2),
        ("dungeon a\nlegend k = door key a\nroom A at 0,0\n@T\n", "small key", 2),
        ("dungeon a\nlegend h = gate\n", "expected 'legend C = door KIND NAME'", 2),
        ("dungeon a\nroom A at 0,0\n@T\nwarp A.1 <-> B.1\n", "a tile 1 in a room A", 4),
        ("dungeon a\nwhat is this\n", "expected start, legend, room, item or warp", 2),
        ("digraph {", "found the end of the text", 1),
        ("digraph { 0 -> }", "expected a room, found '}'", 1),
        ('digraph { 0 [label="k"] }', "expected a room marked s", 1),
        ('digraph {\n0 [label="s]\n}', "expected a value, found '\"'", 2),
        ("digraph [", "expected '{'", 1),
    ],
)
def test_bad_text(text: str, message: str, line: int) -> None:
    with pytest.raises(InstanceError) as caught:
        FAMILY.read(Source("bad", text))
    assert message in caught.value.message
    assert caught.value.place is not None
    assert caught.value.place.line == line


@pytest.mark.parametrize(
    "text",
    ["\x01\x02", "{" * 5000, "digraph {" + "a->" * 5000, "dungeon x\nroom A at 0,0\n" + "x" * 9999,
     "digraph {" + "[" * 4000, '"' * 3000, "digraph { /* ", "dungeon \N{SNOWMAN}"],
)  # fmt: skip
def test_hostile_text(text: str) -> None:
    with pytest.raises(InstanceError):
        FAMILY.read(Source("hostile", text))


@pytest.mark.parametrize(
    "text",
    ["", "route", "route\n A(1", "margin", "margin x", "safe:", "guaranteed\n a",
     "statistics\n x 1",
     "alignment\n a b", "at(1,2,3).", "at(0,0). at(0,2)."],
)  # fmt: skip
def test_bad_witnesses(text: str) -> None:
    try:
        witness = FAMILY.read_witness(Source("bad", text))
    except WitnessError:
        return
    assert not FAMILY.check(dungeon(DETOUR), witness).valid


def test_the_dangling_warp_is_found_with_its_line() -> None:
    text = (ROOT / "instances" / "dungeon" / "demo.dungeon").read_text().replace("1.~.#", "..~.#")
    with pytest.raises(InstanceError, match="expected a tile 1 in a room A") as caught:
        FAMILY.read(Source("demo", text))
    assert caught.value.place is not None
    assert caught.value.place.text == "warp A.1 <-> B.1"


def test_assumptions_are_listed() -> None:
    text = """digraph {
    0 [label="s,
"]
    1 [label="t,29"]
    0 -> 1 [label="b,28"]
    0 -> 1 [label="b,28"]
    1 -> 1
    1 -> 2
    }"""
    listed = " ".join(FAMILY.remarks(FAMILY.read(Source("dirty", text))))
    for word in ("line break", "'29'", "'28'", "twice", "itself", "not declared", "one-way"):
        assert word in listed


def test_surveys_are_only_aligned() -> None:
    text = ("W" * 11 + "\n") * 16
    given = [Source("a.txt", text), Source("b.dot", 'digraph { 0 [label="s,t"] }')]
    both = FAMILY.importing.gather(given)
    assert FAMILY.from_facts(FAMILY.facts(both)) == both
    with pytest.raises(InstanceError, match="can only be aligned"):
        FAMILY.native.search(both, FAMILY.tasks[0], None, 1)
    with pytest.raises(InstanceError, match="expected a room map and a mission graph"):
        FAMILY.importing.gather(given[:1])


def test_unknown_settings_are_refused() -> None:
    puzzle = Puzzle(FAMILY, dungeon(DETOUR), "")
    for options in ({"heuristic": "wild"}, {"space": "time"}, {"weight": 0.5}):
        with pytest.raises(PylabError, match=r"expected (one of|a weight)"):
            puzzle.under(**options)


def test_real_graphs_come_back() -> None:
    for name in ("LoZ_1", "LoZ_7", "LA_7", "LttP_9"):
        mission = graph(name)
        assert FAMILY.from_facts(FAMILY.facts(mission)) == mission
        assert FAMILY.read(Source("again", FAMILY.write(mission))) == mission


def test_a_long_route_is_folded_before_its_facts() -> None:
    route = Route(tuple(Tile("Hall", 1, x) for x in range(1, 5)))
    _, words, facts = FAMILY.show(route).splitlines()
    assert words == "%   Hall(1,1) .. Hall(1,4)"
    assert facts.split(" ") == [f'at(("Hall",1,{x}),{x - 1}).' for x in range(1, 5)]


def test_every_tile_is_of_a_kind() -> None:
    """What a new character means is asked for by the type checker; that it means anything, here."""
    room = "".join(glyph for glyph in GLYPHS if glyph not in "#_")
    found = FAMILY.read(Source("all", f"dungeon all\nroom A at 0,0\n{room}\n"))
    assert {mark.kind for mark in found.marks().values()} == set(get_args(Kind)) - {"item door"}
    for task in ("solve", "softlock", "statistics"):
        assert not ask(found, task, "clingo").problems
    assert "<svg" in FAMILY.draw(found, None).render()
