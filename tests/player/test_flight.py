"""Flights: the frames show what the run does, in the animated SVG and in the page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from asking import ask
from projects import call

from pylab.core import puzzle
from pylab.drawing import flight
from pylab.families.fractal.layout import layout

SVG = "{http://www.w3.org/2000/svg}"


def script_and_run(name="fractal/alice.lab"):
    loaded = puzzle.load(name)
    _, found = ask("fractal", loaded.instance, "shortest")
    run = found[0].witness
    return loaded.family.script(loaded.instance, [run]), run


def view(script, box):
    """The part of the picture that a box takes: as much as it is of the frame."""
    (x, y, width, height), part = script.data["view"], box.side / 100
    return 8 * box.x + x * part, 8 * box.y + y * part, width * part, height * part


def share(frame):
    """Where in the window the walker is."""
    x, y, width, height = frame.view
    return (frame.at[0] - x) / width, (frame.at[1] - y) / height


@pytest.mark.parametrize("name", ["fractal/alice.lab", "fractal/treasure.lab"])
def test_each_leg_is_a_move_of_the_run_and_cuts_are_not_seen(name):
    script, run = script_and_run(name)
    legs = script.ways[0].legs()
    flown = flight.frames(legs, script.scene.alone().view)
    assert len(legs) == len(run.configurations) - 1
    places, plan = script.data["places"], layout(puzzle.load(name).instance)
    boxes = {box: pytest.approx(view(script, each), abs=0.01) for box, each in plan.boxes.items()}
    end = flown[0][0].at
    for (before, after), leg, frames in zip(pairwise(run.configurations), legs, flown, strict=True):
        assert frames[0].at == pytest.approx(end) or leg.into or leg.out_of
        end = frames[-1].at
        assert end == pytest.approx(places[f'l("{after.location}")'], abs=0.1)
        assert leg.words == " › ".join([*after.stack, after.location])
        assert all(0 < part < 1 for frame in frames for part in share(frame))
        entered, left = after.stack[len(before.stack) :], before.stack[len(after.stack) :]
        assert leg.into == (boxes[entered[0]] if entered else None)
        assert leg.out_of == (boxes[left[0]] if left else None)
        widths = [frame.view[2] / frames[0].view[2] for frame in frames[:-1]]
        if entered:
            assert widths[-1] < 0.5
            assert share(frames[-2]) == pytest.approx(share(frames[-1]), abs=0.03)
        elif left:
            assert widths[-1] > 2
        else:
            assert set(map(round, widths)) <= {1}
    for one, two in pairwise(flown):
        if two[0].at != one[-1].at:  # an exit begins at the box, as seen from outside
            assert share(two[0]) == pytest.approx(share(one[-1]), abs=0.03)
    assert all(a.time <= b.time for a, b in pairwise(f for each in flown for f in each))


def test_the_command_writes_an_animation(tmp_path):
    done = call("draw", "fractal/alice.lab", "--task", "shortest", "--solve", "--fly",
                "-o", tmp_path / "x.svg")  # fmt: skip
    assert done.returncode == 0
    root = ET.parse(tmp_path / "x.svg").getroot()
    _, run = script_and_run()
    told = [each.text for each in root.iter(f"{SVG}text") if each.get("font-size") == "21"]
    assert root.find(f"{SVG}title").text.startswith("A flight through a labyrinth")
    said = [" › ".join([*each.stack, each.location]) for each in run.configurations]
    assert told == ["the start", *said[1:]]
    moved = [each for each in root.iter() if each.get("keyTimes")]
    assert len(moved) == 3 + len(told)
    for each in moved:
        times = list(map(float, each.get("keyTimes").split(";")))
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] <= 1
        assert len(times) == len(each.get("values").split(";"))
    for words, why in (
        (["fractal/alice.lab", "--no-solve", "-o", tmp_path / "y.svg"], "leave out --no-solve"),
        (["alice/lawn.alice", "--solve", "-o", tmp_path / "y.svg"], "a run through boxes"),
        (["fractal/alice.lab", "--solve", "-o", tmp_path / "y.png"], "SVG: use -o FILE.svg"),
        (["fractal/infinite.lab", "--solve", "-o", tmp_path / "y.svg"], "a run with moves"),
        (["fractal/alice.lab", "--consequences", "brave", "-o", tmp_path / "y.svg"], "no use"),
        (["fractal/alice.lab", "--task", "exits", "-o", tmp_path / "y.svg"], "is not one"),
        (["fractal/alice.lab", "--solve", "--steps", "-o", tmp_path / "y.svg"], "--fly or --step"),
    ):
        refused = call("draw", "--fly", *words)
        assert (refused.returncode, why in refused.stderr) == (2, True), words


@pytest.mark.browser
def test_browsers_show_who_moves_and_where(browser, tmp_path):
    script, _ = script_and_run()
    legs = script.ways[0].legs()
    file = tmp_path / "flight.svg"
    file.write_text(flight.animated(script.scene, legs), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 700, "height": 760})
    tab.goto(file.as_uri())
    for leg, frames in list(zip(legs, flight.frames(legs, script.scene.alone().view), strict=True))[
        :12
    ]:
        tab.evaluate("""time => {
            document.documentElement.pauseAnimations();
            document.documentElement.setCurrentTime(time);
        }""", frames[-1].time + 0.001)  # fmt: skip
        shown = tab.evaluate("""() => {
            const seen = (each) => getComputedStyle(each).visibility === "visible";
            const box = document.querySelector("circle[r='17']").getBoundingClientRect();
            const whole = document.querySelector("svg > svg").getScreenCTM();
            const words = [...document.querySelectorAll("text[font-size='21']")].filter(seen);
            return [words.map((each) => each.textContent), box.x + box.width / 2, box.width];
        }""")
        assert shown[0] == [leg.words]
        assert 0 < shown[1] < 700
        assert shown[2] > 8
    tab.close()


SEEN = """() => {
  const moved = document.querySelector("[data-actor=hero]").transform.baseVal.consolidate().matrix;
  const view = document.getElementById("scene").getAttribute("viewBox").split(" ");
  return [...view.map(Number), moved.e, moved.f];
}"""
"""What the camera shows, and where who moves is."""


@pytest.mark.browser
def test_the_page_flies(browser, tmp_path):
    from pylab.pages.player.page import page

    script, _ = script_and_run()
    file = tmp_path / "page.html"
    file.write_text(page(script), encoding="utf-8")
    said = []
    tab = browser.new_page(viewport={"width": 1180, "height": 860})
    tab.on("pageerror", lambda e: said.append(str(e)))
    tab.goto(file.as_uri())
    whole = script.scene.width
    tab.locator("#speed").select_option("5")
    tab.locator("#fly").click()
    widths = set()
    for _ in range(40):
        x, y, width, height, *hero = tab.evaluate(SEEN)
        widths.add(round(width / whole, 1))
        assert x <= hero[0] <= x + width
        assert y <= hero[1] <= y + height
        tab.wait_for_timeout(60)
    assert min(widths) < 0.4
    assert max(widths) < 1
    tab.keyboard.press("Space")  # pauses the flight, whose button was clicked
    assert tab.locator("#toggle").get_attribute("aria-label") == "Play"
    assert tab.locator("#fly").get_attribute("aria-pressed") == "true"
    tab.keyboard.press("End")
    tab.wait_for_function("() => document.getElementById('place').textContent === '49 / 49'")
    assert tab.locator("#news").inner_text().startswith("Solved")
    tab.locator("#fly").click()
    assert float(tab.locator("#scene").get_attribute("viewBox").split()[2]) >= whole
    assert tab.locator("#fly").get_attribute("aria-pressed") == "false"
    tab.close()
    assert said == []
