"""A puzzle as something to watch and to play: a scene, its rules, ways through it; knows no page.

A family that can be watched makes a `Script` of an instance and its witnesses. Whoever shows it
needs to know nothing else of the family.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from pylab.drawing.svg import Drawing

I = TypeVar("I")  # noqa: E741 - an instance


def rules_beside(module: str) -> str:
    """The rules in JavaScript beside a module of that file: `watch.js` beside `watch.py`."""
    return Path(module).with_suffix(".js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Way:
    """A witness as moves of the game.

    Attributes:
        name: what people choose it by.
        moves: the moves' ids, as the rules name them, in order.
        frames: what a terminal shows of it, in plain characters: the start, then after each move;
            one more than moves.
    """

    name: str
    moves: tuple[str, ...]
    frames: tuple[str, ...] = ()

    @classmethod
    def all(
        cls, answers: Sequence[Sequence[tuple[str, I]]], picture: Callable[[I], str]
    ) -> tuple[Way, ...]:
        """Ways of answers whose stages are instances, each with the id of the move to it.

        What changes nothing is no move.
        """
        ways = []
        for number, stages in enumerate(answers, 1):
            kept = [after for before, after in pairwise(stages) if before[1] != after[1]]
            frames = (f"{told}\n{picture(each)}" for told, each in [stages[0], *kept])
            ways.append(cls(f"answer {number}", tuple(move for move, _ in kept), tuple(frames)))
        return tuple(ways)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The rules of a game for who never saw it.

    Attributes:
        lines: the rules, in about three sentences of one line each.
        example: makes a tiny puzzle of the same family.
        moves: what solves it, by the moves' ids; the page plays it again and again.
    """

    lines: tuple[str, ...]
    example: Callable[[], Script] | None = None
    moves: tuple[str, ...] = ()


class Turn(NamedTuple):
    """A move of a game that is played in a terminal: its words, the state after it, and where it
    leads as seen from whoever moves, to the right and down, for arrow keys; None if nowhere.
    """

    words: str
    after: Hashable
    towards: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """The game for a terminal, by the family's own moves in Python.

    Attributes:
        start: a state; states are hashable.
        turns: what can be done in a state.
        won: whether a state is the end.
        frame: what is shown of a game, by the states passed; one is in the last of them.
        answers: the witnesses as states, from the start to the end.
        position: what of a state matters to who goes on; states may have more, as how one came.
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
        """A game whose states are instances, which are hashable; what changes nothing is no move.

        `moves` has each move's words and the instance after it; `answers` are as in `Way.all`.
        """

        def turns(here: I) -> list[Turn]:
            found = [] if won(here) else moves(here)
            return [Turn(words, after) for words, after in found if after != here]

        states = [[after for _, after in stages] for stages in answers]
        kept = [[*each[:1], *(b for a, b in pairwise(each) if a != b)] for each in states]
        return cls(start, turns, won, lambda passed: picture(passed[-1]), kept)

    def next(self, passed: Sequence[Hashable], seconds: float) -> Turn | None:
        """A move towards the goal, breadth first or as an answer goes on; None if none is known."""
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
    """What a player needs.

    Attributes:
        scene: the puzzle as it is drawn, with its title; what moves, changes or can be clicked has
            a `data_actor`.
        data: what the rules are made from; plain JSON.
        rules: the source of `const rules = (data) => ({...})` in JavaScript, see `player/graph.js`
            for its members and `player/common.js` for what they may leave out. Empty: those of
            `graph.js`, for games whose states are all in `data`.
        ways: the witnesses; may be none.
        howto: how to play, in a sentence or two.
        trail: the actor whose way is drawn behind it; empty for none.
        playable: whether the rules allow exactly what the puzzle allows; else they only replay.
        remark: what the answer says if it is no way (that there is none, say).
        lesson: the rules in brief, with an example.
        board: the board in words, line by line, for who can't see it; of games whose rules have no
            `board(state)` of their own.
        game: the game for a terminal; None if it is watched there only.
        views: parts of the scene that are seen each as one, such as rooms: x, y, width, height.
    """

    scene: Drawing
    data: Mapping[str, Any]
    rules: str = ""
    ways: tuple[Way, ...] = ()
    howto: str = ""
    trail: str = ""
    playable: bool = True
    remark: str = ""
    lesson: Lesson | None = None
    board: tuple[str, ...] = ()
    game: Game | None = None
    views: tuple[tuple[float, float, float, float], ...] = ()
