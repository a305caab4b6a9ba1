"""Pages in Firefox: clicks, swipes, flights, a site's search and days; labs are in tests/lab."""

from __future__ import annotations

import pytest
from playing import PUZZLES, robots, script_of
from projects import run

from pylab.pages.player.page import page

pytestmark = pytest.mark.browser

TEXT = "document.getElementById('{}').textContent"


@pytest.fixture
def tab(firefox, tmp_path):
    """Opens a script's page; at the end, nobody may have complained."""

    def show(script):
        file = tmp_path / "page.html"
        file.write_text(page(script), encoding="utf-8")
        firefox.go(file)
        firefox.until("document.body.classList.contains('ready')")
        return firefox

    firefox.complaints()
    yield show
    assert firefox.complaints() == []


def press(firefox, name):
    firefox.run("document.getElementById(arguments[0]).click()", name)


def text(firefox, name):
    return firefox.run(f"return {TEXT.format(name)}")


def place(firefox, wanted):
    """Wait until this step is reached, and nothing moves any more."""
    still = "document.getElementById('scene').getAnimations({ subtree: true }).length === 0"
    firefox.until(f"{TEXT.format('place')} === '{wanted}' && {still}")


@pytest.mark.parametrize("name", PUZZLES)
def test_a_game_is_played_by_clicks(tab, name):
    """On what the hint frames; then taken back."""
    firefox = tab(script_of(name)[0])
    press(firefox, "play")
    for step in range(1, 3):
        press(firefox, "next")
        firefox.until("document.querySelector('#scene .hinted')")
        firefox.click(*firefox.middle("#scene .hinted"))
        place(firefox, f"{step} / {step}")
        assert text(firefox, "why") == ""
    press(firefox, "undo")
    place(firefox, "1 / 2")


def test_a_line_is_pushed_by_a_swipe(tab):
    firefox = tab(script_of("ravensburger")[0])
    press(firefox, "play")
    x, y = firefox.middle("#view")
    firefox.drag((x + 30, y + 30), (x + 100, y + 100))  # no line goes that way
    firefox.until(f"{TEXT.format('why')} === 'Nothing moves that way.'")
    firefox.drag((x + 30, y + 30), (x + 30, y - 60))
    place(firefox, "1 / 1")
    assert text(firefox, "caption").endswith(" moves north")


def test_a_robot_slides_by_a_swipe(tab, monkeypatch):
    firefox = tab(robots(monkeypatch))
    x, y = firefox.middle("#scene [data-actor='robot(blue)']")
    firefox.drag((x, y), (x, y + 60))
    place(firefox, "1 / 1")
    assert text(firefox, "caption") == "1. blue slides south"


def test_a_run_is_flown(tab):
    firefox = tab(script_of("fractal")[0])
    width = "Number(document.getElementById('scene').getAttribute('viewBox').split(' ')[2])"
    whole = firefox.run(f"return {width}")
    firefox.run("document.getElementById('speed').value = '5'")
    press(firefox, "fly")
    firefox.until(f"{width} < {whole} * 0.4")
    press(firefox, "fly")
    firefox.until(f"{width} >= {whole}")


def test_a_site_is_searched_and_has_a_labyrinth_for_the_day(firefox, tmp_path):
    done = run("gallery", tmp_path, "--only", "alice", "--random", "0", "--time-limit", "5")
    assert done.returncode == 0, done.stderr
    firefox.complaints()
    firefox.go(tmp_path / "index.html")
    found = {}
    for words in ("8x8", "8 × 8", "croquet", "nonsense"):
        firefox.run(
            "const field = document.getElementById('sought'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input', { bubbles: true }))",
            words,
        )
        found[words] = firefox.run(
            "return [...document.querySelectorAll('.card h3')]"
            ".filter((each) => each.offsetParent).map((each) => each.textContent)"
        )
    assert found["8x8"] == found["8 × 8"]
    assert (found["croquet"], found["nonsense"]) == (["Croquet"], [])
    assert text(firefox, "matched") == "No puzzle is like that."
    firefox.go(tmp_path / "daily.html")
    firefox.until("document.querySelector('#days .today h3 a')")
    firefox.run("document.querySelector('#days .today h3 a').click()")
    firefox.until("document.body.classList.contains('ready')")
    assert firefox.run("return document.querySelector('header p').textContent").startswith("No. ")
    assert firefox.complaints() == []
