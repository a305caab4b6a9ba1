"""What the families' pages quote of their encodings stands there."""

from __future__ import annotations

import re

import pytest
from projects import ROOT

from pylab.base import resources

FAMILIES = ("ravensburger", "fractal", "alice", "dungeon", "theseus")
_QUOTE = re.compile(r"^```prolog\n(?P<text>.*?)\n```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", FAMILIES)
def test_quotes_are_what_the_files_say(name):
    page = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    section = page.partition("## How the encoding works\n")[2].partition("\n## ")[0]
    texts = [path.read_text(encoding="utf-8") for path in resources.encodings(name).glob("*.lp")]
    quotes = [found["text"] for found in _QUOTE.finditer(section)]
    assert len(quotes) >= 2
    for quote in quotes:
        assert any(f"\n{quote}\n" in text for text in texts), f"no file says: {quote}"
