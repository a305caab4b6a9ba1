"""The JavaScript that every family's lab can use: shapes, colours, facts; knows no family."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pylab.analysis.catalogue import overlays_of
from pylab.base.errors import PylabError
from pylab.core.question import typed
from pylab.drawing import palette
from pylab.drawing.scenes import schema
from pylab.encoding import files
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.family import film
from pylab.family.script import Script
from pylab.family.table import Family
from pylab.pages.player import page as player
from pylab.pages.player.page import completed
from pylab.text import lexer

HERE = Path(__file__).resolve().parent


def kit() -> str:
    """The source of the kit: `Drawing`, `COLOURS`, `readFacts`, `fact` and others."""
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
    for section in ("shapes", "around", "edits"):  # pages don't show what is said of them
        table[section] = {
            kind: {name: each for name, each in row.items() if name not in ("says", "example")}
            for kind, row in schema.TABLE[section].items()
        }
    names = (
        "readScene, drawScene, filmScene, scenePassing, sceneTools, sceneSpots, sceneChange, "
        "sceneRequest, sceneDropped, sceneAdded, sceneIcon, sceneTargets, sceneSize, sceneTerms, "
        "sceneText, sceneWords, byTerm"
    )
    parts = "".join(map(part, ("layout.js", "scene.js", "graph_scene.js")))
    own = f"const SCENE = {json.dumps(table)};\n{parts}"
    return f"const {{ {names} }} = (() => {{\n{own}\nreturn {{ {names} }};\n}})();\n"


def texts() -> str:
    """The source of the readers of programs and facts: clingo's lexer, terms."""
    patterns = f"const CLINGO = {json.dumps(lexer.PATTERNS)};\n"
    return "".join([patterns, part("lexer.js"), part("terms.js")])


def has_lab(family: Family[Any, Any]) -> bool:
    """Whether there can be a lab of a family, which its scene draws."""
    return family.scene is not None


def sources(family: Family[Any, Any], roles: Mapping[str, str] = {}) -> str:
    """The kit, the family's `VOCABULARY`, the game's `rules`, and the family's `lab`.

    They share one scope; the lab's own names are private. `PLANS` is to have what `laid_out` says
    of puzzles, by the lines of their facts. `roles`: the names that scene, judge and
    a folder's game have in the page.
    """
    script = game(family)
    known: dict[str, Any] = {
        "VOCABULARY": [str(each) for each in family.vocabulary],
        "ROLES": dict(roles),
        "JUDGED": _judged(family),
        "TITLE": family.name,
        "MOST": film.MOST,
        "GAME": {"howto": script.howto, "hero": script.hero} if script is not None else None,
        "KNOWN": script.data.get("known") if script is not None else None,
        "ADAPTED": _adapted(family),
    }
    own = "\n".join([part("folder.js"), *(each.read_text(encoding="utf-8") for each in family.lab)])
    constants = "const PLANS = new Map();\n"
    constants += "".join(f"const {name} = {json.dumps(each)};\n" for name, each in known.items())
    lab = f"const lab = (() => {{\n{own}\nreturn lab;\n}})();\n"
    return "\n".join([constants + kit() + scene_kit(), completed(rules(family)), lab])


def game(family: Family[Any, Any]) -> Script | None:
    """A script of a small puzzle whose game the lab can play on its scene, None without."""
    if family.scene is None or family.script is None or family.sample is None:
        return None
    try:
        script = family.script(family.sample(random.Random(1)), ())
    except PylabError:
        return None
    return script if script.rules and {"facts", "unit"} <= script.data.keys() else None


def _adapted(family: Family[Any, Any]) -> dict[str, dict[str, list[str]]] | None:
    """What the options that overlays set do to the facts of a puzzle; None without such options."""
    if family.as_written or family.sample is None or not family.options:
        return None
    puzzle = family.sample(random.Random(1))
    before = {str(each.symbol) for each in family.facts(puzzle)}
    found = {}
    for path in overlays_of(family):
        for name, value in files.options([path]).items():
            try:
                made = family.adapt(puzzle, **typed(family, {name: value}))
            except PylabError:
                continue
            after = {str(each.symbol) for each in family.facts(made)}
            change = {"add": sorted(after - before), "drop": sorted(before - after)}
            found[f"{name}={value}"] = change
    return found


def _judged(family: Family[Any, Any]) -> list[str] | None:
    """The predicates that a family's judge knows; None for a folder, whose judge knows all."""
    if family.judge is None or family.as_written:
        return None
    return sorted(map(str, encodings.load(family.judge).signatures(Role.USED)))


def rules(family: Family[Any, Any]) -> str:
    """The source of the game's rules; empty if all states are listed."""
    script = game(family)
    if script is None:
        return ""
    listed = player.part("graph.js")  # for answers that are seen frame by frame
    both = [f"(() => {{\n{each}\nreturn rules;\n}})()" for each in (listed, script.rules)]
    either = "(listed, own) => (data) => (data.states ? listed : own)(data)"
    return f"const rules = ({either})({', '.join(both)});"


def part(name: str) -> str:
    """The text of one of the files beside this one; of a program, what is run."""
    text = (HERE / name).read_text(encoding="utf-8")
    return player.uncommented(text) if name.endswith(".js") else text
