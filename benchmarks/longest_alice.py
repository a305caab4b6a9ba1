"""The longest mazes of Alice's kind whose shortest route is the only one, by size.

For each size, and for each start and goal up to symmetry, the encoding `design` looks for arrows
and colours, with any number of arrows on a square, that make a route of N moves the only shortest
one. N begins at the number of states and decreases until there is a maze. That there is no longer
one is clingo's claim; with `certify`, and a solver that writes proofs, pylab checks a proof of it.

    python benchmarks/longest_alice.py [WxH …] [certify]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations, product

from pylab import proving
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.core.answer import Answer
from pylab.notebook.asking import solve

Square = tuple[int, int]

ONLY = """\
% Purpose: no other route has as few moves.
% Tasks: design

back(X,Y,D,length) :- may(X,Y,D,length), goal(X,Y).
back(X,Y,D,T) :- may(X,Y,D,T), T < length, leads(X,Y,D,X',Y'), turns(X',Y',D,D'),
                 back(X',Y',D',T+1).
:- T = 0..length, 2 { back(X,Y,D,T) }.
"""


def ends(width: int, height: int) -> list[tuple[Square, Square]]:
    """Pairs of start and goal, one of each kind by symmetry."""

    def seen(square: Square, mirrored: tuple[bool, bool], turned: bool) -> Square:
        x = width - 1 - square[0] if mirrored[0] else square[0]
        y = height - 1 - square[1] if mirrored[1] else square[1]
        return (y, x) if turned else (x, y)

    ways = [
        (mirrored, turned)
        for mirrored in product((False, True), repeat=2)
        for turned in ((False, True) if width == height else (False,))
    ]
    squares = product(range(width), range(height))
    return sorted(
        {min((seen(s, *way), seen(g, *way)) for way in ways) for s, g in permutations(squares, 2)}
    )


def asked(width: int, height: int, start: Square, goal: Square, length: int) -> Answer:
    """A maze whose only shortest route has that many moves, if there is one."""
    text = (
        f"size({width},{height}). start({start[0]},{start[1]}). goal({goal[0]},{goal[1]}).\n"
        f"begin({start[0]},{start[1]},1)."
    )
    constants = {"length": length, "most_arrows": 8}
    return solve(text, "design", family="alice", overlays=[ONLY], constants=constants).answer


def longest(width: int, height: int, certify: bool = False) -> Iterator[tuple[int, Answer, bool]]:
    """For each start and goal: the most moves, a maze that has them, and whether that is proven."""
    states = (width * height - 1) * (max(width, height) - 1)
    for start, goal in ends(width, height):
        proven = certify
        for length in range(states, 0, -1):
            answer = asked(width, height, start, goal, length)
            if answer.status is Status.FOUND:
                yield length, answer, proven
                break
            if proven:
                proven = proving.certify(answer, Patience())[0].certified


def main(sizes: list[str], certify: bool) -> None:
    """Print a line for each size, and the maze."""
    for size in sizes:
        width, height = map(int, size.split("x"))
        found = list(longest(width, height, certify))
        most, answer, _ = max(found, key=lambda each: each[0])
        ways = sum(length == most for length, _, _ in found)
        whose = "certified" if all(proven for _, _, proven in found) else "clingo's claim"
        print(f"{size}: {most} moves, from {ways} of {len(found)} starts and goals ({whose})")
        checked = answer.checked[0]
        print(answer.question.family.show(checked.witness), end="")
        print(f"% {checked.verdict.summary}", flush=True)


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    given = sys.argv[1:]
    main([s for s in given if s != "certify"] or ["2x2", "3x2", "3x3"], "certify" in given)
