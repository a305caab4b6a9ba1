"""Mission graphs in Graphviz files, read leniently; knows what marks mean, not what follows.

The marks are those of the Video Game Level Corpus (VGLC), whose graphs are full of slips of the
pen. Whatever had to be assumed is listed in the mission's `assumptions`.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from pylab.base.errors import InstanceError, Place, quoted
from pylab.families.dungeon.initial_state import refuse
from pylab.families.dungeon.model import MAX_NAME, Mission, Passage, Room, is_name, natural
from pylab.text.source import Source
from pylab.text.words import Words

ROOM_SIGNS = frozenset(("e", "b", "i", "p", "m"))
"""Marks of rooms that change nothing: enemies, bombs or boss, minor items, puzzles, minibosses."""

PASSAGE_SIGNS = frozenset(("b", "l", "O"))
"""Marks of passages that hinder nobody: bombable, soft lock, unknown."""

_FLAG = re.compile(r"K|I|S\d{1,6}", re.ASCII)

_WORDS = frozenset(("strict", "graph", "digraph", "subgraph", "node", "edge"))
"""What names must be quoted not to be taken for."""

Attributes = Mapping[str, str]
"""What stands in brackets after a room or a passage."""


def is_room_sign(mark: str) -> bool:
    """Whether it is a mark of rooms that changes nothing."""
    return mark in ROOM_SIGNS


def is_passage_sign(mark: str) -> bool:
    """Whether it is a mark of passages that hinders nobody."""
    return mark in PASSAGE_SIGNS


def is_flag(mark: str) -> bool:
    """Whether it is a mark of what a room gives and a passage asks for."""
    return _FLAG.fullmatch(mark) is not None


_NAME = r'"(?:[^"\\]|\\.)*+"|[A-Za-z0-9_.\x80-\U0010ffff]+|-?\.?\d[\d.]*'
_TOKEN = re.compile(rf"(?P<skip>[\s;]+|//[^\n]*|\#[^\n]*|/\*.*?\*/)|->|--|{_NAME}|.", re.DOTALL)
_named = re.compile(_NAME, re.DOTALL).fullmatch
"""Whether a token is a name, perhaps in quotes."""


def read(source: Source) -> Mission:
    """A mission from a digraph; InstanceError with the place for text that is none.

    The start is the first room of the file that is marked `s`.
    """
    return _Graph(source, _Parser(source)).mission()


def write(
    mission: Mission,
    head: Sequence[str] = (),
    of_room: Callable[[Room], Attributes] = lambda _: {},
    of_passage: Callable[[Passage], Attributes] = lambda _: {},
) -> str:
    """The mission as a digraph that `read` reads as the same.

    Args:
        mission: what is written.
        head: lines above all others.
        of_room, of_passage: further attributes of each, which mean nothing to `read`.

    Raises InstanceError for a mission with a state that plays begin at.
    """
    refuse(mission)
    goals = set(mission.goals)
    lines = ["digraph {", *head]
    for room in sorted(mission.rooms, key=lambda r: (r.name != mission.start, natural(r.name))):
        marks = ["s"] * (room.name == mission.start) + ["t"] * (room.name in goals)
        marks += [*room.signs, *["k"] * room.keys, *room.flags]
        lines.append(f"{_quoted(room.name)} {_bracketed(marks, of_room(room))}")
    for each in mission.passages:
        marks = ["k"] * each.locked + ["s"] * each.sealed + [*each.signs, *each.flags]
        ends = f"{_quoted(each.tail)} -> {_quoted(each.head)}"
        lines.append(f"{ends} {_bracketed(marks, of_passage(each))}")
    return "\n".join([*lines, "}"]) + "\n"


def _bracketed(marks: Sequence[str], more: Attributes) -> str:
    given = {"label": ",".join(marks), **more}
    return f"[{', '.join(f'{name}={string_of(value)}' for name, value in given.items())}]"


def _quoted(name: str) -> str:
    plain = re.fullmatch(r"[A-Za-z0-9_]+", name, re.ASCII) and name.lower() not in _WORDS
    return name if plain else string_of(name)


def string_of(text: str) -> str:
    """A text in quotes, as Graphviz reads it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Parser:
    """The statements of a digraph: rooms with their labels, passages with theirs."""

    def __init__(self, source: Source) -> None:
        self.words = Words(source, _TOKEN, "the end of the text")
        self.directed = True

    def statements(self) -> Iterator[tuple[list[str], str | None, int]]:
        """Names joined by arrows, the label if there is one, and where it stands."""
        words = self.words
        self._head()
        while words.next != "}":
            offset, first = words.offset, words.take("a room, a passage or '}'", _named)
            if words.next == "=":
                words.expect("=")
                words.take("a value")
                continue
            names = [self._name(first)]
            while words.next in ("->", "--"):
                words.take("an arrow")
                names.append(self._name(words.take("a room", _named)))
            label = self._attributes()
            if first not in ("node", "edge", "graph"):
                yield names, label, offset
        words.expect("}")
        words.end()

    def _name(self, word: str) -> str:
        """The word that was taken last as a room's name."""
        name = _plain(word)
        if not is_name(name):
            wanted = f"a room's name of 1 to {MAX_NAME} printable characters"
            raise self.words.error(f"expected {wanted}, found {quoted(word)}")
        return name

    def _head(self) -> None:
        words = self.words
        if words.next.lower() == "strict":
            words.take("digraph")
        kind = words.take("digraph", lambda word: word.lower() in ("digraph", "graph"))
        self.directed = kind.lower() == "digraph"
        if words.next != "{":
            words.take("'{'")
        words.expect("{")

    def _attributes(self) -> str | None:
        """The label among the attributes in brackets, which are consumed, if there are any."""
        label, words = None, self.words
        while words.next == "[":
            words.expect("[")
            while words.next != "]":
                if words.next == ",":
                    words.expect(",")
                    continue
                name = words.take("an attribute or ']'", _named)
                if words.next == "=":
                    words.expect("=")
                    value = _plain(words.take("a value", _named))
                    label = value if name == "label" else label
            words.expect("]")
        return label


def _plain(word: str) -> str:
    if not word.startswith('"'):
        return word
    return re.sub(r"\\(.)", lambda m: m[1] if m[1] in '"\\' else "\n", word[1:-1])


class _Graph:
    """A mission that grows statement by statement, with a list of what had to be assumed."""

    def __init__(self, source: Source, parser: _Parser) -> None:
        self.source = source
        self.labels: dict[str, list[str]] = {}
        self.rooms: dict[str, int] = {}
        self.breaks = [found.start() for found in re.finditer("\n", source.text)]
        self.ends: dict[tuple[str, str, str], int] = {}
        self.assumptions: list[str] = []
        edges: list[tuple[str, str, str, int]] = []
        for names, label, offset in parser.statements():
            if len(names) == 1:
                self._room(names[0], label or "", offset)
            for tail, head in itertools.pairwise(names):
                edges.append((tail, head, label or "", offset))
                if not parser.directed:
                    edges.append((head, tail, label or "", offset))
        for edge in edges:
            self._edge(*edge)

    def mission(self) -> Mission:
        """Raises InstanceError if no room is marked as the start."""
        marks = {
            name: self._marks(",".join(each), name, self.rooms[name])
            for name, each in self.labels.items()
        }
        starts = [name for name, found in marks.items() if "s" in found]
        if not starts:
            raise InstanceError(
                "expected a room marked s, the start, found none", self.source.place(0)
            )
        if len(starts) > 1:
            where = self._where(self.rooms[starts[1]])
            self._assume(
                f"{where}: several rooms are marked s; the start is {starts[0]}, the first"
            )
        goals = sorted((name for name, found in marks.items() if "t" in found), key=natural)
        if not goals:
            self._assume("no room is marked t: there is no goal to be reached")
        return Mission(
            rooms=tuple(self._made(name, marks[name]) for name in sorted(marks, key=natural)),
            passages=tuple(self._passages()),
            start=starts[0],
            goals=tuple(goals),
            assumptions=tuple(dict.fromkeys(self.assumptions)),
        )

    def _assume(self, text: str) -> None:
        self.assumptions.append(text)

    def _where(self, offset: int) -> str:
        line = bisect_left(self.breaks, offset)
        begin = self.breaks[line - 1] + 1 if line else 0
        return str(Place(self.source.name, line + 1, offset - begin + 1))

    def _room(self, name: str, label: str, offset: int) -> None:
        if name in self.labels:
            self._assume(f"{self._where(offset)}: room {name} is there again; its marks add up")
        self.labels.setdefault(name, []).append(label)
        self.rooms.setdefault(name, offset)

    def _edge(self, tail: str, head: str, label: str, offset: int) -> None:
        for name in (tail, head):
            if name not in self.labels:
                where = self._where(offset)
                self._assume(f"{where}: room {name} is not declared; taken as an empty one")
                self.labels[name] = []
                self.rooms[name] = offset
        if tail == head:
            self._assume(f"{self._where(offset)}: {tail} leads to itself; left out")
        elif (tail, head, label) in self.ends:
            self._assume(f"{self._where(offset)}: {tail} to {head} is there twice; kept once")
        else:
            self.ends[tail, head, label] = offset

    def _marks(self, label: str, whose: str, offset: int) -> list[str]:
        """The marks of a label; blank ones are dropped, and said to be."""
        if "\n" in label:
            where = self._where(offset)
            self._assume(f"{where}: {whose}: the line break in the label is taken for a space")
        marks = [mark.strip() for mark in label.split(",")]
        if label.strip() and "" in marks:
            where = self._where(offset)
            self._assume(f"{where}: {whose}: an empty mark between commas is left out")
        return [mark for mark in marks if mark]

    def _made(self, name: str, marks: list[str]) -> Room:
        signs = {mark for mark in marks if mark in ROOM_SIGNS}
        for mark in marks:
            if mark not in ROOM_SIGNS | {"k", "s", "t"} and not is_flag(mark):
                where = self._where(self.rooms[name])
                unknown = f"the unknown mark {quoted(mark)}"
                self._assume(f"{where}: room {name}: {unknown} is taken to mean nothing")
        return Room(
            name=name,
            keys=Counter(marks)["k"],
            flags=tuple(sorted({mark for mark in marks if is_flag(mark)})),
            signs=tuple(sorted(signs)),
        )

    def _passages(self) -> Iterator[Passage]:
        ends = {(tail, head) for tail, head, _ in self.ends}
        for (tail, head, label), offset in self.ends.items():
            way = f"{tail} -> {head}"
            told = f"{self._where(offset)}: {way}"
            marks = self._marks(label, way, offset)
            for mark in marks:
                if mark not in PASSAGE_SIGNS | {"k", "s"} and not is_flag(mark):
                    unknown = f"the unknown mark {quoted(mark)}"
                    self._assume(f"{told}: {unknown} is taken to hinder nobody")
            if "O" in marks:
                self._assume(f"{told}: O, an unknown hindrance, is taken to be none")
            if (head, tail) not in ends:
                self._assume(f"{told} has no way back; taken as one-way")
            yield Passage(
                tail=tail,
                head=head,
                locked="k" in marks,
                flags=tuple(sorted({mark for mark in marks if is_flag(mark)})),
                sealed="s" in marks,
                signs=tuple(sorted({mark for mark in marks if mark in PASSAGE_SIGNS})),
            )
