"""Scenes that are folded: the same to look at and to play, with few elements."""

from __future__ import annotations

import base64
import random
import re
from html import unescape
from itertools import permutations

import pytest
from asking import ask
from pixels import COMPARE

from pylab.core import puzzle
from pylab.drawing.svg import Drawing, Grid
from pylab.family import registry
from pylab.pages.player import fold
from pylab.pages.player.page import page

SMALL = {
    "ravensburger": "ravensburger/example-4x4.lp",
    "alice": "alice/croquet.alice",
    "theseus": "theseus/hemme.plan",
    "fractal": "fractal/alice.lab",
    "dungeon": "dungeon/trap.dungeon",
}


TASKS = {"theseus": "shortest", "alice": "shortest"}


def actors_of(text, folds):
    listed = [str(name) for f in folds for _, _, _, *names in f.get("actors", ()) for name in names]
    tiled = [name for each in folds if "grid" in each for *_, name in each["grid"].places()]
    return [*re.findall(r'data-actor="([^"]*)"', text), *listed, *tiled]


@pytest.mark.parametrize("name", SMALL)
def test_every_actor_is_an_element_or_listed_and_paths_are_well_formed(name, monkeypatch):
    monkeypatch.setattr(fold, "LARGE", 0)
    monkeypatch.setattr(fold, "FEW", 2)
    loaded = puzzle.load(SMALL[name])
    script = loaded.family.script(loaded.instance, [])
    text, folds = fold.folded(script.scene, script.hero)
    before = re.findall(r'data-actor="([^"]*)"', script.scene.shapes())
    assert sorted(map(unescape, actors_of(text, folds))) == sorted(map(unescape, before))
    assert text.count("data-fold") == len(folds)
    assert folds
    if script.hero:
        assert f'data-actor="{script.hero}"' in text
    commands = [each for f in folds for _, _, shapes in f["kinds"] for _, each in shapes]
    commands += re.findall(r' d="(M0 0m[^"]*)"', text)
    assert commands
    pair = r"-?[\d.]+ -?[\d.]+"
    one = rf"m{pair}|l{pair}|[hv]-?[\d.]+|a{pair} 0 [01] [01] {pair}|z|M0 0"
    assert all(re.fullmatch(f"({one})+", each) for each in commands)


def test_a_scene_that_is_not_large_is_left_as_it_is():
    script = puzzle.load(SMALL["alice"]).family.script
    loaded = puzzle.load(SMALL["alice"]).instance
    assert fold.folded(script(loaded, []).scene) == (script(loaded, []).scene.shapes(), [])


def test_large_boards_have_few_elements():
    board = registry.get("ravensburger").generate(random.Random(3), size=30)
    scene = registry.get("ravensburger").script(board, []).scene
    text, folds = fold.folded(scene)
    assert scene.shapes().count("<") > 5000 > 1000 > text.count("<")
    assert len(folds[0]["actors"]) == 902  # tiles, goal and avatar; then fields to walk to


def grown(side):
    """A maze with two arrows on each square; the first move leads on in two ways."""
    text = ["#,b,ne_e", "#,r,s_nw", "#,y,e_sw", "#,b,n_w"]
    rows = [[text[(x + y * y) % 4] for x in range(side)] for y in range(side)]
    rows[-1][0], rows[0][-1] = "?,b,n_e", "!,,"
    lines = [" ".join(row) for row in rows]
    return puzzle.load("\n".join([f"{side} {side}", *lines]), "alice").instance


def test_pages_of_large_mazes_are_small():
    """Squares with the same arrows are listed, by their places."""
    found = page(registry.get("alice").script(grown(60), []))
    assert len(found.encode()) < 480_000
    assert found.count("<") < 1200


def test_shapes_that_stand_in_many_places_are_listed_in_their_order(monkeypatch):
    monkeypatch.setattr(fold, "LARGE", 0)
    monkeypatch.setattr(fold, "FEW", 2)
    drawing = Drawing(100, 100, "cups on saucers")
    for x in (1, 2, 3):
        for colour, radius in (("#00ff00", 3), ("#ff0000", 2), ("#0000ff", 1)):
            with drawing.group(transform=f"translate({x}.5 4)"):
                drawing.circle(0, 0, radius, fill=colour)
                drawing.circle(0, 0, radius / 2, fill="#ffffff" if radius == 2 else colour)
    text, [found] = fold.folded(drawing, "nobody")
    assert found["actors"][:4] == [[1.5, 4, 0], [1.5, 4, 1], [1.5, 4, 2], [2.5, 4, 0]]
    assert re.findall("#(?=ff|00)[^,]*", text) == ["#00ff00", "#ff0000", "#ffffff", "#0000ff"]


@pytest.mark.parametrize("few", [True, False])
def test_a_grid_of_actors_is_one_entry(few, monkeypatch):
    """Where a click has no outline, as an icon has none, they stay elements."""
    monkeypatch.setattr(fold, "LARGE", 0)
    drawing = Drawing(100, 100, "a field")
    grid = Grid(5.5, 10, 20, 3, 2, "land(", (2, 1), (1, -1))
    shape = Drawing(0, 0, "")
    shape.rect(-4, -4, 8, 8, class_="mark", **({} if few else {"transform": "scale(2)"}))
    drawing.tile(grid, shape.parts, on="page")
    text, folds = fold.folded(drawing)
    names = ["land(2,1)", "land(3,1)", "land(4,1)", "land(2,0)", "land(3,0)", "land(4,0)"]
    assert [x for x, _, _ in grid.places()] == [5.5, 25.5, 45.5] * 2
    assert actors_of(text, folds) == actors_of(drawing.shapes(), []) == names
    if few:
        assert folds == [{"kinds": [("", (-4, -4, 4, 4), ((0, "m-4 -4h8v8h-8z"),))], "grid": grid}]


def test_the_order_of_styles_does_not_depend_on_that_of_actors(monkeypatch):
    monkeypatch.setattr(fold, "LARGE", 0)
    monkeypatch.setattr(fold, "FEW", 1)
    orders = set()
    for colours in permutations(("#ff0000", "#00ff00", "#0000ff", "#ffffff")):
        drawing = Drawing(100, 100, "discs side by side")
        for x, colour in enumerate(colours):
            with drawing.group(data_actor=f"a{x}", transform=f"translate({x} 0)"):
                drawing.circle(0, 0, 1, fill=colour)
        orders.add(tuple(re.findall("#[0-9a-f]{6}", fold.folded(drawing)[0])))
    assert len(orders) == 1


def test_what_cannot_be_listed_stays_an_element(monkeypatch):
    """Letters, groups within actors, what is turned, and styles in two orders."""
    monkeypatch.setattr(fold, "LARGE", 0)
    monkeypatch.setattr(fold, "FEW", 1)
    drawing = Drawing(100, 100, "odd things")
    with drawing.group(data_actor="letter"):
        drawing.text(1, 1, "A", 9)
    with drawing.group(data_actor="turned", transform="translate(1 2) rotate(90)"):
        drawing.circle(0, 0, 1)
    with drawing.group(data_actor="nested"), drawing.group(class_="head"):
        drawing.circle(0, 0, 1)
    with drawing.group(data_actor="curved"):
        drawing.path("M0 0Q1 1 2 2")
    drawing.rect(0, 0, 1, 1, opacity=0.5)
    drawing.rect(0, 0, 1, 1, opacity=0.5)
    with drawing.group(data_actor="one"):
        drawing.circle(0, 0, 1, fill="#000000")
        drawing.circle(0, 0, 1, fill="#ffffff")
    with drawing.group(data_actor="two"):
        drawing.circle(0, 0, 1, fill="#ffffff")
        drawing.circle(0, 0, 1, fill="#000000")
    assert fold.folded(drawing) == (drawing.shapes(), [])


# in a browser


@pytest.fixture
def view(browser, tmp_path):
    """Opens the page of a script; nothing may be complained about."""
    said, contexts = [], []

    def show(script, name="page.html", **options):
        file = tmp_path / name
        file.write_text(page(script), encoding="utf-8")
        contexts.append(browser.new_context(viewport={"width": 1000, "height": 800}, **options))
        tab = contexts[-1].new_page()
        tab.on("console", lambda m: said.append(m.text))
        tab.on("pageerror", lambda e: said.append(str(e)))
        tab.goto(file.as_uri())
        tab.locator("body.ready").wait_for()
        return tab

    yield show
    for each in contexts:
        each.close()
    assert said == []


def pictured(tab):
    tab.mouse.move(0, 0)
    shot = tab.locator("#view").screenshot(animations="disabled")
    return f"data:image/png;base64,{base64.b64encode(shot).decode()}"


@pytest.mark.browser
@pytest.mark.parametrize("name", [each for each in SMALL if each != "fractal"])
def test_folded_scenes_look_and_play_the_same(view, browser, name, monkeypatch):
    """At the start, after the first move of an answer, and while a game is played by hints."""
    loaded = puzzle.load(SMALL[name])
    _, found = ask(name, loaded.instance, TASKS.get(name))
    script = loaded.family.script(loaded.instance, [each.witness for each in found])
    tabs = [view(script, "elements.html", reduced_motion="reduce")]
    monkeypatch.setattr(fold, "LARGE", 0)
    monkeypatch.setattr(fold, "FEW", 2)
    tabs.append(view(script, "folded.html", reduced_motion="reduce"))
    assert tabs[1].locator("#scene .asleep").count() > 0
    judge = browser.new_page()
    judge.goto("about:blank")

    def same():
        mean, far = judge.evaluate(COMPARE, [*map(pictured, tabs), 600, 600])
        assert (mean < 1, far < 0.004) == (True, True), (mean, far)

    same()
    for press in ("ArrowRight", "p", "n", "Enter", "n"):
        for tab in tabs:
            if press == "Enter":
                tab.locator("#scene .hinted").focus()
            tab.keyboard.press(press)
            if press == "n":
                tab.locator("#scene .hinted").wait_for()
            tab.locator("#caption").wait_for()
        assert len({tab.locator("#caption").inner_text() for tab in tabs}) == 1
        for tab in tabs:
            tab.evaluate("document.activeElement.blur()")
        same()
    judge.close()


@pytest.mark.browser
def test_of_many_targets_those_that_sleep_are_clicked_and_chosen_by_keys(view, monkeypatch):
    """A hall of 400 tiles in a dungeon, all of which can be walked to, without an element each."""
    rows = "\n".join(["#" * 22, "#@" + "." * 19 + "#", *["#" + "." * 20 + "#"] * 18,
                      "#" + "." * 19 + "T#", "#" * 22])  # fmt: skip
    text = f"dungeon hall\nstart keys=0 bombs=0\nroom Hall at 0,0\n{rows}\n"
    script = registry.get("dungeon").script(puzzle.load(text, "dungeon").instance, [])
    monkeypatch.setattr(fold, "LARGE", 0)
    tab = view(script, reduced_motion="reduce")
    assert tab.locator("[data-actor].legal").count() == 1
    spot = """name => {
        const scene = document.getElementById("scene");
        const { folds, data } = JSON.parse(document.getElementById("script").textContent);
        const [x, y, kind] = folds.flatMap((each) => each.actors).find((its) => its[3] === name);
        const [, frame] = folds[0].kinds[kind];
        const at = new DOMPoint(x + (frame[0] + frame[2]) / 2, y + (frame[1] + frame[3]) / 2);
        const { x: left, y: top } = at.matrixTransform(scene.getScreenCTM());
        return [left, top];
    }"""
    tab.mouse.click(*tab.evaluate(spot, 'p(("Hall",11,11))'))
    assert tab.locator("#caption").inner_text().startswith("1. walk to ")
    assert tab.locator("[data-actor].legal").count() == 1
    tab.locator("[data-actor].legal").focus()
    tab.keyboard.press("ArrowDown")
    chosen = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    tab.keyboard.press("Enter")
    assert tab.locator("#caption").inner_text() == f"2. {chosen}"
    assert tab.evaluate("document.activeElement.getAttribute('role')") == "button"


@pytest.mark.browser
def test_the_page_of_a_maze_of_200_columns_and_rows_is_played(view):
    maze = grown(200)
    script = registry.get("alice").script(maze, [])
    assert len(page(script).encode()) < 5_000_000
    tab = view(script, reduced_motion="reduce")
    assert tab.locator("#scene *").count() < 1500
    tab.locator("[data-actor='land(0,198)'].legal").focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#caption").inner_text().startswith("1. north to column 0, row 198, d = 1")
    assert tab.locator("[data-actor].legal").count() == 2
