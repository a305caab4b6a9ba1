"""A puzzle to watch and to play: its picture, its rules, and its solutions; knows no page.

A family that can be watched makes a `Script` of an instance and its witnesses. Players need
nothing else of the family.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from pylab.drawing.flight import Leg
    from pylab.drawing.svg import Drawing

I = TypeVar("I")  # noqa: E741 - an instance


def rules_beside(module: str) -> str:
    """The rules in JavaScript beside a module of that file: `watch.js` beside `watch.py`."""
    return Path(module).with_suffix(".js").read_text(encoding="utf-8")


class LaterTexts(Sequence[str]):
    """Texts that are made when they are first read: terminals need them, pages don't."""

    def __init__(self, make: Callable[[], Sequence[str]]) -> None:
        self._made = functools.cache(make)

    def __getitem__(self, index: Any) -> Any:
        return self._made()[index]

    def __len__(self) -> int:
        return len(self._made())


@dataclass(frozen=True, slots=True)
class Way:
    """A witness as moves of the game.

    Attributes:
        name: its name in menus.
        moves: the ids of the moves, as the rules name them, in order.
        frames: its pictures in plain characters: the start, then one after each move.
        legs: makes the moves of a flight with the camera; None for ways without boxes.
    """

    name: str
    moves: tuple[str, ...]
    frames: Sequence[str] = ()
    legs: Callable[[], Sequence[Leg]] | None = None

    @classmethod
    def all(
        cls, answers: Sequence[Sequence[tuple[str, I]]], picture: Callable[[I], str]
    ) -> tuple[Way, ...]:
        """The ways of answers whose stages are instances, each with the id of the move to it.

        A step that changes nothing is not a move.
        """
        ways = []
        for number, stages in enumerate(answers, 1):
            kept = [after for before, after in pairwise(stages) if before[1] != after[1]]
            frames = (f"{told}\n{picture(each)}" for told, each in [stages[0], *kept])
            ways.append(cls(f"answer {number}", tuple(move for move, _ in kept), tuple(frames)))
        return tuple(ways)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The rules of a game for newcomers.

    Attributes:
        lines: the rules, in about three sentences of one line each.
        example: makes a tiny puzzle of the same family.
        moves: the ids of the moves that solve the example; the page repeats them.
    """

    lines: tuple[str, ...]
    example: Callable[[], Script] | None = None
    moves: tuple[str, ...] = ()


class Turn(NamedTuple):
    """A move of a game in a terminal: its words, the state after it, and its direction.

    The direction (right, down) is for arrow keys; None if there is none.
    """

    words: str
    after: Hashable
    towards: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """The game for a terminal, by the family's own moves in Python.

    Attributes:
        start: a state; states are hashable.
        turns: the moves in a state.
        won: whether a state is a goal.
        frame: the picture of a game, given its states so far; the last one is current.
        answers: the witnesses as lists of states, from the start to the end.
        position: the part of a state that decides how the game can go on; a state may contain
            more, such as its history.
    """

    start: Hashable
    turns: Callable[[Any], Iterable[Turn]]
    won: Callable[[Any], bool]
    frame: Callable[[Sequence[Any]], str]
    answers: Sequence[Sequence[Hashable]] = ()
    position: Callable[[Any], Hashable] = field(default=lambda state: state)

    @classmethod
    def among(
        cls,
        start: I,
        moves: Callable[[I], Iterable[tuple[str, I]]],
        won: Callable[[I], bool],
        picture: Callable[[I], str],
        answers: Sequence[Sequence[tuple[str, I]]] = (),
    ) -> Game:
        """A game whose states are hashable instances; a step that changes nothing is not a move.

        `moves` gives each move's words and the instance after it; `answers` are as in `Way.all`.
        """

        def turns(here: I) -> list[Turn]:
            found = [] if won(here) else moves(here)
            return [Turn(words, after) for words, after in found if after != here]

        states = [[after for _, after in stages] for stages in answers]
        kept = [[*each[:1], *(b for a, b in pairwise(each) if a != b)] for each in states]
        return cls(start, turns, won, lambda passed: picture(passed[-1]), kept)

    def next(self, passed: Sequence[Hashable], seconds: float) -> Turn | None:
        """A move towards the goal, by breadth-first search or from an answer; None if unknown."""
        here = passed[-1]
        first: dict[Hashable, Turn | None] = {here: None}
        pending, until = [here], time.monotonic() + seconds
        for state in pending:
            for turn in self.turns(state):
                if turn.after in first:
                    continue
                first[turn.after] = first[state] or turn
                if self.won(turn.after):
                    return first[turn.after]
                pending.append(turn.after)
            if time.monotonic() > until:
                break
        for answer in self.answers:
            if here in answer[:-1]:
                after = answer[answer.index(here) + 1]
                return next((turn for turn in self.turns(here) if turn.after == after), None)
        return None


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that a player needs.

    Attributes:
        scene: the drawing of the puzzle, with its title; shapes that move, change or can be
            clicked have a `data_actor`.
        data: the input of the rules; plain JSON.
        rules: the source of `const rules = (data) => ({...})` in JavaScript; `player/graph.js`
            lists its members, `player/common.js` the optional ones. Empty for those of
            `graph.js`, for games whose states are all in `data`.
        ways: the witnesses; may be empty.
        howto: how to play, in a sentence or two.
        hero: the actor that arrow keys move and the view can follow; empty for none. Its path is
            drawn if the scene has a group `trail`.
        playable: whether the rules allow exactly what the puzzle allows; if not, they only replay.
        remark: the answer in words if it is no way (that there is none, for example).
        lesson: the rules in brief, with an example.
        board: the board in words, line by line, for screen readers; for games whose rules have no
            `board(state)`.
        game: the game for a terminal; None if it can only be watched there.
        views: parts of the scene to zoom in on, such as rooms: x, y, width, height.
        shortest: whether the first of the ways is proven to be a shortest one.
    """

    scene: Drawing
    data: Mapping[str, Any]
    rules: str = ""
    ways: tuple[Way, ...] = ()
    howto: str = ""
    hero: str = ""
    playable: bool = True
    remark: str = ""
    lesson: Lesson | None = None
    board: tuple[str, ...] = ()
    game: Game | None = None
    views: tuple[tuple[float, float, float, float], ...] = ()
    shortest: bool = False
