"""What the family is tried by: a plain walk through all states, forgeries, broken encodings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pylab.base.listing import Task
from pylab.families.alice.format import facts, from_facts
from pylab.families.alice.generate import sample
from pylab.families.alice.model import COLOURS, Maze, Move, Route, State, Witness
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact, fact

_STEPS = {"n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1)}
_STEPS |= {"s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1)}


def _won(maze: Maze, state: State) -> bool:
    return (state.x, state.y) == maze.goal


def _onward(maze: Maze, state: State) -> Iterator[tuple[str, State]]:
    """The moves from a state, one for each state that they lead to."""
    x, y, d = state
    seen = set()
    if _won(maze, state) or (d <= 0 and not maze.backwards):
        return
    for name in maze.arrows_of((x, y)):
        to = (x + _STEPS[name][0] * d, y + _STEPS[name][1] * d)
        if not (0 <= to[0] < maze.width and 0 <= to[1] < maze.height):
            continue
        bare = not maze.arrows_of(to) and maze.colour_of(to) == "white"
        if bare and to not in (maze.start, maze.goal):
            continue
        colour = maze.colour_of((x, y) if maze.departure else to)
        after = State(*to, d + (colour == "red") - (colour == "yellow"))
        if after not in seen:
            seen.add(after)
            yield name if d else "stay", after


def _shortest(maze: Maze) -> tuple[int, int] | None:
    """The fewest moves to the goal, and how many routes have no more; None if there is none."""
    layer, seen, length = {maze.first: 1}, {maze.first}, 0
    while layer:
        routes = sum(number for state, number in layer.items() if _won(maze, state))
        if routes:
            return length, routes
        following: dict[State, int] = {}
        for state, number in layer.items():
            for _, after in _onward(maze, state):
                if after not in seen:
                    following[after] = following.get(after, 0) + number
        seen |= set(following)
        layer, length = following, length + 1
    return None


def truth(maze: Maze, task: Task) -> Truth | None:
    """By walking everywhere; of shortest routes alone."""
    if task.name not in ("shortest", "all", "count", "unique", "hint", "plan"):
        return None
    found = _shortest(maze)
    if found is None or (task.name == "unique" and found[1] > 1):
        return Truth(False)
    return Truth(True, found[0], found[1])


def unsolvable(rng: random.Random) -> Maze:
    """A maze of at most nine squares without a route."""
    while True:
        maze = sample(rng)
        if maze.width * maze.height <= 9 and _shortest(maze) is None:
            return maze


def relaxed(maze: Maze, loose: Sequence[Fact]) -> Maze:
    """The maze with more arrows, and with other colours; of each square the first that is named."""
    found = facts(maze)
    painted: dict[str, Fact] = {}
    gone = [each for each in loose if each.name == "colour"]
    for each in loose:
        if each.name == "arrow" and each not in found:
            found.append(each)
        if each.name == "paint":
            square = str(each.arguments[:2])
            coloured = [f for f in found if f.name == "colour" and str(f.arguments[:2]) == square]
            if all(f in gone for f in coloured):
                painted.setdefault(square, fact("colour", *each.arguments))
    for each in gone:  # black if it is not painted, so that it is no blank
        found.remove(each)
        square = str(each.arguments[:2])
        painted.setdefault(square, fact("colour", *each.arguments[:2], "black"))
    return from_facts([*found, *painted.values()])


def lets_go(_before: Maze, after: Maze, requirement: Fact) -> bool:
    """Arrows are added, and nothing else is changed."""
    return requirement.name == "arrow" and requirement in facts(after)


def played(maze: Maze, game: PlayedGame) -> Route:
    """The route that the token took."""
    states = [maze.first]
    for seen in game.seen[1:]:
        told = dict(seen["facts"])
        x, y = told["square"].strip("()").split(", ")
        states.append(State(int(x), int(y), int(told["d"])))
    moves = []
    for step, (here, there) in enumerate(pairwise(states), 1):
        direction = next(name for name, after in _onward(maze, here) if after == there)
        moves.append(Move(step, direction, *there))
    return Route(tuple(moves))


_EXAMPLE = "example.alice"

_ROUTE = ("move(n,0,1,1,1).", "move(ne,1,0,1,2).", "move(w,0,0,2,3).", "move(se,2,2,2,4).",
          "move(n,2,0,2,5).")  # fmt: skip


def _instead(step: int, move: str) -> str:
    """The route with another move at a step."""
    return " ".join([*_ROUTE[: step - 1], move, *_ROUTE[step:]])


_FORGERIES = (
    (" ".join(_ROUTE), ""),
    (" ".join(_ROUTE[:-1]), "goal"),
    (_instead(1, "move(w,0,1,1,1)."), "no-arrow"),
    (_instead(3, "move(w,1,0,2,3)."), "landing"),
    (_instead(2, "move(ne,1,0,2,2)."), "d"),
    (_instead(3, "move(w,0,0,2,4)."), "step-number"),
    (f"{' '.join(_ROUTE)} move(n,2,1,2,6).", "over"),
    (f"{' '.join(_ROUTE)} length(4).", "length"),
    ("length(5). routes(0,2).", "count"),
    ("length(4). routes(0,1).", "length"),
    ("hint(e,2,2,1). length(5).", "no-move"),
    ("figure(states,10). figure(goals,1). figure(moves,12). figure(dead,2). figure(hopeless,1). "
     "figure(forks,4). figure(largest,3). figure(squares,8). figure(arrows,12). figure(wrong,1). "
     "figure(late,1).", "dead"),
)  # fmt: skip

_TWINS = ("move(se,1,4,1,1). move(n,1,3,1,2). move(n,1,2,1,3). move(ne,2,1,1,4). "
          "move(n,2,0,1,5). move(e,3,0,1,6).")  # fmt: skip
_TWIN = ("move(se,1,4,1,1). move(n,1,3,1,2). move(nw,0,2,1,3). move(ne,1,1,1,4). "
         "move(ne,2,0,1,5). move(e,3,0,1,6).")  # fmt: skip
_DETOUR = (_TWIN.partition("move(ne,2,0")[0]
           + "move(s,1,2,1,5). move(ne,2,1,1,6). move(n,2,0,1,7). move(e,3,0,1,8).")  # fmt: skip

_OF_TWINS = (
    (_DETOUR, ""),
    (f"{_DETOUR} length(8).", "not-shortest"),
    (f"{_TWINS} {_TWIN.split('move(ne,2,0')[0]} length(6).", "step-number"),
    (f"{_TWINS} length(6). unique.", "not-unique"),
    (f"{_TWINS} {_TWIN.replace('move', 'rival')} length(6).", ""),
    (f"{_TWINS} {_TWINS.replace('move', 'rival')} length(6).", "same"),
    ("hint(se,1,4,1). length(6).", ""),
    ("hint(se,1,4,1). hint(s,0,4,1). length(6).", "detour"),
    ("hint(s,0,4,1). length(6).", "detour"),
)

_DEAD_ENDS = """3 2
?,b,e_s_se  #,y,e   !,,
#,r,e_n     #,,     #,b,n_w
"""
_CLOSED = "closed(0,0,1). closed(1,0,0). closed(0,1,2). closed(2,1,2). closed(0,1,3)."

_OF_DEAD_ENDS = (
    ("move(e,1,0,0,1). move(e,1,0,0,2).", "zero"),
    ("move(s,0,1,2,1). move(n,0,-1,2,2).", "outside"),
    ("move(se,1,1,1,1).", "blank"),
    (_CLOSED, ""),
    (_CLOSED.replace("closed(0,0,1).", ""), "first-missing"),
    (_CLOSED.replace("closed(0,1,3).", ""), "open"),
    (f"{_CLOSED} closed(5,0,1).", "off-board"),
    (f"{_CLOSED} closed(2,0,1).", "goal"),
)

_BACKWARDS = ("move(n,3,3,2,1). move(n,3,1,1,2). move(nw,2,0,1,3). move(se,3,1,0,4). "
              "move(stay,3,1,-1,5). move(ne,2,2,-2,6). move(se,0,0,-2,7).")  # fmt: skip

_MUTANTS = (
    Mutant(
        "yellow squares change nothing",
        "shortest", "maze.lp",
        "makes(yellow,D,D-1) :- leaping(D).", "makes(yellow,D,D) :- leaping(D).",
        ("none", "invalid", "optimum", "missing"), 60,
    ),
    Mutant(
        "what lies in between must not be blank",
        "shortest", "transition.lp",
        "Y' = Y+DY*D, kind(X',Y',C)", "Y' = Y+DY*D, square(X+DX,Y+DY), kind(X',Y',C)",
        ("none", "invalid", "optimum", "missing"), 30,
    ),
)  # fmt: skip

_MAZE = """4 3
#,y,s    #,b,se_sw  #,b,e_w     ?,b,s
#,b,e_s  !,,        #,b,ne_se_s #,b,nw
#,r,e    #,b,n      #,b,n_e_nw  #,b,n
"""
_AVOID = "avoid_x=0 avoid_y=1 longest=9"
_BRIDGE = """4 4
#,b,se  #,y,s_sw    #,b,e_s     #,b,sw
#,b,n   #,b,e_sw_w  #,b,n_se    #,b,w
?,b,n   #,y,e_sw    #,b,sw_w    #,b,s
!,,     #,b,ne_w_nw #,r,w       #,b,n_w_nw
"""
_VISIT = "visit_x=1 visit_y=1 longest=9"
_REDS = "limited_colour=red colour_limit=0 longest=12"

TESTKIT: FamilyTestkit[Maze, Witness] = FamilyTestkit(
    truth=truth,
    forgeries=[
        *(Forgery(_EXAMPLE, witness, problem) for witness, problem in _FORGERIES),
        *(Forgery("twins.alice", witness, problem) for witness, problem in _OF_TWINS),
        *(Forgery(_DEAD_ENDS, witness, problem) for witness, problem in _OF_DEAD_ENDS),
        Forgery("caged.alice", _BACKWARDS, "zero"),
        Forgery("caged.alice", _BACKWARDS, "", {"backwards": True}),
    ],
    played=played,
    overlay_cases=[
        OverlayCase("backwards", "caged.alice", "shortest", "none", "found 7"),
        OverlayCase("departure", _EXAMPLE, "shortest", "found 5", "none"),
        OverlayCase("avoid", _MAZE, "plan", "found 5", "found 6", _AVOID),
        OverlayCase("visit", _EXAMPLE, "plan", "found 5", "found 8", _VISIT),
        OverlayCase("colour-limit", _BRIDGE, "plan", "found 8", "found 9", _REDS),
    ],
    unsolvable=unsolvable,
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=_MUTANTS,
    kinds=(
        "arrow(_,_,n)",
        "arrow(_,_,ne)",
        "arrow(_,_,e)",
        "arrow(_,_,se)",
        "arrow(_,_,s)",
        "arrow(_,_,sw)",
        "arrow(_,_,w)",
        "arrow(_,_,nw)",
        *(f"colour(_,_,{each})" for each in COLOURS[1:]),
        "rule(departure)",
        "rule(backwards)",
        "begin(_,_,0)",
        "begin(_,_,2)",
        "depth(_)",
    ),
)
