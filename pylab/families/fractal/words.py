"""Witnesses ⇄ text and facts, and models of the encodings → witnesses; judges none of them.

The text of a witness is lines of words, the first of which says what it is. `%` opens comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import clingo

from pylab.answers import single
from pylab.errors import WitnessError
from pylab.facts import Fact, fact, integer, misfit, read_facts, type_of
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
    Run,
    Table,
    Transition,
    Witness,
    natural,
    ordered,
)
from pylab.families.fractal.program import listed, measure, unfold
from pylab.listing import Signature, Task
from pylab.source import Source

_ARITIES = {
    "visit": 3,
    "end": 1,
    "reason": 3,
    "none": 0,
    "class": 2,
    "trans": 3,
    "popped": 2,
    "by": 4,
    "between": 5,
    "exits": 0,
}
VOCABULARY = (
    *(Signature(name, arity) for name, arity in _ARITIES.items()),
    Signature("reached", 1),
    Signature("reached", 2),
)
_CONSTANTS = {START: "start", BOTTOM: "bottom", VICTORY: "victory"}
_NAMES = {constant: name for name, constant in _CONSTANTS.items()}
_KINDS: Mapping[str, tuple[ReasonKind, int]] = {
    "walk": ("walk", 1),
    "through": ("through", 2),
    "into": ("into", 2),
}
"""The kinds of reasons by name, with the number of their arguments."""


# models and facts


def decode(instance: Instance, task: Task, symbols: Sequence[clingo.Symbol]) -> Witness:
    """The shown atoms of a model as a witness; a run is listed unless it is too long.

    Raises WitnessError for atoms that make none.
    """
    facts = [Fact(symbol) for symbol in symbols]
    if task.name == "exits":
        facts.append(fact("exits"))
    witness = _from_facts(facts, whole=task.name == "winning")
    return listed(instance, witness) if isinstance(witness, Program | Derivation) else witness


def encode(witness: Witness) -> list[Fact]:
    """The witness as facts: as the encodings show it, or for a run, `visit(T, stack(…), P)`."""
    match witness:
        case Run():
            return [
                fact("visit", time, _stack(each.stack), clingo.String(each.location))
                for time, each in enumerate(witness.configurations)
            ]
        case Program():
            return [fact("end", clingo.String(witness.end)), *map(_reason_fact, witness.reasons)]
        case Exits():
            made = [fact("exits"), *(fact("end", clingo.String(end)) for end in witness.ends)]
            made += map(_reason_fact, witness.reasons)
            closed = [] if witness.closed is None else encode(witness.closed)
            return [*made, *(each for each in closed if each.name != "none")]
        case Partition():
            classes = [
                fact("class", number, clingo.String(location))
                for number, members in enumerate(witness.classes, 1)
                for location in members
            ]
            reached = [fact("reached", clingo.String(each)) for each in witness.reached]
            return [fact("none"), *classes, *reached]
        case Table():
            return [fact("none"), *(fact("reached", _term(f), _term(p)) for f, p in witness.pairs)]
        case Automaton():
            return [fact("trans", *map(_term, each)) for each in witness.transitions]
        case Closed():
            return [fact("none"), *(fact("trans", *map(_term, t)) for t in witness.transitions)]
        case Derivation():
            states = [fact("popped", k, clingo.String(s)) for k, s in enumerate(witness.states)]
            return [*states, *(each for node in witness.nodes for each in _node_facts(node))]


def _from_facts(facts: Sequence[Fact], whole: bool = False) -> Witness:
    """A witness from facts in any order; `whole`: transitions are all, even if there are none."""
    found: dict[str, list[Fact]] = {}
    for each in facts:
        if each.signature not in VOCABULARY:
            raise WitnessError(f"expected atoms of a witness, found {each.symbol}", each.place)
        name = each.name if each.name != "reached" else str(each.signature)
        found.setdefault(name, []).append(each)
    transitions = tuple(sorted(_words(each) for each in found.get("trans", [])))
    if "visit" in found:
        return _run(found["visit"])
    if "exits" in found:
        ends = ordered(_text(each.arguments[0], each) for each in found.get("end", []))
        return Exits(ends, _reasons(found.get("reason", [])), _refutation(found))
    if "end" in found:
        if len(found["end"]) > 1:
            raise WitnessError("expected one fact end/1, found another", found["end"][1].place)
        end = found["end"][0]
        return Program(_text(end.arguments[0], end), _reasons(found.get("reason", [])))
    if "popped" in found:
        return _derivation(found)
    refutation = _refutation(found)
    if refutation is not None:
        return refutation
    if "none" in found:
        return Closed(transitions)
    if transitions or whole:
        return Automaton(transitions)
    raise WitnessError("expected the facts of a witness, found none that make one")


def _refutation(found: dict[str, list[Fact]]) -> Partition | Table | None:
    if "reached/2" in found:
        pairs = ((_text(e.arguments[0], e), _text(e.arguments[1], e)) for e in found["reached/2"])
        return Table(tuple(sorted(set(pairs))))
    if "reached/1" in found or "class" in found:
        classes: dict[int, list[str]] = {}
        for each in found.get("class", []):
            members = classes.setdefault(integer(each, 0, kind=WitnessError), [])
            members.append(_text(each.arguments[1], each))
        reached = (_text(each.arguments[0], each) for each in found.get("reached/1", []))
        return _made_partition(classes.values(), reached)
    return None


def _made_partition(classes: Iterable[Iterable[str]], reached: Iterable[str]) -> Partition:
    return Partition(tuple(sorted(map(ordered, classes))), ordered(reached))


def _run(visits: Sequence[Fact]) -> Run:
    steps = sorted(visits, key=lambda each: integer(each, 0, kind=WitnessError))
    configurations = []
    for time, each in enumerate(steps):
        if each.arguments[0].number != time:
            raise misfit(each, 0, f"a visit {time} next", WitnessError)
        stack = each.arguments[1]
        if stack.type is not type_of.Function or stack.name != "stack":
            raise misfit(each, 1, 'a stack like stack("A","B")', WitnessError)
        boxes = tuple(_text(box, each) for box in stack.arguments)
        configurations.append(Configuration(boxes, _text(each.arguments[2], each)))
    return Run(tuple(configurations))


def _reasons(facts: Sequence[Fact]) -> tuple[Reason, ...]:
    reasons = set()
    for each in facts:
        way = each.arguments[2]
        name = way.name if way.type is type_of.Function else ""
        kind, count = _KINDS.get(name, (None, 0))
        if kind is None or len(way.arguments) != count:
            raise misfit(each, 2, "walk(P), through(X,P) or into(X,P)", WitnessError)
        *box, origin = (_text(word, each) for word in way.arguments)
        frame, location = (_text(word, each) for word in each.arguments[:2])
        reasons.add(Reason(frame, location, kind, origin, *box))
    return tuple(sorted(reasons))


def _derivation(found: dict[str, list[Fact]]) -> Derivation:
    states = {
        integer(each, 0, 0, kind=WitnessError): _text(each.arguments[1], each)
        for each in found["popped"]
    }
    between: dict[Transition, dict[int, str]] = {}
    for each in found.get("between", []):
        *words, state = (_text(each.arguments[i], each) for i in (0, 1, 2, 4))
        place = integer(each, 3, 0, kind=WitnessError)
        between.setdefault((words[0], words[1], words[2]), {})[place] = state
    nodes = set()
    for each in found.get("by", []):
        state, symbol, target = (_text(word, each) for word in each.arguments[:3])
        middle = between.get((state, symbol, target), {})
        kept = tuple(middle[k] for k in sorted(middle) if 0 < k < max(middle))
        number = integer(each, 3, kind=WitnessError)
        nodes.add(Node(state, symbol, target, number, kept))
    return Derivation(tuple(states[k] for k in sorted(states)), tuple(sorted(nodes)))


def _node_facts(node: Node) -> Iterator[Fact]:
    words = [clingo.String(word) for word in (node.state, node.symbol, node.target)]
    yield fact("by", *words, node.rule)
    for place, state in enumerate(node.between, 1):
        yield fact("between", *words, place, clingo.String(state))
    if node.between:
        yield fact("between", *words, len(node.between) + 1, clingo.String(node.target))


def _reason_fact(reason: Reason) -> Fact:
    words = [clingo.String(word) for word in (reason.box, reason.origin) if word]
    way = clingo.Function(reason.kind, words)
    return fact("reason", _term(reason.frame), clingo.String(reason.location), way)


def _stack(stack: Sequence[str]) -> clingo.Symbol:
    return clingo.Function("stack", [clingo.String(box) for box in stack])


def _term(name: str) -> clingo.Symbol:
    constant = _CONSTANTS.get(name)
    return clingo.String(name) if constant is None else clingo.Function(constant)


_WORD = re.compile(r"[^\s%]+")
"""What a line can have as one word."""


def _text(term: clingo.Symbol, each: Fact) -> str:
    name = str(term)
    if term.type is type_of.String:
        if _WORD.fullmatch(term.string) and term.string.isprintable():
            return term.string
        message = f"expected a name without blanks, found {_short(term.string)}"
        raise WitnessError(message, each.place)
    if name in _NAMES:
        return _NAMES[name]
    message = f'expected a name as a string, like "A.3", found {_short(name)}'
    raise WitnessError(message, each.place)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}…")


def _words(each: Fact) -> Transition:
    state, symbol, target = (_text(word, each) for word in each.arguments)
    return state, symbol, target


# text


def show(witness: Witness) -> str:
    """The witness in lines, with what it costs in a comment."""
    return "".join(f"{line}\n" for line in _lines(witness))


def unfolded(instance: Instance, witness: Witness, moves: int) -> str:
    """The beginning of a run, or of a straight-line program's, move by move, in lines."""
    if isinstance(witness, Program | Derivation):
        return show(Run(tuple(unfold(instance, witness, moves))))
    if isinstance(witness, Run):
        return show(Run(witness.configurations[: moves + 1]))
    return show(witness)


def read_witness(source: Source) -> Witness:
    """A witness from what `show` wrote, or from facts. Raises WitnessError with the place."""
    answer = single(source)
    reader = _Reader(answer)
    if not reader.lines:
        raise WitnessError("expected a witness, found nothing", source.place(0))
    if any(_FACT.match(words[0]) for _, words in reader.lines[:2]):
        return _from_facts(read_facts(answer, VOCABULARY, WitnessError, full_stops=False))
    return reader.witness()


_FACT = re.compile(r"[a-z]+\(|none\.?$|exits\.")
"""How facts begin, and the other lines don't."""


def _lines(witness: Witness) -> Iterator[str]:
    match witness:
        case Run():
            yield "run"
            for step, each in enumerate(witness.configurations):
                yield f"{each}  % {step}"
        case Program():
            yield f"program  % {measure(witness.reasons, witness.end)}"
            yield f"end {witness.end}"
            yield from map(_reason_line, witness.reasons)
        case Exits():
            yield "exits"
            for end in witness.ends:
                yield f"end {end}  % {measure(witness.reasons, end)}"
            yield from map(_reason_line, witness.reasons)
            if witness.closed is not None:
                yield from _lines(witness.closed)
        case Partition():
            yield "refutation  % by classes of locations that nothing leads out of"
            yield f"reached {' '.join(witness.reached)}"
            for members in witness.classes:
                yield f"class {' '.join(members)}"
        case Table():
            yield "refutation  % by all that can be reached within each copy"
            rows: dict[str, list[str]] = {}
            for frame, location in witness.pairs:
                rows.setdefault(frame, []).append(location)
            for frame, row in sorted(rows.items(), key=lambda item: natural(item[0])):
                yield f"from {frame} : {' '.join(ordered(row))}"
        case Automaton() | Closed():
            refutes = isinstance(witness, Closed)
            yield "refutation  % by an automaton" if refutes else "automaton"
            for state, symbol, target in witness.transitions:
                yield f"{state} <{symbol}> -> {target}"
            if refutes:
                yield "closed"
        case Derivation():
            yield "derivation"
            yield f"states {' '.join(witness.states)}"
            for node in witness.nodes:
                arrow = f"{node.state} <{node.symbol}> -> {node.target} by {node.rule}"
                yield " ".join([arrow, *(["via", *node.between] if node.between else [])])


def _reason_line(reason: Reason) -> str:
    way = f"{reason.kind} {reason.box}" if reason.box else reason.kind
    return f"{reason.frame} : {reason.location} <- {reason.origin} {way}"


class _Reader:
    """Lines of words; each kind of witness has its own shapes of lines."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines: list[tuple[int, list[str]]] = []
        offset = 0
        for line in source.text.split("\n"):
            words = line.partition("%")[0].split()
            if not all(map(str.isprintable, words)):
                raise self._error("a line of printable words", offset, words)
            if words:
                self.lines.append((offset, words))
            offset += len(line) + 1

    def witness(self) -> Witness:
        """What all the lines say."""
        (offset, words), rest = self.lines[0], self.lines[1:]
        kinds: dict[str, Callable[[list[tuple[int, list[str]]]], Witness]] = {
            "run": self._run,
            "program": self._program,
            "exits": self._exits,
            "refutation": self._refutation,
            "automaton": self._automaton,
            "derivation": self._derivation,
        }
        if len(words) != 1 or words[0] not in kinds:
            raise self._error(f"one of the words {', '.join(kinds)}", offset, words)
        return kinds[words[0]](rest)

    def _run(self, lines: list[tuple[int, list[str]]]) -> Run:
        visited = []
        for offset, words in lines:
            if len(words) < 2 or words[-2] != ":" or ":" in words[:-2]:
                raise self._error("a configuration like 'A B : 3'", offset, words)
            visited.append(Configuration(tuple(words[:-2]), words[-1]))
        return Run(tuple(visited))

    def _program(self, lines: list[tuple[int, list[str]]]) -> Program:
        if not lines or lines[0][1][0] != "end" or len(lines[0][1]) != 2:
            offset, words = lines[0] if lines else (len(self.source.text.rstrip()), [])
            raise self._error("'end NAME'", offset, words)
        reasons = {self._reason(*line) for line in lines[1:]}
        return Program(lines[0][1][1], tuple(sorted(reasons)))

    def _exits(self, lines: list[tuple[int, list[str]]]) -> Exits:
        ends: list[str] = []
        reasons: set[Reason] = set()
        closed: Partition | Table | None = None
        for index, (offset, words) in enumerate(lines):
            if words == ["refutation"]:
                refutation = self._refutation(lines[index + 1 :])
                if isinstance(refutation, Closed):
                    raise self._error("lines 'from …' or 'class …'", offset, words)
                closed = refutation
                break
            if words[0] == "end" and len(words) == 2:
                ends.append(words[1])
            else:
                reasons.add(self._reason(offset, words))
        return Exits(ordered(ends), tuple(sorted(reasons)), closed)

    def _reason(self, offset: int, words: list[str]) -> Reason:
        marked = len(words) in (6, 7) and words[1] == ":" and words[3] == "<-"
        kind, count = _KINDS.get(words[5], (None, 0)) if marked else (None, 0)
        if kind is not None and count == len(words) - 5:
            return Reason(words[0], words[2], kind, words[4], *words[6:])
        raise self._error("a reason like '1 : A.3 <- A.5 through A'", offset, words)

    def _refutation(self, lines: list[tuple[int, list[str]]]) -> Partition | Table | Closed:
        first = lines[0][1][0] if lines else ""
        if first in ("reached", "class"):
            reached = [w for _, words in lines if words[0] == "reached" for w in words[1:]]
            for offset, words in lines:
                if words[0] not in ("reached", "class"):
                    raise self._error("'reached …' or 'class …'", offset, words)
            classes = (words[1:] for _, words in lines if words[0] == "class")
            return _made_partition(classes, reached)
        if first == "from":
            pairs = set()
            for offset, words in lines:
                if len(words) < 3 or words[0] != "from" or words[2] != ":":
                    raise self._error("'from FRAME : …'", offset, words)
                pairs |= {(words[1], location) for location in words[3:]}
            return Table(tuple(sorted(pairs)))
        return Closed(self._transitions([line for line in lines if line[1] != ["closed"]]))

    def _automaton(self, lines: list[tuple[int, list[str]]]) -> Automaton:
        return Automaton(self._transitions(lines))

    def _transitions(self, lines: list[tuple[int, list[str]]]) -> tuple[Transition, ...]:
        found = set()
        for offset, words in lines:
            if len(words) != 4:
                raise self._error("a transition like 'p <a> -> q'", offset, words)
            found.add(self._arrow(offset, words))
        return tuple(sorted(found))

    def _arrow(self, offset: int, words: list[str]) -> Transition:
        if words[2] != "->" or words[1][:1] != "<" or words[1][-1] != ">" or len(words[1]) < 3:
            raise self._error("a transition like 'p <a> -> q'", offset, words)
        return words[0], words[1][1:-1], words[3]

    def _derivation(self, lines: list[tuple[int, list[str]]]) -> Derivation:
        if not lines or lines[0][1][0] != "states":
            offset, words = lines[0] if lines else (len(self.source.text.rstrip()), [])
            raise self._error("'states …'", offset, words)
        nodes = []
        for offset, words in lines[1:]:
            usable = len(words) >= 6 and words[4] == "by" and words[5].isdecimal()
            if not usable or words[6:7] not in ([], ["via"]) or len(words[5]) > 9:
                raise self._error("a line like 'p <a> -> q by 3 via r'", offset, words)
            nodes.append(Node(*self._arrow(offset, words[:4]), int(words[5]), tuple(words[7:])))
        return Derivation(tuple(lines[0][1][1:]), tuple(sorted(nodes)))

    def _error(self, wanted: str, offset: int, words: list[str]) -> WitnessError:
        found = " ".join(words)[:60]
        what = repr(found) if words else "the end of the text"
        return WitnessError(f"expected {wanted}, found {what}", self.source.place(offset))
