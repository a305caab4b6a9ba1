"""`pylab draw`: the same picture every time, in three themes, whole or one step of it.

The pictures in `tests/golden` are made by `PYLAB_GOLDEN=write pytest tests/test_pictures.py`; look
at them before they are committed.
"""

from __future__ import annotations

import itertools
import os
import re
import xml.etree.ElementTree as ET

import pytest
from asking import ask
from projects import ROOT, call, few
from sight import KINDS, contrast, difference, seen

import pylab
from pylab.core import puzzle
from pylab.drawing import palette
from pylab.drawing.palette import DARK, THEMES
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing
from pylab.text.fact_files import read_facts

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
    _, _, drawing = drawn(name)
    picture = drawing.render(theme)
    file = GOLDEN / f"{name}-{theme}.svg"
    if os.environ.get("PYLAB_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(picture, encoding="utf-8")
    assert picture == file.read_text(encoding="utf-8")


PICTURES = re.findall(
    r"^(?:echo '(.*)' \| )?pylab (draw .*) -o (docs/pictures/\w+\.svg)$",
    (ROOT / "docs/pages.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(("witness", "command", "file"), PICTURES)
def test_the_readme_shows_what_is_drawn_today(witness, command, file):
    done = call(*command.split(), "--format", "svg", stdin=witness)
    assert done.returncode == 0
    if os.environ.get("PYLAB_GOLDEN") == "write":
        (ROOT / file).write_text(done.stdout, encoding="utf-8")
    assert done.stdout == (ROOT / file).read_text(encoding="utf-8")


def test_the_readme_shows_pictures():
    assert len(PICTURES) == 4


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_the_background(name, theme):
    """Every text that does not stand on a shape of its own colour."""
    shown = drawn(name)[2].render(theme)
    paper = re.search(r'<rect[^>]* fill="(#\w{6})"', shown)[1]
    for text in re.findall(r"<text[^>]*>", shown):
        fill = re.search(r'fill="(#\w{6})"', text)[1]
        size = float(re.search(r'font-size="([\d.]+)"', text)[1])
        if contrast(fill, paper) > 1.6:  # else it stands on a plate
            assert contrast(fill, paper) >= (1.7 if size > 20 else 2.9), text


def _shapes(frame, whole):
    """The shapes of a picture in their order; what pictures share stands where it is used."""
    space = "{http://www.w3.org/2000/svg}"
    known = {each.get("id"): each for each in whole.iter(f"{space}g") if each.get("id")}
    found = []
    for each in frame:
        if each.tag == f"{space}use":
            each = known[each.get("href").removeprefix("#")]
        shared = (each.get("id") or "").startswith("still")
        found += [ET.tostring(e).strip() for e in (each if shared else [each])]
    return found


@pytest.mark.parametrize("name", DRAWN)
def test_a_strip_of_all_steps(name, tmp_path):
    loaded, shown, _ = drawn(name)
    out = tmp_path / "x.svg"
    told = loaded.family.show(shown)
    done = call("draw", DRAWN[name][0], "--witness", "-", "--steps", "-o", out, stdin=told)
    assert done.returncode == 0, done.stderr
    shown = loaded.family.read_witness(puzzle.Source("witness", told))
    last = loaded.family.pictures.steps(loaded.instance, shown)
    space = "{http://www.w3.org/2000/svg}"
    strip = ET.parse(out).getroot()
    frames = strip.findall(f"{space}svg")
    milestones = loaded.family.pictures.milestones
    changes = milestones(loaded.instance, shown) if milestones else range(last + 1)
    assert [*changes] == sorted({0, *changes, last})
    legend = frames.pop() if name in ("ravensburger", "alice", "theseus") else None
    if name == "dungeon":  # whose frames have none
        assert "small key" in [each.text for each in frames.pop().iter(f"{space}text")]
    told = [] if legend is None else _shapes(legend, strip)
    words = re.findall(r">(.*from [01] at the .*)<", out.read_text(encoding="utf-8"))
    assert legend is None or len(words) == 1  # the coordinates, once below all frames
    assert len(frames) == min(len(changes), 40)
    assert (f"drawing 40 of {last} steps" in done.stderr) == (len(changes) >= 40)
    assert ("where something changes" in done.stderr) == (len(changes) <= last)
    for number, frame in ((0, frames[0]), (last, frames[-1])):
        alone = ET.fromstring(loaded.family.pictures.step(loaded.instance, shown, number).render())
        assert frame.get("viewBox").split()[:3] == alone.get("viewBox").split()[:3]
        assert (frame.get("viewBox") == alone.get("viewBox")) == (legend is None)
        assert _shapes(frame, strip) + told == _shapes(alone, alone)
    wide, high = (float(strip.get(side)) for side in ("width", "height"))
    for frame in [*frames, *([] if legend is None else [legend])]:
        x, y, w, h = (float(frame.get(key)) for key in ("x", "y", "width", "height"))
        assert 0 <= x <= x + w <= wide
        assert 0 <= y <= y + h <= high


def test_a_strip_of_a_dungeon_has_its_legend_once(tmp_path):
    """It is made of shapes below the board, and without the title there."""
    out = tmp_path / "steps.svg"
    done = call("draw", "dungeon/trap.dungeon", "--solve", "--steps", "-o", out)
    drawn = out.read_text(encoding="utf-8")
    assert (done.returncode, drawn.count(">small key<"), drawn.count(">Dungeon trap<")) == (0, 1, 0)
    assert drawn.count(">step 3 of 22, with 1 key</text>") == 1


def test_strips_are_for_answers_with_steps(tmp_path):
    out = tmp_path / "x.svg"
    without = call("draw", "alice/example.alice", "--no-solve", "--steps", "-o", out)
    assert (without.returncode, "leave out --no-solve" in without.stderr) == (2, True)
    both = call("draw", "alice/example.alice", "--solve", "--step", "1", "--steps", "-o", out)
    assert (both.returncode, "either" in both.stderr) == (2, True)
    figures = call("draw", "alice/lawn.alice", "--task", "statistics", "--steps", "-o", out)
    assert (figures.returncode, "expected a route" in figures.stderr) == (2, True)


@pytest.mark.parametrize(
    "words",
    ["alice/example.alice --step 1", "fractal/alice.lab --fly", "dungeon/trap.dungeon --steps",
     f"{ROOT}/examples/hanoi/instances/four.lp --step 1"],
)  # fmt: skip
def test_pictures_of_steps_look_for_the_answer(words, tmp_path):
    """In each family, in Python or a folder of rules, `--solve` need not be said."""
    drawn = []
    for solve in ([], ["--solve"]):
        done = call("draw", *words.split(), *solve, "-o", tmp_path / "x.svg")
        assert done.returncode == 0, done.stderr
        drawn.append((tmp_path / "x.svg").read_text())
    assert drawn[0] == drawn[1]


def test_a_scene_without_frames_is_not_called_missing(tmp_path):
    puzzle = ROOT / "examples/queens/instances/eight.lp"
    done = call("draw", puzzle, "--step", "1", "-o", tmp_path / "x.svg")
    assert (done.returncode, "its scene has no frames" in done.stderr) == (2, True)


ITSELF = {
    "shapes": "{go(1..3)} = 2. draw(square((1..3,1),floor)). draw(T,disc((T,1),hero)) :- go(T).\n",
    "a graph": "{node(a)}. node(b;c). edge((b,c)). graph(1..2). node(a,1) :- node(a).\n",
}


@pytest.mark.parametrize("program", ITSELF.values(), ids=ITSELF)
def test_the_frames_of_a_program_that_draws_itself_are_seen_without_a_scene(program, tmp_path):
    """Each by itself, all in rows, and played, from a terminal and from Python."""
    file, out = tmp_path / "own.lp", tmp_path / "x.svg"
    file.write_text(program)
    for how in ("--step 2", "--steps"):
        done = call("draw", file, *how.split(), "-o", out)
        assert (done.returncode, "of 2 steps" in done.stderr) == (0, False), done.stderr
    done = call("watch", file, "-o", tmp_path / "x.html")
    assert done.returncode == 0, done.stderr
    assert "frame 2" in pylab.watch(file)
    (tmp_path / "answer.txt").write_text(call("solve", file).stdout)
    done = call("watch", file, "--witness", tmp_path / "answer.txt", "-o", tmp_path / "x.html")
    assert (done.returncode, "invalid" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(
    "file", ["alice/caged.alice", "fractal/sealed.lab", "ravensburger/unsolvable-3x3.lp"]
)
@pytest.mark.parametrize("how", few([["--steps"], [], ["--step", "1"]], 1))
def test_a_puzzle_without_an_answer_is_drawn_too(file, how, tmp_path):
    out = tmp_path / "x.svg"
    done = call("draw", file, "--solve", *how, "-o", out)
    assert done.returncode == 0, done.stderr
    drawn = out.read_text()
    assert call("draw", file, "--solve", "--format", "svg").stdout == drawn
    ET.fromstring(drawn)


IN_THE_WAY = {
    "alice": ("alice/unsolvable.alice", "arrow(0,2,e)", "no arrow to e", "an arrow that is"),
    "fractal": ("fractal/sealed.lab", 'corridor("3","1")', "no corridor joins", "locations"),
    "ravensburger": ("ravensburger/unsolvable-3x3.lp", "connect(2,2,n)", "the tile on", "a side"),
    "theseus": ("theseus/hemme.plan", "door(1,2)", "no door at", "a wall without"),
    "dungeon": ("dungeon/trap.dungeon", 'lock(door("pantry"))', "", "a lock or a tile"),
}


@pytest.mark.parametrize("name", IN_THE_WAY)
def test_what_is_in_the_way_stands_below_its_picture(name):
    """The words, and what the marks mean, under the whole picture of the puzzle."""
    file, fact, words, legend = IN_THE_WAY[name]
    loaded = puzzle.load(file)
    family = loaded.family
    requirements = read_facts(puzzle.Source("reasons", f"{fact}."), None)
    found = family.explaining.obstacles(loaded.instance, requirements)
    drawing = family.draw(loaded.instance, found)
    root = ET.fromstring(drawing.render())
    picture = next(each for each in root if each.tag.endswith("}svg"))
    below = {e.text: float(e.get("y")) for e in root if e.tag.endswith("}text")}
    line = words or found.words[0]
    assert [y for text, y in below.items() if line in text]
    assert any(legend in (each.text or "") for each in root.iter() if each.tag.endswith("}text"))
    assert all(float(picture.get("height")) <= y < drawing.height for y in below.values())


def test_long_explanations_are_wrapped_and_cut():
    whole = explained(Drawing(500, 50, "a pond"), ["frog " * 60, *["toad"] * 30], ())
    texts = re.findall(r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]*)', whole.render())
    assert len(texts) == 14
    assert texts[-1][2] == "and 22 lines more"
    assert all(float(x) + 0.56 * float(size) * len(words) < 500 for x, size, words in texts)


def test_pages_and_pictures_have_the_same_colours():
    css = (ROOT / "pylab/pages/player/player.css").read_text(encoding="utf-8")
    named = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", css)
    both = {name.upper().replace("-", "_"): (light, dark) for name, light, dark in named}
    shared = [name for name in both if isinstance(getattr(palette, name, None), str)]
    assert len(shared) == 14
    for name in shared:
        light = getattr(palette, name)
        assert both[name] == (light, DARK[light])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_palette_can_be_told_apart(theme, kind):
    """What carries meaning stands out from floors and paper as WCAG 2 asks of graphics."""
    shown = (lambda colour: colour) if theme == "light" else DARK.get
    least = 2.4 if kind == "everybody" else 1.9
    for colour in (palette.NEAR_WAY, palette.HERO, palette.GOAL, palette.WARN, *palette.SCALE):
        for ground in (palette.PAPER, palette.FLOOR):
            assert contrast(shown(colour), shown(ground), kind) >= least, colour
    for words in (palette.INK, palette.QUIET):
        assert contrast(shown(words), shown(palette.PAPER), kind) >= 4.5
    assert contrast(shown(palette.STONE), shown(palette.GROUND), kind) >= 2.8
    assert contrast(shown(palette.STONE), shown(palette.CHALK), kind) >= 4.5


P = palette
APART = {
    # by colour alone; steps of the scale have numbers or places beside them, too
    15: [
        *itertools.combinations(P.SCALE, 2), (P.NEAR, P.FLOOR), (P.NEAR, P.GROUND),
        (P.NEAR_WAY, P.WAY), (P.HERO, P.WAY), (P.MOVE, P.WAY), (P.HERO, P.RIVAL),
        (P.HERO, P.MOVE), (P.HERO, P.WARN), (P.WARN, P.WAY), ("#4f93cf", "#e0803a"),
    ],
    # what also differs in shape: a line, a ring around the goal, what is marked as wrong
    10: [(P.MOVE, P.GOAL), (P.MOVE, P.WARN), (P.HERO, P.GOAL)],
}  # fmt: skip
"""What is told apart by its colour, and the least difference."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_colours_differ_for_those_who_cannot_tell_all_hues_apart(theme, kind):
    for least, pairs in APART.items():
        for one, other in pairs:
            shown = [palette.shaded(colour, theme) for colour in (one, other)]
            assert difference(*shown, kind) >= least, (one, other, shown)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_scale_goes_one_way_in_lightness(theme):
    lights = [sum(seen(palette.shaded(c, theme), "everybody")) for c in palette.SCALE]
    assert (lights[0] < lights[-1]) == (theme == "light")
    greys = [contrast(palette.shaded(c, theme), palette.CARD) for c in palette.SCALE]
    assert greys == sorted(greys, reverse=theme == "light")


def test_sight_is_simulated_as_published():
    """White stays white; red and green come near each other, for tritan green and blue."""
    for kind in KINDS:
        assert seen("#ffffff", kind) == pytest.approx([1, 1, 1], abs=1e-4)
        assert difference("#123456", "#123456", kind) == 0
    for kind in ("protan", "deutan"):
        assert difference("#c62318", "#5d7a10", kind) < 0.55 * difference("#c62318", "#5d7a10")
    assert difference("#1f7f8c", "#2a9d64", "tritan") < 0.4 * difference("#1f7f8c", "#2a9d64")
    assert (contrast("#000000", "#ffffff"), difference("#000000", "#ffffff")) == (
        pytest.approx(21),
        pytest.approx(100, abs=0.01),
    )


def test_themes_and_steps_on_the_command_line(tmp_path):
    out = tmp_path / "x.svg"
    asked = ["draw", "alice/example.alice", "--solve", "-o", out]
    assert call(*asked, "--theme", "dark", "--step", "2").returncode == 0
    ET.parse(out)
    too_far = call(*asked, "--step", "6")
    assert (too_far.returncode, "from 0 to 5, found 6" in too_far.stderr) == (2, True)
    alone = call("draw", "alice/example.alice", "--step", "1")
    assert (alone.returncode, "use -o FILE.svg" in alone.stderr) == (2, True)


def test_only_colours_are_changed():
    words = 'fill="#ffffff" #ffffff'
    drawing = Drawing(10, 10, words)
    drawing.text(5, 5, words, 3, fill="#000000", font_family="#ffffff")
    shown = "fill=&quot;#ffffff&quot; #ffffff"
    dark = drawing.render("dark")
    assert dark.count(f">{shown}</") == 2
    assert 'font-family="#ffffff">' in dark
    assert 'fill="#000000"' not in dark
    assert f'fill="#000000" font-family="#ffffff">{shown}</text>' in drawing.render()


def test_what_is_for_pages_is_not_in_pictures():
    drawing = Drawing(9, 9, "a frog", left=-1, top=-2)
    with drawing.group(data_actor="frog", class_="hero"):
        drawing.circle(0, 0, 3, fill="#fbfaf7")
        drawing.circle(0, 0, 4, class_="mark", on="page")
        drawing.text(0, 0, "frog", 3, on="picture")
    assert drawing.render().split("\n")[2:] == [
        "<g>",
        '<circle cx="0" cy="0" r="3" fill="#fbfaf7"/>',
        '<text x="0" y="0" font-size="3" text-anchor="middle">frog</text>',
        "</g>",
        "</svg>",
        "",
    ]
    assert 'viewBox="-1 -2 9 9"' in drawing.render()
    assert drawing.shapes().split("\n") == [
        '<g data-actor="frog" class="hero">',
        '<circle cx="0" cy="0" r="3" fill="light-dark(#fbfaf7,#16191d)"/>',
        '<circle cx="0" cy="0" r="4" class="mark"/>',
        "</g>",
        "",
    ]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("alice/lawn.alice", "(column, row), from 0 at the top left"),
        ("ravensburger/example-4x4.lp", "(row, column), from 1 at the bottom left"),
        ("theseus/hemme.plan", "doors at (x, y), from 0 at the bottom left"),
        ("dungeon/demo.dungeon", "in a room: (row, column), from 0 in the wall"),
    ],
)
def test_a_board_says_how_its_places_are_counted(file, words):
    loaded = puzzle.load(file)
    assert f">{words}<" in loaded.family.draw(loaded.instance, None).render()


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["ravensburger/example-4x4.lp"], True),
        (["alice/unsolvable.alice"], False),
        (["alice/example.alice"], False),
        (["fractal/infinite.lab", "--goal", "at b"], False),
    ],
)
def test_a_longer_answer_than_needed_is_said_to_be_one(words, more):
    done = call("draw", *words, "--solve")
    assert (done.returncode, "longer than needed" in done.stderr) == (0, more)
