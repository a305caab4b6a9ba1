"""The format `.lab` ⇄ labyrinths: a clique of locations a line, one-way corridors, start and goal.

The plain kind of file has cliques only; its start is its first location. Two words open lines
that say more: `start NAME`, and `goal escape`, `goal at NAME…`, `goal reach NAME…` or, beside lines
`p --A--> q` of an automaton, `goal accept STATE…`. As these
are possible locations too, such a line is a clique if `start`, or both `goal` and the word after
it, are locations elsewhere;
with a colon, `start: NAME` and `goal: …`, it never is. Any other word with a colon is the label of
the corridor behind it: `red: A.1 B.2`. Then `word: red blue` says what a run has to spell, or
`words: from s to t`, beside lines `s =red=> t` of an automaton. `start A.1`, where A.1 occurs
elsewhere and `start` does not, could be either: that is an error.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from pylab.base.errors import InstanceError, Place, quoted
from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    GOAL_KINDS,
    INSIDE,
    Goal,
    Labyrinth,
    Remark,
    Spelling,
    Transition,
    box_of,
    clique,
    ordered,
    spelling_of,
    trimmed,
)
from pylab.families.fractal.oddities import oddities, repetitions
from pylab.text.source import Source
from pylab.text.words import lines

MAX_NESTING = 32
"""The most parts of an address."""

MAX_NAME = 200
"""The most characters of an address."""

ARROW = "->"
_NAME = r"[^\s.#()<>:,;\"'%\\]+"
_WORD = r"[A-Za-z0-9_]{1,60}"
_SIMPLE = re.compile(rf"{_WORD}(?:\.(?!(?:inner|internal)$){_WORD})?")
"""Most locations; for all others there is `misnamed`."""

_STATE = re.compile(r"[^\s()<>#:%\"]+")
_READS = re.compile(r"--([^\s()<>#:%\"]+)-->")

_STEP = re.compile(r"=([^\s.#()<>:;,=\"'%\\]+)=>")
_LETTER = re.compile(r"[^\s.#()<>:;,=\"'%\\]{1,60}")
"""What labels are made of, and the names of the states of the automaton that reads them."""

_COLON = ("start:", "goal:", "word:", "words:")
"""The words with a colon that are no labels."""

_ADDRESS = re.compile(rf"{_NAME}(?:\.{_NAME})*")


@dataclass(frozen=True, slots=True)
class Line:
    """A line, its words, and the label of its corridor."""

    source: Source
    words: list[str]
    label: str = ""

    @property
    def number(self) -> int:
        return self.source.above + 1

    @property
    def oneway(self) -> bool:
        """Whether it is a one-way corridor."""
        return ARROW in self.words

    def place(self, index: int) -> Place:
        """Where the word of that index stands; of the label for -1, if there is one."""
        text = self.source.text
        begin = end = text.index(f"{self.label}:") if self.label else 0
        if index >= 0 and self.label:
            end += len(self.label) + 1
        for word in self.words[: index + 1]:
            begin = text.index(word, end)
            end = begin + len(word)
        return self.source.place(begin)

    def error(self, message: str, index: int) -> InstanceError:
        """An error at the word of that index."""
        return InstanceError(message, self.place(index))

    def location(self, index: int) -> str:
        """The word of that index, if it can be a location."""
        word = self.words[index]
        if (wanted := misnamed(word)) is not None:
            raise self.error(f"expected {wanted}, found {quoted(word)}", index)
        return word

    def locations(self) -> list[str]:
        """All words, if they can be locations."""
        for index, word in enumerate(self.words):
            if not _SIMPLE.fullmatch(word):
                self.location(index)
        return self.words


def read(source: Source) -> Labyrinth:
    """A labyrinth from text. Raises InstanceError with the place."""
    return _plain(source) or _strict(source)


def _plain(source: Source) -> Labyrinth | None:
    """What has nothing odd about it: corridors that lead both ways, and lines `start` and `goal`.

    Repetitions are remarked on. None for all else, and for what is wrong.
    """
    text = source.text
    if any(mark in text for mark in "#:>"):
        return None
    rows = list(filter(None, map(str.split, text.split("\n"))))
    said = [row for row in rows if row[0] in ("start", "goal")]
    if said:
        rows = [row for row in rows if row[0] not in ("start", "goal")]
    cliques = [
        clique(row)
        if len(row) != 2
        else (a, b)
        if (a := row[0]) < (b := row[1])
        else (b, a)
        if b < a
        else (a,)
        for row in rows
    ]
    known = defaultdict[str, int](count().__next__)
    ends = array("i", map(known.__getitem__, chain.from_iterable(cliques)))
    twice = len(set(cliques)) < len(rows) or len(ends) < sum(map(len, rows))
    inside = [any(name.startswith(f"{word}.") for name in known) for word in INSIDE]
    if not rows or all(inside) or not all(map(_SIMPLE.fullmatch, known)):
        return None
    start, goal = rows[0][0], Goal()
    for row in said:
        if not _like_directive(row) or row[1:2] == ["accept"]:
            return None
        if row[0] == "start":
            start = row[1]
        else:
            try:
                goal = parse_goal(" ".join(row[1:]))
            except InstanceError:
                return None
    taken = {word for row in said for word in row[: 1 + (row[0] == "goal")]}
    alike = [name for name in known if name.endswith(tuple(taken))] if taken else []
    unclear = len({row[0] for row in said}) < len(said) or _last_parts(alike) & taken
    if unclear or start not in known or not all(n in known and is_place(n) for n in goal.names):
        return None
    assumed = _repetitions(source, rows, cliques) if twice else ()
    return Labyrinth(tuple(cliques), (), start, goal, assumed=assumed).numbered(dict(known), ends)


def _repetitions(
    source: Source, rows: Sequence[Sequence[str]], cliques: Sequence[tuple[str, ...]]
) -> tuple[Remark, ...]:
    """Remarks on the corridors that are there twice, and on locations twice on one."""
    first = dict(zip(reversed(cliques), reversed(range(len(rows))), strict=True))
    odd = {
        at
        for at, (row, ends) in enumerate(zip(rows, cliques, strict=True))
        if first[ends] != at or len(ends) < len(row)
    }
    odd |= {first[cliques[at]] for at in odd}
    corridors = (line for line in lines(source) if line.text.split()[0] not in ("start", "goal"))
    shown = [Line(line, [*rows[at]]) for at, line in enumerate(corridors) if at in odd]
    return repetitions(shown)


def _strict(source: Source) -> Labyrinth:
    """The same of any text, line by line."""
    lines = list(_lines(source))
    reads = []
    if "-->" in source.text:
        reads = [line for line in lines if any(map(_READS.fullmatch, line.words))]
        apart = {line.number for line in reads}
        lines = [line for line in lines if line.number not in apart]
    steps = []
    if "=>" in source.text:
        steps = [line for line in lines if any(map(_STEP.fullmatch, line.words))]
        apart = {line.number for line in steps}
        lines = [line for line in lines if line.number not in apart]
    directives = _directives(lines)
    corridors = [line for line in lines if line.number not in directives.values()]
    if not corridors:
        raise InstanceError("expected locations, found none", source.place(len(source.text)))
    by_number = {line.number: line for line in lines}
    first = corridors[0].location(0)
    cliques, labels, oneways = [], [], set()
    for line in corridors:
        if line.oneway:
            oneways.add((*_oneway(line), line.label))
        else:
            cliques.append(clique(line.locations()))
            labels.append(line.label)
    _one_spelling(corridors)
    labyrinth = with_arrows(Labyrinth(tuple(cliques), (), first, labels=trimmed(labels)), oneways)
    start, goal, word, words = (
        by_number.get(directives.get(each, 0)) for each in ("start", "goal", "word", "words")
    )
    known = set(labyrinth.locations()) if start or goal else set()
    found = replace(
        labyrinth,
        start=_known(start, 1, known) if start else first,
        goal=_accept(goal, reads, known) if reads else _goal(goal, known) if goal else Goal(),
        spelling=_spelling(word, words, steps),
    )
    return replace(found, assumed=tuple(oddities(source, corridors, directives, found)))


def with_arrows(labyrinth: Labyrinth, arrows: Iterable[tuple[str, str, str]]) -> Labyrinth:
    """The labyrinth with these one-way corridors: where each begins, where it ends, its label."""
    listed = sorted(arrows)
    ends = tuple((origin, target) for origin, target, _ in listed)
    return replace(labyrinth, oneways=ends, oneway_labels=trimmed(each[2] for each in listed))


def write(labyrinth: Labyrinth) -> str:
    """The text of a labyrinth, which `read` reads as the same one.

    A start or goal that lies on no corridor, of no copy either, has a line to itself.
    """
    # `start A.1` and `goal reach 1` may mean two things, `A.1 start` and `1 reach goal` do not
    cliques = [
        (" ".join(members[::-1] if _like_either(members) else members), label)
        for members, label in labyrinth.corridors()
    ]
    arrows = [(f"{origin} {ARROW} {end}", label) for origin, end, label in labyrinth.arrows()]
    ends = {labyrinth.start, *(() if labyrinth.goal.regular else labyrinth.goal.names)}
    written = {word for line, _ in (*cliques, *arrows) for word in line.split()} - {ARROW}
    while written:
        ends -= written
        written = {word.partition(".")[2] for word in written if not is_place(word)}
    lines = [*cliques, *((name, "") for name in ordered(ends)), *arrows]
    names = _last_parts(word for line, _ in lines for word in line.split())
    head = []
    if labyrinth.spelling is not None:
        head += str(labyrinth.spelling).split("; ")
    if lines[0][0].split()[0] != labyrinth.start:
        clear = "start" not in names and is_place(labyrinth.start)
        head.append(f"{'start' if clear else 'start:'} {labyrinth.start}")
    if labyrinth.goal != Goal():
        goal, *reads = str(labyrinth.goal).split("; ")
        clear = not {"goal", labyrinth.goal.kind} <= names
        head += [f"{'goal' if clear else 'goal:'} {goal}", *reads]
    named = [f"{label}: {line}" if label else line for line, label in lines]
    return "\n".join([*head, *named, ""])


def parse_goal(text: str) -> Goal:
    """A goal as on a line `goal …`, without that word. Raises InstanceError.

    Lines of an automaton may follow, or stand behind semicolons.
    """
    first, *further = [part for part in re.split(r";\s|;$|\n", text) if part.strip()] or [""]
    word, *names = first.split() or [""]
    kind = GOAL_KINDS.get(word)
    if kind is None or bool(names) == (kind == "escape"):
        shapes = " or ".join(f"'{k}'" if k == "escape" else f"'{k} NAME…'" for k in GOAL_KINDS)
        raise InstanceError(f"expected a goal {shapes}, found {quoted(text)}")
    if further and kind != "accept":
        raise InstanceError(f"expected a goal 'accept STATE…' beside an automaton, found {word!r}")
    reads = [_reads(part.split()) for part in further]
    if kind == "accept":
        _states(names)
    return Goal(kind, ordered(names), tuple(sorted(set(reads))))


def parse_words(text: str) -> Spelling:
    """Words as on a line `words: …`, without that word. Raises InstanceError.

    The steps of the automaton may follow on lines, or stand behind semicolons.
    """
    first, *further = [part for part in re.split(r";\s|;$|\n", text) if part.strip()] or [""]
    match first.split():
        case ["from", begin, "to", *last] if last:
            for name in (begin, *last):
                _letter(name, "a state of an automaton")
            steps = {_step(part.split()) for part in further}
            return Spelling(begin, ordered(last), tuple(sorted(steps)))
    raise InstanceError(f"expected words 'from STATE to STATE…', found {quoted(first)}")


def parse_word(letters: Sequence[str]) -> Spelling:
    """The one word of these letters. Raises InstanceError."""
    for letter in letters:
        _letter(letter, "a label")
    return spelling_of(letters)


def is_letter(word: str) -> bool:
    """Whether a word can be a label, or a state of the automaton that reads labels."""
    return bool(_LETTER.fullmatch(word)) and word.isprintable()


def _letter(word: str, what: str) -> str:
    if not is_letter(word):
        raise InstanceError(f"expected {what}, found {quoted(word)}")
    return word


def _step(words: Sequence[str]) -> Transition:
    """A step of the automaton that reads labels, from its words. Raises InstanceError."""
    found = _STEP.fullmatch(words[1]) if len(words) == 3 else None
    if found is None:
        raise InstanceError(f"expected a step like 's =red=> t', found {quoted(' '.join(words))}")
    state, end = (_letter(words[index], "a state of an automaton") for index in (0, 2))
    return state, _letter(found[1], "a label"), end


def _spelling(word: Line | None, words: Line | None, steps: Sequence[Line]) -> Spelling | None:
    """What a run has to spell, by the lines that say so. Raises InstanceError with the place."""
    if word is not None and words is not None:
        raise words.error(f"expected one of word: and words:, found both, line {word.number}", 0)
    if steps and words is None:
        message = "expected a line 'words: from STATE to STATE…' beside an automaton, found none"
        raise steps[0].error(message, 0)
    for each in steps:
        try:
            if each.label:
                raise InstanceError(f"expected a step without a label, found {each.label!r}")
            _step(each.words)
        except InstanceError as error:
            raise each.error(error.message, 0) from None
    said = words or word
    if said is None:
        return None
    try:
        if word is not None:
            return parse_word(word.words[1:])
        further = (" ".join(each.words) for each in steps)
        return parse_words("\n".join([" ".join(said.words[1:]), *further]))
    except InstanceError as error:
        raise said.error(error.message, 0) from None


def misplaced(goal: Goal, known: Collection[str]) -> str | None:
    """What is wrong with a goal for a labyrinth of these locations; None if nothing is."""
    if goal.regular:
        boxes = {box for name in known if (box := box_of(name)) is not None}
        misread = unread(goal, {BOTTOM, *boxes}, known)
        return misread[1] if misread else None
    for name in goal.names:
        if name not in known or not is_place(name):
            return f"expected an outer or inside location of the labyrinth, found {quoted(name)}"
    return None


def unread(
    goal: Goal, symbols: Collection[str], first: Collection[str]
) -> tuple[Transition, str] | None:
    """A transition of a goal's automaton that can't be, and why; None if there is none.

    Args:
        goal: the goal.
        symbols: what stacks are made of.
        first: the locations, or control states, where the automaton begins.
    """
    ends = {end for _, _, end in goal.reads}
    for each in goal.reads:
        state, symbol, _ = each
        if symbol not in symbols:
            return (
                each,
                f"expected a box or symbol of the puzzle to be read, found {quoted(symbol)}",
            )
        if state not in first and state not in ends:
            wanted = "a location or state of the puzzle, or a state that the automaton comes to"
            return each, f"expected {wanted}, found {quoted(state)}"
    return None


def _reads(words: Sequence[str]) -> Transition:
    """A transition from its words. Raises InstanceError."""
    found = _READS.fullmatch(words[1]) if len(words) == 3 else None
    text = " ".join(words)
    if found is None or not text.isprintable():
        raise InstanceError(f"expected a transition like 'p --A--> q', found {quoted(text)}")
    _states([words[0], words[2]])
    return words[0], BOTTOM if found[1] == BELOW else found[1], words[2]


def _states(names: Iterable[str]) -> None:
    """Raises InstanceError for what can't be the name of a state."""
    for name in names:
        if not (_STATE.fullmatch(name) and name.isprintable()):
            raise InstanceError(f"expected a state of an automaton, found {quoted(name)}")


def _accept(goal: Line | None, reads: Sequence[Line], known: set[str]) -> Goal:
    """A goal with the lines of its automaton."""
    if goal is None or goal.words[1:2] != ["accept"]:
        message = "expected a line 'goal accept STATE…' beside an automaton, found none"
        raise reads[0].error(message, 0)
    lines = {_transition(line): line for line in reads}
    wanted = Goal("accept", _goal(goal, known).names, tuple(sorted(lines)))
    boxes = {box for name in known if (box := box_of(name)) is not None}
    if (misread := unread(wanted, {BOTTOM, *boxes}, known)) is not None:
        raise lines[misread[0]].error(misread[1], 0)
    return wanted


def _transition(line: Line) -> Transition:
    try:
        if line.label:
            raise InstanceError(f"expected a transition without a label, found {line.label!r}")
        return _reads(line.words)
    except InstanceError as error:
        raise line.error(error.message, 0) from None


def misnamed(name: str) -> str | None:
    """What is expected instead of this name of a location; None if nothing is."""
    if len(name) > MAX_NAME:
        return f"a location of at most {MAX_NAME} characters"
    if not _ADDRESS.fullmatch(name) or not name.isprintable() or ARROW in name:
        return "a location like 3, A.3, A.B.3 or inner.3"
    parts = name.split(".")
    if len(parts) > MAX_NESTING:
        return f"an address of at most {MAX_NESTING} parts"
    if len(parts) > 1 and any(part in INSIDE for part in (*parts[:-2], parts[-1])):
        word = next(part for part in parts if part in INSIDE)
        return f"boxes, then {word!r} and one name"
    return None


def _lines(source: Source) -> Iterator[Line]:
    """The lines that have words, without comments."""
    for each in lines(source, comment="#"):
        words = each.text.partition("#")[0].split()
        if not words:
            continue
        line = Line(each, words)
        if words[0].endswith(":") and words[0] not in _COLON:
            label = words[0][:-1]
            if not is_letter(label) or not words[1:]:
                found = quoted(each.text)
                raise line.error(f"expected a label, a colon and locations, found {found}", 0)
            line = Line(each, words[1:], label)
        yield line


def _directives(lines: Sequence[Line]) -> dict[str, int]:
    """The numbers of the lines that are no corridors, by the words `start` and `goal`."""
    openers = ("start", "goal", *_COLON)
    maybe = [line for line in lines if line.words[0] in openers and not line.label]
    if not maybe:
        return {}
    _refuse_either(lines, [line for line in maybe if _like_start(line.words)])
    unlike = [line for line in lines if line.label or not _like_directive(line.words)]
    names = _last_parts(word for line in unlike for word in line.words)
    found: dict[str, int] = {}
    for line in maybe:
        words = line.words
        if words[0].endswith(":"):
            clear = True
        elif words[0] == "start":
            clear = _like_directive(words) and "start" not in names
        else:
            clear = _like_directive(words) and not {"goal", words[1]} <= names
        if clear:
            word = words[0].rstrip(":")
            if word in found:
                message = f"expected one line '{word} …', found another on line {found[word]}"
                raise line.error(message, 0)
            found[word] = line.number
    return found


def _like_either(words: Sequence[str]) -> bool:
    """Whether a corridor's words, in this order, may be read as a line `start …` or `goal …`."""
    return _like_start(words) or _like_directive(words)


def _like_start(words: Sequence[str]) -> bool:
    """Whether a line may mean to start on a box's face."""
    return len(words) == 2 and words[0] == "start" and not is_place(words[1])


def _refuse_either(lines: Sequence[Line], doubtful: Sequence[Line]) -> None:
    """Raises InstanceError for a line that may mean to start on a box's face, or be a corridor."""
    if len(doubtful) != 1:
        return
    (line,) = doubtful
    others = {word for other in lines if other is not line for word in other.words}
    place = line.words[1]
    if place in others and "start" not in _last_parts(others) and misnamed(place) is None:
        raise line.error(
            f"expected 'start: {place}' to start there, or the corridor '{place} start', "
            f"found 'start {place}'",
            0,
        )


def _like_directive(words: Sequence[str]) -> bool:
    if words[0] == "start":
        return len(words) == 2 and is_place(words[1])
    return words[0] in _COLON or (words[0] == "goal" and len(words) > 1 and words[1] in GOAL_KINDS)


def _last_parts(words: Iterable[str]) -> set[str]:
    """What outer locations, also of copies, are called."""
    return {word.rpartition(".")[2] for word in words if word.split(".")[-2:-1] not in _INSIDE}


_INSIDE = [[word] for word in INSIDE]


def is_place(name: str) -> bool:
    """Whether a location is outer or inside, and on no box's face; only there a goal can be."""
    return "." not in name or name.partition(".")[0] in INSIDE


def _oneway(line: Line) -> tuple[str, str]:
    if len(line.words) != 3 or line.words[1] != ARROW:
        found = quoted(" ".join(line.words))
        raise line.error(f"expected one location on each side of {ARROW}, found {found}", 0)
    return line.location(0), line.location(2)


def _one_spelling(lines: Sequence[Line]) -> None:
    """Raises InstanceError where an inside location is called `inner.` and `internal.` too."""
    short, long = (f"{word}." for word in INSIDE)
    known = {word for line in lines for word in line.words if word.startswith(short)}
    for line in lines:
        for index, word in enumerate(line.words):
            if word.startswith(long) and short + word.removeprefix(long) in known:
                other = short + word.removeprefix(long)
                raise line.error(f"expected one spelling of {other!r}, found {word!r} too", index)


def _known(line: Line, index: int, known: set[str]) -> str:
    if len(line.words) != 2:
        raise line.error("expected one location after 'start'", min(2, len(line.words) - 1))
    name = line.location(index)
    if name not in known:
        raise line.error(f"expected a location of the labyrinth, found {quoted(name)}", index)
    return name


def _goal(line: Line, known: set[str]) -> Goal:
    try:
        goal = parse_goal(" ".join(line.words[1:]))
    except InstanceError as error:
        raise line.error(error.message, min(1, len(line.words) - 1)) from None
    for index, name in enumerate(line.words[2:], 2):
        if goal.regular:
            break
        if name not in known or not is_place(name):
            found = quoted(name)
            message = f"expected an outer or inside location of the labyrinth, found {found}"
            raise line.error(message, index)
    return goal
