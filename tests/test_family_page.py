"""docs/maintainers/family.md has every member of a family, of a task; its examples are loaded."""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys

import pytest
from projects import ROOT, call

from pylab.base.finding import handed_over
from pylab.base.listing import Task, signatures
from pylab.base.verdict import Verdict
from pylab.drawing.svg import Drawing
from pylab.family.derived import Obstacles
from pylab.family.later import lab_beside
from pylab.family.schema import Row, Schema
from pylab.family.script import Script
from pylab.family.table import Certificates, Family, Importing
from pylab.family.witness_format import WitnessFormat
from pylab.text.facts import fact, integer

PAGE = (ROOT / "docs/maintainers/family.md").read_text(encoding="utf-8")
LISTED, MEMBERS = PAGE.split("\n## The members\n")
MEMBERS = MEMBERS.split("\n## ")[0]
REQUIRED, OPTIONAL = (
    dict(re.findall(r"(?m)^\| `(\w+)` \|.*\| `(.*)` \|$", part))
    for part in MEMBERS.split("All others are optional")
)
TOOLS = {
    each.__name__: each
    for each in (
        Certificates, Drawing, Importing, Obstacles, Row, Schema, Script, Verdict, WitnessFormat,
        fact, handed_over, integer, lab_beside, signatures,
    )
}  # fmt: skip


@pytest.fixture(scope="module")
def hops(tmp_path_factory):
    """The modules of the family that `pylab new family hops` writes."""
    folder = tmp_path_factory.mktemp("new")
    assert call("new", "family", "hops", cwd=folder).returncode == 0
    sys.path.insert(0, str(folder / "pylab-hops"))
    names = ("family", "format", "listing", "model")
    yield {name: importlib.import_module(f"pylab_hops.{name}") for name in names}
    sys.path.remove(str(folder / "pylab-hops"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "pylab_hops"]:
        del sys.modules[name]


def test_the_page_has_every_member_once():
    members = list(dataclasses.fields(Family))
    plain = {
        member.name
        for member in members
        if member.default is dataclasses.MISSING and member.default_factory is dataclasses.MISSING
    }
    assert {*REQUIRED} == plain
    assert {*OPTIONAL} == {member.name for member in members} - plain
    rows = re.findall(r"(?m)^\| `\w+` \|", MEMBERS)
    assert len(rows) == len(members)
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"(?m)^\|([^|]*)\|", LISTED)))
    assert {*Task._fields} <= {*named}


@pytest.mark.parametrize("name", [*REQUIRED, *OPTIONAL])
def test_the_example_of_a_member_fits(hops, name):
    """A family refuses a member of a wrong type, or with another number of arguments."""
    known = {
        **TOOLS,
        **vars(hops["model"]), **vars(hops["format"]), **vars(hops["listing"]),
    }  # fmt: skip
    example = eval(({**REQUIRED, **OPTIONAL})[name].replace("\\|", "|"), known)
    family = dataclasses.replace(hops["family"].FAMILY, **{name: example})
    assert getattr(family, name) == example or name == "as_written"
    way, puzzle = hops["model"].Way((2, 5, 7)), hops["model"].Puzzle(7)
    tried = {"check": (puzzle, way), "write": (puzzle,), "facts": (puzzle,), "adapt": (puzzle,),
             "cost": (puzzle, None, 4), "measure": (puzzle, None, way), "stages": (puzzle, way),
             "trace_facts": (puzzle, way), "script": (puzzle, [way]), "draw": (puzzle, way),
             "picture": (puzzle, way), "csv_row": (way,), "data": (puzzle, way),
             "smaller": (puzzle,), "repair": (puzzle, [], []),
             "unfold": (puzzle, way, 2)}  # fmt: skip
    if name in tried:
        assert getattr(family, name)(*tried[name]) is not None
