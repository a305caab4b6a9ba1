"""What straight-line programs stand for: their measures, and the runs themselves, move by move.

Both take programs as they are; whether they are right is the checker's matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pylab.families.fractal.model import (
    START,
    Configuration,
    Derivation,
    Instance,
    Labyrinth,
    Measures,
    Node,
    Program,
    Pushdown,
    Reason,
    Run,
    Stack,
    Transition,
    behind,
)

LISTED = 1000
"""The most moves of a run that is listed; longer ones stay straight-line programs."""

Ways = Mapping[tuple[str, str], Reason]


def listed(instance: Instance, witness: Program | Derivation) -> Run | Program | Derivation:
    """The run itself unless it is longer than LISTED moves, or another kind of puzzle's."""
    if isinstance(witness, Program) and isinstance(instance, Labyrinth):
        moves = measure(witness.reasons, witness.end).moves
    elif isinstance(witness, Derivation) and isinstance(instance, Pushdown):
        moves = length(instance, witness)
    else:
        return witness
    if moves > LISTED:
        return witness
    run = unfold(instance, witness, moves + 1)
    # a program that is circular or has gaps is left as it is, for the checker to say so
    return Run(tuple(run)) if len(run) == moves + 1 else witness


def ways(reasons: Sequence[Reason]) -> Ways:
    """The reasons by frame and location."""
    return {(each.frame, each.location): each for each in reasons}


def measure(reasons: Sequence[Reason], end: str) -> Measures:
    """What the run to `end` costs, without unfolding it; what is circular or missing is free."""
    found = ways(reasons)
    known: dict[tuple[str, str], Measures] = {}
    total, height = Measures(), 0
    for reason in _chain(found, START, end):
        height += reason.kind == "into"
        step = _sum(reason, [Measures(), *(_measured(found, known, p) for p in _parts(reason)[1:])])
        total = Measures(
            total.corridors + step.corridors,
            total.moves + step.moves,
            max(total.depth, height + step.depth),
        )
    return total


def _measured(
    found: Ways, known: dict[tuple[str, str], Measures], goal: tuple[str, str]
) -> Measures:
    """The same of the way to a location in a frame that is entered and left; `known` is filled."""
    pending, open_ = [goal], set[tuple[str, str]]()
    while pending:
        key = pending[-1]
        reason = found.get(key)
        if key in known or reason is None:
            known.setdefault(key, Measures())
            pending.pop()
            continue
        parts = [part for part in _parts(reason) if part not in known and part not in open_]
        if parts and key not in open_:
            open_.add(key)
            pending += parts
            continue
        known[key] = _sum(reason, [known.get(part, Measures()) for part in _parts(reason)])
        pending.pop()
    return known[goal]


def length(system: Pushdown, derivation: Derivation) -> int:
    """The number of moves of a pushdown system's run; what is circular or missing is free."""
    nodes = {(n.state, n.symbol, n.target): n for n in derivation.nodes}
    known: dict[Transition, int] = {}
    open_: set[Transition] = set()
    tops = _pops(tuple(reversed(system.stack)), derivation.states)
    pending = list(tops)
    while pending:
        key = pending[-1]
        node = nodes.get(key)
        if key in known or node is None:
            known.setdefault(key, 0)
            pending.pop()
            continue
        parts = _parts_of(system, node)
        missing = [part for part in parts if part not in known and part not in open_]
        if missing and key not in open_:
            open_.add(key)
            pending += missing
            continue
        known[key] = 1 + sum(known.get(part, 0) for part in parts)
        pending.pop()
    return sum(known[key] for key in tops)


def unfold(
    instance: Instance, witness: Program | Derivation, moves: int | None = None
) -> list[Configuration]:
    """The configurations of a run from the first on, after at most so many moves.

    None of a program that is of another kind of puzzle.
    """
    steps: Iterator[Configuration] = iter(())
    if isinstance(witness, Program) and isinstance(instance, Labyrinth):
        steps = _walk(instance, witness)
    elif isinstance(witness, Derivation) and isinstance(instance, Pushdown):
        steps = _derive(instance, witness)
    return list(steps if moves is None else islice(steps, moves + 1))


def _parts(reason: Reason) -> list[tuple[str, str]]:
    """The ways that a way is made of."""
    parts = [(reason.frame, reason.origin)]
    if reason.kind == "through":
        parts.append((behind(reason.origin) or "", behind(reason.location) or ""))
    return parts


def _sum(reason: Reason, parts: list[Measures]) -> Measures:
    before = parts[0]
    if reason.kind == "walk":
        return Measures(before.corridors + 1, before.moves + 1, before.depth)
    if reason.kind == "into":
        return Measures(before.corridors, before.moves + 1, before.depth)
    inner = parts[1]
    return Measures(
        before.corridors + inner.corridors,
        before.moves + inner.moves + 2,
        max(before.depth, inner.depth + 1),
    )


def _chain(found: Ways, frame: str, end: str) -> list[Reason]:
    """The reasons from a frame's beginning to a location, in the order of walking."""
    chain: list[Reason] = []
    while (reason := found.get((frame, end))) is not None and len(chain) <= len(found):
        chain.append(reason)
        end = reason.origin
    return chain[::-1]


def _walk(labyrinth: Labyrinth, program: Program) -> Iterator[Configuration]:
    found = ways(program.reasons)
    stack: list[str] = []
    yield Configuration((), labyrinth.start)
    # what is still to be done, last first: reasons, and places to come out at
    todo: list[Reason | tuple[str, str]] = list(reversed(_chain(found, START, program.end)))
    while todo:
        item = todo.pop()
        if isinstance(item, tuple):
            stack.pop()
            yield Configuration(tuple(stack), item[1])
        elif item.kind == "walk":
            yield Configuration(tuple(stack), item.location)
        else:
            inside = behind(item.origin) or ""
            stack.append(item.box)
            yield Configuration(tuple(stack), inside)
            if item.kind == "through":
                todo.append((item.box, item.location))
                todo += reversed(_chain(found, inside, behind(item.location) or ""))


def _pops(symbols: Stack, states: Sequence[str]) -> list[Transition]:
    """One transition a symbol, from each state to the next."""
    return list(zip(states, symbols, states[1:], strict=False))


def _parts_of(system: Pushdown, node: Node) -> list[Transition]:
    """The transitions that pop what the node's rule writes."""
    if not 1 <= node.rule <= len(system.rules):
        return []
    rule = system.rules[node.rule - 1]
    return _pops(rule.written, [rule.target, *node.between, node.target])


def _derive(system: Pushdown, derivation: Derivation) -> Iterator[Configuration]:
    nodes = {(n.state, n.symbol, n.target): n for n in derivation.nodes}
    stack = list(system.stack)
    yield Configuration(tuple(stack), system.state)
    todo = _pops(tuple(reversed(system.stack)), derivation.states)[::-1]
    while todo:
        node = nodes.get(todo.pop())
        # what needs no node wins
        if node is None or not stack or not 1 <= node.rule <= len(system.rules):
            return
        rule = system.rules[node.rule - 1]
        stack.pop()
        stack += reversed(rule.written)
        yield Configuration(tuple(stack), rule.target)
        todo += _parts_of(system, node)[::-1]
