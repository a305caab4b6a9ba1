"""What docs/sources.md says that commands print, they print: the same words and whole numbers."""

from __future__ import annotations

import functools
import re
import shlex
import subprocess

import pytest
from projects import ROOT, SHARED, call

PAGE = (ROOT / "docs/sources.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>.+?) \| `(?P<command>.+?)` \| (?P<words>`.+`) \|$", re.MULTILINE)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def shown():
    """The words that each command prints, in all rows that have it."""
    found = {}
    for row in ROW.finditer(PAGE):
        command = row["command"].replace(r"\|", "|")
        words = re.findall(r"`([^`]+)`", row["words"])
        found.setdefault(command, []).extend(words)
    return found


@functools.cache
def printed(command):
    """What comes out at the end of a line of shell; its parts hand on what they print."""
    text = ""
    for part in command.split(" | "):
        words = shlex.split(part)
        if words[0] == "pylab":
            done = call(*words[1:], stdin=text, cwd=ROOT)
            assert done.returncode in (0, 1), done.stderr
        else:
            assert words[0] in ("echo", "printf")
            done = subprocess.run(
                ["bash", "-c", part], capture_output=True, encoding="utf-8", check=True
            )
        text = done.stdout
    return text


def has(text, words):
    """Whether a text has these words, with the numbers at their ends in full: no 2 in 12 or 2.5."""
    return re.search(rf"(?<![\d.]){re.escape(words)}(?!\.?\d)", text) is not None


ROWS = sorted(shown().items(), key=lambda row: "hemme" in row[0])
"""Those of the largest puzzle, which take longest, come last."""


@pytest.mark.parametrize(("command", "words"), ROWS)
def test_each_command_prints_what_the_source_has(command, words):
    text = printed(command)
    assert [each for each in words if not has(text, each)] == []
    lines = {line.strip() for line in text.split("\n")}
    assert any(NUMBER.search(each) or each in lines for each in words)
    if "\n" not in text.strip():  # the answer is this number
        words = [*words, text.strip()]
    for each in words:
        for number in NUMBER.finditer(each):
            other = str(int(number[0].replace(".", "")) + 100_003)
            assert not has(text, each[: number.start()] + other + each[number.end() :])


def test_every_row_is_read():
    rows = [line for line in PAGE.split("\n") if line.startswith("| ")]
    titles = [line for line in rows if line.startswith("| in the source |")]
    assert len(titles) == PAGE.count("\n## ")
    assert len(ROW.findall(PAGE)) == len(rows) - len(titles)


SEEDS = {
    "fractal-labyrinths": [
        (r"\(a <\\bot>\)\n(?:.+-->.+\n)+", "pylab facts fractal/infinite.lab --as moped"),
        (r"inner\.start A\.3\n(?:.+\n)+?(?=#)", "pylab facts fractal/alice.lab --as lab"),
    ],
    "labyrinth-of-theseus": [
        (r"(?<=Node count : 76\n)(?:.*\n)+?(?=```)",
         "pylab solve theseus/hemme.plan --task log"),
    ],
    "ravensburger-labyrinth": [
        (r"push\(1,w,1\)\. push\(3,s,2\)\.", "pylab solve ravensburger/example-4x4.lp --task all"),
        (r"push\(1,w,1\)\. push\(2,n,2\)\.", "pylab solve ravensburger/example-4x4.lp --task all"),
        (r"connect\(1,1,s\)\..+connect\(1,4,w\)\.", "pylab facts ravensburger/example-4x4.lp"),
    ],
}  # fmt: skip
"""Passages of the sources, and the commands whose output has each of their lines or facts."""


def pieces(text):
    """The facts of a text or else its lines, with the words of a line in whatever order."""
    facts = re.findall(r"\w+\([^)]*\)\.", text)
    return set(facts) or {" ".join(sorted(line.split())) for line in text.split("\n")} - {""}


@pytest.mark.parametrize(
    ("name", "passage", "command"), [(name, *each) for name in SEEDS for each in SEEDS[name]]
)
def test_the_passages_of_the_sources_are_in_what_is_printed(name, passage, command):
    page = SHARED.parent / "seeds" / f"{name}.txt"
    if not page.is_file():
        pytest.skip("the sources are not here (PYLAB_SHARED)")
    found = re.search(passage, page.read_text(encoding="utf-8"))
    assert len(pieces(found[0])) > 1
    assert pieces(found[0]) <= pieces(printed(command))
