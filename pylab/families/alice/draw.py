"""A maze and its answers as pictures: `scene.lp` draws all but trees, of large mazes a part."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from pylab.drawing.scenes import ScenePicture
from pylab.drawing.strip import explained
from pylab.drawing.svg import Drawing
from pylab.families.alice.draw_tree import draw_tree
from pylab.families.alice.family import FAMILY
from pylab.families.alice.format import facts
from pylab.families.alice.model import COLOURS, WHITE, Maze, Tree, Witness
from pylab.families.alice.tree import outline
from pylab.family.derived import Obstacles
from pylab.text.facts import Fact, fact

SIDE = 200
"""The most columns that are drawn of a maze with more than SIDE × SIDE squares."""


def pictured(
    maze: Maze, witness: Witness | Obstacles | None = None, page: bool = False
) -> ScenePicture:
    """The picture of a maze with an answer. Of a large maze, only a part is drawn."""
    maze, more = window(maze)
    return FAMILY.pictured(maze, witness, page=page, more=more, facts=_seen)


def _seen(maze: Maze) -> list[Fact]:
    """The maze's facts for its scene: one for each square, not one for each arrow."""
    marks = zip(maze.squares(), maze.arrows, maze.colours, strict=True)
    roles = maze.start, maze.goal
    nothing = bytes(len(maze.arrows))
    return [
        *(each for each in facts(replace(maze, arrows=nothing, colours=nothing))
          if each.name != "square"),
        *(Fact(None, None, 0, "looks", (*at, arrows, COLOURS[colour]))
          for at, arrows, colour in marks if arrows or colour != WHITE or at in roles),
    ]  # fmt: skip


@functools.lru_cache(maxsize=1)
def window(maze: Maze) -> tuple[Maze, Sequence[Fact]]:
    """The maze without what isn't drawn, and the fact that says so; nothing if all is drawn."""
    if maze.width * maze.height <= SIDE * SIDE:
        return maze, ()
    width = min(maze.width, SIDE)
    height = min(maze.height, SIDE * SIDE // width)
    left, top = (
        max(0, min(at - size // 2, whole - size))
        for at, size, whole in zip(
            maze.first.square, (width, height), (maze.width, maze.height), strict=True
        )
    )
    arrows, colours = bytearray(len(maze.arrows)), bytearray(len(maze.colours))
    for y in range(top, top + height):
        row = slice(y * maze.width + left, y * maze.width + left + width)
        arrows[row], colours[row] = maze.arrows[row], maze.colours[row]
    part = replace(maze, arrows=bytes(arrows), colours=bytes(colours))
    return part, [fact("window", left, top, width, height)]


def draw(maze: Maze, witness: Witness | Obstacles | None = None) -> Drawing:
    """The maze with what the witness says about it; a tree is drawn by itself."""
    if isinstance(witness, Tree):
        return draw_tree(witness)
    drawing = pictured(maze, witness).whole()
    return explained(drawing, witness.words) if isinstance(witness, Obstacles) else drawing


def picture(maze: Maze, witness: Witness | Obstacles | None = None) -> str:
    """The same in characters."""
    if isinstance(witness, Tree):
        return outline(witness)
    return f"{pictured(maze, witness).whole_text().rstrip()}\n"


def steps(maze: Maze, witness: Witness | None) -> int:
    """How many moves a route has. Raises ValueError unless the answer is a route."""
    return _framed(maze, witness).last


def draw_step(maze: Maze, witness: Witness, step: int) -> Drawing:
    """The maze with the first moves of a route. Raises ValueError if there are not so many."""
    picture = _framed(maze, witness)
    return picture.draw(picture.step(step))


def _framed(maze: Maze, witness: Witness | None) -> ScenePicture:
    picture = pictured(maze, witness)
    if not picture.frames:
        raise ValueError("expected a route, which has steps, found another answer")
    return picture
