"""Pages of scripts in a browser: the fixture `view`, puzzles to play, and what a page shows."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path

import pytest
from asking import ask
from projects import ROOT

from pylab.base import resources
from pylab.core import puzzle
from pylab.drawing.svg import Drawing
from pylab.family.script import Script, Way
from pylab.pages.player.page import page
from pylab.text.source import read_source

PUZZLES = {
    "ravensburger": ("ravensburger/example-4x4.lp", "all"),
    "alice": ("alice/croquet.alice", "shortest"),
    "theseus": ("theseus/hemme.plan", "shortest"),
    "fractal": ("fractal/alice.lab", "shortest"),
    "dungeon": ("dungeon/trap.dungeon", "solve"),
}


@pytest.fixture
def view(browser, tmp_path, request):
    """Opens a script's page; at the end, nothing may have been asked for or complained about."""
    asked, said, pages, loads = [], [], [], []

    def show(script, address="", **options):
        file = tmp_path / "page.html"
        file.write_text(page(script, "a test"), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1180, "height": 860}, **options})
        tab = context.new_page()
        tab.on("domcontentloaded", lambda p: loads.append(p))
        # a worker that the page makes of its own text is nothing that is asked for
        tab.on("request", lambda r: r.url.startswith("blob:null/") or asked.append(r.url))
        tab.on("console", lambda m: said.append(m.text))
        tab.on("pageerror", lambda e: said.append(str(e)))
        tab.on("dialog", lambda d: (said.append(f"a dialog: {d.message}"), d.dismiss()))
        tab.goto(file.as_uri() + address)
        tab.select_option("#speed", "5", force=True)  # a phone that plays hides it
        pages.append(tab)
        return tab

    yield show
    folder = os.environ.get("PYLAB_SCREENSHOTS")
    if folder and pages:
        Path(folder).mkdir(parents=True, exist_ok=True)
        name = "".join(c if c.isalnum() else "-" for c in request.node.name)
        pages[-1].screenshot(path=Path(folder) / f"{name}.png")
    for tab in pages:
        tab.context.close()
    assert said == []
    of_pages = re.compile("file://[^#]*page.html(#.*)?")
    assert all(of_pages.fullmatch(url) for url in asked), asked
    assert len(asked) == len(loads) >= len(pages)


def script_of(name):
    file, task = PUZZLES[name]
    loaded = puzzle.load(file)
    _, found = ask(name, loaded.instance, task)
    return loaded.family.script(loaded.instance, [each.witness for each in found]), found


def robots(patch):
    """A board of Ricochet Robots, which need not be installed."""
    example = ROOT / "examples/pylab-ricochet"
    patch.syspath_prepend(str(example))
    package = example / "pylab_ricochet"
    places = package / "encodings", package / "instances"
    patch.setitem(resources._written, "ricochet", places)
    family = importlib.import_module("pylab_ricochet.family").FAMILY
    board = places[1] / "game.ricochet"
    return family.script(family.load(read_source(str(board))), [])


def idle(tab, place):
    """Wait until this step is reached and nothing moves any more."""
    tab.wait_for_function("p => document.getElementById('place').textContent === p", arg=place)
    tab.wait_for_timeout(60)


def facts(tab):
    terms, told = tab.locator("#facts dt").all_inner_texts(), tab.locator("#facts dd")
    return dict(zip(terms, told.all_inner_texts(), strict=True))


def shown(tab):
    """The part of the scene that is seen, when the camera rests."""
    tab.wait_for_function("() => !document.getElementById('plane').style.transform")
    return [float(part) for part in tab.locator("#scene").get_attribute("viewBox").split()]


def hall(size=40, cell=20):
    """A hall of square tiles in which one walks as the king does; the goal is in the far corner."""
    scene = Drawing(size * cell, size * cell, "A hall")
    with scene.group(data_actor="hero", pointer_events="none"):
        scene.circle(0, 0, 6, class_="hero")
    states = []
    for n in range(size * size):
        x, y = n % size, n // size
        with scene.group(data_actor=f"s{n}"):
            scene.rect(x * cell, y * cell, cell, cell, class_="floor", pointer_events="all")
            scene.rect(x * cell + 1, y * cell + 1, cell - 2, cell - 2, class_="mark")
        beside = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        moves = [[f"s{v * size + u}", f"to {u},{v}", v * size + u]
                 for u, v in beside if 0 <= u < size and 0 <= v < size]  # fmt: skip
        at = {"hero": {"at": [(x + 0.5) * cell, (y + 0.5) * cell]}}
        states.append([at, [["square", f"{x},{y}"]], moves, n == size * size - 1])
    walk = tuple("7" if n > 0 else "2" for n in range(size - 1))
    return Script(scene=scene, data={"start": 0, "states": states}, ways=(Way("across", walk),),
                  howto="Walk.", hero="hero")  # fmt: skip
