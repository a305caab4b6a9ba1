"""The pages on how encodings work: what they quote is what the files say, and all that they say."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from projects import ROOT

PAGES = [path.stem.removesuffix("-encoding") for path in ROOT.glob("docs/*-encoding.md")]
_HEADING = re.compile(r"^## `(?P<file>[a-z-]+\.lp)`$", re.MULTILINE)
_QUOTE = re.compile(r"^```prolog\n(?P<text>.*?)\n```$", re.MULTILINE | re.DOTALL)
_BESIDE = ("#include", "#show", "#defined", "#program", "#external", "%")
"""What a page may leave out: it says no rule."""


def sections(name: str) -> Iterator[tuple[str, list[str], str]]:
    """Of each file that a page goes through: its name, the quotes, and what it says."""
    page = (ROOT / f"docs/{name}-encoding.md").read_text()
    headings = list(_HEADING.finditer(page))
    ends = [each.start() for each in headings[1:]] + [len(page)]
    for heading, end in zip(headings, ends, strict=True):
        quotes = [each["text"] for each in _QUOTE.finditer(page, heading.end(), end)]
        text = (ROOT / f"encodings/{name}" / heading["file"]).read_text()
        yield heading["file"], quotes, text


@pytest.mark.parametrize("name", PAGES)
def test_quotes_are_what_the_files_say(name):
    found = list(sections(name))
    assert len(found) >= 4
    for file, quotes, text in found:
        assert quotes, file
        for quote in quotes:
            assert f"\n{quote}\n" in text, f"{file} does not say: {quote}"


@pytest.mark.parametrize("name", PAGES)
def test_no_rule_of_a_file_is_left_out(name):
    for file, quotes, text in sections(name):
        quoted = {line for quote in quotes for line in quote.splitlines()}
        rules = [line for line in text.splitlines() if line and not line.startswith(_BESIDE)]
        missing = [line for line in rules if line not in quoted]
        assert not missing, file


@pytest.mark.parametrize("name", PAGES)
def test_every_quote_stands_under_a_file(name):
    page = (ROOT / f"docs/{name}-encoding.md").read_text()
    blocks = page.count("```") // 2
    assert blocks == sum(len(quotes) for _, quotes, _ in sections(name))


@pytest.mark.parametrize("name", PAGES)
def test_the_family_s_page_leads_there(name):
    assert f"{name}-encoding.md" in (ROOT / f"docs/{name}.md").read_text()
