"""The tree of all routes that don't come into a state twice: grown, in order, as text and as DOT.

It is the seed's tree: breadth first, each state's arrows clockwise from the north; a branch ends
where it comes into a state that is in the tree already, on a blank square, out of bounds, or at
d = 0. Here it also ends on the goal, and at a depth if the maze has one.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from pylab.families.alice.model import DIRECTIONS, STAY, Branch, Maze, State, Tree

WORDS = {
    "new": "not followed further",
    "goal": "goal",
    "seen": "seen before",
    "blank": "blank",
    "outside": "out of bounds",
    "zero": "d = 0",
}
"""Why a leaf is one."""

_ORDER = {name: i for i, name in enumerate([*DIRECTIONS, STAY])}


def grow(maze: Maze, progress: Callable[[], None] = lambda: None) -> Tree:
    """The tree of a maze; `progress` is called once a layer."""
    branches: list[Branch] = []
    seen, layer, level = {maze.first}, [maze.first], 0
    while layer and (level < maze.depth or not maze.depth):
        level += 1
        progress()
        grown = [branch for state in layer for branch in _branches(maze, state, seen)]
        branches += grown
        layer = [branch.target for branch in grown if branch.outcome == "new"]
    return Tree(maze.first, tuple(sorted(branches)))


def ordered(tree: Tree) -> list[Branch]:
    """The branches breadth first, each state's clockwise; those without a root come last."""
    below = _below(tree)
    order, layer = [], [tree.root]
    while layer:
        grown = [branch for state in layer for branch in below.pop(state, [])]
        order += grown
        layer = [branch.target for branch in grown if branch.outcome == "new"]
    return order + [branch for branches in below.values() for branch in branches]


def outline(tree: Tree) -> str:
    """The tree as indented lines `direction (x, y), d`; each leaf says why it is one."""
    below = _below(tree)
    lines = [f"({tree.root.x}, {tree.root.y}), {tree.root.d}"]
    pending = [(branch, 1) for branch in reversed(below.pop(tree.root, []))]
    while pending:
        branch, level = pending.pop()
        grown = below.pop(branch.target, []) if branch.outcome == "new" else []
        note = "" if grown else f"  {leaf(branch, grown)}"
        at = f"({branch.to_x}, {branch.to_y}), {branch.to_d}"
        lines.append(f"{'  ' * level}{branch.direction:<2} {at}{note}")
        pending += [(each, level + 1) for each in reversed(grown)]
    return "".join(f"{line}\n" for line in lines)


def dot(tree: Tree) -> str:
    """The tree as a Graphviz graph; leaves carry their reasons."""
    names: dict[State, str] = {tree.root: "n0"}
    label = _label(tree.root)
    lines = [
        "digraph tree {",
        '  node [shape=box, style=rounded, fontname="Helvetica"];',
        '  edge [fontname="Helvetica", fontsize=10];',
        f'  n0 [label="{label}", style="rounded,bold"];',
    ]
    below = _below(tree)
    for number, branch in enumerate(ordered(tree), 1):
        name, origin = f"n{number}", names.get(branch.origin)
        if origin is None:
            continue
        grown = branch.outcome == "new" and below.get(branch.target, [])
        if branch.outcome == "new":
            names.setdefault(branch.target, name)
        reason = "" if grown else f"\\n{leaf(branch, [])}"
        style = {"goal": ', style="rounded,bold"', "new": ""}.get(branch.outcome, ", color=gray")
        lines.append(f'  {name} [label="{_label(branch.target)}{reason}"{style}];')
        lines.append(f'  {origin} -> {name} [label="{branch.direction}"];')
    return "\n".join([*lines, "}"]) + "\n"


def nested(tree: Tree) -> dict[str, Any]:
    """The tree as nested dictionaries, ready for JSON; deep trees nest deeply."""
    below = _below(tree)
    root: dict[str, Any] = {"x": tree.root.x, "y": tree.root.y, "d": tree.root.d, "children": []}
    pending = [(root, tree.root)]
    while pending:
        above, state = pending.pop()
        for branch in below.pop(state, []):
            child: dict[str, Any] = {
                "direction": branch.direction,
                "x": branch.to_x,
                "y": branch.to_y,
                "d": branch.to_d,
                "outcome": branch.outcome,
                "children": [],
            }
            above["children"].append(child)
            if branch.outcome == "new":
                pending.append((child, branch.target))
    return root


def leaf(branch: Branch, grown: list[Branch]) -> str:
    """Why a branch goes no further; empty if it does."""
    return "" if grown else WORDS[branch.outcome]


def _branches(maze: Maze, state: State, seen: set[State]) -> list[Branch]:
    """A state's branches; the states that they land in become seen."""
    if state.d <= 0 and not maze.backwards:
        return []
    if state.d == 0:
        names: tuple[str, ...] = (STAY,) if maze.arrows_of(state.square) else ()
    else:
        names = maze.arrows_of(state.square)
    return [_branch(maze, state, name, seen) for name in names]


def _branch(maze: Maze, state: State, name: str, seen: set[State]) -> Branch:
    dx, dy = DIRECTIONS.get(name, (0, 0))
    to = (state.x + dx * state.d, state.y + dy * state.d)
    if not maze.inside(to):
        return Branch(*state, name, *to, state.d, "outside")
    if maze.is_blank(to):
        return Branch(*state, name, *to, state.d, "blank")
    changing = maze.colour_of(state.square if maze.departure else to)
    target = State(*to, state.d + {"red": 1, "yellow": -1}.get(changing, 0))
    known = target in seen
    seen.add(target)
    if target.d == 0 and to != maze.goal and not maze.backwards:
        return Branch(*state, name, *target, "zero")
    outcome = "seen" if known else "goal" if to == maze.goal else "new"
    return Branch(*state, name, *target, outcome)


def _below(tree: Tree) -> dict[State, list[Branch]]:
    below: dict[State, list[Branch]] = {}
    for branch in sorted(tree.branches, key=_clockwise):
        below.setdefault(branch.origin, []).append(branch)
    return below


def _clockwise(branch: Branch) -> tuple[State, int, Branch]:
    return branch.origin, _ORDER[branch.direction], branch


def _label(state: State) -> str:
    return escape(f"({state.x}, {state.y}), {state.d}")
