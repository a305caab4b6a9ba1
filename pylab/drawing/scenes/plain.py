"""The text picture of a board: a character for each unit, derived from the shapes there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pylab.drawing.grid import HEAVY, LIGHT, SIDES, Raster
from pylab.drawing.scenes.picture import Cell
from pylab.drawing.scenes.routes import Routes
from pylab.drawing.scenes.schema import LIMITS, TABLE, Block, Look, Shape
from pylab.drawing.scenes.terms import order, written

if TYPE_CHECKING:
    from pylab.drawing.scenes.board import Board, Item
    from pylab.drawing.scenes.surround import Around

_WIDEST = 6
"""The most characters of a unit; a longer label of one is cut."""
_ACROSS = 79
"""The most characters of a row, if labels of units can be cut."""

_HEADS = {
    (1, 0): "→", (1, -1): "↗", (0, -1): "↑", (-1, -1): "↖",
    (-1, 0): "←", (-1, 1): "↙", (0, 1): "↓", (1, 1): "↘",
}  # fmt: skip


def below(board: Board, frame: str, still: bool = True) -> list[str]:
    """The lines below a frame: title, notes and legend; unless `still`, without those of all."""
    around = board.around(frame, still)
    legend = [
        words if look.name in ("x", "paper") else f"{_of_colour(look)} {words}"
        for look, words in around.legend
        if look.colour != "scale" and "outline" not in look.styles  # which text does not show
    ]
    return [*filter(None, [around.title]), *around.notes, *legend]


def text(board: Board, frame: str, still: bool = True, here: Cell | None = None) -> str:
    """A frame in characters: rows with their names, then what stands below."""
    items = board.laid(frame)
    blocks = (block.whole for item in items for block in item.shape.places)
    left, top, right, bottom = map(round, board.bounds)
    units = sum(each.width * each.height for each in blocks) + (right - left) + (bottom - top)
    if units > LIMITS["units"]:
        return f"{right - left} columns and {bottom - top} rows are too many for a text picture"
    around, lines = board.around(frame), below(board, frame, still)
    if board.heads:
        return "\n".join([*_with_heads(board, items, around, here), *lines])
    if ways := _ways(items):
        return "\n".join([*_with_ways(board, items, around, ways), *lines])
    walls = set(_walls(items))
    signs = _signs([each for each in items if not (walls and _between(each.shape))])
    raster = Raster()
    names = {-row - 1 if board.up else row: name for row, name in around.names["y"]}
    margin = max((len(name) + 1 for name in names.values()), default=0)
    wide, room = (
        max(map(len, signs.values()), default=1),
        (_ACROSS - margin) // max(1, right - left),
    )
    if not all(sign.isdigit() for sign in signs.values() if len(sign) > 2):
        wide = min(wide, max(1, room - 1))
    longest = max((len(name) for _, name in around.names["x"]), default=0)
    wide = longest if wide < longest < min(room, 4) else wide
    across, down = (4, 2) if walls else (wide + 1, 1)
    first = 1 if around.names["x"] and not board.up else 0
    for (x, y), sign in signs.items():
        column, row = (x - left) * across + margin, (y - top) * down + first
        if walls:  # three characters between them
            raster.put(column + 1, row + 1, sign[:3].center(3))
        else:
            raster.put(column, row, sign[:wide])
    for x, y, flat in walls:
        column, row = (x - left) * across + margin, (y - top) * down + first
        raster.put(column, row, "+---+" if flat else "+")
        if not flat:
            raster.put(column, row + 1, "|\n+")
    for item in items:
        if walls and _between(item.shape):  # on the wall itself
            (x, y), char = item.shape.values["at"].centre, item.shape.values["char"]
            column, row = round((x - left) * across) + margin, round((y - top) * down) + first
            raster.put(column, row, char[:1])
        elif _wide(item.shape):  # its text runs over several units
            block, label = item.shape.values["at"], item.shape.values["text"]
            room = round(block.width) * across - 1
            x = round((block.x - left) * across) + margin + (1 if walls else 0)
            y = round((block.y + (block.height - 1) / 2 - top) * down) + first
            told = f" {label} "[:room] if len(label) + 2 <= room else label[:room]
            raster.put(x + (room - len(told)) // 2, y + (1 if walls else 0), told)
    for row, name in names.items():
        if top <= row < bottom:
            raster.put(0, (row - top) * down + first + (1 if walls else 0), name.rjust(margin - 1))
    for at, name in around.names["x"]:
        if left <= at < right:
            row = (bottom - top) * down + (1 if walls else 0) if board.up else 0
            name = name[-wide:] if name.isdigit() else name[:wide]
            raster.put((at - left) * across + margin + (2 if walls else 0), row, name)
    return "\n".join([*raster.lines(), *lines])


def _ways(items: Iterable[Item]) -> dict[Cell, tuple[int, bool]]:
    """Of units that lines lead from, to their sides: these as bits, and whether lines are thick."""
    found: dict[Cell, tuple[int, bool]] = {}
    for item in items:
        values = item.shape.values
        if item.shape.kind == "line" and values["to"].base == values["from"]:
            (cell, *_), bit = _cells(values["from"]), SIDES.get(values["to"].towards, 0)
            bits, heavy = found.get(cell, (0, False))
            thick = "thick" in values["look"].styles
            found[cell] = (bits if heavy or not thick else 0) | bit, heavy or thick
    return found


def _with_ways(
    board: Board, items: Sequence[Item], around: Around, ways: Mapping[Cell, tuple[int, bool]]
) -> Sequence[str]:
    """Two lines of five characters for a unit: its sign and its ways, which lead to its sides."""
    left, top, right, _ = map(round, board.bounds)
    first = min(x for x, _ in ways), min(y for _, y in ways)
    last = max(x for x, _ in ways), max(y for _, y in ways)
    names = {-row - 1 if board.up else row: name for row, name in around.names["y"]}
    margin = max((len(name) + 1 for name in names.values()), default=0)
    between = [(i.shape.values["at"], i.shape.values["char"]) for i in items if _between(i.shape)]
    down = 3 if any(at.towards == (0, 1) for at, _ in between) else 2

    def corner(x: float, y: float) -> tuple[int, int]:  # what is left of ways or above is small
        across = min(x, first[0]) * 2 + max(x - first[0], 0) * 5 - left * 2
        return margin + round(across), round(min(y, first[1]) - top + max(y - first[1], 0) * down)

    raster = Raster()
    for cell, (bits, heavy) in ways.items():
        (column, row), glyphs = corner(*cell), HEAVY if heavy else LIGHT
        west, east = (glyphs[10] * 2 if bits & bit else "  " for bit in (8, 2))
        raster.put(column + 2, row, glyphs[5] if bits & 1 else " ")
        raster.put(column, row + 1, f"{west}{glyphs[bits]}{east}")
    for (x, y), sign in _signs([each for each in items if not _between(each.shape)]).items():
        column, row = corner(x, y)
        if first[0] <= x <= last[0] and first[1] <= y <= last[1]:
            raster.put(column + 1, row, sign[:1] if sign not in (".", "·") else " ")
            if (x, y) not in ways:
                raster.put(column + 2, row + 1, "·")
        elif x < first[0]:
            raster.put(column, row + 1, sign[:1])
        elif sign != ".":
            at = row if y < first[1] else row + 1
            raster.put(column + (2 if x < right - 1 else 0), at, sign[:1])
    for place, sign in between:
        x, y = (place.base or place).centre
        column, row = corner(x - 0.5, y - 0.5)
        raster.put(column + 2 + 2 * place.towards[0], row + 1 + place.towards[1], sign[:1])
    for row, name in names.items():
        raster.put(0, corner(0, row)[1] + 1, name.rjust(margin - 1))
    level = corner(0, last[1] + 1 if board.up else top)[1]
    for column, name in around.names["x"]:
        raster.put(corner(column, 0)[0], level, f"{name:^5}".rstrip())
    return raster.lines()


def _within(items: Iterable[Item]) -> dict[Cell, dict[Cell, str]]:
    """For each unit, the arrows to its sides and corners, by direction."""
    found: dict[Cell, dict[Cell, str]] = {}
    for item in items:
        values = item.shape.values
        if item.shape.kind == "arrow" and values["to"].base == values["from"]:
            (cell, *_), towards = _cells(values["from"]), values["to"].towards
            found.setdefault(cell, {})[towards] = _HEADS.get(towards, " ")
    return found


def _with_heads(
    board: Board,
    items: Sequence[Item],
    around: Around,
    here: Cell | None,
) -> Sequence[str]:
    """Three lines of seven characters for a unit: its sign, and its arrows around it.

    What moves is `@`, and its first place then is not. Of routes with numbers, which say where it
    is, there is a fourth line.
    """
    left, top, right, bottom = map(round, board.bounds)
    heads = _within(items)
    shapes = [item.shape for item in items]
    moving = {cell for each in shapes if each.token is not None for cell in _cells(each.anchor)}
    still = [item for item in items if item.shape.token is None and not _between(item.shape)]
    signs = _signs([item for item in still if item.shape.kind not in ("arrow", "route")])
    routes, visits = Routes(shapes, board.unit, board.looks), dict[Cell, list[int]]()
    for name in routes.stops if routes.numbered else ():
        for (x, y), those in routes.visits(name, faint=True).items():
            visits.setdefault((int(x), int(y)), []).extend(those)
    standing = {here} if here is not None else set() if visits else moving
    high = 5 if visits else 4
    raster = Raster()
    rule = "+" + "-------+" * (right - left)
    raster.put(3, 1, rule)
    for column, name in around.names["x"]:
        raster.put(4 + 8 * (column - left), 0, f"{name:^8}".rstrip())
    for y in range(top, bottom):
        line = "|" + "       |" * (right - left)
        raster.put(3, 2 + high * (y - top), "\n".join([line] * (high - 1) + [rule]))
    for row, name in around.names["y"]:
        raster.put(0, 3 + high * (row - top), f"{name:>2}")
    for (x, y), sign in signs.items():
        at = 4 + 8 * (x - left), 3 + high * (y - top)
        sign = (sign.replace("@", "") or "·") if standing else sign
        sign = f"@{sign.strip('.·')}" if (x, y) in standing else sign
        raster.put(at[0] + 3, at[1], sign[:2] if sign != "." else " ")
        for (across, down), head in heads.get((x, y), {}).items():
            raster.put(at[0] + 3 + 2 * across, at[1] + down, head)
        told = " ".join(map(str, visits.get((x, y), ())))
        told = told if len(told) <= 7 else f"{told[:6].rpartition(' ')[0]} …"
        raster.put(at[0], at[1] + 2, f"{told:^7}" if told else "")
    for shape in shapes:
        if _between(shape):
            place = shape.values["at"]
            ((x, y),) = _cells(place)
            across, down = place.towards
            at = 7 + 8 * (x - left) + 2 * across, 3 + high * (y - top) + down
            raster.put(*at, shape.values["char"][:1])
    return raster.lines()


def _cells(block: Block) -> Iterator[Cell]:
    whole = block.whole
    for y in range(round(whole.y), round(whole.y + whole.height)):
        for x in range(round(whole.x), round(whole.x + whole.width)):
            yield x, y


def _signs(items: Sequence[Item]) -> Mapping[Cell, str]:
    """What is shown at each unit: the last of what is still, then of what moves; signs last."""
    found: dict[Cell, str] = {}
    for moving in (False, True):
        those = [i.shape for i in items if (bool(i.frame) or i.shape.token is not None) == moving]
        ranked = sorted(those, key=lambda shape: _RANKS.get(shape.kind, 0))  # stable
        heads: dict[Cell, str] = {}
        for cell, head in _arrows(ranked):
            heads[cell] = head if heads.get(cell, head) == head else "*"
        for shape in ranked:
            if shape.kind in ("arrow", "route"):
                for cell in _cells(shape.values.get("from") or shape.values["at"]):
                    if cell in heads:
                        found[cell] = heads[cell]
            elif shape.kind in _RANKS:
                found |= _sign(shape, found)
    return found


_RANKS = {"square": 0, "arrow": 1, "route": 1, "disc": 2, "icon": 3, "label": 4, "sign": 5}
"""What hides what."""


def _sign(shape: Shape, below: Mapping[Cell, str]) -> dict[Cell, str]:
    """What a shape shows at its units; badges at compass points only where there is nothing."""
    block, look = shape.values["at"], shape.values.get("look")
    cells = list(_cells(block))
    if shape.kind == "label" and look is not None and "plain" in look.styles:
        return {}
    badge = block.base is not None and shape.kind != "sign"
    if not cells or (badge and any(below.get(cell, ".") != "." for cell in cells)):
        return {}
    if shape.kind == "square":
        edge = look is not None and look.styles & {"outline", "plain"}
        sign = "" if edge or badge else _of_colour(look)
        return dict.fromkeys(cells, sign) if sign else {}
    middle = cells[len(cells) // 2] if len(cells) % 2 else cells[0]
    match shape.kind:
        case "disc":
            styles = look.styles if look is not None else ()
            return {middle: "O" if "outline" in styles else "·" if "dot" in styles else "o"}
        case "icon":
            return {middle: TABLE["icons"][shape.values["name"]]["sign"]}
    text = shape.values["text"] if shape.kind == "label" else shape.values["char"]
    if _wide(shape):
        return {}
    return {middle: text[:_WIDEST]} if text else {}


def _between(shape: Shape) -> bool:
    """Whether a shape is a sign at a compass point, such as a door's."""
    return shape.kind == "sign" and shape.values["at"].base is not None


def _wide(shape: Shape) -> bool:
    """Whether a shape is a text in a block of several columns, which this picture shows."""
    label = shape.kind == "label" and "plain" not in shape.values["look"].styles
    return label and shape.values["at"].width > 1 and len(shape.values["text"]) > 1


def _of_colour(look: Look | None) -> str:
    """The character of a block of that colour."""
    name = look.name if look is not None else "floor"
    return str(TABLE["signs"].get(name, name[0]))


def _arrows(shapes: Iterable[Shape]) -> Iterator[tuple[Cell, str]]:
    """Where arrows and routes lead from, and the heads of arrows that say so."""
    ways: dict[str, list[tuple[Any, Block]]] = {}
    steps: list[tuple[Block, Block]] = []
    for shape in shapes:
        if shape.kind == "arrow":
            steps.append((shape.values["from"], shape.values["to"]))
        elif shape.kind == "route":
            place = order(shape.values["position"]), shape.values["at"]
            ways.setdefault(written(shape.values["name"]), []).append(place)
    for way in ways.values():
        those = [at for _, at in sorted(way, key=lambda each: each[0])]
        steps += pairwise(those)
    for start, end in steps:
        (ax, ay), (bx, by) = start.centre, end.centre
        right, down = bx - ax, by - ay
        far = max(abs(right), abs(down)) / 2
        head = _HEADS.get(((right > far) - (right < -far), (down > far) - (down < -far)))
        if head is not None:
            yield from ((cell, head) for cell in _cells(start))


def _walls(items: Iterable[Item]) -> Iterator[tuple[int, int, bool]]:
    """The upper and left sides of units that are walls: column, row, whether it is level."""
    for item in items:
        if item.shape.kind == "wall":
            block, side = item.shape.values["at"].whole, item.shape.values["side"]
            x, y, right, down = map(
                round, (block.x, block.y, block.x + block.width, block.y + block.height)
            )
            if side in "ns":
                yield from ((each, y if side == "n" else down, True) for each in range(x, right))
            else:
                yield from ((x if side == "w" else right, each, False) for each in range(y, down))
