"""Pictures of a folder's puzzles and answers, by its `scene.lp` or `viz.lp`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pylab.base.errors import PylabError
from pylab.drawing import scenes as drawn
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.scenes.board import Board
from pylab.drawing.svg import Drawing
from pylab.encoding import program as encodings
from pylab.encoding.places import shown
from pylab.engines import scenes
from pylab.folders import layout
from pylab.folders.given import Given
from pylab.text.facts import Fact, write_facts

if TYPE_CHECKING:
    from pylab.folders.answers import ShownAtoms
    from pylab.folders.family import Rules


_last: list[tuple[tuple[Any, ...], ScenePicture]] = []
"""What was drawn last: rules, facts and constants, and the picture."""


def scene(rules: Rules, instance: Given, witness: Any) -> ScenePicture:
    """The picture of an instance with an answer; what is odd about it is a warning.

    Without a file for it, an answer that consists of shapes or of a graph is its own picture.
    Raises PylabError where there is none.
    """
    facts = _facts(instance, witness)
    program = values = None
    if rules.scene is not None:
        program = encodings.load(rules.scene, scripts=None, ascii_only=False)
        values = known(rules.scene, instance)
    asked = program, facts, values, rules.directed
    for before, last in _last:  # each step of a strip is asked for by itself
        if before == asked:
            return last
    if rules.scene is not None:
        found = of(rules.scene, instance, witness, rules.directed)
    else:
        found = drawn.read(_atoms(facts), directed=rules.directed, itself=True)
        if found.empty:
            *odd, _ = found.remarks  # the last one says that there is no shape
            why = odd[0] if odd else f"{layout.without_scene(rules.path)}, and none was named"
            raise PylabError(f"{shown(rules.path)} has no pictures; {why}")
    _last[:] = [(asked, found)]
    idle = ["the picture is no graph: --directed has no effect"]
    for remark in [*found.remarks, *(idle if rules.directed and isinstance(found, Board) else ())]:
        warnings.warn(remark, stacklevel=2)
    return found


def of(path: Path, instance: Given, witness: Any, directed: bool = False) -> ScenePicture:
    """The picture that a file makes of an instance with an answer."""
    values, facts = known(path, instance), _facts(instance, witness)
    name = path.absolute().parent.name if path.name in layout.SCENES else path.stem
    return scenes.scene([path], facts, constants=values, name=name, directed=directed)


def known(path: Path, instance: Given) -> dict[str, str]:
    """The values of an instance for the constants that a file has."""
    there = encodings.load(path, scripts=None, ascii_only=False).constants
    return {name: value for name, value in instance.constants if name in there}


def _facts(instance: Given, witness: Any) -> list[Fact]:
    return [*instance.whole(), *getattr(witness, "facts", ())]


def _atoms(facts: Sequence[Fact]) -> list[str]:
    return [str(each.symbol) for each in facts]


def draw(rules: Rules, instance: Given, witness: ShownAtoms | None) -> Drawing:
    """The picture of the last frame, or of all of them where the scene says so."""
    return scene(rules, instance, witness).whole()


def picture(rules: Rules, instance: Given, witness: ShownAtoms | None) -> str:
    """The same in characters; the facts where there is no scene."""
    facts = _facts(instance, witness)
    if rules.scene is None and (found := drawn.read(_atoms(facts), itself=True)).empty:
        for remark in found.remarks[:-1]:  # the last one says that there is no shape
            warnings.warn(remark, stacklevel=2)
        return write_facts(facts)
    return f"{scene(rules, instance, witness).whole_text().rstrip()}\n"


def draw_step(rules: Rules, instance: Given, witness: Any, step: int) -> Drawing:
    """The picture of one frame. Raises ValueError for a step that is not there."""
    steps(rules, instance, witness)
    found = scene(rules, instance, witness)
    return found.draw(found.step(step))


def steps(rules: Rules, instance: Given, witness: Any) -> int:
    """The number of the last frame. Raises ValueError for a scene without frames."""
    return scene(rules, instance, witness).last


def milestones(rules: Rules, instance: Given, witness: Any) -> Sequence[int]:
    """The numbers of all frames. Raises ValueError for a scene without frames."""
    return scene(rules, instance, witness).numbers
