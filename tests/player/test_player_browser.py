"""Pages in a real browser, from file://: watched to the end, played by clicks and by keys alone.

Needs Playwright and a Chromium of the system (Debian: `apt-get install chromium`). Screenshots
are kept in the folder that PYLAB_SCREENSHOTS names, if it is set.
"""

from __future__ import annotations

import base64
import random
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from asking import ask
from pixels import COMPARE
from playing import PUZZLES, facts, hall, idle, script_of, shown
from projects import ROOT, run

from pylab.core import puzzle
from pylab.drawing import scenes
from pylab.drawing.svg import Drawing
from pylab.families.dungeon.world import world_of
from pylab.family import registry
from pylab.family.film import film
from pylab.family.script import Script, Way
from pylab.pages.player.legend import split
from pylab.pages.player.page import page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", PUZZLES)
def test_a_solution_is_watched_to_the_end(view, name):
    script, found = script_of(name)
    tab = view(script)
    last = len(script.ways[0].moves)
    assert not tab.locator("#news").inner_text()
    tab.keyboard.press("ArrowRight")
    idle(tab, f"1 / {last}")
    tab.keyboard.press("ArrowLeft")
    idle(tab, f"0 / {last}")
    tab.locator("#slider").fill(str(last))
    idle(tab, f"{last} / {last}")
    assert tab.locator("#news").inner_text().startswith("Solved: ")
    assert tab.locator("#broken").is_hidden()
    end = facts(tab)
    witness = found[0].witness
    expected = {
        "ravensburger": lambda: (
            "the goal on ({},{}) is".format(*re.findall(r"\d+", end["avatar"]))
            in found[0].verdict.summary
            and end["avatar"] == end["goal"]
        ),
        "alice": lambda: (
            end["square"] == "column 5, row 6" and end["d"] == str(witness.moves[-1].d)
        ),
        "theseus": lambda: end["length"] == "30" and end["steps"] == str(witness.length),
        "dungeon": lambda: end["steps"] == "22" and (end["keys"], end["room"]) == ("0", "Vault"),
        "fractal": lambda: end["depth"] == "0" and end["corridors"] == "25",
    }
    assert expected[name]()


@pytest.mark.parametrize("name", PUZZLES)
def test_it_plays_by_itself(view, name):
    script, _ = script_of(name)
    script = Script(**{f: getattr(script, f) for f in Script.__slots__} | {
        "ways": tuple(Way(w.name, w.moves[:3]) for w in script.ways[:1])})  # fmt: skip
    tab = view(script)
    tab.locator("#toggle").click()
    idle(tab, "3 / 3")
    tab.locator("body.playing").wait_for(state="detached")


@pytest.mark.parametrize("name", PUZZLES)
def test_a_game_is_played_by_clicks(view, name):
    """The suggested move is clicked, in the picture, until the game is won; then it is undone."""
    script, _ = script_of(name)
    tab = view(script, reduced_motion="reduce")
    tab.locator("#play").click()
    for step in range(100):
        if tab.locator("#news").inner_text():
            break
        tab.locator("#next").click()
        hot = tab.locator("[data-actor].hinted")
        hot.wait_for()
        assert hot.count() == 1
        box = hot.locator(".mark").first.bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        if hot.get_attribute("data-actor") == "out":  # a ring: not in its middle
            point = {"x": box["x"] + 12, "y": box["y"] + 12}
        tab.mouse.click(**point)
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#news").inner_text().startswith("Solved: ")
    assert tab.locator(".legal").count() == 0
    tab.locator("#undo").click()
    assert not tab.locator("#news").inner_text()
    assert tab.locator(".legal").count() > 0
    tab.locator("#restart").click()
    assert tab.locator("#place").inner_text().startswith("0 / ")


@pytest.mark.parametrize("name", PUZZLES)
def test_a_game_is_played_by_keys_alone(view, name):
    script, _ = script_of(name)
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    for step in range(100):
        if tab.locator("#news").inner_text():
            break
        tab.evaluate("document.querySelector('[data-actor][tabindex=\"0\"]').focus()")
        tab.keyboard.press("n")
        tab.locator("[data-actor].hinted").wait_for()
        assert tab.evaluate("document.activeElement.classList.contains('hinted')")
        tab.keyboard.press("Enter")
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#news").inner_text().startswith("Solved: ")
    tab.keyboard.press("u")
    assert not tab.locator("#news").inner_text()


def test_a_hint_asked_for_while_something_moves_is_what_enter_plays(view):
    script, _ = script_of("theseus")
    tab = view(script)
    tab.select_option("#speed", "0.5", force=True)
    tab.keyboard.press("p")
    last = len(script.ways[0].moves)
    for step in range(last):
        tab.keyboard.press("n")
        tab.locator("#next:text-is('Play it')").wait_for()
        tab.locator("[data-actor].hinted").wait_for()
        tab.keyboard.press("Enter")
        tab.locator(f"#place:text-is('{step + 1} / {step + 1}')").wait_for()  # it still moves
    tab.locator("#card:visible").wait_for()
    assert tab.locator("#news").inner_text() == f"Solved: length 30, {last} steps."
    assert f"With {last} hints." in tab.locator("#cardtext").inner_text()


def test_of_two_discs_for_one_peg_one_is_asked_which_moves(view):
    loaded = puzzle.load(str(ROOT / "examples/hanoi/instances/mess.lp"))
    tab = view(loaded.family.script(loaded.instance, []), "#play=", reduced_motion="reduce")
    tab.locator("#scene [data-actor='move(2,3)']").click(position={"x": 4, "y": 4})
    assert tab.locator("#why button").all_inner_texts() == ["disc 1 to peg 3", "disc 2 to peg 3"]
    tab.locator("#why button").last.click()
    idle(tab, "1 / 1")
    assert tab.locator("#caption").inner_text() == "1. disc 2 to peg 3"
    assert tab.locator("#legend").inner_text() == "where the discs have to be"


def test_a_folder_is_played_by_clicks_on_the_board(view):
    loaded = puzzle.load(str(ROOT / "examples/sokoban/instances/way.lp"))
    tab = view(loaded.family.script(loaded.instance, []), reduced_motion="reduce")
    tab.keyboard.press("p")
    assert "one at a time, and can't pull" in tab.locator("#rules").inner_text()
    assert tab.locator("#far").inner_text() == "Click what is marked."
    legend = tab.locator("#legend li").all_inner_texts()
    assert legend[:4] == ["target", "crate", "crate on a target", "worker"]
    for step in range(3):
        tab.locator("#next").click()
        tab.locator("#far:has-text('Next: push ')").wait_for()
        tab.locator("#scene .hinted").click()
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#news").inner_text() == "Solved: 3 moves."


def test_arrow_keys_push_in_a_folder_s_game(view):
    loaded = puzzle.load(str(ROOT / "examples/sokoban/instances/way.lp"))
    tab = view(loaded.family.script(loaded.instance, []), reduced_motion="reduce")
    tab.keyboard.press("p")
    tab.keyboard.press("ArrowLeft")  # nothing goes that way
    assert tab.locator("#place").inner_text() == "0 / 0"
    tab.evaluate("document.activeElement.blur()")
    for step in range(3):
        tab.keyboard.press("ArrowRight")
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#news").inner_text() == "Solved: 3 moves."


@pytest.mark.parametrize(("key", "place"), [("ArrowRight", "1 / 1"), ("u", "0 / 1")])
def test_a_crate_slides_under_its_names_before_and_after_the_push(view, key, place):
    loaded = puzzle.load(str(ROOT / "examples/sokoban/instances/way.lp"))
    tab = view(loaded.family.script(loaded.instance, []), "#play=")
    if key == "u":
        tab.keyboard.press("ArrowRight")
        idle(tab, "1 / 1")
    tab.evaluate(
        """window.seen = [];
        for (const x of [2, 3]) {
          const crate = document.querySelector(`[data-actor='(${x},1) icon #99693a crate']`);
          new MutationObserver(() => {
            const [x] = /\\d+(\\.\\d+)?/.exec(crate.getAttribute("transform"));
            if (!crate.classList.contains("taken")) seen.push(Number(x));
          }).observe(crate, { attributes: true, attributeFilter: ["transform"] });
        }"""
    )
    tab.keyboard.press(key)
    idle(tab, place)
    assert any(100 < x < 140 for x in tab.evaluate("seen"))


@pytest.mark.parametrize("name", ["ravensburger", "alice", "theseus"])
def test_the_legend_is_below_the_board_and_takes_none_of_its_room(view, name):
    script, _ = script_of(name)
    tab = view(script, viewport={"width": 1280, "height": 800})
    assert "from " in tab.locator("#legend li").last.inner_text()
    assert "from " not in tab.locator("#scene").text_content()
    box, board = (tab.locator(each).bounding_box() for each in ("#legend", "#scene"))
    assert board["y"] + board["height"] <= box["y"]
    assert box["y"] + box["height"] <= 800
    assert tab.locator("#legend svg").count() == sum(
        each.name == "rect" for each in script.scene.legends
    )


def test_alice_s_token_leaves_arrows_free_and_stands_on_the_goal(view):
    script, _ = script_of("alice")
    tab = view(script, "#watch=0.0", reduced_motion="reduce")
    far = """() => {
      const middle = (name) => {
        const box = document.querySelector(`#scene [data-actor="${name}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2, box.width];
      };
      const [[x, y, wide], [u, v]] = [middle("token"), middle("d")];
      return Math.hypot(u - x, v - y) / wide;
    }"""
    assert tab.evaluate(far) > 0.25
    assert tab.locator('#scene [data-actor="d says"]').text_content() == "1"
    tab.keyboard.press("End")
    idle(tab, "80 / 80")
    assert tab.locator("#news").get_attribute("class") == "won"
    above = """() => {
      const texts = [...document.querySelectorAll("#scene text")];
      const goal = texts.find((text) => text.textContent === "GOAL");
      const token = document.querySelector('#scene [data-actor="token"]');
      return Boolean(goal.compareDocumentPosition(token) & Node.DOCUMENT_POSITION_FOLLOWING);
    }"""
    assert tab.evaluate(above)


def test_a_legend_of_shapes_is_below_the_board_and_as_large_as_text(view):
    loaded = puzzle.load(PUZZLES["dungeon"][0])
    script = loaded.family.script(loaded.instance, [])
    tab = view(script, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    items = tab.locator("#legend li:has(svg)")
    assert items.all_inner_texts() == [
        "start", "goal", "small key", "door: gate", "door: pantry", "door: vault", "water",
    ]  # fmt: skip
    assert all(each.locator("svg *").count() for each in items.all())
    assert tab.locator("#scene", has_text="small key").count() == 0
    (_, top, _, height), (_, above, _, tall) = script.scene.board, split(script.scene)[0].view
    assert 0 < above + tall - top - height < 20


def test_a_stuck_hero_is_told_in_colour_above_the_board(view):
    loaded = puzzle.load(PUZZLES["dungeon"][0])
    _, found = ask("dungeon", loaded.instance, "softlock")
    script = loaded.family.script(loaded.instance, [found[0].witness])
    moves = [each.replace(" ", "+") for each in script.ways[0].moves]
    tab = view(script, f"#play={','.join(moves)}", reduced_motion="reduce")
    tab.locator("#news.stuck:has-text('Stuck: nothing is left')").wait_for()
    tab.locator("#restart").click()
    idle(tab, f"0 / {len(moves)}")
    assert not tab.locator("#news").inner_text()


@pytest.mark.parametrize(
    "name", ["theseus/hemme.plan", "fractal/alice.lab", "fractal/nested-5.lab"]
)
def test_labels_can_be_read_on_a_phone(view, name):
    loaded = puzzle.load(name)
    script = loaded.family.script(loaded.instance, [])
    tab = view(script, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sizes = tab.locator("#scene text:not(:empty)").evaluate_all(
        "all => all.map(t => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a)"
    )
    assert len(sizes) > 3  # with the coordinates
    assert min(sizes) >= (9 if name.startswith("theseus") else 10)


def test_the_arrow_keys_choose_what_to_click(view):
    script, _ = script_of("ravensburger")
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    tab.keyboard.press("ArrowDown")
    seen = set()
    for key in ["ArrowRight"] * 5 + ["ArrowDown"] * 5 + ["ArrowLeft"] * 5 + ["ArrowUp"] * 5:
        tab.keyboard.press(key)
        seen.add(tab.evaluate("document.activeElement.dataset.actor"))
    assert len(seen) > 8
    tab.keyboard.press("Enter")
    idle(tab, "1 / 1")


def test_taking_over_in_the_middle_of_a_solution(view):
    script, _ = script_of("theseus")
    tab = view(script, reduced_motion="reduce")
    for button, place in (("#play", "0 / 0"), ("#from", "5 / 5")):
        for _ in range(5):
            tab.keyboard.press("ArrowRight")
        tab.locator(button).click()
        idle(tab, place)
        assert tab.locator(".legal").count() > 0
        tab.locator("#watch").click()
        idle(tab, f"0 / {len(script.ways[0].moves)}")


def test_the_wheel_zooms_where_it_points_and_a_drag_moves_the_picture(view):
    tab = view(hall(), reduced_motion="reduce")
    whole = shown(tab)
    box = tab.locator("#view").bounding_box()
    corner = box["x"] + box["width"] / 2 + 200, box["y"] + box["height"] / 2 + 200
    under = """at => {
        const inverse = document.getElementById("scene").getScreenCTM().inverse();
        const { x, y } = new DOMPoint(...at).matrixTransform(inverse);
        return `${Math.floor(x / 20)} ${Math.floor(y / 20)}`;
    }"""
    meant = tab.evaluate(under, corner)
    tab.mouse.move(*corner)
    assert tab.locator("#map").is_hidden()
    tab.mouse.wheel(0, -900)
    near = shown(tab)
    assert near[2] < whole[2] / 2
    assert tab.evaluate(under, corner) == meant
    assert tab.locator("#map").is_visible()
    tab.mouse.down()
    tab.mouse.move(corner[0] - 100, corner[1] - 50, steps=4)
    tab.mouse.up()
    moved = shown(tab)
    assert (moved[0] > near[0], moved[1] > near[1], moved[2:]) == (True, True, near[2:])
    assert not tab.locator("#why").inner_text()
    tab.keyboard.press("0")
    assert shown(tab) == whole
    tab.locator("#nearer").click()
    assert shown(tab)[2] < whole[2]
    tab.locator("#fit").click()
    assert shown(tab) == whole


def test_two_fingers_zoom(view):
    tab = view(hall(), has_touch=True, reduced_motion="reduce")
    whole = shown(tab)
    box = tab.locator("#view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand = tab.context.new_cdp_session(tab)

    def touch(kind, *spots):
        points = [{"x": u, "y": v, "id": i} for i, (u, v) in enumerate(spots)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in range(20, 100, 10):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    near = shown(tab)
    assert near[2] < whole[2] / 2
    assert near[0] < 400 < near[0] + near[2]
    touch("touchStart", (x, y))
    for far in range(10, 90, 10):
        touch("touchMove", (x + far, y))
    touch("touchEnd")
    assert shown(tab)[0] < near[0]


def test_small_targets_open_by_zooming_and_who_moves_is_followed(view):
    """On a phone a tile of forty is 9 px wide: the game begins near the hero."""
    tab = view(hall(), has_touch=True, viewport={"width": 390, "height": 844})
    whole = shown(tab)
    tab.locator("#play").tap()
    tab.wait_for_timeout(400)
    assert shown(tab)[2] < whole[2] / 2
    for step in range(12):
        size = tab.locator(".legal").last.bounding_box()
        assert min(size["width"], size["height"]) >= 24
        tab.locator(".legal").last.tap()
        idle(tab, f"{step + 1} / {step + 1}")
        seen, hero = shown(tab), (step + 1.5) * 20
        assert seen[0] < hero < seen[0] + seen[2]
        assert seen[1] < hero < seen[1] + seen[3]
    tab.locator("#fit").tap()
    tab.wait_for_timeout(400)
    assert shown(tab) == whole
    tab.locator(".legal").last.tap()
    tab.wait_for_timeout(400)
    assert "tap again" in tab.locator("#why").inner_text()
    assert shown(tab)[2] < whole[2] / 2
    assert tab.locator("#place").inner_text() == "12 / 12"
    tab.locator(".legal").last.tap()
    idle(tab, "13 / 13")


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
@pytest.mark.parametrize("name", PUZZLES)
def test_a_phone_has_the_puzzle_and_its_buttons(view, name, size):
    script, _ = script_of(name)
    width, height = size
    tab = view(script, has_touch=True, is_mobile=True, viewport={"width": width, "height": height})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    box = tab.locator("#view").bounding_box()
    assert box["height"] > height / 3
    assert box["y"] + box["height"] <= height
    assert tab.locator("#keys").is_hidden()
    tab.locator("#play").tap()
    for button in tab.locator("button:visible").all():
        target = button.bounding_box()
        assert min(target["width"], target["height"]) >= 24


@pytest.mark.parametrize(
    ("name", "actor", "why"),
    [
        ("ravensburger", "'tile(1,1)'", "stands still before the first push"),
        ("alice", None, "Nothing can be done there; there is:"),
        ("theseus", "'door(5)'", "No turn to the left or right leads from here to the door at "),
        ("fractal", "out", "You are in no copy"),
        ("dungeon", None, "way"),
    ],
)
def test_a_wrong_click_says_why(view, name, actor, why):
    script, _ = script_of(name)
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    wrong = f"[data-actor={actor}]" if actor else "[data-actor]:not(.legal):has(.mark)"
    target = tab.locator("#scene").locator(wrong).last
    box = target.bounding_box()
    spot = {"x": 9, "y": 9} if actor == "out" else {"x": box["width"] / 2, "y": box["height"] / 2}
    tab.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])
    assert why in tab.locator("#why").inner_text()
    assert tab.locator("#place").inner_text() == "0 / 0"
    tab.locator(".legal").first.focus()
    tab.keyboard.press("Enter")
    idle(tab, "1 / 1")
    assert not tab.locator("#why").inner_text()


def test_moves_are_undone_and_redone_and_tries_are_kept(view):
    tab = view(hall(6, 60), reduced_motion="reduce")
    tab.keyboard.press("p")
    for step in range(3):
        tab.locator("[data-actor].legal").last.click()
        idle(tab, f"{step + 1} / {step + 1}")
    tab.keyboard.press("Control+z")
    idle(tab, "2 / 3")
    tab.keyboard.press("Control+Shift+Z")
    idle(tab, "3 / 3")
    tab.locator("#undo").click()
    tab.locator("#undo").click()
    idle(tab, "1 / 3")
    assert tab.locator("#tries").is_hidden()
    tab.locator("[data-actor=s1]").click()
    idle(tab, "2 / 2")
    tab.locator("#tries summary").click()
    told = tab.locator("#tried button").all_inner_texts()
    assert told == ["3 moves, after 1: to 2,2", "2 moves, after 1: to 1,0"]
    tab.locator("#tried button").first.click()
    idle(tab, "3 / 3")
    assert facts(tab)["square"] == "3,3"


def test_the_game_is_kept_over_watching_and_reloading(view):
    tab = view(hall(6, 60), reduced_motion="reduce")
    tab.keyboard.press("p")
    for step in range(3):
        tab.locator("[data-actor].legal").last.click()
        idle(tab, f"{step + 1} / {step + 1}")
    tab.locator("#undo").click()
    idle(tab, "2 / 3")
    tab.locator("#watch").click()
    tab.keyboard.press("ArrowRight")
    idle(tab, "1 / 5")
    tab.reload()
    idle(tab, "1 / 5")
    tab.locator("#play").click()
    idle(tab, "2 / 3")
    assert facts(tab)["square"] == "2,2"
    tab.reload()
    idle(tab, "2 / 3")
    tab.locator("#watch").click()
    tab.keyboard.press("ArrowRight")
    tab.locator("#from").click()
    idle(tab, "1 / 3")


def test_a_link_dares_somebody_to_do_better(view):
    script = hall(4, 60)
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    for step, square in enumerate((1, 6, 11, 15)):
        tab.locator(f"[data-actor=s{square}]").click()
        idle(tab, f"{step + 1} / {step + 1}")
    tab.locator("#copy", has_text="Dare a friend").click()
    link = tab.locator("#link").input_value()
    other = view(script, "#" + link.split("#")[1], reduced_motion="reduce")
    assert "4 moves. Can you do better?" in other.locator("#cardtext").inner_text()
    assert other.locator("#board rect").count() > 15  # the board, in small
    other.locator("#cardtools button", has_text="I can").click()
    assert other.locator("#place").inner_text() == "0 / 0"
    for step, square in enumerate((5, 10, 15)):
        other.locator(f"[data-actor=s{square}]").click()
        idle(other, f"{step + 1} / {step + 1}")
    assert other.locator("#news").inner_text() == "Solved: 3 moves. Sent to you: 4 moves."


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#play=2,7,99", "The address has a game of 3 moves; 2 of them can be made here."),
        ("#play=99", "The address has a game of 1 move; 0 of them can be made here."),
        ("#play=%E0%A4%A", "The address is damaged"),
        ("#dare=2", "its moves don't solve this puzzle"),
        ("#play=2&at=-5", ""),
        ("#watch=9.9&play=__proto__", "0 of them"),
        ("#watch=0.<img src=x onerror=alert(1)>", ""),
    ],
)
def test_a_bad_address_is_told_and_does_nothing(view, address, words):
    tab = view(hall(4, 60), address, reduced_motion="reduce")
    tab.locator("body.ready").wait_for()
    assert words in tab.locator("#why").inner_text()
    assert tab.locator("img").count() == 0


def test_further_puzzles_wait_in_the_page_and_are_in_the_address(browser, tmp_path):
    """A seed is chosen, played, left and come back to by its address; each has its own rules."""
    done = run("watch", "ravensburger/example-4x4.lp", "--random", "2", "-o", tmp_path / "x.html")
    assert done.returncode == 0
    tab = browser.new_page()
    said = []
    tab.on("pageerror", lambda e: said.append(str(e)))
    tab.goto((tmp_path / "x.html").as_uri())
    names = tab.locator("#puzzle option").all_inner_texts()
    assert names == ["as it was sent", "Small random puzzle 1", "Small random puzzle 2",
                     "Random puzzle 1", "Random puzzle 2"]  # fmt: skip
    size = "document.querySelectorAll('#scene [data-actor^=tile]')"
    assert tab.evaluate(f"{size}.length") == 16
    tab.select_option("#puzzle", "3")
    tab.wait_for_function(f"() => {size}.length === 36")
    tab.locator("body.ready[data-mode=play]").wait_for()
    assert tab.locator("#puzzle").input_value() == "3"
    most = int(facts(tab)["pushes"].split()[-1])
    assert f"at most {most} push" in tab.locator("#rules li").last.text_content()
    assert "6 by 6" in tab.locator("header p").inner_text()
    tab.locator("#next").click()
    tab.locator("#scene .hinted").wait_for()
    tab.keyboard.press("Escape")
    tab.locator("#scene [data-actor='push(2,e)'] .head").click()
    tab.wait_for_function("() => /puzzle=3&play=push/.test(location.hash)")
    address = tab.url
    other = browser.new_page()
    other.goto(address)
    other.locator("body.ready").wait_for()
    assert other.locator("#caption").inner_text() == "1. row 2 moves east"
    other.evaluate("location.hash = '#puzzle=99'")  # there is none: the first one
    other.wait_for_function(f"() => {size}.length === 16")
    assert said == []
    tab.close()
    other.close()


def test_after_the_game_it_is_said_where_something_was_lost(view):
    tab = view(hall(4, 60), reduced_motion="reduce")
    tab.keyboard.press("p")
    for step, square in enumerate((1, 0, 5, 10, 15)):
        assert tab.locator("#curve").is_hidden()
        tab.locator(f"[data-actor=s{square}]").click()
        idle(tab, f"{step + 1} / {step + 1}")
    tab.locator("#curve").wait_for()
    assert "the goal was 3 away; you took 2 more" in tab.locator("#curved").inner_text()
    slips = tab.locator("#slips button")
    assert slips.all_inner_texts() == ["Here you lost 1: 1. to 1,0", "Here you lost 1: 2. to 0,0"]
    slips.last.click()
    idle(tab, "1 / 5")
    assert tab.locator("#curve").is_hidden()


def test_who_wants_to_be_told_is_told_when_the_goal_gets_out_of_reach(view):
    script, _ = script_of("dungeon")
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    tab.locator("#warned").check()
    for take in ("take the key", "open pantry with a key"):
        move = tab.locator("[data-actor].legal").filter(has=tab.locator(".mark"))
        find = """(all, words) => all.map((each) => each.getAttribute("aria-label"))
          .find((label) => label.includes(words))"""
        label = move.evaluate_all(find, take)
        move.and_(tab.locator(f'[aria-label="{label}"]')).click()
        tab.wait_for_timeout(60)
    tab.locator("#news", has_text="out of reach").wait_for()
    tab.locator("#far button", has_text="Back to where it was possible (1 move)").click()
    idle(tab, "1 / 2")
    tab.locator("#news", has_text="out of reach").wait_for(state="detached")


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("ravensburger", r"row \d, column \d"),
        ("alice", r"(north|south|east|west)[a-z-]* to column \d, row \d, d = \d"),
        ("theseus", r"turn left to the door at x [\d.]+, y [\d.]+"),
        ("dungeon", "walk to Hall, row 1, column 3"),
    ],
)
def test_places_are_told_in_words(view, name, named):
    script, _ = script_of(name)
    tab = view(script, reduced_motion="reduce")
    tab.keyboard.press("p")
    labels = tab.locator("#scene [aria-label]")
    names = labels.evaluate_all("(all) => all.map((each) => each.getAttribute('aria-label'))")
    told = [*names, *facts(tab).values()]
    assert any(re.fullmatch(named, each) for each in told), told
    assert not any(re.search(r"\([\d.]+, ?[\d.]+\)", each) for each in told)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("ravensburger", "Row 4: 1 north west; 2 north east south west; 3 north east; 4 west"),
        ("alice", "Row 0: 0 "),
        ("theseus", "Door at x 3.5, y 0, going up: on to the door at "),
        ("fractal", "inner.start: a corridor to "),
        ("dungeon", "; key at "),
    ],
)
def test_the_board_is_there_in_words(view, name, line):
    script, _ = script_of(name)
    tab = view(script, reduced_motion="reduce")
    tab.locator("#spoken summary").click()
    tab.locator("#told li").first.wait_for()
    told = tab.locator("#told li").all_inner_texts()
    assert any(line in each for each in told), told
    tab.locator("#last").click()
    after = tab.locator("#told li").all_inner_texts()
    assert (after == told) == (name in ("theseus", "fractal"))


def test_the_words_name_the_item_that_a_way_takes(view):
    demo = puzzle.load("dungeon/demo.dungeon")
    tab = view(demo.family.script(demo.instance, []), reduced_motion="reduce")
    tab.locator("#spoken summary").click()
    told = tab.locator("#told li").first.inner_text()
    assert "takes the ladder, at A, row 2, column 3; key at A, row 1, column 4; " in told


def test_how_hard_it_is_is_measured(view):
    """In a hall of four by four the way is the diagonal; whatever else a king can do is worse."""
    tab = view(hall(4, 60), reduced_motion="reduce")
    tab.locator("#rules").evaluate("(box) => { box.open = true; }")
    tab.locator("#hard").click()
    tab.locator("#hardness", has_text="A shortest way has 3 moves.").wait_for()
    told = tab.locator("#hardness").inner_text()
    assert "At 3 of these places" in told
    assert "16 wrong turns in all, of which 0 put the goal out of reach" in told


def test_a_hint_does_not_hold_up_the_page(view):
    """While a search runs that never ends, the game goes on."""
    script = hall(6, 60)
    rules = """const rules = (data) => ({
      start: { node: 0, count: 0 }, moves: (state) => (state.node < 35
        ? [{ id: String(state.node + 1), label: "on", hot: `s${state.node + 1}` }] : []),
      play: (state, id) => ({ state: { node: Number(id), count: state.count + 1 }, how: {} }),
      pose: (state) => ({ hero: { at: [(state.node % 6 + 0.5) * 60, 30] } }),
      won: (state) => state.node === 35, far: () => { while (true); },
    });"""
    script = Script(scene=script.scene, data={}, rules=rules, howto="", hero="hero")
    tab = view(script, reduced_motion="reduce")
    tab.locator("#next").click()
    for step in range(5):
        tab.locator(".legal").click()
        idle(tab, f"{step + 1} / {step + 1}")


def test_the_rules_come_first_and_an_example_moves(view):
    for name in PUZZLES:
        script, _ = script_of(name)
        tab = view(script)
        lines = tab.locator("#rules li").all_inner_texts()
        assert 3 <= len(lines) <= 4
        assert tab.locator("#rules").get_attribute("open") == ""
        sizes = tab.locator("#example text").evaluate_all(
            "all => all.map((t) => parseFloat(t.getAttribute('font-size')) * t.getScreenCTM().a)"
        )
        assert min(sizes, default=9) >= 9
        for _ in script.lesson.moves:
            before = tab.locator("#shown").inner_text()
            tab.locator("#example").click(force=True)
            tab.wait_for_function(
                "before => document.getElementById('shown').textContent !== before", arg=before
            )
        tab.locator("#play").click()
        assert tab.locator("#rules li").first.is_visible()
        tab.locator("#rules summary").click()
        assert not tab.locator("#rules li").first.is_visible()


def test_a_dungeon_is_seen_room_by_room(view):
    """The room of the hero fills the picture, and the next one when she gets there; then all."""
    script, _ = script_of("dungeon")
    tab = view(script, reduced_motion="reduce")
    whole = shown(tab)
    tab.keyboard.press("v")
    first = shown(tab)
    assert first[2] < whole[2]
    rooms = [room for room in script.views if first[0] <= room[0] + 1 and first[1] <= room[1] + 1
             and room[0] + room[2] <= first[0] + first[2] + 1
             and room[1] + room[3] <= first[1] + first[3] + 1]  # fmt: skip
    assert len(rooms) == 1
    assert tab.locator("#room").get_attribute("aria-pressed") == "true"
    tab.keyboard.press("End")  # the goal is in another room
    tab.wait_for_timeout(60)
    assert shown(tab) != first
    tab.keyboard.press("0")
    assert shown(tab) == whole
    tab = view(script_of("alice")[0])
    assert tab.locator("#room").is_hidden()


def test_the_small_map_makes_room_for_what_can_be_clicked(view):
    """A click into the picture that would meet the map meets a door instead."""
    large = registry.get("theseus").generate(random.Random(2), width=16, height=16)
    script = registry.get("theseus").script(large, [])
    tab = view(script, viewport={"width": 500, "height": 844}, reduced_motion="reduce")
    for _ in range(3):
        tab.locator("#nearer").click()
    tab.keyboard.press("ArrowUp")  # the first door comes into the picture
    corner = "document.getElementById('map').dataset.corner"
    tab.wait_for_function(f"() => {corner}")
    assert tab.locator("#map").is_visible()
    under = """() => {
      const map = document.getElementById("map").getBoundingClientRect();
      return [...document.querySelectorAll("#scene .legal")].some((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const [cx, cy] = [x + width / 2, y + height / 2];
        return cx > map.left && cx < map.right && cy > map.top && cy < map.bottom;
      });
    }"""
    before = tab.evaluate(corner)
    door = tab.locator("#scene .legal").first
    map_, at = tab.locator("#map").bounding_box(), door.bounding_box()
    shift = [map_["x"] + 40 - at["x"], map_["y"] + 40 - at["y"]]
    tab.mouse.move(200, 300)
    tab.mouse.down()
    tab.mouse.move(200 + shift[0] / 2, 300 + shift[1] / 2)
    tab.mouse.move(200 + shift[0], 300 + shift[1])
    tab.mouse.up()
    tab.wait_for_function(f"before => {corner} !== before", arg=before)
    assert not tab.evaluate(under)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_small_map_covers_no_words_of_the_legend(view, width):
    """On a phone, it is beside what is said; elsewhere in a free corner."""
    loaded = puzzle.load("dungeon/demo.dungeon")
    tab = view(loaded.family.script(loaded.instance, []), viewport={"width": width, "height": 844})
    tab.wait_for_timeout(500)
    if width > 390:
        tab.locator("#nearer").click()
        tab.wait_for_timeout(500)
    map_, board = tab.locator("#map").bounding_box(), tab.locator("#view").bounding_box()
    assert (map_["y"] + map_["height"] <= board["y"]) == (width == 390)
    covered = """map => [...document.querySelectorAll("#scene text")].filter((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const apart = (from, size, at, length) => at + length <= from || from + size <= at;
      return !apart(map.x, map.width, x, width) && !apart(map.y, map.height, y, height);
    }).map((each) => each.textContent)"""
    assert tab.evaluate(covered, map_) == []


def test_a_hero_too_small_to_be_seen_is_watched_from_near(view):
    """From the first step on; whoever then wants to see all of it is left alone."""
    large = registry.get("dungeon").generate(random.Random(1), rows=6, columns=6, size=9, keys=2)
    script = registry.get("dungeon").script(large, [])
    world = world_of(large)
    there, back = str(world.ways[world.start][0][0]), str(world.start)
    way = Way("a walk", (there, back) * 3)
    script = replace(script, ways=(way,))
    tab = view(script, reduced_motion="reduce")
    hero = tab.locator('#scene [data-actor="hero"]')
    assert hero.bounding_box()["width"] < 12
    tab.keyboard.press("ArrowRight")
    tab.wait_for_timeout(300)
    assert hero.bounding_box()["width"] > 20
    assert tab.locator("#map").is_visible()
    tab.keyboard.press("0")
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_timeout(300)
    assert hero.bounding_box()["width"] < 12


def test_a_puzzle_without_an_answer_begins_with_its_rules_and_dares_nobody(view):
    loaded = puzzle.load("ravensburger/example-4x4.lp")
    tab = view(loaded.family.script(loaded.instance, []))
    tab.locator("body.ready[data-mode=play]").wait_for()
    assert tab.locator("#rules li").first.is_visible()
    tab.wait_for_function("location.hash === '#play='")
    tab.reload()  # now the address has a game
    tab.locator("body.ready").wait_for()
    assert not tab.locator("#rules li").first.is_visible()
    solved = puzzle.load("ravensburger/single-1x1.lp")
    tab = view(solved.family.script(solved.instance, []))
    assert tab.locator("#news").inner_text() == "Solved: 0 pushes."
    assert tab.locator("#copy").inner_text() == "Copy a link to this position"


def test_keys_work_after_the_slider_was_used(view):
    tab = view(hall(6, 60), reduced_motion="reduce")
    tab.keyboard.press("p")
    tab.locator("[data-actor].legal").last.click()
    idle(tab, "1 / 1")
    box = tab.locator("#slider").bounding_box()
    tab.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    idle(tab, "0 / 1")
    tab.keyboard.press("ArrowRight")
    idle(tab, "1 / 1")
    assert facts(tab)["square"] == "1,0"
    tab.locator("#slider").focus()
    tab.keyboard.press("w")
    idle(tab, "0 / 5")


def test_arrow_keys_make_the_one_move_in_their_direction(view):
    tab = view(hall(6, 60), "#play=2,7", reduced_motion="reduce")
    for key, square in (("Up", "2,1"), ("Right", "3,2"), ("Down", "2,3"), ("Left", "1,2")):
        tab.keyboard.press(f"Arrow{key}")
        idle(tab, "3 / 3")
        assert facts(tab)["square"] == square
        tab.keyboard.press("u")
        idle(tab, "2 / 3")


@pytest.mark.parametrize(
    ("name", "key", "moved"),
    [
        ("alice", "Down", True),
        ("theseus", "Left", True),
        ("fractal", "Down", True),
        ("dungeon", "Right", False),  # several fields lie there
        ("ravensburger", "Left", False),
    ],
)
def test_an_arrow_with_several_moves_chooses_one_for_enter(view, name, key, moved):
    script, _ = script_of(name)
    tab = view(script, "#play=", reduced_motion="reduce")
    tab.keyboard.press(f"Arrow{key}")
    if not moved:
        assert tab.evaluate("document.activeElement.getAttribute('role')") == "button"
        assert tab.locator("#place").inner_text() == "0 / 0"
        tab.keyboard.press("Enter")
    idle(tab, "1 / 1")


def test_what_tab_leads_to_is_chosen_from(view):
    tab = view(hall(6, 60), "#play=2,7", reduced_motion="reduce")
    tab.locator("[data-actor=s8].legal").focus()
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    assert tab.evaluate("document.activeElement.dataset.actor")
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#place").inner_text() == "2 / 2"
    tab.keyboard.press("Enter")
    idle(tab, "3 / 3")


def test_a_frame_of_two_moves_asks_which_one_is_meant(view):
    loaded = puzzle.load(str(ROOT / "examples/sokoban/instances/two.lp"))
    tab = view(loaded.family.script(loaded.instance, []), "#play=", reduced_motion="reduce")
    box = tab.locator("#scene [data-actor='go(3,3,l)']").bounding_box()
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.mouse.click(*spot)
    asked = tab.locator("#why button")
    assert asked.all_inner_texts() == [
        "push down at column 2, row 2", "push left at column 3, row 3",
    ]  # fmt: skip
    assert tab.locator("#place").inner_text() == "0 / 0"
    tab.keyboard.press("Escape")
    assert asked.count() == 0
    tab.keyboard.press("Enter")  # the frame has the focus again
    asked.last.click()
    idle(tab, "1 / 1")
    assert tab.locator("#caption").inner_text() == "1. push left at column 3, row 3"
    tab.keyboard.press("ArrowRight")  # crates are pushed that way, wherever the worker goes for it
    assert asked.all_inner_texts() == [
        "push right at column 2, row 2", "push right at column 2, row 3",
    ]  # fmt: skip
    tab.keyboard.press("Enter")
    idle(tab, "2 / 2")
    assert tab.locator("#caption").inner_text() == "2. push right at column 2, row 2"


def test_names_do_nothing_but_stand_there(view):
    hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    script = Script(
        scene=Drawing(1, 1, hostile),
        data={"start": 0, "unit": [hostile] * 2,
              "states": [[{}, [[hostile, hostile], [hostile, [hostile]]],
                          [["x", hostile, 1]], False], [{}, [], [], True]]},
        ways=(Way(hostile, ("0",)), Way(hostile, ())), howto=hostile, remark=hostile,
    )  # fmt: skip
    tab = view(script, reduced_motion="reduce")
    assert tab.locator("h1").inner_text() == hostile
    tab.keyboard.press("ArrowRight")
    assert hostile in tab.locator("#caption").inner_text()
    tab.keyboard.press("p")
    assert tab.locator("img").count() == 0


def test_a_large_board_stays_smooth(view):
    """A push on 22 by 22 tiles: the frames come in time."""
    family = registry.get("ravensburger")
    board = family.generate(random.Random(5), size=22)
    script = family.script(board, [])
    assert len(page(script).encode()) < 320_000
    tab = view(script)
    tab.select_option("#speed", "1")
    tab.evaluate(
        """() => {
          window.gaps = [];
          let last = performance.now();
          const tick = (now) => { window.gaps.push(now - last); last = now;
            requestAnimationFrame(tick); };
          requestAnimationFrame(tick);
        }"""
    )
    for line in ("push(3,e)", "push(5,n)", "push(7,w)"):
        tab.locator(f"[data-actor='{line}'] .head").click()
        tab.wait_for_timeout(900)
    gaps = sorted(tab.evaluate("window.gaps"))
    assert gaps[len(gaps) // 2] < 34
    assert gaps[int(len(gaps) * 0.95)] < 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_and_a_small_screen(view, scheme):
    script, _ = script_of("fractal")
    tab = view(script, color_scheme=scheme)
    dark = scheme == "dark"
    paper = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, paper[4:-1].split(","))) < 380) == dark
    tab.locator("#theme").click()
    paper = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, paper[4:-1].split(","))) < 380) != dark
    tab.set_viewport_size({"width": 380, "height": 740})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 380


OUTSIDE = """() => {
  const svg = document.querySelector("svg");
  const all = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < all.left - 1 || box.right > all.right + 1
      || box.top < all.top - 1 || box.bottom > all.bottom + 1;
  }).map((text) => text.textContent);
}"""


def test_no_text_stands_outside_its_picture(browser):
    """Drawn pictures, without and with an answer, and the scenes of pages."""
    files = [p for p in sorted((ROOT / "instances").glob("*/*")) if p.suffix != ".json"]
    tab = browser.new_page()
    pictures = [p.read_text(encoding="utf-8") for p in (ROOT / "tests/golden").glob("*-light.svg")]
    for file in files:
        loaded = puzzle.load(file)
        pictures.append(loaded.family.draw(loaded.instance, None).render())
        script = loaded.family.script(loaded.instance, [])
        view = " ".join(map(str, script.scene.view))
        pictures.append(
            f'<svg width="700" height="700" viewBox="{view}">{script.scene.shapes()}</svg>'
        )
    for picture in pictures:
        tab.set_content(picture)
        assert tab.evaluate(OUTSIDE) == [], picture[:300]
    tab.close()


RSVG = shutil.which("rsvg-convert")


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests/golden").glob("*.svg")), ids=lambda p: p.stem
)
def test_chromium_and_librsvg_draw_the_same(browser, tmp_path, file):
    """Scaled down, so that a line may lie a little beside itself; letters may look different."""
    if RSVG is None:
        pytest.skip("rsvg-convert is not installed")
    png = tmp_path / "x.png"
    subprocess.run([RSVG, "-w", "800", "-o", png, file], check=True, timeout=60)
    ours = base64.b64encode(png.read_bytes()).decode()
    theirs = base64.b64encode(file.read_bytes()).decode()
    tab = browser.new_page()
    tab.goto("about:blank")
    mean, far = tab.evaluate(
        COMPARE,
        [f"data:image/png;base64,{ours}", f"data:image/svg+xml;base64,{theirs}", 300, 300],
    )
    tab.close()
    assert mean < 2.5
    assert far < 0.01


def test_a_gallery_from_a_folder(browser, tmp_path):
    """Its pictures are shown, its links lead somewhere, and nothing complains."""
    done = run("gallery", tmp_path, "--only", "theseus", "--only", "alice", "--random", "1")
    assert done.returncode == 0
    said, asked = [], []
    tab = browser.new_page()
    tab.on("console", lambda m: said.append(m.text))
    tab.on("request", lambda r: asked.append(r.url))
    tab.goto((tmp_path / "index.html").as_uri())
    for image in tab.locator("img.day").all():
        image.scroll_into_view_if_needed()
        assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 0
    tab.locator("body.ready").wait_for()
    assert tab.locator("body").get_attribute("data-mode") == "play"
    assert tab.locator(".legal").count() > 0  # the first page has a puzzle to be played
    cards = tab.locator(".card:visible")
    every = cards.count()
    tab.locator("#sought").fill("LAWN abbott")
    assert cards.locator("h3").all_inner_texts() == ["The lawn"]
    assert tab.locator("#matched").inner_text() == f"1 of {every}"
    tab.locator("#sought").fill("")
    tab.locator("#kind").select_option("theseus")
    assert cards.count() == 1
    tab.locator("#kind").select_option("")
    tab.locator("#length").select_option(label="up to 10 moves")
    assert 0 < cards.count() < every
    assert cards.locator("h3", has_text="The lawn").count() == 0  # 18 moves
    tab.locator("#theme").click()
    assert tab.locator(".card:visible img.night").first.is_visible()
    assert not tab.locator(".card:visible img.day").first.is_visible()
    tab.locator("#length").select_option("")
    tab.set_viewport_size({"width": 390, "height": 844})
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    tab.locator(".card >> text=The lawn").click()
    tab.locator("body.ready").wait_for()
    assert not tab.locator("#answer img.night").is_visible()
    tab.locator("#answer summary").click()
    assert tab.locator("#answer img.night").is_visible()  # still dark
    tab.locator("#theme").click()
    assert tab.locator("#answer img.day").is_visible()
    tab.locator("text=/^Random puzzle 1/").last.click()
    tab.locator("body.ready").wait_for()
    tab.locator("nav button").click()
    tab.locator("nav a >> text=Alice mazes").click()
    tab.locator("summary >> text=transition.lp").click()
    tab.locator("details[open] pre").last.wait_for()
    assert tab.locator("html[data-theme=light]").count() == 1
    tab.locator("#theme").click()
    tab.reload()
    assert tab.locator("html[data-theme=dark]").count() == 1
    tab.locator("nav >> text=Labyrinths").click()
    tab.locator("#search").wait_for()
    assert tab.locator("html[data-theme=dark]").count() == 1
    tab.close()
    assert said == []
    assert all(url.startswith((tmp_path.as_uri(), "blob:")) for url in asked)  # hints' worker


def test_on_paper_is_the_whole_puzzle_with_its_rules(view):
    """However near one is, and in the dark, too; nothing that is for clicks alone."""
    script, _ = script_of("dungeon")
    tab = view(script, "#play=", color_scheme="dark")
    whole = " ".join(f"{part:g}" for part in split(script.scene)[0].view)
    tab.locator("#nearer").click()
    tab.wait_for_timeout(600)
    assert tab.locator("#scene").get_attribute("viewBox") != whole
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.wait_for_timeout(300)
    assert tab.locator("#scene").get_attribute("viewBox") == whole
    assert tab.locator("#rules li").first.is_visible()
    for gone in ("#bar", "#lens", "#map", "#moves", "#example", ".legal > .mark >> nth=0"):
        assert not tab.locator(gone).is_visible(), gone
    ink = tab.evaluate("getComputedStyle(document.body).color")
    assert max(map(int, re.findall(r"\d+", ink))) < 80  # dark on white
    tab.emulate_media(media="screen")
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator("#scene").get_attribute("viewBox") != whole


def test_the_frames_of_a_scene_are_played(view):
    """The token stands where the last frame has it, and what belongs to other frames is away."""
    told = ["draw(square((0,0,4,1),floor))", "draw(0,arrow((0,0),(3,0)))", "draw(1,title(there))"]
    told += ["draw(0,token(me,disc((0,0))))", "draw(1,token(me,disc((3,0))))"]
    tab = view(film(scenes.read(told, "A walk")))
    arrow, token = (tab.locator(f"#scene [data-actor^={name}]") for name in ("frame", "me"))
    assert arrow.is_visible()
    tab.keyboard.press("End")
    arrow.wait_for(state="hidden")
    tab.locator("#scene [data-actor=title]", has_text="there").wait_for()
    assert token.get_attribute("transform").startswith("translate(140 20)")
