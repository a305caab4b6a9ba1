"""A sixth family, Hopscotch: what a family from outside consists of, to be written into folders."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "__init__.py": '"""Hopscotch."""\n',
    "listing.py": '''"""Hopscotch: hop from stone to stone two or three at a time."""

from pylab.listing import Listing, Parameter, Task, signatures

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

from pylab.facts import fact, integer, read_facts
from pylab.families.hopscotch.listing import LISTING
from pylab.family import Family
from pylab.listing import signatures
from pylab.verdict import Problem, Verdict


def check(stones, stops):
    leaps = [b - a for a, b in zip((0, *stops), stops)]
    good = all(leap in (2, 3) for leap in leaps) and stops[-1:] == (stones,)
    problems = () if good else (Problem("leap", f"wrong leaps: {leaps}"),)
    return Verdict(problems, f"{len(stops)} hops")


def read_witness(source):
    return tuple(integer(f, 0) for f in read_facts(source, signatures("stop/1")))


def generate(rng, least=4):
    return rng.randint(least, 9)


FAMILY = Family(
    listing=LISTING,
    adapt=lambda stones, more=0: stones + more,
    read=lambda source: int(source.text),
    write=lambda stones: f"{stones}\\n",
    facts=lambda stones: [fact("stones", stones)],
    from_facts=lambda facts: integer(facts[0], 0, 1),
    decode=lambda stones, task, symbols: tuple(sorted(s.arguments[0].number for s in symbols)),
    encode=lambda stops: [fact("stop", stop) for stop in stops],
    show=lambda stops: "".join(f"stop({stop}).\\n" for stop in stops),
    read_witness=read_witness,
    check=check,
    draw=lambda stones, stops: "<svg/>",
    picture=lambda stones, stops: "o" * stones + "\\n",
    generate=generate,
)
''',
    "hops.lp": """% Purpose:
%   Ways over the stones.
#const longest = 3.
{ stop(1..N) } :- stones(N).
from(0). from(X) :- stop(X).
:- stop(X), not from(X-2), not from(X-longest).
:- from(X), stop(X+1).
:- stones(N), not stop(N).
#show stop/1.
""",
}


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
