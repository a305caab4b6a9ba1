"""The JSON of PDAAAL, a library for pushdown systems in C++: writes a reachability problem."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import count, pairwise
from typing import Any

from pylab.families.fractal.model import VICTORY, Goal, Instance, Labyrinth, Pushdown, Rule
from pylab.families.fractal.pds import system_of


def reachability(instance: Instance) -> str:
    """The question whether one can win, as an `instance` of PDAAAL with named states.

    Each rule weighs 1, so that the weight of PDAAAL's shortest trace is the fewest moves; what a
    labyrinth has no move for weighs nothing. PDAAAL's rules change the top symbol (`swap`), or
    write one symbol above it (`push`), or take it away (`pop`): rules that write more get states
    in between, with names `rule N.K` that no system has.
    """
    system = system_of(instance) if isinstance(instance, Labyrinth) else instance
    states: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for number, rule in enumerate(system.rules):
        _add(states, rule, f"rule {number}")
    named = {name: states[name] for name in sorted({*states, *system.states()})}
    numbers = count(len(named))
    automata = [_first(system, numbers), _goal(system, numbers)]
    head = {"state-names": True, "weight-type": "uint"}
    return json.dumps({"instance": [head, {"states": named}, *automata]}, indent=1) + "\n"


def _add(states: Any, rule: Rule, name: str) -> None:
    """Add a rule, in several parts if it writes more than PDAAAL's rules do."""
    weight = int(rule.target != VICTORY)
    if not rule.written:
        states[rule.state][rule.symbol].append({"to": rule.target, "pop": "", "weight": weight})
        return
    *above, last = rule.written
    parts = [("swap", rule.symbol, last)] if last != rule.symbol or not above else []
    parts += [("push", below, top) for below, top in pairwise([last, *reversed(above)])]
    via = [rule.state, *(f"{name}.{k}" for k in range(1, len(parts))), rule.target]
    for (origin, target), (kind, top, symbol) in zip(pairwise(via), parts, strict=True):
        states[origin][top].append({"to": target, kind: symbol, "weight": weight})
        weight = 0


def _first(system: Pushdown, numbers: count[int]) -> dict[str, Any]:
    """The automaton that accepts the first configuration alone."""
    path: list[str | int] = [system.state]
    path.extend(next(numbers) for _ in system.stack)
    symbols = reversed(system.stack)
    edges = [[p, symbol, q] for (p, q), symbol in zip(pairwise(path), symbols, strict=True)]
    return {"accepting": path[-1:], "edges": edges}


def _goal(system: Pushdown, numbers: count[int]) -> dict[str, Any]:
    """The automaton that accepts the configurations that win."""
    goal: Goal = system.goal
    if goal.regular:
        own = {state for p, _, q in goal.reads for state in (p, q)} | {*goal.names}
        known: dict[str, str | int] = {state: state for state in system.states()}
        known |= {state: next(numbers) for state in sorted(own - system.states())}
        edges = [[known[p], symbol, known[q]] for p, symbol, q in goal.reads]
        return {"accepting": [known[state] for state in goal.names], "edges": edges}
    names: list[str | int] = [*(goal.names or sorted(system.states()))]
    if not goal.anywhere:
        return {"accepting": names, "edges": []}
    rest = next(numbers)
    symbols = sorted(system.symbols())
    edges = [[state, symbol, rest] for state in [*names, rest] for symbol in symbols]
    return {"accepting": [*names, rest], "edges": edges}
