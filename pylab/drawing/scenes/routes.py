"""Routes on a board, leg by leg, as elements of a drawing; `lab/scene.js` has the same.

Only additions, products and square roots are used, in the same order there and here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pylab.drawing.curves import Point
from pylab.drawing.palette import CARD, MOVE, SCALE, between
from pylab.drawing.scenes.layout import distance
from pylab.drawing.scenes.marks import pen, pointed, stroke
from pylab.drawing.scenes.schema import Look, Shape
from pylab.drawing.scenes.terms import written
from pylab.drawing.svg import Drawing


def route_looks(shapes: Iterable[Shape]) -> dict[str, Look]:
    """How routes look, by their names."""
    found = (each.values for each in shapes if each.kind == "route_look")
    return {written(each["name"]): each["look"] for each in found}


class Routes:
    """The routes of a frame: their places in order, and how they look.

    Attributes:
        stops: of each route its positions and places.
    """

    def __init__(
        self,
        shapes: Iterable[Shape],
        unit: float,
        looks: Mapping[str, Look],
        whole: Mapping[str, int] = {},
    ) -> None:
        self.unit, self.looks, self._whole = unit, looks, whole
        found: dict[str, list[tuple[int, Point]]] = {}
        self._stretches: dict[str, tuple[int, int]] = {}
        for each in shapes:
            if each.kind == "route":
                place = (each.values["position"], each.values["at"].centre)
                found.setdefault(written(each.values["name"]), []).append(place)
            elif each.kind == "stretch":
                part = each.values["first"], each.values["last"]
                self._stretches[written(each.values["name"])] = part
        self.stops = {name: sorted(those) for name, those in found.items()}
        self.places = {name: [at for _, at in those] for name, those in self.stops.items()}
        self._drawn: set[str] = set()

    def _corners(self, name: str) -> list[Point]:
        """Where a route turns, in pixels."""
        look = self.looks.get(name)
        bent = look is not None and "bent" in look.styles
        return _kept_right(list(_way(self.places[name], bent)), self.unit)

    def runs(self, name: str) -> int:
        """How many straight pieces a route has."""
        return len(self._corners(name)) - 1 if name in self.places else 0

    @property
    def numbered(self) -> bool:
        """Whether the steps of a route have numbers."""
        return any("numbered" in look.styles for look in self.looks.values())

    def visits(self, name: str, faint: bool = False) -> Mapping[Point, Sequence[int]]:
        """The positions by their places, without where the route begins; also `faint` ones."""
        found: dict[Point, list[int]] = {}
        least, most = self._stretches.get(name, (self.stops[name][0][0], self.stops[name][-1][0]))
        for position, at in self.stops[name][1:]:
            if (faint or least < position) and position <= most:
                found.setdefault(at, []).append(position)
        return found

    def _legs(self, drawing: Drawing, name: str, look: Look) -> None:
        """Draw each step as a curve of its own, so that steps there and back are side by side."""
        stops, unit = self.stops[name], self.unit
        least, most = self._stretches.get(name, (stops[0][0], stops[-1][0]))
        wide = stroke("route", look.styles, unit)
        for index, ((_, start), (position, end)) in enumerate(pairwise(stops)):
            if position > most:
                break
            colour = look.colour
            if colour == "scale":
                colour = SCALE[index * len(SCALE) // (len(stops) - 1)]
            if "rising" in look.styles:
                share = 0.65 + 0.35 * (index / max(1, len(stops) - 2))
                colour = between(CARD, colour, share)
            strong, bare = position > least, "plain" in look.styles
            _leg(drawing, start, end, unit, colour, wide if strong else wide / 2, strong, bare)
        if "numbered" in look.styles:
            for (x, y), those in self.visits(name).items():
                lines = [" ".join(map(str, those[i : i + 3])) for i in range(0, len(those), 3)]
                for index, line in enumerate(reversed(lines)):
                    width, high = (0.094 * len(line) + 0.11) * unit, 0.2 * unit
                    left = (x + 0.45) * unit - width
                    top = (y + 0.45) * unit - high * (index + 1)
                    plate = {"rx": 0.06 * unit, "fill": CARD, "opacity": 0.88}
                    drawing.rect(left, top, width, high, **plate)
                    colour = SCALE[-1] if look.colour == "scale" else look.colour
                    bold = {"fill": colour, "font_weight": "bold"}
                    drawing.text(left + width / 2, top + 0.155 * unit, line, 0.164 * unit, **bold)

    def draw(self, drawing: Drawing, name: str) -> None:
        """Draw a route, unless it is drawn already."""
        if name in self._drawn or name not in self.places:
            return
        self._drawn.add(name)
        look = self.looks.get(name) or Look(MOVE)
        if "curved" in look.styles:
            self._legs(drawing, name, look)
            return
        corners = self._corners(name)
        style = pen("route", look, self.unit, "round")
        wide, opacity = style["stroke_width"], style["opacity"]
        runs = max(self._whole.get(name, 0), len(corners) - 1)
        pieces: list[tuple[str, list[str]]] = []
        heads: list[tuple[str, Sequence[Point]]] = []
        for index, commands in enumerate(_rounded(corners, 0.2 * self.unit)):
            colour = look.colour
            if colour == "scale":
                colour = SCALE[index * len(SCALE) // runs]
            start, more = commands
            if not pieces or pieces[-1][0] != colour:
                pieces.append((colour, [f"M{pointed(start)}"]))
            pieces[-1][1].append(more)
            if distance(corners[index], corners[index + 1]) > 0.6 * self.unit:
                heads.append((colour, _head(corners[index], corners[index + 1], self.unit, wide)))
        for colour, parts in pieces:
            line = {**style, "stroke": colour, "stroke_linejoin": "round"}
            drawing.path("".join(parts), fill="none", **line)
        if "plain" not in look.styles:
            for colour, head in heads:
                drawing.polygon(list(head), fill=colour, opacity=opacity)


def _leg(
    drawing: Drawing,
    start: Point,
    end: Point,
    unit: float,
    colour: str,
    wide: float,
    strong: bool,
    bare: bool,
) -> None:
    """A step of a route that swings to the right; a ring if it stays where it is.

    Unless it is bare, it has a head.
    """
    (ax, ay), (bx, by) = (start[0] * unit, start[1] * unit), (end[0] * unit, end[1] * unit)
    length = distance((ax, ay), (bx, by))
    opacity = 0.85 if strong else 0.3
    line = {"stroke": colour, "stroke_width": wide, "stroke_linecap": "round", "opacity": opacity}
    if not length:
        drawing.circle(ax, ay, 0.19 * unit, fill="none", **line)
        return
    bend = (0.08 * unit + 0.09 * length) / length
    cx, cy = (ax + bx) / 2 - bend * (by - ay), (ay + by) / 2 + bend * (bx - ax)
    away = distance((cx, cy), (bx, by))
    ux, uy = (bx - cx) / away, (by - cy) / away
    tip = bx - 0.11 * unit * ux, by - 0.11 * unit * uy
    base = tip[0] - 0.14 * unit * ux, tip[1] - 0.14 * unit * uy
    last = (bx, by) if bare else base
    drawing.path(f"M{pointed((ax, ay))}Q{pointed((cx, cy))} {pointed(last)}", fill="none", **line)
    if bare:
        return
    half = 0.07 * unit
    wings = [(base[0] - half * uy * s, base[1] + half * ux * s) for s in (1, -1)]
    drawing.polygon([tip, *wings], fill=colour, opacity=None if strong else opacity)


def _way(places: Sequence[Point], bent: bool) -> Iterator[Point]:
    """The places without repeated ones; where it is bent, with a corner in each oblique step."""
    before: Point | None = None
    across = True
    for place in places:
        if before is None:
            yield place
        elif place != before:
            dx, dy = place[0] - before[0], place[1] - before[1]
            if bent and dx and dy:
                yield (place[0], before[1]) if across else (before[0], place[1])
                across = not across
            else:
                across = abs(dx) >= abs(dy)
            yield place
        before = place


def _kept_right(places: Sequence[Point], unit: float) -> list[Point]:
    """The corners of a way in pixels, each of its steps to the right of where it goes again."""
    steps = [(a, b) for a, b in pairwise(places) if a != b]
    uses: dict[tuple[Point, Point], int] = {}
    for a, b in steps:
        uses[a, b] = uses.get((a, b), 0) + 1
    seen: dict[tuple[Point, Point], int] = {}
    sides = []
    for a, b in steps:
        lane = seen[a, b] = seen.get((a, b), 0) + 1
        alone = uses[a, b] == 1 and (b, a) not in uses
        sides.append(0 if alone else (lane - 0.5) * 0.15 * unit)
    corners: list[Point] = []
    ways = []
    for a, b in steps:
        length = distance(a, b)
        ways.append(((b[0] - a[0]) / length, (b[1] - a[1]) / length))
    for index, ((a, b), (ux, uy), side) in enumerate(zip(steps, ways, sides, strict=True)):
        ax, ay = a[0] * unit - uy * side, a[1] * unit + ux * side
        bx, by = b[0] * unit - uy * side, b[1] * unit + ux * side
        if not index:
            corners.append((ax, ay))
        if index + 1 == len(steps):
            corners.append((bx, by))
            continue
        (vx, vy), other = ways[index + 1], sides[index + 1]
        cross = ux * vy - uy * vx
        if abs(cross) > 0.001:  # where the two lines meet
            wx, wy = -vy * other + uy * side, vx * other - ux * side
            more = (wx * vy - wy * vx) / cross
            corners.append((bx + more * ux, by + more * uy))
        elif ux * vx + uy * vy < 0 or side != other:
            slack = 0.15 * unit if ux * vx + uy * vy > 0 else 0
            cx, cy = b[0] * unit - vy * other, b[1] * unit + vx * other
            corners.append((bx - slack * ux, by - slack * uy))
            corners.append((cx + slack * vx, cy + slack * vy))
    return corners


def _rounded(corners: Sequence[Point], radius: float) -> Iterator[tuple[Point, str]]:
    """For each run between corners, where it begins, and the commands to its end."""
    start = corners[0] if corners else (0, 0)
    for index in range(len(corners) - 1):
        (ax, ay), (bx, by) = corners[index], corners[index + 1]
        if index + 2 == len(corners):
            yield start, f"L{pointed((bx, by))}"
            return
        cx, cy = corners[index + 2]
        first, second = distance((ax, ay), (bx, by)), distance((bx, by), (cx, cy))
        turn = min(radius, first / 2, second / 2)
        back = bx - (bx - ax) / (first or 1) * turn, by - (by - ay) / (first or 1) * turn
        onward = bx + (cx - bx) / (second or 1) * turn, by + (cy - by) / (second or 1) * turn
        yield start, f"L{pointed(back)}Q{pointed((bx, by))} {pointed(onward)}"
        start = onward


def _head(start: Point, end: Point, unit: float, wide: float) -> Sequence[Point]:
    """An arrowhead in the middle of a run."""
    length = distance(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    long, half = 0.08 * unit + wide / 2, 0.06 * unit + wide * 0.6
    return [
        (x + dx * long, y + dy * long),
        (x - dx * long - dy * half, y - dy * long + dx * half),
        (x - dx * long + dy * half, y - dy * long - dx * half),
    ]
