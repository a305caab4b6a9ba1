"""Whoever forgets an option is found: each place that knows one, taken away, is missed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from projects import ROOT, few

from pylab.testing import node

ALICE, FRACTAL = "pylab/families/alice/", "pylab/families/fractal/"
BOARDS, THESEUS, DUNGEON = (f"pylab/families/{n}/" for n in ("ravensburger", "theseus", "dungeon"))
NEVER = r"False and \g<0>"

FORGOTTEN = {
    # file, a pattern, what is put there instead, the option, who is named
    "alice: the native search, departure": (
        ALICE + "bitboard.py", r"self\.maze\.departure", NEVER, "departure", "native"
    ),
    "alice: the native search, backwards": (
        ALICE + "moves.py", r" or maze\.backwards", "", "backwards", "native"
    ),
    "alice: the native search's moves": (
        ALICE + "moves.py", r"state\.square if maze\.departure else to", "to", "departure", ""
    ),
    "alice: the encoding, departure": (
        "encodings/alice/transition.lp",
        r"rule\(departure\)", "rule(nothing)", "departure", "clingo",
    ),
    "alice: the encoding, backwards": (
        "encodings/alice/maze.lp", r"rule\(backwards\)", "rule(nothing)", "backwards", "clingo"
    ),
    "alice: d = 0 in the encoding": (
        "encodings/alice/transition.lp",
        r"rule\(backwards\)", "rule(nothing)", "backwards", "clingo",
    ),
    "alice: the overlay": (
        "encodings/alice/variants/departure.lp", r"\nrule\(departure\)\.", "\nrule(nothing).",
        "departure", "clingo with departure.lp",
    ),
    "alice: the facts": (
        ALICE + "format.py", r"for name in RULES if getattr", "for name in RULES[:1] if getattr",
        "backwards", "clingo",
    ),
    "alice: the checker's replay, departure": (
        ALICE + "check/rules.py", r"state\.square if maze\.departure else target", "target",
        "departure", "the checker",
    ),
    "alice: the checker's replay, backwards": (
        ALICE + "check/__init__.py", r"state\.d <= 0 and not maze\.backwards", "state.d <= 0",
        "backwards", "the checker",
    ),
    "alice: the checker's layers": (
        ALICE + "check/layers.py", r"not self\.maze\.departure", "True", "departure", "the checker"
    ),
    "alice: the checker's figures": (
        ALICE + "check/figures.py", r"index if maze\.departure else to", "to",
        "departure", "the checker",
    ),
    "alice: brute force": (
        ALICE + "testkit.py", r" and not maze\.backwards", "", "backwards", "brute force"
    ),
    "alice: the judge": (
        "encodings/alice/check.lp", r"rule\(backwards\)", "rule(nothing)", "backwards", "check.lp",
    ),
    "alice: the page": (
        ALICE + "watch.js", r"departure \? colour : ", "", "departure", "the page"
    ),
    "alice: the page, backwards": (
        ALICE + "watch.js", r"state\.d <= 0 && !backwards", "state.d <= 0", "backwards", "the page"
    ),
    "ravensburger: the checker, walk_first": (
        BOARDS + "check.py", r"if WALK_FIRST in board\.rules", "if False", "walk_first",
        "the checker",
    ),
    "ravensburger: the checker, fixed_lines": (
        BOARDS + "check.py", r"if FIXED_LINES in", "if 0 in", "fixed_lines", "the checker"
    ),
    "ravensburger: the checker, no_undo": (
        BOARDS + "check.py", r"if NO_UNDO in board\.rules and back", "if False", "no_undo",
        "the checker",
    ),
    "ravensburger: the checker, lost_tiles": (
        BOARDS + "check.py", r"if LOST_TILES in board\.rules and", "if False and", "lost_tiles",
        "the checker",
    ),
    "ravensburger: an encoding, no_undo": (
        "encodings/ravensburger/variants/no-undo.lp", r"\n:- push.*", "\n", "no_undo", "clingo"
    ),
    "ravensburger: an encoding, fixed_lines": (
        "encodings/ravensburger/variants/fixed-lines.lp", r"Z\\2 = 1", "Z = 0", "fixed_lines",
        "clingo",
    ),
    "ravensburger: an encoding, walk_first": (
        "encodings/ravensburger/variants/walk-first.lp", r"\narrived\(0\).*", "\n", "walk_first",
        "clingo",
    ),
    "ravensburger: the overlays": (
        BOARDS + "settings.py", r"sorted\(board\.rules\)", "[]", "", "clingo"
    ),
    "ravensburger: the native search": (
        BOARDS + "settings.py", r"    if board\.rules:\n", "    if False:\n", "", "native"
    ),
    "ravensburger: the page": (
        BOARDS + "watch.py", r"    if board\.rules:\n", "    if False:\n", "walk_first", "the page"
    ),
    "ravensburger: the judge, walk_first": (
        "encodings/ravensburger/check.lp", r"rule\(walk_first\)", "rule(nothing)",
        "walk_first", "check.lp",
    ),
    "ravensburger: the judge, fixed_lines": (
        "encodings/ravensburger/check.lp", r"rule\(fixed_lines\)", "rule(nothing)",
        "fixed_lines", "check.lp",
    ),
    "ravensburger: the judge, no_undo": (
        "encodings/ravensburger/check.lp", r"rule\(no_undo\)", "rule(nothing)",
        "no_undo", "check.lp",
    ),
    "ravensburger: the checker, exact": (
        BOARDS + "check.py", r"if EXACT in board\.rules and", "if False and", "exact",
        "the checker",
    ),
    "ravensburger: an encoding, exact": (
        "encodings/ravensburger/variants/exact.lp", r"\n:- query.*", "\n", "exact", "clingo"
    ),
    "ravensburger: the judge, exact": (
        "encodings/ravensburger/check.lp", r"rule\(exact\)", "rule(nothing)",
        "exact", "check.lp",
    ),
    "ravensburger: the judge, lost_tiles": (
        "encodings/ravensburger/check.lp", r"rule\(lost_tiles\)", "rule(nothing)",
        "lost_tiles", "check.lp",
    ),
    "ravensburger: brute force": (
        BOARDS + "testkit.py", r"NO_UNDO in rules and undone", "False", "no_undo",
        "changes no answer",
    ),
    "fractal: the option two_way": (
        FRACTAL + "settings.py", r"if two_way and", "if False and", "two_way", "changes no answer"
    ),
    "fractal: the option anywhere": (
        FRACTAL + "settings.py", r"if anywhere and", "if False and", "anywhere", "changes no answer"
    ),
    "fractal: an overlay, two_way": (
        "encodings/fractal/variants/two-way.lp", r"joined\(Q,P\)", "joined(P,P)",
        "two_way", "with two-way.lp",
    ),
    "fractal: the native search": (
        FRACTAL + "atlas.py", r"return self\.labyrinth\.goal\.anywhere", "return False",
        "anywhere", "native",
    ),
    "fractal: the page": (
        FRACTAL + "watch.js", r"dive \? boxes : \[\]", "[]", "anywhere", "the page"
    ),
    "fractal: the lab": (
        FRACTAL + "lab_js/answers.js", r"facts\.flatMap\(both\)", "facts", "two_way", "the lab",
    ),
    "theseus: the native search": (
        THESEUS + "walks.py", r"            if rules\.room:", "            if False:", "room",
        "native",
    ),
    "theseus: the native search, point": (
        THESEUS + "walks.py", r"if rules\.point and plan is not None", "if False", "point", "native"
    ),
    "theseus: the graph": (
        THESEUS + "graph.py", r"LEAVING\.index\(leaving\) \+ 1", "1", "", "native"
    ),
    "theseus: the encoding": (
        "encodings/theseus/limits.lp", r":- limit\(passage", ":- limit(nothing", "passage", "clingo"
    ),
    "theseus: the checker, room": (
        THESEUS + "check/limits.py", r"yield kind, way\.room, most", "pass", "room", "the checker"
    ),
    "theseus: the checker, point": (
        THESEUS + "check/limits.py", r"if not self\.rules\.point", "if True", "point",
        "the checker",
    ),
    "theseus: the checker, leaving": (
        THESEUS + "check/floor.py", r'return "" if leaving != "turn"', "return str() if False",
        "leaving", "the checker",
    ),
    "theseus: the page": (
        THESEUS + "watch.js", r"if \(limits\.room\)", "if (false)", "room", "the page"
    ),
    "theseus: the judge": (
        "encodings/theseus/check.lp", r"limit\(room,N\)", "limit(nothing,N)", "room", "check.lp"
    ),
    "theseus: brute force": (
        THESEUS + "testkit.py", r'back = "passage" in self\.limits and .*', "back = False",
        "passage", "brute force",
    ),
    "dungeon: the native search": (
        DUNGEON + "world.py", r"int\(initial\.turned\)", "0", "turned", "native"
    ),
    "dungeon: the encoding": (
        "encodings/dungeon/places.lp", r"begin\(P,1\)", "begin(P,0)", "turned", "clingo"
    ),
    "dungeon: the facts": (
        DUNGEON + "initial_state.py", r"\*\(\[TURNED\.fact\(\(\)\)\] if state\.turned else \[\]\)",
        "*[]", "turned", "clingo",
    ),
    "dungeon: the checker": (
        DUNGEON + "check/rules.py", r"initial\.unlocked\), initial\.turned",
        "initial.unlocked), False", "turned", "the checker",
    ),
    "dungeon: the picture": (
        "encodings/dungeon/scene.lp", r"(?<=:- )(not )?turned\.", r"\1nothing.", "turned",
        "the picture",
    ),
    "dungeon: the judge": (
        "encodings/dungeon/check.lp", r":- turned\.", ":- nothing.", "turned", "check.lp"
    ),
    "dungeon: repair": (
        DUNGEON + "search.py", r"    if instance\.settings\.repair:", "    if False:", "repair",
        "changes no answer",
    ),
    "dungeon: the page": (
        DUNGEON + "watch.js", r"\bdata\.begun\b", "undefined", "turned", "the page"
    ),
    "dungeon: brute force": (
        DUNGEON + "testkit.py", r"unlocked, initial\.turned\)", "unlocked, False)", "turned",
        "changes no answer",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """What is run of the project."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("pylab", "encodings", "instances"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def trial(copy, family):
    path = os.pathsep.join([str(copy), str(ROOT / "tests/support")])
    return subprocess.run(
        [sys.executable, "-B", ROOT / "tests/support/options_trial.py", family],
        capture_output=True, encoding="utf-8", check=False, cwd=copy, timeout=300,
        env={**os.environ, "PYTHONPATH": path, "PYLAB_NATIVE": "0"},
    )  # fmt: skip


@pytest.mark.skipif(node.NODE is None, reason="there is no node here")
@pytest.mark.parametrize("who", few(FORGOTTEN, 1))
def test_whoever_forgets_an_option_is_named_with_it(copy, who):
    place, old, new, option, named = FORGOTTEN[who]
    file = copy / place
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(old, new, text)
    assert count
    file.write_text(changed, encoding="utf-8")
    try:
        done = trial(copy, who.partition(":")[0])
    finally:
        file.write_text(text, encoding="utf-8")
    told = done.stderr.rpartition("Unmet: ")[2].partition("\n")[0]
    assert told, done.stderr[-2000:]
    assert option in told
    assert named in told
