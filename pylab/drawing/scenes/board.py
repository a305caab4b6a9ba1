"""Boards: shapes on a plane of units, in layers; surround.py draws what stands around them.

`lab/scene.js` has the same, to the byte.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import NamedTuple

from pylab.base.errors import short
from pylab.drawing.scenes import marks, plain, surround
from pylab.drawing.scenes.picture import Cell, Pose, ScenePicture, distinct
from pylab.drawing.scenes.routes import Routes, route_looks
from pylab.drawing.scenes.schema import (
    COLOURS,
    LIMITS,
    TABLE,
    Block,
    Look,
    Misfit,
    Plane,
    Shape,
    place,
)
from pylab.drawing.scenes.schema import read as shape_of
from pylab.drawing.scenes.surround import Around
from pylab.drawing.scenes.terms import Term, order, written
from pylab.drawing.svg import Drawing, Element, Grid

MOVING, ABOVE = 10, 20
"""What is added to the layer of a token, and by `over`."""

_UNIT = Block(0, 0, 1, 1)

GROUNDS = {COLOURS[name] for name, sign in TABLE["signs"].items() if sign in ".:"}
"""Colours of what things stand on, which are below others."""


class Item(NamedTuple):
    """A shape in its layer.

    Attributes:
        key: what shapes are sorted by: layer, edges after blocks, what is in some frames after what
            is in all, the larger first, grounds first, then the look; then their texts.
        frame: the name of the frame that it is in; empty for all.
        shape: what is drawn.
    """

    key: tuple[int, bool, bool, float, bool, str]
    frame: str
    shape: Shape


class Board(ScenePicture):
    """A scene of shapes.

    Attributes:
        items: the shapes in the order in which they are drawn.
        unit: pixels of a unit.
        up: whether rows are counted from below.
        heads: whether the text picture has arrows within units.
        looks: how routes look, by their names.
        bounds: left, top, right and bottom of all places, in units.
        end: where a legend begins that is made of shapes, in units from above; else the bottom.
    """

    def __init__(self, terms: Iterable[Term], name: str) -> None:
        self.name = name
        self._remarks: list[str] = []
        frames: dict[str, Term] = {}
        drawn, edits = self._sorted(terms, frames)
        self._plane = Plane()
        self._clips = False
        self._around = sorted(
            self._read(drawn, "around"), key=lambda each: order(["", *each[1].term[1:]])
        )
        boards = [each.values for _, each in self._around if each.kind == "board"]
        names = [each.values["text"] for _, each in self._around if each.kind == "name"]
        self.name = next(iter(names), self.name)
        parts = [e.values["count"] for _, e in self._around if e.kind == "parts"]
        self.up = any(each["value"] == "up" for each in boards)
        self._plane = Plane(self.up, max([1, *parts]))
        self.heads = any(each["value"] == "arrows" for each in boards)
        sizes = [each["value"] for each in boards if each["what"] == "size"]
        self.unit = max((each for each in sizes if isinstance(each, int)), default=40)
        shapes = list(self._read(drawn, "shapes"))
        if len(shapes) > LIMITS["shapes"]:
            self._remarks.append(f"{len(shapes)} shapes: only {LIMITS['shapes']} are drawn")
            shapes = shapes[: LIMITS["shapes"]]
        self.looks = looks = route_looks(each for _, each in shapes)
        cut = [(at, each.values) for at, each in shapes if _is_cut(each, looks)]
        self._passed = {(at, repr(each["name"])): each["last"] for at, each in cut}
        self._cut = {written(each["name"]) for _, each in cut}
        self._ready: marks.Ready = {}
        shapes = list(self._with_things(shapes))
        self.items = sorted(
            (
                Item(_key(each, bool(frame), looks), frame, each)
                for frame, each in shapes
                if each.kind != "wrap" and not _is_cut(each, looks)
            ),
            key=lambda item: item.key,
        )
        self.bounds = _bounds(block.whole for _, each in shapes for block in each.places)
        ends = [each["value"] / max([1, *parts]) for each in boards if each["what"] == "end"]
        self.end = min([*ends, self.bounds[3]])
        self.wraps = [each.values["at"] for _, each in shapes if each.kind == "wrap"]
        strips = [(frame, e.values["columns"]) for frame, e in self._around if e.kind == "strip"]
        heroes = (each.values["name"] for _, each in shapes if each.kind in ("hero", "trail"))
        self.hero = next(map(written, heroes), "")
        self.empty = not self.items
        if self.empty:
            self._remarks.append(
                "the scene has no shape: it derives no draw(Shape) or node(Node) that can be drawn"
            )
        self._remarks += marks.misproportioned((each for _, each in shapes), self.unit)
        self.frames = tuple(sorted(frames, key=lambda each: order(frames[each])))
        shown = {frame for frame, _ in strips}
        self.strip = [i for i, each in enumerate(self.frames) if shown & {"", each}]
        self.columns = max([0, *(columns for _, columns in strips)])
        self.tools = self._tools(edits)
        self.remarks = distinct(self._remarks)

    def _sorted(
        self, terms: Iterable[Term], frames: dict[str, Term]
    ) -> tuple[list[tuple[Term, str, Term]], list[Term]]:
        """What is drawn, as atom, frame and shape, and what edits."""
        drawn, edits = [], []
        for term in terms:
            match term:
                case ["draw", shape]:
                    drawn.append((term, "", shape))
                case ["draw", frame, shape]:
                    frames[name := written(frame)] = frame
                    drawn.append((term, name, shape))
                case ["edit", _]:
                    edits.append(term)
                case ["draw" | "edit" as name, *_]:
                    expected = "edit(Tool)" if name == "edit" else "draw(Shape) or draw(T,Shape)"
                    self._remark(term, f"expected {expected}")
        return drawn, edits

    def _with_things(self, shapes: Sequence[tuple[str, Shape]]) -> Iterator[tuple[str, Shape]]:
        """The shapes, with one for each place of a thing in the place of its tokens."""
        known = {_like(each) for _, each in shapes if each.kind == "at"}
        worn: dict[tuple[str, str], set[str]] = {}
        told: dict[tuple[str, str], str] = {}
        acting = {repr(each.values["name"]) for at, each in shapes if at and each.kind == "at"}
        tokens: dict[str, list[Shape]] = {}
        x, y = place(["", 0, 0], self._plane).centre
        for frame, each in shapes:
            name = "" if each.token is None else repr(each.token)
            if each.kind == "wears":
                worn.setdefault((frame, repr(each.values["name"])), set()).add(each.values["worn"])
            elif each.kind == "says":
                told[frame, repr(each.values["name"])] = each.values["text"]
            elif name in known and not frame:
                tokens.setdefault(name, []).append(each.moved(-x, -y))
            elif each.kind != "at":
                yield frame, each
        parts = {
            name: sorted(those, key=lambda each: (each.worn, _key(each, False, self.looks)))
            for name, those in tokens.items()
        }
        keys = {name: _key(those[0], False, self.looks) for name, those in parts.items()}
        for frame, each in shapes:
            like = _like(each) if each.kind == "at" else ""
            if like in parts:
                name, known_as = each.values["name"], (frame, repr(each.values["name"]))
                wears = frozenset(worn.get(known_as, ()))
                values = {"at": each.values["at"], "parts": parts[like], "worn": wears}
                values |= {"key": like, "order": keys[like], "said": told.get(known_as)}
                moves = frame or known_as[1] in acting
                yield frame, Shape("thing", values, each.term, name if moves else None)
            elif like:
                token = written(each.values.get("like", each.values["name"]))
                self._remark(["draw", each.term], f"there is no token {token} without a frame")

    def _remark(self, atom: Term, words: object) -> None:
        self._remarks.append(f"{short(written(atom), 100)}: {words}")

    def _read(
        self, drawn: Iterable[tuple[Term, str, Term]], section: str
    ) -> Iterator[tuple[str, Shape]]:
        """The shapes of a section with their frames."""
        for atom, frame, term in drawn:
            name = term[0] if isinstance(term, list) else term
            if (name in TABLE["around"]) == (section == "around"):
                found = self._fitting(atom, term, section)
                if found is not None:
                    yield frame, found

    def _fitting(self, atom: Term, term: Term, section: str) -> Shape | None:
        """The shape that a term means; what doesn't fit is remarked."""
        try:
            return shape_of(term, section, self._plane)
        except Misfit as misfit:
            self._remark(atom, misfit)
            return None

    def _tools(self, edits: Sequence[Term]) -> tuple[tuple[str, str], ...]:
        """The tools, sorted; edits that name an unknown tool get a remark."""
        read = [(each, self._fitting(each, each[1], "edits")) for each in edits]
        tools = [each for _, each in read if each is not None and each.kind == "tool"]
        known = {written(each.values["name"]): each.values["text"] for each in tools}
        for atom, found in read:
            tool = written(found.values["tool"]) if found and "tool" in found.values else ""
            if tool and tool not in known:
                self._remark(atom, f"there is no tool {tool}")
        named = sorted((order(each.values["name"]), written(each.values["name"])) for each in tools)
        return tuple((name, known[name]) for name in dict.fromkeys(name for _, name in named))

    def around(self, frame: str | None, still: bool = True) -> Around:
        """What stands around a frame; None for all frames together. `still`: also around all."""
        known = ("", frame) if still else (frame,)
        those = [each for at, each in self._around if frame is None or at in known]
        return Around.of(those)

    def shown(self, frame: str) -> Sequence[Item]:
        """The shapes of a frame, in the order in which they are drawn."""
        those = [item for item in self.items if not item.frame or item.frame == frame]
        return [each for each in those if self._is_passed(each, frame)] if self._cut else those

    def _is_passed(self, item: Item, frame: str) -> bool:
        """Whether a shape is visible in this frame; later places of a route are not."""
        if item.shape.kind != "route":
            return True
        most = self._passed.get((frame, repr(item.shape.values["name"])))
        return most is None or item.shape.values["position"] <= most

    def laid(self, frame: str) -> Sequence[Item]:
        """The same, with what things consist of in their place."""
        found = []
        for item in self.shown(frame):
            if item.shape.kind != "thing":
                found.append(item)
                continue
            values, at = item.shape.values, item.shape.values["at"].centre
            found += [
                item._replace(shape=part.moved(*at)._replace(token=item.shape.token))
                for part in marks.said(values["parts"], values["said"])
                if not part.worn or part.worn in values["worn"]
            ]
        return found

    def text(self, frame: int | None = None, here: Cell | None = None) -> str:
        return plain.text(self, self._at(frame), here=here)

    def whole_text(self) -> str:
        if len(self.strip) < max(2, len(self.frames)):
            return self.text()
        frames = [plain.text(self, self.frames[index], still=False) for index in self.strip]
        return "\n\n".join([*frames, "\n".join(plain.below(self, ""))])

    def draw(self, frame: int | None = None) -> Drawing:
        name = self._at(frame)
        return surround.drawn(self, name, lambda drawing: self._paint(drawing, self.shown(name)))

    def targets(self) -> dict[str, tuple[float, float]]:
        offers = [item.shape for item in self.items if _offers(item.shape)]
        return {name: (x, y) for each in offers for x, y, name in self._places(each)}

    def _places(self, offer: Shape) -> Iterable[tuple[float, float, str]]:
        """The middles of what is clicked, in pixels, and the names of moves."""
        if offer.kind == "moves":
            return self._grid(offer).places()
        x, y = offer.anchor.centre
        return [(x * self.unit, y * self.unit, written(offer.values["move"]))]

    def _target(self, offer: Shape) -> Sequence[Element | str]:
        """The shapes of what is clicked."""
        block = offer.anchor if offer.kind == "move" else _UNIT
        size = block.width * self.unit, block.height * self.unit
        return marks.target_shapes(*size, offer.values.get("icon"), self._ready)

    def _grid(self, moves: Shape) -> Grid:
        """The units of a block that are clicked, in pixels."""
        block, unit, (up, parts) = moves.values["at"], self.unit, self._plane
        columns, rows = math.floor(block.width), math.floor(block.height)
        first = round(block.x * parts), round((-block.y - 1 if up else block.y) * parts)
        move = written(moves.values["move"])
        head = f"{move[:-1]}," if move.endswith(")") else f"{move}("
        x, y = (block.x + 0.5) * unit, (block.y + 0.5) * unit
        return Grid(x, y, unit, columns, rows, head, first, (parts, -parts if up else parts))

    def film(self) -> tuple[Drawing, list[Pose]]:
        """The drawing of all frames, with an actor for each thing in it, as tokens that move."""
        titles = [self.around(each).title for each in self.frames]
        poses: list[Pose] = [{"title": {"text": each}} if any(titles) else {} for each in titles]
        actors: set[str] = set()
        still = len(self.frames) < 2
        alone = sum(_offers(item.shape) for item in self.items) == 1
        self._clips = False

        def paint(drawing: Drawing) -> None:
            for (kind, frame), run in groupby(self.items, self._together):
                if kind == "moves":
                    with self._clipped(drawing):
                        for item in run:
                            act(drawing, item.frame, item.shape)
                elif kind == "used":
                    for item in run:
                        offer(drawing, frame, item.shape)
                elif kind == "cut":
                    route = list(run)
                    for each in self.frames:
                        stage(drawing, each, [i for i in route if self._is_passed(i, each)])
                elif frame:
                    stage(drawing, frame, list(run))
                else:
                    self._paint(drawing, list(run))

        def stage(drawing: Drawing, frame: str, items: Sequence[Item]) -> None:
            if all(item.shape.kind == "sign" for item in items):
                return  # these are for text pictures
            name = f"frame {frame} {len(actors)}"
            with drawing.group(data_actor=name):
                self._paint(drawing, items)
            set_in(frame, name, {"cls": ""})

        def act(drawing: Drawing, frame: str, shape: Shape) -> None:
            values, name = shape.values, written(shape.token)
            if shape.kind != "thing":
                look, more = values["look"].order, (values.get("name"), values.get("text"))
                name = " ".join(filter(None, (name, shape.kind, look, *more)))
            if name not in actors:
                marks.draw(drawing, shape, self.unit, name, self._ready)
            x, y = shape.anchor.centre
            at = [x * self.unit, y * self.unit]
            set_in(frame, name, {"at": at, "cls": " ".join(sorted(values.get("worn", ())))})
            if (said := values.get("said")) is not None:
                set_in(frame, f"{name} says", {"text": said})

        def offer(drawing: Drawing, frame: str, shape: Shape) -> None:
            if still and shape.kind == "moves" and alone:
                drawing.tile(self._grid(shape), self._target(shape), on="page")
                return
            for x, y, name in self._places(shape):
                if name not in actors:
                    arrow = bool(shape.values.get("icon"))
                    marks.target(drawing, (x, y), name, self._target(shape), arrow)
                set_in(frame, name, {"at": [x, y], "cls": ""})

        def set_in(frame: str, name: str, how: dict[str, object]) -> None:
            actors.add(name)
            if still:
                return
            for pose, at in zip(poses, self.frames, strict=True):
                if frame in ("", at):
                    pose[name] = how

        drawing = surround.drawn(self, self._at(0), paint)
        for pose in poses:
            for name in actors - set(pose):
                pose[name] = {"cls": "taken"}
        return drawing, poses

    @contextmanager
    def _clipped(self, drawing: Drawing) -> Iterator[None]:
        """Context for things that leave a block on one side and come in on the other."""
        if not self.wraps:
            yield
            return
        block, unit = self.wraps[0], self.unit
        if not self._clips:
            with drawing.group("clipPath", id="wrap", on="page"):
                drawing.rect(
                    block.x * unit, block.y * unit, block.width * unit, block.height * unit
                )
            self._clips = True
        with drawing.group(clip_path="url(#wrap)"):
            yield

    def _paint(self, drawing: Drawing, items: Sequence[Item]) -> None:
        """Draw shapes in their order."""
        routes = Routes([item.shape for item in items], self.unit, self.looks, self._whole)
        for bare, those in groupby(items, _bare):
            if bare is not None:
                marks.blocks(drawing, (item.shape for item in those), self.unit)
                continue
            for item in those:
                if _of_route(item):
                    routes.draw(drawing, written(item.shape.values["name"]))
                elif item.shape.kind == "trail":
                    with drawing.group(id="trail", pointer_events="none", on="page"):
                        pass
                elif not _offers(item.shape) and item.shape.kind != "hero":
                    marks.draw(drawing, item.shape, self.unit, ready=self._ready)

    @functools.cached_property
    def _whole(self) -> Mapping[str, int]:
        """For each route of which a part is shown, the number of its straight pieces."""
        if not self._cut:
            return {}
        routes = Routes([item.shape for item in self.items], self.unit, self.looks)
        return {name: routes.runs(name) for name in self._cut}

    def _together(self, item: Item) -> tuple[str, str]:
        """The key by which neighbouring items of a film are grouped: kind and frame."""
        shape = item.shape
        if shape.token is not None:
            return "moves", ""
        if shape.kind.startswith("route") and written(shape.values["name"]) in self._cut:
            return "cut", ""
        return "used" if _offers(shape) else "", item.frame


def _key(
    shape: Shape, framed: bool, looks: Mapping[str, Look]
) -> tuple[int, bool, bool, float, bool, str]:
    """What a shape is sorted by."""
    if shape.kind == "thing":
        layer, outlined, _, area, bare, order = shape.values["order"]  # of its first token
        still = 0 if shape.token is not None else MOVING
        return layer - still, outlined, framed, area, bare, order
    route = shape.kind in ("route", "route_look")
    look = looks.get(written(shape.values["name"])) if route else shape.values.get("look")
    styles = look.styles if look is not None else ()
    layer = 4 if route else TABLE["shapes"][shape.kind]["layer"]
    block = shape.values.get("at")
    area = 0 if route or block is None else block.width * block.height
    layer += (0 if shape.token is None else MOVING) + (ABOVE if "over" in styles else 0)
    area *= marks.sized("area", styles)
    bare = look is None or look.colour not in GROUNDS
    return layer, "outline" in styles, framed, -area, bare, look.order if look else ""


def _offers(shape: Shape) -> bool:
    """Whether the shape is clicked to make moves."""
    return shape.kind in ("move", "moves")


def _is_cut(shape: Shape, looks: Mapping[str, Look]) -> bool:
    """Whether the shape shortens a route. A curved route is always drawn whole."""
    look = looks.get(written(shape.values["name"])) if shape.kind == "stretch" else None
    return look is not None and "curved" not in look.styles


def _like(thing: Shape) -> str:
    """The name of the tokens that a thing consists of."""
    return repr(thing.values.get("like", thing.values["name"]))


def _of_route(item: Item) -> bool:
    return item.shape.kind.startswith("route")


def _bare(item: Item) -> tuple[str, int] | None:
    """What squares have in common that can be drawn as one; None for all other shapes."""
    shape = item.shape
    if shape.kind != "square" or shape.token is not None:
        return None
    look = shape.values["look"]
    return (look.colour, item.key[0]) if look.styles <= {"over"} else None


def _bounds(blocks: Iterable[Block]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all places."""
    found = set(blocks)
    if not found:
        return 0, 0, 1, 1
    return (
        min(each.x for each in found),
        min(each.y for each in found),
        max(each.x + each.width for each in found),
        max(each.y + each.height for each in found),
    )
