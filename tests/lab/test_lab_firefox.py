"""Labs in Firefox, from file://: each family's is opened, solved and played, and drawn on."""

from __future__ import annotations

import time

import pytest
from firefox import SECONDS

from pylab.cli.lab import opened
from pylab.family import registry
from pylab.pages.lab import engine
from pylab.pages.lab.page import page

pytestmark = pytest.mark.browser

FAMILIES = ["alice", "dungeon", "fractal", "ravensburger", "theseus"]
SAID = "document.getElementById('said').textContent"
POLICY = "http-equiv=Content-Security-Policy"
STATE = "document.getElementById('state').textContent"


@pytest.fixture
def lab(firefox, tmp_path):
    """Opens a family's lab; at the end, nobody may have complained."""

    def show(name):
        family = registry.get(name)
        program, text, about = opened(family)
        file = tmp_path / f"{name}.html"
        file.write_text(page(family, program, text, engine.find(), about=about), "utf-8")
        firefox.go(file)
        firefox.until("document.body.classList.contains('ready')")
        return firefox

    firefox.complaints()
    yield show
    assert firefox.complaints() == []


def solve(firefox):
    firefox.run("document.getElementById('solve').click()")
    firefox.until("!document.getElementById('solve').disabled")
    return firefox.run(f"return {SAID}")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_opened_solved_and_played(lab, name):
    firefox = lab(name)
    firefox.until(f"/one way|several|answer/.test({STATE})")
    assert "valid by check.lp" in solve(firefox)
    firefox.enter("#player")
    firefox.until("document.body.classList.contains('ready')")
    if not firefox.run("return document.getElementById('last').disabled"):
        firefox.run("document.getElementById('last').click()")
    firefox.until("document.getElementById('news').textContent.includes('Solved: ')")
    firefox.leave()


def test_a_corridor_is_drawn_by_a_drag(lab):
    firefox = lab("fractal")
    firefox.run("document.getElementById('new').click()")
    firefox.until(f"{STATE}.startsWith('there is no answer')")
    firefox.run(
        "[...document.querySelectorAll('#palette button')]"
        ".find((each) => each.textContent.startsWith('a corridor one way')).click()"
    )
    firefox.run("document.getElementById('sheet').scrollIntoView()")
    firefox.enter("#sheet")
    firefox.until("document.querySelector('[aria-label=\"location 1\"]')")
    firefox.drag(*(firefox.middle(f'[aria-label="location {name}"]') for name in "12"))
    firefox.leave()
    editor = "document.getElementById('editor').shadowRoot.querySelector('.cm-content')"
    firefox.until(f'{editor}.textContent.includes(\'oneway("1","2").\')')


@pytest.mark.parametrize(
    ("made", "complaint"),
    [
        ("<script>nonsense()</script>", "nonsense is not defined"),
        ("<script>console.log('oh')</script>", "log oh"),
        ("<iframe sandbox=allow-scripts srcdoc='<script>oh()</script>'></iframe>", "oh is not"),
        (
            f"<meta {POLICY} content='script-src *'><script>let x</script>",
            "blocked an inline script",
        ),
    ],
)
def test_what_pages_complain_of_is_seen(firefox, tmp_path, made, complaint):
    file = tmp_path / "bad.html"
    file.write_text(f"<!doctype html>{made}")
    firefox.complaints()
    firefox.go(file)
    seen = []
    until = time.monotonic() + SECONDS
    while not seen and time.monotonic() < until:
        seen = firefox.complaints()
    assert len(seen) == 1
    assert complaint in seen[0]
