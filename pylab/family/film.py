"""Scenes as something to watch and to play, for all families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import clingo

from pylab.base.limits import uncollected
from pylab.base.words import counted
from pylab.drawing.scenes import ScenePicture
from pylab.drawing.scenes.picture import Pose
from pylab.family.script import Game, LaterTexts, Script, Way
from pylab.family.table import Family, I, W
from pylab.text.facts import Fact

MOST = 600
"""The most states of a game that are drawn for a page."""


@uncollected()
def film(picture: ScenePicture, remark: str = "") -> Script:
    """The frames of a scene one after another: tokens move, other shapes come and go.

    It can be watched and not played. `remark` is what is said of a scene without frames.
    """
    if len(picture.frames) < 2:
        return Script(
            scene=picture.draw(), data=_data(picture, [{}]), playable=False, remark=remark
        )
    drawing, poses = picture.film()
    drawing.title = picture.name
    texts = LaterTexts(lambda: [picture.text(index) for index in range(len(picture.frames))])
    return Script(
        scene=drawing,
        data=_data(picture, poses),
        ways=(Way(counted(len(poses) - 1, "step"), ("0",) * (len(poses) - 1), texts),),
        playable=False,
        board=tuple(picture.text(0).splitlines()),
    )


@uncollected()
def on_scene(
    picture: ScenePicture,
    facts: Iterable[Fact] = (),
    places: Mapping[str, tuple[float, float]] | None = None,
    known: Any = None,
    **more: Any,
) -> Script:
    """A game on a scene: the rules get the scene's facts and more, and pose its things.

    The `data` of the rules has `facts`, lists of arguments by the names of predicates, the pixels
    of a `unit`, and `places` and `known`, if given; `known`, which files of a lab have as `KNOWN`,
    is what JavaScript takes from Python for all puzzles of a family. `more` has other members of
    the script.
    """
    drawing, _ = picture.film()
    drawing.title = picture.name
    named = by_name(chain(picture.facts, facts))
    data: dict[str, Any] = {"facts": named, "unit": picture.unit}
    data |= {} if places is None else {"places": places}
    data |= {} if known is None else {"known": known}
    return Script(scene=drawing, data=data, hero=picture.hero, **more)


def on_stages(
    family: Family[I, W],
    instance: I,
    witnesses: Sequence[W],
    moves: Callable[[I], Iterable[tuple[str, I]]],
    won: Callable[[I], bool],
    **more: Any,
) -> Script:
    """The game of a family whose states are instances: ways and terminals follow from `stages`.

    `moves` yields a pair for each move: its words, also used as its id, and the instance after it.
    """

    def picture(here: I) -> str:
        return family.pictured(here).text()

    assert family.stages is not None
    answers = [family.stages(instance, each) for each in witnesses]
    return on_scene(
        family.pictured(instance, page=True),
        ways=Way.all(answers, picture),
        game=Game.among(instance, moves, won, picture, answers),
        **more,
    )


def by_name(facts: Iterable[Fact]) -> dict[str, list[list[int | str]]]:
    """Facts for the rules of a game: lists of arguments by the names of predicates."""
    told: dict[str, list[list[int | str]]] = {}
    for each in facts:
        terms: list[Any] = [*each.terms]
        if clingo.Symbol in map(type, terms):
            terms = [str(term) if isinstance(term, clingo.Symbol) else term for term in terms]
        told.setdefault(each.name, []).append(terms)
    return told


def _data(picture: ScenePicture, poses: list[Pose]) -> dict[str, object]:
    """The frames as states of a game whose only move is to the next one."""
    names, last = picture.frames or ("",), len(poses) - 1
    onward = [
        [["", f"frame {name}", index, picture.passing(before, after)]]
        for index, (name, (before, after)) in enumerate(
            zip(names[1:], pairwise(poses), strict=True), 1
        )
    ]
    return {
        "start": 0,
        "unit": ["step", "steps"],
        "states": [
            [pose, [["frame", names[index]]] if last else [], turns, 0 < last == index]
            for index, (pose, turns) in enumerate(zip(poses, [*onward, []], strict=True))
        ],
    }
