"""Writes the table of a question's options into docs/commands.md, from `pylab/core/options.py`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from pylab.core import options
from pylab.core.options import Need, Option

PAGE = Path(__file__).parents[1] / "docs/commands.md"
TABLE = re.compile(r"(?s)(?<=<!-- options -->\n).*?(?=<!-- end of options -->)")

HEAD = """\
| option | notebook | sweep's file | JSON | effect |
|---|---|---|---|---|
"""
MEANS = {each.name for each in fields(options.Means)}
NEEDS = {
    Need.NOTHING: "",
    Need.ENCODING: " Not for searches without an encoding.",
    Need.CLINGO: " For clingo.",
}


def table() -> str:
    """The table in Markdown."""
    return HEAD + "".join(f"| {' | '.join(_row(each))} |\n" for each in options.TABLE.values())


def _row(option: Option) -> Iterator[str]:
    metavar = "\\|".join(option.choices) or option.metavar
    yield f"`{option.flag} {metavar}`" if metavar else f"`{option.flag}`"
    yield f"`{option.name}`" if option in options.of(options.ASK, options.SOLVE) else ""
    yield f"`{option.entry}`"
    yield f"`{'means' if option.field in MEANS else 'limits'}.{option.field}`"
    yield option.help.replace("|", "\\|") + NEEDS[option.need]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), page), encoding="utf-8")
    sys.stdout.write(table())
