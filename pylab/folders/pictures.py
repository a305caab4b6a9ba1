"""Pictures of a folder's puzzles and answers, by its `scene.lp` or `viz.lp`."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pylab.base.errors import PylabError
from pylab.drawing.svg import Drawing
from pylab.encoding.places import shown
from pylab.folders.given import Given
from pylab.text.facts import Fact, write_facts

if TYPE_CHECKING:
    from pylab.drawing.scenes import Scene
    from pylab.folders.answers import Shown
    from pylab.folders.family import Rules


def scene(rules: Rules, instance: Given, witness: Any) -> Scene:
    """The scene of an instance with an answer. Raises PylabError without a file for it."""
    if rules.scene is None:
        raise PylabError(f"{shown(rules.path)} has no pictures: there is no scene.lp")
    return of(rules.scene, instance, witness)


def of(path: Path, instance: Given, witness: Any) -> Scene:
    """The scene that a file makes of an instance with an answer; remarks are warnings."""
    from pylab.engines import scenes  # loads clingo's part of pictures

    facts: list[Fact] = [*instance.whole(), *getattr(witness, "facts", ())]
    found = scenes.scene([path], facts, constants=dict(instance.constants))
    for remark in found.remarks:
        warnings.warn(f"{shown(path)}: {remark}", stacklevel=2)
    return found


def draw(rules: Rules, instance: Given, witness: Shown | None) -> Drawing:
    """The picture of the last frame."""
    return scene(rules, instance, witness).draw()


def picture(rules: Rules, instance: Given, witness: Shown | None) -> str:
    """The same in characters; facts where there is no scene."""
    if rules.scene is None:
        return write_facts([*instance.whole(), *getattr(witness, "facts", ())])
    return scene(rules, instance, witness).picture()


def draw_step(rules: Rules, instance: Given, witness: Any, step: int) -> Drawing:
    """The picture of one frame. Raises ValueError for a step that is not there."""
    found = scene(rules, instance, witness)
    return found.draw(found.step(step))


def steps(rules: Rules, instance: Given, witness: Any) -> int:
    """The number of the last frame. Raises ValueError for a scene without frames."""
    frames = scene(rules, instance, witness).frames
    if not frames:
        raise ValueError("expected a scene with frames, draw(T,…), found none")
    return len(frames) - 1
