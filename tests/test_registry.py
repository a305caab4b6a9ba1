"""Which families there are, whose a file is; and a broken one costs a warning, not the program.

Families from outside are distributions of a `dist-info` folder on the path, as pip leaves them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from projects import QUICK, ROOT, call, run
from sixth import FILES, write

import pylab
from pylab.base import resources
from pylab.base.errors import InstanceError, PylabError
from pylab.family import registry
from pylab.text.source import Source

EXAMPLE = "ravensburger/example-4x4.lp"
SHIPPED = f"pylab: using the shipped instance {EXAMPLE}\n"


def outside(folder, name="hopscotch", **changed):
    """The sixth family as a distribution of its own; the path's first entry to find it."""
    site = folder / "site"
    write(site / name, name, name, **changed)
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pylab.families]\n{name} = {name}\n")
    return {"PYTHONPATH": f"{site}:{ROOT}"}


def test_a_family_from_outside_is_found_by_its_entry_point(tmp_path):
    env = outside(tmp_path)
    assert "hopscotch (.hop): hop onto the last stone" in run("families", env=env).stdout
    (tmp_path / "hops.lp").write_text(FILES["hops.lp"])
    (tmp_path / "seven.hop").write_text("7")
    done = run("solve", "seven.hop", "--encoding", "hops.lp", env=env, cwd=tmp_path)
    assert (done.returncode, "3 hops" in done.stdout) == (0, True), done.stderr
    (tmp_path / "seven.lp").write_text("stones(7).\n")
    assert run("facts", "seven.lp", env=env, cwd=tmp_path).stdout == "stones(7).\n"
    done = run("generate", "hopscotch", "--least", "9", "--seed", "1", env=env, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("9\n", "")


MOVES = """% Purpose:
%   The game: a hop is over one stone or two.

here(X) :- at(X).   here(0) :- not at(_).
can(hop(Y)) :- here(X), stones(N), Y = X+2..X+3, Y <= N.
then(hop(Y),at(Y)) :- can(hop(Y)).
won :- stones(N), at(N).
#defined at/1.
"""
SCENE = """% Purpose:
%   Stones in a row, and who hops.

draw(square((X,1),floor)) :- stones(N), X = 0..N.
draw(move(hop(X),(X,1))) :- stones(N), X = 1..N.
draw(0,token(hopper,disc((X,1),hero))) :- at(X).
draw(0,token(hopper,disc((0,1),hero))) :- not at(_).
#defined at/1.
"""


def test_a_family_from_outside_is_played_by_rules(tmp_path):
    """A scene.lp and a moves.lp make a game of a family in Python, without JavaScript."""
    env = outside(tmp_path)
    encodings = tmp_path / "site/hopscotch/encodings"
    encodings.mkdir()
    for name, text in (("hops", FILES["hops.lp"]), ("scene", SCENE), ("moves", MOVES)):
        (encodings / f"{name}.lp").write_text(text)
    (tmp_path / "seven.hop").write_text("7")
    done = run("watch", "seven.hop", "-o", "seven.html", env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "seven.html").read_text()
    positions = json.loads(re.search(r'"states":(\[\[\{.*?\]\]),"marks"', page)[1])
    assert len(positions) == 7  # all but the first stone
    assert sum(won for *_, won in positions) == 1
    assert [words for _, words, *_ in positions[0][2]] == ["hop(2)", "hop(3)"]
    (encodings / "moves.lp").write_text(MOVES.replace("X+2..X+3", "X+1..X+1"))
    (tmp_path / "long.hop").write_text("700")
    done = run("watch", "long.hop", "-o", "long.html", env=env, cwd=tmp_path)
    assert "positions, too many to be played" in (tmp_path / "long.html").read_text(), done.stderr


def test_a_family_from_outside_owns_its_folders(tmp_path):
    env = outside(tmp_path)
    package = tmp_path / "site/hopscotch"
    (package / "encodings/variants").mkdir(parents=True)
    (package / "instances").mkdir()
    (package / "encodings/hops.lp").write_text(FILES["hops.lp"])
    (package / "encodings/variants/short.lp").write_text(
        "% Purpose:\n%   Over no stone but the odd ones.\n:- stop(X), X \\ 2 == 0.\n"
    )
    (package / "instances/seven.hop").write_text("7")

    def told(*words):
        done = run(*words, env=env, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "stop(7)." in told("solve", "hopscotch/seven.hop")
    assert "3 hops" in told("solve", "hopscotch/seven.hop", "--with", "short", "--task", "all")
    listed = told("encodings", "--family", "hopscotch")
    assert "hopscotch/hops.lp" in listed
    assert "hopscotch/variants/short.lp" in listed
    assert "stop(1..N)" in told("encodings", "show", "hopscotch", "hops")
    assert "no findings" in told("lint", "hopscotch/hops.lp")
    told("bench", "run", "--instances", "hopscotch/*.hop", "--task", "hops", "-o", "runs")
    assert "hopscotch hops: 1 instance\n" in told("bench", "report", "runs")


def test_two_families_cannot_share_an_ending(tmp_path):
    env = outside(tmp_path) | outside(tmp_path, "skipping")
    (tmp_path / "two.hop").write_text("7")
    done = run("solve", "two.hop", env=env, cwd=tmp_path)
    assert done.returncode == 2
    assert ".hop belongs to hopscotch and skipping; say which with --family" in done.stderr


BROKEN_LISTINGS = {
    "syntax": ([('name="hopscotch"', "name=")], "can't be loaded: SyntaxError"),
    "import": ([("from pylab.base.listing", "from pylab.listings")], "ModuleNotFoundError"),
    "raises": ([("LISTING = Listing(", "1 / 0\nLISTING = Listing(")], "ZeroDivisionError"),
    "no listing": ([("LISTING =", "LIST =")], "hopscotch.listing has no LISTING"),
    "no Listing": ([("LISTING = Listing(", "LISTING = dict(")], "LISTING is no Listing"),
    "other name": ([('name="hopscotch"', 'name="hop"')], "its LISTING is named 'hop'"),
    "no tuple": ([('signatures("stones/1")', '"stones/1"')], "vocabulary is no tuple of Signature"),
    "exits": ([("LISTING = Listing(", "raise SystemExit\nLISTING = Listing(")], "SystemExit"),
    "misspelt": ([("suffixes=", "sufixes=")], "unexpected keyword argument 'sufixes'"),
}


@pytest.mark.parametrize("name", BROKEN_LISTINGS)
def test_a_family_that_cannot_be_listed_costs_one_line(tmp_path, name):
    changes, told = BROKEN_LISTINGS[name]
    env = outside(tmp_path, listing=changes)
    asked = [["families"], ["solve", EXAMPLE], ["solve", "--help"]]
    asked += [] if QUICK else [["encodings"]]  # asked every time where a family can't be loaded
    for words in asked if name == "syntax" else asked[:1]:
        done = run(*words, env=env, cwd=tmp_path)
        assert done.returncode == 0
        lines = [line for line in done.stderr.splitlines() if "shipped instance" not in line]
        assert len(lines) == 1, done.stderr
        assert lines[0].startswith("pylab: family hopscotch")
        assert told in lines[0]
        assert words != ["families"] or "ravensburger (" in done.stdout


_OTHER = "from dataclasses import replace\nLISTING = replace(LISTING, doc='x')\n"

BROKEN_FAMILIES = {
    "syntax": ([("FAMILY = Family(", "FAMILY = Family((")], "can't be loaded: SyntaxError"),
    "no family": ([("FAMILY =", "FAMILIE =")], "hopscotch.family has no FAMILY"),
    "no Family": ([("FAMILY = Family(", "FAMILY = dict(")], "FAMILY is no Family"),
    "missing": ([("    check=check,\n", "")], "FAMILY is missing 1 required keyword-only argument"),
    "misspelt": ([("    check=check,", "    check=check,\n    worht=check,")], "argument 'worht'"),
    "arguments": ([("def check(stones, stops)", "def check(stops)")], "check does not take 2 arg"),
    "no function": ([("    check=check,", "    check=1,")], "check is no function but 1"),
    "none": ([("    check=check,", "    check=None,")], "check is no function but None"),
    "no record": ([("    check=check,", "    check=check, lab=5,")], "lab is no tuple but 5"),
    "export": (
        [("    check=check,", "    check=check,\n    exports={'x': lambda: ''},")],
        "exports['x'] does not take 1 argument",
    ),
    "listing": (
        [("FAMILY = Family(", f"{_OTHER}FAMILY = Family(")],
        "is not that of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN_FAMILIES)
def test_a_family_that_cannot_be_loaded_is_an_error_for_who_asks_for_it_alone(tmp_path, name):
    changes, told = BROKEN_FAMILIES[name]
    env = outside(tmp_path, family=changes)
    (tmp_path / "seven.hop").write_text("7")
    done = run("solve", "seven.hop", env=env, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pylab: family hopscotch")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if name != "syntax":
        return
    done = run("solve", EXAMPLE, env=env, cwd=tmp_path)  # which loads no other family
    assert (done.returncode, done.stderr.replace(SHIPPED, "")) == (0, "")
    done = run("families", env=env, cwd=tmp_path)  # which loads those from outside
    assert (done.returncode, len(done.stderr.splitlines()), told in done.stderr) == (0, 1, True)
    (tmp_path / "mine.lp").write_text(":- connect(1,1,e), feild(1,1).\n")
    for words in (["lint", "mine.lp"], ["encodings"])[: 1 if QUICK else 2]:  # which load them all
        done = run(*words, env=env, cwd=tmp_path)
        assert done.returncode < 2
        assert "ravensburger" in done.stdout + done.stderr
        (line,) = (each for each in done.stderr.splitlines() if "ravensburger" not in each)
        assert line.startswith("pylab: family hopscotch")


def test_a_notebook_is_warned_of_a_broken_family(tmp_path):
    env = outside(tmp_path, listing=BROKEN_LISTINGS["syntax"][0])
    code = f"import pylab; print(pylab.solve({EXAMPLE!r}).status.value)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=tmp_path,
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout == "found\n"
    assert "UserWarning: family hopscotch can't be loaded: SyntaxError" in done.stderr


# ---- whose a file is

FACTS = {
    name: "\n".join(map(str, pylab.load(file).family.facts(pylab.load(file).instance)))
    for name, file in {
        "alice": "alice/example.alice",
        "dungeon": "dungeon/trap.dungeon",
        "fractal": "fractal/alice.lab",
        "ravensburger": EXAMPLE,
        "theseus": "theseus/hemme.plan",
    }.items()
}


@pytest.mark.parametrize("suffix", [".lp", ".asp"])
@pytest.mark.parametrize("name", FACTS)
def test_facts_are_routed_by_what_they_say(tmp_path, name, suffix):
    path = tmp_path / f"x{suffix}"
    path.write_text(FACTS[name])
    assert pylab.load(path).family.name == name
    assert pylab.load(path).instance == registry.get(name).load(Source("x.lp", FACTS[name]))


def test_the_command_takes_facts_of_any_family(tmp_path):
    for name, cost in (("alice", "5 moves"), ("ravensburger", "2 pushes")):
        (tmp_path / "x.lp").write_text(FACTS[name])
        done = call("solve", "x.lp", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"valid, checked: {cost}" in done.stdout


def test_comments_do_not_tell_whose_facts_they_are():
    told = "% arrow(1,2,n). square(1,1).\n%* size(3,3). arrow(1,1,s). *%\n" + FACTS["ravensburger"]
    assert registry.route(Source("x.lp", told)) == "ravensburger"


@pytest.mark.parametrize(
    ("name", "other"),
    [("alice", "ravensburger"), ("ravensburger", "alice"), ("dungeon", "fractal")],
)
def test_facts_of_another_family_are_said_to_look_like_it(tmp_path, name, other):
    (tmp_path / "x.lp").write_text(FACTS[other])
    with pytest.raises(InstanceError, match=f"the facts look like those of {other}") as caught:
        pylab.load(tmp_path / "x.lp", family=name)
    assert caught.value.place.line >= 1
    for text in (["solve", "x.lp"], ["solve", "-"]):
        done = call(*text, "--family", name, cwd=tmp_path, stdin=FACTS[other])
        assert done.returncode == 2
        assert f"the facts look like those of {other}" in done.stderr
    (tmp_path / "y.lp").write_text(FACTS[name].replace("(", "(9999999999,", 1))
    done = call("solve", "y.lp", "--family", name, cwd=tmp_path)
    assert (done.returncode, "look like" in done.stderr) == (2, False)


def test_facts_of_no_family_are_a_program_without_rules(tmp_path):
    (tmp_path / "x.lp").write_text("foo(1). bar(2).\n")
    done = call("solve", "x.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[:2]) == (0, ["bar(2).", "foo(1)."])
    assert "there are no rules, only facts\n" in done.stderr
    (tmp_path / "rules.lp").write_text("{ on(X) : foo(X) }.\n")
    done = call("solve", "x.lp", cwd=tmp_path)
    assert "only facts; rules.lp has rules, and can be named before it" in done.stderr


@pytest.mark.parametrize("where", ["", "encodings"])
def test_facts_in_instances_are_of_the_rules_above(where, tmp_path):
    for name in ("instances", where):
        (tmp_path / "toggles" / name).mkdir(parents=True, exist_ok=True)
    (tmp_path / "toggles" / where / "switch.lp").write_text(
        "{ on(X) : lamp(X) } = 1. #show on/1.\n"
    )
    (tmp_path / "toggles/instances/two.lp").write_text("lamp(7).\n")
    done = call("solve", "toggles/instances/two.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "on(7).")


def test_facts_of_several_families_need_a_word_or_their_folder(tmp_path):
    both = "size(3,3)."
    with pytest.raises(PylabError, match="its facts could be of alice and of theseus; say which"):
        registry.route(Source("x.lp", both))
    assert registry.route(Source("theseus/x.lp", both)) == "theseus"


def test_an_ending_names_the_family_whatever_the_text_says():
    for name in registry.names():
        for suffix in registry.listing(name).suffixes:
            if suffix not in (".lp", ".asp"):
                assert registry.route(Source(f"x{suffix}", FACTS["ravensburger"])) == name


def test_listings_are_what_families_have():
    for name in registry.names():
        family = registry.get(name)
        assert family.listing == registry.listing(name)
        assert family.name == name
        package = resources.packages()[name]
        assert package == f"pylab.families.{name}" or not package.startswith("pylab.")
