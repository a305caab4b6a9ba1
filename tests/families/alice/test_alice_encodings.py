"""The encodings: against the native engine, under all rules, bare, and with overlays."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import clingo as solver
import pytest
from alice_ask import EXAMPLE, ROOT, clingo, maze, native, plain, program, random_maze
from projects import QUICK, few, many

from pylab.base.errors import EncodingError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.encoding import program as encoding
from pylab.engines import driver
from pylab.families.alice.check import check
from pylab.families.alice.family import FAMILY
from pylab.families.alice.model import Closed, Design, Maze, Rivals, Route, Unique, designed
from pylab.text.facts import write_facts

FOLDER = ROOT / "encodings" / "alice"
ENTRIES = sorted({task.encoding for task in FAMILY.tasks if task.encoding} | {"oneshot.lp"})
CLAIMED_ALIKE = ("shortest", "statistics", "hint")


def compare(instance: Maze) -> type:
    """clingo's answers against the native engine's; each is checked, too. What is unique."""
    found: dict[str, type] = {}
    for name in ("shortest", "all", "unique", "statistics", "hint"):
        outcome, witnesses = clingo(instance, name)
        _, expected = native(instance, name)
        found[name] = type(expected[0])
        assert all(check(instance, witness).valid for witness in witnesses)
        if isinstance(expected[0], Route | Rivals):
            assert type(witnesses[0]) is type(expected[0])
            assert witnesses[0].length == expected[0].length
            if name == "all":
                assert sorted(map(repr, witnesses)) == sorted(map(repr, expected))
        else:
            assert witnesses == expected
        assert outcome.status is Status.FOUND
        assert all(FAMILY.decode(instance, FAMILY.task(name), symbols(w)) for w in witnesses)
    return found["unique"]


def symbols(witness: Any) -> list[solver.Symbol]:
    return [fact.symbol for fact in FAMILY.encode(witness)]


@pytest.mark.parametrize("number", few([5, 40], 1))
def test_random_mazes_under_all_rules(number: int) -> None:
    """Among them are some without a route, with one that is the shortest, and with several."""
    rng = random.Random(6)
    seen = [compare(random_maze(rng, 6)) for _ in range(number)]
    while not {Closed, Rivals, Unique}.issubset(seen):
        seen.append(compare(random_maze(rng, 6)))


@pytest.mark.slow
def test_larger_mazes() -> None:
    rng = random.Random(7)
    for _ in range(6):
        compare(random_maze(rng, 8))


@pytest.mark.slow
def test_thousands_of_random_mazes() -> None:
    rng = random.Random(66)
    for _ in range(2000):
        compare(random_maze(rng, 8))


def test_witnesses_are_encoded_as_they_are_shown() -> None:
    instance = maze(EXAMPLE)
    for task in (each for each in FAMILY.tasks[:-1] if each.encoding):
        (atoms,) = shown(instance, task.encoding)
        witness = FAMILY.decode(instance, task, [solver.parse_term(atom) for atom in atoms])
        assert {str(symbol) for symbol in symbols(witness)} == atoms


def shown(instance: Maze, entry: str, **constants: str) -> list[set[str]]:
    """The atoms of each model."""
    models: list[set[str]] = []
    asked = driver.ClingoProgram(program(entry), FAMILY.facts(instance), constants=constants)
    driver.run(asked, take=lambda model: models.append(set(map(str, model))))
    return models


@pytest.mark.parametrize("entry", few(ENTRIES, 4))
def test_entries_run_bare_and_in_silence(entry: str, tmp_path: Path) -> None:
    instance = tmp_path / "instance.lp"
    instance.write_text(write_facts(FAMILY.facts(maze(EXAMPLE))), encoding="ascii")
    command = [sys.executable, "-m", "clingo", "--warn=all", str(FOLDER / entry), str(instance)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "SATISFIABLE" in done.stdout or "OPTIMUM FOUND" in done.stdout
    assert done.stderr == ""
    wanted = {"statistics.lp": "figure(states,12)", "oneshot.lp": "move(n,1,0,1,5)"}
    assert wanted.get(entry, "") in done.stdout


def stepwise() -> Iterator[str]:
    """Those that go step by step; where no more than the first are asked for, these alone."""
    found = (entry for entry in ENTRIES if program(entry).stepwise)
    return islice(found, 3) if QUICK else found


@pytest.mark.parametrize("entry", few(stepwise(), 3))
def test_step_and_check_may_be_grounded_together(entry: str) -> None:
    """As clingo's own incmode does; the engine grounds one after the other."""
    rng = random.Random(1)
    for instance in [maze(EXAMPLE), *(random_maze(rng, 4) for _ in range(many(25)))]:
        together = grounded(entry, instance, together=True)
        assert together == grounded(entry, instance, together=False)


def grounded(entry: str, instance: Maze, together: bool) -> tuple[int, list[list[str]]]:
    control = solver.Control(["0"], logger=lambda _, text: pytest.fail(text))
    encoding.add_to(control, program(entry).statements)
    with control.backend() as backend:
        for fact in FAMILY.facts(instance):
            backend.add_rule([backend.add_atom(fact.symbol)])
    models: list[list[str]] = []
    for step in range(40):
        number = solver.Number(step)
        parts = [("step", [number])] if step else [("base", [])]
        parts.append(("check", [number]))
        for each in [parts] if together else [[part] for part in parts]:
            control.ground(each)
        query = solver.Function("query", [number])
        control.assign_external(query, True)
        control.solve(on_model=lambda m: models.append(sorted(map(str, m.symbols(shown=True)))))
        if models:
            return step, sorted(models)
        control.release_external(query)
    return 40, []


def test_one_shot_optimisation_agrees() -> None:
    rng = random.Random(3)
    for _ in range(many(75)):
        instance = random_maze(rng, 4)
        models = shown(instance, "oneshot.lp", horizon="12")
        length = plain(instance).length
        if length is None or length > 12:
            assert models == []
        else:
            atoms = [solver.parse_term(atom) for atom in models[0]]
            route = FAMILY.decode(instance, FAMILY.task("plan"), atoms)
            assert isinstance(route, Route)
            assert len(route.moves) == length
            assert check(instance, route).valid


@pytest.mark.parametrize("name", few(["backwards", "departure"], 1))
def test_rule_overlays_do_what_the_options_do(name: str) -> None:
    overlay = f"variants/{name}.lp"
    assert dict(program("shortest.lp", overlay).options) == {name: "true"}
    rng = random.Random(8)
    for _ in range(many(20)):
        instance = random_maze(rng, 5, options=False)
        ruled = FAMILY.adapt(instance, **{name: True})
        for task in CLAIMED_ALIKE:
            laid = clingo(instance, task, [overlay])[1]
            expected = native(ruled, task)[1]
            if not isinstance(expected[0], Route):
                assert laid == expected
            assert check(ruled, laid[0]).valid


def detours(instance: Maze, most: int) -> Iterator[tuple[tuple[int, int, int], ...]]:
    """All routes of up to so many moves, shortest first."""
    onward = plain(instance).onward
    paths: list[tuple[tuple[int, int, int], ...]] = [(tuple(instance.first),)]  # type: ignore[arg-type]
    for _ in range(most):
        paths = [(*path, state) for path in paths for state in onward[path[-1]]]
        yield from (path[1:] for path in paths if path[-1][:2] == instance.goal)


def test_side_constraints() -> None:
    rng, number, found = random.Random(2), many(75), 0
    for _ in range(number):
        instance = random_maze(rng, 4)
        x, y = rng.randrange(instance.width), rng.randrange(instance.height)
        routes = list(detours(instance, 7))
        sides = {
            "visit": (
                {"visit_x": str(x), "visit_y": str(y)},
                lambda route, at=(x, y): at in [state[:2] for state in route],
            ),
            "avoid": (
                {"avoid_x": str(x), "avoid_y": str(y)},
                lambda route, at=(x, y): at not in [state[:2] for state in route],
            ),
            "colour-limit": (
                {"limited_colour": "black", "colour_limit": "1"},
                lambda route, of=instance: sum(of.colour_of(s[:2]) == "black" for s in route) <= 1,
            ),
        }
        for name, (constants, holds) in sides.items():
            outcome, witnesses = clingo(
                instance, "plan", [f"variants/{name}.lp"], longest="7", **constants
            )
            allowed = [route for route in routes if holds(route)]
            if allowed:
                found += 1
                assert outcome.cost == len(allowed[0])
                assert tuple(tuple(move.state) for move in witnesses[0].moves) in allowed
                assert check(instance, witnesses[0]).valid
            else:
                certain = plain(instance).length is None or outcome.reason == ""
                assert outcome.status is (Status.NONE if certain else Status.UNKNOWN)
    assert found > number // 5


def test_a_search_that_is_cut_off_proves_nothing() -> None:
    for longest, status in (("4", Status.UNKNOWN), ("5", Status.FOUND)):
        assert clingo(maze(EXAMPLE), "plan", longest=longest)[0].status is status
    assert clingo(maze("3 1 ?,b,e #,y,e !,,"), "plan", longest="4")[0].status is Status.NONE


@pytest.mark.parametrize("name", ["visit", "avoid", "colour-limit"])
def test_side_constraints_are_for_plan_only(name: str) -> None:
    assert program("plan.lp", f"variants/{name}.lp").overlays
    for entry in ENTRIES:
        if entry != "plan.lp":
            with pytest.raises(EncodingError, match="plan"):
                program(entry, f"variants/{name}.lp")


@pytest.mark.parametrize(
    ("name", "constants", "words"),
    [
        ("visit", {"visit_x": "1"}, "visit_x and visit_y name no square of the grid"),
        ("visit", {"visit_y": "1"}, "visit_x and visit_y name no square of the grid"),
        ("visit", {"visit_x": "3", "visit_y": "0"}, "visit_x and visit_y name no square"),
        ("avoid", {"avoid_x": "1"}, "avoid_x and avoid_y name no square"),
        ("avoid", {"avoid_y": "1"}, "avoid_x and avoid_y name no square"),
        ("avoid", {"avoid_x": "0", "avoid_y": "-1"}, "avoid_x and avoid_y name no square"),
        ("colour-limit", {"limited_colour": "loud"}, "limited_colour is no colour of squares"),
    ],
)
def test_constants_that_mean_nothing_are_refused(
    name: str, constants: dict[str, str], words: str
) -> None:
    overlaid = program("plan.lp", f"variants/{name}.lp")
    asked = driver.ClingoProgram(overlaid, FAMILY.facts(maze(EXAMPLE)), constants=constants)
    with pytest.raises(EncodingError, match=words):
        driver.run(asked, Patience(60))


def test_what_no_route_can_visit_is_known_at_once() -> None:
    apart = maze("4 1 ?,b,e #,b,e !,b, #,b,w")
    constants = {"visit_x": "3", "visit_y": "0"}
    assert clingo(apart, "plan", ["variants/visit.lp"], **constants)[0].status is Status.NONE


def test_side_constraints_may_be_written_by_anyone(tmp_path: Path) -> None:
    own = tmp_path / "own.lp"
    own.write_text("avoid(1,1).\n#program step(t).\n:- move(se,_,_,_,t).\n", encoding="ascii")
    outcome, _ = clingo(maze(EXAMPLE), "plan", ["variants/avoid.lp", str(own)], longest="20")
    assert outcome.status is Status.UNKNOWN


CORNER = maze("3 3 ?,, #,, #,, #,, #,, #,, #,, #,, !,,")


def test_designs_are_what_they_are_asked_for() -> None:
    for rules in ({}, {"departure": True}, {"backwards": True}):
        for length in (2, 5, 8):
            instance = replace(CORNER, **rules)  # type: ignore[arg-type]
            outcome, (design,) = clingo(instance, "design", length=str(length))
            assert outcome.status is Status.FOUND
            assert isinstance(design, Design)
            assert check(instance, design).valid
            assert plain(designed(instance, design)).length == length


@pytest.mark.slow
def test_the_longest_design_of_three_by_three() -> None:
    """With at most two arrows a square and the start in a corner: 10 moves, not 11, 12, 13."""
    assert clingo(CORNER, "design", length="10")[0].status is Status.FOUND
    for length in ("11", "12", "13"):
        assert clingo(CORNER, "design", length=length)[0].status is Status.NONE


def test_certificates_turn_into_closed_sets() -> None:
    caged = maze("3 1 ?,b,e #,y,e !,,")
    for name in ("shortest", "all", "unique", "hint"):
        (closed,) = clingo(caged, name)[1]
        assert isinstance(closed, Closed)
        assert check(caged, closed).valid


@pytest.mark.parametrize("columns", few([31, 21], 1))
def test_counts_beyond_one_digit(columns: int) -> None:
    """The king's ways across an open board: on each step to any of three rows, if it is there."""
    rows = 5
    ways = [int(row == rows // 2) for row in range(rows)]
    for _ in range(columns - 1):
        ways = [sum(ways[max(row - 1, 0) : row + 2]) for row in range(rows)]
    number = ways[rows // 2]
    assert number > (10**6 if columns == 21 else 10**12)
    squares = columns * rows
    board = Maze(columns, rows, (0, 2), (columns - 1, 2), b"\xff" * squares, b"\x01" * squares)
    _, (count,) = native(board, "count")
    assert (count.length, count.routes) == (columns - 1, number)
