"""A sixth family, Hopscotch: what a family from outside consists of, to be written into folders."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "__init__.py": '"""Hopscotch."""\n',
    "listing.py": '''"""Hopscotch: hop from stone to stone two or three at a time."""

from pylab.base.listing import Listing, Parameter, Task, signatures

LISTING = Listing(
    name="hopscotch",
    doc="hop onto the last stone",
    suffixes=(".hop",),
    vocabulary=signatures("stones/1"),
    tasks=(Task("hops", "any way", "hops.lp"), Task("all", "all ways", "hops.lp", 0)),
    options=(Parameter("more", 0, "stones that the file does not tell of"),),
    parameters=(Parameter("least", 4, "so many stones at least"),),
)
''',
    "family.py": '''"""Hopscotch, with all that it offers."""

import re

from pylab.base.errors import InstanceError, WitnessError
from pylab.text.facts import Fact, fact, integer
from pylab.families.hopscotch.listing import LISTING
from pylab.family.parts import Pictures
from pylab.family.schema import ByHand
from pylab.family.table import Family
from pylab.base.listing import signatures
from pylab.drawing.palette import FLOOR, GOAL
from pylab.drawing.svg import Drawing
from pylab.family.witness_format import WitnessKind, WitnessFormat
from pylab.base.verdict import Problem, Verdict


def check(stones, stops):
    leaps = [b - a for a, b in zip((0, *stops), stops)]
    good = all(leap in (2, 3) for leap in leaps) and stops[-1:] == (stones,)
    problems = () if good else (Problem("leap", f"wrong leaps: {leaps}"),)
    return Verdict(problems, f"{len(stops)} hops")


def read(source):
    if not re.fullmatch("[1-9][0-9]{0,3}[ \\\\n]*", source.text, re.ASCII):
        raise InstanceError(f"expected a number of stones, found {source.text!r}")
    return int(source.text)


def from_facts(facts):
    if len(facts) != 1 or facts[0].name != "stones":
        raise InstanceError(f"expected one fact stones(N), found {len(facts)}")
    return integer(facts[0], 0, 1)


def decode(stones, task, symbols):
    shown = [Fact(symbol) for symbol in symbols if symbol.match("stop", 1)]
    return tuple(sorted(integer(each, 0, kind=WitnessError) for each in shown))


(STOP,) = signatures("stop/1")
WITNESS_FORMAT = WitnessFormat(
    heading=lambda stops: "",
    lines=lambda stops: ((fact("stop", stop), "") for stop in stops),
    forms=(WitnessKind({STOP}, set(), lambda found: tuple(integer(f, 0) for f in found[STOP])),),
)


def draw(stones, stops):
    drawing = Drawing(stones + 1, 2, f"{stones} stones")
    for stone in range(1, stones + 1):
        drawing.circle(stone, 1, 0.4, fill=GOAL if stone in (stops or ()) else FLOOR)
    return drawing


def generate(rng, least=4):
    return rng.randint(least, 9)


FAMILY = Family(
    listing=LISTING,
    adapt=lambda stones, more=0: stones + more,
    read=read,
    write=lambda stones: f"{stones}\\n",
    schema=ByHand(lambda stones: [fact("stones", stones)], from_facts),
    decode=decode,
    witness_format=WITNESS_FORMAT,
    check=check,
    pictures=Pictures(draw, lambda stones, stops: "o" * stones + "\\n"),
    generate=generate,
)
''',
    "hops.lp": """% Purpose:
%   Ways over the stones.
%
% Input predicates:
%   stones(N)   - there are N stones in a row.
%
% Output predicates:
%   stop(X)     - somebody hops onto stone X.
%
% Counts:
%   ways: sets of stones that are hopped onto.

#const longest = 3.
{ stop(1..N) } :- stones(N).
from(0). from(X) :- stop(X).
:- stop(X), not from(X-2), not from(X-longest).
:- from(X), stop(X+1).
:- stones(N), not stop(N).
#defined stop/1.
#show stop/1.
""",
}

CONFORMING = {
    "pylab/families/hopscotch/testkit.py": '''"""What Hopscotch is tried by."""

from itertools import combinations

from pylab.family.testkit import Forgery, FamilyTestkit, Truth


def truth(stones, task):
    ways = set()
    for number in range(stones + 1):
        for stops in combinations(range(1, stones + 1), number):
            leaps = {b - a for a, b in zip((0, *stops), stops)}
            if leaps <= {2, 3} and stops[-1:] == (stones,):
                ways.add(frozenset(f"stop({stop})." for stop in stops))
    return Truth(bool(ways), None, len(ways), frozenset(ways))


TESTKIT = FamilyTestkit(
    truth=truth,
    forgeries=[
        Forgery("seven.hop", "stop(2). stop(4). stop(7).", ""),
        Forgery("seven.hop", "stop(2). stop(6). stop(7).", "leap"),
    ],
    sample=lambda rng: rng.randint(1, 9),
)
''',
    "encodings/hopscotch/hops.lp": FILES["hops.lp"],
    "instances/hopscotch/seven.hop": "7\n",
    "instances/hopscotch/seven.expected.json": """{
 "source": "counted by hand: 2 + 2 + 3 in any order",
 "answers": [
  {"task": "all", "count": 3},
  {"task": "all", "options": {"more": -6}, "status": "none"}
 ]
}
""",
}
"""What else it has that conforms, by the paths in a copy of the project."""


def write(folder: Path, name: str, package: str, **changed: list[tuple[str, str]]) -> None:
    """The package, under that name; its files are changed by pairs of old and new."""
    folder.mkdir(parents=True)
    for file in ("__init__.py", "listing.py", "family.py"):
        text = FILES[file].replace("pylab.families.hopscotch", "PACKAGE")
        text = text.replace("hopscotch", name).replace("PACKAGE", package)
        for old, new in changed.get(file.removesuffix(".py"), ()):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / file).write_text(text)
