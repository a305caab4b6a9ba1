"""One random Alice maze, under any options, put to one engine by every task, and counted.

The truth comes from the rules alone: `alice_ask.plain` walks everywhere, and what is here grows the
tree, keeps to side constraints, and tries all designs.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import combinations, product
from typing import Any

from alice_ask import STEPS, Plain, State, plain, random_maze
from asking import ask

from pylab.base.finding import Status
from pylab.families.alice import model as alice
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Maze
from pylab.text.source import Source

LISTED = 300
"""The most routes that are listed."""

CLOCKWISE = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def asked(instance: Maze, engine: str, task: str, **means: Any) -> tuple[Any, list[Any]]:
    """The answer and the checked witnesses."""
    options = means.pop("options", {})
    means["options"] = {n: v for n, v in options.items() if n != "depth" or task == "tree"}
    report, found = ask("alice", instance, task, engine=engine, seconds=60, **means)
    assert all(checked.verdict.valid for checked in found)
    assert not report.messages
    assert report.invalid == ()
    return report, [checked.witness for checked in found]


def maze(rng: random.Random) -> tuple[Maze, Maze, dict[str, Any]]:
    """A maze under options; the one of the file, and the options that make it that one.

    It is read again from either of its formats, the one for people battered now and then.
    """
    bare = random_maze(rng, rng.choice((2, 3, 4, 6)), options=False)
    if rng.random() < 0.5:  # marks on the goal, and on the start, which mean little
        arrows, colours = bytearray(bare.arrows), bytearray(bare.colours)
        for x, y in (bare.goal, bare.start):
            arrows[y * bare.width + x] |= rng.randrange(256)
            colours[y * bare.width + x] = rng.randrange(4)
        bare = replace(bare, arrows=bytes(arrows), colours=bytes(colours))
    options: dict[str, Any] = {
        name: True for name in ("departure", "backwards") if rng.random() < 0.35
    }
    if rng.random() < 0.3:
        squares = [s for s in bare.squares() if s != bare.goal and not bare.is_blank(s)]
        longest = max(bare.width, bare.height)
        x, y = rng.choice(squares)
        options["at"] = f"{x},{y},{rng.randint(-longest if 'backwards' in options else 0, longest)}"
    if rng.random() < 0.4:
        options["depth"] = rng.randint(0, 5)
    whole = FAMILY.adapt(bare, **options)
    assert FAMILY.from_facts(FAMILY.facts(whole)) == whole
    assert FAMILY.read(Source("maze.alice", battered(rng, FAMILY.write(bare)))) == bare
    return whole, bare, options


def battered(rng: random.Random, text: str) -> str:
    """A maze's text as people and Markdown leave it."""
    size, *rows = text.splitlines()
    words = []
    for word in " ".join(rows).split():
        for old, new in ((",,", "„"), ("#", "\\#"), ("?", "\\?"), ("_", "\\_")):
            if rng.random() < 0.2:
                word = word.replace(old, new)
        words.append({"#,,": "#", "!,,": "!"}.get(word, word) if rng.random() < 0.5 else word)
    gaps = ("  ", "\t", "\n", "\r\n", " \n ")
    width, height = size.split()
    return f"0{width}\n{height}\n" + "".join(word + rng.choice(gaps) for word in words)


def number_of_routes(walked: Plain) -> int:
    """How many shortest routes there are, without a list of them."""
    ways: Counter[State] = Counter({next(iter(walked.distance)): 1})
    for step in range(walked.length or 0):
        grown: Counter[State] = Counter()
        for state, number in ways.items():
            for each in walked.onward[state]:
                if walked.distance[each] == step + 1:
                    grown[each] += number
        ways = grown
    return sum(number for state, number in ways.items() if state in walked.goals)


def tree(instance: Maze) -> set[tuple[Any, ...]]:
    """The seed's tree: all routes at once, none further where another one has been."""
    first = tuple(instance.first)
    seen, queue, branches = {first}, deque([(first, 0)]), set()
    while queue:
        (x, y, d), level = queue.popleft()
        if instance.depth and level >= instance.depth:
            continue
        if (x, y) == instance.goal or (d <= 0 and not instance.backwards):
            continue
        arrows = [name for name in CLOCKWISE if name in instance.arrows_of((x, y))]
        for name in arrows if d else ["stay"] * bool(arrows):
            dx, dy = STEPS.get(name, (0, 0))
            to = (x + d * dx, y + d * dy)
            branch = (x, y, d, name, *to)
            if not (0 <= to[0] < instance.width and 0 <= to[1] < instance.height):
                branches.add((*branch, d, "outside"))
                continue
            index = to[1] * instance.width + to[0]
            empty = not instance.arrows[index] and not instance.colours[index]
            if empty and to not in (instance.start, instance.goal):
                branches.add((*branch, d, "blank"))
                continue
            colour = instance.colour_of((x, y) if instance.departure else to)
            after = (*to, d + (colour == "red") - (colour == "yellow"))
            if after[2] == 0 and to != instance.goal and not instance.backwards:
                outcome = "zero"
            else:
                fresh = "new" if instance.arrows[index] else "arrowless"
                outcome = "seen" if after in seen else "goal" if to == instance.goal else fresh
            branches.add((*branch, after[2], outcome))
            if after not in seen:
                seen.add(after)
                queue.append((after, level + 1))
    return branches


def constrained(
    instance: Maze,
    visits: tuple[int, int] | None,
    avoids: tuple[int, int] | None,
    colour: str,
    limit: int | None,
) -> int | None:
    """The fewest moves of a route that lands here, not there, and so often on a colour at most."""
    onward = plain(instance).onward
    first = (tuple(instance.first), visits is None, 0)
    distance, queue = {first: 0}, deque([first])
    while queue:
        node = queue.popleft()
        state, visited, landed = node
        if state[:2] == instance.goal and visited:
            return distance[node]
        for each in onward[state]:
            there = each[:2]
            now = landed + (limit is not None and instance.colour_of(there) == colour)
            if there == avoids or (limit is not None and now > limit):
                continue
            following = (each, visited or there == visits, now)
            if following not in distance:
                distance[following] = distance[node] + 1
                queue.append(following)
    return None


def designs(instance: Maze, most_arrows: int) -> Iterator[Maze]:
    """All mazes with this grid, start and goal, of black, red and yellow squares; the start black.

    Of arrows, those that lead off the grid both ways mean no more than any other one.
    """
    places = []
    for x, y in instance.squares():
        kinds = [0]
        if (x, y) != instance.goal:
            useful = [
                bit
                for bit, (dx, dy) in enumerate(STEPS[name] for name in CLOCKWISE)
                if instance.inside((x + dx, y + dy)) or instance.inside((x - dx, y - dy))
            ]
            sets = (c for n in range(most_arrows + 1) for c in combinations(useful, n))
            kinds = [sum(1 << bit for bit in each) for each in sets]
        colours = (1,) if (x, y) in (instance.start, instance.goal) else (1, 2, 3)
        places.append(list(product(kinds, colours)))
    for chosen in product(*places):
        arrows, colours = zip(*chosen, strict=True)
        yield replace(instance, arrows=bytes(arrows), colours=bytes(colours))


def trial(rng: random.Random, engine: str) -> Counter[str]:
    """Put a random maze to an engine, by all its tasks; how often what was compared."""
    whole, bare, options = maze(rng)
    walked = plain(whole)
    routes = number_of_routes(walked)
    counts: Counter[str] = Counter({"mazes": 1, **{f"option {name}": 1 for name in options}})
    means: dict[str, Any] = {}
    instance = whole
    way = rng.randrange(3)
    if way == 1:
        instance, means = bare, {"options": options}
    if way == 2:
        rules = [name for name in ("departure", "backwards") if name in options]
        others = {name: value for name, value in options.items() if name not in rules}
        means = {"overlays": tuple(f"variants/{name}.lp" for name in rules), "options": others}
        instance = bare
    for task in ("shortest", "all", "unique", "hint", *(["count"] if engine == "native" else [])):
        if task == "all" and routes > LISTED:
            continue
        report, found = asked(instance, engine, task, **means)
        _judge(task, whole, walked, routes, report, found)
        counts[task] += 1
    wanted = rng.randint(2, 4)
    report, found = asked(instance, engine, rng.choice(("all", "shortest")), models=wanted, **means)
    if walked.length is not None:
        assert len({each.moves for each in found}) == len(found) == min(wanted, routes)
        counts["some"] += 1

    report, (figures,) = asked(instance, engine, "statistics", **means)
    assert asdict(figures) == walked.statistics()
    assert report.cost is None
    counts["statistics"] += 1
    if engine == "native":
        report, (grown,) = asked(instance, engine, "tree", **means)
        assert grown.root == whole.first
        assert {tuple(branch) for branch in grown.branches} == tree(whole)
        counts["tree"] += 1
    if engine == "clingo":
        counts += _constrained(rng, whole, walked, instance, means)
    return counts


def _judge(
    task: str, whole: Maze, walked: Plain, routes: int, report: Any, found: list[Any]
) -> None:
    """What is said of shortest routes."""
    answer = report
    assert not answer.reason
    if walked.length is None:
        assert answer.status is Status.NONE
        (closed,) = found
        assert isinstance(closed, alice.Closed)
        assert set(map(tuple, closed.states)) == set(walked.distance)
        assert report.certified
        return
    assert answer.at_least is None or answer.at_least <= walked.length
    if answer.optimal and answer.status is Status.FOUND:
        assert answer.cost == walked.length
    if task == "unique":
        kind = alice.Unique if routes == 1 else alice.Rivals
        assert [type(each) for each in found] == [kind]
        assert found[0].length == len(found[0].moves) == walked.length
        assert answer.status is (Status.FOUND if routes == 1 else Status.NONE)
        return
    assert answer.status is Status.FOUND
    if task == "shortest":
        assert [each.length for each in found] == [len(found[0].moves)] == [walked.length]
    if task == "all":
        assert answer.complete
        assert len(found) == routes
        told = sorted(tuple(tuple(move.state) for move in each.moves) for each in found)
        assert told == walked.routes()
    if task == "count":
        assert found == [alice.Count(walked.length, routes)]
    if task == "hint":
        firsts = {route[0] for route in walked.routes()} if routes <= LISTED else None
        assert found[0].length == walked.length
        assert firsts in (None, {tuple(move.state) for move in found[0].moves})


def _constrained(
    rng: random.Random, whole: Maze, walked: Plain, instance: Maze, means: dict[str, Any]
) -> Counter[str]:
    """`plan`, under any of the side constraints together."""
    squares = list(whole.squares())
    visits, avoids = (rng.choice((None, rng.choice(squares))) for _ in range(2))
    limit = rng.choice((None, 0, 1, 2))
    colour = rng.choice(("black", "red", "yellow"))
    longest = rng.choice((0, 3, 6, 9))
    constants = {"longest": str(longest)}
    overlays = list(means.get("overlays", ()))
    for name, square in (("visit", visits), ("avoid", avoids)):
        if square is not None:
            constants |= {f"{name}_x": str(square[0]), f"{name}_y": str(square[1])}
            overlays.append(f"variants/{name}.lp")
    if limit is not None:
        constants |= {"limited_colour": colour, "colour_limit": str(limit)}
        overlays.append("variants/colour-limit.lp")
    means = {**means, "overlays": tuple(overlays), "constants": constants}
    report, found = asked(instance, "clingo", "plan", **means)
    length = constrained(whole, visits, avoids, colour, limit)
    if length is not None and length <= longest:
        assert [len(route.moves) for route in found] == [report.cost] == [length]
    else:
        assert found == []
        assert report.status is not Status.FOUND
        if report.status is Status.NONE:
            assert length is None
        cut_off = walked.length is None or (
            visits is not None and visits not in {state[:2] for state in walked.distance}
        )
        assert not cut_off or report.status is Status.NONE
    return Counter({"plan": 1, "constrained": bool(overlays)})
