"""What a `.lab` file says without any effect, or probably by mistake; refuses nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from string import punctuation
from typing import TYPE_CHECKING, Literal

from pylab.families.fractal.model import INSIDE, Labyrinth, Remark, Spelling, ordered
from pylab.family.walks import reach

if TYPE_CHECKING:
    from pylab.families.fractal.lab import Line
    from pylab.text.source import Source

MOST = 20
"""So many lines are remarked on."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SIGNS = frozenset((*punctuation, *_DASHES, "\u2192", "\u2194")) - {"_"}
_DASHED = frozenset((*_DASHES, "-", ">"))
_TOKEN = re.compile(r"[^\s,;:()\[\]'\"]+")


def oddities(
    source: Source, corridors: Sequence[Line], said: Collection[str], labyrinth: Labyrinth
) -> Iterator[Remark]:
    """Remarks on a labyrinth and the text that it was read from, with their places.

    Args:
        source: the text.
        corridors: its lines that are corridors.
        said: the words of its other lines: `start`, `goal`, `word`, `words`.
        labyrinth: what was read.
    """
    yield from repetitions(corridors)
    goal = labyrinth.goal
    never = set(goal.names if goal.regular else ()) - {end for _, _, end in goal.reads}
    for state in ordered(never.difference(labyrinth.locations())):
        yield "goal", f"no transition leads to the state {state}, which the goal accepts"
    whats: tuple[Literal["start", "goal"], ...] = ("start", "goal")
    for what in whats:
        if what not in said:
            yield from _comments(source, what, labyrinth)
    labelled = next((line for line in corridors if line.label), None)
    where = "" if labelled is None else f"{labelled.place(-1)}: "
    yield from spelled(labyrinth, where)


def repetitions(corridors: Sequence[Line]) -> tuple[Remark, ...]:
    """Remarks on corridors and locations that are there twice, and on signs read as locations."""
    return tuple(("", words) for words in islice(_corridors(corridors), MOST))


def spelled(labyrinth: Labyrinth, where: str = "") -> Iterator[Remark]:
    """Remarks on labels, and on the words that have to be spelled.

    `where`: the place of the first label, if it is known.
    """
    known = labyrinth.letters()
    if labyrinth.spelling is None:
        if known:
            told = f"no word has to be spelled, so labels have no effect ({', '.join(known)})"
            yield "word", where + told
        return
    unknown = ordered({label for _, label, _ in labyrinth.spelling.steps}.difference(known))
    yield from (("word", f"{label} is a label, though no corridor has it") for label in unknown)
    yield from (("word", words) for words in _automaton(labyrinth.spelling))


def _automaton(spelling: Spelling) -> Iterator[str]:
    """States that no word leads to."""

    def onward(state: str) -> list[str]:
        return [end for origin, _, end in spelling.steps if origin == state]

    never = set(spelling.states) - reach([spelling.first], onward).keys()
    yield from (f"no step leads to the state {state} of the words" for state in ordered(never))


def _corridors(lines: Sequence[Line]) -> Iterator[str]:
    """Punctuation that is read as a location; lines and locations that are there twice."""
    told: set[str] = set()
    seen: dict[tuple[str, tuple[str, ...]], int] = {}
    for line in lines:
        ends = tuple(line.words) if line.oneway else tuple(sorted(set(line.words)))
        first = seen.setdefault((line.label, ends), line.number)
        if first != line.number:
            yield f"{line.place(0)}: this corridor is there already, on line {first}"
        for index, word in enumerate(() if line.oneway else line.words):
            if word not in told and _like_a_sign(word.rpartition(".")[2]):
                told.add(word)
                yield f"{line.place(index)}: {word} is a location here; one-way corridors have ->"
            elif len(ends) < len(line.words) and word in line.words[:index]:
                yield f"{line.place(index)}: {word} is there twice on this line"


def _like_a_sign(name: str) -> bool:
    """Whether it is all signs, or a dash touches it: such names are seldom meant."""
    return _SIGNS.issuperset(name) or name[0] in _DASHED or name[-1] in _DASHED


def _comments(
    source: Source, what: Literal["start", "goal"], labyrinth: Labyrinth
) -> Iterator[Remark]:
    """A comment that names the start or the goal, where no line says it."""
    known, offset = set(labyrinth.locations()), 0
    for line in source.text.split("\n"):
        begin = len(line.partition("#")[0]) + 1
        tokens = [(found[0].rstrip("."), found.start()) for found in _TOKEN.finditer(line, begin)]
        words = [word.lower() for word, _ in tokens]
        named = tokens[words.index(what) + 1 :] if what in words else []
        if what == "goal":
            named += [each for each in tokens if each[0].partition(".")[0] in INSIDE]
        for name, at in named:
            if name in known and name != labyrinth.start:
                now = labyrinth.start if what == "start" else "to escape"
                instead = f"write '{what}{_AT[what]} {name}' for that"
                told = f"a comment names {name}, but the {what} is {now}; {instead}"
                yield what, f"{source.place(offset + at)}: {told}"
                return
        offset += len(line) + 1


_AT = {"start": "", "goal": " at"}
