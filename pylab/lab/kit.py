"""What a family's `lab.js` may use in JavaScript: shapes, colours, facts; knows no family."""

from __future__ import annotations

import json
from pathlib import Path

from pylab import palette
from pylab.family import Family

HERE = Path(__file__).resolve().parent
_LISTED = HERE.parent / "player" / "graph.js"


def kit() -> str:
    """The source of `Drawing`, `Grid`, `COLOURS`, `readFacts`, `fact` and all the rest."""
    colours = {
        name: value
        for name, value in vars(palette).items()
        if name.isupper() and isinstance(value, str)
    }
    tables = {"COLOURS": colours, "SCALE": palette.SCALE, "DARK": palette.DARK}
    constants = [f"const {name} = {json.dumps(table)};\n" for name, table in tables.items()]
    return "".join([*constants, *(part(name) for name in ("svg.js", "terms.js"))])


def sources(family: Family[object, object]) -> str:
    """The kit, the game's `rules`, and the family's `lab`."""
    assert family.lab is not None
    watched = family.lab.with_name("watch.js")
    rules = (watched if watched.is_file() else _LISTED).read_text(encoding="utf-8")
    return "\n".join([kit(), rules, family.lab.read_text(encoding="utf-8")])


def part(name: str) -> str:
    """The text of one of the files beside this one."""
    return (HERE / name).read_text(encoding="utf-8")
