"""Witnesses ⇄ text and facts: what `show` writes, `read_witness` reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import clingo

from pylab.answers import single
from pylab.errors import WitnessError
from pylab.facts import Fact, by_signature, fact, integer, misfit, read_facts
from pylab.families.dungeon.format import name_symbol, place_symbol
from pylab.families.dungeon.model import (
    Alignment,
    Guarantee,
    Guaranteed,
    Hopeless,
    Margin,
    Place,
    Route,
    Safe,
    Statistics,
    Stuck,
    Thrift,
    Tile,
    Witness,
    counted,
)
from pylab.families.dungeon.plays import lock, place, route
from pylab.listing import Signature
from pylab.source import Source

ANSWERS = tuple(
    Signature(name, arity)
    for name, arity in (
        ("at", 2), ("stuck", 0), ("thrift", 0), ("safe", 1), ("hopeless", 1), ("margin", 1),
        ("opened", 1), ("extra", 1), ("freed", 1), ("moved", 1), ("guarantee", 2),
        ("opened", 2), ("states", 1), ("dead", 1), ("moves", 1), ("locks", 1), ("found", 1),
        ("is", 2),
    )
)  # fmt: skip
"""The predicates that answers come in as facts."""

_PLAYS: Mapping[str, type[Route] | type[Thrift] | type[Stuck]] = {
    "route": Route,
    "thrift": Thrift,
    "stuck": Stuck,
}
_LINE = 12
"""Rooms of a mission graph in a line."""

_MAX_PLACES = 1_000_000

_MAX_WORD = 1000
"""The most characters of a word; the names of two rooms make that of a lock."""


def encode(witness: Witness) -> list[Fact]:
    """A witness as facts, as `read_witness` reads them."""
    text = clingo.String
    if isinstance(witness, Route | Thrift | Stuck):
        found = [fact("at", place_symbol(p), t) for t, p in enumerate(witness.places)]
        kind = {Thrift: "thrift", Stuck: "stuck"}.get(type(witness))
        return [*found, *([fact(kind)] if kind else [])]
    if isinstance(witness, Safe | Hopeless):
        return [fact("safe" if isinstance(witness, Safe) else "hopeless", witness.configurations)]
    if isinstance(witness, Margin):
        value = "none" if witness.margin is None else witness.margin
        found = [fact("margin", value), *(fact("opened", text(d)) for d in witness.doors)]
        if witness.extra is not None:
            found.append(fact("extra", witness.extra))
        found += [fact("freed", text(door)) for door in witness.freed]
        return found + [fact("moved", place_symbol(p)) for p in witness.moved]
    if isinstance(witness, Guaranteed):
        found = []
        for each in witness.rooms:
            keys = "none" if each.keys is None else each.keys
            found.append(fact("guarantee", name_symbol(each.room), keys))
            found += [fact("opened", text(d), name_symbol(each.room)) for d in each.doors]
        return found
    if isinstance(witness, Statistics):
        found = [fact("states", witness.states), fact("dead", witness.dead)]
        found += [] if witness.moves is None else [fact("moves", witness.moves)]
        return [*found, fact("locks", witness.locks), fact("found", witness.keys)]
    return [fact("is", name_symbol(a), name_symbol(b)) for a, b in witness.rooms]


def show(witness: Witness) -> str:
    """A witness in lines for people."""
    return "".join(f"{line}\n" for line in _lines(witness))


def _lines(witness: Witness) -> Iterator[str]:
    if isinstance(witness, Route | Thrift | Stuck):
        kind = next(name for name, each in _PLAYS.items() if isinstance(witness, each))
        steps = len(witness.places) - 1
        yield f"{kind} of {counted(steps, 'step')}"
        yield from _runs(witness.places)
    elif isinstance(witness, Safe | Hopeless):
        kind = "safe" if isinstance(witness, Safe) else "hopeless"
        yield f"{kind}: {counted(witness.configurations, 'configuration')}"
    elif isinstance(witness, Margin):
        yield f"margin {'none' if witness.margin is None else witness.margin}"
        yield from (f"  open {_word(door)}" for door in witness.doors)
        if witness.extra is not None:
            yield f"  extra {witness.extra}"
        yield from (f"  free {_word(door)}" for door in witness.freed)
        yield from (f"  move {_place(p)}" for p in witness.moved)
    elif isinstance(witness, Guaranteed):
        yield "guaranteed"
        width = max((len(_word(each.room)) for each in witness.rooms), default=0)
        for each in witness.rooms:
            keys = "none" if each.keys is None else str(each.keys)
            doors = f" after {' '.join(map(_word, each.doors))}" if each.doors else ""
            yield f"  {_word(each.room):<{width}} {keys}{doors}"
    elif isinstance(witness, Statistics):
        yield "statistics"
        for name in ("states", "dead", "moves", "locks", "keys"):
            value = getattr(witness, name)
            yield f"  {name} {'none' if value is None else value}"
    else:
        yield f"alignment of {counted(len(witness.rooms), 'room')}"
        yield from (f"  {_word(one)} is {_word(other)}" for one, other in witness.rooms)


def _word(name: str, always: bool = False) -> str:
    """The name, quoted if it would be read as something else."""
    if re.fullmatch(r"[\w.(),-]+", name) and name not in _KEYWORDS and not always:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


_KEYWORDS = {"->", "..", "of", "is", "after"}


def _place(place: Place) -> str:
    if isinstance(place, Tile):
        return str(place)
    return _word(place, always="(" in place)


def _runs(places: Sequence[Place]) -> Iterator[str]:
    """Tiles by straight runs within a room; rooms in lines of a dozen."""
    index = 0
    while index < len(places):
        first = places[index]
        if not isinstance(first, Tile):
            line = places[index : index + _LINE]
            yield "  " + " -> ".join(map(_place, line))
            index += len(line)
            continue
        end = index
        step: tuple[int, int] | None = None
        while end + 1 < len(places):
            one, other = places[end], places[end + 1]
            if not isinstance(one, Tile) or not isinstance(other, Tile):
                break
            delta = (other.y - one.y, other.x - one.x)
            straight = one.room == other.room and abs(delta[0]) + abs(delta[1]) == 1
            if not straight or step not in (None, delta):
                break
            step, end = delta, end + 1
        yield f"  {first}" if end == index else f"  {first} .. {places[end]}"
        index = end + 1


_WORD = re.compile(r'"((?:[^"\\]|\\.)*+)"|(\S+)')
_TILE = re.compile(r"([A-Za-z0-9_-]{1,64})\((\d{1,7}),(\d{1,7})\)", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a line: its text, whether it was quoted, and where it stands."""

    text: str
    quoted: bool
    offset: int


class _Reader:
    """The words of a text, line by line."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines: list[list[_Word]] = []
        offset = 0
        for line in source.text.split("\n"):
            words = [
                _Word(
                    _plain(m[1]) if m[1] is not None else m[2], m[1] is not None, offset + m.start()
                )
                for m in _WORD.finditer(line)
            ]
            if words:
                self.lines.append(words)
            offset += len(line) + 1

    def error(self, wanted: str, word: _Word | None) -> WitnessError:
        if word is None:
            end = len(self.source.text.rstrip())
            return WitnessError(f"expected {wanted}, found the end", self.source.place(end))
        found = word.text if len(word.text) <= 40 else f"{word.text[:37]}…"
        return WitnessError(f"expected {wanted}, found {found!r}", self.source.place(word.offset))

    def verify(self) -> None:
        """Raises WitnessError for a word that no name is."""
        for word in (word for words in self.lines for word in words):
            if len(word.text) > _MAX_WORD or not word.text.isprintable():
                raise self.error(f"words of at most {_MAX_WORD:,} printable characters", word)

    def told(self, noun: str) -> _Word | None:
        """How many there are, by the first line: `route of 7 steps`; None if it doesn't say."""
        words = self.lines[0]
        if len(words) == 1:
            return None
        if len(words) != 4 or words[1].text != "of" or words[3].text not in (noun, f"{noun}s"):
            raise self.error(f"'{words[0].text} of N {noun}s'", words[1])
        return words[2]

    def agrees(self, told: _Word | None, number: int, noun: str) -> None:
        """Raises WitnessError if the first line tells of another number."""
        if told is not None and self.number(told) != number:
            raise self.error(f"{counted(number, noun)}, as there are below", told)

    def number(self, word: _Word) -> int:
        if re.fullmatch(r"-?\d{1,9}", word.text, re.ASCII):
            return int(word.text)
        raise self.error("a number", word)

    def optional(self, word: _Word) -> int | None:
        return None if word.text == "none" else self.number(word)

    def place(self, word: _Word) -> Place:
        found = None if word.quoted else _TILE.fullmatch(word.text)
        if found:
            return Tile(found[1], int(found[2]), int(found[3]))
        if "(" in word.text and not word.quoted:
            raise self.error("a place such as A(1,2)", word)
        return word.text


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


def read_witness(source: Source) -> Witness:
    """A witness from what `show` wrote, or from facts. Raises WitnessError with the place."""
    text = single(source)
    reader = _Reader(text)
    if not reader.lines:
        raise reader.error("an answer", None)
    first = reader.lines[0][0]
    kind = first.text.rstrip(":")
    if first.quoted or kind not in _READERS or "(" in first.text:
        return _from_facts(text)
    if re.match(rf"\s*{kind}\s*\.", text.text):
        return _from_facts(text)
    reader.verify()
    return _READERS[kind](reader)


def _read_play(reader: _Reader) -> Witness:
    kind = _PLAYS[reader.lines[0][0].text]
    places: list[Place] = []
    told = reader.told("step")
    for words in reader.lines[1:]:
        if len(words) == 3 and words[1].text == "..":
            places += _run(reader, words)
        else:
            places += [reader.place(w) for w in words if w.quoted or w.text != "->"]
        if len(places) > _MAX_PLACES:
            raise reader.error(f"at most {_MAX_PLACES:,} places", words[0])
    reader.agrees(told, max(0, len(places) - 1), "step")
    return kind(tuple(places))


def _run(reader: _Reader, words: Sequence[_Word]) -> list[Place]:
    one, other = reader.place(words[0]), reader.place(words[2])
    if isinstance(one, Tile) and isinstance(other, Tile) and one.room == other.room:
        down, right = other.y - one.y, other.x - one.x
        length = max(abs(down), abs(right))
        if length <= _MAX_PLACES and (down == 0) != (right == 0):
            y, x = down // length, right // length
            return [Tile(one.room, one.y + i * y, one.x + i * x) for i in range(length + 1)]
    raise reader.error("a straight run of tiles in a room", words[0])


def _read_count(reader: _Reader) -> Witness:
    words = reader.lines[0]
    if len(words) < 2:
        raise reader.error("a number of configurations", None)
    count = reader.number(words[1])
    return Safe(count) if words[0].text.startswith("safe") else Hopeless(count)


def _read_margin(reader: _Reader) -> Witness:
    words = reader.lines[0]
    if len(words) < 2:
        raise reader.error("a margin", None)
    doors: list[str] = []
    freed: list[str] = []
    moved: list[Place] = []
    extra = None
    for line in reader.lines[1:]:
        if len(line) != 2 or line[0].text not in ("open", "extra", "free", "move"):
            raise reader.error("open, extra, free or move, and what", line[0])
        word, value = line
        if word.text == "open":
            doors.append(value.text)
        elif word.text == "extra":
            extra = reader.number(value)
        elif word.text == "free":
            freed.append(value.text)
        else:
            moved.append(reader.place(value))
    return Margin(reader.optional(words[1]), tuple(doors), extra, tuple(freed), tuple(moved))


def _read_guaranteed(reader: _Reader) -> Witness:
    rooms = []
    for line in reader.lines[1:]:
        if len(line) < 2 or (len(line) > 2 and line[2].text != "after"):
            raise reader.error("a room, its keys, and doors after 'after'", line[0])
        doors = tuple(word.text for word in line[3:])
        rooms.append(Guarantee(line[0].text, reader.optional(line[1]), doors))
    return Guaranteed(tuple(rooms))


def _read_statistics(reader: _Reader) -> Witness:
    values: dict[str, int | None] = {}
    for line in reader.lines[1:]:
        if len(line) != 2 or line[0].text not in ("states", "dead", "moves", "locks", "keys"):
            raise reader.error("states, dead, moves, locks or keys, and a number", line[0])
        values[line[0].text] = reader.optional(line[1])
    for name in ("states", "dead", "locks", "keys"):
        if values.get(name) is None:
            raise reader.error(f"a number of {name}", None)
    return Statistics(
        values["states"] or 0, values["dead"] or 0, values.get("moves"),
        values["locks"] or 0, values["keys"] or 0,
    )  # fmt: skip


def _read_alignment(reader: _Reader) -> Witness:
    pairs = []
    told = reader.told("room")
    for line in reader.lines[1:]:
        if len(line) != 3 or line[1].text != "is":
            raise reader.error("'ROOM is ROOM'", line[0])
        pairs.append((line[0].text, line[2].text))
    reader.agrees(told, len(pairs), "room")
    return Alignment(tuple(pairs))


_READERS: Mapping[str, Callable[[_Reader], Witness]] = {
    "route": _read_play,
    "thrift": _read_play,
    "stuck": _read_play,
    "safe": _read_count,
    "hopeless": _read_count,
    "margin": _read_margin,
    "guaranteed": _read_guaranteed,
    "statistics": _read_statistics,
    "alignment": _read_alignment,
}


def _from_facts(source: Source) -> Witness:
    found = by_signature(read_facts(source, ANSWERS, WitnessError, full_stops=False))

    def facts(name: str, arity: int) -> Sequence[Fact]:
        return found.get(Signature(name, arity), ())

    def number(name: str) -> int:
        if not facts(name, 1):
            raise WitnessError(f"expected a fact {name}(N), found none")
        return integer(facts(name, 1)[0], 0, kind=WitnessError)

    def optional(each: Fact, index: int) -> int | None:
        none = str(each.arguments[index]) == "none"
        return None if none else integer(each, index, kind=WitnessError)

    for name, kind in (("safe", Safe), ("hopeless", Hopeless)):
        if facts(name, 1):
            return kind(number(name))
    if facts("at", 2):
        play = Stuck if facts("stuck", 0) else Thrift if facts("thrift", 0) else Route
        return play(route(facts("at", 2)))
    if facts("margin", 1):
        return Margin(
            optional(facts("margin", 1)[0], 0),
            tuple(sorted(lock(each, 0) for each in facts("opened", 1))),
            number("extra") if facts("extra", 1) else None,
            tuple(sorted(lock(each, 0) for each in facts("freed", 1))),
            tuple(place(each, 0) for each in facts("moved", 1)),
        )
    if facts("guarantee", 2):
        rooms = []
        opened: dict[str, list[str]] = {}
        for each in facts("opened", 2):
            opened.setdefault(str(place(each, 1)), []).append(lock(each, 0))
        for each in facts("guarantee", 2):
            room = str(place(each, 0))
            rooms.append(Guarantee(room, optional(each, 1), tuple(sorted(opened.get(room, ())))))
        return Guaranteed(tuple(rooms))
    if facts("states", 1):
        moves = number("moves") if facts("moves", 1) else None
        return Statistics(number("states"), number("dead"), moves, number("locks"), number("found"))
    if facts("is", 2):
        return Alignment(tuple((_room(e, 0), _room(e, 1)) for e in facts("is", 2)))
    raise WitnessError("expected an answer, found none", source.place(0))


def _room(each: Fact, index: int) -> str:
    found = place(each, index)
    if isinstance(found, Tile):
        raise misfit(each, index, "a room", WitnessError)
    return found
