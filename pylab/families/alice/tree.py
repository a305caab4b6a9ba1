"""The tree of all routes that don't come into a state twice: grown, in order, as text and as DOT.

It is the seed's tree: breadth first, each state's arrows clockwise from the north; a branch ends
where it comes into a state that is in the tree already, on a blank square, on one without arrows,
out of bounds, or at d = 0. Here it also ends on the goal, and at a depth if the maze has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from pylab.families.alice.model import DIRECTIONS, STAY, Branch, Maze, State, Tree
from pylab.families.alice.moves import can_move, leaps, won

WORDS = {
    "new": "not followed further",
    "goal": "goal",
    "seen": "seen before",
    "arrowless": "no arrow",
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
        note = "" if grown else f"  {WORDS[branch.outcome]}"
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
        reason = "" if grown else f"\\n{WORDS[branch.outcome]}"
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


def _branches(maze: Maze, state: State, seen: set[State]) -> Iterator[Branch]:
    """A state's branches; the states that they land in become seen."""
    for name, target, obstacle in leaps(maze, state):
        yield Branch(*state, name, *target, obstacle or _outcome(maze, target, seen))
        if not obstacle:
            seen.add(target)


def _outcome(maze: Maze, target: State, seen: set[State]) -> str:
    """What becomes of a state that an arrow lands in."""
    goal = won(maze, target)
    if not goal and not can_move(maze, target.d):
        return "zero"
    if target in seen or goal:
        return "seen" if target in seen else "goal"
    return "new" if maze.arrows_of(target.square) else "arrowless"


def _below(tree: Tree) -> dict[State, list[Branch]]:
    below: dict[State, list[Branch]] = {}
    for branch in sorted(tree.branches, key=_clockwise):
        below.setdefault(branch.origin, []).append(branch)
    return below


def _clockwise(branch: Branch) -> tuple[State, int, Branch]:
    return branch.origin, _ORDER[branch.direction], branch


def _label(state: State) -> str:
    return escape(f"({state.x}, {state.y}), {state.d}")
