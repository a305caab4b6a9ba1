"""The boards of Ravensburger's labyrinth whose shortest plans have the most pushes, for small N.

All boards of a size are decided at once. If a board with a plan keeps only the openings that its
shortest plan walks through, it has no shorter plan. The avatar may stay on a tile until
it walks on for the last time, so the tiles walked over are a chain t0 … tm without repetition,
t0 its first one and tm the goal's, joined by m crossings. Where two tiles of the chain that are not
neighbours in it could face one another, the chain can be cut short: any two tiles can be pushed
anywhere (the pushes of a board with N > 1 take any two tiles to any two cells), so what is left is
a board with a plan; and a board with fewer openings has no shorter plan. So a hardest board is
among the chains that can't be cut. There are few kinds of them: all crossings of one axis are
beside one another, there and back, so m is at most 4. For each kind, pushes are counted
backwards from the goal over all places of its tiles.

Prints, for each N, the most pushes, how many boards of each kind take them, and one such board.

    python benchmarks/hardest_boards.py [largest N]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product

STEPS = {"n": (1, 0), "e": (0, 1), "s": (-1, 0), "w": (0, -1)}
FACING = {"n": "s", "s": "n", "e": "w", "w": "e"}

Places = tuple[int, ...]
"""The cells of a chain's tiles, row by row from the south-west corner."""


def pushes(size: int) -> list[list[int]]:
    """For each push, the cell to which it moves the tile of each cell."""
    made = []
    for line in range(size):
        for dx, dy in STEPS.values():
            taken = list(range(size * size))
            for cell in taken[:]:
                x, y = divmod(cell, size)
                if (x if dy else y) == line:
                    taken[cell] = (x + dx) % size * size + (y + dy) % size
            made.append(taken)
    return made


def chains() -> Iterator[str]:
    """The crossings of all chains that can't be cut, one of each kind by symmetry.

    A board may be turned and mirrored: the first crossing is to the north, and the first one across
    it is to the east.
    """
    for length in range(1, 6):
        for crossings in product("nesw", repeat=length):
            across = next((d for d in crossings if d in "ew"), "e")
            if crossings[0] == "n" and across == "e" and not cut(crossings):
                yield "".join(crossings)


def cut(crossings: Sequence[str]) -> bool:
    """Whether two tiles that aren't neighbours in the chain could face each other."""
    tiles = openings(crossings)
    return any(
        FACING[one] in tiles[other]
        for first, others in enumerate(tiles)
        for one in others
        for other in range(first + 2, len(tiles))
    )


def openings(crossings: Sequence[str]) -> list[set[str]]:
    """The openings of each tile of the chain."""
    tiles: list[set[str]] = [set() for _ in range(len(crossings) + 1)]
    for number, direction in enumerate(crossings):
        tiles[number].add(direction)
        tiles[number + 1].add(FACING[direction])
    return tiles


def counted(size: int, crossings: str) -> dict[Places, int]:
    """The number of pushes before the avatar can walk the chain, for all places of its tiles.

    The rest of the chain is solved first. Where the first crossing is open, the avatar takes it at
    once; elsewhere, pushes open it first. A push comes before the first walk.
    """
    taken = pushes(size)
    cells = range(size * size)
    costs = dict.fromkeys(((cell,) for cell in cells), 0)
    for number in reversed(range(len(crossings))):
        dx, dy = STEPS[crossings[number]]
        levels: dict[int, list[Places]] = {}
        for rest, cost in costs.items():
            x, y = divmod(rest[0], size)
            if 0 <= x - dx < size and 0 <= y - dy < size:
                cell = (x - dx) * size + y - dy
                if cell not in rest:
                    levels.setdefault(cost, []).append((cell, *rest))
        costs = {}
        cost = 0
        while levels:
            for places in levels.pop(cost, ()):
                if places not in costs:
                    costs[places] = cost
                    after = levels.setdefault(cost + 1, [])
                    for push in taken:  # each has an inverse among them
                        before = tuple([push[cell] for cell in places])
                        if before not in costs:
                            after.append(before)
            if not levels.get(cost + 1):
                levels.pop(cost + 1, None)
            cost += 1
    return {
        places: 1 + min(costs[tuple([push[cell] for cell in places])] for push in taken)
        for places in costs
    }


def board(size: int, crossings: str, places: Places, steps: int) -> str:
    """The facts of the board with a chain in these places, and no other openings."""
    lines = [f"field(1..{size},1..{size}). max_steps({steps})."]
    for predicate, cell in (("init_on", places[0]), ("goal_on", places[-1])):
        lines.append(f"{predicate}({cell // size + 1},{cell % size + 1}).")
    for cell, directions in zip(places, openings(crossings), strict=True):
        at = f"{cell // size + 1},{cell % size + 1}"
        lines += [f"connect({at},{direction})." for direction in sorted(directions)]
    return " ".join(lines)


def hardest(size: int) -> tuple[int, list[tuple[str, list[Places]]]]:
    """The most pushes, and the chains that take them with their places, by kinds."""
    most, found = 0, list[tuple[str, list[Places]]]()
    for crossings in chains():
        if len(crossings) < size * size:
            costs = counted(size, crossings)
            worst = max(costs.values())
            if worst > most:
                most, found = worst, []
            if worst == most:
                found.append((crossings, [p for p, cost in costs.items() if cost == most]))
    return most, found


def main(largest: int) -> None:
    """Print the results for each size."""
    for size in range(2, largest + 1):
        most, found = hardest(size)
        kinds = ", ".join(f"{crossings} {len(places)}" for crossings, places in found)
        print(f"N = {size}: at most {most} pushes; chains with so many: {kinds}")
        crossings, places = found[0]
        print(board(size, crossings, min(places), most), flush=True)


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
