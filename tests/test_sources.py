"""What docs/sources.md says that commands print, they print."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from projects import ROOT

SHIM = f'pylab() {{ {sys.executable} -m pylab_asp "$@"; }}\n'
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


@pytest.mark.parametrize(("command", "words"), list(shown().items()), ids=list(shown()))
def test_each_command_prints_what_the_source_has(command, words):
    done = subprocess.run(
        ["bash", "-c", SHIM + command],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert [each for each in words if each not in done.stdout] == []


def test_every_row_is_read():
    rows = [line for line in PAGE.split("\n") if line.startswith("| ")]
    titles = [line for line in rows if line.startswith("| in the source |")]
    assert len(titles) == PAGE.count("\n## ")
    assert len(ROW.findall(PAGE)) == len(rows) - len(titles)
