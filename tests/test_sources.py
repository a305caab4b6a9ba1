"""What docs/sources.md says that commands print, they print."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
from projects import ROOT, call, few

PAGE = (ROOT / "docs/sources.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>.+?) \| `(?P<command>.+?)` \| (?P<words>`.+`) \|$", re.MULTILINE)


def shown():
    """The words that each command prints, in all rows that have it."""
    found = {}
    for row in ROW.finditer(PAGE):
        command = row["command"].replace(r"\|", "|")
        words = re.findall(r"`([^`]+)`", row["words"])
        found.setdefault(command, []).extend(words)
    return found


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


ROWS = sorted(shown().items(), key=lambda row: "hemme" in row[0])
"""Those of the largest puzzle, which take longest, come last."""


@pytest.mark.parametrize(("command", "words"), few(ROWS, 16))
def test_each_command_prints_what_the_source_has(command, words):
    text = printed(command)
    assert [each for each in words if each not in text] == []


def test_every_row_is_read():
    rows = [line for line in PAGE.split("\n") if line.startswith("| ")]
    titles = [line for line in rows if line.startswith("| in the source |")]
    assert len(titles) == PAGE.count("\n## ")
    assert len(ROW.findall(PAGE)) == len(rows) - len(titles)
