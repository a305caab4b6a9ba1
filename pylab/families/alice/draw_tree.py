"""The tree of routes as SVG: from left to right, a column a move, a line a leaf; knows no rule."""

from __future__ import annotations

from pylab.drawing.palette import CARD, FLOOR, GOAL, INK, PAPER, WAY
from pylab.drawing.svg import Drawing, number
from pylab.families.alice.model import Branch, State, Tree, counted
from pylab.families.alice.tree import WORDS, ordered

COLUMN = 104
LINE = 22
MARGIN = 16
BOX = 66
"""The width of a state's box."""
REASON = 76
"""The room for the words at a leaf."""

ROOT = "#e8574a"


def draw_tree(tree: Tree) -> Drawing:
    """The tree; each state stands as `x, y · d`, each edge with its direction."""
    below: dict[State, list[Branch]] = {}
    for branch in ordered(tree):
        below.setdefault(branch.origin, []).append(branch)
    places = _places(tree, below)
    columns = max((column for column, _ in places.values()), default=0)
    lines = max((line for _, line in places.values()), default=0.0)
    width = columns * COLUMN + BOX + REASON + 2 * MARGIN
    height = (lines + 1) * LINE + 2 * MARGIN
    drawing = Drawing(
        width, height, f"Tree of routes, {counted(len(tree.branches), 'branch', 'branches')}"
    )
    drawing.rect(0, 0, width, height, fill=PAPER)
    grown_by = {tree.root: places[None]}
    for each, place in places.items():
        if each is not None and each.outcome == "new":
            grown_by[each.target] = place
    for each, place in places.items():
        if each is not None:
            _draw_edge(drawing, each, grown_by[each.origin], place)
    for each, place in places.items():
        grown = each is None or (each.outcome == "new" and each.target in below)
        _draw_state(drawing, tree.root if each is None else each.target, place, each, grown)
    return drawing


Places = dict[Branch | None, tuple[int, float]]
"""Of each branch (None for the root) the column, and the line, which may lie between two."""


def _places(tree: Tree, below: dict[State, list[Branch]]) -> Places:
    """Leaves on lines of their own; what has grown stands beside the middle of what it grew."""
    places: Places = {}
    line = 0
    opened: set[Branch | None] = set()
    pending: list[tuple[Branch | None, int]] = [(None, 0)]
    while pending:
        branch, column = pending[-1]
        state = tree.root if branch is None else branch.target
        grows = branch is None or branch.outcome == "new"
        children = below.get(state, []) if grows else []
        if children and branch not in opened:
            opened.add(branch)
            pending += [(child, column + 1) for child in reversed(children)]
            continue
        pending.pop()
        if children:
            lines = [places[child][1] for child in children]
            places[branch] = (column, (lines[0] + lines[-1]) / 2)
        else:
            places[branch] = (column, float(line))
            line += 1
    return places


def _at(place: tuple[int, float]) -> tuple[float, float]:
    """The middle of the left edge of a state's box."""
    return MARGIN + place[0] * COLUMN, MARGIN + (place[1] + 0.5) * LINE


def _draw_edge(
    drawing: Drawing, branch: Branch, parent: tuple[int, float], child: tuple[int, float]
) -> None:
    (x1, y1), (x2, y2) = _at(parent), _at(child)
    x1 += BOX
    middle = (x1 + x2) / 2
    curve = (
        " ".join(map(number, (x1, y1)))
        + " C "
        + " ".join(map(number, (middle, y1, middle, y2, x2, y2)))
    )
    drawing.path(f"M {curve}", fill="none", stroke=WAY, stroke_width=1.3)
    drawing.text(x2 - 4, y2 - 3, branch.direction, 9, fill=INK, text_anchor="end")


def _draw_state(
    drawing: Drawing, state: State, place: tuple[int, float], branch: Branch | None, grown: bool
) -> None:
    x, y = _at(place)
    fill, ink = (FLOOR if grown else CARD), INK
    if branch is None:
        fill, ink = ROOT, CARD
    elif branch.outcome == "goal":
        fill, ink = GOAL, CARD
    edge = {"stroke": WAY, "stroke_dasharray": None if grown or fill == GOAL else "3 2"}
    drawing.rect(x, y - 8.5, BOX, 17, rx=5, fill=fill, **edge)
    drawing.text(x + BOX / 2, y + 4, f"{state.x}, {state.y} · {state.d}", 11, fill=ink)
    if branch is not None and not grown:
        drawing.text(x + BOX + 5, y + 4, WORDS[branch.outcome], 10, fill=INK, text_anchor="start")
