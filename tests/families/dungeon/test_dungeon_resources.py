"""Items that doors use up: the overlay against a search that knows keys of three colours."""

from __future__ import annotations

import random
from itertools import count

import pytest
from projects import call, few

HEAD = """\
dungeon colours
legend R = door item red
legend G = door item green
"""
COLOURS = {"r": "R", "g": "G", "k": "L"}


def room(seed):
    """A random room with keys and doors of three colours."""
    draw = random.Random(seed)
    rows, columns = draw.randint(2, 4), draw.randint(3, 6)
    signs = [[draw.choice("....##rgkRGLRG") for _ in range(columns)] for _ in range(rows)]
    spots = [(y, x) for y in range(rows) for x in range(columns)]
    for sign, (y, x) in zip("@T", draw.sample(spots, 2), strict=True):
        signs[y][x] = sign
    wall = "#" * (columns + 2)
    text = "\n".join([wall, *(f"#{''.join(row)}#" for row in signs), wall])
    for key in "rg":  # a door whose item is nowhere is a wall, in any dungeon
        text = text if key in text else text.replace(key.upper(), "#")
    return text.split("\n")


def fewest(grid):
    """The least number of steps by trying everything; None if the goal is out of reach."""
    tiles = {(y, x): sign for y, row in enumerate(grid) for x, sign in enumerate(row)}
    begin = next(at for at, sign in tiles.items() if sign == "@")
    seen = layer = {(begin, frozenset())}
    for steps in count():
        if not layer or any(tiles[at] == "T" for at, _ in layer):
            return steps if layer else None
        new = set()
        for (y, x), used in layer:
            for at in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                sign = tiles[at]
                if sign in COLOURS.values() and at not in used:
                    key = next(k for k, door in COLOURS.items() if door == sign)
                    met = [tiles[each] for each in used]
                    if met.count(key) - met.count(sign) < 1:
                        continue
                if sign != "#":
                    new.add((at, used | {at} if sign in "rgkRGL" else used))
        layer = new - seen
        seen = seen | new


def asked(tmp_path, rows, rules):
    puzzle = tmp_path / "x.dungeon"
    rooms = "\n".join(rows)
    items = "".join(
        f"item {sign} = {name}\n" for sign, name in (("r", "red"), ("g", "green")) if sign in rooms
    )
    doors = "".join(
        line for line in HEAD.splitlines(True) if line.split()[1] in (*rooms, "colours")
    )
    puzzle.write_text(f"{doors}room A at 0,0\n{rooms}\n{items}")
    own = tmp_path / "own.lp"
    own.write_text(rules)
    words = ("--with", "variants/resources.lp", "--with", own, "--engine", "clingo")
    return call("solve", puzzle, *words)


@pytest.mark.parametrize("seed", few(range(500), 15))
def test_routes_are_as_long_as_a_search_with_colours_says(seed, tmp_path):
    grid = room(seed)
    names = (name for key, name in (("r", "red"), ("g", "green")) if key in "".join(grid).lower())
    found = asked(tmp_path, grid, "".join(f'resource("{name}").\n' for name in names) or "#true.\n")
    steps = fewest(grid)
    if steps is None:
        assert "% none (clingo's claim" in found.stdout, found.stdout + found.stderr
    else:
        assert f"% a route of {steps} step" in found.stdout, found.stdout + found.stderr


def test_a_key_of_a_colour_opens_one_door_on_both_sides(tmp_path):
    red = 'resource("red").\n'
    rows = ["########", "#@r.R.T#", "########"]
    assert "a route of 5 steps" in asked(tmp_path, rows, red).stdout
    assert "% none" in asked(tmp_path, ["########", "#@rRR.T#", "########"], red).stdout
    facing = "######\n#@.r.R\n######\nroom B at 0,1\n######\nR...T#\n######"
    assert "a route of 9 steps" in asked(tmp_path, facing.split("\n"), red).stdout


def test_a_resource_is_an_item_of_the_dungeon(tmp_path):
    (tmp_path / "own.lp").write_text('resource("rde").\n')
    for puzzle in ("dungeon/demo.dungeon", "dungeon/mission.dot"):
        words = ("--with", "variants/resources.lp", "--with", tmp_path / "own.lp")
        done = call("solve", puzzle, *words)
        assert (done.returncode, "names no item of the dungeon" in done.stderr) == (2, True)
