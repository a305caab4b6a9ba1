"""What boards and graphs have in common: frames, remarks, a drawing and a text of each frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from pylab.base.errors import short
from pylab.drawing.scenes.schema import Block
from pylab.drawing.strip import strip
from pylab.drawing.svg import Drawing

SHOWN = 20
"""So many different remarks are made of one picture."""


Cell = tuple[int, int]
"""A unit of the board: its column from the left and its row from above."""

Pose = dict[str, dict[str, Any]]
"""How the actors of a drawing are in a frame: `at`, `text` and `cls`, as the player has them."""


class ScenePicture(ABC):
    """A scene as it can be drawn.

    Attributes:
        name: its title.
        frames: the frames' names; none if all is still.
        remarks: what could not be drawn and why, a sentence each.
        empty: whether there is nothing to draw.
        tools: the tools to edit with: their names and what they are for.
        unit: pixels of a unit of places.
        wraps: blocks that things leave on one side and enter on the other; the first one counts.
        strip: the indices of the frames that make one picture; none if the last one does.
        columns: so many of these are beside each other at most; 0 for as many as look good.
        facts: what its rules were given, where a puzzle's `scene.lp` draws.
        hero: the name of the thing that arrow keys move where it is played; empty for none.
    """

    name: str
    frames: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    empty: bool = False
    tools: tuple[tuple[str, str], ...] = ()
    strip: Sequence[int] = ()
    columns: int = 0
    facts: Sequence[Any] = ()
    hero: str = ""
    unit: float = 1
    wraps: Sequence[Block] = ()

    @abstractmethod
    def draw(self, frame: int | None = None) -> Drawing:
        """The drawing of a frame by its index, by default the last one."""

    @abstractmethod
    def text(self, frame: int | None = None, here: Cell | None = None) -> str:
        """The same in plain characters and lines; `here` is where the one who plays stands."""

    def whole(self) -> Drawing:
        """The picture of a scene: its last frame, or all of them where the scene says so."""
        if len(self.strip) < 2:
            return self.draw()
        pictures = [self.draw(index) for index in self.strip]
        titles = {each.title: None for each in pictures}
        told = "; ".join(titles) if len(titles) > 1 else pictures[-1].description
        names = [self.frames[index] for index in self.strip]
        return strip(pictures, names, told, self.name, self.columns)

    def whole_text(self) -> str:
        """The same in characters."""
        return self.text()

    @property
    def numbers(self) -> Sequence[int]:
        """The frames' names, where all are numbers; else they are counted from 0.

        Raises ValueError for a scene without frames.
        """
        if not self.frames:
            raise ValueError("expected a scene with frames, draw(T,…), found none")
        named = [int(each) for each in self.frames if each.isdecimal()]
        return named if len(named) == len(self.frames) else range(len(self.frames))

    def step(self, number: int) -> int:
        """The index of the frame with this number. Raises ValueError if there is none."""
        if number in self.numbers:
            return self.numbers.index(number)
        first, last = self.numbers[0], self.numbers[-1]
        steps = f"a step from {first} to {last}"
        if len(self.numbers) <= last - first:  # there are gaps
            steps = f"one of the steps {short(', '.join(map(str, self.numbers)))}"
        raise ValueError(f"expected {steps}, found {number}")

    @property
    def last(self) -> int:
        """The number of the last frame. Raises ValueError for a scene without frames."""
        return self.numbers[-1]

    def film(self) -> tuple[Drawing, list[Pose]]:
        """A drawing of all frames, and how its actors are in each: shown, or taken away."""
        first = self.draw(0)
        drawing = Drawing(*first.view[2:], self.name, left=first.left, top=first.top)
        if not self.frames:
            drawing.copy(first.parts)
        names = [f"frame {index}" for index in range(len(self.frames))]
        for index, name in enumerate(names):
            with drawing.group(data_actor=name):
                drawing.copy(self.draw(index).parts)
        return drawing, [
            {other: {"cls": "" if other == name else "taken"} for other in names} for name in names
        ]

    def targets(self) -> dict[str, tuple[float, float]]:
        """The middles of what is clicked to play, in pixels, by the names of moves."""
        return {}

    def passing(self, before: Pose, after: Pose) -> Pose:
        """How actors get from one frame to the next where it isn't straight, for players."""
        how: Pose = {}
        for name, to in after.items() if self.wraps else ():
            start, end = before.get(name, to).get("at"), to.get("at")
            if start is None or end is None:
                continue
            sides = self.wraps[0].width * self.unit, self.wraps[0].height * self.unit
            apart = [b - a for a, b in zip(start, end, strict=True)]
            wrap = [
                far - side if 2 * far > side else far + side if 2 * far < -side else far
                for far, side in zip(apart, sides, strict=True)
            ]
            if wrap != apart:
                how[name] = {"wrap": wrap}
        return how

    def _at(self, frame: int | None) -> str:
        """The name of a frame; empty if there are none."""
        return self.frames[-1 if frame is None else frame] if self.frames else ""


def distinct(remarks: Sequence[str]) -> tuple[str, ...]:
    """The first remark of each kind and the number of others like it, at most SHOWN in all."""
    kinds: dict[str, list[str]] = {}
    for each in dict.fromkeys(remarks):
        kinds.setdefault(each.rpartition(": ")[2], []).append(each)
    found = [
        f"{first} (and {len(rest)} more like it)" if rest else first
        for first, *rest in kinds.values()
    ]
    if len(found) > SHOWN:
        found = [*found[: SHOWN - 1], f"and {len(found) - SHOWN + 1} remarks more"]
    return tuple(found)
