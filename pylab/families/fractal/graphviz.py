"""Labyrinths, pushdown systems and automata in Graphviz's language."""

from __future__ import annotations

from pylab.families.fractal.model import (
    BOTTOM,
    VICTORY,
    Automaton,
    Closed,
    Instance,
    Labyrinth,
    Pushdown,
    Witness,
    behind,
    box_of,
    natural,
    within,
)


def dot(instance: Instance, witness: Witness | None = None) -> str:
    """Graphviz's language: an automaton, or without one the locations and what joins them.

    Transitions between the same states share an arrow.
    """
    if isinstance(witness, Automaton | Closed):
        return _automaton(witness, {VICTORY, *map(within, instance.goal.names)})
    return _graph(instance) if isinstance(instance, Labyrinth) else _rules(instance)


def _automaton(automaton: Automaton | Closed, accepting: set[str]) -> str:
    labels: dict[tuple[str, str], list[str]] = {}
    every = automaton.every() if isinstance(automaton, Automaton) else automaton.transitions
    for state, symbol, target in every:
        labels.setdefault((state, target), []).append("⊥" if symbol == BOTTOM else symbol)
    lines = ["digraph winning {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    states = {state for pair in labels for state in pair}
    for state in sorted(states, key=natural):
        shape = " [shape=doublecircle]" if state in accepting else ""
        lines.append(f"  {_quoted(state)}{shape};")
    for (state, target), symbols in sorted(labels.items()):
        label = _quoted(" ".join(sorted(symbols, key=natural)))
        lines.append(f"  {_quoted(state)} -> {_quoted(target)} [label={label}];")
    return "\n".join([*lines, "}", ""])


def _graph(labyrinth: Labyrinth) -> str:
    """Corridors as edges, those of more than two ends with a point; ports within their boxes."""
    lines = ["graph labyrinth {", "  node [shape=box, style=rounded];"]
    for box in labyrinth.boxes():
        lines += [f"  subgraph {_quoted(f'cluster {box}')} {{", f"    label={_quoted(box)};"]
        ports = [location for location in labyrinth.locations() if box_of(location) == box]
        lines += [f"    {_quoted(p)} [label={_quoted(behind(p) or '')}];" for p in ports] + ["  }"]
    for number_, (clique, label) in enumerate(labyrinth.corridors()):
        named = f"label={_quoted(label)}" if label else ""
        if len(clique) == 2:
            style = f" [{named}]" if label else ""
            lines.append(f"  {_quoted(clique[0])} -- {_quoted(clique[1])}{style};")
            continue
        hub = _quoted(f"corridor {number_}")
        lines.append(f"  {hub} [shape=point{f', x{named}' if label else ''}];")
        lines += [f"  {hub} -- {_quoted(location)};" for location in clique]
    for origin, target, label in labyrinth.arrows():
        style = f"dir=forward{f', label={_quoted(label)}' if label else ''}"
        lines.append(f"  {_quoted(origin)} -- {_quoted(target)} [{style}];")
    return "\n".join([*lines, "}", ""])


def _rules(system: Pushdown) -> str:
    lines = ["digraph pushdown {", "  rankdir=LR;"]
    for rule in system.rules:
        label = _quoted(f"{rule.symbol} / {' '.join(rule.written)}")
        lines.append(f"  {_quoted(rule.state)} -> {_quoted(rule.target)} [label={label}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
