"""What straight-line programs stand for: their measures, and the runs themselves, move by move.

Both take programs as they are; whether they are right is the checker's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import assert_never

from pylab.families.fractal import pds
from pylab.families.fractal.fold import fold
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
    Rule,
    Run,
    Stack,
    Transition,
    behind,
    place_of,
)
from pylab.families.fractal.spelling import unspelled

LISTED = 1000
"""The most moves of a run that is listed; longer ones stay straight-line programs."""

Way = tuple[str, str]
"""A frame, and a location that is got to within it."""


def listed(instance: Instance, witness: Program | Derivation) -> Run | Program | Derivation:
    """The run itself unless it is longer than LISTED moves, or another kind of puzzle's."""
    counted, steps = _run(instance, witness)
    moves = counted()
    if moves > LISTED:
        return witness
    run = tuple(islice(steps, moves + 2))
    # a program that is circular or has gaps is left as it is, for the checker to say so
    return Run(run) if len(run) == moves + 1 else witness


def measure(reasons: Sequence[Reason], end: str) -> Measures:
    """What the run to `end` costs, without unfolding it; what is circular or missing is free."""
    found = _ways(reasons)

    def total(way: Way, costs: Sequence[tuple[Measures, int]]) -> tuple[Measures, int]:
        """What a way costs, and how many boxes are entered on it for good."""
        reason = found.get(way)
        if reason is None:
            return Measures(), 0
        before, height = costs[0]
        corridors, moves, depth = before.corridors, before.moves + 1, before.depth
        match reason.kind:
            case "walk":
                corridors += 1
            case "into":
                height += 1
                depth = max(depth, height)
            case "through":
                inner, _ = costs[1]
                corridors, moves = corridors + inner.corridors, moves + inner.moves + 1
                depth = max(depth, height + 1 + inner.depth)
            case _:
                assert_never(reason.kind)
        return Measures(corridors, moves, depth), height

    run = (START, end)
    return fold([run], parts_of(reasons), total, (Measures(), 0))[run][0]


def length(system: Pushdown, derivation: Derivation) -> int:
    """The number of moves of a pushdown system's run; what is circular or missing is free."""
    nodes = _nodes(derivation)

    def parts(key: Transition) -> Sequence[Transition]:
        return _pieces(system, nodes[key]) if key in nodes else ()

    def total(key: Transition, lengths: Sequence[int]) -> int:
        return sum(lengths, int(key in nodes))

    tops = _pops(system.stack[::-1], derivation.states)
    found = fold(tops, parts, total, 0)
    return sum(found[key] for key in tops)


def parts_of(reasons: Sequence[Reason]) -> Callable[[Way], Sequence[Way]]:
    """Of each way, the ways that it is made of."""
    found = _ways(reasons)

    def parts(way: Way) -> Sequence[Way]:
        reason = found.get(way)
        if reason is None:
            return ()
        before = (reason.frame, reason.origin)
        match reason.kind:
            case "walk" | "into":
                return [before]
            case "through":
                return [before, (behind(reason.origin) or "", behind(reason.location) or "")]
            case _:
                assert_never(reason.kind)

    return parts


def unfold(
    instance: Instance, witness: Program | Derivation, moves: int | None = None
) -> list[Configuration]:
    """The configurations of a run from the first on, after at most so many moves.

    None of a program that is of another kind of puzzle.
    """
    _, steps = _run(instance, witness)
    return list(steps if moves is None else islice(steps, moves + 1))


def _run(
    instance: Instance, witness: Program | Derivation
) -> tuple[Callable[[], int], Iterator[Configuration]]:
    """How many moves a run has, and its configurations."""
    if isinstance(instance, Labyrinth) and instance.spelling is not None:
        moves, steps = _run(unspelled(instance), witness)
        return moves, (Configuration(each.stack, place_of(each.location)) for each in steps)
    match witness, instance:
        case [Program(), Labyrinth()]:
            return lambda: measure(witness.reasons, witness.end).moves, _walk(instance, witness)
        case [Derivation(), Pushdown()]:
            return lambda: length(instance, witness), _derive(instance, witness)
        case [Derivation(), Labyrinth()] if instance.goal.regular:
            # a labyrinth's stack ends in BOTTOM
            moves, steps = _run(*pds.numbered(instance, witness))
            return moves, (Configuration(each.stack[1:], each.location) for each in steps)
    return lambda: 0, iter(())


def _ways(reasons: Sequence[Reason]) -> Mapping[Way, Reason]:
    return {(each.frame, each.location): each for each in reasons}


def _chain(found: Mapping[Way, Reason], frame: str, end: str) -> list[Reason]:
    """The reasons from a frame's beginning to a location, in the order of walking."""
    chain: list[Reason] = []
    while (reason := found.get((frame, end))) is not None and len(chain) <= len(found):
        chain.append(reason)
        end = reason.origin
    return chain[::-1]


def _walk(labyrinth: Labyrinth, program: Program) -> Iterator[Configuration]:
    found = _ways(program.reasons)
    stack: list[str] = []
    yield Configuration((), labyrinth.start)
    # what is still to be done, last first: reasons, and places to come out at
    todo: list[Reason | str] = [*reversed(_chain(found, START, program.end))]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            stack.pop()
            yield Configuration(tuple(stack), item)
            continue
        if item.kind == "walk":
            yield Configuration(tuple(stack), item.location)
            continue
        inside = behind(item.origin) or ""
        stack.append(item.box)
        yield Configuration(tuple(stack), inside)
        if item.kind == "through":
            todo.append(item.location)
            todo += reversed(_chain(found, inside, behind(item.location) or ""))


def _nodes(derivation: Derivation) -> Mapping[Transition, Node]:
    return {(each.state, each.symbol, each.target): each for each in derivation.nodes}


def _pops(symbols: Stack, states: Sequence[str]) -> list[Transition]:
    """One transition a symbol, from each state to the next."""
    return list(zip(states, symbols, states[1:], strict=False))


def _pieces(system: Pushdown, node: Node) -> list[Transition]:
    """The transitions that pop what the node's rule writes."""
    rule = _rule(system, node)
    if rule is None:
        return []
    return _pops(rule.written, [rule.target, *node.between, node.target])


def _rule(system: Pushdown, node: Node) -> Rule | None:
    """The rule that a node names by its number."""
    number = node.rule
    there = isinstance(number, int) and 1 <= number <= len(system.rules)
    return system.rules[number - 1] if there and isinstance(number, int) else None


def _derive(system: Pushdown, derivation: Derivation) -> Iterator[Configuration]:
    nodes = _nodes(derivation)
    stack = list(system.stack)
    yield Configuration(tuple(stack), system.state)
    todo = _pops(system.stack[::-1], derivation.states)[::-1]
    while todo:
        node = nodes.get(todo.pop())
        # what needs no node wins
        rule = _rule(system, node) if node else None
        if node is None or rule is None or not stack:
            return
        stack.pop()
        stack += reversed(rule.written)
        yield Configuration(tuple(stack), rule.target)
        todo += _pieces(system, node)[::-1]
