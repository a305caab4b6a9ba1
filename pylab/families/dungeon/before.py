"""Plays and counts as pylab 0.1 wrote them, for those who have kept some; goes with 0.3."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pylab.base.errors import WitnessError
from pylab.families.dungeon.model import (
    Hopeless,
    Place,
    Route,
    Safe,
    Stuck,
    Thrift,
    Tile,
    Witness,
    is_name,
    room_of,
)
from pylab.text.source import Source

_COUNT = re.compile(r"\s*(safe|hopeless): (\d{1,9}) configurations?\s*", re.ASCII)
_PLAY = re.compile(r"\s*(route|thrift|stuck)(?: of (\d{1,9}) steps?)?[ \t]*\n(.*)", re.DOTALL)
_WORD = re.compile(r'"((?:[^"\\]|\\.)*+)"|(\.\.)|->|([\w-]+)\((\d{1,6}),(\d{1,6})\)|([\w.,-]+)')
_PLAYS: Mapping[str, type[Route] | type[Thrift] | type[Stuck]] = {
    "route": Route,
    "thrift": Thrift,
    "stuck": Stuck,
}


def before(source: Source) -> Witness | None:
    """A play or a count in words; None for any other text. Raises WitnessError for wrong words."""
    if count := _COUNT.fullmatch(source.text):
        return (Safe if count[1] == "safe" else Hopeless)(int(count[2]))
    play = _PLAY.fullmatch(source.text)
    if play is None:
        return None
    places: list[Place] = []
    runs = False
    offset = play.start(3)
    for word in _WORD.finditer(source.text, offset):
        if source.text[offset : word.start()].strip():
            raise WitnessError("expected a place", source.place(offset))
        offset = word.end()
        if word[2]:
            runs = True
        elif word[0] != "->":
            place = _place(word)
            if not is_name(room_of(place)):
                raise WitnessError("expected a room's name", source.place(word.start()))
            places += _between(places, place, source, word.start()) if runs else ()
            places.append(place)
            runs = False
    if runs or source.text[offset:].strip() or not places:
        raise WitnessError("expected a place", source.place(offset))
    if play[2] and int(play[2]) != len(places) - 1:
        raise WitnessError(f"expected {len(places) - 1} steps", source.place(play.start(2)))
    return _PLAYS[play[1]](tuple(places))


def _place(word: re.Match[str]) -> Place:
    if word[3]:
        return Tile(word[3], int(word[4]), int(word[5]))
    return word[6] or re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], word[1])


def _between(places: list[Place], end: Place, source: Source, offset: int) -> list[Place]:
    """The tiles of a straight run but for its ends."""
    first = places[-1] if places else None
    if isinstance(first, Tile) and isinstance(end, Tile) and first.room == end.room:
        down, right = end.y - first.y, end.x - first.x
        if (down == 0) != (right == 0):
            length = max(abs(down), abs(right))
            y, x = down // length, right // length
            return [Tile(end.room, first.y + i * y, first.x + i * x) for i in range(1, length)]
    raise WitnessError("expected a straight run of tiles in a room", source.place(offset))
