"""Judges witnesses by the rules of the labyrinth; knows no encoding, no search and no format.

Runs are replayed. Straight-line programs are judged rule by rule and measured without being
unfolded. Refutations are judged by closure: whatever a walker can do leads from what they say is
reached to what they say is reached, and nothing there wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pylab.families.fractal.model import (
    BOTTOM,
    START,
    VICTORY,
    Automaton,
    Closed,
    Configuration,
    Derivation,
    Exits,
    Goal,
    Instance,
    Labyrinth,
    Measures,
    Node,
    Partition,
    Program,
    Pushdown,
    Reason,
    Run,
    Table,
    Transition,
    Witness,
    behind,
    box_of,
    counted,
)
from pylab.verdict import Problem, Verdict

_LISTED = 20
"""The most problems that are told."""


def check(instance: Instance, witness: Witness) -> Verdict:
    """Whether the witness answers the question that the instance puts."""
    if isinstance(instance, Labyrinth):
        return _check_labyrinth(_Rules(instance), witness)
    return _check_pushdown(instance, witness)


def wins(labyrinth: Labyrinth, where: Configuration) -> bool:
    """Whether one can win from a configuration, by the automaton that the rules make."""
    rules = _Rules(labyrinth)
    grown = _grown_labyrinth(rules)
    stack, location = list(where.stack), where.location
    while location not in rules.known:
        # a port without corridors: one can only go in
        stack.append(str(box_of(location)))
        location = str(behind(location))
    states = {location}
    for symbol in [*reversed(stack), BOTTOM]:
        # many states share what follows them
        shared = {id(ways): ways for ways in (grown.get(state) for state in states) if ways}
        states = {end for ways in shared.values() for word, end in ways if word == symbol}
    return VICTORY in states


class _Rules:
    """What a walker may do in a labyrinth."""

    def __init__(self, labyrinth: Labyrinth) -> None:
        self.labyrinth = labyrinth
        self.known = set(labyrinth.locations())
        self.boxes = set(labyrinth.boxes())
        self.targets = set(labyrinth.targets())
        self.dive = labyrinth.goal.kind == "reach"
        self.corridors: dict[str, list[int]] = {}
        for number, clique in enumerate(labyrinth.cliques):
            for location in clique:
                self.corridors.setdefault(location, []).append(number)
        self.oneways = set(labyrinth.oneways)
        self.onward: dict[str, list[str]] = {}
        for origin, target in labyrinth.oneways:
            self.onward.setdefault(origin, []).append(target)

    def is_location(self, name: str) -> bool:
        """Whether there is such a place: one with corridors, or any port of an outer location."""
        box, inside = box_of(name), behind(name)
        while name not in self.known and box in self.boxes and inside is not None:
            name, box, inside = inside, box_of(inside), behind(inside)
        return name in self.known

    def joined(self, origin: str, target: str) -> bool:
        """Whether one corridor leads from one location to another."""
        if origin == target:
            return False
        there = self.corridors.get(target, [])
        return (origin, target) in self.oneways or any(
            number in there for number in self.corridors.get(origin, [])
        )

    def ports(self) -> Iterator[tuple[str, str, str]]:
        """Each listed port: its box, the location inside, and the port itself."""
        for location in self.known:
            box, inside = box_of(location), behind(location)
            if box is not None and inside is not None:
                yield box, inside, location


def _check_labyrinth(rules: _Rules, witness: Witness) -> Verdict:
    match witness:
        case Run():
            return _check_run(rules, witness)
        case Program():
            return _check_program(rules, witness)
        case Partition() | Table():
            return _none(_closed_labyrinth(rules, witness), "nothing that wins can be reached")
        case Exits():
            return _check_exits(rules, witness)
        case Automaton():
            return _check_automaton(_grown_labyrinth(rules), witness)
        case _:
            return _foreign("a labyrinth", "a pushdown system")


def _check_pushdown(system: Pushdown, witness: Witness) -> Verdict:
    match witness:
        case Run():
            return _check_history(system, witness)
        case Derivation():
            return _check_derivation(system, witness)
        case Automaton():
            return _check_automaton(_grown(system), witness)
        case Closed():
            return _none(_closed(system, witness), _hopeless(system.goal))
        case _:
            return _foreign("a pushdown system", "a labyrinth")


def _foreign(expected: str, found: str) -> Verdict:
    message = f"the puzzle is {expected}, and this is an answer about {found}"
    return Verdict((Problem("foreign", message),))


def _none(problems: Iterable[Problem], summary: str) -> Verdict:
    found = _first(problems)
    return Verdict(found, "" if found else summary)


def _first(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The first problems, each told once."""
    found: dict[Problem, None] = {}
    for problem in problems:
        found[problem] = None
        if len(found) == _LISTED:
            break
    return tuple(found)


# runs


def _check_run(rules: _Rules, run: Run) -> Verdict:
    visited = run.configurations
    labyrinth = rules.labyrinth
    problems = []
    if not visited:
        return Verdict((Problem("empty", "the run has no configuration, not even the first"),))
    if visited[0] != Configuration((), labyrinth.start):
        message = f"the run begins at {visited[0]}, the labyrinth at : {labyrinth.start}"
        problems.append(Problem("start", message))
    corridors = 0
    trace = [str(visited[0])]
    for step, (before, after) in enumerate(pairwise(visited), 1):
        move = _move(rules, before, after)
        if move is None:
            message = f"no move leads from {before} to {after}: {_why(rules, before, after)}"
            problems.append(Problem("move", message, step))
        corridors += move == "walk"
        trace.append(f"{step}: {move or 'no move'} to {after}")
    last = visited[-1]
    if not _won(rules, last):
        problems.append(Problem("goal", f"the run ends at {last}; {_wanted(labyrinth.goal)}"))
    depth = max(len(each.stack) for each in visited)
    measures = Measures(corridors, len(visited) - 1, depth)
    return Verdict(tuple(problems[:_LISTED]), _told(measures, last), tuple(trace))


def _move(rules: _Rules, before: Configuration, after: Configuration) -> str | None:
    """What kind of move leads from one configuration to the next; None if none does."""
    if before.stack == after.stack and rules.joined(before.location, after.location):
        return "walk"
    for outer, inner, name in ((before, after, "enter"), (after, before, "leave")):
        if len(inner.stack) == len(outer.stack) + 1 and inner.stack[:-1] == outer.stack:
            port = f"{inner.stack[-1]}.{inner.location}"
            if outer.location == port and rules.is_location(port):
                return name
    return None


def _why(rules: _Rules, before: Configuration, after: Configuration) -> str:
    if not rules.is_location(after.location):
        return f"there is no location {after.location}"
    if before.stack == after.stack:
        return f"no corridor joins {before.location} and {after.location}"
    if abs(len(before.stack) - len(after.stack)) != 1:
        return "only one box can be entered or left at a time"
    if len(after.stack) > len(before.stack):
        return f"{before.location} leads into no copy at {after.location}"
    return f"{before.location} in box {before.stack[-1]} does not come out at {after.location}"


def _won(rules: _Rules, last: Configuration) -> bool:
    return last.location in rules.targets and (rules.dive or not last.stack)


def _wanted(goal: Goal) -> str:
    names = ", ".join(goal.names)
    return {
        "escape": "to win it must end on the outer face, in no box",
        "at": f"to win it must end at {names}, in no box",
        "reach": f"to win it must end at {names}",
    }[goal.kind]


def _told(measures: Measures, last: Configuration | str) -> str:
    if not measures.moves:
        return f"won at the start, at {last}: {measures}"
    return f"{measures}; ends at {last}"


# straight-line programs


@dataclass(slots=True)
class _Ledger:
    """The reasons of a program, and what the ways that they stand for cost."""

    rules: _Rules
    reasons: Mapping[tuple[str, str], Reason]
    costs: dict[tuple[str, str], Measures]
    heights: dict[str, int]


def _ledger(rules: _Rules, reasons: Sequence[Reason]) -> tuple[_Ledger, list[Problem]]:
    """Judge each reason for itself; then that none rests on itself, while adding up the costs."""
    problems: list[Problem] = []
    found: dict[tuple[str, str], Reason] = {}
    for reason in reasons:
        key = (reason.frame, reason.location)
        if key in found:
            message = f"there are two ways to get to {_name(key)}"
            problems.append(Problem("two-reasons", message))
        found[key] = reason
        if (wrong := _wrong(rules, reason)) is not None:
            problems.append(Problem("reason", f"{_name(key)}: {wrong}"))
    ledger = _Ledger(rules, found, {}, {})
    if not problems:
        for key in found:
            if (unfounded := _evaluate(ledger, key)) is not None:
                problems.append(unfounded)
                break
    return ledger, problems


def _wrong(rules: _Rules, reason: Reason) -> str | None:
    """What is wrong with a reason taken by itself."""
    begins = rules.labyrinth.start if reason.frame == START else reason.frame
    if reason.location == begins:
        return "that is where the way begins, so it needs no reason"
    if reason.kind == "walk":
        if rules.joined(reason.origin, reason.location):
            return None
        return f"no corridor leads there from {reason.origin}"
    if box_of(reason.origin) != reason.box or reason.origin not in rules.known:
        return f"{reason.origin} is no port of box {reason.box}"
    if reason.kind == "into":
        if reason.frame != START:
            return "a box can be entered for good in the run itself only"
        if behind(reason.origin) != reason.location:
            return f"{reason.origin} leads into box {reason.box} to {behind(reason.origin)}"
        return None
    if reason.kind != "through":
        return f"there is no such kind of reason: {reason.kind}"
    if box_of(reason.location) != reason.box or reason.location not in rules.known:
        return f"that is no port of box {reason.box}"
    return None


def _needs(reason: Reason) -> list[tuple[str, str]]:
    """The ways that a way consists of."""
    needs = [(reason.frame, reason.origin)]
    if reason.kind == "through":
        needs.append((str(behind(reason.origin)), str(behind(reason.location))))
    return needs


def _evaluate(ledger: _Ledger, goal: tuple[str, str]) -> Problem | None:
    """Add up what the way to a place costs, and all that it needs; a problem if that can't be."""
    pending = [goal]
    begun: set[tuple[str, str]] = set()
    while pending:
        key = pending[-1]
        if key in ledger.costs:
            pending.pop()
            continue
        reason = ledger.reasons.get(key)
        if reason is None:
            begins = ledger.rules.labyrinth.start if key[0] == START else key[0]
            if key[1] != begins:
                return Problem("no-reason", f"it is not said how to get to {_name(key)}")
            ledger.costs[key] = Measures()
            if key[0] == START:
                ledger.heights[key[1]] = 0
            pending.pop()
            continue
        missing = [need for need in _needs(reason) if need not in ledger.costs]
        if not missing:
            ledger.costs[key] = _cost(ledger, reason)
            pending.pop()
        elif key in begun:
            return Problem("circle", f"the way to {_name(key)} rests on itself")
        else:
            begun.add(key)
            pending += missing
    return None


def _cost(ledger: _Ledger, reason: Reason) -> Measures:
    before, *inside = (ledger.costs[need] for need in _needs(reason))
    height = 0
    if reason.frame == START:
        height = ledger.heights[reason.origin] + (reason.kind == "into")
        ledger.heights[reason.location] = height
    if reason.kind == "walk":
        return Measures(before.corridors + 1, before.moves + 1, before.depth)
    if reason.kind == "into":
        return Measures(before.corridors, before.moves + 1, max(before.depth, height))
    inner = inside[0]
    return Measures(
        before.corridors + inner.corridors,
        before.moves + inner.moves + 2,
        max(before.depth, height + 1 + inner.depth),
    )


def _check_program(rules: _Rules, program: Program) -> Verdict:
    ledger, problems = _ledger(rules, program.reasons)
    if program.end not in rules.targets:
        message = f"the run ends at {program.end}; {_wanted(rules.labyrinth.goal)}"
        problems.append(Problem("goal", message))
    end = (START, program.end)
    if not problems and (wrong := _evaluate(ledger, end)) is not None:
        problems.append(wrong)
    if problems:
        return Verdict(tuple(problems[:_LISTED]))
    height = ledger.heights.get(program.end, 0)
    if height and not rules.dive:
        message = (
            f"the run ends in {counted(height, 'box', 'boxes')}; {_wanted(rules.labyrinth.goal)}"
        )
        return Verdict((Problem("goal", message),))
    return Verdict((), _told(ledger.costs[end], program.end))


def _name(key: tuple[str, str]) -> str:
    frame, location = key
    return location if frame == START else f"{location} within the copy entered at {frame}"


def _check_exits(rules: _Rules, exits: Exits) -> Verdict:
    labyrinth = rules.labyrinth
    bare = _Rules(Labyrinth(labyrinth.cliques, labyrinth.oneways, labyrinth.start))
    ledger, problems = _ledger(bare, exits.reasons)
    trace = []
    for end in exits.ends:
        if end not in bare.targets:
            problems.append(Problem("goal", f"{end} is no outer location"))
        elif not problems:
            if (wrong := _evaluate(ledger, (START, end))) is not None:
                problems.append(wrong)
            elif ledger.heights.get(end, 0):
                problems.append(Problem("goal", f"the run to {end} ends in a box"))
            else:
                trace.append(f"{end}: {ledger.costs[START, end]}")
    others = bare.targets - set(exits.ends)
    if others and exits.closed is None:
        names = ", ".join(sorted(others))
        problems.append(Problem("unproven", f"nothing is said about the exits {names}"))
    if others and exits.closed is not None:
        bare.targets = others
        problems += _closed_labyrinth(bare, exits.closed)
    count = len(exits.ends)
    told = f"{count} of {counted(len(exits.ends) + len(others), 'exit')} can be reached"
    return Verdict(_first(problems), "" if problems else told, tuple(trace))


# refutations


def _closed_labyrinth(rules: _Rules, closed: Partition | Table) -> Iterator[Problem]:
    if isinstance(closed, Partition):
        return _partition(rules, closed)
    return _table(rules, closed)


def _partition(rules: _Rules, partition: Partition) -> Iterator[Problem]:
    number: dict[str, int] = {}
    for index, members in enumerate(partition.classes):
        for location in members:
            if number.setdefault(location, index) != index:
                yield Problem("overlap", f"{location} is in two classes")

    def class_of(location: str) -> int | str:
        return number.get(location, location)

    for clique in rules.labyrinth.cliques:
        for location in clique[1:]:
            if class_of(location) != class_of(clique[0]):
                message = f"a corridor joins {clique[0]} and {location}, of two classes"
                yield Problem("corridor", message)
    for origin, target in rules.labyrinth.oneways:
        if class_of(origin) != class_of(target):
            message = f"a corridor leads from {origin} to {target}, of another class"
            yield Problem("corridor", message)
    known: dict[tuple[str, int | str], str] = {}
    behind_class: list[tuple[int | str, str, str]] = []
    for box, inside, port in sorted(rules.ports()):
        other = known.setdefault((box, class_of(inside)), port)
        if class_of(other) != class_of(port):
            message = (
                f"{behind(other)} and {inside} are of one class, so that box {box} leads "
                f"from {other} to {port}, of two classes"
            )
            yield Problem("box", message)
        behind_class.append((class_of(port), inside, port))
    reached = {class_of(location) for location in partition.reached}
    if class_of(rules.labyrinth.start) not in reached:
        yield Problem("start", f"the class of the start, {rules.labyrinth.start}, is not reached")
    if rules.dive:
        for outer, inside, port in behind_class:
            if outer in reached and class_of(inside) not in reached:
                message = f"{port} is reached, and leads to {inside}, which is not"
                yield Problem("into", message)
    for target in sorted(rules.targets):
        if class_of(target) in reached:
            yield Problem("goal", f"{target} wins, and its class is reached")


def _table(rules: _Rules, table: Table) -> Iterator[Problem]:
    rows: dict[str, set[str]] = {}
    for frame, location in table.pairs:
        rows.setdefault(frame, set()).add(location)
    if rules.labyrinth.start not in rows.get(START, ()):
        yield Problem("start", f"the start, {rules.labyrinth.start}, is not reached")
    ports: dict[tuple[str, str], str] = {(box, inside): port for box, inside, port in rules.ports()}
    for frame, row in rows.items():
        if frame == START:
            for target in sorted(rules.targets & row):
                yield Problem("goal", f"{target} wins, and is reached")
        walked: set[int] = set()
        for location in sorted(row):
            for number in rules.corridors.get(location, ()):
                if number not in walked:
                    walked.add(number)
                    for other in rules.labyrinth.cliques[number]:
                        if other not in row:
                            yield _open(frame, location, other, "a corridor leads")
            for other in rules.onward.get(location, ()):
                if other not in row:
                    yield _open(frame, location, other, "a corridor leads")
            box, inside = box_of(location), behind(location)
            if box is None or inside is None or location not in rules.known:
                continue
            if inside not in rows.get(inside, ()):
                message = f"{_name((frame, location))} is reached, but no way from there is listed"
                yield Problem("unlooked", message)
            for leaving in rows.get(inside, ()):
                port = ports.get((box, leaving))
                if port is not None and port not in row:
                    yield _open(frame, location, port, f"box {box} leads")
            if frame == START and rules.dive and inside not in row:
                yield _open(frame, location, inside, f"box {box} can be entered")


def _open(frame: str, origin: str, target: str, how: str) -> Problem:
    message = f"{how} from {_name((frame, origin))}, reached, to {target}, which is not"
    return Problem("open", message)


# automata and pushdown systems

_Step = tuple[str, str, str, tuple[str, ...]]
"""A rule: the state, the top symbol, the next state, and what is written, top first."""


_Arrows = Mapping[str, frozenset[tuple[str, str]]]
"""The transitions of an automaton by their states: symbols, and the states they lead to."""


def _check_automaton(grown: _Arrows, automaton: Automaton) -> Verdict:
    """Whether it has the transitions that follow from the rules, all of them and no other."""
    given: dict[str, set[tuple[str, str]]] = {}
    for state, symbol, target in automaton.transitions:
        given.setdefault(state, set()).add((symbol, target))
    problems = []
    nothing: frozenset[tuple[str, str]] = frozenset()
    for state in sorted(grown.keys() | given.keys()):
        follows, told = grown.get(state, nothing), given.get(state, nothing)
        if follows == told:
            continue
        problems += [
            Problem("missing", f"the transition {_arrow((state, *each))} is missing, it follows "
                    "from the rules")
            for each in sorted(follows - told)
        ]  # fmt: skip
        problems += [
            Problem("unfounded", f"the transition {_arrow((state, *each))} follows from no rule")
            for each in sorted(told - follows)
        ]
    problems.sort(key=lambda problem: problem.code != "missing")
    count = sum(map(len, given.values()))
    summary = f"{counted(count, 'transition')}; accepts exactly what wins"
    return Verdict(_first(problems), "" if problems else summary)


def _grown_labyrinth(rules: _Rules) -> _Arrows:
    """The automaton that the rules of a labyrinth make.

    In rounds: what a place reaches within its copy, by the ways known so far, components at once;
    then the new ways that boxes open by that. As with any top of the stack, so with all.
    """
    ways: dict[str, set[str]] = {name: set() for name in rules.known}
    for index, clique in enumerate(rules.labyrinth.cliques):
        # a name that no location has
        hub = f"({index})"
        ways[hub] = set(clique)
        for location in clique:
            ways[location].add(hub)
    for origin, target in rules.labyrinth.oneways:
        ways[origin].add(target)
    ports: dict[str, dict[str, str]] = {}
    for box, inside, port in rules.ports():
        ports.setdefault(inside, {})[box] = port
    insides = sorted(ports)
    bit = {inside: 1 << index for index, inside in enumerate(insides)}
    reach: dict[str, int] = {}
    opened: set[tuple[str, int]] = set()
    grows = True
    while grows:
        grows = False
        reach = _reached_bits(ways, bit)
        for inside in insides:
            for box, port in ports[inside].items():
                # boxes that are alike inside share a place that leads to all their ports
                key = (box, reach[inside])
                hub = f"({box} {reach[inside]:x})"
                if key not in opened:
                    opened.add(key)
                    faces = [face for face in _members(insides, key[1]) if box in ports[face]]
                    ways[hub] = {ports[face][box] for face in faces}
                if hub not in ways[port]:
                    ways[port].add(hub)
                    grows = True
    winning = {name: {name} & rules.targets for name in ways}
    if rules.dive:
        for inside in insides:
            for port in ports[inside].values():
                ways[port].add(inside)
    won = _origins(ways, {name for name, found in winning.items() if found})
    tops = [BOTTOM, *(sorted(rules.boxes) if rules.dive else [])]
    victory = frozenset((top, VICTORY) for top in tops)
    grown: dict[str, frozenset[tuple[str, str]]] = {}
    by_bits: dict[int, frozenset[tuple[str, str]]] = {}
    both: dict[int, frozenset[tuple[str, str]]] = {}
    for name in rules.known:
        bits = reach[name]
        if bits not in by_bits:
            faces = _members(insides, bits)
            by_bits[bits] = frozenset(way for face in faces for way in ports[face].items())
            both[bits] = by_bits[bits] | victory
        grown[name] = both[bits] if name in won else by_bits[bits]
    if rules.dive:
        grown[VICTORY] = victory
    return grown


def _members(names: Sequence[str], bits: int) -> list[str]:
    """The names whose bits are set."""
    return [names[k] for k, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


def _origins(ways: Mapping[str, Iterable[str]], ends: Iterable[str]) -> set[str]:
    """All from where one of these ends is reached."""
    back: dict[str, list[str]] = {}
    for origin, targets in ways.items():
        for target in targets:
            back.setdefault(target, []).append(origin)
    found = set(ends)
    pending = list(found)
    while pending:
        for origin in back.get(pending.pop(), ()):
            if origin not in found:
                found.add(origin)
                pending.append(origin)
    return found


def _reached_bits(ways: Mapping[str, Iterable[str]], bit: Mapping[str, int]) -> dict[str, int]:
    """The bits of all that is reached from each name.

    By strongly connected components, which come in the order in which they are left (Tarjan,
    Depth-first search and linear graph algorithms, 1972).
    """
    reach: dict[str, int] = {}
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    for root in ways:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        calls = [(root, iter(ways[root]))]
        while calls:
            name, onward = calls[-1]
            for other in onward:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    calls.append((other, iter(ways[other])))
                    break
                if other not in reach:
                    low[name] = min(low[name], order[other])
            else:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[name])
                if low[name] == order[name]:
                    members: list[str] = []
                    while not members or members[-1] != name:
                        members.append(stack.pop())
                    bits = 0
                    for member in members:
                        bits |= bit.get(member, 0)
                        for other in ways[member]:
                            bits |= reach.get(other, 0)
                    reach.update(dict.fromkeys(members, bits))
    return reach


def _grown(system: Pushdown) -> _Arrows:
    """The automaton that the rules of a pushdown system make.

    A rule that has popped some of the symbols it writes waits at a state for the next one; each
    new transition is tried by those that wait for it, and only by them.
    """
    grown: dict[tuple[str, str], set[str]] = {}
    for state, symbol, end in _treasures(system):
        grown.setdefault((state, symbol), set()).add(end)
    waiting: dict[tuple[str, str], list[tuple[int, int]]] = {}
    begun: set[tuple[int, int, str]] = set()
    pending = [(number, 0, rule.target) for number, rule in enumerate(system.rules)]
    while pending:
        item = pending.pop()
        if item in begun:
            continue
        begun.add(item)
        number, done, state = item
        rule = system.rules[number]
        if done < len(rule.written):
            place = (state, rule.written[done])
            waiting.setdefault(place, []).append((number, done + 1))
            pending += [(number, done + 1, end) for end in grown.get(place, ())]
            continue
        place = (rule.state, rule.symbol)
        ends = grown.setdefault(place, set())
        if state not in ends:
            ends.add(state)
            pending += [(*other, state) for other in waiting.get(place, ())]
    found: dict[str, set[tuple[str, str]]] = {}
    for (state, symbol), ends in grown.items():
        found.setdefault(state, set()).update((symbol, end) for end in ends)
    return {state: frozenset(each) for state, each in found.items()}


def _treasures(system: Pushdown) -> list[Transition]:
    """If a goal may be reached with any stack: what is left of it is read from there."""
    if system.goal.kind != "reach":
        return []
    tops = sorted({*system.stack, *(top for r in system.rules for top in (r.symbol, *r.written))})
    return [(state, top, VICTORY) for state in (*system.goal.names, VICTORY) for top in tops]


def _onward(transitions: Iterable[Transition]) -> dict[str, dict[str, set[str]]]:
    onward: dict[str, dict[str, set[str]]] = {}
    for state, symbol, target in transitions:
        onward.setdefault(state, {}).setdefault(symbol, set()).add(target)
    return onward


def _read(
    onward: Mapping[str, Mapping[str, set[str]]], state: str, word: Sequence[str]
) -> set[str]:
    """The states that reading a word from a state may lead to."""
    states = {state}
    for symbol in word:
        states = {end for each in states for end in onward.get(each, {}).get(symbol, ())}
    return states


def _arrow(transition: Transition) -> str:
    state, symbol, target = transition
    return f"{state} <{symbol}> -> {target}"


def _accepts(goal: Goal, state: str) -> bool:
    """Whether a stack that can be read up to a state has won."""
    won = state in goal.names or (goal.kind == "reach" and state == VICTORY)
    return won or goal.kind == "escape"


def _hopeless(goal: Goal) -> str:
    if goal.kind == "reach":
        return f"no run comes to {', '.join(goal.names)}"
    return "no run empties the stack as it should"


def _closed(system: Pushdown, closed: Closed) -> Iterator[Problem]:
    given = set(closed.transitions)
    onward = _onward(given)
    for arrow in _treasures(system):
        if arrow not in given:
            yield Problem("missing", f"the transition {_arrow(arrow)} is missing, it wins")
    for rule in system.rules:
        for end in sorted(_read(onward, rule.target, rule.written)):
            arrow = (rule.state, rule.symbol, end)
            if arrow not in given:
                yield Problem("missing", f"the transition {_arrow(arrow)} is missing, it follows")
    for state in sorted(_read(onward, system.state, system.stack[::-1])):
        if _accepts(system.goal, state):
            yield Problem("goal", f"the first stack can be read up to {state}, which wins")


def _check_history(system: Pushdown, run: Run) -> Verdict:
    visited = run.configurations
    if not visited:
        return Verdict((Problem("empty", "the run has no configuration, not even the first"),))
    problems = []
    if visited[0] != Configuration(system.stack, system.state):
        first = Configuration(system.stack, system.state)
        message = f"the run begins at {visited[0]}, the system at {first}"
        problems.append(Problem("start", message))
    rules = {(r.state, r.symbol, r.target, r.written) for r in system.rules}
    for step, (before, after) in enumerate(pairwise(visited), 1):
        if not _follows(rules, before, after):
            problems.append(Problem("move", f"no rule leads from {before} to {after}", step))
    last, goal = visited[-1], system.goal
    if goal.kind == "reach":
        if last.location not in goal.names:
            message = f"the run ends at {last}; {_wanted(goal)}"
            problems.append(Problem("goal", message))
    elif last.stack or not _accepts(goal, last.location):
        where = "" if goal.kind == "escape" else f" at {', '.join(goal.names)}"
        message = f"the run ends at {last}; to win, the stack must be empty{where}"
        problems.append(Problem("goal", message))
    moves = len(visited) - 1
    depth = max(len(each.stack) for each in visited)
    return Verdict(tuple(problems[:_LISTED]), f"{counted(moves, 'move')}, highest stack {depth}")


def _follows(rules: set[_Step], before: Configuration, after: Configuration) -> bool:
    if not before.stack or before.stack[:-1] != after.stack[: len(before.stack) - 1]:
        return False
    written = after.stack[len(before.stack) - 1 :][::-1]
    return (before.location, before.stack[-1], after.location, written) in rules


def _check_derivation(system: Pushdown, derivation: Derivation) -> Verdict:
    problems: list[Problem] = []
    nodes: dict[Transition, Node] = {}
    for node in derivation.nodes:
        key = (node.state, node.symbol, node.target)
        if key in nodes:
            problems.append(Problem("two-reasons", f"there are two ways for {_arrow(key)}"))
        nodes[key] = node
        if (wrong := _misruled(system, node)) is not None:
            problems.append(Problem("reason", f"{_arrow(key)}: {wrong}"))
    states = derivation.states
    if states[:1] != (system.state,):
        problems.append(Problem("start", f"the system begins at {system.state}"))
    if len(states) != len(system.stack) + 1:
        symbols = counted(len(system.stack), "symbol")
        message = f"the first stack has {symbols}, of which {max(0, len(states) - 1)} popped"
        problems.append(Problem("stack", message))
    elif not _accepts(system.goal, states[-1]):
        names = ", ".join(system.goal.names)
        problems.append(Problem("goal", f"the run ends at {states[-1]}, it should at {names}"))
    lengths: dict[Transition, int] = dict.fromkeys(_treasures(system), 0)
    for key in sorted(nodes.keys() & lengths.keys()):
        problems.append(Problem("reason", f"{_arrow(key)}: the goal is reached, no rule is needed"))
    if problems:
        return Verdict(_first(problems))
    tops = list(zip(states, system.stack[::-1], states[1:], strict=False))
    for key in tops:
        if (problem := _add_up(system, nodes, lengths, key)) is not None:
            return Verdict((problem,))
    return Verdict((), counted(sum(lengths[key] for key in tops), "move"))


def _misruled(system: Pushdown, node: Node) -> str | None:
    if not 1 <= node.rule <= len(system.rules):
        return f"there is no rule {node.rule}"
    rule = system.rules[node.rule - 1]
    if (rule.state, rule.symbol) != (node.state, node.symbol):
        return f"rule {node.rule} is for {rule.state} <{rule.symbol}>"
    if len(node.between) != max(0, len(rule.written) - 1):
        return f"rule {node.rule} writes {counted(len(rule.written), 'symbol')}"
    if not rule.written and rule.target != node.target:
        return f"rule {node.rule} leads to {rule.target}"
    return None


def _pieces(system: Pushdown, node: Node) -> list[Transition]:
    rule = system.rules[node.rule - 1]
    ends = [rule.target, *node.between, node.target]
    return list(zip(ends, rule.written, ends[1:], strict=False))


def _add_up(
    system: Pushdown,
    nodes: Mapping[Transition, Node],
    lengths: dict[Transition, int],
    goal: Transition,
) -> Problem | None:
    pending, begun = [goal], set[Transition]()
    while pending:
        key = pending[-1]
        if key in lengths:
            pending.pop()
            continue
        if key not in nodes:
            return Problem("no-reason", f"it is not said how {_arrow(key)} comes about")
        pieces = _pieces(system, nodes[key])
        missing = [piece for piece in pieces if piece not in lengths]
        if not missing:
            lengths[key] = 1 + sum(lengths[piece] for piece in pieces)
            pending.pop()
        elif key in begun:
            return Problem("circle", f"{_arrow(key)} rests on itself")
        else:
            begun.add(key)
            pending += missing
    return None
