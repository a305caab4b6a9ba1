"""Requirements on pages: scenes and rules fit, answers can be played, the checker confirms games.

The rules of pages are JavaScript and run in Node; without Node, the tests are skipped.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError
from pylab.family.script import Script
from pylab.family.testkit import PlayedGame
from pylab.pages.player.page import completed
from pylab.testing import node
from pylab.testing.subject import Subject, must, offers, requirement

_HARNESS = Path(__file__).with_name("games.js")


def play(
    scripts: Sequence[Script], *more: Mapping[str, Any], names: Sequence[str] = (), **job: Any
) -> list[dict[str, Any]]:
    """Play by each script's rules: random `games` of a `length`, its ways, and games by its hints.

    All scripts are of one family. With `lead=True`, games follow the page's hints after `before`
    random moves, if the page can be played. Each of `more` jobs plays all scripts again. Skips
    the test without Node. A script whose rules fail is named by its name, or by its title.
    """
    names = names or [script.scene.title for script in scripts]
    jobs = [
        {
            "name": name,
            "data": script.data,
            "ways": [list(way.moves) for way in script.ways],
            **each,
            "lead": each.get("lead", False) and script.playable,
        }
        for each in more or (job,)
        for script, name in zip(scripts, names, strict=True)
    ]
    given = {"source": completed(scripts[0].rules), "jobs": jobs}
    found: list[dict[str, Any]] = node.told(_HARNESS, given, "the page's rules don't run")
    return found


Played = tuple[str, Any, Script, Sequence[dict[str, Any]]]
"""A sample's name, the instance, its script, and what was played."""


@cache
def _played(subject: Subject) -> list[Played]:
    """Samples with scripts of their answers to the first task, and the games that were played.

    The first job plays a random game and the ways; the others play games that follow the hints, at
    once and after some random moves. All scripts have the same rules.
    """
    make = subject.family.script
    assert make is not None
    found: list[tuple[str, Any, Script]] = []
    for name, instance in subject.samples:
        asked = (subject.asked(name, subject.first, engine) for engine in ("native", "clingo"))
        known = [witness for each in asked if each is not None for witness in each.witnesses[:2]]
        try:
            script = make(instance, known)
        except PylabError:  # this puzzle can't be watched
            continue
        if not found or script.rules == found[0][2].rules:
            found.append((name, instance, script))
    must(bool(found), "no sample can be watched")
    jobs: list[dict[str, Any]] = [{"games": 1, "length": 6}]
    jobs += [{"games": 3, "length": 10, "lead": True, "before": n, "ways": []} for n in BEFORE]
    told = play([script for *_, script in found], *jobs, names=[name for name, *_ in found])
    return [(*each, told[n :: len(found)]) for n, each in enumerate(found)]


BEFORE = 0, 3
"""The numbers of random moves before games follow the hints."""


@requirement(offers("script"))
def pages_have_all_that_their_rules_name(subject: Subject) -> None:
    """The scene has all actors that the rules name; a way has one frame more than moves."""
    for name, _, script, (told, *_) in _played(subject):
        must(bool(script.scene.title), f"{name}: the page has no title")
        must(bool(script.howto) or not script.playable, f"{name}: the page has no instructions")
        for way in script.ways:
            fits = len(way.frames) in (0, len(way.moves) + 1)
            must(fits, f"{name}: {len(way.moves)} moves, but {len(way.frames)} frames")
        shapes = script.scene.shapes()
        for seen in told["games"][0]["seen"]:
            for actor in {*seen["actors"], *seen["hots"]} - {None, "", "camera"}:
                there = f'data-actor="{html.escape(actor)}"' in shapes
                lacks = f"{name}: the rules name {actor!r}, which is not in the scene"
                must(there, f"{lacks} (tokens have their name there if `at` places them)")


@requirement(offers("script"))
def ways_are_played_to_the_goal(subject: Subject) -> None:
    """Every answer to the first task becomes a way, moves on the page that are legal and win."""
    ways = 0
    for name, _, script, (told, *_) in _played(subject):
        for way, replayed in zip(script.ways, told["ways"], strict=True):
            refused = replayed["refused"]
            must(refused is None, f"{name}: {way.name}: the rules refuse the move {refused!r}")
            must(replayed["seen"][-1]["won"], f"{name}: {way.name} ends without a win")
            ways += 1
    still = subject.family.as_written is not None and subject.family.pictures.steps is None
    must(ways > 0 or still, "no answer to the first task can be watched")


@requirement(offers("script"))
def games_are_won_where_the_checker_says_so(subject: Subject) -> None:
    """The page and the checker agree on random games and on games by the page's hints."""
    played = [each for each in _played(subject) if each[2].playable]
    if not played:  # its pages only show answers
        return
    known = subject.testkit.played is not None
    must(known, "testkit.py has no `played`, which reads a game as a witness")
    won = 0
    for name, instance, script, (_, *led) in played:
        for before, told in zip(BEFORE, led, strict=True):
            for game in [*told["games"], told["led"]]:
                won += judged_alike(subject, name, instance, script, game)
            far = None if before else told["far"]
            if far is not None and far.get("next") is None:
                truth = subject.truth(instance, subject.first)
                possible = truth is None or not truth.found or not far.get("lost")
                must(possible, f"{name}: the page says {far}; there is an answer")
                said = far.get("lost") or far["words"].startswith("at least")
                must(said, f"{name}: the page has no hint, and says only {far}")
    must(won > 0, "no game is won")


def judged_alike(
    subject: Subject, where: str, instance: Any, script: Script, told: Mapping[str, Any]
) -> bool:
    """Whether a game is won. Raises Unmet if the page and the checker disagree."""
    read = subject.testkit.played
    assert read is not None
    game = PlayedGame(script, tuple(told["made"]), tuple(told["seen"]))
    wins = bool(told["seen"][-1]["won"])
    witness = read(instance, game)
    verdict = None if witness is None else subject.family.check(instance, witness)
    said = f"{where}: {game.moves} {'wins' if wins else 'does not win'} by the page"
    checked = "it isn't a witness" if verdict is None else f"the checker: {verdict.problems}"
    must((verdict is not None and verdict.valid) == wins, f"{said}; {checked}")
    return wins
