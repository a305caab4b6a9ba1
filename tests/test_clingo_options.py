"""Clingo's options: each is known, as harmless or not, in all the ways it can be written."""

from __future__ import annotations

import re
import subprocess
import sys

import clingo
import pytest
from projects import BARE

import pylab
from pylab.base.errors import EncodingError
from pylab.encoding import program
from pylab.encoding.clingo_options import (
    FLAG,
    HARMLESS,
    OPTIONAL,
    REFUSED,
    REQUIRED,
    refuse_options,
    threads,
)

_OPTION = re.compile(
    r"^  --(?:\[no-\])?(?P<name>[a-z][a-z-]*)(?P<implicit>\[=.*?\])?(?P<value>=\S+)?"
    r"(?:,-(?P<letter>\w))?(?P<argument> <\S+)?",
    re.MULTILINE,
)
SEARCHING = ("Clasp.Context", "Clasp.Search", "Clasp.Lookback")


@pytest.fixture(scope="module")
def told():
    """What clingo's own help says of its options."""
    done = subprocess.run(
        [sys.executable, "-c", BARE, "--help=3"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    text = done.stdout.split("Default command-line:")[0]
    found = list(_OPTION.finditer(text))
    assert len(found) > 90
    return found


def names_of_control():
    """The names that clingo's library takes, hidden ones, too: all of them begin with nothing."""
    messages = []
    with pytest.raises(RuntimeError) as caught:
        clingo.Control(["--=1"], logger=lambda _, text: messages.append(text))
    words = " ".join([str(caught.value), *messages]).split("could be:")[1].split()
    return {word for word in words if re.fullmatch(r"[a-z][a-z-]*", word)}


def accepted(*options):
    try:
        refuse_options(options)
    except EncodingError:
        return False
    return True


def test_each_option_is_known(told):
    names = {each["name"] for each in told} | names_of_control()
    missing = {"opt-stop"} if clingo.version() < (5, 8, 0) else set()
    assert names - {"no"} == (set(HARMLESS) | REFUSED) - missing
    assert not set(HARMLESS) & REFUSED


def test_whether_they_have_values_is_known(told):
    for each in told:
        if each["name"] in HARMLESS:
            value = REQUIRED if each["value"] or each["argument"] else FLAG
            assert HARMLESS[each["name"]] == (OPTIONAL if each["implicit"] else value), each[0]


def test_none_of_the_refused_gets_past_by_any_beginning_of_its_name(told):
    for name in REFUSED:
        for end in range(1, len(name) + 1):
            for start in ("", "no-"):
                short = name[:end]
                if short in HARMLESS:
                    continue
                assert not accepted(f"--{start}{short}=7"), short
                assert not accepted(f"--{start}{short}", "7"), short
    letters = {each["letter"]: each["name"] for each in told if each["letter"]}
    for letter, name in letters.items():
        if name in REFUSED:
            assert not accepted(f"-{letter}", "n=5")
            assert not accepted(f"-{letter}n=5")
            assert not accepted(f"-s{letter}n=5")


@pytest.mark.parametrize(
    "words",
    [
        ["-cn=5"], ["-c", "n=5"], ["--cons=n=5"], ["--const", "n=5"], ["--enum=cautious"],
        ["--mod=7"], ["-n5"], ["-n", "5"], ["5"], ["--sat-prepro", "5"], ["--no-share", "5"],
        ["-s", "5"], ["--heuristic=Vsids", "5"], ["--stats", "-n5"], ["-Vn5"],
        ["--configuration=/etc/passwd"], ["--conf", "x.txt"], ["--supp"], ["--no-ufs"],
        ["--text"], ["--", "5"], ["--"], ["-"], [""], ["--no-"], ["--seed"[:3]], ["a.lp"], ["-x"],
        ["--é=3"], ["--seed=\udce9"], ["--seed", "\udce9"], ["--eq", "-c", "n=5"],
    ],
)  # fmt: skip
def test_ways_to_change_the_question(words):
    with pytest.raises(EncodingError):
        refuse_options(words)


@pytest.mark.parametrize(
    "words",
    [
        ["--parallel-mode=2"], ["-t2"], ["-t", "2,split"], ["--para", "3"], ["--loops=no"],
        ["--conf=tweety"], ["--configuration", "many"], ["--sat-prepro"], ["--sat-prepro=2,time=9"],
        ["--no-sat"], ["-rL,60"], ["-r", "no"], ["-d", "no"], ["--eq", "-1"], ["--no-backprop"],
        ["--seed=3", "--heuristic=Domain", "--dom-mod=5,16", "-Wnone"], ["--stats=2"], [],
    ],
)  # fmt: skip
def test_what_changes_only_the_search_is_taken_and_clingo_takes_it(words):
    refuse_options(words)
    clingo.Control(words)


@pytest.mark.parametrize(
    "words", [["--seed=3", "--seed", "4"], ["-t2", "--para=3"], ["--heu=Vsids", "--heuristic=None"]]
)
def test_an_option_is_given_once_however_it_is_written(words):
    with pytest.raises(EncodingError, match=r"expected clingo's --[\w-]+ once, found `-"):
        refuse_options(words)
    refuse_options(["-Wno-atom-undefined", "-Wno-other"])


@pytest.mark.parametrize(
    "words", [["--heu=Vsids"], ["--heuristic", "Vsids"], ["--seed=4"], ["-t2"]]
)
def test_an_option_overrides_a_header_however_it_is_written(words, tmp_path):
    (tmp_path / "a.lp").write_text("% Solver options: --heuristic=Domain --seed 3 -t 3\n{ a }.\n")
    overlay = tmp_path / "b.lp"
    overlay.write_text("% Purpose: b\n% Solver options: --seed 5 --heuristic=Domain\n{ b }.\n")
    solution = pylab.program(tmp_path / "a.lp").solve(overlays=[overlay], clingo_options=words)
    assert solution.answer.count == 1


def test_threads_are_counted_however_they_are_written():
    assert threads(["-t4"]) == threads(["-t", "4,split"]) == threads(["--para=4"]) == 4
    assert threads(["--seed=9"]) == 1


def test_a_theory_that_there_is_not_is_refused_with_the_file_that_names_it(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("% Theory: clingoo\n\na.\n")
    told = r"a\.lp, in its header: expected a theory, clingo-dl or clingcon; found 'clingoo'"
    with pytest.raises(EncodingError, match=told):
        program.load(path)


def test_a_header_recommends_no_more_than_a_search(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("% Purpose: a\n% Solver options: -c n=5\n\na.\n")
    with pytest.raises(
        EncodingError, match=r"a\.lp, in its header: expected an option .*, found `-c`"
    ):
        program.load(path)
    path.write_text("% Purpose: a\n% Solver options: --loops=no -t2\n\na.\n")
    assert program.load(path).solver_options == ("--loops=no", "-t2")
