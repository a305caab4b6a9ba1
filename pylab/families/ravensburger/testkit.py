"""What the family is tried by: every sequence of pushes replayed, forgeries, broken encodings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab.base.listing import Task
from pylab.families.ravensburger.generate import sample
from pylab.families.ravensburger.model import (
    EXACT,
    FIXED_LINES,
    LOST_TILES,
    NO_UNDO,
    WALK_FIRST,
    Board,
    Plan,
    Push,
)
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact, fact, integer

Tile = tuple[frozenset[str], int]
Grid = tuple[tuple[Tile, ...], ...]
"""Rows from the south, of tiles: open sides and a number; blank ones have negative numbers."""

_BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}


def _pushed(grid: Grid, line: int, side: str, lost: bool) -> Grid:
    """The grid with row or column `line` (from 0) moved by one towards the side."""
    if side in "ns":
        turned = tuple(zip(*grid, strict=True))
        moved = _pushed(turned, line, "e" if side == "n" else "w", lost)
        return tuple(zip(*moved, strict=True))
    row = grid[line]
    entering = row[-1] if side == "e" else row[0]
    if lost:
        numbers = [number for each in grid for _, number in each]
        entering = (frozenset(), min(-1, min(numbers) - 1))
    row = (entering, *row[:-1]) if side == "e" else (*row[1:], entering)
    return (*grid[:line], row, *grid[line + 1 :])


def _walked(grid: Grid, tiles: frozenset[int]) -> frozenset[int]:
    """All tiles that can be walked to from these, as far as they are there."""
    place = {n: (r, c) for r, row in enumerate(grid) for c, (_, n) in enumerate(row)}
    reached = {n for n in tiles if n in place}
    pending = list(reached)
    while pending:
        r, c = place[pending.pop()]
        for side, (dr, dc) in {"n": (1, 0), "s": (-1, 0), "e": (0, 1), "w": (0, -1)}.items():
            if side in grid[r][c][0] and 0 <= r + dr < len(grid) and 0 <= c + dc < len(grid):
                sides, number = grid[r + dr][c + dc]
                if _BACK[side] in sides and number not in reached:
                    reached.add(number)
                    pending.append(number)
    return frozenset(reached)


def _arrivals(board: Board, most: int) -> Iterator[tuple[tuple[int, str], ...]]:
    """The plans of the fewest pushes, at most so many."""
    n, rules = board.size, board.rules
    open_to = {(r, c): frozenset(d for x, y, d in board.connections if (x, y) == (r + 1, c + 1))
               for r in range(n) for c in range(n)}  # fmt: skip
    grid = tuple(tuple((open_to[r, c], r * n + c) for c in range(n)) for r in range(n))
    (x, y), (a, b) = board.start, board.goal
    home, goal = frozenset({(x - 1) * n + y - 1}), (a - 1) * n + b - 1
    first = _walked(grid, home) if WALK_FIRST in rules else home
    layer: list[tuple[Grid, frozenset[int], tuple[tuple[int, str], ...]]] = [(grid, first, ())]
    for length in range(most + 1):
        arrived = [plan for _, reached, plan in layer if goal in reached]
        if EXACT in rules and length < board.max_steps:
            arrived = []
        if arrived or length == most:
            yield from arrived
            return
        following = []
        for grid, reached, plan in layer:
            for line in range(n):
                for side in "nesw":
                    undone = plan and plan[-1] == (line + 1, _BACK[side])
                    if (FIXED_LINES in rules and line % 2 == 0) or (NO_UNDO in rules and undone):
                        continue
                    after = _pushed(grid, line, side, LOST_TILES in rules)
                    now = _walked(after, reached)
                    following.append((after, now, (*plan, (line + 1, side))))
        layer = following


_MOST = 3
"""More pushes are not tried, nor more than these where there are more than two rows."""


def truth(board: Board, task: Task) -> Truth | None:
    """By trying all sequences of pushes; None for too many."""
    most = min(board.max_steps, 5 if board.size < 3 else _MOST if board.size == 3 else 2)
    plans = list(_arrivals(board, most))
    if not plans:
        return Truth(False) if most == board.max_steps else None
    answers = frozenset(
        frozenset(str(fact("push", line, side, step)) for step, (line, side) in enumerate(plan, 1))
        for plan in plans
    )
    cost = len(plans[0])
    return Truth(True, cost, len(plans), None if task.name == "plan" else answers)


def unsolvable(rng: random.Random) -> Board:
    """A board without a plan of the one push, or none, that it allows."""
    while True:
        board = replace(sample(rng), max_steps=rng.choice((0, 0, 1)), rules=frozenset())
        if not list(_arrivals(board, board.max_steps)):
            return board


def relaxed(board: Board, loose: Sequence[Fact]) -> Board:
    """The board with more openings and, if it is small, with more pushes."""
    openings = {
        (integer(each, 0), integer(each, 1), str(each.arguments[2]))
        for each in loose
        if each.name == "connect"
    }
    more = 4 * any(each.name == "max_steps" for each in loose)
    return replace(
        board, connections=board.connections | openings, max_steps=board.max_steps + more
    )


def lets_go(before: Board, after: Board, requirement: Fact) -> bool:
    """Openings are not changed, the number of pushes is."""
    return requirement.name == "max_steps" and after.max_steps > before.max_steps


def played(board: Board, game: PlayedGame) -> Plan | None:
    """The pushes of a game, once the avatar stands on the goal."""
    n, (a, b) = board.size, board.goal
    state = game.seen[-1]["state"]
    if state["tiles"][state["avatar"]] != (a - 1) * n + b - 1:
        return None
    pushes = [move[5:-1].split(",") for move in game.moves if move.startswith("push")]
    return Plan(tuple(Push(i, int(line), side) for i, (line, side) in enumerate(pushes, 1)))


_EXAMPLE = "example-4x4.lp"

_CORRIDOR = """field(1,1). field(1,2). field(2,1). field(2,2). init_on(1,1). goal_on(1,2).
max_steps(3). connect(1,1,e). connect(1,2,w).
"""

_DROPPING = """field(1..3,1..3). init_on(2,2). goal_on(3,1). max_steps(3). connect(1,2,(n;w)).
connect(1,1,w). connect((1;2),3,n). connect(2,(1;2),s). connect(3,(1;2),e). connect(3,3,s).
"""

_CORNERS = """field(1..3,1..3). init_on(3,3). goal_on(1,1). max_steps(4). connect(1,1,(e;w)).
connect(1,2,e). connect(1,3,(e;n;s;w)). connect(2,1,(n;s)). connect(2,2,n). connect(2,3,(e;n)).
connect(3,1,n). connect(3,2,(e;n;s;w)). connect(3,3,(e;w)).
"""

_ROUNDABOUT = """field(1..3,1..3). init_on(1,2). goal_on(3,2). max_steps(4). connect(1,1,(e;n;s;w)).
connect(1,2,(e;s;w)). connect(1,3,(n;s)). connect(2,1,n). connect(2,(2;3),w). connect(3,1,(n;w)).
connect(3,(2;3),n).
"""

_THERE_AND_BACK = """field(1..2,1..2). init_on(2,1). goal_on(1,1). max_steps(3). connect(1,1,e).
connect(1,2,n). connect(2,1,(e;n;s)). connect(2,2,w).
"""

_FORGERIES = (
    ("push(1,w,1). push(3,s,2).", ""),
    ("push(1,w,1). push(2,n,2).", ""),
    ("", "goal"),
    ("push(1,w,1).", "goal"),
    ("push(1,e,1). push(3,s,2).", "goal"),
    ("push(1,w,1). push(3,s,3).", "gap"),
    ("push(1,w,1). push(1,w,1). push(3,s,2).", "repeated"),
    ("push(1,w,1). push(3,s,1).", "two-pushes"),
    ("push(1,w,0). push(3,s,2).", "step-number"),
    ("push(0,w,1). push(3,s,2).", "off-board"),
    ("push(1,w,1). push(3,s,2). push(4,e,3).", "too-many"),
)

_RULES = (
    ("push(1,w,1). push(3,s,2).", "fixed_lines", "fixed"),
    ("push(1,w,1). push(1,e,2).", "no_undo", "undone"),
    ("push(1,w,1).", "exact", "too-few"),
)

_MUTANTS = (
    Mutant(
        "no frame for openings: all tiles that are not pushed lose theirs",
        "shortest", "dynamics.lp",
        "open(X,Y,D,T) :- time(t,T), open(X,Y,D,T-1), not moved(X,Y,T).", "",
        ("none", "optimum", "missing"), 16,
    ),
    Mutant(
        "one-directional corridors",
        "shortest", "dynamics.lp",
        "opposite(D,D'), open(X',Y',D',T),", "",
        ("invalid",), 10,
    ),
    Mutant(
        "the horizon is one step short",
        "shortest", "board.lp",
        "horizon(M) :- max_steps(M).", "horizon(M-1) :- max_steps(M).",
        ("none",), 10,
    ),
    Mutant(
        "walks wrap around the edge of the board",
        "shortest", "board.lp",
        "neighbour(X,Y,D,X+DX,Y+DY) :- field(X,Y), delta(D,DX,DY), field(X+DX,Y+DY).",
        "neighbour(X,Y,D,(X-1+DX+N)\\N+1,(Y-1+DY+N)\\N+1) :- field(X,Y), delta(D,DX,DY), size(N).",
        ("invalid",), 16,
    ),
    Mutant(
        "the goal's tile is never pushed",
        "plan", "dynamics.lp",
        "goal(X,Y,T) :- time(t,T), goal(X,Y,T-1), not moved(X,Y,T).",
        "goal(X,Y,T) :- time(t,T), goal(X,Y,T-1).",
        ("invalid",), 10,
    ),
    Mutant(
        "pushes range over directions and lines that are derived otherwise",
        "shortest", "dynamics.lp",
        "{ push(Z,D,T) : line(Z), delta(D,_,_) } = 1 :- time(t,T), ongoing(T).",
        "way(Z,D) :- on_line(_,_,D,Z).\n"
        "1 { push(Z,D,T) : way(Z,D) } 1 :- ongoing(T), time(t,T).",
    ),
    Mutant(
        "facing sides are joined first, walking follows",
        "shortest", "dynamics.lp",
        "avatar(X',Y',T) :- time(t,T), avatar(X,Y,T), open(X,Y,D,T), "
        "opposite(D,D'), open(X',Y',D',T), neighbour(X,Y,D,X',Y').",
        "joined(X,Y,X',Y',T) :- time(t,T), neighbour(X,Y,D,X',Y'), open(X,Y,D,T),\n"
        "                       open(X',Y',D',T), opposite(D,D').\n"
        "avatar(X',Y',T) :- time(t,T), avatar(X,Y,T), joined(X,Y,X',Y',T).",
    ),
)  # fmt: skip

TESTKIT: FamilyTestkit[Board, Plan] = FamilyTestkit(
    truth=truth,
    forgeries=[
        *(Forgery(_EXAMPLE, witness, problem) for witness, problem in _FORGERIES),
        *(Forgery(_EXAMPLE, each, problem, {rule: True}) for each, rule, problem in _RULES),
    ],
    played=played,
    overlay_cases=[
        OverlayCase("any", "square-2x2.lp", "all", "none", "found 2", "length=2"),
        OverlayCase(
            "no-undo", "square-2x2.lp", "all", "found 2", "other answers", "length=2", "any"
        ),
        OverlayCase("no-north", "generated-07-4.lp", "shortest", "found 4", "found 5"),
        OverlayCase("walk-first", _CORRIDOR, "shortest", "found 1", "found 0"),
        OverlayCase("fewest", _ROUNDABOUT, "plan", "found", "found 1"),
        OverlayCase("fixed-lines", _CORNERS, "shortest", "found 1", "found 2"),
        OverlayCase("lost-tiles", _DROPPING, "shortest", "found 1", "found 2"),
        OverlayCase("exact", "square-2x2.lp", "all", "found 1", "found 2"),
        OverlayCase("two-avatars", _CORRIDOR, "shortest", "found 1", "none"),
    ],
    unsolvable=unsolvable,
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=_MUTANTS,
    puzzles=[_THERE_AND_BACK],
    kinds=(
        "connect(_,_,n)",
        "connect(_,_,s)",
        "connect(_,_,e)",
        "connect(_,_,w)",
        "rule(walk_first)",
        "rule(fixed_lines)",
        "rule(no_undo)",
        "rule(lost_tiles)",
        "rule(exact)",
    ),
)
