"""Pages in a real browser, from file://: watched to the end, played by clicks and by keys alone.

Needs Playwright and a Chromium of the system (Debian: `apt-get install chromium`). Screenshots
are kept in the folder that PYLAB_SCREENSHOTS names, if it is set.
"""

from __future__ import annotations

import base64
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from asking import ask
from projects import ROOT, run

from pylab import puzzle, registry
from pylab.player.page import page
from pylab.script import Script, Way
from pylab.svg import Drawing

pytestmark = pytest.mark.browser

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
    asked, said, pages = [], [], []

    def show(script, **options):
        file = tmp_path / "page.html"
        file.write_text(page(script, "a test"), encoding="utf-8")
        context = browser.new_context(viewport={"width": 1180, "height": 860}, **options)
        tab = context.new_page()
        tab.on("request", lambda r: asked.append(r.url))
        tab.on("console", lambda m: said.append(m.text))
        tab.on("pageerror", lambda e: said.append(str(e)))
        tab.on("dialog", lambda d: (said.append(f"a dialog: {d.message}"), d.dismiss()))
        tab.goto(file.as_uri())
        tab.select_option("#speed", "5")
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
    assert all(url.startswith("file://") and url.endswith("page.html") for url in asked), asked
    assert len(asked) == len(pages)


def script_of(name):
    file, task = PUZZLES[name]
    loaded = puzzle.load(file)
    _, found = ask(name, loaded.instance, task)
    return loaded.family.script(loaded.instance, [each.witness for each in found]), found


def idle(tab, place):
    """Wait until this step is reached and nothing moves any more."""
    tab.wait_for_function("p => document.getElementById('place').textContent === p", arg=place)
    tab.wait_for_timeout(60)


def facts(tab):
    terms, told = tab.locator("#facts dt").all_inner_texts(), tab.locator("#facts dd")
    return dict(zip(terms, told.all_inner_texts(), strict=True))


@pytest.mark.parametrize("name", PUZZLES)
def test_a_solution_is_watched_to_the_end(view, name):
    script, found = script_of(name)
    tab = view(script)
    ready = tab.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert ready < 500
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
            f"the goal on {end['avatar']} is" in found[0].verdict.summary
            and end["avatar"] == end["goal"]
        ),
        "alice": lambda: end["square"] == "(5, 6)" and end["d"] == str(witness.moves[-1].d),
        "theseus": lambda: end["weight"] == "30" and end["steps"] == str(witness.length),
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
        assert hot.count() == 1
        box = hot.locator(".mark").bounding_box()
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
        assert tab.evaluate("document.activeElement.classList.contains('hinted')")
        tab.keyboard.press("Enter")
        idle(tab, f"{step + 1} / {step + 1}")
    assert tab.locator("#news").inner_text().startswith("Solved: ")
    tab.keyboard.press("u")
    assert not tab.locator("#news").inner_text()


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
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    tab.locator("#play").click()
    idle(tab, "5 / 5")
    assert tab.locator(".legal").count() > 0
    tab.locator("#watch").click()
    idle(tab, f"0 / {len(script.ways[0].moves)}")


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
    assert len(page(script).encode()) < 300_000
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
    for line in ("e3", "n5", "w7"):
        tab.locator(f"[data-actor={line}] .head").click()
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
COMPARE = """async ([one, other, width, height]) => {
  const pixels = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  let sum = 0, far = 0;
  for (let i = 0; i < a.length; i++) {
    sum += Math.abs(a[i] - b[i]);
    far += Math.abs(a[i] - b[i]) > 60;
  }
  return [sum / a.length, far / a.length];
}"""


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
    done = run("gallery", tmp_path, "--only", "theseus", "--only", "alice")
    assert done.returncode == 0
    said, asked = [], []
    tab = browser.new_page()
    tab.on("console", lambda m: said.append(m.text))
    tab.on("request", lambda r: asked.append(r.url))
    tab.goto((tmp_path / "index.html").as_uri())
    for image in tab.locator("img").all():
        image.scroll_into_view_if_needed()
        assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 0
    tab.locator("text=facts and answers").first.click()
    tab.locator("text=Watch the answer").click()
    tab.locator("body.ready").wait_for()
    tab.locator("text=all puzzles").click()
    assert tab.locator("h1").inner_text() == "Labyrinths"
    tab.close()
    assert said == []
    assert all(url.startswith(tmp_path.as_uri()) for url in asked)
