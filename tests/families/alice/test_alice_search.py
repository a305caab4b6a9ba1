"""The native engine: known answers, and a plain queue on random mazes."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest
from alice_ask import Listener, clingo, maze, native, plain, random_maze, shared
from asking import ask
from projects import few, many

from pylab.base.errors import LimitReached, PylabError
from pylab.base.finding import Status
from pylab.families.alice import bitboard, search
from pylab.families.alice.check import check
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Closed, Count, Maze, Rivals, Route, Unique

KNOWN = {
    "seed_example": (5, 1, 12, None, None),
    "abbott01": (18, 1, 24, 0, 1),
    "abbott03": (21, 1, 30, 1, 2),
    "abbott05": (23, 1, 39, 3, 5),
    "abbott07": (22, 1, 43, 1, 5),
    "abbott09": (41, 1, 77, 4, 6),
    "abbott11": (15, 1, 112, 3, 7),
    "abbott13": (21, 1, 155, 9, 8),
    "abbott15": (73, 1, 113, 4, 7),
    "abbott17": (45, 1, 137, 7, 8),
    "abbott19": (38, 1, 46, 1, 3),
}
"""Length, number of shortest routes, states, dead ends, largest d: published and counted anew."""


@pytest.mark.parametrize("name", few(KNOWN, 2))
def test_known_answers(name: str) -> None:
    real = shared(f"{name}.txt")
    length, routes, states, dead, largest = KNOWN[name]
    assert native(real, "count")[1] == [Count(length, routes)]
    for put in (native, clingo):
        found = put(real, "all")[1]
        assert [route.length for route in found] == [length] * routes
        assert all(check(real, route).valid for route in found)
        assert isinstance(put(real, "unique")[1][0], Unique)
        (figures,) = put(real, "statistics")[1]
        assert figures.states == states
        assert dead is None or (figures.dead, figures.largest) == (dead, largest)


def compare(instance: Maze) -> None:
    """The native engine's answers against the plain queue's; each is checked, too."""
    walked = plain(instance)
    answers = {
        name: native(instance, name)
        for name in ("shortest", "all", "count", "unique", "statistics", "hint", "tree")
    }
    for _, witnesses in answers.values():
        for witness in witnesses:
            assert check(instance, witness).problems == ()
    assert asdict(answers["statistics"][1][0]) == walked.statistics()
    if walked.length is None:
        for name in ("shortest", "all", "count", "unique", "hint"):
            answer, witnesses = answers[name]
            assert answer.status is Status.NONE
            assert witnesses == [Closed(tuple(sorted(walked.distance)))]  # type: ignore[arg-type]
        return
    routes = walked.routes()
    found = answers["all"][1]
    assert sorted(tuple(tuple(m.state) for m in route.moves) for route in found) == routes
    assert answers["count"][1] == [Count(walked.length, len(routes))]
    assert answers["shortest"][1][0] in found
    assert isinstance(answers["unique"][1][0], Unique if len(routes) == 1 else Rivals)
    assert {tuple(m.state) for m in answers["hint"][1][0].moves} == {route[0] for route in routes}


@pytest.mark.parametrize("large", [10**6, 0])
def test_random_mazes(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On large boards layers are written in binary, and masks are not kept."""
    for module in (search, bitboard):
        monkeypatch.setattr(module, "_LARGE", large)
    rng = random.Random(4)
    for _ in range(many(500)):
        compare(random_maze(rng))


def test_layers_of_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 64 of them, so that all digits of their numbers are needed."""
    rng = random.Random(6)
    long = 0
    for instance in (diamonds(70), *(random_maze(rng, 12) for _ in range(many(60)))):
        searched = []
        for most in (10**6, 0):
            monkeypatch.setattr(search, "_LARGE", most)
            searched.append(search.layers(bitboard.Bitboard(instance), beyond=True))
        kept, written = searched
        long = max(long, written.length)
        for number in range(kept.length + 1):
            layer = kept.layer(number)
            assert written.layer(number) == layer
            for state in kept.board.states_of(kept.seen()):
                assert written.has(number, state) == kept.has(number, state)
    assert long >= 140


@pytest.mark.slow
def test_thousands_of_random_mazes() -> None:
    rng = random.Random(44)
    for _ in range(4000):
        compare(random_maze(rng, rng.choice((4, 8, 12))))


def turned(instance: Maze) -> Maze:
    """The maze turned by a quarter, clockwise."""
    width, height = instance.height, instance.width
    arrows, colours = bytearray(width * height), bytearray(width * height)
    for x, y in instance.squares():
        old, new = y * instance.width + x, x * width + (width - 1 - y)
        bits = instance.arrows[old]
        arrows[new] = (bits << 2 | bits >> 6) & 255
        colours[new] = instance.colours[old]

    def turn(square: tuple[int, int]) -> tuple[int, int]:
        return width - 1 - square[1], square[0]

    rules = (instance.departure, instance.backwards)
    ends = turn(instance.start), turn(instance.goal)
    return Maze(width, height, *ends, bytes(arrows), bytes(colours), *rules)


def test_turning_a_maze_changes_no_answer() -> None:
    rng = random.Random(9)
    for _ in range(60):
        instance = random_maze(rng)
        other = turned(instance)
        assert native(other, "statistics")[1] == native(instance, "statistics")[1]
        first, second = native(instance, "count")[1][0], native(other, "count")[1][0]
        assert first == second or (isinstance(first, Closed) and isinstance(second, Closed))


def diamonds(number: int) -> Maze:
    """Squares in a row, from each of which two ways of two moves lead to the next but one."""
    upper, middle, lower = [], [], []
    for _ in range(number):
        middle += ["#,b,ne_se", "#"]
        upper += ["#", "#,b,se"]
        lower += ["#", "#,b,ne"]
    middle[0] = "?,b,ne_se"
    rows = [[*upper, "#"], [*middle, "!"], [*lower, "#"]]
    return maze(f"{2 * number + 1} 3\n" + "\n".join(" ".join(row) for row in rows))


def test_routes_are_counted_without_listing_them() -> None:
    large = diamonds(100)
    (count,) = native(large, "count")[1]
    assert count == Count(200, 2**100)
    assert check(large, count).valid
    answer, witnesses = native(large, "all", models=3)
    assert (answer.count, answer.complete, len(witnesses)) == (3, False, 3)
    assert len({witness.moves for witness in witnesses}) == 3


def test_all_is_complete_and_ordered() -> None:
    answer, witnesses = native(diamonds(3), "all")
    assert (answer.count, answer.complete, answer.optimal, answer.cost) == (8, True, True, 6)
    assert native(diamonds(3), "all")[1] == witnesses
    assert isinstance(witnesses[0], Route)
    assert [move.direction for move in witnesses[0].moves] == ["ne", "se"] * 3


def test_limits_pass_through() -> None:
    listener = Listener(patience=2)
    with pytest.raises(LimitReached):
        FAMILY.native.search(  # type: ignore[attr-defined]
            diamonds(5), FAMILY.task("shortest"), listener, 1
        )


def test_tasks_without_a_native_engine() -> None:
    with pytest.raises(PylabError, match="no native engine for plan"):
        ask("alice", diamonds(1), "plan", engine="native")
