"""Saturation of pushdown systems: which states pop which symbols, and how with the fewest moves.

Pre* by saturation (Bouajjani, Esparza, Maler, and Finkel, Willems, Wolper, both 1997); its worklist
algorithm (Esparza, Hansel, Rossmanith, Schwoon, Efficient algorithms for
model checking pushdown systems, 2000), its worklist a queue by cost as in Knuth's generalization
of Dijkstra's algorithm (1977), so that each transition comes with a shortest run.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence

from pylab.families.fractal.model import (
    VICTORY,
    Closed,
    Derivation,
    Node,
    Pushdown,
    Rule,
    Transition,
    within,
)

_BREATH = 1024


def saturate(
    system: Pushdown, progress: Callable[[int], None] = lambda _: None
) -> dict[Transition, tuple[int, Node]]:
    """All transitions of the saturated automaton: moves of a shortest run, and how it begins.

    Those that a goal `reach` or `accept` begins with are free; their nodes have numbers of rules
    that there aren't.
    """
    return dict(settled(system.rules, treasure(system), progress))


def settled(
    counted: Sequence[Rule],
    free: Sequence[Rule],
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[tuple[Transition, tuple[int, Node]]]:
    """The same, one after the other, by rules that are moves and rules that cost nothing.

    `progress` gets the number of steps so far: pairs of a rule, some of whose symbols are popped,
    and the state that this leads to; for k rules these are O(k²). Nodes have the numbers of rules,
    from 1, those that cost nothing last.
    """
    rules = [*counted, *free]
    found: dict[Transition, tuple[int, Node]] = {}
    # what follows a symbol at a state: found transitions, and rules that wait for one
    onward: dict[tuple[str, str], list[str]] = {}
    waiting: dict[tuple[str, str], list[tuple[int, int, tuple[str, ...]]]] = {}
    seen: set[tuple[int, int, str]] = set()
    # cost, order, number of the rule, how many of its symbols are popped, where
    queue: list[tuple[int, int, int, int, tuple[str, ...]]] = [
        (int(number < len(counted)), number, number, 0, (rule.target,))
        for number, rule in enumerate(rules)
    ]
    heapq.heapify(queue)
    pushed = len(queue)
    while queue:
        cost, _, number, done, states = heapq.heappop(queue)
        rule = rules[number]
        if (number, done, states[-1]) in seen:
            continue
        seen.add((number, done, states[-1]))
        if len(seen) % _BREATH == 0:
            progress(len(seen))
        if done < len(rule.written):
            symbol = rule.written[done]
            place = (states[-1], symbol)
            waiting.setdefault(place, []).append((number, cost, states))
            for target in onward.get(place, ()):
                more = found[states[-1], symbol, target][0]
                pushed += 1
                entry = (cost + more, pushed, number, done + 1, (*states, target))
                heapq.heappush(queue, entry)
            continue
        key = (rule.state, rule.symbol, states[-1])
        if key in found:
            continue
        found[key] = cost, Node(*key, number + 1, states[1:-1])
        yield key, found[key]
        onward.setdefault(key[:2], []).append(key[2])
        for other, before, passed in waiting.get(key[:2], ()):
            pushed += 1
            entry = (before + cost, pushed, other, len(passed), (*passed, key[2]))
            heapq.heappush(queue, entry)
    progress(len(seen))


def derive(system: Pushdown, found: Mapping[Transition, tuple[int, Node]]) -> Derivation | Closed:
    """A shortest run by the saturated automaton, or the automaton as the proof of a no."""
    onward: dict[tuple[str, str], list[str]] = {}
    for state, symbol, target in found:
        onward.setdefault((state, symbol), []).append(target)
    best: dict[str, tuple[int, tuple[str, ...]]] = {system.state: (0, (system.state,))}
    for symbol in reversed(system.stack):
        further: dict[str, tuple[int, tuple[str, ...]]] = {}
        for state, (cost, states) in best.items():
            for target in onward.get((state, symbol), ()):
                total = cost + found[state, symbol, target][0]
                if target not in further or total < further[target][0]:
                    further[target] = total, (*states, target)
        best = further
    goal = system.goal
    wins = {*goal.names, *([VICTORY] if goal.anywhere else [])}
    if goal.regular:
        wins |= set(map(within, goal.names))
    ends = [state for state in best if not wins or state in wins]
    if not ends:
        return Closed(tuple(sorted(found)))
    states = best[min(ends, key=lambda s: (best[s][0], s))][1]
    pending = list(zip(states, reversed(system.stack), states[1:], strict=False))
    nodes: dict[Transition, Node] = {}
    while pending:
        key = pending.pop()
        node = found[key][1]
        number = node.rule
        if key not in nodes and isinstance(number, int) and number <= len(system.rules):
            nodes[key] = node
            rule = system.rules[number - 1]
            ends_of = [rule.target, *node.between, node.target]
            pending += zip(ends_of, rule.written, ends_of[1:], strict=False)
    return Derivation(states, tuple(sorted(nodes.values())))


def treasure(system: Pushdown) -> list[Rule]:
    """Rules by which a stack is emptied after the goal is reached, if that may be with any stack.

    Or if it may be with those that an automaton reads: then they follow it.
    """
    goal = system.goal
    if goal.regular:
        first = [Rule(state, top, within(end), ()) for state, top, end in goal.reads]
        ends = {end for _, _, end in goal.reads}
        return first + [
            Rule(within(state), top, within(end), ())
            for state, top, end in goal.reads
            if state in ends
        ]
    if not goal.anywhere:
        return []
    origins = [*goal.names, VICTORY]
    return [Rule(state, top, VICTORY, ()) for state in origins for top in sorted(system.symbols())]
