"""`pylab draw`, `facts`, `generate`, `families`, `encodings`, help and versions."""

from __future__ import annotations

import functools
import json
import re
import shlex
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import click
import pytest
from projects import QUICK, ROOT, call, few, in_shell, run

from pylab import __version__
from pylab.cli import COMMANDS, pylab

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"


def commands():
    """Every command and subcommand, as the words that call it."""
    context = click.Context(pylab)
    for name in COMMANDS:
        command = pylab.get_command(context, name)
        yield (name,), command
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                yield (name, inner), command.get_command(context, inner)


@pytest.mark.parametrize(
    ("words", "command"), list(commands()), ids=lambda v: "".join(v) if isinstance(v, tuple) else ""
)
def test_every_command_has_help_with_an_example(words, command):
    done = call(*words, "--help-all")
    assert done.returncode == 0
    assert "Example" in done.stdout
    assert f"pylab {' '.join(words)}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    for option in command.params:
        assert isinstance(option, click.Argument) or option.help


def named(text):
    """For each option with choices in a help, the choices that its explanation names."""
    rows = re.findall(r"(--[\w-]+) \[(\w+(?:\|\w+)+)\]\s+(.*?)(?=\n  -|\n\n|\Z)", text, re.DOTALL)
    return {o: [w for w in those.split("|") if re.search(rf"\b{w}\b", t)] for o, those, t in rows}


@pytest.mark.parametrize(
    ("words", "command"), list(commands()), ids=lambda v: "".join(v) if isinstance(v, tuple) else ""
)
def test_the_help_of_every_command_fits_on_a_screen(words, command):
    """What it leaves out is in `--help-all`, of which it tells."""
    short, whole = (call(*words, each).stdout for each in ("--help", "--help-all"))
    assert len(short.splitlines()) <= 23
    assert max(map(len, short.splitlines())) <= 80
    if short != whole:
        assert f"pylab {' '.join(words)} --help-all" in short
        assert f"\n    pylab {' '.join(words)} " in short
        assert all(len(few) != 1 or few == named(whole)[o] for o, few in named(short).items())
        listed = [line.split()[0] for line in short.splitlines() if line.startswith("  -")]
        assert listed
        assert all(flag in whole for flag in listed)
        assert not [line for line in short.splitlines() if line.endswith("…") and "  " in line]


def test_what_is_no_puzzle_of_the_kind_is_told(tmp_path):
    sokoban = ROOT / "examples/sokoban"
    done = call("watch", str(sokoban / "moves.lp"), str(sokoban / "instances/one.lp"))
    assert "moves.lp is no program of its folder: give the puzzle alone" in done.stderr
    (tmp_path / "lamps/instances").mkdir(parents=True)
    (tmp_path / "lamps/lamps.lp").write_text("{ on(X) : lamp(X) }.\n")
    (tmp_path / "lamps/instances/one.lp").write_text("lamp(1).\n")
    done = call("gallery", str(tmp_path / "lamps"), str(tmp_path / "site"))
    assert (done.returncode, (tmp_path / "site").exists()) == (2, False)
    assert "lamps has no pictures; there is no scene.lp beside it" in done.stderr
    assert "none of them can be shown" in done.stderr
    (tmp_path / "a.pds").write_text(call("facts", "fractal/alice.lab", "--as", "pds").stdout)
    done = call("facts", str(tmp_path / "a.pds"), "--as", "lab")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a pushdown system is no labyrinth" in done.stderr
    done = call("import", "dungeon/mission.dot")  # a shipped name
    assert "found 0 maps and 1 graph" in done.stderr


@pytest.mark.parametrize("words", [words for words, _ in commands()], ids="-".join)
def test_a_missing_argument_is_answered_with_an_example_of_the_same_command(words):
    if words == ("clingo",):  # reads standard input
        return
    told = call(*words).stderr
    for tried in (line for line in told.splitlines() if line.startswith("try: ")):
        assert tried.startswith(f"try: pylab {' '.join(words)}"), told


SHORTER = {
    "generate alice --seed 7": "generate alice --steps 20 --seed 7",
    "generate ravensburger --size 8 |": "generate ravensburger --size 6 --seed 7 |",
    "--on ravensburger --random 20": "--on ravensburger --random 1",
    "--same optimum --random 5": "--same optimum --random 1",
    "pylab encodings\n": "",  # of one family on the next line
    "'alice/*.alice'": "'alice/e*.alice'",
    "watch alice/lawn.alice --random 10": "watch alice/example.alice --random 1",
    "watch alice/croquet.alice --task": "watch alice/example.alice --task",
    "draw alice/croquet.alice --step 9": "draw alice/example.alice --step 2",
    "gallery site --only alice": "gallery --help",  # there is a test of its own
    "gallery site --random 10 ": "gallery --help ",
    "mine/shortest.lp ravensburger": "mine/shortest.lp ravensburger/square-2x2.lp --random 1",
}
"""What takes a while, on less."""


@pytest.mark.parametrize("shorter", few([SHORTER, {}], 1), ids=["shorter", "whole"][: 2 - QUICK])
def test_the_examples_of_the_help_run(tmp_path, shorter):
    """All lines of all examples, one after the other in an empty folder."""
    lines = []
    for words, _ in [((), None), *commands()]:
        text = call(*words, "--help-all").stdout
        _, _, examples = text.partition("Example")
        for line in examples.splitlines()[1:]:
            if not line.strip():
                break
            lines.append(line.strip())
    assert len(lines) >= 10
    bare = [line for line in lines if not line.startswith("clingo ")]
    script = "\n".join(bare)
    script = script.replace("pylab compare ", "pylab compare --making-limit 1 ")
    for long, short in shorter.items():
        assert long in script
        script = script.replace(long, short)
    for line in script.replace("\\\n", " ").splitlines():
        if line.startswith("pylab bench again "):
            record = (tmp_path / "out/results.jsonl").read_text().splitlines()[0]
            line = line.replace("3f09", json.loads(record)["run"]["key"])
        done = _typed(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr)


def test_the_example_of_clingos_own_command_finds_the_plan(tmp_path):
    _, _, examples = call("clingo", "--help-all").stdout.partition("Examples:\n")
    printed = [_typed(line.strip(), tmp_path).stdout for line in examples.splitlines()[:3]]
    assert "push(1,w,1) push(2,n,2)" in printed[-1]


def _typed(line, folder):
    """A line of an example as a shell runs it; one of a command alone needs none."""
    first, *words = shlex.split(line, comments=True)
    if first == "pylab" and not set(line) & set("<>|&;$"):
        return (run if words[0] == "bench" else call)(*words, cwd=folder)
    lines = ["set -e", "set -o pipefail", line.replace("pylab ", f"{in_shell()} "), "true"]
    return subprocess.run(
        ["bash", "-c", "\n".join(lines)],
        cwd=folder, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_the_version():
    assert run("--version").stdout == f"pylab, version {__version__}\n"


def test_the_version_needs_no_clingo():
    script = (
        "import atexit, sys, pylab_asp\nsys.argv = ['pylab', '--version']\n"
        "loaded = {'clingo', 'pylab.engines', 'pylab.family.table', 'pylab.base.limits'}\n"
        "atexit.register(lambda: print(sorted(loaded & set(sys.modules))))\n"
        "pylab_asp.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_completion():
    done = run(
        env={"_PYLAB_COMPLETE": "bash_complete", "COMP_WORDS": "pylab so", "COMP_CWORD": "1"}
    )
    assert "plain,solve" in done.stdout


def test_families_and_encodings():
    assert "ravensburger (.lp .asp): " in call("families").stdout
    told = json.loads(call("families", "--format", "json").stdout)
    (family,) = [f for f in told["families"] if f["name"] == "ravensburger"]
    assert [task["name"] for task in family["tasks"]] == ["plan", "shortest", "all"]
    listed = call("encodings", "--family", "ravensburger").stdout
    assert "ravensburger/shortest.lp  shortest: " in listed
    assert "ravensburger/variants/any.lp  overlay: A plan may go on" in listed
    path = call("encodings", "--path").stdout.strip()
    assert path.endswith("encodings")


def test_facts_are_the_instance():
    done = call("facts", EXAMPLE)
    assert done.stdout.splitlines()[0] == "field(1,1)."
    again = call("solve", "-", "--family", "ravensburger", stdin=done.stdout)
    assert again.returncode == 0


def test_generated_boards_are_the_same_for_the_same_seed():
    first = call("generate", "ravensburger", "--size", "6", "--seed", "7").stdout
    assert first == call("generate", "ravensburger", "--size", "6", "--seed", "7").stdout
    assert first != call("generate", "ravensburger", "--size", "6", "--seed", "8").stdout
    without = call("generate", "ravensburger")
    assert without.stderr.startswith("pylab: seed ")
    assert call("generate", "ravensburger", "--size", "0").returncode == 2
    assert call("generate", "chess").returncode == 2


def test_the_options_of_a_generator_are_its_own_whatever_their_names(tmp_path):
    done = call("generate", "alice", "--width", "3", "--seconds", "-1")
    assert (done.returncode, "seconds of at least 0, found -1" in done.stderr) == (2, True)
    (tmp_path / "go.lp").write_text("{ a(X) : n(X) }.\n#show a/1.\n")
    constants = "#const seconds = 3. #const constants = 4."
    (tmp_path / "generate.lp").write_text(f"{constants} n(seconds). n(constants). #show n/1.\n")
    done = call("generate", ".", "--seconds", "5", "--time-limit", "50", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "n(4).\nn(5).\n"), done.stderr


def test_pictures(tmp_path):
    svg = tmp_path / "plan.svg"
    assert call("draw", EXAMPLE, "--solve", "-o", svg).returncode == 0
    root = ET.fromstring(svg.read_text())
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"start", "1: row 1 moves west"} <= set(texts)
    text = call("draw", EXAMPLE).stdout
    assert "@│" in text
    assert "* the goal, which starts on (1,4)" in text
    witness = tmp_path / "w.lp"
    witness.write_text("push(1,w,1). push(2,n,2).")
    drawn = call("draw", EXAMPLE, "--witness", witness).stdout
    assert "         ↑\n2: column 2 moves north" in drawn
    witness.write_text("push(9,w,1).")
    assert "not drawn: step 1 is no push" in call("draw", EXAMPLE, "--witness", witness).stdout
    unsolvable = ROOT / "instances/ravensburger/unsolvable-3x3.lp"
    done = call("draw", unsolvable, "--solve", "-o", svg)
    assert (done.returncode, "there is no answer" in done.stderr) == (0, True)


@pytest.mark.parametrize("words", ["--task all", "--solve", "--explain", "--consequences brave"])
def test_the_option_that_excludes_a_given_answer_is_named(words):
    done = call("draw", EXAMPLE, "--witness", "-", *words.split())
    assert done.returncode == 2
    assert f"expected either --witness or {words.split()[0]}\n" in done.stderr


def test_a_png_is_the_svg_at_twice_its_size(tmp_path, monkeypatch):
    for name in ("board.svg", "board.png"):
        assert call("draw", EXAMPLE, "--theme", "dark", "-o", tmp_path / name).returncode == 0
    svg, png = (tmp_path / "board.svg").read_text(), (tmp_path / "board.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n")
    sides = [float(each) for each in re.findall(r' (?:width|height)="([\d.]+)"', svg)[:2]]
    assert struct.unpack(">II", png[16:24]) == pytest.approx([2 * each for each in sides], abs=1)
    assert call("draw", EXAMPLE, "--format", "png").returncode == 2
    resvg = pytest.importorskip("resvg_py", reason="resvg is not installed")
    bare = functools.partial(resvg.svg_to_bytes, skip_system_fonts=True)
    for fonts in (True, False):
        monkeypatch.setattr(resvg, "svg_to_bytes", resvg.svg_to_bytes if fonts else bare)
        done = call("draw", EXAMPLE, "-o", tmp_path / "again.png")
        assert (done.returncode, "the PNG has no letters" in done.stderr) == (0, not fonts)
        assert ((tmp_path / "again.png").stat().st_size > 0.8 * len(png)) == fonts  # of letters
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = call("draw", EXAMPLE, "-o", tmp_path / "other.png")
    assert (done.returncode, "pip install 'pylab-asp[png]'" in done.stderr) == (2, True)
    assert not (tmp_path / "other.png").exists()


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("plan.gif", "ends in .svg, .png, .txt or .dot"),
        ("no/folder.svg", "No such file or directory"),
    ],
)
def test_pictures_go_only_where_they_can(tmp_path, output, message):
    done = call("draw", EXAMPLE, "-o", output, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
