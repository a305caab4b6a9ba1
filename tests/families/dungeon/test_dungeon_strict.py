"""What is refused, and said, where once something was dropped, misread or shown raw."""

from __future__ import annotations

import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dungeon_ask import ROOT, ask, dungeon, random_graph, survey
from projects import QUICK, few, many

from pylab.analysis import compare, differences, trials
from pylab.base.errors import InstanceError, SourceError, WitnessError
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.generate import generate, sample
from pylab.families.dungeon.model import (
    DOORS,
    GLYPHS,
    WARPS,
    Dungeon,
    Mission,
    Passage,
    Room,
    Thrift,
    Tile,
)
from pylab.text.fact_files import read_facts
from pylab.text.source import Source, read_source

DETOUR = "dungeon d\nstart keys=2\nroom A at 0,0\n@.L.T\n.###.\n....."
"""A way through a door, and one around it."""


# --- answers ------------------------------------------------------------------------------------


def test_a_thrift_with_needless_locks_is_none() -> None:
    found = dungeon(DETOUR)
    through = Thrift(tuple(Tile("A", 0, x) for x in range(5)))
    assert [p.code for p in FAMILY.check(found, through).problems] == ["spent"]
    around = ask(found, "minimal-keys").witness
    assert len(around.places) == 9
    assert FAMILY.check(found, around).valid


def test_a_thrift_among_too_many_states_is_not_checked_in_that() -> None:
    row = "k" * 14
    found = dungeon(f"dungeon d\nroom A at 0,0\n{row}\n@LT{'#' * 11}\n{row}")
    play = Thrift(tuple(Tile("A", 1, x) for x in range(3)))
    assert FAMILY.check(found, play).problems  # there is no key yet
    told = ask(found, "minimal-keys", "clingo")
    assert told.status == "found"
    assert not told.problems


@pytest.mark.parametrize("file", ["trap.dungeon", "mission.dot"])
@pytest.mark.parametrize("engine", ["native", "clingo", "both"])
def test_align_is_for_surveys(file: str, engine: str) -> None:
    found = FAMILY.read(read_source(str(ROOT / "instances/dungeon" / file)))
    assert "expected a survey" in ask(found, "align", engine).refused


@pytest.mark.parametrize("task", [task.name for task in FAMILY.tasks[:-1]])
@pytest.mark.parametrize("goal", ["t", ""])
def test_surveys_are_for_align(task: str, goal: str) -> None:
    given = [
        Source("a.txt", ("W" * 11 + "\n") * 16),
        Source("b.dot", f'digraph {{ 0 [label="s"] 1 [label="{goal}"] }}'),
    ]
    assert "survey" in ask(FAMILY.importing.gather(given), task, "clingo").refused


def test_real_surveys_are_no_dungeons() -> None:
    with pytest.raises(InstanceError, match="can only be aligned"):
        FAMILY.check(survey("tloz1_1", "LoZ_1"), Thrift(("0",)))


def test_one_set_of_doors_of_several_is_not_all() -> None:
    """With no door open, or with the left one, nothing is left over: two answers."""
    tie = dungeon("dungeon d\nroom A at 0,0\nkL@LT")
    assert ask(tie, "margin", "clingo", models=0).answer.count == 2
    assert not ask(tie, "margin", models=0).answer.complete
    apart = dungeon("dungeon d\nroom A at 0,0\nkL@L\nroom B at 0,1\nT")
    assert not ask(apart, "guaranteed", models=0).answer.complete
    ask(tie, "margin", "both", models=0)


# --- words --------------------------------------------------------------------------------------


def test_one_of_a_thing_is_not_told_as_several() -> None:
    one = dungeon("dungeon d\nroom A at 0,0\n@T")
    alone = Mission((Room("0"),), (), "0", ("0",))
    said = []
    for instance in (one, alone):
        for task in FAMILY.tasks[:-1]:
            witness = ask(instance, task.name).witness
            said.append(FAMILY.show(witness))
            said.append(FAMILY.check(instance, witness).summary)
            said.append(FAMILY.draw(instance, witness).render())
        said.append(FAMILY.draw(instance, None).render())
    stuck = ask(dungeon("dungeon d\nroom A at 0,0\n@k#T"), "softlock").witness
    said += [FAMILY.show(stuck), FAMILY.draw(one, None).render()]
    for text in said:
        for words in ("rooms", "steps", "keys", "states", "combinations", "configurations"):
            assert f" 1 {words}" not in f" {text}".replace(">1 ", " 1 ")


# --- names --------------------------------------------------------------------------------------

ESCAPE = "\x1b[2J"
HUGE = "1" * 5000


@pytest.mark.parametrize("name", [ESCAPE, HUGE, "a\nb", "\x9b", "\u202e", ""])
def test_names_that_steer_terminals_or_fill_them_are_refused(name: str) -> None:
    quoted = name.replace("\n", "\\n")
    texts = [
        f'digraph {{ 0 [label="s"] "{quoted}" [label="t"] }}',
        f'digraph {{ 0 [label="s"] 0 -> "{quoted}" }}',
    ]
    for text in texts:
        with pytest.raises(InstanceError, match="printable") as caught:
            FAMILY.read(Source("x.dot", text))
        assert caught.value.place is not None
        assert len(caught.value.message) < 200
        assert caught.value.message.isprintable()
    if name != HUGE:
        for fact in (f'room("{quoted}"). start("{quoted}").', f'dungeon("{quoted}"). '
                     f'chamber("{quoted}",0,0,1,2). tile("{quoted}",0,0,"@"). bombs(0). keys(0). '
                     f'tile("{quoted}",0,1,"T").'):  # fmt: skip
            with pytest.raises(InstanceError):
                FAMILY.from_facts(read_facts(Source("x.lp", fact), FAMILY.vocabulary))
    if name:
        for text in (f'route\n "{quoted}"', f'at("{quoted}",0).', f'margin 1\n  open "{quoted}"',
                     f'is("{quoted}",1).'):  # fmt: skip
            with pytest.raises(WitnessError):
                FAMILY.read_witness(Source("x", text))


def test_a_room_of_many_digits_is_sorted_like_any() -> None:
    rooms = ("9", "10", "1" * 200, "2" * 199)
    text = "digraph { " + " ".join(f'{name} [label="s,t"]' for name in rooms) + " }"
    found = FAMILY.read(Source("x.dot", text))
    assert [room.name for room in found.rooms] == ["9", "10", "2" * 199, "1" * 200]


BAD_LINES = {
    "legend \x1b = door key a": "printable",
    "legend h = door key a\nlegend g = door bomb a": "another name",
}


@pytest.mark.parametrize("lines", BAD_LINES)
def test_doors_that_can_t_be(lines: str) -> None:
    with pytest.raises(InstanceError, match=BAD_LINES[lines]) as caught:
        dungeon(f"dungeon d\nroom A at 0,0\n@T\n{lines}\n")
    assert caught.value.place is not None
    assert caught.value.place.line > 3


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("keys(1,1). keys(1,2).", "expected one number of keys in 1"),
        ("passage(0,1,1).", "expected two rooms, found the same twice"),
        ('grants(1,"key").', "expected a mark"),
        ('sign(1,"k").', "expected a mark"),
        ('passage(0,1,2). needs(0,"x").', "expected a mark"),
        ('passage(0,1,2). mark(0,"k").', "expected a mark"),
    ],
)
def test_facts_of_graphs_that_were_taken_for_others(facts: str, message: str) -> None:
    text = f"room(1). room(2). start(1). goal(2). {facts}"
    with pytest.raises(InstanceError, match=message) as caught:
        FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary))
    assert caught.value.place is not None


def test_a_tile_is_there_once() -> None:
    text = """dungeon("d"). keys(0). bombs(0). chamber("A",0,0,1,2).
    tile("A",0,0,"@"). tile("A",0,1,"T"). tile("A",0,1,"k")."""
    with pytest.raises(InstanceError, match="expected one tile"):
        FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary))


# --- graphs as pictures -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", few(range(20), 3))
def test_graphs_drawn_as_dot_come_back(seed: int) -> None:
    found: Any = sample(random.Random(seed))
    found = found if isinstance(found, Mission) else random_graph(seed, 0.5)
    for witness in (None, ask(found, "solve").witness):
        text = FAMILY.answer_exports["dot"](found, witness)
        assert FAMILY.read(Source("again.dot", text)) == found


def test_rooms_called_like_words_of_the_format_come_back() -> None:
    names = ("node", "edge", "graph", "digraph", "strict", "subgraph")
    rooms = tuple(Room(name) for name in sorted(names))
    passages = tuple(Passage("node", name) for name in names[1:])
    found = Mission(rooms, passages, "node", ("edge",))
    for text in (FAMILY.write(found), FAMILY.answer_exports["dot"](found, None)):
        assert FAMILY.read(Source("x.dot", text)) == found


# --- samples ------------------------------------------------------------------------------------


def _features(found: Any) -> Iterator[str]:
    if isinstance(found, Dungeon):
        text = "".join(row for room in found.chambers for row in room.rows)
        yield from text
        yield from ("warp" for glyph in text if glyph in WARPS)
        yield from (f"door {e.opened_by}" for e in found.legends if e.letter in text)
        yield from (f"item {name}" for letter, name in found.items if letter in text)
        yield from ("warp both" if warp.both else "warp one" for warp in found.warps)
        yield f"keys {bool(found.keys)}"
        yield "renewable" if found.bombs is None else f"bombs {bool(found.bombs)}"
    elif isinstance(found, Mission):
        ends = {(p.tail, p.head): p for p in found.passages}
        yield f"goals {min(2, len(found.goals))}"
        for room in found.rooms:
            yield from (f"room {mark}" for mark in (*room.flags, *room.signs))
        for each in found.passages:
            back = ends.get((each.head, each.tail))
            yield from (f"passage {mark}" for mark in (*each.flags, *each.signs))
            yield from ["sealed"] * each.sealed
            yield "one-way" if back is None else f"locked {each.locked} and {back.locked}"


WANTED = {
    *(glyph for glyph in GLYPHS if glyph not in WARPS),
    *(f"door {kind}" for kind in DOORS),
    *(f"item {name}" for name in ("ladder", "raft", "boat")),
    *("warp", "warp both", "warp one", "keys True", "keys False"),
    *("renewable", "bombs True", "bombs False", "goals 0", "goals 1", "goals 2"),
    *(f"{what} {mark}" for what in ("room", "passage") for mark in ("K", "I", "S1", "S2")),
    *(f"room {mark}" for mark in "beimp"),
    *(f"passage {mark}" for mark in "blO"),
    *("sealed", "one-way", "locked True and False", "locked True and True"),
}


def _generated(rng: random.Random) -> Any:
    """By the generator's parameters alone."""
    kind = rng.choice(("tiles", "graph"))
    more = {"held": rng.randint(0, 1), "charges": rng.randint(-1, 1)} if kind == "tiles" else {}
    return generate(
        rng,
        kind=kind,
        rows=2,
        columns=2,
        keys=2,
        bombs=1,
        oneways=0.3,
        warps=1,
        switches=1,
        boss=rng.random() < 0.5,
        water=rng.random() < 0.5,
        strewn=0.3,
        **more,
    )


@pytest.mark.parametrize("make", [sample, _generated])
def test_samples_have_everything(make: Callable[[random.Random], Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(many(1000)):
        found = make(random.Random(seed))
        assert FAMILY.read(Source("x", FAMILY.write(found))) == found
        seen.update(set(_features(found)))
    assert [wanted for wanted in sorted(WANTED) if not seen[wanted]] == []
    assert min(seen[arrow] for arrow in "^v<>") >= many(100)


@pytest.mark.slow
@pytest.mark.parametrize("kept", few(["not against(P,D)", "not against(P',D)"], 1))
def test_samples_tell_a_wrong_rule_about_arrows(tmp_path: Path, kept: str) -> None:
    for path in (ROOT / "encodings/dungeon").glob("*.lp"):
        shutil.copy(path, tmp_path)
    rules = (tmp_path / "tiles.lp").read_text()
    wrong = rules.replace("not against(P,D), not against(P',D)", kept)
    assert wrong != rules
    (tmp_path / "tiles.lp").write_text(wrong)
    terms = compare.Settings(FAMILY, FAMILY.tasks[0])
    variants = [
        compare.variant(FAMILY, name) for name in ("dungeon/solve.lp", str(tmp_path / "solve.lp"))
    ]
    rows = differences.compare(terms, variants, trials.generated(FAMILY, 40, 1))
    assert any(row.differences[0] for row in rows)


# --- the readers' work --------------------------------------------------------------------------


def counted_work(read: Callable[[Source], object], text: str) -> int:
    """Calls, and characters that are gone over to say where something is, while it is read."""
    work = 0

    def count(frame: Any, event: str, _argument: object) -> None:
        nonlocal work
        if event in ("call", "c_call"):
            work += 1
        if event == "call" and frame.f_code.co_name == "place" and "offset" in frame.f_locals:
            work += len(frame.f_locals["self"].text)

    sys.setprofile(count)
    try:
        read(Source("x", text))
    except SourceError:
        pass
    finally:
        sys.setprofile(None)
    return work


def _facts(source: Source) -> object:
    return FAMILY.from_facts(read_facts(source, FAMILY.vocabulary))


GRID = "dungeon d\nroom S at -1,0\n@T\n"
GROWING: dict[str, tuple[Callable[[Source], object], Callable[[int], str]]] = {
    "rooms in a line": (
        FAMILY.read,
        lambda n: 'digraph { a [label="s"] ' + " ".join(f"b{i} -> a" for i in range(n)) + "}",
    ),
    "a room again and again": (
        FAMILY.read,
        lambda n: "digraph { " + 'a [label="s,29,"] ' * n + "}",
    ),
    "passages twice": (FAMILY.read, lambda n: 'digraph { a [label="s"] ' + "a -> b " * n + "}"),
    "passages to themselves": (
        FAMILY.read,
        lambda n: 'digraph { a [label="s"]' + " a->a" * n + "}",
    ),
    "marks": (FAMILY.read, lambda n: 'digraph { a [label="s' + ",x" * n + '"] }'),
    "comments": (FAMILY.read, lambda n: 'digraph { a [label="s"] ' + "/* / */ " * n + "}"),
    "an open comment": (FAMILY.read, lambda n: "digraph { " + "/" * n),
    "attributes": (FAMILY.read, lambda n: 'digraph { a [label="s"' + ", b=c" * n + "] }"),
    "an open string": (FAMILY.read, lambda n: 'digraph { "' + '\\"' * n),
    "rooms of tiles": (
        FAMILY.read,
        lambda n: GRID + "".join(f"room R{i} at 0,{i}\n.\n" for i in range(n)),
    ),
    "letters": (
        FAMILY.read,
        lambda n: (
            GRID
            + "".join(f"legend {chr(0x4E00 + i)} = door key d{i}\n" for i in range(n))
            + "".join(f"item {chr(0x6E00 + i)} = i{i}\n" for i in range(n))
        ),
    ),
    "warps": (FAMILY.read, lambda n: "dungeon d\nroom S at 0,0\n@1T\n" + "warp S.1 -> S.1\n" * n),
    "blank lines": (FAMILY.read, lambda n: GRID + "\n" * n),
    "facts of rooms": (
        _facts,
        lambda n: "start(0). " + " ".join(f"room({i}). keys({i},1)." for i in range(n)),
    ),
    "facts of tiles": (
        _facts,
        lambda n: (
            'dungeon("d"). keys(0). bombs(0). tile("A",0,0,"@"). tile("A",0,1,"T"). '
            f'chamber("A",0,0,1,{n}). ' + " ".join(f'void("A",0,{i}).' for i in range(2, n))
        ),
    ),
    "routes": (FAMILY.read_witness, lambda n: "route\n" + " 1 ->" * n + " 1"),
    "quotes": (FAMILY.read_witness, lambda n: 'route\n"' + '\\"' * (5 * n)),
    "guarantees": (
        FAMILY.read_witness,
        lambda n: " ".join(f'guarantee({i},2). opened("a",{i}).' for i in range(n)),
    ),
    "maps": (
        lambda s: FAMILY.importing.gather([s, Source("g.dot", 'digraph { 0 [label="s"] }')]),
        lambda n: ("W" * 11 + "\n") * (16 * (n // 50)),
    ),
}


@pytest.mark.parametrize("case", few(GROWING, 8))
def test_readers_take_twice_as_long_for_twice_as_much(case: str) -> None:
    read, text = GROWING[case]
    one, two, four = (
        counted_work(read, text(n)) for n in ((80, 160, 320) if QUICK else (200, 400, 800))
    )
    assert two < 2.3 * one
    assert four < 2.3 * two


def test_the_dungeon_s_tables_are_made_once() -> None:
    """What legends and items mean isn't looked for tile by tile."""

    def instance(n: int) -> Any:
        return dungeon(
            f"{GRID}room R at 0,0\n{'.' * n}\n"
            + "".join(f"legend {chr(0x4E00 + i)} = door key d{i}\n" for i in range(n))
        )

    work = []
    for n in (100, 200, 400):
        found = instance(n)
        work.append(counted_work(lambda _, f=found: FAMILY.check(f, Thrift(())), ""))
    assert work[2] < 2.3 * work[1] < 2.3**2 * work[0]
