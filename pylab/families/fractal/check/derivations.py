"""Runs of pushdown systems as straight-line programs: each rule by itself, then all together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.fractal.check.adding import add_up
from pylab.families.fractal.check.rules import accepts, arrow, first, treasures
from pylab.families.fractal.model import Derivation, Node, Pushdown, Rule, Transition

Known = Mapping[int | Rule, Rule]
"""The rules, by what nodes name them by."""


def check_derivation(system: Pushdown, derivation: Derivation, numbered: bool = True) -> Verdict:
    """A run of a pushdown system, folded up; its rules are named by numbers, or as they are."""
    known: Known = {rule: rule for rule in system.rules}
    if numbered:
        known = dict(enumerate(system.rules, 1))
    problems: list[Problem] = []
    nodes: dict[Transition, Node] = {}
    for node in derivation.nodes:
        key = (node.state, node.symbol, node.target)
        if key in nodes:
            problems.append(Problem("two-reasons", f"there are two ways for {arrow(key)}"))
        nodes[key] = node
        if (wrong := _wrong(known, node)) is not None:
            problems.append(Problem("reason", f"{arrow(key)}: {wrong}"))
    states = derivation.states
    if states[:1] != (system.state,):
        problems.append(Problem("start", f"the system begins at {system.state}"))
    if len(states) != len(system.stack) + 1:
        symbols = counted(len(system.stack), "symbol")
        message = f"the first stack has {symbols}, of which {max(0, len(states) - 1)} popped"
        problems.append(Problem("stack", message))
    elif not accepts(system.goal, states[-1]):
        names = ", ".join(system.goal.names)
        problems.append(Problem("goal", f"the run ends at {states[-1]}, not at {names}"))
    lengths: dict[Transition, int] = dict.fromkeys(treasures(system), 0)
    for key in sorted(nodes.keys() & lengths.keys()):
        problems.append(Problem("reason", f"{arrow(key)}: the goal is reached, no rule is needed"))
    if problems:
        return Verdict(first(problems))

    def pieces(key: Transition) -> Sequence[Transition] | None:
        return _pieces(known[nodes[key].rule], nodes[key]) if key in nodes else None

    tops = list(zip(states, system.stack[::-1], states[1:], strict=False))
    for key in tops:
        if problem := add_up(key, lengths, pieces, lambda _, parts: 1 + sum(parts), arrow):
            return Verdict((problem,))
    return Verdict((), counted(sum(lengths[key] for key in tops), "move"))


def _wrong(known: Known, node: Node) -> str | None:
    """What is wrong with a node taken by itself."""
    rule = known.get(node.rule)
    if rule is None:
        return f"there is no rule {node.rule}"
    if (rule.state, rule.symbol) != (node.state, node.symbol):
        return f"rule {node.rule} is for {rule.state} <{rule.symbol}>"
    if len(node.between) != max(0, len(rule.written) - 1):
        return f"rule {node.rule} writes {counted(len(rule.written), 'symbol')}"
    if not rule.written and rule.target != node.target:
        return f"rule {node.rule} leads to {rule.target}"
    return None


def _pieces(rule: Rule, node: Node) -> list[Transition]:
    """How what the node's rule writes is popped."""
    ends = [rule.target, *node.between, node.target]
    return list(zip(ends, rule.written, ends[1:], strict=False))
