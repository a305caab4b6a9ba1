"""Witnesses ⇄ text and facts, and models of the encodings → witnesses; judges none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import Any, assert_never

import clingo

from pylab.base.errors import WitnessError
from pylab.base.listing import Signature, Task
from pylab.base.words import counted
from pylab.families.fractal.model import (
    BOTTOM,
    START,
    VICTORY,
    Automaton,
    Closed,
    Configuration,
    Derivation,
    Exits,
    Instance,
    Node,
    Partition,
    Program,
    Reason,
    ReasonKind,
    Rule,
    Run,
    Stack,
    Table,
    Transition,
    Witness,
    box_of,
    natural,
    ordered,
    place_of,
    reading,
    within,
)
from pylab.families.fractal.program import listed, measure, unfold
from pylab.families.fractal.saturation import saturation, written
from pylab.family.schema import NATURAL, Found, Line, Row, Schema, distinct
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import ArgumentType, Fact, Quoted, argument, fact, type_of

_CONSTANTS = {START: "start", BOTTOM: "bottom", VICTORY: "victory"}
_NAMES = {constant: name for name, constant in _CONSTANTS.items()}
_KINDS: Mapping[tuple[str, int], ReasonKind] = {
    ("walk", 1): "walk",
    ("through", 2): "through",
    ("into", 2): "into",
}
"""The kinds of reasons by name and number of arguments."""


def decode(instance: Instance, _task: Task, symbols: Sequence[clingo.Symbol]) -> Witness:
    """The shown atoms of a model as a witness; a run is listed unless it is too long.

    Raises WitnessError for atoms that make none.
    """
    witness = WITNESS_FORMAT.witness([Fact(symbol) for symbol in symbols])
    return listed(instance, witness) if isinstance(witness, Program | Derivation) else witness


def unfolded(instance: Instance, witness: Witness, moves: int) -> str:
    """The beginning of a run, or of a straight-line program's, move by move, in lines.

    Of an automaton, the beginning of its saturation: each transition, with the rule that adds it.
    """
    if isinstance(witness, Automaton):
        return _saturated(instance, witness.count, moves)
    if isinstance(witness, Program | Derivation):
        whole = tuple(unfold(instance, witness, moves + 1))
    elif isinstance(witness, Run):
        whole = witness.configurations
    else:
        return WITNESS_FORMAT.show(witness)
    shown = Run(whole[: moves + 1])
    text = WITNESS_FORMAT.show(shown)
    first = f"the first {counted(moves, 'move')} of a run"
    return text if shown.configurations == whole else text.replace(_heading(shown), first, 1)


def _saturated(instance: Instance, count: int, most: int) -> str:
    steps: list[int] = []
    added = list(saturation(instance, steps.append))[:most]
    lines = [
        (TRANS.fact(each.transition), f"{number}: {each.words()}")
        for number, each in enumerate(added, 1)
    ]
    left = f", the first {len(added)}" if len(added) < count else ""
    rules = len(written(instance).rules)
    of = f"k = {counted(rules, 'rule')}, in {counted(steps[-1], 'step')} (k² = {rules**2})"
    heading = (
        f"the saturation of {of}: {counted(count, 'transition')}{left}, and the rules that add them"
    )
    shown = Automaton(tuple(each.transition for each in added))
    return WitnessFormat(lambda _: heading, _FORMS, lambda _: lines).show(shown)


# writing


def _heading(witness: Witness) -> str:
    match witness:
        case Run(configurations):
            return f"a run of {counted(len(configurations) - 1, 'move')}"
        case Program(end, reasons):
            return f"a run, folded up: {measure(reasons, end)}"
        case Exits(ends):
            found = counted(len(ends), "exit")
            return (
                f"{found} can be reached, by runs that are folded up"
                if ends
                else "no exit can be reached"
            )
        case Partition():
            return "no run wins: classes of locations that nothing leads out of"
        case Table():
            return "no run wins: all that can be reached within each copy"
        case Automaton(alike=alike):
            heading = (
                f"an automaton of {counted(witness.count, 'transition')}, which accepts "
                "what wins\ntrans(P,A,S): in P it reads A, the top of the stack, and goes to S"
            )
            return heading + "\nalike(P,Q): and so it does in P as in Q" * bool(alike)
        case Closed():
            return "no run wins: an automaton that accepts whatever wins, and not the start"
        case Derivation():
            return "a run, folded up: how each symbol is popped"
        case _:
            assert_never(witness)


def _way(reason: Reason) -> str:
    match reason.kind:
        case "walk":
            return f"to {reason.location} by a corridor from {reason.origin}"
        case "through":
            return f"to {reason.location} through box {reason.box} from {reason.origin}"
        case "into":
            return f"to {reason.location}, into box {reason.box} from {reason.origin} for good"
        case _:
            assert_never(reason.kind)


_MOVES = ("leave", "walk", "enter")
"""The moves of a labyrinth, by how many symbols their rules write."""


def _word(name: str) -> Quoted | clingo.Symbol:
    """A term whose symbol is not made yet, where it is a string."""
    return _term(name) if "(" in name else Quoted(name)


def _term(name: str) -> clingo.Symbol:
    constant = _CONSTANTS.get(name)
    if constant is not None:
        return clingo.Function(constant)
    if place_of(name) != name:
        location, _, state = name.partition("(")
        return clingo.Function("at", [clingo.String(location), clingo.String(state[:-1])])
    if name.startswith(_STATE):
        return clingo.Function("state", [clingo.String(name.removeprefix(_STATE)[:-1])])
    return clingo.String(name)


_STATE = within("")[:-1]
"""What the names of the states of a goal's automaton begin with."""


def _name(term: clingo.Symbol) -> str:
    """The inverse of `_term`. Raises ValueError."""
    name = str(term)
    if term.type is type_of.String:
        if _WORD.fullmatch(term.string) and term.string.isprintable():
            return term.string
        raise ValueError("a name without blanks")
    if name in _NAMES:
        return _NAMES[name]
    if term.type is type_of.Function and term.name == "at" and len(term.arguments) == 2:
        location, state = map(_name, term.arguments)
        return reading(location, state)
    if term.type is type_of.Function and term.name == "state" and len(term.arguments) == 1:
        return within(_name(term.arguments[0]))
    raise ValueError


_WORD = re.compile(r"[^\s%]+")
"""What a line can have as one word."""


def _stack(term: clingo.Symbol) -> Stack | None:
    return tuple(map(_name, term.arguments)) if _named(term) == "stack" else None


def _named(term: clingo.Symbol) -> str:
    return term.name if term.type is type_of.Function else ""


Way = tuple[ReasonKind, str, str]
"""The kind of a reason, the origin, and the box, if there is one."""


def _read_way(term: clingo.Symbol) -> Way | None:
    name = _named(term)
    kind = _KINDS.get((name, len(term.arguments) if name else 0))
    if kind is None:
        return None
    *box, origin = map(_name, term.arguments)
    return kind, origin, "".join(box)


def _written_way(way: Way) -> clingo.Symbol:
    kind, origin, box = way
    return clingo.Function(kind, [_term(word) for word in (box, origin) if word])


def _by_frame(reasons: Sequence[Reason]) -> Sequence[Reason]:
    return sorted(reasons, key=lambda each: (each.frame != START, natural(each.frame)))


def _frame(reason: Reason) -> str:
    frame = reason.frame
    return "the run itself:" if frame == START else f"in a copy entered at {frame}:"


def _read_rule(term: clingo.Symbol) -> int | Rule | None:
    """The number of a rule or, of a labyrinth, the move that it allows."""
    if term.type is type_of.Number:
        return term.number
    if _named(term) not in _MOVES or len(term.arguments) != 3:
        return None
    state, top, target = map(_name, term.arguments)
    written = {"leave": (), "walk": (top,), "enter": (box_of(state) or "", top)}
    return Rule(state, top, target, written[term.name])


def _written_rule(rule: int | Rule) -> int | clingo.Symbol:
    if isinstance(rule, int):
        return rule
    words = map(_term, (rule.state, rule.symbol, rule.target))
    return clingo.Function(_MOVES[len(rule.written)], list(words))


NAME = ArgumentType(
    'a name as a string, like "A.3",', _name, _word, re.compile(r'[^(\\"\n]*+').fullmatch
)
STACK = argument(
    'a stack like stack("A","B")',
    _stack,
    lambda stack: clingo.Function("stack", list(map(clingo.String, stack))),
)
WAY = argument("walk(P), through(X,P) or into(X,P)", _read_way, _written_way)
RULE = argument("the number of a rule, or walk, enter or leave", _read_rule, _written_rule)

_POPPING: Mapping[str, Any] = {"state": NAME, "symbol": NAME, "target": NAME}

VISIT = Row(
    "visit",
    lambda pair: str(pair[0]),
    of=lambda time, stack, location: (Configuration(stack, location), time),
    parts=lambda pair: (pair[1], pair[0].stack, pair[0].location),
    time=int,
    stack=STACK,
    location=NAME,
)
END = Row("end", "the run ends here", location=NAME)
REASON = Row(
    "reason",
    _way,
    of=lambda frame, location, way: Reason(frame, location, *way),
    parts=lambda it: (it.frame, it.location, (it.kind, it.origin, it.box)),
    frame=NAME,
    location=NAME,
    way=WAY,
)
REASONS = REASON.many(False, distinct, _by_frame, title=_frame)
NONE = Row("none")
AUTOMATON, TRANS = Row("automaton"), Row("trans", **_POPPING)
ALIKE = Row("alike", state=NAME, like=NAME).many(False, distinct)
TRANSITIONS = TRANS.many(False, distinct)
POPPED = Row("popped", count=NATURAL, state=NAME)
POPPED_AT: Schema[dict[str, Any]] = Schema(dict, states=POPPED.series(leading=True))
BY, BETWEEN = Row("by", **_POPPING, rule=RULE), Row("between", **_POPPING, place=NATURAL, via=NAME)


def _classes(members: list[tuple[int, str]]) -> tuple[tuple[str, ...], ...]:
    classes: dict[int, list[str]] = {}
    for number, location in members:
        classes.setdefault(number, []).append(location)
    return tuple(sorted(map(ordered, classes.values())))


def _members(classes: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    return ((number, each) for number, members in enumerate(classes, 1) for each in members)


def _rows(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(pairs, key=lambda pair: (natural(pair[0]), natural(pair[1])))


REACHED = Row("reached", location=NAME).many(into=ordered, abreast=True)
CLASS = Row("class", number=int, location=NAME)
CLASSES = CLASS.many(into=_classes, out_of=_members, abreast=itemgetter(0))
PARTITION = Schema(
    Partition, none=NONE.mark(False), reached=REACHED, classes=replace(CLASSES, needed=False)
)
UNREACHED = Schema(Partition, none=NONE.mark(False), classes=CLASSES, reached=())
ROW = Row("reached", frame=NAME, location=NAME)
TABLE = Schema(
    Table,
    none=NONE.mark(False),
    pairs=ROW.many(into=distinct, out_of=_rows, abreast=itemgetter(0)),
)


def _exits_lines(exits: Any) -> Iterator[Line]:
    yield fact("exits"), ""
    for end in exits.ends:
        yield END.fact(end), str(measure(exits.reasons, end))
    yield from REASONS.lines(exits, "reasons")
    if exits.closed is not None:
        yield "what can be reached, without the other exits:"
        closed = TABLE if isinstance(exits.closed, Table) else PARTITION
        yield from islice(closed.lines(exits.closed), 1, None)


def _read_exits(found: Found) -> Exits:
    closed: Partition | Table | None = None
    for schema in (TABLE, PARTITION, UNREACHED):
        if closed is None and schema.needed <= found.keys():
            closed = schema.read(found)
    return Exits(ordered(END.found(found)), distinct(REASON.found(found)), closed)


def _derivation_lines(derivation: Any) -> Iterator[Line]:
    for count, state in enumerate(derivation.states):
        words = f"{counted(count, 'symbol')} of the first stack popped" if count else ""
        yield POPPED.fact((count, state)), words
    yield from map(_node, derivation.nodes)


def _node(node: Node) -> Line:
    words = node.state, node.symbol, node.target
    made = [BY.fact((*words, node.rule))]
    if node.between:
        places = enumerate((*node.between, node.target), 1)
        made += [BETWEEN.fact((*words, *place)) for place in places]
    via = f", via {' '.join(node.between)}" if node.between else ""
    how = f"rule {node.rule}" if isinstance(node.rule, int) else _MOVES[len(node.rule.written)]
    return made, f"{node.state} <{node.symbol}> -> {node.target} by {how}{via}"


def _read_derivation(found: Found) -> Derivation:
    states = POPPED_AT.read(found)["states"]
    between: dict[Transition, dict[int, str]] = {}
    for state, symbol, target, place, via in BETWEEN.found(found):
        if between.setdefault((state, symbol, target), {}).setdefault(place, via) != via:
            raise WitnessError(f"expected one fact {BETWEEN} for {place}, found two")
    nodes = set()
    for state, symbol, target, rule in BY.found(found):
        middle = between.get((state, symbol, target), {})
        kept = tuple(middle[k] for k in sorted(middle) if 0 < k < max(middle))
        nodes.add(Node(state, symbol, target, rule, kept))
    if len({isinstance(node.rule, int) for node in nodes}) > 1:
        raise WitnessError("expected rules with numbers or without, found both")
    return Derivation(states, tuple(sorted(nodes)))


EXITS = Signature("exits", 0)
_FORMS: Sequence[WitnessKind[Witness] | Schema[Any]] = (
    Schema(Run, configurations=VISIT.series()),
    WitnessKind(
        {EXITS},
        {each.signature for each in (END, REASON, NONE, CLASS, REACHED.row, ROW)},
        _read_exits,
        of=Exits,
        lines=_exits_lines,
    ),
    Schema(Program, end=END.one(), reasons=REASONS),
    WitnessKind(
        {POPPED.signature},
        {BY.signature, BETWEEN.signature},
        _read_derivation,
        of=Derivation,
        lines=_derivation_lines,
    ),
    TABLE,
    PARTITION,
    UNREACHED,
    Schema(Automaton, automaton=AUTOMATON.mark(), transitions=TRANSITIONS, alike=ALIKE),
    Schema(Automaton, transitions=TRANS.many(into=distinct), alike=ALIKE),
    Schema(Closed, none=NONE.mark(), transitions=TRANSITIONS),
)


WITNESS_FORMAT = WitnessFormat(_heading, _FORMS)
