"""Pages: one file each, nothing from elsewhere, nothing that names could break out of."""

from __future__ import annotations

import base64
import codecs
import hashlib
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import sys
import termios
import time
import xml.etree.ElementTree as ET
from functools import cached_property
from html import escape, unescape
from html.parser import HTMLParser

import players
import pytest
from asking import ask
from projects import ROOT, call, few, start

from pylab.base.errors import printable
from pylab.core import puzzle
from pylab.drawing.svg import Drawing
from pylab.families.fractal.model import Labyrinth
from pylab.family import registry
from pylab.family.script import Script, Way
from pylab.pages.player.page import json_in_html, page
from pylab.pages.player.site import Exhibit, Seen
from pylab.testing import family_testkit
from pylab.text.facts import Quoted

SHIPPED = [
    path
    for path in sorted((ROOT / "instances").glob("*/*"))
    if not path.name.endswith(".expected.json")
    and hasattr(registry.get(path.parent.name), "script")
]
SHIPPED.sort(key=lambda path: sum(each.parent == path.parent and each < path for each in SHIPPED))
HOSTILE = "</script><script>alert(1)</script>\"'&]]><!--\u2028${x}`\\"


class Reader(HTMLParser):
    """All elements with their attributes, and what scripts and styles contain."""

    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, text):
        super().__init__()
        self.elements, self.contents, self._inside = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._inside = (tag, dict(attributes).get("type", ""))

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside and self._inside[0] in self.CDATA_CONTENT_ELEMENTS:
            self.contents[self._inside] = self.contents.get(self._inside, "") + data


def opened(path):
    loaded = puzzle.load(path)
    return loaded.family.script(loaded.instance, [])


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", few(SHIPPED, 5), ids=lambda path: path.name)
def test_pages_of_shipped_puzzles_are_small_and_alone(path):
    script = opened(path)
    text = page(script, path.name)
    assert text == page(script, path.name)
    assert len(text.encode()) <= 300_000
    reader = Reader(text)
    for tag, attributes in reader.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            if name in ("href", "src"):
                assert value.startswith("#")
    json.loads(reader.contents["script", "application/json"])
    policy = next(a["content"] for _, a in reader.elements if a.get("http-equiv"))
    assert "default-src 'none'" in policy
    assert digest(reader.contents["script", ""]) in policy
    assert digest(reader.contents["style", ""]) in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", few(SHIPPED, 5), ids=lambda path: path.name)
def test_scenes_are_well_formed_and_have_what_the_rules_name(path):
    script = opened(path)
    scene = ET.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{script.scene.shapes()}</svg>")
    actors = [each.get("data-actor") for each in scene.iter() if each.get("data-actor")]
    assert len(actors) == len(set(actors))
    if players.NODE:
        (told,) = players.run([script], games=1, length=3)
        for seen in told["games"][0]["seen"]:
            named = {*seen["actors"], *filter(None, seen["hots"])} - {"camera"}
            assert named <= set(actors)


def test_names_cannot_break_out():
    script = Script(
        scene=Drawing(1, 1, HOSTILE),
        data={"start": 0, "unit": ["move", HOSTILE], "states": [[{}, [[HOSTILE] * 2], [], True]]},
        ways=(Way(HOSTILE, ()),),
        howto=HOSTILE,
        remark=HOSTILE,
    )
    text = page(script, HOSTILE, title=HOSTILE, window=HOSTILE, begin=HOSTILE)
    reader = Reader(text)
    assert [tag for tag, _ in reader.elements].count("script") == 2
    told = json.loads(reader.contents["script", "application/json"])
    assert told["remark"] == told["ways"][0]["name"] == HOSTILE
    assert "alert(1)</script>" not in text


def test_json_in_html_says_the_same():
    for text in (HOSTILE, "\u2028\u2029\x00é😀", "]]>", "<!--<script>"):
        shown = json_in_html(text)
        assert json.loads(shown) == text
        assert not set("<>&\u2028\u2029") & set(shown)


NAMES = [
    "<script>alert(1)</script>",
    "a&amp;b",
    '"quoted"',
    "x]]>y",
    "'",
    "constructor",
    "__proto__",
]


@pytest.mark.parametrize("name", few(NAMES, 2))
def test_locations_with_hostile_names(name):
    fractal = registry.get("fractal")
    cliques = (("A.2", name), (f"A.{name}", "inner.start"), ("2", name))
    labyrinth = Labyrinth(cliques, (), "inner.start")  # the reader would refuse most of them
    script = fractal.script(labyrinth, [])
    ET.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{script.scene.shapes()}</svg>")
    reader = Reader(page(script, name))
    assert [tag for tag, _ in reader.elements].count("script") == 2
    data = json.loads(reader.contents["script", "application/json"])["data"]
    assert [str(Quoted(name))] in data["facts"]["outer"]


def test_nothing_of_the_player_reaches_outside():
    """No address, no way to ask for one, nothing evaluated from text, no markup from strings."""
    folder = ROOT / "pylab"
    for path in [*folder.glob("player/*.js"), *folder.glob("families/*/*.js")]:
        source = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        found = re.findall(
            r"https?:|fetch|XMLHttp|import\b|eval|innerHTML|outerHTML|insertAdjacent|localStorage",
            source,
        )
        assert not found, (path, found)


# the command


def test_a_page_is_written(tmp_path):
    done = call("watch", "ravensburger/example-4x4.lp", "--task", "all", "-o", tmp_path / "x.html")
    assert done.returncode == 0
    assert "wrote" in done.stderr
    told = json.loads(
        Reader((tmp_path / "x.html").read_text()).contents["script", "application/json"]
    )
    assert len(told["ways"]) == 2
    here = {"PYTHONPATH": str(ROOT)}
    beside = call("watch", "alice/example.alice", cwd=tmp_path, env=here)
    assert (beside.returncode, (tmp_path / "example.html").exists()) == (0, True)
    printed = call("watch", "alice/example.alice", "-o", "-")
    assert printed.stdout.startswith("<!doctype html>")


def test_without_an_answer_it_can_still_be_played(tmp_path):
    out = tmp_path / "x.html"
    done = call("watch", "ravensburger/unsolvable-3x3.lp", "-o", out)
    assert (done.returncode, out.exists()) == (1, True)
    assert "there is no answer" in done.stderr
    done = call("watch", "fractal/sealed.lab", "-o", out)
    assert done.returncode == 1
    assert "proof" in out.read_text()


def test_witnesses_from_elsewhere(tmp_path):
    out = tmp_path / "x.html"
    asked = ["watch", "ravensburger/example-4x4.lp", "--witness", "-", "-o", out]
    done = call(*asked, stdin="push(1,w,1). push(2,n,2).")
    assert done.returncode == 0
    assert '"push(2,n)"' in out.read_text()
    refused = call(*asked, "--task", "all", stdin="push(1,w,1).")
    assert refused.returncode == 2
    wrong = call(*asked, stdin="push(1,w,1). push(3,n,2).")
    assert wrong.returncode == 1
    assert "invalid" in wrong.stderr


def test_what_cannot_be_written_is_said(tmp_path):
    done = call("watch", "alice/example.alice", "-o", tmp_path / "no/x.html")
    assert (done.returncode, done.stderr.count("\n")) == (2, 2)
    assert "No such file" in done.stderr


def test_the_terminal_player_prints_where_there_is_no_terminal():
    done = call("watch", "alice/example.alice", "--text")
    assert done.returncode == 0
    assert done.stdout.count(" 2 |") == 6
    assert "move 5: n to (2, 0) with d = 2" in done.stdout
    assert "\x1b" not in done.stdout
    none = call("watch", "fractal/sealed.lab", "--text")
    assert (none.returncode, "nothing to step through" in none.stdout) == (1, True)
    assert none.stdout.count("@") == 1  # the board
    assert done.stdout.count("@") == 6  # who moves, in each step, and not the start


def test_a_gallery_of_a_folder_without_small_puzzles_has_usual_ones(tmp_path):
    folder = tmp_path / "rules"
    shutil.copytree(ROOT / "examples/colouring", folder)
    shutil.rmtree(folder / "instances")
    done = call("gallery", folder, tmp_path / "site", "--random", "1")
    assert (done.returncode, "wrote 1 puzzle," in done.stderr) == (0, True), done.stderr
    rules = folder / "generate.lp"
    rules.write_text(rules.read_text().replace("links = 8", "links = 99"))
    done = call("gallery", folder, tmp_path / "none", "--random", "1")
    told = "pylab: generate.lp has no instance for its constants\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_a_gallery_of_no_puzzles_says_what_is_missing(tmp_path):
    folder = tmp_path / "rules"
    shutil.copytree(ROOT / "examples/queens", folder)
    shutil.rmtree(folder / "instances")
    done = call("gallery", folder, tmp_path / "drawn", "--random", "1")
    assert (done.returncode, "wrote 2 puzzles" in done.stderr) == (0, True), done.stderr
    (folder / "generate.lp").unlink()
    done = call("gallery", folder, tmp_path / "site")
    told = "expected facts in instances/, or rules in generate.lp for random puzzles"
    assert (done.returncode, done.stderr) == (2, f"pylab: no puzzles in {folder}: {told}\n")


@pytest.mark.parametrize(
    ("title", "size"),
    [
        ("Alice maze, 5 by 5", "5 by 5"),
        ("The labyrinth of Theseus, of 51 rooms", "51 rooms"),
        ("A labyrinth of 3 outer locations and 2 boxes", "3 outer locations and 2 boxes"),
        ("Dungeon trap2", ""),
    ],
)
def test_a_site_says_the_size_of_a_puzzle(title, size):
    picture = Drawing(1, 1, title)
    assert Exhibit("alice", "x", "", picture, Seen(picture, ""), "", "").size == size


@pytest.mark.parametrize("number", few([0, 1], 1))
def test_a_gallery_has_all_of_a_family(tmp_path, number):
    done = call("gallery", tmp_path / "site", "--only", "alice", "--random", number)
    assert done.returncode == 0, done.stderr
    files = {path.name: path for path in (tmp_path / "site").iterdir() if path.is_file()}
    names = [p.stem for p in (ROOT / "instances/alice").glob("*.alice")]
    laid = family_testkit(registry.get("alice")).overlay_cases
    assert {each.overlay for each in laid} >= {
        p.stem for p in (ROOT / "encodings/alice/variants").glob("*.lp")
    }
    puzzles = [name for name in files if name.endswith(".alice")]
    assert len(puzzles) == 2
    assert len(files) == 5 + 5 * (len(names) + 2 * number) + 4 * len(laid) + len(puzzles)
    _variants_are_as_the_page_says(files["variants.html"], laid)
    index = files["index.html"].read_text()
    assert "variants.html" in index
    for name in names:
        assert f"alice-{name}-alice.html" in index
        _a_page_hides_its_answer(files[f"alice-{name}-alice.html"].read_text(), name)
    for drawn in ("alice-small-1", "alice-usual-1")[: 2 * number]:
        assert drawn not in index.split('<section class="kind"')[1]
        assert "pylab generate alice" in files[f"{drawn}.html"].read_text()
    family = files["family-alice.html"].read_text()
    for entry in (ROOT / "encodings/alice").glob("*.lp"):
        shown = f'id="{entry.name.replace(".", "-")}"' in family
        assert shown == (entry.name not in ("oneshot.lp", "reasons.lp", "check.lp", "scene.lp")), (
            entry
        )
    assert "Luke Ren" in family
    for path in files.values():
        if path.suffix != ".html":
            assert path.suffix == ".alice" or ET.parse(path)
            continue
        for _, attributes in Reader(path.read_text()).elements:
            for name in ("href", "src", "srcset"):
                address = attributes.get(name, "").partition("#")[0]
                assert not address or (tmp_path / "site" / address).is_file()
    assert call("gallery", tmp_path, "--only", "nobody").returncode == 2
    (tmp_path / "file").touch()
    refused = call("gallery", tmp_path / "file", "--only", "alice")
    assert (refused.returncode, "expected a folder, found a file" in refused.stderr) == (2, True)


def _a_page_hides_its_answer(text, name):
    """It begins with a game; the answer is in the data, and in an element that is shut."""
    reader = Reader(text)
    told = json.loads(reader.contents["script", "application/json"])
    assert (told["begin"], told["remark"]) == ("play", "")
    title, about = (
        json.loads((ROOT / f"instances/alice/{name}.expected.json").read_text())[key]
        for key in ("title", "about")
    )
    assert f"<h1>{escape(title)}</h1>" in text
    assert escape(about) in text
    shut = re.search('<details id="answer">.*?</details>', text, re.DOTALL)[0]
    assert f"alice-{name}-alice.answer.svg" in shut
    open_ = re.sub("<(details|script).*?</(details|script)>", "", text, flags=re.DOTALL)
    assert "move(" not in open_
    assert "no answer" not in open_
    moves = len(told["ways"][0]["moves"]) if told["ways"] else 0
    assert (f"{moves} moves at best" if moves else "<dd>Is there a way?") in open_


@pytest.mark.slow
def test_a_site_has_pictures_for_links_that_are_sent(tmp_path):
    asked = ["--only", "theseus", "--random", "0", "--address", "https://example.org/x"]
    assert call("gallery", tmp_path / "made", *asked).returncode == 0
    text = (tmp_path / "made/theseus-hemme-plan.html").read_text()
    address = "https://example.org/x/theseus-hemme-plan.png"
    assert f'<meta property="og:image" content="{address}">' in text
    assert "24 moves at best" in text  # not its weight
    picture = (tmp_path / "made/theseus-hemme-plan.png").read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1200 or height == 630
    assert width <= 1200
    assert height <= 630
    assert "og:image" not in (tmp_path / "made/variants.html").read_text()
    refused = call("gallery", tmp_path / "x", "--address", "example.org")
    assert (refused.returncode, (tmp_path / "x").exists()) == (2, False)


def _variants_are_as_the_page_says(page, laid):
    """Each overlay has two pictures and what was answered; the commands on it give just that."""
    text = page.read_text()
    for each in laid:
        article = re.search(rf"<h3>{each.overlay}</h3>.*?</details>", text)[0]
        told = re.findall(r"<figcaption><b>([^<]*)</b>: ([^<]*)</figcaption>", article)
        assert [name for name, _ in told] == ["as it is", f"with {each.overlay}"]
        for (_, says), expected in zip(told, (each.without, each.under), strict=True):
            cost = re.fullmatch(r"found (\d+)", expected)
            assert says.startswith(f"{cost[1]} moves" if cost else "there is no answer")
        if each.overlay == "avoid":
            command = unescape(re.search('<pre tabindex="0">pylab (.*)</pre>', article)[1])
            done = call(*shlex.split(command), cwd=page.parent)
            assert (done.returncode, "% a route, 6 moves" in done.stdout) == (0, True), done.stdout


def test_a_family_joins_by_one_member():
    """A game whose states are all listed needs no JavaScript of its own."""
    hops = [
        [
            {"frog": {"at": [10 * stone, 0]}},
            [["stone", str(stone)]],
            [["s", "on", stone + 1, {"frog": {"hop": True}}]] if stone < 3 else [],
            stone == 3,
        ]
        for stone in range(4)
    ]
    scene = Drawing(40, 10, "Stones")
    scene.circle(0, 0, 3, data_actor="frog")
    script = Script(
        scene=scene,
        data={"start": 0, "unit": ["hop", "hops"], "states": hops},
        ways=(Way("over", ("0", "0", "0")),),
    )
    assert page(script)
    (told,) = players.run([script], lead=True, games=1, length=9)
    assert told["far"] == {"words": "3 hops", "next": "0", "left": 3}
    assert told["led"]["seen"][-1]["won"]
    assert told["games"][0]["seen"][-1]["count"] == "3 hops"


XTERM = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "", "LINES": ""}


class Played:
    """`pylab watch --text` on a terminal of its own."""

    def __init__(self, *words, columns=100, rows=40):
        self.seen = ""
        self.terminal, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        words = ("watch", *words, "--text")
        self.process = start(*words, **streams, env=XTERM, start_new_session=True)
        os.close(theirs)

    def until(self, words):
        ending = time.monotonic() + 200
        while words not in self.seen:
            assert time.monotonic() < ending, self.seen[-2000:]
            if select.select([self.terminal], [], [], 0.2)[0]:
                self._read()

    @cached_property
    def decoder(self):
        return codecs.getincrementaldecoder("utf-8")()

    def _read(self):
        self.seen += self.decoder.decode(os.read(self.terminal, 65536))

    def screen(self):
        """What the screen shows when nothing more has come for a moment."""
        while select.select([self.terminal], [], [], 0.3)[0]:
            self._read()
        return self.seen.split("\x1b[2J")[-1]

    def press(self, key, words):
        self.seen = ""
        os.write(self.terminal, key)
        self.until(words)

    def is_restored(self):
        """Whether lines are edited and shown again, on the screen that was there before."""
        self.until("\x1b[?1049l")
        modes = termios.tcgetattr(self.terminal)[3]
        return modes & termios.ICANON and modes & termios.ECHO

    def ended(self):
        code = self.process.wait()
        os.close(self.terminal)
        return code


class PlayedInShell(Played):
    """The same in a line of a shell that leads the terminal."""

    def __init__(self, line, *words):
        self.seen = ""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            termios.tcsetwinsize(0, (40, 100))
            command = shlex.join([sys.executable, "-m", "pylab_asp", "watch", *words, "--text"])
            bash = ["bash", "-c", line.format(command)]
            os.execvpe("bash", bash, {**os.environ, **XTERM})

    def ended(self):
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        os.close(self.terminal)
        return code


terminals = pytest.mark.skipif(not hasattr(os, "forkpty"), reason="there are no terminals here")


@terminals
def test_the_terminal_player_answers_keys():
    """A step on, one back, the end, another answer, quit."""
    played = Played("ravensburger/example-4x4.lp", "--task", "all")
    played.until("answer 1 (1 of 2), 0 of ")
    for key, words in (
        (b"\x1b[C", "answer 1 (1 of 2), 1 of "),
        (b"\x1b[D", "answer 1 (1 of 2), 0 of "),
        (b"\x1b[B", "answer 2 (2 of 2), 0 of "),
        (b"x", "answer 2 (2 of 2), 0 of "),
        (b"G", "answer 2 (2 of 2), "),
    ):
        played.press(key, words)
    os.write(played.terminal, b"q")
    assert played.is_restored()
    assert played.ended() == 0


@terminals
def test_in_a_narrow_terminal_all_keys_are_told():
    played = Played("dungeon/trap.dungeon", columns=50)
    played.until("your game")
    played.press(b"\t", "tab answer")
    assert max(map(len, played.screen().splitlines())) < 50
    os.write(played.terminal, b"q")
    assert played.ended() == 0


@terminals
def test_a_maze_of_5_by_5_fits_a_usual_terminal():
    """Without the lines between its rows, which are underlined instead, if colours are wanted."""
    played = Played("alice/lawn.alice", columns=80, rows=24)
    played.until("tab your game")
    for key, head in ((b"\t", "your game, 0 moves"), (b"n", "next: "), (b"\t", "route 1, 0 of 18")):
        screen = played.screen()
        assert screen.count("\n") < 24
        marks = r"\|   @ → \|", r"  \*  ", " [0-4] [|]"
        assert [len(re.findall(mark, screen)) for mark in marks] == [1, 1, 5]
        assert "above" not in screen
        played.press(key, head)
    os.write(played.terminal, b"q")
    assert played.ended() == 0


@terminals
def test_a_board_that_just_fits_is_shown_whole():
    """The plan has 21 lines; what stands below it gives way."""
    played = Played("theseus/hemme.plan", "--task", "shortest", columns=80, rows=24)
    played.until("tab your game")
    screen = played.screen()
    assert screen.count("\n") < 24
    assert screen.count("-+-G-+-") == screen.count("-+-@-+-") == 1
    os.write(played.terminal, b"q")
    assert played.ended() == 0


@terminals
def test_a_picture_that_is_too_high_follows_who_moves_and_scrolls():
    """The token stands in the last row, the goal in the last but one."""
    played = Played("alice/lawn.alice", columns=80, rows=18)
    played.until("tab your game")
    screen = played.screen()
    assert "|   @ → |" in screen
    assert "  *  " in screen
    assert screen.count("\n") < 18
    assert "lines above, page up" in screen
    played.press(b"\x1b[5~", "page down")
    assert " 0 | " in played.seen
    assert "   @ " not in played.seen
    assert "\nthe start, d = 1\r" in played.screen()  # the words stay
    played.press(b"\x1b[6~", "|   @ → |")
    os.write(played.terminal, b"q")
    assert played.ended() == 0


@terminals
def test_a_game_is_played_in_a_terminal():
    played = Played("alice/example.alice")
    played.until("route 1, 0 of 5")
    for key, words in (
        (b"\t", "your game, 0 moves"),
        (b"\x1b[A", "your game, 1 move\r"),  # n
        (b"u", "your game, 0 moves"),
        (b"y", "your game, 1 move\r"),
        (b"\x1b[D", "nothing leads there"),
        (b"n", "next: ne to (1, 0), d = 1"),
        (b"\x1b[C", "your game, 2 moves"),  # nothing leads e, but ne
        (b"9", "there is no move 9"),
        (b"\t", "route 1, 0 of 5"),
        (b"\t", "your game, 2 moves"),  # it is kept
    ):
        played.press(key, words)
    moves = iter(("w to (0, 0)", "se to (2, 2)", "n to (2, 0)"))
    for count, words in enumerate(moves, 3):
        played.until(words)
        number = re.search(rf"(\d+) {re.escape(words)}", played.seen)[1]
        played.press(number.encode(), "Solved in 5 moves" if count == 5 else f"game, {count} moves")
    played.press(b"r", "your game, 0 moves")
    os.write(played.terminal, b"q")
    assert played.is_restored()
    assert played.ended() == 0


@terminals
def test_an_arrow_key_pushes_that_way_in_a_folders_game():
    played = Played(str(ROOT / "examples/sokoban/instances/pillar.lp"))
    played.until("0 of 5")
    for key, words in (
        (b"\t", "arrows/numbers move"),
        (b"\x1b[C", "nothing leads there"),
        (b"\x1b[B", "your game, 1 move\r"),
        (b"\x1b[A", "your game, 2 moves"),
    ):
        played.press(key, words)
    os.write(played.terminal, b"q")
    assert played.ended() == 0


@terminals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_leave_the_terminal_as_it_was(number):
    played = Played("ravensburger/unsolvable-3x3.lp")  # no answer: the game at once
    played.until("your game, 0 moves")
    played.seen = ""
    played.process.send_signal(number)
    assert played.is_restored()
    assert played.ended() == {signal.SIGTERM: -15, signal.SIGINT: 130}[number]


@terminals
def test_a_game_that_is_stopped_goes_on_where_it_was():
    """Ctrl-Z, and `fg`: in between the terminal is the shell's."""
    line = 'set -m; {}; echo "it"" is stopped"; read x; fg'
    played = PlayedInShell(line, "alice/example.alice")
    played.until("route 1, 0 of 5")
    played.press(b"\x1b[C", "route 1, 1 of 5")
    played.press(b"\x1a", "it is stopped")
    assert played.is_restored()
    played.press(b"\n", "Press a key")
    played.press(b"\x1b[C", "route 1, 2 of 5")
    played.seen = ""
    os.write(played.terminal, b"q")
    assert played.is_restored()
    assert played.ended() == 0


@pytest.mark.parametrize("path", few(SHIPPED, 5), ids=lambda path: path.name)
def test_games_in_terminals_know_the_moves_of_answers(path):
    """By the moves in Python each answer of the native engine leads to the end, and not before."""
    loaded = puzzle.load(path)
    names = [task.name for task in loaded.family.tasks]
    task = loaded.family.task("shortest" if "shortest" in names else None)
    if loaded.family.unsupported(loaded.instance, task):
        task = loaded.family.task(None)
    engine = "native" if task.native else "clingo"
    _, found = ask(loaded.family.name, loaded.instance, task.name, engine=engine)
    witnesses = [each.witness for each in found]
    game = loaded.family.script(loaded.instance, witnesses).game
    refuted = [each for each in witnesses if getattr(each, "refutes", False)]
    assert len(game.answers) == len(witnesses) - len(refuted)
    for answer in game.answers:
        assert answer[0] == game.start
        for at, state in enumerate(answer):
            assert game.won(state) == (at == len(answer) - 1)
            after = [turn.after for turn in game.turns(state)] if at < len(answer) - 1 else []
            assert not after or answer[at + 1] in after
        assert printable(game.frame(answer).replace("\n", " "))
        assert len(answer) == 1 or game.next(answer[:1], 0.05) is not None
