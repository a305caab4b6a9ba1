"""Writes the parts of docs/scenes.md that are derived from the table of shapes, and its pictures.

Run `python tools/scenes.py` after a change of the table; a test fails until then.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import clingo

from pylab.drawing import scenes
from pylab.drawing.palette import MATERIALS
from pylab.drawing.scenes.schema import COLOURS, TABLE

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/scenes.md"
PICTURES = "pictures/scenes"
END = "<!-- end -->"
PER_ROW = 6


def drawn(program: str, name: str) -> str:
    """The picture of a program's atoms. Raises ValueError for atoms that can't be drawn."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    atoms: list[str] = []
    control.solve(on_model=lambda m: atoms.extend(map(str, m.symbols(shown=True))))
    picture = scenes.read(atoms, name)
    if picture.remarks:
        raise ValueError(f"{name}: {picture.remarks[0]}")
    return picture.whole().render()


def _chart(names: list[str], shape: str) -> str:
    """A program with rows of shapes, one for each name, which is written below it."""
    told = ["draw(board(size,44))."]
    for index, name in enumerate(names):
        x, y = index % PER_ROW * 2, index // PER_ROW * 2
        told.append(f"draw({shape.format(at=f'({x},{y})', name=name)}).")
        if shape.startswith("square"):  # else pale colours can't be seen on paper
            told.append(f"draw(square(({x},{y}),(line,outline,inset,round,thin))).")
        told.append(f'draw(label(({x},{y + 1},2,1),"{name}",(quiet,small,left))).')
    return "\n".join(told)


_STYLED = {
    "square": ["outline", "inset", "round", "flat", "thin", "thick", "small", "faded", "dashed"],
    "arrow": ["thin", "thick", "curved", "faded"],
    "disc": ["outline", "small", "big", "faded", "halo"],
    "label": ["small", "big", "bold", "left", "badge"],
}


def _styled() -> str:
    """A program with a row for each kind of shape, without and with each of its styles."""
    told = ["draw(board(size,52))."]
    for row, (shape, styles) in enumerate(_STYLED.items()):
        told.append(f'draw(axis(y,{2 * row},"{shape}")).')
        for column, style in enumerate(["", *styles]):
            x, y = 2 * column, 2 * row
            colour = "ink" if shape == "label" else "near_way"
            extra = ",outline" if style in ("thin", "thick", "dashed") and shape == "square" else ""
            look = f"({colour},{style}{extra})" if style else colour
            if shape != "square":
                told.append(f"draw(square(({x},{y}),floor)).")
            at = f"({x},{y})"
            given = {"arrow": f"({at},sw),({at},ne)", "label": f'{at},"ab"'}.get(shape, at)
            told.append(f"draw({shape}({given},{look})).")
            told.append(f'draw(label(({x},{y + 1},2,1),"{style}",(quiet,small,left))).')
    return "\n".join(told)


def programs() -> Mapping[str, str]:
    """The programs of all pictures, by their names."""
    shown = {
        kind: row["example"]
        for section in ("shapes", "around")
        for kind, row in TABLE[section].items()
    }
    meanings = [each for each in COLOURS if each not in MATERIALS]
    return {
        **shown,
        "icons": _chart([*TABLE["icons"]], "icon({at},{name},hero)"),
        "colours": _chart(meanings, "square({at},({name},inset,round))"),
        "materials": _chart([*MATERIALS], "square({at},({name},inset,round))"),
        "styles": _styled(),
        "graph": "node(" + PAGE.read_text("utf-8").split("```prolog\nnode(")[1].split("```")[0],
    }


def tables() -> Mapping[str, str]:
    """The parts of the page by their names."""
    return {section: "\n".join(_rows(section)) for section in ("shapes", "around", "edits")} | {
        "styles": "\n".join(f"- `{name}`: {says}" for name, says in TABLE["styles"].items()),
        "attributes": "\n".join(
            textwrap.fill(
                f"- of {article} {kind}: {', '.join(f'`{each}`' for each in TABLE['graph'][kind])}",
                140,
                subsequent_indent="  ",
            )
            for article, kind in (("a", "graph"), ("a", "node"), ("an", "edge"))
        ),
    }


def _rows(section: str) -> Iterator[str]:
    """A table of the section's terms with descriptions and, if there are any, examples."""
    drawn = any("example" in row for row in TABLE[section].values())
    yield "| term | is | example | picture |" if drawn else "| term | is |"
    yield "|---|---|---|---|" if drawn else "|---|---|"
    for kind, row in TABLE[section].items():
        arguments = ",".join(
            f"[{name}]" if "?" in type_ else name for name, type_ in row["arguments"].items()
        )
        cells = [f"`{row.get('term', kind)}({arguments})`", row["says"]]
        if drawn:
            lines = re.sub(r"\. (?=draw)", ".\n", row["example"]).split("\n")
            cells += [
                "<br>".join(f"`{line}`" for line in lines),
                f"![{kind}]({PICTURES}/{kind}.svg)",
            ]
        yield f"| {' | '.join(cells)} |"


def page() -> str:
    """The page with its derived parts."""
    text = PAGE.read_text("utf-8")
    for name, part in tables().items():
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        text = f"{before}<!-- {name} -->\n{part.strip()}\n<!-- end -->{rest.partition(END)[2]}"
    return text


def main() -> None:
    """Write the page and its pictures."""
    PAGE.write_text(page(), encoding="utf-8")
    folder = PAGE.parent / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for name, program in programs().items():
        (folder / f"{name}.svg").write_text(drawn(program, name), encoding="utf-8")


if __name__ == "__main__":
    main()
