"""The JavaScript that every family's lab can use: shapes, colours, facts; knows no family."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pylab.drawing import palette
from pylab.drawing.scenes import schema
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.family import film
from pylab.family.table import Family
from pylab.pages.player.page import completed
from pylab.text import lexer

HERE = Path(__file__).resolve().parent


def kit() -> str:
    """The source of the kit: `Drawing`, `Grid`, `COLOURS`, `readFacts`, `fact` and others."""
    colours = {
        name: value
        for name, value in vars(palette).items()
        if name.isupper() and isinstance(value, str)
    }
    tables = {"COLOURS": colours, "DARK": palette.DARK}
    constants = [f"const {name} = {json.dumps(table)};\n" for name, table in tables.items()]
    return "".join([*constants, part("svg.js"), texts()])


def scene_kit() -> str:
    """The source that reads, draws and edits scenes; it needs the kit."""
    table = {**schema.TABLE, "colours": schema.COLOURS, "scale": palette.SCALE}
    names = (
        "readScene, drawScene, filmScene, sceneTools, sceneSpots, sceneChange, sceneDropped, "
        "sceneTerms, sceneText, byTerm"
    )
    parts = "".join(map(part, ("layout.js", "scene.js", "graph_scene.js")))
    own = f"const SCENE = {json.dumps(table)};\n{parts}"
    return f"const {{ {names} }} = (() => {{\n{own}\nreturn {{ {names} }};\n}})();\n"


def layout_kit() -> str:
    """The source that finds places for the nodes of a graph, for labs that draw in JavaScript."""
    table = json.dumps({name: schema.TABLE[name] for name in ("arranged", "limits")})
    own = f"const SCENE = {table};\n{part('layout.js')}"
    return f"const {{ layeredPlaces }} = (() => {{\n{own}\nreturn {{ layeredPlaces }};\n}})();\n"


def texts() -> str:
    """The source of the readers of programs and facts: clingo's lexer, terms."""
    patterns = f"const CLINGO = {json.dumps(lexer.PATTERNS)};\n"
    return "".join([patterns, part("lexer.js"), part("terms.js")])


def has_lab(family: Family[Any, Any]) -> bool:
    """Whether there can be a lab of a family: one of its own, or by its scene."""
    return bool(family.lab or family.scene)


def sources(family: Family[Any, Any], roles: Mapping[str, str] = {}) -> str:
    """The kit, the family's `VOCABULARY`, the game's `rules`, and the family's `lab`.

    They share one scope; the lab's own names are private. `PLANS` is to have what `laid_out` says
    of puzzles, by the lines of their facts. `roles`: the names that scene, judge and
    a folder's game have in the page.
    """
    told = f"const VOCABULARY = {json.dumps([str(each) for each in family.vocabulary])};\n"
    known: dict[str, Any] = {"ROLES": dict(roles), "JUDGED": _judged(family)}
    own = "\n".join(each.read_text(encoding="utf-8") for each in family.lab)
    if not family.lab:
        known |= {"TITLE": family.name, "MOST": film.MOST}
        own = part("folder.js")
    told += "const PLANS = new Map();\n"
    told += "".join(f"const {name} = {json.dumps(each)};\n" for name, each in known.items())
    lab = f"const lab = (() => {{\n{own}\nreturn lab;\n}})();\n"
    scenes = layout_kit() if family.lab else scene_kit()
    return "\n".join([told + kit() + scenes, completed(rules(family)), lab])


def _judged(family: Family[Any, Any]) -> list[str] | None:
    """The predicates that a family's judge knows; None for a folder, whose judge knows all."""
    if family.judge is None or family.as_written:
        return None
    return sorted(map(str, encodings.load(family.judge).signatures(Role.USED)))


def rules(family: Family[Any, Any]) -> str:
    """The source of the game's rules; empty if all states are listed."""
    if not family.lab:
        return ""
    watched = family.lab[0].parent.with_name("watch.js")
    return watched.read_text(encoding="utf-8") if watched.is_file() else ""


def part(name: str) -> str:
    """The text of one of the files beside this one."""
    return (HERE / name).read_text(encoding="utf-8")
