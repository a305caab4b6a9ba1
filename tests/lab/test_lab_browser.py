"""Labs in a real browser, from file://: solved, broken, drawn, shared, stopped; by keys alone.

Needs Playwright and a Chromium of the system, as tests/player/test_player_browser.py does.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from projects import ROOT, call, real, run

from pylab.cli.lab import opened
from pylab.families.fractal.family import FAMILY as FRACTAL
from pylab.family import registry
from pylab.pages.lab import engine
from pylab.pages.lab.page import page
from pylab.pages.player.legend import split
from pylab.text.fact_files import read_facts
from pylab.text.source import Source

pytestmark = pytest.mark.browser

FAMILIES = ["alice", "dungeon", "fractal", "ravensburger", "theseus"]
SECONDS = 60_000
HARD = """
#program base.
p(1..11). h(1..10). 1 { at(P,H) : h(H) } 1 :- p(P). :- at(P,H), at(Q,H), P < Q.
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The lab of each family, made once."""
    folder = tmp_path_factory.mktemp("labs")
    parts = engine.find()

    def made(name):
        file = folder / f"{name}.html"
        if not file.exists():
            family = registry.get(name)
            program, text, about = opened(family)
            file.write_text(page(family, program, text, parts, about=about), encoding="utf-8")
        return file

    return made


class Lab:
    """A lab that is open in a browser."""

    def __init__(self, tab):
        self.tab = tab

    def said(self, what="said"):
        return self.tab.locator(f"#{what}").inner_text()

    def until(self, condition, arg=None):
        self.tab.wait_for_function(condition, arg=arg, timeout=SECONDS)

    def settled(self):
        self.until("() => !document.getElementById('solve').disabled")

    def solve(self):
        self.tab.click("#solve")
        self.settled()
        return self.said()

    def state(self, pattern):
        """Wait for what is said of the puzzle."""
        said = "document.getElementById('state').textContent"
        told = f"p => new RegExp(p).test({said}) && {said}"
        return self.tab.wait_for_function(told, arg=pattern, timeout=SECONDS).json_value()

    def shipped(self, name):
        self.tab.click("#draw")
        self.tab.select_option("#shipped", name)

    def more(self):
        """Open what is asked more seldom."""
        self.tab.click("#others summary")

    def file(self, name):
        self.tab.locator("#files button", has_text=re.compile(rf"^{re.escape(name)}")).click()

    @property
    def text(self):
        """Of the file that is shown, all of it: the editor draws only the lines in sight."""
        content = "document.querySelector('#editor').shadowRoot.querySelector('.cm-content')"
        return self.tab.evaluate(f"CM.EditorView.findFromDOM({content}).state.doc.toString()")

    def wait_for(self, fact):
        """Wait until it is among the facts."""
        self.tab.locator("#editor .cm-line", has_text=fact).wait_for(timeout=SECONDS)

    def write(self, text):
        """Replace all of the file that is shown."""
        self.tab.locator("#editor .cm-content").click()
        self.tab.keyboard.press("Control+A")
        self.tab.keyboard.insert_text(text)

    def edit(self, name, old, new):
        self.file(name)
        text = self.text
        assert old in text
        self.write(text.replace(old, new))

    def findings(self):
        return self.tab.locator("#findings li").all_inner_texts()

    @property
    def sheet(self):
        return self.tab.frame_locator("#sheet")

    @property
    def player(self):
        return self.tab.frame_locator("#player")

    def choose(self, tool):
        self.tab.locator("#palette button", has_text=tool).first.click()

    def spot(self, label):
        """Where a spot of the sheet is, by its name."""
        spot = self.sheet.locator(f'[aria-label="{label}"]')
        spot.wait_for()
        before = None
        while (box := spot.bounding_box()) is None or box != before:  # it is drawn anew, or moves
            before = box
            self.tab.wait_for_timeout(50)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, label):
        """Click on a spot of the sheet, by its name."""
        self.tab.mouse.click(*self.spot(label))

    def drag(self, start, end, by="mouse"):
        """Drag from one spot of the sheet to another."""
        (x0, y0), (x1, y1) = self.spot(start), self.spot(end)
        path = [(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for part in (0, 0.1, 0.6, 1)]
        if by == "mouse":
            self.tab.mouse.move(*path[0])
            self.tab.mouse.down()
            for point in path[1:]:
                self.tab.mouse.move(*point)
            self.tab.mouse.up()
            return
        fingers = self.tab.context.new_cdp_session(self.tab)
        for kind, points in [
            ("touchStart", path[:1]),
            *(("touchMove", [point]) for point in path[1:]),
            ("touchEnd", []),
        ]:
            touched = [{"x": x, "y": y} for x, y in points]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


@pytest.fixture
def lab(browser, pages):
    """Opens labs; at the end, nothing but they may have been asked for, and nobody complained."""
    asked, complaints, contexts = [], [], []

    def show(name="ravensburger", fragment="", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(SECONDS)
        tab = context.new_page()
        tab.on("request", lambda r: asked.append(r.url))
        tab.on("console", lambda m: complaints.append(m.text))
        tab.on("pageerror", lambda e: complaints.append(str(e)))
        file = name if isinstance(name, Path) else pages(name)
        tab.goto(file.as_uri() + fragment)
        tab.locator("body.ready").wait_for(timeout=SECONDS)
        return Lab(tab)

    show.asked = asked
    yield show
    for context in contexts:
        context.close()
    assert complaints == []
    assert all(re.match(r"file://[^?]*\.html(#|$)|blob:", url) for url in asked), asked


def plan(text):
    """Whether answers were found, all of them checked."""
    return re.fullmatch(r"\d+ answers?, (each )?valid by check.lp.*", text)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_opened_and_solved(lab, name):
    opened = lab(name)
    opened.state(r"one way|several|answer")
    text = opened.solve()
    assert plan(text), text
    opened.player.locator("body.ready").wait_for(timeout=SECONDS)
    if opened.player.locator("#last").is_enabled():
        opened.player.locator("#last").click()
    opened.player.locator("#news", has_text="Solved: ").wait_for(timeout=SECONDS)


@pytest.mark.parametrize("name", FAMILIES)
def test_facts_that_are_no_puzzle_are_not_solved(lab, name):
    opened = lab(name)
    opened.file("puzzle.lp")
    opened.write("box(a).")
    lack = r"expected (one fact|facts) \w+/\d, found none"
    opened.state(f"^{lack}$")
    opened.tab.click("#draw")
    assert re.fullmatch(f"no puzzle: {lack}", opened.solve())


def test_the_worked_example_has_two_plans(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.state("in several ways: 2 pushes")
    assert opened.solve().startswith(
        "2 answers, each valid by check.lp; none is shorter and these are all (clingo's claim)"
    )
    assert opened.tab.locator("#answer option").count() == 2


def test_a_broken_rule_is_refused_and_the_original_differs(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.edit("dynamics.lp", "opposite(D,D'), ", "")
    opened.more()
    opened.tab.check("#original")
    text = opened.solve()
    assert re.match(r"\d+ of \d+ answers INVALID by check.lp: the avatar", text), text
    assert opened.said("compared").startswith("The original differs: ")
    opened.tab.click("#revert")
    assert opened.solve().startswith("2 answers, each valid")
    assert opened.said("compared") == "this is the original"


def test_what_is_in_every_answer_or_in_some_is_shown_as_facts(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.more()
    opened.tab.select_option("#kind", "brave")
    assert opened.solve() == "3 atoms in some answer, no others: clingo's claim"
    assert opened.said("atoms").split() == ["push(1,w,1)", "push(2,n,2)", "push(3,s,2)"]
    opened.tab.select_option("#kind", "cautious")
    assert opened.solve() == "1 atom in every answer, no others: clingo's claim"
    assert not opened.tab.locator("#player").is_visible()
    opened.tab.select_option("#kind", "")
    assert opened.solve().startswith("2 answers, each valid by check.lp")
    opened.tab.locator("#player").wait_for(timeout=SECONDS)
    opened.file("dynamics.lp")
    opened.write(f"{opened.text}\n:- push(1,_,_).\n")
    opened.tab.select_option("#kind", "brave")
    assert opened.solve().startswith("no answer")


def test_a_click_on_an_atom_shows_why_it_is_there(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.state("several ways")
    opened.solve()
    opened.tab.click("#answers summary")
    opened.tab.click("#atoms button >> nth=-1")
    opened.until("() => document.getElementById('whysaid').textContent.startsWith('Why push(')")
    tree = opened.tab.locator("#derivation")
    assert "chosen dynamics.lp:" in tree.inner_text()
    assert "max_steps(2) fact of the puzzle" in tree.inner_text()
    tree.locator("button", has_text="board.lp:34").first.click()
    assert opened.tab.locator("#files [aria-pressed=true]").inner_text().startswith("board.lp")
    opened.tab.set_viewport_size({"width": 390, "height": 844})
    assert opened.tab.evaluate("document.documentElement.scrollWidth") <= 390
    opened.tab.click("#sides [data-side=puzzle]")
    opened.more()
    opened.tab.select_option("#kind", "cautious")
    opened.solve()
    assert (opened.said("whysaid"), tree.inner_text()) == ("", "")


def test_a_rule_that_loses_answers_is_told_by_the_original(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.file("dynamics.lp")
    opened.write(f"{opened.text}\n:- push(_,n,_).\n:- push(_,s,_).\n:- push(_,w,_).\n")
    opened.more()
    opened.tab.check("#original")
    assert "no answer" in opened.solve()
    assert opened.said("compared").startswith("The original differs: it says: found, 2 steps")


def test_a_difference_is_found_among_the_shipped_puzzles(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.file("dynamics.lp")
    opened.write(f"{opened.text}\n:- push(_,_,3).\n")
    opened.more()
    opened.tab.check("#original")
    opened.solve()
    assert "The original says the same here, and differs on generated-" in opened.said("compared")
    opened.tab.locator("#compared button").click()
    assert opened.said().startswith("opened generated-")


def test_a_puzzle_is_drawn_from_nothing_and_solved(lab):
    opened = lab()
    opened.tab.click("#new")
    opened.state("there is no answer")
    for label in ("(1,1), its east", "(1,2), its west", "(1,2), its east", "(1,3), its west"):
        opened.click(f"field {label} side")
    opened.choose("the goal")
    opened.click("field (1,3)")
    opened.wait_for("goal_on(1,3).")
    opened.state(r"ways?: \d push")
    assert plan(opened.solve())
    opened.tab.click("#draw")
    opened.tab.click("#undo")
    assert "goal_on(4,4)." in opened.text
    opened.tab.click("#redo")
    assert "goal_on(1,3)." in opened.text


SEED = "3 3\n#,r,e_se_s  !,,  #,y,sw\n#,b,n  #,b,n  #,b,sw\n?,b,n_e  #,b,e  #,b,n\n"
"""The example of the text that the format is from."""


@pytest.mark.parametrize("name", ["", "abbott05.txt"])
def test_a_maze_is_typed_in_from_a_picture(lab, name):
    """One click for each arrow, for each square that is red or yellow, for start and goal."""
    text = real("alice", name).read_text(encoding="utf-8") if name else SEED
    size, *rows = text.splitlines()
    squares = {f"column {x}, row {y}": cell.split(",") for y, row in enumerate(rows)
               for x, cell in enumerate(row.split())}  # fmt: skip
    heads = dict(zip("nesw", ("north", "east", "south", "west"), strict=True))
    opened, clicks = lab("alice"), 0
    opened.tab.click("#new")
    opened.wait_for("size(4,4).")
    for label, number in zip(("#columns", "#rows"), size.split(), strict=True):
        opened.tab.fill(label, number)
        opened.tab.press(label, "Tab")
    opened.wait_for(f"size({size.replace(' ', ',')}).")
    for tool, wanted in (("the start", "?"), ("the goal", "!")):
        opened.choose(tool)
        opened.click(next(at for at in squares if squares[at][0] == wanted))
        clicks += 1
    for tool, letter in (("red", "r"), ("yellow", "y")):
        opened.choose(tool)
        for at in [at for at in squares if squares[at][1] == letter]:
            opened.click(at)
            clicks += 1
    opened.choose("an arrow, or none")
    for at, (_, _, arrows) in squares.items():
        for arrow in filter(None, arrows.split("_")):
            opened.click(f"{at}, towards the {'-'.join(heads[each] for each in arrow)}")
            clicks += 1
    listed = call("facts", "-", "--family", "alice", stdin=text).stdout
    opened.state("^solvable in one way: ")
    found, wanted = ({*re.findall(r"\w+\([^)]*\)\.", each)} for each in (opened.text, listed))
    assert {each for each in found ^ wanted if "black" not in each} == set()
    assert clicks == (41 if name else 15)
    assert opened.solve().startswith("1 answer, valid by check.lp")


JOINED = {
    "fractal": ("a corridor one way", "location 1", "location 2", 'oneway("1","2").', ""),
    "dungeon": (
        "a passage one way", "room 1", "room 3", "passage(2,1,3).",
        "room(1..3). start(1). goal(3). passage(0,1,2). passage(1,2,1).",
    ),
}  # fmt: skip
"""By family: a tool, two spots, the fact that joins them; and a puzzle, if not a blank one."""


@pytest.mark.parametrize("by", ["clicks", "mouse", "finger"])
@pytest.mark.parametrize("name", JOINED)
def test_two_places_are_joined_by_a_drag_or_by_two_clicks(lab, name, by):
    tool, start, end, fact, puzzle = JOINED[name]
    opened = lab(name, has_touch=by == "finger")
    if puzzle:
        opened.write(puzzle)
    else:
        opened.tab.click("#new")
        opened.state("^there is no answer")
    opened.tab.locator("#palette button", has_text=tool).wait_for(timeout=SECONDS)
    opened.choose(tool)
    if by == "clicks":
        opened.click(start)
        opened.sheet.locator(".spot.first").wait_for(state="attached", timeout=SECONDS)
        opened.click(end)
    else:
        opened.drag(start, end, by)
    opened.wait_for(fact)
    assert opened.sheet.locator(".spot.first").count() == 0
    opened.tab.click("#undo")
    assert fact not in opened.text


def test_a_setting_is_a_box_to_check(lab):
    """A tool without an icon and with one place only acts at once; the chosen tool stays."""
    opened = lab("alice")
    box = opened.tab.get_by_role("checkbox", name="d may fall below 0")
    for checked in ("true", "false"):
        box.click()
        box.and_(opened.tab.locator(f"[aria-checked={checked}]")).wait_for(timeout=SECONDS)
        assert ("rule(backwards)." in opened.text) == (checked == "true")
    chosen = opened.tab.locator("#palette [aria-pressed=true]")
    assert chosen.all_inner_texts() == ["an arrow, or none"]


def test_what_is_new_in_a_labyrinth_has_the_name_that_is_typed_in(lab):
    """And what the tools make is a labyrinth of the family."""
    opened = lab("fractal")
    opened.tab.click("#new")
    opened.state("^there is no answer")

    def call_it(tool, name):
        opened.choose(tool)
        opened.tab.fill("#field", name)
        opened.tab.click("#palette button:text-is('Set')")

    opened.choose("a box, a copy of the whole")
    opened.tab.fill("#field", "typed")
    opened.choose("a box, a copy of the whole")  # tools that are drawn anew keep it
    assert opened.tab.input_value("#field") == "typed"
    call_it("a box, a copy of the whole", "two words")
    opened.state("^expected a name of letters and digits, found 'two words'")
    call_it("a box, a copy of the whole", "C")
    opened.wait_for('port("C","2","C.2").')
    call_it("a location inside", "hall")
    opened.wait_for('"inner.hall").')
    call_it("a location on the outer face", "3")
    opened.wait_for('port("C","3","C.3").')
    opened.choose("join two locations")
    opened.drag("location inner.hall", "location 3")
    opened.wait_for('corridor(10,"inner.hall").')
    opened.choose("a goal, or none")
    opened.click("location inner.hall")
    opened.wait_for('goal(at("inner.hall")).')
    opened.choose("goals count in whatever boxes")
    opened.click("all goals")
    opened.wait_for('goal(reach("inner.hall")).')
    opened.choose("take a location away")
    opened.click("location C.3")
    opened.tab.locator("#editor .cm-line", has_text='"C.3"').first.wait_for(state="detached")
    facts = opened.text
    assert "escape" not in facts
    labyrinth = FRACTAL.from_facts(read_facts(Source("", facts), FRACTAL.vocabulary))
    assert {"C.1", "C.2", "A.3", "3", "inner.hall"} <= {*labyrinth.locations()}
    assert labyrinth.goal.kind == "reach"


@pytest.mark.parametrize(
    ("name", "fact", "said"),
    [
        ("alice", "goal", "^expected one fact goal/2, found none$"),
        ("theseus", "scale", "^expected one fact scale/1, found none$"),
        ("theseus", "door", "^there is no answer|an answer$"),  # a puzzle may be without doors
    ],
)
def test_a_lab_is_not_silent_about_a_puzzle_that_lacks_a_fact(lab, name, fact, said):
    opened = lab(name)
    opened.write(re.sub(rf"\b{fact}\([^.]*\)\.", "", opened.text))
    opened.state(said)


def test_a_drag_that_ends_nowhere_joins_nothing(lab):
    """Escape, and the margin of the sheet, which is far from all spots."""
    opened = lab("dungeon")
    opened.write(JOINED["dungeon"][-1])
    opened.tab.locator("#palette button", has_text="a passage, or none").wait_for(timeout=SECONDS)
    opened.choose("a passage, or none")
    before = opened.text
    for end in ("escape", "margin"):
        opened.tab.mouse.move(*opened.spot("room 1"))
        opened.tab.mouse.down()
        opened.tab.mouse.move(*opened.spot("room 3"))
        opened.sheet.locator("#pulled:not([hidden])").wait_for(state="attached", timeout=SECONDS)
        if end == "escape":
            opened.tab.keyboard.press("Escape")
        else:
            box = opened.tab.locator("#sheet").bounding_box()
            opened.tab.mouse.move(box["x"] + 20, box["y"] + 20)  # its corners are round
        opened.sheet.locator("#pulled[hidden]").wait_for(state="attached", timeout=SECONDS)
        opened.tab.mouse.up()
    opened.choose("a passage one way")
    opened.drag("room 1", "room 3")
    opened.wait_for("passage(2,1,3).")
    assert opened.text.replace(" passage(2,1,3).", "").strip() == before.strip()


def test_facts_that_are_typed_change_the_picture_and_undo_is_one_for_both(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    before = opened.text
    opened.choose("the avatar")
    opened.click("field (4,4)")
    opened.wait_for("init_on(4,4).")
    opened.write(opened.text.replace("init_on(4,4).", "init_on(1,1)."))
    spot = "translate(60 -60)"
    opened.sheet.locator(f'[data-actor="avatar"][transform="{spot}"]').wait_for(timeout=SECONDS)
    opened.tab.keyboard.press("Control+z")
    opened.tab.keyboard.press("Control+z")
    assert opened.text == before


def test_the_puzzle_may_be_a_program(lab):
    opened = lab()
    opened.write(
        "field(1..5,1..5). init_on(1,1). goal_on(5,5). max_steps(5).\n"
        "connect(X,Y,D) :- field(X,Y), D = (n;e;s;w), (X+Y) \\ 2 == 0.\n"
        "connect(X,Y,n) :- field(X,Y), not connect(X,Y,e).\n"
    )
    opened.sheet.locator('[data-actor="tile(5,5)"]').wait_for(timeout=SECONDS)
    opened.state(r"ways?: \d push")
    assert plan(opened.solve())


@pytest.mark.parametrize("name", FAMILIES)
def test_the_command_names_a_shipped_puzzle_until_it_is_changed(lab, tmp_path, name):
    opened = lab(name, permissions=["clipboard-read", "clipboard-write"])

    def command():
        opened.tab.click("#command")
        opened.until("() => document.getElementById('said').textContent.includes('is copied')")
        return opened.tab.evaluate("navigator.clipboard.readText()")

    words = command().split()
    assert words[:2] == ["pylab", "solve"]
    assert words[2].startswith(f"{name}/")
    assert words[-2:] == ["--models", "20"]
    assert run(*words[1:], cwd=tmp_path).returncode == 0
    opened.tab.evaluate("document.getElementById('kind').value = 'brave'")
    assert command().split() == [*words[:-2], "--consequences", "brave"]
    opened.tab.evaluate("document.getElementById('kind').value = ''")
    text = opened.text
    opened.write(f"% a comment changes nothing\n{text}")
    assert command().split() == words
    opened.write("size(1,1).\n")
    assert command().startswith("pylab lab --from ")


def test_a_link_is_the_same_page_again_and_runs_nothing_by_itself(lab, tmp_path):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.edit("dynamics.lp", "opposite(D,D'), ", "")
    opened.tab.click("#share")
    opened.until("() => location.hash.length > 1")
    fragment = opened.tab.evaluate("location.hash")
    assert 200 < len(fragment) < 1000
    opened.tab.close()  # what it still asks for is not the other one's
    asked = len(lab.asked)
    again = lab(fragment=fragment)
    assert "nothing is run before you press Solve" in again.said()
    again.sheet.locator('[data-actor="tile(4,4)"]').wait_for(timeout=SECONDS)
    again.tab.wait_for_timeout(900)
    ran = [url for url in lab.asked[asked:] if url.startswith("blob:")]
    assert len(ran) == 1  # the scene, which is the page's own
    again.file("dynamics.lp")
    assert "opposite" not in again.text.split("walks")[1]
    assert "INVALID" in again.solve()
    done = run("lab", "--from", fragment, "--files", tmp_path / "here", "-o", tmp_path / "x.html")
    assert done.returncode == 0, done.stderr
    assert "opposite" not in (tmp_path / "here/dynamics.lp").read_text().split("walks")[1]
    solved = run(
        "solve", "here/puzzle.lp", "--family", "ravensburger", "--task", "shortest",
        "--encoding", "here/shortest.lp", cwd=tmp_path,
    )  # fmt: skip
    assert solved.returncode == 4


def test_a_page_that_was_saved_is_the_same_again(lab, pages):
    opened = lab()
    opened.write("field(1,1). init_on(1,1). goal_on(1,1). max_steps(3).\n")
    with opened.tab.expect_download() as saving:
        opened.tab.click("#keep")
    file = pages("ravensburger").with_name("saved.html")
    saving.value.save_as(file)
    opened.tab.goto(file.as_uri())
    opened.tab.locator("body.ready").wait_for(timeout=SECONDS)
    assert opened.text.strip() == "field(1,1). init_on(1,1). goal_on(1,1). max_steps(3)."
    assert plan(opened.solve())


def test_what_is_hostile_does_nothing(lab):
    """A link cut off, one that inflates without end, names full of markup."""
    opened = lab(fragment="#AAAA")
    assert "cut off" in opened.said()
    bomb = opened.tab.evaluate(
        """async () => {
          const stream = new Blob(["a".repeat(3e7)]).stream();
          const small = stream.pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(small).arrayBuffer());
          return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
        }"""
    )
    assert "more than a page takes" in lab(fragment=f"#{bomb}").said()
    done = run("lab", "--from", f"#{bomb}", "-o", "-")
    assert (done.returncode, "more than" in done.stderr) == (2, True)
    opened.write('field("<img src=x onerror=alert(1)>",1). </script><script>alert(2)</script>')
    opened.tab.wait_for_timeout(600)
    assert opened.tab.locator("img:not(#palette img)").count() == 0
    assert "expected" in opened.said("state") or opened.findings()


def test_a_long_run_is_stopped_and_the_next_one_is_answered(lab):
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.state("several ways")
    opened.file("dynamics.lp")
    text = opened.text
    opened.write(text + HARD)
    opened.tab.click("#solve")
    opened.tab.wait_for_timeout(1500)
    took = opened.tab.evaluate(
        """() => new Promise((resolve) => {
          const began = performance.now();
          const solve = document.getElementById("solve");
          new MutationObserver(() => !solve.disabled && resolve(performance.now() - began))
            .observe(solve, { attributes: true });
          if (!solve.disabled) resolve("it was not at work");
          document.getElementById("stop").click();
        })"""
    )
    assert isinstance(took, int | float), took
    assert opened.tab.locator("#stop").is_disabled()
    assert opened.said() == "stopped"
    opened.write(text)
    assert plan(opened.solve())


def test_fifty_runs_leave_nothing_behind(lab):
    """No worker, no frame, no node, and no more of the heap than chance makes of it."""
    opened = lab()
    opened.write("field(1,1). init_on(1,1). goal_on(1,1). max_steps(1).\n")
    opened.state("in one way: 0 pushes")
    client = opened.tab.context.new_cdp_session(opened.tab)
    client.send("Performance.enable")

    def size():
        client.send("HeapProfiler.collectGarbage")
        told = {m["name"]: m["value"] for m in client.send("Performance.getMetrics")["metrics"]}
        used = client.send("Runtime.getHeapUsage")
        return {
            "heap": (used["usedSize"] + used["backingStorageSize"]) / 1e6,
            **{name: told[name] for name in ("Nodes", "JSEventListeners", "Documents")},
        }

    sizes = []
    for number in range(50):
        assert plan(opened.solve())
        opened.until("() => document.getElementById('player').srcdoc.length > 0")
        if number in (9, 49):
            opened.tab.wait_for_timeout(500)
            sizes.append(size())
    player = [each.url.startswith("blob:null/") for each in opened.tab.workers]
    assert player in ([], [True])  # one for hints, within the player's frame
    assert opened.tab.evaluate("document.querySelectorAll('iframe').length") == 2
    assert all(sizes[1][name] <= sizes[0][name] + 2 for name in sizes[0]), sizes


def test_a_mistake_is_shown_at_its_own_line(lab):
    """Of many such, tests/lab/test_lab_program.py has a table."""
    opened = lab()
    opened.edit("board.lp", "horizon(M) :- max_steps(M).", "horizon(N) :- max_steps(M).")
    opened.until("() => document.querySelectorAll('#findings li').length > 0")
    assert opened.findings()[0].startswith("board.lp:28:9 unsafe variable N in horizon(N)")
    opened.file("arrival.lp")
    opened.tab.locator("#findings button").first.click()
    assert "horizon(N)" in opened.text


def test_by_keys_alone(lab):
    """To a tool, into the picture, a click there, then clingo, then back to the text."""
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.state("several")
    opened.tab.locator("#files button", has_text="dynamics.lp").focus()
    opened.tab.keyboard.press("Enter")
    assert opened.tab.evaluate("document.activeElement.textContent") == "dynamics.lp"
    opened.file("puzzle.lp")
    opened.spot("field (1,1), its east side")  # the sheet is a frame of its own, and comes later
    opened.tab.locator("#palette button", has_text="turn a tile").focus()
    opened.tab.keyboard.press("Enter")
    assert opened.tab.evaluate("document.activeElement.textContent") == "turn a tile"
    opened.spot("field (1,1)")
    for _ in range(20):
        opened.tab.keyboard.press("Tab")
        if opened.tab.evaluate("document.activeElement.id") == "sheet":
            break
    else:
        pytest.fail("the sheet can't be reached by Tab")
    before = opened.text
    opened.tab.keyboard.press("ArrowRight")
    opened.tab.keyboard.press("Enter")
    opened.until("() => !document.getElementById('undo').disabled")
    assert opened.text != before
    opened.tab.keyboard.press("Control+z")
    opened.tab.wait_for_timeout(500)
    assert opened.text == before
    opened.tab.keyboard.press("Control+Enter")
    opened.until("() => document.body.dataset.mode === 'answers'")
    assert plan(opened.said())


def test_on_a_phone(lab):
    opened = lab(viewport={"width": 390, "height": 780})
    width = "document.documentElement.scrollWidth"
    assert opened.tab.evaluate(width) <= 390
    assert opened.tab.locator("#program").is_hidden()
    opened.tab.locator('#sides button[data-side="program"]').click()
    assert opened.tab.locator("#editor .cm-content").is_visible()
    assert opened.tab.locator("#right").is_hidden()
    assert opened.tab.evaluate(width) <= 390
    opened.tab.locator('#sides button[data-side="puzzle"]').click()
    assert plan(opened.solve())
    assert opened.tab.evaluate(width) <= 390


@pytest.mark.parametrize("width", [390, 1280])
def test_what_opens_over_the_page_is_within_it(lab, width):
    opened = lab(viewport={"width": width, "height": 844})
    beyond = """all => all.map(each => each.getBoundingClientRect())
        .filter(at => at.left < 0 || at.right > innerWidth).length"""
    for name in ("#others", "#wish"):
        opened.tab.locator(name).evaluate("each => { each.open = true; }")
        inside = opened.tab.locator(f"{name} .pop, {name} .pop *:not(option)")
        assert inside.evaluate_all(beyond) == 0, name


@pytest.mark.parametrize("name", FAMILIES)
def test_a_page_is_smaller_than_two_megabytes(pages, name):
    assert pages(name).stat().st_size < 2_000_000


def test_a_collection_lists_its_puzzles_whether_it_is_given_or_opened(lab, tmp_path):
    mazes = [ROOT / "instances/alice" / name for name in ("example.alice", "unsolvable.alice")]
    file = tmp_path / "two.alice"
    file.write_text("\n".join(f"=== {each.stem} ===\n{each.read_text()}" for each in mazes))
    done = run("lab", file, "-o", tmp_path / "lab.html")
    assert done.returncode == 0, done.stderr
    opened = lab(tmp_path / "lab.html")
    assert opened.said("about") == "example"
    assert not opened.solve().startswith("no answer")
    opened.shipped("two.alice#2")
    assert opened.said("about") == "unsolvable"
    assert opened.solve().startswith("no answer")
    bad = tmp_path / "bad.alice"
    bad.write_text(file.read_text().replace("=== unsolvable ===", "=== unsolvable ===\noops"))
    line = bad.read_text().splitlines().index("oops") + 1
    opened.tab.set_input_files("#file", bad)
    opened.until("() => document.getElementById('said').textContent.includes('oops')")
    assert opened.said().startswith(f"bad.alice:{line}:1: ")
    other = lab("alice")
    other.tab.set_input_files("#file", file)
    other.tab.wait_for_function("document.getElementById('about').textContent === 'example'")
    listed = other.tab.locator("#shipped option").all_inner_texts()
    assert listed[-2:] == ["example", "unsolvable"]
    other.shipped("two.alice#2")
    assert other.solve().startswith("no answer")


def test_an_opened_graph_is_not_laid_out_as_the_one_before(lab, tmp_path):
    file = tmp_path / "new.dot"
    file.write_text('digraph { 0 [label="s"]; 4 [label="t"]; 0 -> 5; 5 -> 4 }')
    opened = lab("dungeon")

    def across(name):
        return opened.sheet.locator("text", has_text=re.compile(f"^{name}$")).bounding_box()["x"]

    opened.tab.set_input_files("#file", ROOT / "instances/dungeon/mission.dot")
    west = opened.sheet.locator("text", has_text="West")  # a room of the first puzzle
    west.wait_for(state="detached", timeout=SECONDS)
    last = opened.sheet.locator("text", has_text=re.compile("^7$"))
    last.wait_for(state="attached", timeout=SECONDS)
    assert across(4) < across(5)
    opened.tab.set_input_files("#file", file)
    last.wait_for(state="detached", timeout=SECONDS)
    assert across(5) < across(4)


def test_labs_of_a_gallery_share_their_engine(browser, tmp_path):
    done = run("gallery", tmp_path, "--only", "ravensburger", "--time-limit", "5", "--random", "0")
    assert done.returncode == 0, done.stderr
    said = []
    tab = browser.new_page()
    tab.on("console", lambda m: said.append(m.text))
    tab.on("pageerror", lambda e: said.append(str(e)))
    tab.goto((tmp_path / "index.html").as_uri())
    tab.locator("a", has_text="The example of 2013").first.click()
    tab.locator("body.ready").wait_for()
    tab.locator("text=open it in the lab").click()
    tab.locator("body.ready").wait_for(timeout=SECONDS)
    opened = Lab(tab)
    assert "this came by a link" in tab.locator("#said").inner_text()
    assert plan(opened.solve())
    with tab.expect_download() as saving:
        tab.click("#keep")
    assert "needs the file engine.js" in opened.said()
    assert said == []
    saving.value.save_as(tmp_path / "alone.html")
    tab.goto((tmp_path / "alone.html").as_uri())
    tab.locator("#state", has_text="engine.js is not beside this page").wait_for(timeout=SECONDS)
    tab.close()
    assert (tmp_path / "lab/ravensburger.html").stat().st_size < 420_000


def test_only_tools_that_the_puzzle_can_use_are_offered(lab):
    opened = lab("dungeon")
    shown = opened.tab.locator("#palette button").all_text_contents()
    assert "a small key" in shown
    assert "lock a passage, or unlock it" not in shown
    opened.write("room(1). room(2). start(1). goal(2). passage(0,1,2). passage(1,2,1).")
    opened.tab.locator("#palette button", has_text="lock a passage").wait_for(timeout=SECONDS)
    assert "a small key" not in opened.tab.locator("#palette button").all_text_contents()


def test_under_an_overlay_with_other_rules_answers_are_judged_by_these_and_not_played(lab):
    opened = lab()
    opened.tab.locator("#hacks select").select_option("variants/lost-tiles.lp")
    assert plan(opened.solve().split(";")[0])
    frame = opened.tab.frame_locator("#player")
    frame.locator("#scene").wait_for(timeout=SECONDS)
    assert frame.locator("#play").is_hidden()


def test_an_option_that_an_overlay_sets_holds_for_clingo_and_for_the_judgement(lab, tmp_path):
    (tmp_path / "once.lp").write_text("% Purpose:\n%   No room twice.\n%\n% Options:\n%   room=1\n")
    asked = ("theseus/hemme.plan", "--task", "longest")
    laid = (*asked, "--with", tmp_path / "once.lp")
    options = ("--models", 1, "--engine", "clingo", "--format", "json")
    costs = [json.loads(run("solve", *each, *options).stdout)["cost"] for each in (laid, asked)]
    assert 0 > costs[0] > costs[1]
    assert run("lab", *laid, "-o", tmp_path / "t.html").returncode == 0
    opened = lab(tmp_path / "t.html")
    opened.more()
    opened.tab.fill("#count", "1")
    assert opened.solve().startswith("1 answer, valid by check.lp")
    assert opened.said("verdict").endswith(f", weight {-costs[0]}")


def test_that_there_is_none_is_checked_only_under_rules_that_the_page_knows(lab):
    opened = lab("alice")
    opened.tab.select_option("#task", "unique")
    opened.file("puzzle.lp")
    facts = "size(3,1). square(0..2,0). start(0,0). begin(0,0,1). goal(2,0). colour(0..2,0,black). "
    opened.write(f"{facts} arrow(0,0,w) :- size(3,1).")
    claim = "no: clingo's claim; this page does not know the rules that were asked"
    assert opened.solve() == claim
    opened.write(f"{facts} arrow(0,0,w).")
    assert opened.solve() == "no: checked by check.lp"
    opened.edit("transition.lp", "moving(D)", "moving(D), moving(D)")
    assert opened.solve() == claim


def test_a_family_in_python_has_a_lab_by_its_scene_and_its_judge(lab, tmp_path):
    """Ricochet Robots brings no JavaScript for it."""
    example = ROOT / "examples/pylab-ricochet"
    about = tmp_path / "site/pylab_ricochet-1.dist-info"
    about.mkdir(parents=True)
    (about / "entry_points.txt").write_text("[pylab.families]\nricochet = pylab_ricochet\n")
    env = {"PYTHONPATH": f"{about.parent}:{example}:{ROOT}"}
    asked = ("lab", "ricochet/hall.ricochet", "-o", tmp_path / "robots.html")
    done = run(*asked, env=env)
    assert done.returncode == 0, done.stderr
    opened = lab(tmp_path / "robots.html")
    assert opened.solve() == "1 answer, valid by check.lp; none is shorter (clingo's claim)"
    assert opened.said("verdict") == "2 moves"
    opened.player.locator("#scene").wait_for(timeout=SECONDS)
    opened.edit("check.lp", "T != 1", "T = 1")
    assert "INVALID by check.lp: step 1: no move has" in opened.solve()


@pytest.fixture(scope="module")
def frog(tmp_path_factory):
    """Makes the lab of a folder of rules: all files as they are, or without some, or changed."""
    folder = tmp_path_factory.mktemp("frog")

    def made(*arguments, leave_out=(), **texts):
        own = folder / f"{len(list(folder.iterdir()))}" / "frog"
        shutil.copytree(ROOT / "tests/data/folders/frog", own)
        for name in leave_out:
            (own / name).unlink()
        for name, text in texts.items():
            (own / f"{name}.lp").write_text(text, encoding="utf-8")
        done = run("lab", "instances/one.lp", "-o", "lab.html", *arguments, cwd=own)
        assert done.returncode == 0, done.stderr
        return own / "lab.html"

    return made


def test_words_that_a_run_spells_are_drawn_judged_and_played(lab, tmp_path):
    page = tmp_path / "toll.html"
    done = run("lab", ROOT / "examples/toll.lab", "-o", page)
    assert done.returncode == 0, done.stderr
    opened = lab(page)
    for label in ("coin", "gate"):
        opened.sheet.locator("text", has_text=label).first.wait_for(timeout=SECONDS)
    assert opened.solve().startswith("4 answers, each valid by check.lp")
    assert opened.said("verdict") == "valid by check.lp: 29 corridors, 47 moves"
    opened.player.locator("#last").click(timeout=SECONDS)
    opened.player.locator("#news", has_text="Solved: 47 moves").wait_for(timeout=SECONDS)
    opened.file("puzzle.lp")
    opened.edit("puzzle.lp", 'last("owing").', "")
    assert "29 corridors" not in opened.solve()


def test_a_folder_is_edited_solved_and_judged(lab, frog):
    """A click changes the facts, and what makes no sense then is dropped and undone with it."""
    opened = lab(frog())
    opened.state("in several ways: 3 hops")
    before = opened.text
    opened.click("field(0)")
    opened.sheet.locator("[data-actor=frog]").wait_for(state="detached", timeout=SECONDS)
    assert "frog" not in opened.text
    opened.tab.click("#undo")
    opened.sheet.locator("[data-actor=frog]").wait_for(timeout=SECONDS)
    assert opened.text == before
    opened.choose("the frog")
    opened.click("frog(1)")
    opened.wait_for("frog(1).")
    text = opened.solve()
    assert text.startswith("1 answer, valid by check.lp"), text
    assert opened.said("verdict") == "2 hops"
    opened.edit("frog.lp", "hop(far,t)", "hop(far+1,t)")
    text = opened.solve()
    assert "INVALID by check.lp: step" in text
    assert opened.said("verdict") == ""  # it is said above


def test_a_click_on_an_atom_of_a_folder_shows_why_it_is_there(lab, frog):
    opened = lab(frog())
    opened.state("in several ways: 3 hops")
    opened.solve()
    opened.tab.click("#answers summary")
    opened.tab.locator("#atoms button", has_text="hop(").first.click()
    opened.until("() => document.getElementById('whysaid').textContent.startsWith('Why hop(')")
    tree = opened.tab.locator("#derivation")
    assert re.fullmatch(r"hop\(\d,\d\) chosen frog\.lp:\d+", tree.inner_text())


def test_a_folder_is_played_by_its_moves(lab, frog):
    """Before it was solved and afterwards; an answer is moves of the game."""
    opened = lab(frog())
    opened.tab.click("#play")
    player = opened.player
    player.locator("#moves button", has_text="hop(2)").click(timeout=SECONDS)
    for move in ("hop(1)", "hop(2)"):
        player.locator("#moves button", has_text=move).click()
    player.locator("#card", has_text="Solved: 3 moves").wait_for(timeout=SECONDS)
    opened.solve()
    player.locator("#last").click(timeout=SECONDS)
    player.locator("#news", has_text="Solved: 3 moves").wait_for(timeout=SECONDS)
    assert (
        player.locator("#scene [data-actor^=frog]")
        .get_attribute("transform")
        .startswith("translate(220 20)")
    )
    opened.edit("moves.lp", "won :- frog(X), flag(X).", "won :- frog(1).")
    opened.tab.click("#play")
    player.locator("#moves button", has_text="hop(1)").click(timeout=SECONDS)
    player.locator("#card", has_text="Solved: 1 move").wait_for(timeout=SECONDS)


def test_constants_reach_all_files_of_a_folder(lab, frog):
    opened = lab(frog("-c", "far=5"))
    opened.sheet.locator("text", has_text="hops of 5").wait_for(timeout=SECONDS)
    assert opened.solve().startswith("1 answer, valid by check.lp")
    assert opened.said("verdict") == "1 hops"
    opened.tab.click("#play")
    opened.player.locator("#moves button", has_text="hop(5)").click(timeout=SECONDS)
    opened.player.locator("#card", has_text="Solved: 1 move").wait_for(timeout=SECONDS)


def test_a_constant_that_no_file_has_is_refused(lab, frog):
    opened = lab(frog())
    for wrong, words in (
        ("fra=5", "no file has '#const fra' to set"),
        ("far", "expected NAME=VALUE, found far"),
    ):
        opened.tab.fill("#constants", f"far=5 {wrong}")
        opened.tab.press("#constants", "Tab")
        opened.until("w => document.getElementById('said').textContent === w", words)
        assert opened.tab.locator("#constants.bad").count() == 1
    opened.tab.fill("#constants", "far=5")
    opened.tab.press("#constants", "Tab")
    opened.sheet.locator("text", has_text="hops of 5").wait_for(timeout=SECONDS)
    assert opened.said() == ""


def test_without_judge_and_moves_the_frames_are_played_unchecked(lab, frog):
    opened = lab(frog(leave_out=["check.lp", "moves.lp"]))
    assert not opened.tab.locator("#play").is_visible()
    assert "clingo's claim; not checked: there is no check.lp" in opened.solve()
    opened.player.locator("#last").click(timeout=SECONDS)
    opened.player.locator("#at, #news, body", has_text="frame 3").first.wait_for(timeout=SECONDS)


def test_what_is_wrong_in_scene_judge_and_moves_is_told(lab, frog):
    scene = (ROOT / "tests/data/folders/frog/scene.lp").read_text()
    odd = "\ndraw(squar((0,0))). draw(title(@when(1)))."
    opened = lab(frog(scene=scene + odd, check="wrong(X) :- hopp(X,_).", moves="won :- ,."))
    told = "() => document.querySelectorAll('#findings li').length > 1"
    opened.until(told)
    found = "\n".join(opened.findings())
    assert "scene.lp:15:32 @when is not one of pylab's functions" in found
    assert "draw(squar((0,0))): expected one of square, wall," in found
    told = opened.solve()
    assert "not checked: the judge can't say anything: check.lp:1:13: hopp/2 is used" in told
    opened.tab.click("#play")
    opened.player.locator("body", has_text="moves.lp: ").first.wait_for(timeout=SECONDS)


def test_a_scene_without_end_is_stopped(lab, frog):
    opened = lab(frog())
    opened.edit("scene.lp", "stands(X,0)", "more(X+1) :- more(X). more(0). stands(X,0)")
    opened.tab.wait_for_timeout(1000)
    opened.tab.evaluate("document.getElementById('stop').disabled = false")
    opened.tab.click("#stop")
    opened.state("scene.lp: stopped")
    opened.edit("scene.lp", "more(X+1) :- more(X). ", "")
    opened.state("in several ways: 3 hops")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_folders_lab_fits(lab, frog, size):
    width, height = size
    opened = lab(frog(), viewport={"width": width, "height": height})
    opened.state("in several ways: 3 hops")
    assert opened.tab.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.solve().startswith("3 answers, each valid by check.lp")
    assert opened.tab.evaluate("document.documentElement.scrollWidth") <= width


def random_puzzle(opened, seed, **wishes):
    """Ask for a random puzzle, and wait until clingo has said what it has."""
    opened.tab.click("#draw")
    opened.tab.locator("#wish").evaluate("each => { each.open = true; }")
    opened.tab.fill("#seed", str(seed))
    for name, value in wishes.items():
        opened.tab.fill(f"#{name}", str(value))
    opened.tab.click("#random")
    opened.settled()
    return opened.state(r"one way|several|no answer")


@pytest.mark.parametrize("name", FAMILIES)
def test_random_puzzles_have_answers_and_are_no_shipped_ones(lab, name):
    """They are about of the size that one sees; another seed gives another one."""
    opened = lab(name)
    opened.state(r"one way|several")
    before = opened.text
    made = []
    for seed in (7, 8):
        said = random_puzzle(opened, seed)
        assert re.search(r"one way|several", said), said
        assert opened.said("about") == f"random, seed {seed}"
        assert opened.tab.title().startswith(f"random, seed {seed} · ")
        assert "\n\n" not in opened.text
        assert not re.search("^ ", opened.text, re.M)
        made.append(opened.text)
    assert len({before, *made}) == 3
    if name in ("alice", "ravensburger"):
        assert opened.tab.input_value("#columns") == "5"
    opened.tab.click("#undo")
    assert opened.said("about").endswith("changed")


def test_solve_waits_for_a_random_puzzle_or_stop_ends_it(lab):
    opened = lab("theseus")
    opened.state("solvable")
    for wait in (100, 300, 600):
        opened.tab.click("#draw")
        opened.tab.click("#random")
        opened.tab.keyboard.press("Control+Enter")  # is not heard
        opened.tab.wait_for_timeout(wait)
        assert plan(opened.solve())
        assert opened.said("about").startswith("random, seed ")
    opened.tab.click("#draw")
    before = opened.text
    opened.tab.evaluate(
        """() => {
          const stop = document.getElementById("stop");
          const seen = new MutationObserver(() => stop.disabled || stop.click());
          seen.observe(stop, { attributes: true });
          document.getElementById("random").click();
        }"""
    )
    opened.until("() => document.getElementById('said').textContent.startsWith('stopped')")
    opened.settled()
    assert opened.text == before
    assert plan(opened.solve())


def test_a_puzzle_that_is_chosen_while_random_works_stays(lab):
    opened = lab()
    opened.state("solvable")
    opened.tab.click("#random")
    opened.tab.select_option("#shipped", "example-4x4.lp")
    opened.settled()
    opened.tab.wait_for_timeout(300)
    assert "random" not in opened.said("about")
    assert "4,4" in opened.text


def test_a_judge_that_is_stopped_refuses_nothing(lab, frog):
    opened = lab(frog())
    opened.state("solvable")
    opened.edit("check.lp", "at(X,0)", "more(X+1) :- more(X). more(0). at(X,0)")
    opened.tab.wait_for_timeout(1500)  # the judge is asked in the background
    opened.tab.click("#solve")
    opened.tab.wait_for_timeout(1500)
    opened.tab.click("#stop")
    opened.settled()
    assert "not judged: check.lp: stopped" in opened.said()
    assert "refuse" not in opened.said("state")
    assert opened.tab.locator("#said").get_attribute("class") == ""


def test_the_same_seed_gives_the_same_puzzle_as_long_as_wished(lab):
    opened = lab("fractal")
    opened.state("one way")
    made = []
    for _ in range(2):
        said = random_puzzle(opened, 3, least=6)
        made.append(opened.text)
    assert made[0] == made[1]
    assert int(re.search(r"(\d+) corridors", said)[1]) >= 6


def test_a_folders_generator_makes_the_random_puzzles(lab, tmp_path):
    shutil.copytree(ROOT / "examples/robots", tmp_path / "robots")
    done = run("lab", "robots/instances/hall.lp", "-o", "lab.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    opened = lab(tmp_path / "lab.html")
    said = random_puzzle(opened, 5)
    assert "name(1,red)" not in opened.text  # what generate.lp shows
    assert "barrier(" in opened.text
    assert re.search("one way|several", said), said


def test_a_meaner_puzzle_is_longer_and_it_is_said_how_it_went(lab):
    opened = lab("fractal")
    opened.write(
        'goal(at("2")). outer("1"). outer("2"). start("1"). corridor(1,"1"). corridor(1,"2").'
    )
    opened.state("in one way: 1 corridor")
    opened.tab.click("#meaner")
    opened.settled()
    said = opened.said()
    assert re.search(r"; \d+ puzzles? tried in \d+ s$", said), said
    assert re.match(
        "meaner: .* instead of 1 corridor|none is meaner: this one has 1 corridor", said
    )
    opened.tab.click("#meaner")
    opened.until("() => !document.getElementById('stop').disabled")
    opened.tab.click("#stop")
    opened.settled()


def test_a_meaner_puzzle_of_a_folder_stays_within_its_board(lab, tmp_path):
    """The buttons are in sight beside an answer, too; what they make is drawn."""
    page = tmp_path / "lab.html"
    done = run("lab", ROOT / "examples/sokoban/instances/two.lp", "-o", page)
    assert done.returncode == 0, done.stderr
    opened = lab(page)
    opened.state("several ways: 5 pushes")
    words = opened.sheet.locator("#legend li", has_text="from 0 at the top left")
    assert words.bounding_box()["height"] < 30  # however large the board
    assert opened.solve().startswith("10 answers")
    legend = opened.player.locator("#legend li", has_text="from 0 at the top left")
    legend.wait_for(timeout=SECONDS)  # below the board, not in it
    assert not opened.player.locator("#scene text", has_text="from 0").count()
    opened.tab.click("#meaner")
    opened.until("() => !document.getElementById('stop').disabled")
    opened.settled()
    assert re.match("meaner: |none is meaner: ", opened.said())
    assert opened.tab.get_attribute("#draw", "aria-pressed") == "true" or "none" in opened.said()
    cells = [tuple(map(int, each)) for each in re.findall(r"cell\((-?\d+),(-?\d+)\)", opened.text)]
    assert {x for x, _ in cells} <= {*range(1, 7)}
    assert {y for _, y in cells} <= {*range(1, 5)}


def test_a_meaner_plan_has_whole_walls_and_numbered_doors(lab):
    opened = lab("theseus")
    opened.tab.locator("#wish").evaluate("each => { each.open = true; }")
    opened.tab.fill("#seed", "3")
    opened.tab.click("#random")
    opened.settled()
    opened.tab.click("#meaner")
    opened.settled()
    assert re.match("meaner: |none is meaner: ", opened.said())
    facts = read_facts(Source("meaner", opened.text), registry.get("theseus").vocabulary)
    width, height = next(each.terms for each in facts if each.name == "size")
    rooms = [each.terms[1:] for each in facts if each.name == "room"]
    covered = [(i, j) for x, y, w, h in rooms for i in range(x, x + w) for j in range(y, y + h)]
    assert sorted(covered) == [(i, j) for i in range(width) for j in range(height)]
    doors = sorted(each.terms[0] for each in facts if each.name == "door")
    assert doors == [*range(len(doors))]


def test_no_looks_like_no_and_says_what_would_change_it(lab):
    opened = lab("alice")
    opened.shipped("unsolvable.alice")
    assert re.search(r"there would be one with \w+\(", opened.state("there would be one"))
    assert opened.tab.locator("#state").get_attribute("class") == "no"
    assert opened.solve() == "no answer: checked by check.lp"
    assert opened.tab.locator("#said").get_attribute("class") == "no"
    assert opened.tab.locator("#draw").get_attribute("aria-pressed") == "true"
    options = opened.tab.locator("#answer option").all_inner_texts()
    assert options == ["1: ✗ there is no answer"]
    opened.tab.click("#listed")
    assert opened.said("verdict") == "there is no answer, checked by check.lp"


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        ("queens/instances/corner", "there is no answer; there would be one without given(1,1)"),
        ("jobshop/instances/hurry", "there is no answer"),
    ],
)
def test_a_question_without_steps_is_told_which_click_would_do(lab, tmp_path, puzzle, told):
    page = tmp_path / "none.html"
    assert run("lab", ROOT / f"examples/{puzzle}.lp", "-o", page).returncode == 0
    assert lab(page).state(told.split("(")[0]) == told


def test_a_task_that_says_nothing_of_a_puzzle_is_no_invalid_answer(lab):
    opened = lab("dungeon")
    opened.shipped("oneway.dungeon")
    opened.tab.select_option("#task", "margin")
    assert opened.solve().startswith("the task margin says nothing about this puzzle: oneway(")


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_rules_verdict_and_board_are_in_sight(lab, name, size):
    """Without scrolling; on a phone the tools are below the board, elsewhere beside it."""
    width, height = size
    opened = lab(name, viewport={"width": width, "height": height})
    opened.state(r"one way|several")  # the first puzzle has an answer
    assert opened.tab.locator("#game li").count() > 1
    boxes = {
        each: opened.tab.locator(f"#{each}").bounding_box()
        for each in ("game", "state", "random", "share", "sheet", "palette")
    }
    ends = {each: box["y"] + box["height"] for each, box in boxes.items()}
    assert ends["state"] < boxes["sheet"]["y"]
    assert ends["game"] < height
    if width > 400:  # the board is large, also after it was solved, and so are its tools in sight
        assert boxes["sheet"]["y"] < 200
        assert boxes["sheet"]["width"] > 600
        assert max(ends["sheet"], ends["palette"]) < height
    assert boxes["sheet"]["y"] + 0.7 * min(boxes["sheet"]["height"], 400) < height
    if width < 400:  # all of the board, and tools below it
        assert boxes["sheet"]["y"] < 260
        assert opened.tab.locator("#game").bounding_box()["y"] < 20  # in the title's row
        assert boxes["palette"]["y"] + 100 < height
    for each in ("palette", "random", "share"):
        assert (boxes[each]["y"] >= ends["sheet"]) == (width < 400)
    assert opened.tab.evaluate("document.documentElement.scrollWidth") <= width
    opened.solve()
    view = opened.player.locator("#view")
    view.wait_for()
    assert view.bounding_box()["y"] < 0.6 * height
    assert view.bounding_box()["height"] > (300 if width > 400 else 250)  # without a legend


@pytest.mark.parametrize("name", FAMILIES)
def test_a_legend_is_below_the_board_as_pages_have_it(lab, name):
    opened = lab(name)
    opened.state(r"one way|several")
    family = registry.get(name)
    puzzle = family.from_facts(read_facts(Source("", opened.text), family.vocabulary))
    _, items = split(family.draw(puzzle, None))
    assert items
    listed = opened.sheet.locator("#legend li")
    assert listed.all_inner_texts() == [words for _, words in items]
    assert [each.locator("svg").count() for each in listed.all()] == [bool(s) for s, _ in items]
    drawn = opened.sheet.locator("#scene text").all_inner_texts()
    assert not {*drawn} & {words for _, words in items if " " in words}


def test_many_tools_are_icons_in_groups_that_say_their_names(lab):
    for side, touched in ((44, {"has_touch": True, "is_mobile": True}), (36, {})):
        opened = lab("dungeon", **touched)
        opened.state("solvable")
        icons = opened.tab.locator("#palette .sole")
        assert icons.count() == 20
        boxes = [each.bounding_box() for each in icons.all()]
        assert {(box["width"], box["height"]) for box in boxes} == {(side, side)}
    rows = icons.evaluate_all(
        "all => all.map((each) => [each.title, each.getBoundingClientRect().y])"
    )
    heights = dict(rows)
    groups = ["a wall", "a locked door", "one-way to the east", "a small key", "the start"]
    assert sorted(groups, key=heights.get) == groups
    key = opened.tab.get_by_role("button", name="a small key", exact=True)
    assert key.inner_text() == ""
    key.click()
    assert opened.said("chosen") == "a small key"
    before = opened.text
    opened.click("West(1,2)")
    opened.wait_for('tile("West",1,2,"k")')
    assert opened.text != before


@pytest.mark.parametrize("name", FAMILIES)
def test_tools_have_pictures_of_what_they_make(lab, name):
    opened = lab(name)
    opened.tab.locator("#palette img").nth(1).wait_for(timeout=SECONDS)
    drawn = opened.tab.locator("#palette img").evaluate_all(
        "all => all.map((each) => each.complete && each.naturalWidth > 0)"
    )
    assert all(drawn)
    assert len(set(opened.tab.locator("#palette img").evaluate_all("a => a.map(e => e.src)"))) > 1


def test_other_rules_are_one_click_away_and_say_what_they_do(lab):
    opened = lab()
    opened.state("in several ways: 3 pushes")
    rules = opened.tab.locator("#hacks select")
    told = rules.locator("option").all_inner_texts()
    assert "no north: No push goes north." in told
    rules.select_option("variants/no-north.lp")
    assert opened.said("hack") == "No push goes north."
    hack = opened.tab.locator("#hacks button", has_text="no north")
    assert hack.get_attribute("aria-pressed") == "true"
    text = opened.solve()
    assert "valid by check.lp" in text or "no answer" in text
    assert not re.search(r"push\(\d,n,", opened.tab.locator("#atoms").text_content())
    hack.click()
    assert opened.said("hack") == ""
    assert hack.count() == 0
    titles = [each.split(": ", 1)[1] for each in told[1:]]
    assert "A plan with the fewest pushes, found by optimisation instead of step by step." in titles
    for title in titles:
        assert re.fullmatch(r"[A-Z].*\.", title)
        assert "Laid over" not in title
        assert "Runs bare" not in title


def test_what_clingo_says_in_the_background_is_of_the_rules_that_are_laid(lab):
    """Also if Solve comes before it has answered."""
    opened = lab()
    opened.shipped("example-4x4.lp")
    opened.state("in several ways: 2 pushes")
    opened.tab.locator("#hacks select").select_option("variants/no-north.lp")
    assert opened.solve().startswith("1 answer, valid by check.lp")
    opened.tab.click("#draw")
    assert opened.state("in one way: 2 pushes")


def test_what_clingo_says_in_the_background_is_of_a_task_that_the_overlay_is_for(lab):
    opened = lab("theseus")
    opened.shipped("hemme.plan")
    opened.state("in one way: 24 edges, weight 30")
    opened.tab.locator("#hacks select").select_option("variants/heaviest.lp")
    assert opened.state("in several ways: 88 edges, weight 104")


@pytest.mark.slow
def test_only_answers_that_were_judged_are_called_valid(lab, tmp_path):
    """Of many answers the first ones are listed and judged."""
    for name, rules in [
        ("any.lp", "#show a/1. {a(1..N)} :- n(N)."),
        ("check.lp", "wrong(x) :- a(9)."),
        ("scene.lp", "draw(square((X,0))) :- a(X)."),
    ]:
        (tmp_path / name).write_text(rules)
    (tmp_path / "instances").mkdir()
    (tmp_path / "instances/eight.lp").write_text("n(8).")
    file = tmp_path / "any.html"
    assert run("lab", tmp_path / "instances/eight.lp", "-o", file).returncode == 0
    opened = lab(file)
    opened.more()
    opened.tab.fill("#count", "0")
    assert opened.solve().startswith("256 answers, the first 200 valid by check.lp")


@pytest.mark.parametrize(
    ("name", "hack", "before", "after"),
    [("dungeon", "bounded", "solve", "solve"), ("theseus", "heaviest", "shortest", "paths")],
)
def test_the_task_changes_only_if_a_variant_is_for_others(lab, name, hack, before, after):
    opened = lab(name)
    task = opened.tab.locator("#task")
    task.select_option(before)
    opened.tab.locator("#hacks select").select_option(f"variants/{hack}.lp")
    assert task.input_value() == after
    assert opened.said().startswith(f"the task is {after} now: ") == (before != after)
    assert "clingo" not in opened.said("hack")


def test_a_click_on_the_picture_shows_facts_and_why_the_answer_has_its_atoms(lab):
    opened = lab("alice")
    opened.state("one way")
    opened.solve()
    opened.tab.click("#draw")
    opened.tab.click("#palette [data-tool='?']")
    spot = opened.sheet.locator(".spot[aria-label*='column 4, row 2']").first
    spot.wait_for(state="attached")
    box = spot.bounding_box()
    opened.tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    here = opened.tab.locator("#here")
    here.locator("button", has_text="arrow(4,2,w)").wait_for(timeout=SECONDS)
    here.locator("button", has_text="move(").first.click()
    opened.until("() => document.getElementById('whysaid').textContent.startsWith('Why move(')")
    here.locator("button", has_text="arrow(4,2,w)").click()
    assert opened.tab.locator("#files [aria-pressed=true]").inner_text() == "puzzle.lp"


def test_a_tap_draws_and_a_pinch_only_zooms(lab):
    opened = lab("alice", viewport={"width": 390, "height": 844}, has_touch=True)
    opened.state("one way")
    view = "each => each.getAttribute('viewBox')"
    box = opened.tab.locator("#sheet").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = opened.tab.context.new_cdp_session(opened.tab)

    def touch(kind, *points):
        told = [{"x": x + dx, "y": y, "id": i} for i, dx in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    before, seen = opened.text, opened.sheet.locator("#scene").evaluate(view)
    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for far in (30, 50, 80):
        touch("touchMove", -far, far)
    touch("touchEnd")
    near = opened.sheet.locator("#scene").evaluate(view)
    assert float(near.split()[2]) < 0.6 * float(seen.split()[2])
    assert opened.text == before
    touch("touchStart", 0)
    touch("touchEnd")
    opened.until("() => !document.getElementById('undo').disabled")
    assert opened.text != before
    assert opened.sheet.locator("#scene").evaluate(view) == near


def crossed(opened):
    """How many boxes and corridors there are on the sheet, and places of one in the other."""
    return opened.sheet.locator("#shapes").evaluate(
        """(shapes) => {
          const boxes = [...shapes.querySelectorAll("rect")].map((each) => each.getBBox())
            .filter(({ width, height }) => width === height && width > 60 && width < 500);
          const within = ({ x, y }, box) => Math.min(x - box.x, y - box.y,
            box.x + box.width - x, box.y + box.height - y) > box.width / 8;
          const long = [...shapes.querySelectorAll("path")]
            .filter((each) => getComputedStyle(each).opacity === "1" && each.getTotalLength() > 60);
          const points = (each) => Array.from({ length: 40 }, (_, i) =>
            each.getPointAtLength(each.getTotalLength() * i / 40));
          const inside = (each) => boxes.some((box) => within(each, box));
          return [boxes.length, long.length, long.flatMap(points).filter(inside).length];
        }"""
    )


def test_corridors_of_random_labyrinths_lead_around_boxes(lab):
    """Those that are laid out, and those that have lost their layout as a box was added."""
    opened = lab("fractal")
    opened.state("solvable")
    random_puzzle(opened, 7)
    boxes, corridors, within = crossed(opened)
    assert (boxes, within) == (6, 0)  # each has a face and an edge
    assert corridors > 5
    opened.choose("a box")
    opened.tab.fill("#field", "Z")
    opened.tab.locator("#palette button", has_text="Set").click()
    opened.sheet.locator("text", has_text=re.compile("^Z$")).wait_for()
    boxes, corridors, within = crossed(opened)
    assert (boxes, within) == (8, 0)
    assert corridors > 5


def test_the_rules_are_those_of_the_puzzle_that_is_shown(lab):
    """What only the first one has is left out for others; what a task asks is read whole."""
    opened = lab("ravensburger")
    opened.state("solvable")
    own = opened.tab.locator("#game li.own")
    assert "Use at most 5 pushes." in own.all_inner_texts()
    random_puzzle(opened, 7)
    assert not own.first.is_visible()
    assert "Get the avatar onto the goal." in opened.said("game")
    assert opened.said("asks") == "a plan with the fewest pushes"
    opened.tab.select_option("#task", "all")
    assert opened.said("asks").startswith("all plans with the fewest pushes")
    shown = opened.tab.locator("#task option").all_inner_texts()
    assert shown[-1] == "all"
    assert shown[0] == "plan: any plan of at most max_steps pushes"


def test_what_is_shown_beside_atoms_is_listed_and_explained(lab, tmp_path):
    """Numbers, texts, tuples, terms and `-p`, of a folder with a scene and a judge."""
    folder = tmp_path / "pick"
    (folder / "instances").mkdir(parents=True)
    texts = {
        "pick": "#const k = 1.\n{ pick(X) : n(X) } = k.\n-pick(X) :- n(X), not pick(X).\n"
                '#show pick/1.\n#show -pick/1.\n#show X+10 : pick(X).\n#show "text".\n'
                "#show (X,x) : pick(X).\n#show f(X) : pick(X).\n",
        "check": "wrong(X) :- pick(X), -pick(X).\nwrong(none) :- not pick(_).\n"
                 'summary((N,"of",M)) :- N = #count{ X : pick(X) }, M = #count{ X : -pick(X) }.\n',
        "scene": "draw(square((X,1),wall)) :- n(X).\ndraw(disc((X,1),hero)) :- pick(X).\n",
        "instances/three": "n(1..3).\n",
    }  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.lp").write_text(text)
    done = run("lab", "instances/three.lp", "-o", "lab.html", cwd=folder)
    assert done.returncode == 0, done.stderr
    opened = lab(folder / "lab.html")
    assert opened.solve().startswith("3 answers, each valid by check.lp")
    assert opened.said("verdict") == "valid by check.lp: 1 of 2"
    opened.tab.click("#answers summary")
    told = opened.tab.locator("#atoms").inner_text()
    for each in ("pick(", "-pick(", "f(", '"text"', ",x)"):
        assert each in told, told
    opened.tab.locator("#player").wait_for(timeout=SECONDS)
    opened.until("() => document.getElementById('waiting').hidden")
    assert opened.said("said").startswith("3 answers, each valid by check.lp")
    opened.tab.locator("#atoms button", has_text=re.compile(r"^-pick\(")).first.click()
    opened.until("() => document.getElementById('whysaid').textContent.startsWith('Why -pick(')")
    assert "pick.lp:3" in opened.tab.locator("#derivation").inner_text()


JUDGES = [
    "wrong :- pick(3).",
    "wrong(a,b,c) :- pick(3).",
    "wrong(pick(X),here) :- pick(X), X > 2.",
    'wrong("code: two  words",7,X) :- pick(X), X > 2.',
    "wrong(late,X) :- pick(Y), X = 9..11, Y > 2. wrong(soon,2) :- pick(3).",
    "{ ok }. wrong(no,way,out) :- not ok. wrong(three) :- pick(3).",
    "{ a;b;c }. wrong(X) :- pick(X), not c. wrong(f) :- b. wrong(g) :- pick(3), a.",
    "wrong(a,b,c) :- pick(3). #show ok/0. ok.",
    "-wrong(no) :- pick(3). wrong(no) :- pick(4).",
    ":- pick(3).",
    'wrong :- pick(3). summary(pushes,4). summary("of",(1,"and",2)). summary(f(X)) :- pick(X).',
    "wrong(unchecked,3) :- pick(3). summary.",
    "wrong(M) :- M = #max { -1 : pick(3); X : pick(X), X > 9 }.",  # of nothing it is #inf
    "wrong(least,M) :- M = #min { X : pick(X), X > 2 }, M < 9. summary(#sup). summary(#inf).",
    "#show wrong(X) : pick(X), X > 2. #show summary(X) : pick(X). ok :- pick(_).",
    "#show wrong(X) : pick(X), X > 2. #show summary(X) : pick(X). :- not pick(_).",
    "#show ok/0. #show wrong(X) : pick(X), X > 2. ok :- pick(_). summary(no). :- not ok.",
    'wrong("b: zz") :- pick(3). wrong("a: aa") :- pick(3). wrong(()) :- pick(3). wrong("x: ",1).',
    "summary(X) :- pick(X).",
    "wrong(X) :- pick(X,_).",
    "wrong(X) :- pick(X), q.",
    "wrong(X) :- pick(X), X/0 > 1.",
    "wrong(X) :- pick(X), a+X > 2, X > 2.",
    'wrong("unchecked: three") :- pick(3).',
]


@pytest.mark.parametrize("judge", JUDGES)
def test_a_judge_of_a_folder_objects_in_a_lab_as_elsewhere(lab, tmp_path, judge):
    """The page took only `wrong/1` and `wrong/2` for objections."""
    folder = tmp_path / "pick"
    (folder / "instances").mkdir(parents=True)
    texts = {
        "pick": "{ pick(X) : n(X) } = 1.\n#show pick/1.\n",
        "check": judge,
        "scene": "draw(square((X,1),wall)) :- n(X).\ndraw(disc((X,1),hero)) :- pick(X).\n",
        "instances/two": "n(2).\n",
        "instances/three": "n(3).\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.lp").write_text(text)
    for name in ("two", "three"):
        file = f"instances/{name}.lp"
        done = run("solve", file, "--format", "json", cwd=folder)
        assert run("lab", file, "-o", f"{name}.html", cwd=folder).returncode == 0
        opened = lab(folder / f"{name}.html")
        told = opened.solve()
        answer = json.loads(done.stdout)["answers"][0] if done.returncode != 2 else {"valid": None}
        if answer["valid"]:
            assert told == "1 answer, valid by check.lp"
            assert opened.said("verdict") == answer["summary"]
            continue
        if answer["valid"] is None:
            assert re.match("1 answer: clingo's claim; (not (checked|judged): |three)", told), done
            continue
        said = told.removeprefix("1 of 1 answer INVALID by check.lp: ")
        assert said != told
        if judge.startswith(":-"):
            assert said == "check.lp has no answer set"
            continue
        problems = [
            f"step {each['step']}: {each['message']}" if each["step"] else each["message"]
            for each in answer["problems"]
        ]
        assert said == " ".join("; ".join(problems).split())


PICK = "{ pick(X) : n(X) }.\n"
PROGRAMS = [
    f'{PICK}refused("no seat") :- n(X), X > 1.\n#show refused/1.\n#show pick/1.\n',
    f"{PICK}refused(X) :- n(X), not pick(X).\n#show refused/1.\n",
    f"{PICK}horizon(3).\n#program step(t).\n:- pick(t).\n#program base.\n#show pick/1.\n",
    f"{PICK}horizon(2).\n#program check(t).\n:- not pick(t).\n",
    f"{PICK}query(1).\n#show pick/1.\n#program check(t).\n:- pick(t).\n",
    f"{PICK}far(M) :- M = #min {{ X : n(X), X > 5 }}.\n#show pick/1.\n#show far/1.\n",
    f"l(0,nil).\nl(K+1,c(K,L)) :- l(K,L), K < 80.\n{PICK}#show pick/1.\n"
    "#show L : l(80,L).\n#show l(L) : l(80,L).\n",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_special_in_programs_of_pylab_is_not_in_those_of_a_folder(lab, tmp_path, program):
    """`refused` and `horizon` were, in the page only."""
    folder = tmp_path / "pick"
    (folder / "instances").mkdir(parents=True)
    (folder / "pick.lp").write_text(program)
    (folder / "check.lp").write_text("wrong(X) :- pick(X), not n(X).\n")
    (folder / "scene.lp").write_text("draw(square((X,1),wall)) :- n(X).\n")
    (folder / "instances/three.lp").write_text("n(1..3).\n")
    words = ("solve", "instances/three.lp", "--models", "0", "--format", "json")
    found = json.loads(run(*words, cwd=folder).stdout)
    assert run("lab", "instances/three.lp", "-o", "lab.html", cwd=folder).returncode == 0
    opened = lab(folder / "lab.html")
    assert found["count"] == 8
    assert opened.solve().startswith("8 answers, each valid by check.lp")


PICKED = "{ pick(X) : n(X) } = 1.\n#show pick/1.\n"
SEEN = "wrong(X) :- pick(X), not n(X).\n"
FOLDERS = {
    "a text as a constant": ({"pick": f'#const w = "x y".\n{PICKED}lab(w).\n#show lab/1.\n'},
                             ("-c", 'w="a, b"')),
    "a constant in facts": ({"pick": f"#const k = 1.\n{PICKED}", "instances/one": "n(2). n(k).\n",
                             "check": f"{SEEN}wrong(k) :- n(k).\n"}, ()),
    "a constant with a value": ({"pick": f"#const k = 1.\n{PICKED}",
                                 "instances/one": "n(2). n(k+1).\n"}, ("-c", "k=4")),
    "a choice in a puzzle": ({"instances/one": "n(1..2). m :- not k. k :- not m. n(3) :- m.\n"},
                             ()),
    "a constraint in a puzzle": ({"instances/one": "n(1..3). :- not pick(2).\n"}, ()),
    "contradictory facts": ({"instances/one": "n(1..2). -n(1).\n"}, ()),
    "a constant of a puzzle": ({"instances/one": "#const a = 3.\nn(a). n(1).\n"}, ()),
    "the least number": ({"instances/one": "n(-2147483648). n(#inf). n(2147483647).\n",
                          "check": f"{SEEN}wrong(few) :- not n(-2147483648).\n"}, ()),
    "options": ({"pick": "% Solver options: --seed 3\n#const k = 1.\n"
                         "{ pick(X) : n(X) } = k.\n#show pick/1.\n"}, ("-c", "k=2")),
    "prose below a name": ({
        "pick": f'n(9).\n#include "a.lp".\n#include "b.lp".\n{PICKED}',
        "a": "a(1).\n#show a/1.\n", "b": "b(1).\n#show b/1.\n",
        "variants/v": "% Replaces: a.lp.\n% See also b.lp for more.\na(2).\n#show a/1.\n",
    }, ("--with", "variants/v.lp")),
    "a judge with a part": ({"check": f"{SEEN}#program extra(t).\nwrong(more) :- pick(3).\n"}, ()),
    "a judge with a slip": ({"check": f"{SEEN}wromg(X) :- pick(X), X > 1.\n"}, ()),
}  # fmt: skip


def _compared(lab, tmp_path, texts, words, **options):
    """A lab of a folder, and what the command says of the same question."""
    folder = tmp_path / "pick"
    usual = {"pick": PICKED, "check": SEEN, "instances/one": "n(1..3).\n",
             "scene": "draw(square((X,1),wall)) :- n(X).\n"}  # fmt: skip
    for name, text in {**usual, **texts}.items():
        (folder / f"{name}.lp").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.lp").write_text(text)
    asked = ("instances/one.lp", *words)
    done = run("solve", *asked, "--models", "0", "--format", "json", cwd=folder)
    made = run("lab", *asked, "-o", "lab.html", cwd=folder)
    assert made.returncode == 0, made.stderr
    return json.loads(done.stdout), lab(folder / "lab.html", **options)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_lab_of_a_folder_answers_as_the_command(lab, tmp_path, name):
    found, opened = _compared(lab, tmp_path, *FOLDERS[name])
    told = opened.solve()
    answers = {each["facts"]: each["valid"] for each in found["answers"]}  # what is shown, once
    count, verdicts = len(answers), {*answers.values()}
    if not count:
        assert told == "no answer: clingo's claim"
        return
    if wrong := [*answers.values()].count(False):
        assert told.startswith(f"{wrong} of {count} answers INVALID")
    elif verdicts == {None}:
        assert re.match(f"{count} answers?: clingo's claim; not checked: ", told)
    else:
        assert re.match(rf"{count} answers?, (each )?valid", told)
    for number in range(count):
        opened.tab.select_option("#answer", str(number))
        atoms = opened.tab.locator("#atoms button").all_text_contents()
        assert sorted(f"{each}." for each in atoms) in map(sorted, map(_facts, answers)), answers


def _facts(text):
    return [f"{each}." for each in text.rstrip(".").split(". ")]


def test_consequences_in_a_lab_are_not_projected(lab, tmp_path):
    text = f"{PICKED}#project pick/1.\nx(1) :- pick(1).\nx(1) :- not pick(1).\n#show x/1.\n"
    _, opened = _compared(lab, tmp_path, {"pick": text}, ())
    for kind, atoms in (("cautious", "x(1)"), ("brave", "pick(1)\npick(2)\npick(3)\nx(1)")):
        opened.tab.evaluate(f"document.getElementById('kind').value = '{kind}'")
        told = opened.solve()
        assert opened.said("atoms") == atoms, told


def test_a_scene_draws_in_a_lab_what_its_show_does_not_name(lab, tmp_path):
    """Beside letters outside of ASCII, and a puzzle with an include."""
    texts = {
        "scene": 'h(X) :- n(X). % é\ndraw(label((X,1),"é→")) :- h(X).\n'
                 "draw(disc((X,1),hero)) :- pick(X).\n#show h/1.\n",
        "pick": f"% é\n{PICKED}", "check": f'{SEEN}wrong("näht") :- pick(6).\n',
        "instances/one": '#include "part.lp".\nn(1).\n', "instances/part": "n(5..6).\n",
    }  # fmt: skip
    found, opened = _compared(lab, tmp_path, texts, ())
    assert [each["valid"] for each in found["answers"]].count(False) == 1
    assert opened.solve() == "1 of 3 answers INVALID by check.lp: näht"
    drawn = opened.tab.frame_locator("#sheet").locator("svg")
    assert drawn.inner_html().count("é→") == 3


MOVES = "can(go(Y)) :- at(X), n(Y), |X-Y| = 1.\nthen(go(Y),at(Y)) :- can(go(Y)).\nwon :- at(3).\n"
GAMES = {
    "negated": f"{MOVES}-won :- at(2).\n-words(go(Y),no) :- can(go(Y)).\n"
    "-then(go(2),at(3)) :- at(1).",
    "refused": f"bad(1).\n-can(go(X)) :- bad(X).\n{MOVES.replace('1.', '1, not bad(Y).', 1)}",
    "twice": f"{MOVES}then(M,F) :- can(M), M = go(Y), F = at(Y).\n",
    "a constant": f"#const goal = 2.\n{MOVES.replace('at(3)', 'at(X), end(X)')}",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_same_positions_in_a_lab_as_when_it_is_watched(lab, tmp_path, name):
    texts = {
        "moves": GAMES[name],
        "pick": "#const goal = 3.\n{ go(X,T) : n(X) } = 1 :- T = 1..2.\n#show go/2.\n",
        "scene": "draw(square((X,1),floor)) :- n(X).\n"
                 "draw(token(me,disc((X,1),hero))) :- at(X).\n"
                 '-draw(label((X,1),"NO")) :- n(X).\n',
        "instances/one": "n(1..3). at(1). end(goal).\n",
        "check": "wrong(X) :- go(X,1), X != 2.\nwrong(X) :- go(X,2), X != 3.\n",
    }  # fmt: skip
    _, opened = _compared(lab, tmp_path, texts, ())
    opened.solve()
    opened.tab.locator("#play").click()
    opened.tab.locator("#player").wait_for(timeout=SECONDS)
    words = ("watch", "instances/one.lp", "-o", "one.html")
    assert run(*words, cwd=tmp_path / "pick").returncode in (0, 4)
    page = opened.tab.locator("#player").get_attribute("srcdoc")
    told = []
    for text in (page, (tmp_path / "pick/one.html").read_text(encoding="utf-8")):
        found = re.search(r'<script type="application/json" id="script">(.*?)</script>', text, re.S)
        states = json.loads(found[1])["data"]["states"]
        told.append(sorted((won, sorted(words for _, words, *_ in turns))
                           for _, _, turns, won in states))  # fmt: skip
        assert '"NO"' not in text
    assert told[0] == told[1]
    assert sum(won for won, _ in told[0]) == 1


def test_a_puzzle_with_rules_is_changed_in_a_lab(lab, tmp_path):
    """It was in the page twice, so that its facts stayed whatever one wrote."""
    rules = "n(1..2).\nn(X+1) :- n(X), X < 3.\n"
    _, opened = _compared(lab, tmp_path, {"instances/one": rules}, ())
    assert opened.solve().startswith("3 answers, each valid by check.lp")
    opened.file("puzzle.lp")
    opened.write("n(5..6).\n")
    assert opened.solve().startswith("2 answers, each valid by check.lp")


def test_a_puzzle_with_rules_is_chosen_in_a_lab_as_it_is(lab, tmp_path):
    """Its choices and constraints were left out."""
    texts = {
        "pick": f"#const k = 4.\n{PICKED}",
        "instances/two": '#include "rest.lp".\nn(1..k).\n{ n(7) } = 1.\n',
        "instances/rest": ":- not pick(2). % what is wanted\n",
    }
    _, opened = _compared(lab, tmp_path, texts, ())
    assert opened.solve().startswith("3 answers, each valid by check.lp")
    opened.shipped("two.lp")
    assert opened.solve() == "1 answer, valid by check.lp"


def test_what_a_set_of_literals_counts_is_a_reason_in_a_lab(lab, tmp_path):
    """And a choice with a name as its bound is one, as is a disjunction."""
    text = (
        "#const k = 2.\nk { h(Y) : n(Y) } k.\nc :- X = { h(Y) }, X = 2, not n(9).\n"
        "a ; b :- c.\n#show c/0.\n#show a/0.\n#show b/0.\n:- h(3).\n:- b.\n"
    )
    _, opened = _compared(lab, tmp_path, {"pick": text, "check": "wrong :- not c.\n"}, ())
    assert opened.solve() == "1 answer, valid by check.lp"
    opened.tab.click("#answers summary")
    for atom, told in (("c", ("h(1)", "h(2)", "chosen")), ("a", ("chosen",))):
        opened.tab.locator("#atoms button", has_text=re.compile(rf"^{atom}$")).first.click()
        said = f"document.getElementById('whysaid').textContent.startsWith('Why {atom}')"
        opened.until(f"() => {said}")
        tree = opened.tab.locator("#derivation").text_content()
        assert all(each in tree for each in told), tree


def test_the_command_of_a_lab_asks_the_edited_folder(lab, tmp_path):
    """With a judge that says something else, a constant of the puzzle, and any letters."""
    permissions = ["clipboard-read", "clipboard-write"]
    texts = {"pick": f'#include "a + b.lp".\n{PICKED}', "a + b": "", "check": "wrong :- pick(3).\n"}
    _, opened = _compared(lab, tmp_path, texts, (), permissions=permissions)
    opened.file("check.lp")
    opened.write('wrong("ü: x",X) :- pick(X), X = 2.\n')
    opened.file("puzzle.lp")
    opened.write("#const k = 2.\nn(1..k).\n")
    opened.tab.fill("#constants", "k=3")
    opened.tab.locator("#constants").dispatch_event("change")
    opened.tab.click("#others summary")
    opened.tab.fill("#count", "0")
    assert opened.solve() == "1 of 3 answers INVALID by check.lp: step 2: ü: x"
    opened.tab.click("#command")
    opened.until("() => document.getElementById('said').textContent.includes('is copied')")
    first, second = opened.tab.evaluate("navigator.clipboard.readText()").splitlines()
    done = run(*shlex.split(first)[1:], "--family", "pick", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run(*shlex.split(second)[1:], cwd=tmp_path)
    assert done.stdout.count("% INVALID: ") == 1, done
    assert "3 answers in all" in done.stdout


def test_clicks_take_away_facts_that_no_program_uses_and_keep_the_others(lab, tmp_path):
    """Only facts that a program uses were taken away; a negated fact made the puzzle a program."""
    texts = {
        "pick": "#const size = 2.\n{ pick(X) : n(X) } = 1.\n#show pick/1.\n",
        "check": "wrong(X) :- pick(X), not n(X).\n",
        "scene": "draw(square((X,1),floor)) :- X = 1..3.\ndraw(label((X,1),V)) :- v(X,V).\n"
                 'edit(tool(c,"choose")). edit(tool(s,"name")). edit(size(3,1)).\n'
                 "edit(choose(c,(X,1),v,v(X,V),X)) :- X = 1..3, V = 7..8.\n"
                 'edit(click(s,(X,1),name(X,"a"),X)) :- X = 1..3.\n',
        "generate": "#const size = 3.\nn(1..size).\n{ v(X,9) : n(X) } = 1.\n",
        "instances/one": "% mine\nn(1..3). -n(9). name(2,\"a\"). % three\n",
    }  # fmt: skip
    _, opened = _compared(lab, tmp_path, texts, ())
    opened.file("puzzle.lp")
    opened.choose("name")
    opened.click("2")
    opened.until("() => true")
    expected = ["% mine\nn(1..3). -n(9). % three\n"]
    opened.settled()
    assert opened.text.split() == expected[0].split()
    opened.choose("choose")
    for told in ("v(1,7).", "v(1,8).", ""):
        opened.click("1")
        opened.settled()
        assert [each for each in opened.text.split() if each.startswith("v(")] == told.split()
    assert "-n(9)." in opened.text
    assert "% mine" in opened.text
    random_puzzle(opened, 3)
    assert "n(3)" in opened.text
    assert opened.text.count(",9)") == 1, (opened.said(), opened.text)


def test_variants_and_tasks_of_a_folder_are_chosen_in_its_lab(lab, tmp_path):
    permissions = ["clipboard-read", "clipboard-write"]
    texts = {
        "five": "{ pick(X) : n(X) } = 5.\n#show pick/1.\n",
        "variants/low": "% Purpose: only low numbers are picked.\n:- pick(X), X > 1.\n",
        "instances/one": "n(1..3). -n(4).\n",
    }
    _, opened = _compared(lab, tmp_path, texts, ("--task", "pick"), permissions=permissions)
    assert opened.solve().startswith("3 answers")
    opened.tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    opened.tab.select_option("#hacks select", index=1)
    assert opened.solve() == "1 answer, valid by check.lp"
    opened.tab.click("#command")
    opened.until("() => document.getElementById('said').textContent.includes('is copied')")
    words = shlex.split(opened.tab.evaluate("navigator.clipboard.readText()"))[1:]
    assert words[-4:] == ["--with", "pick/variants/low.lp", "--models", "20"]
    assert "1 answer in all" in run(*words[:-1], "0", cwd=tmp_path).stdout
    opened.tab.select_option("#task", "five")
    assert opened.state("there is no answer")
    assert opened.solve() == "no answer: clingo's claim"


def test_files_with_windows_line_ends_are_not_changed_by_opening_them(lab, tmp_path):
    texts = {"pick": PICKED.replace("\n", "\r\n"), "check": f"{SEEN.strip()}\r\n% end\r\n"}
    _, opened = _compared(lab, tmp_path, texts, ())
    assert opened.solve().startswith("3 answers, each valid")
    assert opened.tab.locator("#files button").count() >= 3
    assert opened.tab.locator("#files .changed").count() == 0


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("n(1..3) :- ,.\n", 'generate.lp:1:12: syntax error, unexpected ","'),
        ("n(1..3).\n:- n(1).\n", "generate.lp makes no puzzle: it has no answer set"),
    ],
)
def test_what_is_wrong_with_a_generator_is_said(lab, tmp_path, rules, told):
    _, opened = _compared(lab, tmp_path, {"generate": rules}, ())
    random_puzzle(opened, 1)
    opened.until("() => !document.getElementById('said').textContent.startsWith('clingo is')")
    assert opened.said().startswith(told[:28]), opened.said()
