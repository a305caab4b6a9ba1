"""What the families' pages quote of their encodings stands there."""

from __future__ import annotations

import re

import pytest
from projects import ROOT

from pylab.base import resources

FAMILIES = ("ravensburger", "fractal", "alice", "dungeon", "theseus")
_QUOTE = re.compile(r"^```prolog\n(?P<text>.*?)\n```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        *((name, name, "How the encoding works") for name in FAMILIES),
        ("ravensburger", "primer", "An encoding that comes with pylab"),
    ],
)
def test_quotes_are_what_the_files_say(name, file, title):
    page = (ROOT / f"docs/{file}.md").read_text(encoding="utf-8")
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    texts = [path.read_text(encoding="utf-8") for path in resources.encodings(name).glob("*.lp")]
    quotes = [found["text"] for found in _QUOTE.finditer(section)]
    assert quotes
    for quote in quotes:
        assert any(f"\n{quote}\n" in text for text in texts), f"no file says: {quote}"
