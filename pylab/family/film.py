"""A scene with frames as something to watch; knows no family."""

from __future__ import annotations

from pylab.base.words import counted
from pylab.drawing.scenes import ScenePicture
from pylab.family.script import Script, Way

MOST = 600
"""So many states of a game are drawn for a page."""


def film(picture: ScenePicture, remark: str = "") -> Script:
    """The frames of a scene one after another: tokens move, other shapes come and go.

    It can be watched and not played. `remark` is what is said of a scene without frames.
    """
    if len(picture.frames) < 2:
        return Script(scene=picture.draw(), data=_data([{}], ("",)), playable=False, remark=remark)
    drawing, poses = picture.film()
    drawing.title = picture.name
    texts = tuple(picture.text(index) for index in range(len(picture.frames)))
    return Script(
        scene=drawing,
        data=_data(poses, picture.frames),
        ways=(Way(counted(len(poses) - 1, "step"), ("0",) * (len(poses) - 1), texts),),
        playable=False,
        board=tuple(texts[0].splitlines()),
    )


def _data(poses: list[dict[str, dict[str, object]]], names: tuple[str, ...]) -> dict[str, object]:
    """The frames as states of a game whose only move is to the next one."""
    last = len(poses) - 1
    return {
        "start": 0,
        "unit": ["step", "steps"],
        "states": [
            [
                pose,
                [["frame", names[index]]],
                [["", f"frame {names[index + 1]}", index + 1, {}]] if index < last else [],
                0 < last == index,
            ]
            for index, pose in enumerate(poses)
        ],
    }
