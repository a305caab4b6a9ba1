"""The README's examples are run, and print what they are said to print."""

from __future__ import annotations

import re
import runpy
import shlex
import sys

import pytest
from projects import BARE, ROOT, run
from shell import follow

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHIMS = f'clingo() {{ {sys.executable} -c {shlex.quote(BARE)} "$@"; }}\n'


COMMANDS_PAGE = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
DOCS = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = [path.read_text(encoding="utf-8") for path in DOCS]
PLACES = re.findall(
    r"`((?:benchmarks|docs|encodings|examples|instances|native|pylab|tests|tools)/[^` ]*)`",
    "".join(
        [README, *TEXTS, *((ROOT / f"{n}.md").read_text() for n in ("CONTRIBUTING", "CHANGELOG"))]
    ),
)
MEANINGS = re.findall(
    r"^\| [^|]* \| \**([\d,]+)\** \| `(--[^|]*)` \|$",
    (ROOT / "docs/theseus.md").read_text("utf-8"),
    re.MULTILINE,
)


LONG = r"--random|--task statistics|python -m|/why\.gz"
"""Examples that take a second."""

SAID = r"^pylab: (certificate: |\d+ larger instances? (?:is|are) left out)"
"""What may be said beside a result."""


def examples():
    """(command, what it is said to print) for each `$` line of the console blocks."""
    texts = [README, *TEXTS]
    blocks = [b for t in texts for b in re.findall(r"(?ms)^```console\n(.*?)^```$", t)]
    for block in dict.fromkeys(blocks):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def marked():
    """The examples; what takes a second each is left to the slow tests."""
    for each in examples():
        yield pytest.param(*each, marks=[pytest.mark.slow] * bool(re.search(LONG, each[0])))


def beside_mine(folder):
    """A folder with the instances, and with the README's rules in `mine.lp`."""
    (rules,) = re.findall(r"(?ms)^```prolog\n(.*?)^```$", README)
    (folder / "mine.lp").write_text(rules, encoding="utf-8")
    (folder / "instances").symlink_to(ROOT / "instances")
    return folder


@pytest.mark.parametrize(("command", "output"), list(marked()))
def test_examples_print_what_the_readme_says(command, output, tmp_path):
    patient = command.replace("--explain", "--explain --time-limit 200")  # it has 10 s by itself
    done = follow(patient, beside_mine(tmp_path) if " mine.lp" in command else ROOT, SHIMS)
    assert done.returncode in (0, 1, 10, 20, 30), done.stderr
    told = [line for line in done.stderr.splitlines() if not re.search(SAID, line)]
    assert told == []
    if output:  # clingo may find answers in another order in another version
        assert sorted(done.stdout.splitlines()) == sorted(output.splitlines())


def long(number, means):
    """Takes long; `room-twice` is asked for every time together with `passage-once`."""
    return len(number) > 3 or means == "--with room-twice"


@pytest.mark.parametrize(
    ("number", "means"),
    [
        pytest.param(number, means, marks=[pytest.mark.slow] * long(number, means))
        for number, means in MEANINGS
    ],
)
def test_each_meaning_of_twice_has_its_number(number, means):
    asked = ["instances/theseus/hemme.plan", "--task", "paths", "--count"]
    done = run("solve", *asked, *means.split(), cwd=ROOT)
    assert done.stdout == number.replace(",", "") + "\n"


def test_there_are_examples():
    assert len(list(examples())) >= 10
    assert len(MEANINGS) == 8


def test_the_first_two_commands_install():
    first, second, *_ = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert "pip install" in first
    assert "pylab solve" in first
    assert "'.[test]'" in second
    assert "pytest" in second


def test_every_command_is_described():
    from pylab.cli import COMMANDS

    for command in COMMANDS:
        assert re.search(rf"^\| `{command}\b", COMMANDS_PAGE, re.MULTILINE), command


@pytest.mark.parametrize("name", sorted(set(PLACES)))
def test_named_places_exist(name):
    assert list(ROOT.glob(re.sub("FAMILY|NAME", "*", name)))


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda p: p.stem)
def test_benchmarks_find_what_they_import_and_have_help(path, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(path.parent)
    doc = runpy.run_path(str(path))["__doc__"]
    assert doc
    if path.stem != "race":  # what the families' benchmarks share
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("sys.argv", [str(path), "--help"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(path), run_name="__main__")
        assert ended.value.code in (0, doc)
        assert not list(tmp_path.iterdir())
