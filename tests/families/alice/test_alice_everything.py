"""Every task, option, format and engine against the rules alone; limits, oddities, sizes."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from alice_ask import Listener, clingo, maze, native, plain, random_maze
from alice_trial import designs, trial
from alice_trial import maze as tried_maze
from odd_answers import odd_answer
from projects import few, many
from work_counted import grows_linearly

from pylab.base.errors import InstanceError, PylabError
from pylab.base.finding import Status
from pylab.drawing.svg import Drawing
from pylab.families.alice.check import check
from pylab.families.alice.family import FAMILY
from pylab.families.alice.generate import generate
from pylab.families.alice.model import COLOURS, DIRECTIONS, OUTCOMES, Count, Design, Maze, designed
from pylab.text.source import Source


@pytest.mark.parametrize(
    ("engine", "number"), few([("native", 15), ("both", 1), ("clingo", 10)], 1)
)
def test_all_tasks_and_options(engine: str, number: int) -> None:
    counts: Counter[str] = Counter()
    for index in range(number):
        counts += trial(random.Random(f"{engine} {index}"), engine)
    alone = {"native": ("count", "tree"), "clingo": ("constrained",)}.get(engine, ())
    assert all(counts[name] for name in ("all", "unique", "hint", "statistics", *alone))


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("native", 10000), ("clingo", 2000), ("both", 200)])
def test_all_tasks_and_options_often(engine: str, number: int) -> None:
    for index in range(number):
        trial(random.Random(f"often {engine} {index}"), engine)


def test_the_mazes_that_are_tried_have_all_options() -> None:
    rng = random.Random(1)
    found = [tried_maze(rng)[0] for _ in range(200)]
    assert {(each.departure, each.backwards) for each in found} == {
        (one, other) for one in (False, True) for other in (False, True)
    }
    assert {each.depth for each in found} == set(range(6))
    assert {each.begin.d for each in found if each.begin} >= set(range(-3, 4))


def test_samples_reach_the_whole_vocabulary() -> None:
    found = [FAMILY.sample(random.Random(i)) for i in range(400)]  # type: ignore[attr-defined]
    squares = [(each, square) for each in found for square in each.squares()]
    assert {each.colour_of(s) for each, s in squares} == set(COLOURS)
    assert {name for each, s in squares for name in each.arrows_of(s)} == set(DIRECTIONS)
    assert any(each.is_blank(s) for each, s in squares)
    assert {each.colour_of(each.start) for each in found} == set(COLOURS)
    assert {each.colour_of(each.goal) for each in found} == set(COLOURS)
    assert {(each.departure, each.backwards) for each in found} == {
        (one, other) for one in (False, True) for other in (False, True)
    }
    assert {each.depth for each in found} == {0, 1, 2}
    assert {each.begin.d for each in found if each.begin} >= {-2, -1, 0, 1, 2, 3}
    assert {each.width for each in found} == {1, 2, 3, 4, 5}
    assert {each.height for each in found} == {1, 2, 3, 4}
    signatures = {fact.signature for each in found for fact in FAMILY.facts(each)}
    assert signatures == set(FAMILY.vocabulary)


def test_generated_mazes_reach_all_arrows_and_colours() -> None:
    rng = random.Random(1)
    made = [generate(rng, 4, 4, coloured=0.6, blanks=b, steps=400) for b in (0, 0.2, 0.2, 0.3) * 4]
    squares = [(each, square) for each in made for square in each.squares()]
    assert {each.colour_of(s) for each, s in squares} == set(COLOURS)
    assert {name for each, s in squares for name in each.arrows_of(s)} == set(DIRECTIONS)
    assert any(each.is_blank(s) for each, s in squares)


GRIDS = [
    (1, 3, (0, 0), (0, 2), 2),
    (1, 4, (0, 1), (0, 3), 1),
    (3, 1, (1, 0), (0, 0), 2),
    (2, 2, (0, 0), (1, 1), 1),
]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("options", few([None, {"departure": True}, {"backwards": True}, {}], 1))
def test_designs_are_those_that_there_are(
    grid: tuple[int, int, tuple[int, int], tuple[int, int], int], options: dict[str, bool] | None
) -> None:
    """Of all lengths, by trying all arrows and colours: arrows may lead off the grid one way."""
    width, height, start, goal, most = grid
    squares = width * height
    rules = {"departure": True, "backwards": True} if options is None else options
    empty = Maze(width, height, start, goal, bytes(squares), bytes(squares), **rules)
    lengths = {plain(each).length for each in designs(empty, most)} - {None}
    found = set()
    for length in range(max(lengths, default=0) + 3):  # type: ignore[type-var, operator]
        outcome, witnesses = clingo(empty, "design", length=str(length), most_arrows=str(most))
        assert outcome.status is (Status.FOUND if witnesses else Status.NONE)
        for design in witnesses:
            assert check(empty, design).valid
            assert plain(designed(empty, design)).length == length
            found.add(length)
    assert found == lengths


def test_the_start_of_a_design_has_no_colour() -> None:
    empty = maze("1 4 ?,y, # # !")
    (design,) = clingo(empty, "design", length="2")[1]
    assert check(empty, design).valid
    painted = replace(design, colours=(*design.colours, (0, 0, "red")))
    assert [each.code for each in check(empty, painted).problems] == ["start"]


def test_large_counts_are_shown_read_and_checked() -> None:
    """Python refuses to write or read numbers of more than 4,300 digits."""
    limit = sys.get_int_max_str_digits()
    for power in (59, 60, 4299, 4300, 4301, 20_000):
        count = Count(9, 10**power + 7)
        shown = FAMILY.show(count)
        assert FAMILY.read_witness(Source("count", shown)) == count
        assert len(shown) < 25_000
        verdict = check(maze("3 1 ?,b,e #,b,e !"), count)
        assert not verdict.valid
        assert len("".join(map(str, verdict.problems))) < 200
        data = json.loads(json.dumps(FAMILY.data(None, count)))["routes"]  # type: ignore[attr-defined]
        if isinstance(data, list):
            data = reduce(lambda number, digit: number * 10**6 + digit, reversed(data))
        assert data == count.routes
    assert sys.get_int_max_str_digits() == limit


def test_the_size_may_have_zeros_in_front() -> None:
    assert maze("0" * 5000 + "3 01 ?,b,e #,b,e !,,").width == 3


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{HUGE} 1 ?,, !", "expected the width from 1 to 4096"),
        (f"2 {HUGE} ?,, !", "expected the height from 1 to 4096"),
        (f"2 1 ?,, !,{HUGE},", "one of the colours"),
        ("1 1 ?,, !", "expected 1 square (1 × 1), found 2"),
    ],
)
def test_huge_numbers_are_errors_with_their_place(text: str, words: str) -> None:
    with pytest.raises(InstanceError) as caught:
        maze(text)
    assert words in str(caught.value)
    assert caught.value.place is not None
    assert len(str(caught.value)) < 500


def test_options_are_told_of_shortly() -> None:
    for at in (f"{HUGE},1,1", "\x1b[2J" * 50, "1,2"):
        with pytest.raises(InstanceError, match="expected a state X,Y,D") as caught:
            maze("2 1 ?,b,e !", at=at)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 200


FORMS: list[dict[str, Any]] = [
    {"move": (tuple(DIRECTIONS), None, None, None, None)},
    {"move": (tuple(DIRECTIONS), None, None, None, None), "length": (None,)},
    {"move": (("n", "stay"), None, None, None, None), "length": (None,), "unique": ()},
    {
        "move": (("n", "e"), None, None, None, None),
        "rival": (("n", "e"), None, None, None, None),
        "length": (None,),
    },
    {"closed": (None, None, None)},
    {"length": (None,), "routes": (None, None)},
    {"hint": (tuple(DIRECTIONS), None, None, None), "length": (None,)},
    {"root": (None, None, None)},
    {
        "root": (("0",), ("0",), ("1",)),
        "branch": (None, None, None, ("n", "e", "stay"), None, None, None, OUTCOMES),
    },
    {"points": (None, None, tuple(DIRECTIONS)), "length": (None,)},
    {"points": (None, None, ("n",)), "painted": (None, None, COLOURS[1:]), "length": (None,)},
]


def test_odd_answers_are_judged_and_drawn_or_refused() -> None:
    """Whatever reads like an answer: each member takes it, or says what is wrong."""
    rng = random.Random(3)
    read = 0
    for _ in range(many(600)):
        instance = random_maze(rng, 4)
        try:
            witness = FAMILY.read_witness(Source("odd", odd_answer(rng, FORMS)))
        except PylabError:
            continue
        read += 1
        assert FAMILY.read_witness(Source("shown", FAMILY.show(witness))) == witness
        members: list[Callable[..., object]] = [FAMILY.check, FAMILY.draw, FAMILY.picture]
        members += [FAMILY.pictures.steps, FAMILY.answer_exports["dot"], FAMILY.data]
        for member in members:
            tried(member, instance, witness)
        tried(FAMILY.script, instance, [witness])  # type: ignore[attr-defined]
        tried(FAMILY.pictures.step, instance, witness, rng.choice((0, 1, 7)))  # type: ignore[attr-defined]
    assert read > many(150)


def tried(member: Callable[..., object], *arguments: object) -> None:
    with suppress(PylabError, ValueError):
        made = member(*arguments)
        if isinstance(made, Drawing):
            made.render()


def test_a_design_off_the_grid_leaves_the_page_as_it_is() -> None:
    instance = maze("3 1 ?,b,e #,b,e !")
    astray = Design(((9, 9, "n"),), (), 3)
    script = FAMILY.script  # type: ignore[attr-defined]
    assert script(instance, [astray]).scene.shapes() == script(instance, []).scene.shapes()


class Hearing(Listener):
    """Keeps all lower bounds that are told."""

    def __init__(self) -> None:
        super().__init__()
        self.lowers: list[int] = []

    def progress(self, **figures: int) -> None:
        super().progress(**figures)
        self.lowers += [figures["lower"]] if "lower" in figures else []


@pytest.mark.parametrize("task", ["shortest", "all", "count", "unique", "hint", "statistics"])
def test_bounds_are_told_as_soon_as_they_are_proven(task: str) -> None:
    """And none by `statistics`, which goes on behind the goal."""
    rng = random.Random(8)
    for _ in range(30):
        instance, hearing = random_maze(rng, 5), Hearing()
        FAMILY.native.search(instance, FAMILY.task(task), hearing, 1)  # type: ignore[attr-defined]
        length = plain(instance).length
        if task == "statistics":
            assert hearing.lowers == []
        elif length is not None:
            assert hearing.lowers == list(range(1, length + 1))


def test_the_way_back_hears_of_limits_too() -> None:
    """A long corridor: as many calls on the way back through the layers as on the way there."""
    corridor = maze("200 1 ?,b,e " + "#,b,e " * 198 + "!")
    for task, calls in (("hint", 390), ("count", 580), ("unique", 390), ("statistics", 390)):
        listener = Listener()
        FAMILY.native.search(corridor, FAMILY.task(task), listener, 1)  # type: ignore[attr-defined]
        assert listener.calls >= calls


def test_words_for_one() -> None:
    caged = maze("2 1 ?,, !")
    script = FAMILY.script(caged, native(caged, "shortest")[1])  # type: ignore[attr-defined]
    assert script.remark == "The goal can't be reached: no move leads out of this 1 state."


@pytest.mark.parametrize(
    "kind", ["maze", "markdown", "facts", "route", "closed", "routes", "error"]
)
def test_readers_take_work_in_proportion(kind: str) -> None:
    def make(size: int) -> Callable[[], object]:
        row = " ".join(["#,b,n_e"] * (size - 2))
        text = f"{size} 1 ?,b,e {row} !,,"
        if kind == "markdown":  # with what Markdown does
            words = (f"#,{'br'[i & 1]},{'_'.join(DIRECTIONS)}" for i in range(size - 2))
            row = " ".join("\\" * (i & 1) + word for i, word in enumerate(words))
            text = f"{size} 1 ?,b,e {row} !,,"
        if kind == "error":
            text += " !"
            return lambda: refused(text)
        if kind in ("maze", "markdown"):
            return lambda: maze(text)
        if kind == "facts":
            facts = FAMILY.facts(maze(text))
            return lambda: FAMILY.from_facts(facts)
        answer = {
            "route": "".join(f"move(e,{i},0,1,{i}).\n" for i in range(size)),
            "closed": "".join(f"closed({i},0,1).\n" for i in range(size)),
            "routes": "length(1)." + "".join(f"routes({i},1).\n" for i in range(size)),
        }[kind]
        return lambda: FAMILY.show(FAMILY.read_witness(Source("answer", answer)))

    grows_linearly(make, 120)


def refused(text: str) -> None:
    with pytest.raises(InstanceError, match="expected"):
        maze(text)
