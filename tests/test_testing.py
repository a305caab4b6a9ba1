"""The suite for families: its page lists it."""

from __future__ import annotations

import re

from projects import ROOT

from pylab.testing import requirements

PAGE = ROOT / "docs/testing.md"


def listed():
    return "\n".join(f"- `{each.name}`: {each.says.split(chr(10))[0]}" for each in requirements())


def test_the_page_lists_all_requirements():
    assert f"\n{listed()}\n" in PAGE.read_text()


def test_the_page_names_all_that_a_family_brings():
    from dataclasses import fields

    from pylab.trial import Trial

    named = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE)
    assert named == [each.name for each in fields(Trial)]
