"""Dungeons, and what happened in them, in plain characters; knows no rule."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from pylab.drawing.grid import Raster
from pylab.families.dungeon.check import Played
from pylab.families.dungeon.draw_graph import graph_text
from pylab.families.dungeon.model import (
    FLOOR,
    GLYPHS,
    LOCKS,
    START,
    Dungeon,
    Instance,
    Place,
    Survey,
    Tile,
    Witness,
)
from pylab.families.dungeon.moment import play_of
from pylab.families.dungeon.obstacles import Obstacles


def picture(
    instance: Instance,
    witness: Witness | Obstacles | None = None,
    here: Place | None = None,
) -> str:
    """The same in characters: `*` where the hero was, `x` where a stuck one can still walk.

    In a frame of a play, `@` stands at `here`, the hero's place, instead of at the start.

    `X` is what stands in the way. Of statistics, `x` is where the hero is dead whenever she comes
    there, and `-` where she may be.
    """
    play = Played() if isinstance(instance, Survey) else play_of(instance, witness)
    if not isinstance(instance, Dungeon):
        return graph_text(instance, play.places, play.doomed, here)
    marks = {**dict.fromkeys(play.region, "x"), **dict.fromkeys(play.places, "*")}
    marks |= {place: "x" if dead == all_ else "-" for place, (dead, all_) in play.doomed.items()}
    blocked = witness.tiles if isinstance(witness, Obstacles) else frozenset()
    instance = _begun(instance)
    walked = f".~{START}" if here else ".~"
    raster = Raster()
    rows = sorted({room.row for room in instance.chambers})
    columns = sorted({room.column for room in instance.chambers})
    left, lefts = 0, {}
    for column in columns:
        lefts[column] = left
        left += 1 + max(room.width for room in instance.chambers if room.column == column)
    top = 0
    for row in rows:
        beside = [room for room in instance.chambers if room.row == row]
        for room in beside:
            raster.put(lefts[room.column], top, room.name[: room.width])
            for y, line in enumerate(room.rows):
                for x, glyph in enumerate(line):
                    tile = Tile(room.name, y, x)
                    shown = marks.get(tile, glyph) if glyph in walked else glyph
                    shown = START if tile == here else shown
                    raster.put(
                        lefts[room.column] + x, top + 1 + y, "X" if tile in blocked else shown
                    )
        top += 1 + max(room.height for room in beside)
    told = {"@": "here" if here else "start"} | dict.fromkeys("*" if play.places else "", "walked")
    told |= dict.fromkeys("x" if play.region else "", "in reach of the stuck hero")
    told |= {"x": "dead", "-": "dead in some plays"} if play.doomed else {}
    told |= dict.fromkeys("X" if blocked else "", "in the way")
    return f"{raster}\n{_legend(instance, told)}\n"


def _legend(dungeon: Dungeon, told: Mapping[str, str]) -> str:
    """What the characters of a map mean, those that are told first; broken between meanings."""
    named = {each.letter: f"door {each.name}" for each in dungeon.legends}
    named |= {letter: f"item {name}" for letter, name in dungeon.items}
    shown = sorted({*dungeon.glyphs().values()} - {FLOOR, START})
    words = {each: (named.get(each) or GLYPHS[each]).partition(", crossed")[0] for each in shown}
    meant = [f"{sign} {said.replace(',', '')}" for sign, said in (*told.items(), *words.items())]
    lines = wrap(", ".join(each.replace(" ", "\xa0") for each in meant), 79)
    legend = ["in a room: (row, column), from 0 in the wall", *lines]
    return "\n".join(legend).replace("\xa0", " ")


def _begun(dungeon: Dungeon) -> Dungeon:
    """The dungeon as it is where plays begin, without what is gone by then."""
    state = dungeon.initial
    if state is None:
        return dungeon
    marks = dungeon.marks().items()
    gone = {tile for tile, mark in marks if mark.kind in LOCKS and mark.name in state.unlocked}
    gone |= {*dungeon.find(START)} | {t for t in state.emptied if isinstance(t, Tile)}
    return dungeon.redrawn(
        lambda tile, glyph: START if tile == state.place else FLOOR if tile in gone else glyph
    )
