"""Witnesses ⇄ text and facts, and models of the encodings → witnesses; judges none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import assert_never

import clingo

from pylab.base.errors import WitnessError, quoted
from pylab.base.listing import Signature, Task
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
    counted,
    natural,
    ordered,
    place_of,
    reading,
    within,
)
from pylab.families.fractal.program import listed, measure, unfold
from pylab.families.fractal.saturation import saturation
from pylab.family.schema import Found, Line
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import Fact, Quoted, fact, integer, misfit, only, type_of

VISIT = Signature("visit", 3)
END, REASON = Signature("end", 1), Signature("reason", 3)
EXITS, NONE = Signature("exits", 0), Signature("none", 0)
CLASS, REACHED, ROW = Signature("class", 2), Signature("reached", 1), Signature("reached", 2)
AUTOMATON, TRANS = Signature("automaton", 0), Signature("trans", 3)
ALIKE = Signature("alike", 2)
POPPED, BY, BETWEEN = Signature("popped", 2), Signature("by", 4), Signature("between", 5)

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
        return WITNESS_FORMAT.show(Run(tuple(unfold(instance, witness, moves))))
    if isinstance(witness, Run):
        return WITNESS_FORMAT.show(Run(witness.configurations[: moves + 1]))
    return WITNESS_FORMAT.show(witness)


def _saturated(instance: Instance, count: int, most: int) -> str:
    added = list(islice(saturation(instance), most))
    lines = [
        (fact("trans", *map(_term, each.transition)), f"{number}: {each.words()}")
        for number, each in enumerate(added, 1)
    ]
    left = f", the first {len(added)}" if len(added) < count else ""
    heading = f"the saturation: {counted(count, 'transition')}{left}, and the rules that add them"
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


def _lines(witness: Witness) -> Iterator[Line]:
    match witness:
        case Run(configurations):
            for time, each in enumerate(configurations):
                stack = clingo.Function("stack", [clingo.String(box) for box in each.stack])
                yield fact("visit", time, stack, clingo.String(each.location)), str(each)
        case Program(end, reasons):
            yield fact("end", _term(end)), "the run ends here"
            yield from _reasons(reasons)
        case Exits(ends, reasons, closed):
            yield fact("exits"), ""
            for end in ends:
                yield fact("end", _term(end)), str(measure(reasons, end))
            yield from _reasons(reasons)
            if closed is not None:
                yield "what can be reached, without the other exits:"
                yield from _closed(closed)
        case Partition() | Table():
            yield fact("none"), ""
            yield from _closed(witness)
        case Automaton(transitions, alike):
            yield fact("automaton"), ""
            yield from ((fact("trans", *map(_word, each)), "") for each in transitions)
            yield from ((fact("alike", *map(_word, each)), "") for each in alike)
        case Closed(transitions):
            yield fact("none"), ""
            yield from ((fact("trans", *map(_word, each)), "") for each in transitions)
        case Derivation(states, nodes):
            for count, state in enumerate(states):
                words = f"{counted(count, 'symbol')} of the first stack popped" if count else ""
                yield fact("popped", count, _term(state)), words
            yield from map(_node, nodes)
        case _:
            assert_never(witness)


def _reasons(reasons: Sequence[Reason]) -> Iterator[Line]:
    """Frame by frame, the run itself first."""
    frame = ""
    for each in sorted(reasons, key=lambda each: (each.frame != START, natural(each.frame))):
        if each.frame != frame:
            frame = each.frame
            yield "the run itself:" if frame == START else f"in a copy entered at {frame}:"
        words = [_term(word) for word in (each.box, each.origin) if word]
        way = clingo.Function(each.kind, words)
        yield fact("reason", _word(frame), _word(each.location), way), _way(each)


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


def _closed(closed: Partition | Table) -> Iterator[Line]:
    match closed:
        case Partition(classes, reached):
            yield [fact("reached", _word(each)) for each in reached], ""
            for number, members in enumerate(classes, 1):
                yield [fact("class", number, _word(each)) for each in members], ""
        case Table(pairs):
            rows: dict[str, list[str]] = {}
            for frame, location in pairs:
                rows.setdefault(frame, []).append(location)
            for frame in sorted(rows, key=natural):
                row = ordered(rows[frame])
                yield [fact("reached", _word(frame), _word(each)) for each in row], ""
        case _:
            assert_never(closed)


def _node(node: Node) -> Line:
    words = [_term(word) for word in (node.state, node.symbol, node.target)]
    made = [fact("by", *words, _rule(node.rule))]
    if node.between:
        for place, state in enumerate((*node.between, node.target), 1):
            made.append(fact("between", *words, place, _term(state)))
    via = f", via {' '.join(node.between)}" if node.between else ""
    how = f"rule {node.rule}" if isinstance(node.rule, int) else _MOVES[len(node.rule.written)]
    return made, f"{node.state} <{node.symbol}> -> {node.target} by {how}{via}"


_MOVES = ("leave", "walk", "enter")
"""The moves of a labyrinth, by how many symbols their rules write."""


def _rule(rule: int | Rule) -> int | clingo.Symbol:
    if isinstance(rule, int):
        return rule
    words = map(_term, (rule.state, rule.symbol, rule.target))
    return clingo.Function(_MOVES[len(rule.written)], list(words))


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


# reading


def _read_run(found: Found) -> Run:
    steps = sorted(found[VISIT], key=lambda each: integer(each, 0, kind=WitnessError))
    configurations = []
    for time, each in enumerate(steps):
        if each.arguments[0].number != time:
            raise misfit(each, 0, f"a visit {time} next", WitnessError)
        configurations.append(Configuration(_stack(each), _text(each, 2)))
    return Run(tuple(configurations))


def _stack(each: Fact) -> Stack:
    stack = each.arguments[1]
    if stack.type is not type_of.Function or stack.name != "stack":
        raise misfit(each, 1, 'a stack like stack("A","B")', WitnessError)
    return tuple(_name(box, each) for box in stack.arguments)


def _read_program(found: Found) -> Program:
    return Program(_text(only(found, END, kind=WitnessError), 0), _read_reasons(found))


def _read_exits(found: Found) -> Exits:
    ends = ordered(_text(each, 0) for each in found.get(END, ()))
    closed: Partition | Table | None = None
    if ROW in found:
        closed = _read_table(found)
    elif REACHED in found or CLASS in found:
        closed = _read_partition(found)
    return Exits(ends, _read_reasons(found), closed)


def _read_reasons(found: Found) -> tuple[Reason, ...]:
    reasons = set()
    for each in found.get(REASON, ()):
        way = each.arguments[2]
        name = way.name if way.type is type_of.Function else ""
        kind = _KINDS.get((name, len(way.arguments) if name else 0))
        if kind is None:
            raise misfit(each, 2, "walk(P), through(X,P) or into(X,P)", WitnessError)
        *box, origin = (_name(word, each) for word in way.arguments)
        reasons.add(Reason(_text(each, 0), _text(each, 1), kind, origin, *box))
    return tuple(sorted(reasons))


def _read_partition(found: Found) -> Partition:
    classes: dict[int, list[str]] = {}
    for each in found.get(CLASS, ()):
        classes.setdefault(integer(each, 0, kind=WitnessError), []).append(_text(each, 1))
    reached = ordered(_text(each, 0) for each in found.get(REACHED, ()))
    return Partition(tuple(sorted(map(ordered, classes.values()))), reached)


def _read_table(found: Found) -> Table:
    return Table(tuple(sorted({(_text(each, 0), _text(each, 1)) for each in found[ROW]})))


def _read_automaton(found: Found) -> Automaton:
    alike = {(_text(e, 0), _text(e, 1)) for e in found.get(ALIKE, ())}
    return Automaton(_read_transitions(found), tuple(sorted(alike)))


def _read_transitions(found: Found) -> tuple[Transition, ...]:
    made = {(_text(e, 0), _text(e, 1), _text(e, 2)) for e in found.get(TRANS, ())}
    return tuple(sorted(made))


def _read_derivation(found: Found) -> Derivation:
    states = {integer(each, 0, 0, kind=WitnessError): _text(each, 1) for each in found[POPPED]}
    between: dict[Transition, dict[int, str]] = {}
    for each in found.get(BETWEEN, ()):
        place = integer(each, 3, 0, kind=WitnessError)
        between.setdefault(_popping(each), {})[place] = _text(each, 4)
    nodes = set()
    for each in found.get(BY, ()):
        middle = between.get(_popping(each), {})
        kept = tuple(middle[k] for k in sorted(middle) if 0 < k < max(middle))
        nodes.add(Node(*_popping(each), _read_rule(each), kept))
    if len({isinstance(node.rule, int) for node in nodes}) > 1:
        raise WitnessError("expected rules with numbers or without, found both")
    return Derivation(tuple(states[k] for k in sorted(states)), tuple(sorted(nodes)))


def _read_rule(each: Fact) -> int | Rule:
    """The number of a rule or, of a labyrinth, the move that it allows."""
    move = each.arguments[3]
    if move.type is type_of.Number:
        return integer(each, 3, kind=WitnessError)
    if move.type is not type_of.Function or move.name not in _MOVES or len(move.arguments) != 3:
        raise misfit(each, 3, "the number of a rule, or walk, enter or leave", WitnessError)
    state, top, target = (_name(word, each) for word in move.arguments)
    written = {"leave": (), "walk": (top,), "enter": (box_of(state) or "", top)}
    return Rule(state, top, target, written[move.name])


def _popping(each: Fact) -> Transition:
    return _text(each, 0), _text(each, 1), _text(each, 2)


_WORD = re.compile(r"[^\s%]+")
"""What a line can have as one word."""


def _text(each: Fact, index: int) -> str:
    return _name(each.arguments[index], each)


def _name(term: clingo.Symbol, each: Fact) -> str:
    name = str(term)
    if term.type is type_of.String:
        if _WORD.fullmatch(term.string) and term.string.isprintable():
            return term.string
        message = f"expected a name without blanks, found {quoted(term.string)}"
        raise WitnessError(message, each.place)
    if name in _NAMES:
        return _NAMES[name]
    if term.type is type_of.Function and term.name == "at" and len(term.arguments) == 2:
        location, state = (_name(argument, each) for argument in term.arguments)
        return reading(location, state)
    if term.type is type_of.Function and term.name == "state" and len(term.arguments) == 1:
        return within(_name(term.arguments[0], each))
    message = f'expected a name as a string, like "A.3", found {quoted(name)}'
    raise WitnessError(message, each.place)


_FORMS: Sequence[WitnessKind[Witness]] = (
    WitnessKind({VISIT}, set(), _read_run),
    WitnessKind({EXITS}, {END, REASON, NONE, CLASS, REACHED, ROW}, _read_exits),
    WitnessKind({END}, {REASON}, _read_program),
    WitnessKind({POPPED}, {BY, BETWEEN}, _read_derivation),
    WitnessKind({ROW}, {NONE}, _read_table),
    WitnessKind({REACHED}, {NONE, CLASS}, _read_partition),
    WitnessKind({CLASS}, {NONE}, _read_partition),
    WitnessKind({AUTOMATON}, {TRANS, ALIKE}, _read_automaton),
    WitnessKind({TRANS}, {ALIKE}, _read_automaton),
    WitnessKind({NONE}, {TRANS}, lambda found: Closed(_read_transitions(found))),
)


WITNESS_FORMAT = WitnessFormat(_heading, _FORMS, _lines)
