"""Refutations, judged by closure: nothing leads out of what they say is reached, and wins there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from pylab.base.verdict import Problem, Verdict
from pylab.families.fractal.check.rules import Rules, accepts, arrow, first, place, treasures
from pylab.families.fractal.model import (
    START,
    Closed,
    Goal,
    Partition,
    Pushdown,
    Table,
    behind,
    box_of,
)


def check_refutation(rules: Rules, closed: Partition | Table) -> Verdict:
    """That nothing which wins can be reached in a labyrinth."""
    found = first(closed_labyrinth(rules, closed))
    return Verdict(found, "" if found else "nothing that wins can be reached")


def check_closed(system: Pushdown, closed: Closed) -> Verdict:
    """That a pushdown system can't win."""
    found = first(_closed(system, closed))
    return Verdict(found, "" if found else _hopeless(system.goal))


def closed_labyrinth(rules: Rules, closed: Partition | Table) -> Iterator[Problem]:
    """What is wrong with a refutation."""
    if isinstance(closed, Partition):
        return _partition(rules, closed)
    return _table(rules, closed)


def _partition(rules: Rules, partition: Partition) -> Iterator[Problem]:
    number: dict[str, int] = {}
    for index, members in enumerate(partition.classes):
        for location in members:
            if number.setdefault(location, index) != index:
                yield Problem("overlap", f"{location} is in two classes")

    def class_of(location: str) -> int | str:
        return number.get(location, location)

    labyrinth = rules.labyrinth
    of = [number.get(location, location) for location in labyrinth.numbers]
    ends = [of[end] for end in labyrinth.ends]
    changes = (end for end, (one, other) in enumerate(pairwise(ends), 1) if one != other)
    if not set(accumulate(map(len, labyrinth.cliques))).issuperset(changes):
        for members in labyrinth.cliques:
            for location in members:
                if class_of(location) != class_of(members[0]):
                    message = f"a corridor joins {members[0]} and {location}, of two classes"
                    yield Problem("corridor", message)
    for origin, target in labyrinth.oneways:
        if class_of(origin) != class_of(target):
            message = f"a corridor leads from {origin} to {target}, of another class"
            yield Problem("corridor", message)
    known = dict[tuple[str, int | str], int]()
    for (box, inside, port), here, there in zip(labyrinth.ports, *labyrinth.passages, strict=True):
        other = known.setdefault((box, of[there]), here)
        if of[other] != of[here]:
            one = list(labyrinth.numbers)[other]
            message = (
                f"{behind(one)} and {inside} are of one class, so that box {box} leads "
                f"from {one} to {port}, of two classes"
            )
            yield Problem("box", message)
    reached = {class_of(location) for location in partition.reached}
    if class_of(rules.labyrinth.start) not in reached:
        yield Problem("start", f"the class of the start, {rules.labyrinth.start}, is not reached")
    for _, inside, port in rules.labyrinth.ports if rules.dive else ():
        if class_of(port) in reached and class_of(inside) not in reached:
            message = f"{port} is reached, and leads to {inside}, which is not"
            yield Problem("into", message)
    for target in sorted(rules.targets):
        if class_of(target) in reached:
            yield Problem("goal", f"{target} wins, and its class is reached")


def _table(rules: Rules, table: Table) -> Iterator[Problem]:
    rows: dict[str, set[str]] = {}
    for frame, location in table.pairs:
        rows.setdefault(frame, set()).add(location)
    if rules.labyrinth.start not in rows.get(START, ()):
        yield Problem("start", f"the start, {rules.labyrinth.start}, is not reached")
    ports: dict[tuple[str, str], str] = {
        (box, inside): port for box, inside, port in rules.labyrinth.ports
    }
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
                message = f"{place(frame, location)} is reached, but no way from there is listed"
                yield Problem("unlooked", message)
            for leaving in rows.get(inside, ()):
                port = ports.get((box, leaving))
                if port is not None and port not in row:
                    yield _open(frame, location, port, f"box {box} leads")
            if frame == START and rules.dive and inside not in row:
                yield _open(frame, location, inside, f"box {box} can be entered")


def _open(frame: str, origin: str, target: str, how: str) -> Problem:
    message = f"{how} from {place(frame, origin)}, reached, to {target}, which is not"
    return Problem("open", message)


def _closed(system: Pushdown, closed: Closed) -> Iterator[Problem]:
    given = set(closed.transitions)
    onward: dict[tuple[str, str], set[str]] = {}
    for state, symbol, target in given:
        onward.setdefault((state, symbol), set()).add(target)
    for each in treasures(system):
        if each not in given:
            yield Problem("missing", f"the transition {arrow(each)} is missing, it wins")
    for rule in system.rules:
        for end in sorted(_read(onward, rule.target, rule.written)):
            each = (rule.state, rule.symbol, end)
            if each not in given:
                yield Problem("missing", f"the transition {arrow(each)} is missing, it follows")
    for state in sorted(_read(onward, system.state, system.stack[::-1])):
        if accepts(system.goal, state):
            yield Problem("goal", f"the first stack can be read up to {state}, which wins")


def _read(onward: Mapping[tuple[str, str], set[str]], state: str, word: Sequence[str]) -> set[str]:
    """The states that reading a word from a state may lead to."""
    states = {state}
    for symbol in word:
        states = {end for each in states for end in onward.get((each, symbol), ())}
    return states


def _hopeless(goal: Goal) -> str:
    if goal.regular:
        return "no run comes to what the goal's automaton accepts"
    if goal.anywhere:
        return f"no run comes to {', '.join(goal.names)}"
    return "no run empties the stack as it should"
