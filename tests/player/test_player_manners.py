"""How a page treats who plays: clicks that fail, hints, swipes, fingers, the end; a site's days."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from playing import hall, idle, robots, script_of, shown
from projects import ROOT, run

import pylab
from pylab.core import puzzle
from pylab.pages.player import page as pages

pytestmark = pytest.mark.browser
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
DESK = {"viewport": {"width": 1280, "height": 800}}


def touch(tab):
    """A function that sends touches: its kind and the spots of the fingers."""
    hand = tab.context.new_cdp_session(tab)

    def send(kind, *spots):
        points = [{"x": u, "y": v, "id": i} for i, (u, v) in enumerate(spots)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return send


def swipe(tab, x, y, dx, dy):
    send = touch(tab)
    send("touchStart", (x, y))
    for part in range(1, 6):
        send("touchMove", (x + dx * part / 5, y + dy * part / 5))
    send("touchEnd")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_click_that_does_nothing_is_answered_where_it_was(view, size):
    tab = view(script_of("alice")[0], "#play=", reduced_motion="reduce", **size)
    box = tab.locator("#scene [data-actor='land(0,0)'], #scene [data-actor='s0,0']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.click(x, y)
    words, cross, board = (tab.locator(each).bounding_box() for each in ("#why", "#miss", "#view"))
    assert tab.locator("#why").inner_text()
    assert abs(cross["x"] + cross["width"] / 2 - x) < 2
    assert 0 < words["y"] - y < 60
    assert board["x"] <= words["x"] <= x
    assert words["x"] + words["width"] <= board["x"] + board["width"]
    tab.locator("#next").click()
    tab.locator("[data-actor].hinted").wait_for()
    tab.keyboard.press("Enter")
    idle(tab, "1 / 1")
    assert not tab.locator("#why").inner_text()
    assert tab.locator("#miss").is_hidden()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", ["ravensburger", "alice", "theseus", "fractal", "dungeon"])
def test_undo_and_hint_are_above_the_board_and_fingers_hit_them(view, name, size):
    tab = view(script_of(name)[0], "#play=", **size)
    board = tab.locator("#view").bounding_box()
    assert board["y"] + board["height"] <= size["viewport"]["height"]
    for each in ("#undo", "#restart", "#next"):
        box = tab.locator(each).bounding_box()
        assert box["y"] + box["height"] <= board["y"]
    assert tab.locator("#rules").evaluate("each => each.localName") == "details"  # which folds
    assert tab.locator("#modes").bounding_box()["height"] <= 46  # each button is one line
    if size is PHONE:
        for each in tab.locator("button:visible, select:visible, summary:visible").all():
            box = each.bounding_box()
            assert min(box["width"], box["height"]) >= 44, each.evaluate("each => each.outerHTML")


def test_enter_plays_the_hint_and_arrows_choose_it_first(view):
    tab = view(script_of("ravensburger")[0], "#play=", reduced_motion="reduce")
    tab.keyboard.press("n")
    hinted = tab.locator("[data-actor].hinted")
    hinted.wait_for()
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("document.activeElement.classList.contains('hinted')")
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("Enter")
    idle(tab, "1 / 1")
    tab.locator("#next").click()
    hinted.wait_for()
    assert tab.locator("#next").inner_text() == "Play it"
    tab.locator("#next").click()
    idle(tab, "2 / 2")
    assert tab.locator("#next").inner_text() == "Hint"
    tab.locator("#watch").click()
    tab.locator("#play").click()  # which has the focus now
    tab.keyboard.press("n")
    hinted.wait_for()
    tab.keyboard.press("Enter")
    idle(tab, "3 / 3")


def test_enter_plays_the_hint_after_a_click_on_play(view):
    tab = view(script_of("alice")[0], reduced_motion="reduce")
    tab.locator("#play").click()
    tab.keyboard.press("n")
    tab.locator("[data-actor].hinted").wait_for()
    assert tab.evaluate("document.activeElement.id") == "play"
    tab.keyboard.press("Enter")
    idle(tab, "1 / 1")


def test_enter_waits_for_the_hint_that_was_asked_for(view):
    tab = view(script_of("alice")[0], "#play=", reduced_motion="reduce")
    tab.keyboard.press("ArrowRight")  # chooses a move
    tab.evaluate(
        "for (const key of ['n', 'Enter']) document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', { key, bubbles: true }))"
    )
    idle(tab, "1 / 1")
    played = tab.locator("#caption").inner_text()
    tab.locator("#undo").click()
    idle(tab, "0 / 1")
    tab.locator("#next").click()
    tab.locator("#next:text('Play it')").wait_for()
    assert played.removeprefix("1. ") in tab.locator("#far").inner_text()


def test_hints_are_counted_also_before_moves_are_taken_back(view):
    tab = view(script_of("ravensburger")[0], "#play=", reduced_motion="reduce")

    def helped(step):
        tab.locator("#next").click()
        tab.locator("#next:text('Play it')").click()
        idle(tab, f"{step} / {step}")

    helped(1)
    tab.locator("#undo").click()
    idle(tab, "0 / 1")
    steps = 0
    while not tab.locator("#card").is_visible():
        steps += 1
        helped(steps)
    hints = steps + 1
    assert f"With {hints} hints." in tab.locator("#cardtext").inner_text()


def test_a_swipe_moves_what_it_begins_on_and_the_page_stays(view):
    tab = view(script_of("ravensburger")[0], "#play=", reduced_motion="reduce", **PHONE)
    board = tab.locator("#view").bounding_box()
    x, y = board["x"] + board["width"] / 2 + 30, board["y"] + board["height"] / 2 + 30
    swipe(tab, x, y, 70, 70)  # no line goes that way
    tab.locator("#why", has_text="Nothing moves that way.").wait_for()
    swipe(tab, x, y, 0, -90)
    idle(tab, "1 / 1")
    assert tab.locator("#caption").inner_text() == "1. column 3 moves north"
    assert tab.evaluate("scrollY") == 0
    swipe(tab, x, y, 90, 4)
    idle(tab, "2 / 2")


def test_a_robot_slides_by_a_swipe(view, monkeypatch):
    tab = view(robots(monkeypatch), "#play=", reduced_motion="reduce", **PHONE)
    robot = tab.locator("#scene [data-actor='robot(blue)']").first.bounding_box()
    swipe(tab, robot["x"] + robot["width"] / 2, robot["y"] + robot["height"] / 2, 4, 70)
    idle(tab, "1 / 1")
    assert tab.locator("#caption").inner_text() == "1. blue slides south"


def test_a_crate_is_pushed_by_a_swipe_though_it_has_another_name_then(view):
    loaded = puzzle.load(str(ROOT / "examples/sokoban/instances/way.lp"))
    script = loaded.family.script(loaded.instance, [])
    tab = view(script, "#play=", reduced_motion="reduce", **PHONE)
    crate = tab.locator("#scene [data-actor^='(2,1) icon']").first.bounding_box()
    swipe(tab, crate["x"] + crate["width"] / 2, crate["y"] + crate["height"] / 2, 70, 4)
    idle(tab, "1 / 1")


def test_a_swipe_pulls_who_moves(view):
    tab = view(hall(4, 60), "#play=", reduced_motion="reduce")
    hero = tab.locator("[data-actor=hero]").bounding_box()
    x, y = hero["x"] + hero["width"] / 2, hero["y"] + hero["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 40, y + 40, steps=4)
    tab.mouse.up()
    idle(tab, "1 / 1")
    assert tab.locator("#facts dd").first.inner_text() == "1,1"


def goal(script, cell=20):
    """The hall, with a goal that is drawn."""
    size = script.scene.width
    script.scene.circle(
        size - cell / 2, size - cell / 2, cell / 3, class_="goal", pointer_events="none"
    )
    return script


def test_the_first_tap_keeps_the_goal_in_sight_if_it_can(view):
    tab = view(goal(hall()), "#play=" + "2" * 1 + ",7" * 35, reduced_motion="reduce", **PHONE)
    tab.locator("#fit").evaluate("each => each.click()")
    tab.wait_for_timeout(500)
    ring = tab.locator("#scene circle.goal")
    board = tab.locator("#view").bounding_box()
    tab.locator(".legal").first.tap()
    tab.wait_for_timeout(500)
    assert tab.locator("#why").inner_text() == "Nearer now: tap again."
    box = ring.bounding_box()
    assert board["x"] < box["x"] < board["x"] + board["width"]
    assert board["y"] < box["y"] < board["y"] + board["height"]
    assert tab.locator("#beacon").is_hidden()


def test_a_goal_out_of_sight_is_pointed_at(view):
    tab = view(goal(hall()), "#play=", reduced_motion="reduce", **PHONE)
    tab.wait_for_timeout(500)
    assert shown(tab)[0] < 100
    tab.locator("#beacon").wait_for()
    tab.locator("#beacon").click()
    tab.wait_for_timeout(700)
    assert tab.locator("#beacon").is_hidden()
    assert shown(tab)[0] > 300


def test_a_phone_watches_a_dungeon_room_by_room(view):
    loaded = puzzle.load("dungeon/demo.dungeon")
    ways = pylab.solve("dungeon/demo.dungeon").witnesses
    tab = view(loaded.family.script(loaded.instance, ways), reduced_motion="reduce", **PHONE)
    tab.wait_for_timeout(400)
    near = shown(tab)
    tab.locator("#last").tap()
    tab.wait_for_timeout(400)
    assert shown(tab)[0] > near[0] + 0.8 * near[2]  # the goal is in the other room
    tab.locator("#fit").tap()
    tab.wait_for_timeout(400)
    whole = shown(tab)
    assert near[2] < 0.6 * whole[2]
    tab.locator("#play").tap()
    tab.locator("#fit").tap()
    tab.locator("#watch").tap()
    tab.wait_for_timeout(400)
    assert shown(tab) == whole  # as it was left


def test_the_buttons_of_a_long_way_are_in_one_row_on_a_phone(view):
    ways = pylab.solve("fractal/nested-5.lab").witnesses
    loaded = puzzle.load("fractal/nested-5.lab")
    tab = view(loaded.family.script(loaded.instance, ways), reduced_motion="reduce", **PHONE)
    tab.locator("#last").tap()
    assert tab.locator("#place").inner_text() == "249 / 249"
    first, speed, slider, place = (
        tab.locator(each).bounding_box() for each in ("#first", "#speed", "#slider", "#place")
    )
    assert first["y"] == speed["y"] < slider["y"] <= place["y"] < slider["y"] + slider["height"]


def test_what_points_to_the_goal_covers_no_door(view):
    loaded = puzzle.load("dungeon/demo.dungeon")
    tab = view(
        loaded.family.script(loaded.instance, []), "#play=", reduced_motion="reduce", **PHONE
    )
    tab.wait_for_timeout(500)
    tab.locator("#beacon").wait_for()
    sign = tab.locator("#beacon").evaluate("each => each.getBoundingClientRect().toJSON()")
    middle, half = [sign["x"] + sign["width"] / 2, sign["y"] + sign["height"] / 2], 22
    things = tab.locator("#scene .legal, #scene [data-actor^='g('], #scene [data-actor^='t(']")
    for box in filter(None, (each.bounding_box() for each in things.all())):
        beside = abs(box["x"] + box["width"] / 2 - middle[0]) >= half + box["width"] / 2
        assert beside or abs(box["y"] + box["height"] / 2 - middle[1]) >= half + box["height"] / 2


def test_the_end_is_told_with_stars_and_can_be_sent(view):
    tab = view(hall(4, 60), "#play=", reduced_motion="no-preference")
    for step, square in enumerate((1, 6, 11, 15)):
        tab.locator(f"[data-actor=s{square}].legal").click()
        idle(tab, f"{step + 1} / {step + 1}")
    card = tab.locator("#card")
    card.wait_for()
    tab.locator("#stars:visible").wait_for()
    assert tab.locator("#stars").get_attribute("aria-label") == "2 of 3 stars"
    assert tab.locator("#cardtext").inner_text() == "The shortest way takes 3, yours 4."
    assert tab.locator("#cardhead").inner_text() == "Solved: 4 moves"
    assert not tab.locator("#news").is_visible()  # it is said once
    view_, told = tab.locator("#view").bounding_box(), card.bounding_box()
    assert told["x"] >= view_["x"] + view_["width"]  # beside the board
    bars = tab.locator("#detours").inner_text()
    assert len(bars) == 5
    assert bars[0] > bars[-1]
    tab.locator("text=Copy the result").click()
    sent = tab.locator("#link").get_attribute("data-copied").split("\n")
    assert sent[0] == "A hall, 4 moves ★★☆"
    assert sent[1] == bars
    assert "#dare=1,4,7,4" in sent[2]
    assert tab.locator(".bit").count() > 10
    tab.keyboard.press("Escape")
    assert card.is_hidden()
    assert tab.locator(".bit").count() == 0
    tab.locator("#undo").click()
    tab.locator("[data-actor=s15].legal").click()
    card.wait_for()
    tab.keyboard.press("Escape")
    assert card.is_hidden()
    tab.reload()
    tab.locator("body.ready").wait_for()
    assert card.is_hidden()  # a game that was won before is only shown


@pytest.mark.parametrize(
    ("before", "after", "slides"),
    [
        ("(2,1) icon #99693a crate", "(3,1) icon #c2185b crate", True),
        ("a disc #111111", "b disc #111111", True),
        ("a disc #111111", "b disc #222222", False),
        ("k icon #99693a key", "d icon #99693a door", False),
        ("worker", "boss", False),
    ],
)
def test_only_what_looks_the_same_slides_under_another_name(browser, before, after, slides):
    states = [
        [{before: {"at": [1, 0]}}, [], [["", "go", 1, {}]], False],
        [{after: {"at": [2, 0]}}, [], [], False],
    ]
    tab = browser.new_page()
    made = (
        "([graph, data]) => new Function(graph + '; return rules')()(data).play({node: 0}, 0).how"
    )
    how = tab.evaluate(made, [pages.part("graph.js"), {"start": 0, "states": states}])
    tab.close()
    assert how == ({before: {"to": [2, 0]}, after: {"from": [1, 0]}} if slides else {})


def test_where_distances_are_too_many_the_answer_gives_the_stars(view):
    """The page can't count how far the goal is, but the answer is proven to be a shortest one."""
    graph = pages.part("graph.js").replace("const rules", "const graphOf", 1)
    unknown = "(data) => ({ ...graphOf(data), far: () => ({ next: null, tried: 9 }) })"
    rules = f"{graph}\nconst rules = {unknown};"
    for shortest in (False, True):
        script = replace(hall(4, 60), rules=rules, shortest=shortest)
        tab = view(script, "#play=", reduced_motion="reduce")
        for step, square in enumerate((1, 6, 11, 15)):
            tab.locator(f"[data-actor=s{square}].legal").click()
            idle(tab, f"{step + 1} / {step + 1}")
        tab.locator("#card").wait_for()
        if shortest:
            tab.locator("#stars:visible").wait_for()
            told = tab.locator("#cardtext").inner_text()
            assert told == "The shortest way takes 3, yours 4."
            assert tab.locator("#stars").get_attribute("aria-label") == "2 of 3 stars"
            tab.locator("text=Copy the result").click()
            sent = tab.locator("#link").get_attribute("data-copied").split("\n")
            assert sent[0] == "A hall, 4 moves ★★☆"
            assert "#dare=" in sent[1]
        assert tab.locator("#stars").is_visible() == shortest
        assert tab.locator("#detours").is_hidden()
        assert tab.locator("#curve").is_hidden()


def test_in_a_copy_no_place_is_called_the_goal(view):
    script = puzzle.load("fractal/alice.lab").family.script(
        puzzle.load("fractal/alice.lab").instance, []
    )
    tab = view(script, "#play=", reduced_motion="reduce")
    rings = tab.locator("#scene [data-actor^='ring(']:visible")
    assert rings.count() == 12
    for step in range(2):
        tab.locator("#next").click()
        tab.locator(".hinted").first.wait_for()
        tab.keyboard.press("Enter")
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#facts dd").nth(1).inner_text() == "1"
    assert rings.count() == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = run("gallery", folder, "--random", "0", "--time-limit", "5")
    assert done.returncode == 0
    return folder


def test_the_search_knows_sizes_games_and_what_is_impossible(browser, site):
    tab = browser.new_page(**DESK)
    tab.goto((site / "index.html").as_uri())
    bar = tab.locator("#bar").bounding_box()
    assert bar["y"] + bar["height"] <= 800
    assert tab.locator(".lead").bounding_box()["y"] < 100
    titles = tab.locator(".card:visible h3")
    found = {}
    sizes = ("8x8", "8 x 8", "8 × 8")
    for words in (*sizes, "zelda", "impossible", "croquet", "ice", "easy", "hard", "nonsense"):
        tab.locator("#sought").fill(words)
        found[words] = titles.all_inner_texts()
    assert found["ice"] == []  # though Alice has it
    assert len(found["easy"]) > 3
    assert not set(found["easy"]) & set(found["hard"])
    assert found["8x8"] == found["8 x 8"] == found["8 × 8"]
    assert "Croquet" in found["8x8"]
    assert found["zelda"]
    assert found["impossible"]
    assert found["croquet"] == ["Croquet"]
    assert not set(found["impossible"]) & set(found["croquet"])
    assert not found["nonsense"]
    assert tab.locator("#matched").inner_text() == "No puzzle is like that."
    tab.locator("#unsought").click()
    assert titles.count() > 20
    stars = tab.locator(".card .stars")
    assert re.fullmatch("[1-5] of 5 stars", stars.first.get_attribute("aria-label"))
    tab.close()


def test_a_family_s_page_begins_with_a_board_and_ends_with_its_history(browser, site):
    for size in (DESK, PHONE):
        context = browser.new_context(**size)
        tab = context.new_page()
        tab.goto((site / "family-alice.html").as_uri())
        tab.locator("body.ready").wait_for()
        high = size["viewport"]["height"]
        assert tab.locator("#scene").bounding_box()["y"] < 240
        assert tab.locator("h1").inner_text() == "Alice mazes"
        assert tab.locator("header p").inner_text() == "The lawn · 5 by 5"
        assert tab.locator("#scene .legal").first.bounding_box()["y"] < high
        if size is PHONE:
            assert not tab.locator(".site [aria-current=page]").is_visible()
            tab.locator(".site button:text('All kinds ▾')").tap()
            for link in tab.locator(".site a").all():
                box = link.bounding_box()
                assert 0 <= box["x"] <= box["x"] + box["width"] <= size["viewport"]["width"]
            menu, theme = (tab.locator(each).bounding_box() for each in (".site button", "#theme"))
            assert menu["x"] + menu["width"] < theme["x"]
            assert abs(menu["y"] - theme["y"]) < 4
        assert tab.locator(".site [aria-current=page]").inner_text() == "Alice mazes"
        assert tab.locator(".site [aria-current=page]").bounding_box()["x"] >= 0
        assert tab.locator("section.gallery h2").all_inner_texts()[-1] == "Where they come from"
        assert tab.evaluate("document.documentElement.scrollWidth") == size["viewport"]["width"]
        if size is DESK:
            stage, more = (
                tab.locator(each).first.bounding_box() for each in ("#stage", ".gallery h2")
            )
            assert more["y"] - stage["y"] - stage["height"] < 60  # no gap
        context.close()
    small = (site / "alice-lawn-alice.svg").read_text(encoding="utf-8")
    assert ">GOAL<" in small
    assert "from 0 at the top left" not in small


def test_variants_are_cards_that_open(browser, site):
    tab = browser.new_page(**DESK)
    tab.goto((site / "variants.html").as_uri())
    assert tab.evaluate("document.documentElement.scrollHeight") < 5000  # of 34 variants
    card = tab.locator(".variant:has(h3:text-is('visit'))").first
    shut = card.bounding_box()
    card.locator("summary").focus()
    tab.keyboard.press("Enter")
    first, second = (figure.bounding_box() for figure in card.locator("figure:visible").all())
    assert (first["y"], first["x"] < second["x"]) == (second["y"], True)  # side by side
    assert card.bounding_box()["width"] > 3 * shut["width"]
    assert card.locator("img:visible").count() == 2
    assert card.locator("pre").inner_text().startswith("pylab solve ")
    tab.close()


def test_who_says_that_there_is_no_way_is_told_whether_that_is_right(browser, site):
    def told(name):
        tab.goto((site / name).as_uri())
        tab.locator("body.ready").wait_for()
        assert tab.locator("header p").inner_text().endswith("Is there a way?")
        assert not tab.locator("#modes").is_visible()  # an answer to watch would tell
        tab.locator("#never").click()
        return tab.locator("#card, #why:not(:empty)").locator("visible=true").inner_text()

    tab = browser.new_page(**DESK)
    pages = [each for each in site.glob("alice-*.html") if "· Is there a way?" in each.read_text()]
    impossible = [each.name for each in pages if '"solvable":false' in each.read_text()]
    assert len(impossible) == 3
    assert len(pages) - len(impossible) == 2  # the question doesn't answer itself
    for each in (page.name for page in pages):
        right = each in impossible
        assert told(each).startswith("Right: there is no way" if right else "There is a way.")
    told(impossible[0])
    tab.locator("#cardtools >> text=Show me why").click()
    assert tab.locator("#answer[open] p").first.is_visible()
    tab.goto((site / "alice-lawn-alice.html").as_uri())
    assert not tab.locator("#never").is_visible()  # its stars tell
    tab.close()


def test_a_theme_is_kept_by_the_browser(browser, site, tmp_path_factory):
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(site)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        address = re.search(r"http://\S+?/", server.stdout.readline())[0]
        tab = browser.new_page(color_scheme="light", **DESK)
        tab.goto(f"{address}daily.html")
        tab.locator("#theme").click()
        tab.locator("html[data-theme=dark]").wait_for(state="attached")
        assert "theme=" not in tab.url
        tab.goto(f"{address}index.html")
        assert tab.locator("html[data-theme=dark]").count() == 1
        icon = tab.locator("link[rel=icon]").get_attribute("href")
        assert tab.request.get(f"{address}{icon}").headers["content-type"] == "image/svg+xml"
        tab.close()
    finally:
        server.kill()
        server.wait()


def test_today_s_labyrinth_is_whole_in_sight_and_played_by_keys_at_once(browser, site):
    context = browser.new_context(reduced_motion="reduce", **DESK)
    tab = context.new_page()
    tab.clock.set_fixed_time("2026-11-24T10:00:00Z")
    tab.goto((site / "daily.html").as_uri())
    here = tab.frame_locator("#days .today iframe")
    here.locator("body.ready").wait_for()
    bar = here.locator("#bar")
    bar.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= 800
    assert here.locator("#view").bounding_box()["height"] > 400
    tab.keyboard.press("n")
    here.locator("#next:text('Play it')").wait_for()
    tab.keyboard.press("Enter")
    here.locator("#undo:not([disabled])").wait_for()
    context.close()


@pytest.mark.parametrize("name", ["alice", "theseus"])
def test_the_card_at_the_end_does_not_hide_who_has_arrived(view, name):
    script, _ = script_of(name)
    moves = script.ways[0].moves[:-1]
    tab = view(script, f"#play={','.join(moves)}", reduced_motion="reduce", **DESK)
    tab.locator("#next").click()
    tab.locator("#next:text('Play it')").click()
    tab.locator("#card:visible").wait_for()
    card = tab.locator("#card").bounding_box()
    hero = tab.locator(f"#scene [data-actor='{script.hero}']").bounding_box()
    x, y = hero["x"] + hero["width"] / 2, hero["y"] + hero["height"] / 2
    beside = not card["x"] < x < card["x"] + card["width"]
    assert beside or not card["y"] < y < card["y"] + card["height"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_card_after_a_long_game_is_no_wider_than_the_page(view, size):
    script, _ = script_of("alice")
    tab = view(
        script, f"#play={','.join(script.ways[0].moves[:-1])}", reduced_motion="reduce", **size
    )
    tab.locator("#next").click()
    tab.locator("#next:text('Play it')").click()
    tab.locator("#detours:visible").wait_for()
    card = tab.locator("#card").bounding_box()
    assert card["x"] + card["width"] <= size["viewport"]["width"]
    assert tab.locator("#detours").evaluate("bars => bars.scrollWidth <= bars.clientWidth")


@pytest.mark.parametrize("name", ["alice", "theseus", "ravensburger"])
def test_on_a_phone_a_hint_does_not_move_the_board(view, name):
    tab = view(script_of(name)[0], "#play=", **PHONE)
    before = tab.locator("#view").bounding_box()
    tab.locator("#next").click()
    tab.locator("#next:text('Play it')").wait_for()
    assert tab.locator("#view").bounding_box() == before


def test_names_beside_a_small_board_are_no_larger_than_the_page_s_words(view):
    tab = view(script_of("ravensburger")[0], **DESK)
    names = tab.locator("#scene text:text-matches('^[1-4]$')").all()
    assert len(names) == 8
    for each in names:
        assert 10 < each.bounding_box()["height"] < 24


def test_each_day_has_a_labyrinth_the_same_for_all(browser, site):
    def seen(day):
        context = browser.new_context(reduced_motion="reduce", **DESK)
        tab = context.new_page()
        tab.clock.set_fixed_time(day)
        tab.goto((site / "daily.html").as_uri())
        return tab, tab.locator("#days li:visible h3").all_inner_texts()

    tab, week = seen("2026-11-24T10:00:00Z")
    assert seen("2026-11-24T23:00:00Z")[1] == week
    assert seen("2026-11-25T00:30:00Z")[1][1:] == week[:-1]
    assert len(set(week)) == 7
    assert tab.locator("h1").inner_text() == f"Labyrinth of the day: {week[0]}"
    assert tab.locator("h1 + p").inner_text() == "No. 328, Tuesday 24 November. The same for all."
    assert tab.locator("#days h2").first.inner_text() == "No. 327 · Monday 23 November"
    here = tab.frame_locator("#days .today iframe")
    here.locator("body.ready").wait_for()
    assert not here.locator("header").is_visible()
    here.locator("#next").click()
    here.locator("#next:text('Play it')").click()
    here.locator("#undo:not([disabled])").wait_for()
    tab.locator("#theme").click()
    here.locator(":root[data-theme]").wait_for(state="attached")
    tab.wait_for_function("() => document.querySelector('iframe').style.height")
    assert here.locator(":root").evaluate("(root) => root.scrollHeight <= innerHeight + 1")
    tab.locator("#days .today h3 a").click()
    tab.locator("body.ready").wait_for()
    assert tab.locator("header p").inner_text() == "No. 328, the labyrinth of 24 November 2026"
    solve_by_hints(tab)
    tab.locator("#stars:visible").wait_for()
    assert tab.locator("#cardhead").inner_text().startswith("Daily No. 328: solved: ")
    tab.locator("text=Copy the result").click()
    sent = tab.locator("#link").get_attribute("data-copied")
    assert sent.startswith(f"pylab daily No. 328 · {week[0]}, ")
    assert "★☆☆" in sent  # by hints alone
    assert "in a row" not in sent
    assert "&daily=20261124" in sent
    tab.reload()
    assert tab.locator("header p").inner_text() == "No. 328, the labyrinth of 24 November 2026"
    later = tab.locator("#onward")
    later.click()
    tab.locator("body.ready").wait_for()
    assert tab.locator("h1").inner_text() != week[0]


def solve_by_hints(player):
    for step in range(1, 60):
        if player.locator("#card").is_visible():
            return
        player.locator("#next").click()
        player.locator("#next:text('Play it')").click()
        player.locator(f"#place:text('{step} / {step}')").wait_for()
        player.locator("body:not(.moving)").wait_for()


def test_days_in_a_row_are_counted_where_they_are_played(browser, site):
    context = browser.new_context(reduced_motion="reduce", **DESK)
    for day, told in ((24, ""), (25, "2 days in a row"), (26, "3 days in a row"), (28, "")):
        tab = context.new_page()
        tab.clock.set_fixed_time(f"2026-11-{day}T10:00:00Z")
        tab.goto((site / "daily.html").as_uri())
        before = f"{day - 24} days in a row" if day == 26 else ""
        assert tab.locator("#streak").inner_text() == before
        here = tab.frame_locator("#days .today iframe")
        solve_by_hints(here)
        solved = ", ".join(filter(None, ["Today's is solved", told]))
        tab.locator(f'#streak:text-is("{solved}")').wait_for()
        here.locator("#stars:visible").wait_for()
        assert here.locator("#cardtext").inner_text().endswith(f" {told}." if told else "hints.")
        here.locator("text=Copy the result").click()
        sent = here.locator("#link").get_attribute("data-copied").splitlines()
        assert sent[0].startswith(f"pylab daily No. {304 + day} · ")
        assert sent[0].endswith(f" · {told}" if told else "hints")
        tab.close()
    tab = context.new_page()
    tab.clock.set_fixed_time("2026-11-28T20:00:00Z")
    tab.goto((site / "daily.html").as_uri())
    assert tab.locator("#streak").inner_text() == "Today's is solved"
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("puzzle", "named"),
    [("fractal/alice.lab", (True, False)), ("alice/example.alice", (False,) * 2)],
)
def test_keys_are_named_where_they_do_something(browser, tmp_path, puzzle, named):
    assert run("watch", puzzle, "-o", tmp_path / "p.html").returncode == 0
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto((tmp_path / "p.html").as_uri())
    tab.wait_for_selector("body.ready")
    assert "arrows move" not in tab.inner_text("#keys")  # an answer is watched
    tab.keyboard.press("?")
    told = tab.inner_text("#keys")
    assert ("fly through" in told, "room by room" in told) == named
