"""Labyrinths that contain themselves, pushdown systems, and what answers questions about them.

Only data and the notions that every room shares; nothing here reads, searches or judges.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, count, repeat
from string import digits
from typing import ClassVar, Literal, assert_never, get_args

from pylab.base.words import counted, exact

INSIDE = ("inner", "internal")
"""The words that open the names of inside locations; no box is called so."""

START = "(start)"
"""The frame of the run itself; other frames are called after the location they are entered by."""

BOTTOM, VICTORY = "(bottom)", "(victory)"
"""In a labyrinth's P-automaton: the end of every stack, and the state that accepts."""

BELOW = "\\bot"
"""What a listing calls the end of a stack."""

Stack = tuple[str, ...]
"""Boxes entered, or stack symbols; the outermost, or bottom one, first."""

Port = tuple[str, str, str]
"""A location on a box's face: the box, the location inside, and itself."""

Transition = tuple[str, str, str]
"""In a P-automaton: a state, the symbol read, and the state it leads to."""


GoalKind = Literal["escape", "at", "reach", "accept"]

GOAL_KINDS: Mapping[str, GoalKind] = {kind: kind for kind in get_args(GoalKind)}
"""By the words for them."""

ReasonKind = Literal["walk", "through", "into"]


@dataclass(frozen=True, slots=True)
class Goal:
    """What wins: `escape` (outside, empty stack), `at` a name with empty stack, or `reach` it.

    Or, `accept`: a configuration that a P-automaton accepts. It begins at the location, or control
    state, and reads the stack from its top; a labyrinth's stack ends in BOTTOM.

    Attributes:
        kind: which of these.
        names: the locations, or control states; of an automaton, the states that accept.
        reads: the automaton's transitions.
    """

    kind: GoalKind = "escape"
    names: tuple[str, ...] = ()
    reads: tuple[Transition, ...] = ()

    def __str__(self) -> str:
        return "; ".join([" ".join([self.kind, *self.names]), *map(arrow, self.reads)])

    @property
    def anywhere(self) -> bool:
        """Whether it may be reached with whatever stack."""
        match self.kind:
            case "escape" | "at" | "accept":
                return False
            case "reach":
                return True
            case _:
                assert_never(self.kind)

    def words(self) -> str:
        """It, without the transitions of an automaton, in a few words."""
        size = f" ({counted(len(self.reads), 'transition')})" if self.regular else ""
        return " ".join([self.kind, *self.names]) + size

    @property
    def regular(self) -> bool:
        """Whether it is what an automaton accepts."""
        return self.kind == "accept"

    def accepts(self, location: str, stack: Stack) -> bool:
        """Whether the automaton accepts a configuration; its stack's bottom comes first."""
        states = {location}
        for symbol in reversed(stack):
            states = {end for state, top, end in self.reads if top == symbol and state in states}
        return not states.isdisjoint(self.names)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A regular set of words, of which a walk has to spell one: an automaton that reads labels.

    Attributes:
        first: the state that it begins in.
        last: the states that accept.
        steps: from a state, by a label, to a state.
    """

    first: str
    last: tuple[str, ...]
    steps: tuple[Transition, ...] = ()

    def __str__(self) -> str:
        if (word := self.word) is not None:
            return " ".join(["word:", *word])
        head = " ".join(["words: from", self.first, "to", *self.last])
        return "; ".join([head, *(f"{state} ={label}=> {end}" for state, label, end in self.steps)])

    @property
    def word(self) -> tuple[str, ...] | None:
        """The letters, if it is of one word, made by `spelling_of`."""
        letters = tuple(label for _, label, _ in sorted(self.steps, key=lambda s: natural(s[0])))
        return letters if self == spelling_of(letters) else None

    @property
    def states(self) -> list[str]:
        """All states, in natural order."""
        ends = (state for origin, _, target in self.steps for state in (origin, target))
        return list(ordered([self.first, *self.last, *ends]))

    def after(self, states: Iterable[str], label: str) -> set[str]:
        """The states that it may be in when it has read a label; none is read for ""."""
        before = set(states)
        if not label:
            return before
        return {end for state, read, end in self.steps if read == label and state in before}


Remark = tuple[Literal["", "start", "goal", "word"], str]
"""What is odd, in words; it doesn't matter any more once this is another one."""


@dataclass(frozen=True)
class Labyrinth:
    """A labyrinth, by its corridors.

    Attributes:
        cliques: locations joined to one another; each clique sorted, without repetition.
        oneways: corridors that lead from their first location to their second only.
        start: where the walker is at first, with an empty stack.
        goal: what wins; its names are outer or inside locations.
        labels: of the cliques, "" for none; what is left out at the end is "", see `trimmed`.
        oneway_labels: the same of the one-way corridors.
        spelling: the labels of a run's corridors, one after the other, are a word of these.
        assumed: what is odd about it, see `Remark`.
    """

    cliques: tuple[tuple[str, ...], ...]
    oneways: tuple[tuple[str, str], ...]
    start: str
    goal: Goal = Goal()
    labels: tuple[str, ...] = ()
    oneway_labels: tuple[str, ...] = ()
    spelling: Spelling | None = None
    assumed: tuple[Remark, ...] = field(default=(), compare=False)

    def corridors(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The cliques, each with its label."""
        return zip(self.cliques, chain(self.labels, repeat("")), strict=False)

    def arrows(self) -> Iterator[tuple[str, str, str]]:
        """The one-way corridors: where each begins and ends, and its label."""
        labels = chain(self.oneway_labels, repeat(""))
        for (origin, target), label in zip(self.oneways, labels, strict=False):
            yield origin, target, label

    def letters(self) -> list[str]:
        """The labels that corridors have, in natural order."""
        return list(ordered(filter(None, (*self.labels, *self.oneway_labels))))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """All locations, faces of boxes and what lies behind them too, in order of appearance.

        They are numbered from 0.
        """
        return self._placed[0]

    @cached_property
    def ports(self) -> Sequence[Port]:
        """All locations on faces of boxes, in order of appearance."""
        return self._placed[1]

    @property
    def passages(self) -> tuple[Sequence[int], Sequence[int]]:
        """The numbers of the ports, and those of the locations inside."""
        return self._placed[2:]

    @cached_property
    def ends(self) -> array[int]:
        """The numbers of the locations on the cliques, one clique after the other."""
        return array("i", map(self.numbers.__getitem__, chain.from_iterable(self.cliques)))

    def numbered(self, named: dict[str, int], ends: array[int]) -> Labyrinth:
        """Itself, with the numbers of all names in the text and `ends`, which its reader has."""
        vars(self).update(_named=named, ends=ends)
        return self

    @cached_property
    def _named(self) -> dict[str, int]:
        """The numbers of locations that corridors, start or goal name; `_placed` adds the rest."""
        named = () if self.goal.regular else self.goal.names
        listed = chain(self.cliques, self.oneways, [(self.start,), named])
        return dict(zip(dict.fromkeys(chain.from_iterable(listed)), count(), strict=False))

    @cached_property
    def _placed(self) -> tuple[Mapping[str, int], Sequence[Port], Sequence[int], Sequence[int]]:
        """The numbers and the ports, as both come from the parts of the names."""
        found = self._named
        ports, here, there = list[Port](), list[int](), list[int]()
        implied = list[Port](), list[int](), list[int]()
        for place, location in enumerate(list(found)):
            into, origins, passages, origin = ports, here, there, place
            box, dot, inside = location.partition(".")
            while dot and box not in INSIDE:
                known = len(found)
                number = found.setdefault(inside, known)
                into.append((box, inside, location))
                origins.append(origin)
                passages.append(number)
                if number < known:
                    break
                location, origin, (into, origins, passages) = inside, number, implied
                box, dot, inside = location.partition(".")
        return found, ports + implied[0], here + implied[1], there + implied[2]

    def locations(self) -> list[str]:
        """All locations, faces of boxes and what lies behind them too, in order of appearance."""
        return list(self.numbers)

    def boxes(self) -> list[str]:
        """The boxes' names, in natural order."""
        return sorted({box for box, _, _ in self.ports}, key=natural)

    def outer(self) -> list[str]:
        """The locations on the outer face, in natural order."""
        return sorted((u for u in self.numbers if is_outer(u)), key=natural)

    def targets(self) -> list[str]:
        """The locations that win: with an empty stack, any or some stacks, as the goal has it."""
        match self.goal.kind:
            case "escape":
                return self.outer()
            case "at" | "reach":
                return list(self.goal.names)
            case "accept":
                first = {state for state, _, _ in self.goal.reads}
                return [location for location in self.locations() if location in first]
            case _:
                assert_never(self.goal.kind)


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """`state <symbol> --> target <written>`: the top symbol is replaced; `written` is top first."""

    state: str
    symbol: str
    target: str
    written: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pushdown:
    """A pushdown system and its first configuration.

    Attributes:
        rules: in the order of the file.
        state: the first control state.
        stack: the first stack, bottom first.
        goal: `escape`, an empty stack; `at` one of these states, with an empty stack; `reach` one
            of them, with any stack; `accept`, what an automaton accepts.
        assumed: what is odd about it, see `Remark`.
    """

    rules: tuple[Rule, ...]
    state: str
    stack: Stack
    goal: Goal = Goal()
    assumed: tuple[Remark, ...] = field(default=(), compare=False)

    def states(self) -> set[str]:
        """The control states that occur."""
        return {self.state, *(s for rule in self.rules for s in (rule.state, rule.target))}

    def symbols(self) -> set[str]:
        """The stack symbols that occur."""
        found = {*self.stack, *(rule.symbol for rule in self.rules)}
        return found.union(*(rule.written for rule in self.rules))


Instance = Labyrinth | Pushdown


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """A stack and a location: where a walker is. Of a pushdown system: a stack and a state."""

    stack: Stack
    location: str

    def __str__(self) -> str:
        return " ".join([*self.stack, ":", self.location])


@dataclass(frozen=True, slots=True)
class Run:
    """A way to win, configuration by configuration."""

    configurations: tuple[Configuration, ...]


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """How a location is reached last within a frame, the copy that was entered at `frame`.

    One of three: by a corridor from `origin`; through `box`, from its port `origin` and out at
    this location; into `box` for good, from its port `origin` (frame START only).
    """

    frame: str
    location: str
    kind: ReasonKind
    origin: str
    box: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A run as a straight-line program: one reason for each location of each frame that is needed.

    `reason(F, Q, through X from X.w)` with Q = X.z stands for the way of (F, X.w), then for the
    whole way of (w, z) one copy further in. Runs may be exponentially longer than their programs.
    """

    end: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Partition:
    """There is no way: locations in classes that nothing leads out of, none of the reached wins.

    Attributes:
        classes: of all locations, each sorted by `natural`; those of one location may be left out.
        reached: a location of each class that the walker may get into.
    """

    classes: tuple[tuple[str, ...], ...]
    reached: tuple[str, ...]
    refutes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Table:
    """There is no way: for each frame, all that can be reached within the copy; no goal is."""

    pairs: tuple[tuple[str, str], ...]
    refutes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Exits:
    """The outer locations that can be reached with an empty stack, and the proof of both halves.

    Attributes:
        ends: those that can be, in natural order.
        reasons: a straight-line program that serves all of them.
        closed: why there are no others; None if there are none left.
    """

    ends: tuple[str, ...]
    reasons: tuple[Reason, ...]
    closed: Partition | Table | None = None


@dataclass(frozen=True, slots=True)
class Automaton:
    """The saturated P-automaton: it accepts exactly the winning configurations.

    Its states are locations and VICTORY. A configuration is read from its location, the top of
    the stack first, then BOTTOM; VICTORY accepts. The automaton of a pushdown system has its
    control states instead; there a stack is read without BOTTOM, and the goal's states accept. If
    they may be reached with any stack, VICTORY accepts too: what is left of the stack leads there.
    If the goal is what an automaton accepts, `within` names that one's states among the others.

    Attributes:
        transitions: those that are listed.
        alike: states from which the same transitions lead on as from another one, whose are listed;
            each with that one.
    """

    transitions: tuple[Transition, ...]
    alike: tuple[tuple[str, str], ...] = ()

    @property
    def count(self) -> int:
        """How many transitions there are, those of states that are alike too."""
        listed = Counter(state for state, _, _ in self.transitions) if self.alike else {}
        return len(self.transitions) + sum(listed.get(other, 0) for _, other in self.alike)

    def every(self) -> Iterator[Transition]:
        """All transitions, those of states that are alike too, in no order."""
        yield from self.transitions
        onward: dict[str, list[tuple[str, str]]] = {other: [] for _, other in self.alike}
        for state, symbol, target in self.transitions:
            if state in onward:
                onward[state].append((symbol, target))
        for state, other in self.alike:
            for symbol, target in onward[other]:
                yield state, symbol, target


@dataclass(frozen=True, slots=True)
class Closed:
    """There is no way: transitions of an automaton that is closed under a pushdown system's rules.

    Also of a labyrinth whose goal is what an automaton accepts, as the pushdown system that it is.
    It accepts whatever can win, and not the first configuration.
    """

    transitions: tuple[Transition, ...]
    refutes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """How `symbol` on top at `state` is popped, ending at `target`.

    First by the rule of that number (from 1; a labyrinth's rules have none), then each symbol it
    writes is popped in turn, ending at each of `between`, the last time at `target`. A target
    VICTORY means that the goal is reached before; at a state of the goal, and from then on, that
    needs no node.
    """

    state: str
    symbol: str
    target: str
    rule: int | Rule
    between: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Derivation:
    """A run of a pushdown system as a straight-line program.

    Attributes:
        states: where the first stack's symbols are popped one by one, from the first state on.
        nodes: how each is popped, and each that must be popped for that.
    """

    states: tuple[str, ...]
    nodes: tuple[Node, ...]


Witness = Run | Program | Partition | Table | Exits | Automaton | Closed | Derivation


@dataclass(frozen=True, slots=True)
class Measures:
    """What a run costs: corridors walked, moves made (entering and leaving too), deepest stack."""

    corridors: int = 0
    moves: int = 0
    depth: int = 0

    def __str__(self) -> str:
        parts = [counted(self.corridors, "corridor"), counted(self.moves, "move")]
        return ", ".join([*parts, f"depth {exact(self.depth)}"])


def spelling_of(letters: Sequence[str]) -> Spelling:
    """The one word of these letters; its automaton counts them.

    >>> spelling_of(["red", "blue"]).steps
    (('0', 'red', '1'), ('1', 'blue', '2'))
    """
    steps = ((str(k), letter, str(k + 1)) for k, letter in enumerate(letters))
    return Spelling("0", (str(len(letters)),), tuple(sorted(steps)))


def trimmed(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels as labyrinths hold them: without those at the end that are none.

    >>> trimmed(["", "red", ""])
    ('', 'red')
    """
    found = list(labels)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def reading(location: str, state: str) -> str:
    """A location together with the state that the automaton of the words is in there.

    >>> reading("A.3", "even"), place_of("A.3(even)"), place_of("A.3")
    ('A.3(even)', 'A.3', 'A.3')
    """
    return f"{location}({state})"


def place_of(name: str) -> str:
    """The location of such a pair; of any other name, that name."""
    location, opened, _ = name.partition("(")
    return location if opened and location else name


def within(state: str) -> str:
    """A state of a goal's automaton, apart from the location or control state of that name."""
    return f"(state {state})"


def arrow(transition: Transition) -> str:
    r"""A transition of an automaton, as it is written.

    >>> print(arrow(("3", "A", "q")), arrow(("q", BOTTOM, "won")), sep=", ")
    3 --A--> q, q --\bot--> won
    """
    state, symbol, target = transition
    return f"{state} --{BELOW if symbol == BOTTOM else symbol}--> {target}"


def box_of(location: str) -> str | None:
    """The box on whose face a location is; None for outer and inside ones.

    >>> box_of("A.B.3"), box_of("inner.start"), box_of("3")
    ('A', None, None)
    """
    box, dot, _ = location.partition(".")
    return box if dot and box not in INSIDE else None


def behind(location: str) -> str | None:
    """The same place as named by the copy in its box; None for locations on no box's face.

    >>> behind("A.B.3"), behind("A.3"), behind("3")
    ('B.3', '3', None)
    """
    box, dot, rest = location.partition(".")
    return rest if dot and box not in INSIDE else None


def is_outer(location: str) -> bool:
    """Whether a location is on the outer face: its name has no dot."""
    return "." not in location


_DIGITS = re.compile(r"(\d+)")


def natural(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts numbers in names by value, and outer locations before boxes.

    >>> sorted(["A.10", "10", "A.9", "9"], key=natural)
    ['9', '10', 'A.9', 'A.10']
    """
    head = name.rstrip(digits)
    last = name[len(head) :]
    if not last or len(last) > 18 or head[-1:].isdecimal():
        return list(_natural(name))
    return [*_natural(head), (0, int(last), last)]


@lru_cache(maxsize=1 << 10)
def _natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Such a key; many names are alike but for a number at the end."""
    parts = _DIGITS.split(name)
    return (
        (name.count("."), 0, ""),
        *((0, int(p), p) if p.isdecimal() and len(p) < 19 else (1, 0, p) for p in parts if p),
    )


def clique(names: Iterable[str]) -> tuple[str, ...]:
    """Locations joined to one another, as labyrinths hold them."""
    return tuple(sorted(set(names)))


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Names without repetition, in natural order."""
    once = list(set(names))
    heads = list(map(str.rstrip, once, repeat(digits)))
    alike: dict[str, list[str]] = {head: [] for head in set(heads)}
    if 8 * len(alike) > len(once) or any(map(_DIGITS.search, alike)):
        return tuple(sorted(once, key=natural))
    for head, name in zip(heads, once, strict=True):
        alike[head].append(name)
    # names that differ in their last numbers only come one after the other
    found: list[str] = []
    for head in sorted(alike, key=natural):
        those, before = sorted(alike[head]), len(head)
        if max(map(len, those)) - before > 18:
            return tuple(sorted(once, key=natural))
        longer = bisect(those, zero := f"{head}0")
        if longer < len(those) and those[longer].startswith(zero):
            found += sorted(those, key=lambda name: int(name[before:] or -1))
        else:
            found += sorted(those, key=len)
    return tuple(found)
