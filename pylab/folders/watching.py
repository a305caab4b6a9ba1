"""Puzzles to watch and to play by rules: a scene's frames, and the game of a `moves.lp`."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo

from pylab.base.errors import PylabError
from pylab.base.limits import aside
from pylab.drawing import scenes as drawn
from pylab.engines import scenes
from pylab.family.film import MOST, film
from pylab.family.script import Game, Lesson, Script, Turn, Way
from pylab.folders import layout, moves, pictures
from pylab.folders.answers import ShownAtoms
from pylab.folders.given import Given
from pylab.folders.moves import State
from pylab.text.facts import Fact, fact
from pylab.text.source import read_source

if TYPE_CHECKING:
    from pylab.drawing.scenes import ScenePicture
    from pylab.drawing.scenes.picture import Pose
    from pylab.family.table import Family
    from pylab.folders.family import Rules

_TRIED = 2
"""How many accepted answers are tried as an example of the rules."""

Track = list[tuple[clingo.Symbol, State]]
"""Moves of a game, each with the state after it."""


def script(rules: Rules, instance: Given, witnesses: Sequence[ShownAtoms]) -> Script:
    """The frames of the first answer, or the game where `moves.lp` has it and it is small enough.

    Raises PylabError where there is no scene.
    """
    if rules.scene is None and not witnesses:
        raise PylabError(f"{rules.path.name} has no {layout.SCENES[0]}, so there is nothing to see")
    told = ""
    if rules.moves is not None and rules.scene is not None:
        made = _played(rules, instance, witnesses)
        if isinstance(made, Script):
            return replace(made, lesson=_lesson(rules, instance))
        told = made
    return film(pictures.scene(rules, instance, witnesses[0] if witnesses else None), told)


def _played(rules: Rules, instance: Given, witnesses: Sequence[ShownAtoms]) -> Script | str:
    """The game on a puzzle, with the witnesses as its ways; or why there is none."""
    assert rules.scene is not None
    assert rules.moves is not None
    game = moves.MovesGame(rules.moves, tuple(pictures.known(rules.moves, instance).items()))
    constants = pictures.known(rules.scene, instance)
    name, facts, lesson = rules.path.name, instance.whole(), Lesson(rules.folder.rules)
    played = _PlayedFilm(name, rules.scene, constants, game, facts, lesson)
    return played.script([each.facts for each in witnesses])


def _lesson(rules: Rules, instance: Given) -> Lesson:
    """The rules in brief; the example is the shortest accepted answer to a smaller puzzle."""
    lines, found = rules.folder.rules, []
    puzzles = {path.name.split(".")[0]: path for path in rules.folder.instances}
    for path in rules.folder.within("accepted"):
        with contextlib.suppress(PylabError, KeyError):
            puzzle = rules.read(read_source(str(puzzles[path.name.split(".")[0]])))
            witness = rules.family.read_witness(read_source(str(path)))
            if len(puzzle.whole()) < len(instance.whole()):
                found.append((len(witness.facts), path.name, puzzle, witness))
    first = sorted(found, key=lambda each: each[:2])[:_TRIED]
    tried = (_played(rules, puzzle, [answer]) for *_, puzzle, answer in first)
    made = next((each for each in tried if isinstance(each, Script) and each.ways), None)
    if made is None:
        return Lesson(lines)
    example = made
    return Lesson(lines, lambda: example, example.ways[0].moves)


def of_family(family: Family[Any, Any], instance: Any, witnesses: Sequence[Any]) -> Script:
    """The same for a family in Python that has a `scene.lp` and a `moves.lp`."""
    assert family.scene is not None
    assert family.moves is not None
    game, facts = moves.MovesGame(family.moves), family.facts(instance)
    lesson = Lesson((family.listing.doc,))
    played = _PlayedFilm(family.listing.called, family.scene, {}, game, facts, lesson)
    made = played.script([family.encode(each) for each in witnesses])
    if isinstance(made, Script):
        return made
    return film(family.pictured(instance, witnesses[0] if witnesses else None), made)


class _PlayedFilm:
    """A game on a puzzle, with its answers as moves of it."""

    def __init__(
        self,
        name: str,
        scene: Path,
        constants: Mapping[str, str],
        game: moves.MovesGame,
        facts: Sequence[Fact],
        lesson: Lesson,
    ) -> None:
        self._name, self._scene, self._constants = name, scene, constants
        self._game, self._lesson = game, lesson
        self.start: State = frozenset(each.symbol for each in facts)
        self._seen: dict[State, moves.Position] = {}

    def seen(self, state: State) -> moves.Position:
        """What can be done in a state; cached."""
        if state not in self._seen:
            self._seen[state] = aside(lambda: self._game.seen(state))
        return self._seen[state]

    def _track(self, answer: Sequence[Fact]) -> Track | None:
        """An answer as moves: its atoms are the moves with the step as one argument more."""
        return self._along(answer, -1) or self._along(answer, 0)

    def _along(self, answer: Sequence[Fact], index: int) -> Track | None:
        """The same if the step is the argument at this index."""
        state, track, left = self.start, Track(), [each.symbol for each in answer]
        for step in range(len(left) + 1):
            if self.seen(state).won:
                return track
            fitting = (each for each in self._moves(state)
                       if any(_is(atom, each[0], step, index) for atom in left))  # fmt: skip
            move = next(fitting, None)
            if move is None:
                return None
            track.append(move)
            state = move[1]
        return None

    def _states(self) -> list[State] | None:
        """All that can be reached, nearest first; None if these are too many."""
        known, waiting = {self.start: None}, deque([self.start])
        while waiting:
            won, after, _ = self.seen(waiting.popleft())
            for each in () if won else after.values():
                if each not in known:
                    known[each] = None
                    waiting.append(each)
            if len(known) > MOST:
                return None
        return list(known)

    def script(self, answers: Iterable[Sequence[Fact]]) -> Script | str:
        """The game for a page and for a terminal; why there is none if it can't be shown.

        Answers that are no moves of the game are left out.
        """
        states = self._states()
        if states is None:
            return f"The game has more than {MOST} positions, too many to be played."
        picture = drawn.read(self._frames(states), self._name)
        if picture.empty:
            return "The game has no picture."
        drawing, poses = picture.film()
        drawing.title = self._name
        texts = {state: picture.text(at) for at, state in enumerate(states)}
        number = {state: index for index, state in enumerate(states)}
        told = [self._told(state, picture, poses, number) for state in states]
        tracks = [track for each in answers if (track := self._track(each)) is not None]
        marks = picture.targets()

        def turns(here: State) -> Iterator[Turn]:
            for move, after in self._moves(here):
                poses_of = poses[number[here]], poses[number[after]]
                way = _heading(picture.hero, marks.get(str(move)), *poses_of)
                yield Turn(self._named(here, move), after, way)

        return Script(
            scene=drawing,
            data={
                "start": 0,
                "unit": ["move", "moves"],
                "states": told,
                "marks": [*marks],
            },
            ways=tuple(self._way(each, n, texts) for n, each in enumerate(tracks, 1)),
            howto="Click what is framed, or choose a move here.",
            hero=picture.hero,
            lesson=self._lesson,
            board=tuple(texts[self.start].splitlines()),
            game=Game(
                self.start,
                turns,
                lambda here: self.seen(here).won,
                lambda passed: texts[passed[-1]],
                [[self.start, *(state for _, state in each)] for each in tracks],
            ),
        )

    def _moves(self, state: State) -> list[tuple[clingo.Symbol, State]]:
        won, after, _ = self.seen(state)
        return [] if won else [(move, each) for move, each in after.items() if each != state]

    def _named(self, state: State, move: clingo.Symbol) -> str:
        plain = move.string if move.type is clingo.SymbolType.String else str(move)
        return self.seen(state).words.get(move, plain)

    def _told(
        self, state: State, picture: ScenePicture, poses: list[Pose], number: dict[State, int]
    ) -> list[Any]:
        """A state as the player's `graph.js` has it; a move is clicked where the scene shows it."""
        pose = poses[number[state]]
        turns = []
        for move, after in self._moves(state):
            name, to = str(move), number[after]
            hot = name if pose.get(name, {}).get("cls") == "" else ""
            turns.append([hot, self._named(state, move), to, picture.passing(pose, poses[to])])
        there = {name: each for name, each in pose.items() if each.get("cls") != "taken"}
        return [there, [], turns, self.seen(state).won]

    def _way(self, track: Track, index: int, texts: dict[State, str]) -> Way:
        state, ids = self.start, []
        for move, after in track:
            ids.append(str([each for each, _ in self._moves(state)].index(move)))
            state = after
        frames = [texts[self.start], *(texts[each] for _, each in track)]
        return Way(f"answer {index}", tuple(ids), tuple(frames))

    def _frames(self, states: Sequence[State]) -> list[str]:
        """The pictures of states as the frames of one scene, each by its number."""
        made: list[set[str]] = []
        for state in states:
            facts = [*(Fact(each) for each in sorted(state)), fact("page")]
            atoms, _ = scenes.shapes([self._scene], facts, constants=self._constants)
            shapes = [clingo.parse_term(each).arguments for each in atoms if each[:5] == "draw("]
            first = min((each[:-1] for each in shapes if each[1:]), default=[])
            made.append({str(each[-1]) for each in shapes if each[:-1] in ([], first)})
        still = set.intersection(*made)
        return [f"draw({each})" for each in sorted(still)] + [
            f'draw("{number:04}",{each})'
            for number, shapes in enumerate(made)
            for each in ['title("")', *sorted(shapes - still)]
        ]


def _heading(
    hero: str, mark: tuple[float, float] | None, before: Pose, after: Pose
) -> tuple[float, float] | None:
    """Where a move leads: from the hero after it to the mark, to which something is pushed.

    Where these are one, or there is no hero, it is where what moves goes; None for several things.
    """
    places = {name: (each["at"], after[name]["at"]) for name, each in before.items()
              if "at" in each and "at" in after.get(name, {})}  # fmt: skip
    _, now = places.get(hero, (None, None))
    pairs = [(now, mark)] if now and mark and (*now,) != mark else []
    pairs = pairs or [pair for name, pair in places.items() if hero in ("", name)]
    ways = {(u - x, v - y) for (x, y), (u, v) in pairs} - {(0, 0)}
    return ways.pop() if len(ways) == 1 else None


def _is(atom: clingo.Symbol, move: clingo.Symbol, step: int, index: int) -> bool:
    """Whether an answer's atom is a move at a step, counted from 0, with its number from 1."""
    found = [*atom.arguments]
    same = (atom.name, atom.positive) == (move.name, move.positive)
    if not same or len(found) != len(move.arguments) + 1:
        return False
    return found.pop(index) == clingo.Number(step + 1) and found == move.arguments
