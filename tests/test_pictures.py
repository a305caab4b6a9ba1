"""`pylab draw`: the same picture every time, in three themes, whole or one step of it.

The pictures in `tests/golden` are made by `PYLAB_GOLDEN=write pytest tests/test_pictures.py`; look
at them before they are committed.
"""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET

import pytest
from asking import ask
from projects import ROOT, run

from pylab import puzzle
from pylab.svg import THEMES, themed

GOLDEN = ROOT / "tests/golden"
NATIVE = {"engine": "native", "models": 1}
DRAWN = {
    "ravensburger": ("ravensburger/square-2x2.lp", "push(1,e,1)."),
    "alice": ("alice/example.alice", None),
    "fractal": ("fractal/treasure.lab", None),
    "theseus": ("theseus/hemme.plan", None),
    "dungeon": ("dungeon/trap.dungeon", None),
}


def drawn(name):
    """The puzzle, a witness, and the picture of both."""
    file, witness = DRAWN[name]
    loaded = puzzle.load(file)
    if witness is None:
        task = "solve" if name == "dungeon" else "shortest"
        witness = ask(name, loaded.instance, task, **NATIVE)[1][-1].witness
    else:
        witness = loaded.family.read_witness(puzzle.Source("witness", witness))
    return loaded, witness, loaded.family.draw(loaded.instance, witness)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_stay_as_they_are(name, theme):
    _, _, picture = drawn(name)
    file = GOLDEN / f"{name}-{theme}.svg"
    if os.environ.get("PYLAB_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(themed(picture, theme), encoding="utf-8")
    assert themed(picture, theme) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_have_a_title_scale_and_keep_their_text(name):
    _, _, picture = drawn(name)
    root = ET.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("viewBox").startswith("0 0 ")
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title")
    assert root.findtext(f"{space}desc")
    assert root.findall(f".//{space}text")


PICTURES = re.findall(
    r"^(?:echo '(.*)' \| )?pylab (draw .*) -o (docs/pictures/\w+\.svg)$",
    (ROOT / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(("witness", "command", "file"), PICTURES)
def test_the_readme_shows_what_is_drawn_today(witness, command, file):
    done = run(*command.split(), "--format", "svg", stdin=witness)
    assert done.returncode == 0
    if os.environ.get("PYLAB_GOLDEN") == "write":
        (ROOT / file).write_text(done.stdout, encoding="utf-8")
    assert done.stdout == (ROOT / file).read_text(encoding="utf-8")


def test_the_readme_shows_pictures():
    assert len(PICTURES) == 4


def contrast(one, other):
    """Of two colours, as WCAG 2 defines it."""

    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_the_background(name, theme):
    """Every text that does not stand on a shape of its own colour."""
    _, _, picture = drawn(name)
    shown = themed(picture, theme)
    paper = re.search(r'<rect[^>]* fill="(#\w{6})"', shown)[1]
    for text in re.findall(r"<text[^>]*>", shown):
        fill = re.search(r'fill="(#\w{6})"', text)[1]
        size = float(re.search(r'font-size="([\d.]+)"', text)[1])
        if contrast(fill, paper) > 1.6:  # else it stands on a plate
            assert contrast(fill, paper) >= (1.7 if size > 20 else 2.9), text


@pytest.mark.parametrize("name", DRAWN)
def test_one_step_alone(name):
    loaded, witness, picture = drawn(name)
    steps = [loaded.family.draw_step(loaded.instance, witness, step) for step in (0, 1)]
    assert len({picture, *steps}) == 3 - (name == "ravensburger" and picture in steps)
    for text in steps:
        ET.fromstring(text)
    with pytest.raises(ValueError, match="expected a step from 0 to"):
        loaded.family.draw_step(loaded.instance, witness, 999)


def test_themes_and_steps_on_the_command_line(tmp_path):
    out = tmp_path / "x.svg"
    asked = ["draw", "alice/example.alice", "--solve", "-o", out]
    assert run(*asked, "--theme", "dark", "--step", "2").returncode == 0
    ET.parse(out)
    too_far = run(*asked, "--step", "6")
    assert (too_far.returncode, "from 0 to 5, found 6" in too_far.stderr) == (2, True)
    alone = run("draw", "alice/example.alice", "--step", "1")
    assert (alone.returncode, "--solve" in alone.stderr) == (2, True)


def test_only_colours_are_changed():
    text = '<text fill="#000000">fill=&quot;#ffffff&quot; #ffffff</text>'
    assert themed(text, "dark").endswith(">fill=&quot;#ffffff&quot; #ffffff</text>")
    assert themed(text, "light") == text
