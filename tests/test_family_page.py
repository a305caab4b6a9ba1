"""Every member of a family and of a task is described; an example of each member is loaded."""

from __future__ import annotations

import dataclasses
import importlib
import operator
import re
import sys

import pytest
from projects import call

from pylab.base.finding import handed_over
from pylab.base.listing import Task, signatures
from pylab.base.verdict import Verdict
from pylab.drawing.svg import Drawing
from pylab.family import parts
from pylab.family.derived import Obstacles
from pylab.family.later import lab_beside
from pylab.family.schema import ByHand
from pylab.family.script import Script
from pylab.family.table import Family
from pylab.family.witness_format import WitnessFormat
from pylab.text.facts import fact, integer

EXAMPLES = {
    "listing": "LISTING",
    "witness_format": "WitnessFormat(heading=str, forms=[WAY])",
    "check": 'lambda puzzle, way: Verdict((), f"{len(way.stops)} hops")',
    "generate": "lambda rng, most=9: Puzzle(rng.randint(1, most))",
    "schema": """ByHand(
        lambda puzzle: [fact("stones", puzzle.stones)],
        lambda facts: Puzzle(integer(facts[0], 0, 1, 99)),
    )""",
    "read": "lambda source: Puzzle(len(source.text.strip()))",
    "write": 'lambda puzzle: "o" * puzzle.stones',
    "adapt": "lambda puzzle, /, more=0: Puzzle(puzzle.stones + more)",
    "decode": (
        "lambda puzzle, task, symbols: Way(tuple(sorted(s.arguments[0].number for s in symbols)))"
    ),
    "unsupported": 'lambda puzzle, task: "too few stones" if puzzle.stones < 2 else ""',
    "native": """NativeSearch(
        lambda puzzle, task, watch, models: handed_over([Way((2,))], watch, models),
        unsupported=lambda puzzle, task: "over 30 stones" if puzzle.stones > 30 else "",
        preferred=lambda puzzle, task: "many stones" if puzzle.stones > 20 else "",
        refute=lambda puzzle, task: None,
    )""",
    "costs": """Costs(
        lambda puzzle, task, way: len(way.stops),
        unit=lambda puzzle, task, value: value / 2,
        proven=lambda task, finding: f"no way has fewer than {finding.cost} hops",
    )""",
    "counts": 'lambda puzzle, task: "ways that touch other stones"',
    "by_itself": "lambda way: way",
    "certificates": (
        "Certificates(write=lambda puzzle, bound, out: 0, check=lambda puzzle, text: Verdict())"
    ),
    "membership": 'lambda puzzle, text: Verdict((), f"{text} is reached")',
    "overlays": 'lambda puzzle: ["far"] if puzzle.stones > 99 else []',
    "trace": """Trace(
        lambda puzzle, way: [fact("at", n, t) for t, n in enumerate(way.stops)], signatures("at/2")
    )""",
    "remarks": 'lambda puzzle: ["it has one stone"] if puzzle.stones == 1 else []',
    "pictures": """Pictures(
        lambda puzzle, way: Drawing(20 * puzzle.stones, 20, "stones"),
        lambda puzzle, way: "o" * puzzle.stones + "\\n",
        {"X": "move"},
        step=lambda puzzle, way, step: Drawing(20, 20, f"step {step}"),
        steps=lambda puzzle, way: len(way.stops),
        milestones=lambda puzzle, way: range(0, len(way.stops) + 1),
    )""",
    "stages": 'lambda puzzle, way: [("start", puzzle), ("a hop", Puzzle(puzzle.stones - 2))]',
    "unfold": 'lambda puzzle, way, count: f"{way.stops[:count]}\\n"',
    "exports": '{"csv": lambda puzzle: f"stones\\n{puzzle.stones}\\n"}',
    "answer_exports": """{
        "dot": lambda puzzle, way: "digraph { 0 -> 2 -> 4 }",
        "csv": lambda puzzle, way: ",".join(map(str, way.stops)),
    }""",
    "data": 'lambda puzzle, way: {"stops": list(way.stops)}',
    "script": 'lambda puzzle, ways: Script(Drawing(20, 20, "stones"), {"moves": {}})',
    "lab": 'lab_beside("watch.py", "files")',
    "laid_out": 'lambda puzzle: ["at(1,0,1)"]',
    "importing": 'Importing("hops", lambda files: Puzzle(len(files)), lambda puzzle, way: puzzle)',
    "sample": "lambda rng: Puzzle(rng.randint(1, 6))",
    "smaller": "lambda puzzle: [Puzzle(puzzle.stones - 1)] if puzzle.stones > 1 else []",
    "composing": """Composing(
        lambda rng, report, most=9: Puzzle(most), quality=lambda puzzle: f"{puzzle.stones} stones"
    )""",
    "explaining": """Explaining(
        {"end": "the way ends on stone {}"},
        obstacles=lambda puzzle, facts: Obstacles(facts, ()),
        repair=lambda puzzle, add, drop: (Puzzle(puzzle.stones + 1), ["one more stone"]),
    )""",
    "as_written": "None",
}
"""An example of each member, for the family that `pylab new family` writes."""

TOOLS = vars(parts) | {
    each.__name__: each
    for each in (
        ByHand, Drawing, Obstacles, Script, Verdict, WitnessFormat, fact, handed_over, integer,
        lab_beside, signatures,
    )
}  # fmt: skip


RECORDS = [
    each for each in vars(parts).values() if getattr(each, "__module__", "") == parts.__name__
    and hasattr(each, "_fields")
]  # fmt: skip


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


def test_every_member_is_described_and_has_an_example():
    for of in (Family, Task, ByHand, *RECORDS):
        told = set(re.findall(r"(?m)^ {8}(\w+): ", of.__doc__.partition("Attributes:")[2]))
        assert told == ({*EXAMPLES} if of is Family else {*of._fields})


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_a_member_fits(hops, name):
    """A family refuses a member of a wrong type, or with another number of arguments."""
    known = {
        **TOOLS,
        **vars(hops["model"]), **vars(hops["format"]), **vars(hops["listing"]),
    }  # fmt: skip
    example = eval(EXAMPLES[name], known)
    family = dataclasses.replace(hops["family"].FAMILY, **{name: example})
    assert getattr(family, name) == example or name == "as_written"
    way, puzzle = hops["model"].Way((2, 5, 7)), hops["model"].Puzzle(7)
    tried = {"check": (puzzle, way), "write": (puzzle,), "schema.facts": (puzzle,),
             "adapt": (puzzle,), "costs.unit": (puzzle, None, 4), "costs.of": (puzzle, None, way),
             "stages": (puzzle, way), "trace.facts": (puzzle, way), "script": (puzzle, [way]),
             "pictures.draw": (puzzle, way), "pictures.text": (puzzle, way), "data": (puzzle, way),
             "smaller": (puzzle,), "explaining.repair": (puzzle, [], []),
             "explaining.obstacles": (puzzle, []), "composing.quality": (puzzle,),
             "unfold": (puzzle, way, 2), "native.preferred": (puzzle, None)}  # fmt: skip
    for member in (each for each in tried if each.partition(".")[0] == name):
        assert operator.attrgetter(member)(family)(*tried[member]) is not None
