"""Explaining a dungeon without an answer: changes named, checked, least by trying single ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from asking import ask
from dungeon_ask import DETOUR, dungeon, graph
from projects import ROOT, call, few

from pylab.analysis.explain import explain
from pylab.base.finding import Status
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Dungeon, Mission, Passage

FLOODED = """dungeon flooded
start keys=0 bombs=0
legend g = door {kind} gate
room A at 0,0
#######
#@.~..g
#######
room B at 0,1
#######
g...{tile}T#
#######
"""


def explained(instance, task=None):
    report, _ = ask("dungeon", instance, task)
    assert report.status is Status.NONE
    return explain(report, 20)


def changed(kind="item", tile="."):
    found = explained(dungeon(FLOODED.format(kind=kind, tile=tile)))
    assert found.least
    assert found.answer.verdict.valid
    return set(found.changes)


def test_doors_and_water_become_floor():
    water, gate = "with floor instead of water at A(1,3)", "with floor instead of the door gate"
    assert changed() == {water, gate}  # the gate's two tiles are one door
    assert changed("boss") == {water, gate}
    assert changed("key") == {water, "with 1 more key at the start"}
    assert changed("bomb") == {water, "with 1 more bomb at the start"}
    assert changed("key", "L") == {water, "with 2 more keys at the start"}
    assert changed("key", "B") == {
        water,
        "with 1 more key at the start",
        "with floor instead of boss door at B(1,4)",
    }
    assert changed("key", "x") == {water, "with 1 more key at the start"}
    toggle = "with floor instead of toggle block at B(1,4)"
    assert changed("key", "o") == {water, "with 1 more key at the start", toggle}


def test_the_answer_is_drawn(tmp_path):
    text = (ROOT / "instances/dungeon/trap.dungeon").read_text()
    file = tmp_path / "short.dungeon"
    file.write_text(text.replace("g...k...u", "g.......u"))
    done = call("solve", file, "--explain")
    assert done.returncode == 1
    assert (
        "% there would be an answer with 1 more key at the start (the least change)\n"
        in done.stdout
    )
    assert "% then valid, checked: 22 steps, 2 keys spent" in done.stdout
    assert "% #......*g g*******u u***T...#\n" in done.stdout
    fewest = call("solve", file, "--task", "minimal-keys", "--explain")
    assert (
        "% there would be an answer with 1 more key at the start (the least change)\n"
        in fewest.stdout
    )


def test_what_cannot_be_explained_is_said():
    walled = DETOUR.replace("..T#", ".#T#").replace("#####.#", "#######").replace("...#", "..##")
    assert explained(dungeon(walled)).status is Status.NONE
    report, _ = ask("dungeon", dungeon("dungeon d\nroom A at 0,0\n####\n#@T#\n####\n"), "softlock")
    with pytest.raises(Exception, match="is for --task solve or minimal-keys"):
        explain(report, 5)


@pytest.mark.parametrize("name", few(["LttP_3", "LttP_5", "LttP_7", "LttP_9"], 1))
def test_real_graphs_lack_one_thing(name):
    found = explained(graph(name))
    assert found.least
    assert len(found.changes) == 1
    assert found.answer.verdict.valid
    if name == "LttP_3":  # a key goes before other changes that are as few
        assert found.changes == ("with 1 more key at the start",)


def singles(instance: Dungeon | Mission) -> Iterator[Dungeon | Mission]:
    """All instances after one change, by the models alone."""
    if isinstance(instance, Mission):
        flags = {flag for each in instance.passages for flag in each.flags}
        start = next(room for room in instance.rooms if room.name == instance.start)
        gifts = [start._replace(keys=start.keys + 1)]
        gifts += [start._replace(flags=tuple(sorted({*start.flags, f}))) for f in sorted(flags)]
        for gift in gifts:
            rooms = tuple(gift if room is start else room for room in instance.rooms)
            yield replace(instance, rooms=rooms)
        ends = {(each.tail, each.head) for each in instance.passages}
        for each in instance.passages:
            if (each.head, each.tail) not in ends:
                back = Passage(each.head, each.tail)
                yield replace(instance, passages=(*instance.passages, back))
            if each.sealed:
                free = Passage(each.tail, each.head)
                others = tuple(free if one is each else one for one in instance.passages)
                yield replace(instance, passages=others)
        return
    yield replace(instance, keys=instance.keys + 1)
    yield replace(instance, bombs=None if instance.bombs is None else instance.bombs + 1)
    named = {each.letter: each.opened_by for each in instance.legends}
    for tile, glyph in instance.glyphs().items():
        if glyph in "B%~ox":
            yield floored(instance, lambda t, _, tile=tile: t == tile)
        if named.get(glyph, "key") != "key":
            yield floored(instance, lambda _, g, glyph=glyph: g == glyph)


def floored(instance, chosen) -> Dungeon:
    glyphs = {tile: "." if chosen(tile, g) else g for tile, g in instance.glyphs().items()}
    return replace(
        instance,
        chambers=tuple(
            room._replace(
                rows=tuple(
                    "".join(glyphs.get((room.name, y, x), g) for x, g in enumerate(row))
                    for y, row in enumerate(room.rows)
                ),
            )
            for room in instance.chambers
        ),
    )


def cost(changes) -> int:
    return sum(int(c.split()[1]) if " more " in c else 1 for c in changes)


def unsolvable(rng: random.Random):
    while True:
        found = FAMILY.sample(rng)
        if isinstance(found, Mission):  # take some keys and flags away
            rooms = tuple(r._replace(keys=0) if rng.random() < 0.7 else r for r in found.rooms)
            rooms = tuple(r._replace(flags=()) if rng.random() < 0.5 else r for r in rooms)
            found = replace(found, rooms=rooms)
        else:
            found = floored(found, lambda _, g: g in "kKi" and rng.random() < 0.7)
        if ask("dungeon", found, engine="native")[0].status is Status.NONE:
            return found


def agrees(seed: int) -> None:
    instance = unsolvable(random.Random(f"dungeon {seed}"))
    found = explained(instance)
    one = any(
        ask("dungeon", each, engine="native")[0].status is Status.FOUND
        for each in singles(instance)
    )
    if found.status is Status.NONE:
        assert not one
        return
    assert found.status is Status.FOUND
    assert found.least
    assert found.answer.verdict.valid
    assert one == (cost(found.changes) == 1)


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_least_by_trying_single_changes(seed):
    agrees(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(8, 150), 23))
def test_least_by_trying_single_changes_more_often(seed):
    agrees(seed)
