"""The format `.pds` of the model checker Moped ⇄ pushdown systems, and labyrinths written in it.

A file is the first configuration `(state <top … bottom>)`, then rules `p <a> --> q <w>`, with `#`
for comments. Ours alone is a goal, at any place: `goal at <p q>` or `goal reach <p q>` or, with
transitions `p --a--> q` of an automaton, `goal accept <q>`; without, to win is to empty the stack.
Names of a labyrinth become identifiers, and can be told from them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pylab.base.errors import InstanceError, quoted
from pylab.base.words import counted
from pylab.families.fractal.lab import unread
from pylab.families.fractal.model import (
    BOTTOM,
    GOAL_KINDS,
    VICTORY,
    Derivation,
    Goal,
    Labyrinth,
    Pushdown,
    Remark,
    Rule,
    Transition,
    arrow,
    behind,
    box_of,
    ordered,
)
from pylab.families.fractal.oddities import MOST
from pylab.families.fractal.spelling import unspelled
from pylab.text.source import Source
from pylab.text.words import Words

_TOKEN = re.compile(r"(?P<skip>#[^\n]*)|-->|[()<>]|(?:(?!-->)[^\s()<>#])+")
_WORD = re.compile(r"[^\s()<>#:%\"]+")
_BEGIN = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*(?:\(|goal[ \t]+(?:at|reach|accept)[ \t]*<)")

MAX_WRITTEN = 1000
"""The most symbols on the first stack, and that a rule may write."""


def looks_like(text: str) -> bool:
    """Whether a text is a pushdown system: it begins with a parenthesis or a goal in brackets."""
    return bool(_BEGIN.match(text))


def is_word(text: str) -> bool:
    """Whether a text can be the name of a state or symbol."""
    return bool(_WORD.fullmatch(text)) and text.isprintable() and text != "-->"


def read(source: Source) -> Pushdown:
    """A pushdown system from text. Raises InstanceError with the place."""
    words = Words(source, _TOKEN, "the end of the text")
    state = ""
    stack: tuple[str, ...] = ()
    rules, goal = [], None
    seen: set[Rule] = set()
    assumed: list[Remark] = []
    reads: dict[Transition, int] = {}
    while words.next or not state:
        if not state and words.next in ("(", ""):
            words.expect("(")
            state, stack = words.take("a state", is_word), _stack(words)
            words.expect(")")
            continue
        offset, origin = words.offset, words.take("a state", is_word)
        if words.next.startswith("--") and is_word(words.next):
            symbol_read = words.take("a symbol to be read").removeprefix("--")
            words.expect("-->")
            reads[origin, symbol_read, words.take("a state", is_word)] = offset
            continue
        if origin == "goal" and words.next in ("at", "reach", "accept"):
            if goal is not None:
                raise InstanceError("expected one goal, found another", source.place(offset))
            goal = Goal(GOAL_KINDS[words.take("a goal")], ordered(_stack(words)))
            where = offset
            continue
        symbol = _stack(words, exactly=1)
        words.expect("-->")
        rule = Rule(origin, symbol[0], words.take("a state", is_word), _stack(words))
        if rule in seen and len(assumed) < MOST:
            assumed.append(("", f"{source.place(offset)}: this rule is there already"))
        seen.add(rule)
        rules.append(rule)
    if reads or (goal is not None and goal.regular):
        system = Pushdown(tuple(rules), state, stack[::-1], Goal(), tuple(assumed))
        if goal is None or not goal.regular or not goal.names:
            message = "expected a line 'goal accept <q>' beside an automaton, with a state at least"
            raise InstanceError(message, source.place(min([*reads.values(), len(source.text)])))
        wanted = replace(goal, reads=tuple(sorted(reads)))
        if (misread := unread(wanted, system.symbols(), system.states())) is not None:
            raise InstanceError(misread[1], source.place(reads[misread[0]]))
        return replace(system, goal=wanted)
    system = Pushdown(tuple(rules), state, stack[::-1], goal or Goal(), tuple(assumed))
    if goal is not None and not (goal.names and system.states().issuperset(goal.names)):
        message = f"expected a goal with states of the system, found {quoted(str(goal))}"
        raise InstanceError(message, source.place(where))
    return system


def write(system: Pushdown) -> str:
    """The text of a pushdown system, which `read` reads as the same one."""
    lines = [f"({system.state} <{' '.join(reversed(system.stack))}>)"]
    if system.goal.names:
        lines.append(f"goal {system.goal.kind} <{' '.join(system.goal.names)}>")
        lines += map(arrow, system.goal.reads)
    lines += [
        f"{rule.state} <{rule.symbol}> --> {rule.target} <{' '.join(rule.written)}>"
        for rule in system.rules
    ]
    return "\n".join([*lines, ""])


def system_of(labyrinth: Labyrinth) -> Pushdown:
    """The labyrinth as a pushdown system over BOTTOM and its boxes, won by emptying the stack.

    Where a word has to be spelled, its states are the pairs of `spelling`.
    That takes a last rule, which leads from the goals to VICTORY; if they may be reached in any
    boxes, VICTORY leaves them all. A goal that an automaton accepts is as it is.
    """
    labyrinth = unspelled(labyrinth)
    boxes = labyrinth.boxes()
    stack = [BOTTOM, *boxes]
    rules = [Rule(p, top, q, (top,)) for p, q in joined(labyrinth) for top in stack]
    for port in labyrinth.locations():
        box, inside = box_of(port), behind(port)
        if box is not None and inside is not None:
            rules += [Rule(port, top, inside, (box, top)) for top in stack]
            rules.append(Rule(inside, box, port, ()))
    if labyrinth.goal.regular:
        return Pushdown(tuple(dict.fromkeys(rules)), labyrinth.start, (BOTTOM,), labyrinth.goal)
    tops = stack if labyrinth.goal.anywhere else [BOTTOM]
    rules += [Rule(name, top, VICTORY, ()) for name in labyrinth.targets() for top in tops]
    if labyrinth.goal.anywhere:
        rules += [Rule(VICTORY, top, VICTORY, ()) for top in stack]
    return Pushdown(tuple(dict.fromkeys(rules)), labyrinth.start, (BOTTOM,))


def export(labyrinth: Labyrinth) -> str:
    """The labyrinth in the format, its names mangled to identifiers."""
    system = system_of(labyrinth)
    rules = tuple(
        Rule(mangled(r.state), mangled(r.symbol), mangled(r.target), tuple(map(mangled, r.written)))
        for r in system.rules
    )
    names = tuple(map(mangled, system.goal.names))
    reads = [(mangled(p), mangled(a), mangled(q)) for p, a, q in system.goal.reads]
    goal = Goal(system.goal.kind, names, tuple(sorted(reads)))
    return write(Pushdown(rules, mangled(system.state), tuple(map(mangled, system.stack)), goal))


_RESERVED = {BOTTOM: "_bottom", VICTORY: "_victory"}


def mangled(name: str) -> str:
    """A name as an identifier, that `plain` gives back.

    >>> mangled("A.3"), mangled("10"), mangled("a_b"), mangled("p?")
    ('A_o3', '_n10', 'a__b', 'p_u3f_')
    """
    if name in _RESERVED:
        return _RESERVED[name]
    text = "".join(map(_mangled, name))
    return f"_n{text}" if text[:1].isdigit() else text


def plain(identifier: str) -> str:
    """The name that was mangled to this identifier.

    >>> plain("A_o3"), plain("_n10"), plain("a__b"), plain("p_u3f_"), plain("_bottom")
    ('A.3', '10', 'a_b', 'p?', '(bottom)')
    """
    for name, reserved in _RESERVED.items():
        if identifier == reserved:
            return name
    return re.sub(r"_(n|o|_|u[0-9a-f]+_)", _plain, identifier)


def _mangled(character: str) -> str:
    if character.isascii() and character.isalnum():
        return character
    return {"_": "__", ".": "_o"}.get(character) or f"_u{ord(character):x}_"


def _plain(found: re.Match[str]) -> str:
    code = found[1]
    if code.startswith("u"):
        return chr(int(code[1:-1], 16))
    return {"n": "", "o": ".", "_": "_"}[code]


def joined(labyrinth: Labyrinth) -> Iterator[tuple[str, str]]:
    """The corridors, in each direction in which they can be walked."""
    for clique in labyrinth.cliques:
        yield from ((p, q) for p in clique for q in clique if p != q)
    yield from labyrinth.oneways


def numbered(labyrinth: Labyrinth, derivation: Derivation) -> tuple[Pushdown, Derivation]:
    """A labyrinth's run as one of its pushdown system, by numbers of rules; 0 for what is none."""
    system = system_of(labyrinth)
    number = {rule: index for index, rule in enumerate(system.rules, 1)}
    nodes = (
        replace(node, rule=number.get(node.rule, 0) if isinstance(node.rule, Rule) else 0)
        for node in derivation.nodes
    )
    return system, Derivation(derivation.states, tuple(sorted(nodes)))


def spelled(system: Pushdown, derivation: Derivation) -> Derivation:
    """A run of a labyrinth's pushdown system with its rules instead of their numbers."""
    nodes = (
        replace(node, rule=system.rules[node.rule - 1] if isinstance(node.rule, int) else node.rule)
        for node in derivation.nodes
    )
    return Derivation(derivation.states, tuple(sorted(nodes)))


def _stack(words: Words, exactly: int | None = None) -> tuple[str, ...]:
    """Symbols in angle brackets."""
    words.expect("<")
    symbols: list[str] = []
    while words.next != ">":
        if len(symbols) == (MAX_WRITTEN if exactly is None else exactly):
            most = counted(MAX_WRITTEN if exactly is None else exactly, "symbol")
            raise words.unexpected(f"'>' after at most {most}")
        symbols.append(words.take("a stack symbol", is_word))
    if exactly is not None and len(symbols) != exactly:
        raise words.unexpected("a stack symbol")
    words.expect(">")
    return tuple(symbols)
