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
from dataclasses import dataclass, field

from pylab.base.errors import InstanceError, Place, quoted
from pylab.families.dungeon.initial_state import refuse
from pylab.families.dungeon.model import MAX_NAME, Mission, Passage, Room, is_name, natural
from pylab.text.source import Source

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


_TOKEN = re.compile(
    r"""
      (?P<space>  [\s;]+ | //[^\n]* | \#[^\n]* | /\*.*?\*/ )
    | (?P<arrow>  -> | -- )
    | (?P<string> "(?:[^"\\]|\\.)*+" )
    | (?P<name>   [A-Za-z0-9_.\x80-\U0010ffff]+ | -?\.?\d[\d.]* )
    | (?P<mark>   [\[\]{}=,:] )
    """,
    re.VERBOSE | re.DOTALL,
)


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
    return f"[{', '.join(f'{name}={_string(value)}' for name, value in given.items())}]"


def _quoted(name: str) -> str:
    plain = re.fullmatch(r"[A-Za-z0-9_]+", name, re.ASCII) and name.lower() not in _WORDS
    return name if plain else _string(name)


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    offset: int


@dataclass(slots=True)
class _Parser:
    """The statements of a digraph: rooms with their labels, passages with theirs."""

    source: Source
    tokens: list[_Token] = field(default_factory=list)
    at: int = 0
    directed: bool = True

    def statements(self) -> Iterator[tuple[list[str], str | None, int]]:
        """Names joined by arrows, the label if there is one, and where it stands."""
        self.tokens = list(self._tokens())
        self._head()
        while self._peek() != "}":
            token = self._next("a room, a passage or '}'")
            if token.kind not in ("name", "string"):
                raise self._error("a room, a passage or '}'", token)
            if self._peek() == "=":
                self._next()
                self._next("a value")
                continue
            names = [self._name(token)]
            while self._peek() in ("->", "--"):
                self._next()
                other = self._next("a room")
                if other.kind not in ("name", "string"):
                    raise self._error("a room", other)
                names.append(self._name(other))
            label = self._attributes() if self._peek() == "[" else None
            if token.kind == "name" and names[0] in ("node", "edge", "graph"):
                continue
            yield names, label, token.offset
        self._next()
        if self.at < len(self.tokens):
            raise self._error("the end of the text", self.tokens[self.at])

    def _name(self, token: _Token) -> str:
        """The token as a room's name."""
        name = _plain(token)
        if not is_name(name):
            wanted = f"a room's name of 1 to {MAX_NAME} printable characters"
            raise self._error(wanted, token)
        return name

    def _head(self) -> None:
        words = [self._next("digraph")]
        if words[0].text.lower() == "strict":
            words.append(self._next("digraph"))
        if words[-1].text.lower() not in ("digraph", "graph"):
            raise self._error("digraph", words[-1])
        self.directed = words[-1].text.lower() == "digraph"
        if self._peek() != "{":
            self._next("'{'")
        brace = self._next("'{'")
        if brace.text != "{" or brace.kind != "mark":
            raise self._error("'{'", brace)

    def _attributes(self) -> str | None:
        """The label among the attributes in brackets, which are consumed."""
        label = None
        while self._peek() == "[":
            self._next()
            while self._peek() != "]":
                name = self._next("an attribute or ']'")
                if name.text == "," and name.kind == "mark":
                    continue
                if name.kind not in ("name", "string"):
                    raise self._error("an attribute or ']'", name)
                if self._peek() == "=":
                    self._next()
                    value = self._next("a value")
                    if value.kind not in ("name", "string"):
                        raise self._error("a value", value)
                    label = _plain(value) if name.text == "label" else label
            self._next()
        return label

    def _peek(self) -> str:
        """The next token, if it is a mark or an arrow."""
        if self.at < len(self.tokens) and self.tokens[self.at].kind in ("mark", "arrow"):
            return self.tokens[self.at].text
        return ""

    def _next(self, wanted: str = "") -> _Token:
        if self.at >= len(self.tokens):
            end = len(self.source.text.rstrip())
            raise InstanceError(
                f"expected {wanted}, found the end of the text", self.source.place(end)
            )
        self.at += 1
        return self.tokens[self.at - 1]

    def _error(self, wanted: str, token: _Token) -> InstanceError:
        found = quoted(token.text)
        return InstanceError(f"expected {wanted}, found {found}", self.source.place(token.offset))

    def _tokens(self) -> Iterator[_Token]:
        text, position = self.source.text, 0
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                place = self.source.place(position)
                raise InstanceError(f"expected a digraph, found {text[position]!r}", place)
            if found.lastgroup != "space":
                yield _Token(str(found.lastgroup), found.group(), position)
            position = found.end()


def _plain(token: _Token) -> str:
    if token.kind != "string":
        return token.text
    return re.sub(r"\\(.)", lambda m: m[1] if m[1] in '"\\' else "\n", token.text[1:-1])


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
