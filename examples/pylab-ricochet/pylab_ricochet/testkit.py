"""What `pylab.testing` puts the family to: everything tried, forgeries, games; shares no code with
what it judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from pylab.base.listing import Task
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact
from pylab_ricochet.model import Board, Move, Plan

_WAYS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}
_MOST_TRIED = 200_000


def slid(board: Board, places: dict[str, tuple[int, int]], name: str, way: str) -> tuple[int, int]:
    """Where a robot stops: square by square, by the rules of the box."""
    right, down = _WAYS[way]
    x, y = places[name]
    walls = {frozenset({(a, b), (a + _WAYS[d][0], b + _WAYS[d][1])}) for a, b, d in board.barriers}
    while True:
        ahead = (x + right, y + down)
        blocked = (
            not (1 <= ahead[0] <= board.size and 1 <= ahead[1] <= board.size)
            or frozenset({(x, y), ahead}) in walls
            or ahead in [place for other, place in places.items() if other != name]
        )
        if blocked:
            return x, y
        x, y = ahead


def tried(board: Board, length: int, still: bool) -> Iterator[tuple[list[str], list[bool]]]:
    """All sequences of so many moves, as facts, and whether the target is reached after each; with
    `still`, moves that move nothing are moves."""

    def onward(
        places: dict[str, tuple[int, int]], made: list[str], there: list[bool]
    ) -> Iterator[tuple[list[str], list[bool]]]:
        there = [*there, places[board.target[0]] == board.target[1]]
        if len(made) == length:
            yield made, there
            return
        for name, way in product(places, _WAYS):
            place = slid(board, places, name, way)
            if still or place != places[name]:
                told = f"{'go' if still else 'move'}({name},{way},{len(made) + 1})."
                yield from onward({**places, name: place}, [*made, told], there)

    yield from onward(dict(board.robots), [], [])


def truth(board: Board, task: Task) -> Truth | None:
    """By trying every sequence of moves; None where there are too many, or no bound."""
    most = board.length
    if most is None or (4 * len(board.robots)) ** most > _MOST_TRIED:
        return None
    found: list[list[str]] = []
    if task.name == "exact":
        found = [made for made, there in tried(board, most, True) if there[-1]]
        return Truth(bool(found))
    for length in range(most + 1):
        found = [made for made, there in tried(board, length, False) if there[-1]]
        if found:
            break
    answers = frozenset(frozenset(made) for made in found)
    if task.name == "all":
        return Truth(bool(found), length if found else None, len(found), answers)
    return Truth(bool(found), length if found and task.name == "shortest" else None)


def played(_board: Board, game: PlayedGame) -> Plan:
    """A game as a plan."""
    return Plan(tuple(Move(i, *move.split(" slides ")) for i, move in enumerate(game.moves, 1)))


def relaxed(board: Board, loose: Sequence[Fact]) -> bool | None:
    """Whether there is a plan without these barriers, or with two more moves."""
    gone = {str(each) for each in loose}
    kept = {b for b in board.barriers if "barrier({},{},{}).".format(*b) not in gone}
    more = 2 if any(each.name == "length" for each in loose) else 0
    changed = replace(board, barriers=frozenset(kept), length=(board.length or 0) + more)
    shortest = Task("shortest", "", "")
    found = truth(changed, shortest)
    return None if found is None else found.found


def lets_go(board: Board, changed: Board, requirement: Fact) -> bool:
    """Whether the changed board does not meet a requirement of the first one."""
    if requirement.name == "length":
        return (changed.length or 0) > (board.length or 0)
    return str(requirement) not in {"barrier({},{},{}).".format(*each) for each in changed.barriers}


_HALL = "hall.ricochet"
STRAIGHT = "dim(1..3).\npos(red,1,1).\ntarget(red,3,1).\nlength(5).\n"
"""Red is there at one stroke; as in the box, it has to go around."""

TESTKIT: FamilyTestkit[Board, Plan] = FamilyTestkit(
    truth=truth,
    forgeries=[
        Forgery(_HALL, "move(red,east,1). move(red,south,2).", ""),
        Forgery(_HALL, "move(red,east,1). move(red,south,3).", "step"),
        Forgery(_HALL, "move(red,east,1). move(blue,west,1). move(red,south,2).", "step"),
        Forgery(_HALL, "move(red,east,0). move(red,south,1).", "step"),
        Forgery(_HALL, "move(pink,east,1). move(red,south,2).", "robot"),
        Forgery(_HALL, "move(red,west,1). move(red,east,2). move(red,south,3).", "stays"),
        Forgery(_HALL, "move(red,east,1). move(red,south,2). move(red,south,3).", "stays"),
        Forgery(_HALL, "move(red,east,1).", "target"),
        Forgery(_HALL, "move(red,south,1). move(red,east,2).", "target"),
        Forgery(
            _HALL,
            "move(blue,west,1). move(blue,east,2). move(red,east,3). move(red,south,4).",
            "length",
        ),
        Forgery(_HALL, "go(red,west,1). go(red,east,2). go(red,south,3).", ""),
        Forgery(_HALL, "go(red,east,1). go(red,south,2).", "length"),
        Forgery(_HALL, "go(red,east,1). go(red,south,2). go(red,west,3).", "target"),
    ],
    played=played,
    overlay_cases=[OverlayCase("ricochet", STRAIGHT, "shortest", "found 1", "found 3")],
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=[
        Mutant(
            "barriers from one side",
            "shortest",
            "board.lp",
            "shut(X',Y',X,Y) :- shut(X,Y,X',Y').",
            "",
            ("cost", "extra", "missing", "some", "none", "status", "answers", "invalid"),
            40,
        ),
        Mutant(
            "both ends of a passage named",
            "shortest",
            "slide.lp",
            "sliding(D,X',Y',T) :- time(t,T), passing(D,X,Y,T), next(X,Y,D,X',Y').",
            "sliding(D,X',Y',T) :- time(t,T), next(X,Y,D,X',Y'), passing(D,X,Y,T).",
        ),
    ],
)
