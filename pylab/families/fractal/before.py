"""Witnesses as pylab 0.2 wrote them, in lines of words, turned into facts; to go with 0.3."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import clingo

from pylab.base.errors import WitnessError, quoted
from pylab.text.facts import Fact, fact
from pylab.text.source import Source

_HEADS = ("run", "program", "exits", "refutation", "automaton", "derivation")
"""The first lines."""

_VISIT = re.compile(r"(?:([^:]+) )?: (\S+)")
_END = re.compile(r"end (\S+)")
_REASON = re.compile(r"(\S+) : (\S+) <- (\S+) (?:walk|(through|into) (\S+))")
_CLASS = re.compile(r"(class|reached)((?: \S+)*)")
_ROW = re.compile(r"from (\S+) :((?: \S+)+)")
_ARROW = re.compile(r"(\S+) <(\S+)> -> (\S+)(?: by (\d{1,9})(?: via((?: \S+)*))?)?")
_STATES = re.compile(r"states((?: \S+)*)")


def facts(source: Source) -> list[Fact] | None:
    """What the lines say as facts; None if the text begins in another way.

    Raises WitnessError with the place.
    """
    found: list[Fact] = []
    offset, number, head = 0, 0, ""
    for text in source.text.split("\n"):
        words = " ".join(text.partition("%")[0].split())
        if words and not head and words not in _HEADS:
            return None
        if words:
            head = head or words
            made = _facts(head, number, words)
            if made is None:
                message = f"expected a line of an answer, found {quoted(words)}"
                raise WitnessError(message, source.place(offset))
            found += (Fact(each.symbol, source, offset) for each in made)
            number += 1
        offset += len(text) + 1
    return found if head else None


def _facts(head: str, number: int, words: str) -> Sequence[Fact] | None:
    """What a line says below a head, as the line of that number; None if nothing is meant."""
    if head == "run" and number:
        visit = _VISIT.fullmatch(words)
        stack = clingo.Function("stack", _strings((visit[1] or "").split() if visit else []))
        return [fact("visit", number - 1, stack, clingo.String(visit[2]))] if visit else None
    if words in ("exits", "automaton"):
        return [fact(words)]
    if words in (*_HEADS, "closed"):
        return [fact("none")] if words == "refutation" else []
    if end := _END.fullmatch(words):
        return [fact("end", *_strings(end.groups()))]
    if reason := _REASON.fullmatch(words):
        frame, location, origin, kind, box = reason.groups()
        way = clingo.Function(kind or "walk", _strings([box, origin] if box else [origin]))
        return [fact("reason", *_strings([frame, location]), way)]
    if row := _ROW.fullmatch(words):
        return [fact("reached", *_strings([row[1], each])) for each in row[2].split()]
    if members := _CLASS.fullmatch(words):
        names = _strings(members[2].split())
        if members[1] == "class":
            return [fact("class", number, each) for each in names]
        return [fact("reached", each) for each in names]
    if states := _STATES.fullmatch(words):
        return [fact("popped", k, s) for k, s in enumerate(_strings(states[1].split()))]
    if arrow := _ARROW.fullmatch(words):
        popped = _strings(arrow.groups()[:3])
        if not arrow[4]:
            return [fact("trans", *popped)]
        between = [*(arrow[5] or "").split(), arrow[3]] if arrow[5] else []
        return [
            fact("by", *popped, int(arrow[4])),
            *(fact("between", *popped, k, s) for k, s in enumerate(_strings(between), 1)),
        ]
    return None


def _strings(names: Iterable[str]) -> list[clingo.Symbol]:
    return [clingo.String(name) for name in names]
