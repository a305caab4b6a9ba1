"""Every task, option and format against the rules written down a second time.

What was found wrong is in `tests/data/differences`.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import asdict, fields, replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
import theseus_rules as right
from asking import ask
from projects import QUICK, few
from theseus_cases import OVERLAYS, case
from theseus_samples import (
    FAMILY,
    ask_both,
    bare_cost,
    hemme,
    native,
    puzzle_of,
    said,
    task,
)

from pylab.base.errors import InstanceError, PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.encoding import files
from pylab.encoding import program as encodings
from pylab.engines import judges
from pylab.families.theseus.graph import graph_of
from pylab.families.theseus.model import LEAVING, LIMITS, Rules
from pylab.families.theseus.obstacles import obstacles
from pylab.text.facts import fact
from pylab.text.source import Source, read_source


def exact(table):
    return {Fraction(value): number for value, number in table}


class Asked:
    """One puzzle and one engine, asked everything."""

    def __init__(self, each, engine):
        self.case, self.engine = each, engine
        self.instance = FAMILY.load(Source(each.name, each.text))
        self.questions = 0

    def ask(self, task, models=0):
        means = {"options": self.case.options, "overlays": self.case.overlays}
        report, found = ask(
            "theseus", self.instance, task, engine=self.engine, models=models, **means
        )
        self.questions += 1
        assert report.invalid == (), [checked.verdict for checked in found]
        for checked in found:
            assert checked.verdict.valid, checked
            text = FAMILY.show(checked.witness)
            assert FAMILY.read_witness(Source("x", text)) == said(checked.witness)
        routes = [c.witness for c in found if not getattr(c.witness, "refutes", False)]
        proofs = [c.witness for c in found if getattr(c.witness, "refutes", False)]
        status = Status.FOUND if routes else Status.NONE
        assert report.status is status
        assert report.complete
        if proofs:
            assert not routes
        return report, routes, proofs


def told(routes, reduced):
    """Routes as they are compared: by keys, or by states and weights in the reduced graph."""
    for route in routes:
        assert route.length == len(route.weights)
    if reduced:
        return Counter((route.states, Fraction(route.weight)) for route in routes)
    return Counter((route.keys, Fraction(route.weight)) for route in routes)


def hold(each, engine):
    """Whether an engine says of a case what the rules say; how many questions it was asked."""
    paths, cycles = right.paths(each.maze, each.rules), right.cycles(each.maze, each.rules)
    asked = Asked(each, engine)
    wanted = {}
    for name, walks in (("paths", paths), ("cycles", cycles)):
        if each.reduced:
            wanted[name], doors, ends = right.reduced_routes(each.maze, walks, name == "cycles")
        else:
            wanted[name] = Counter((right.keys(walk), right.weight(walk)) for walk in walks)
            doors, ends = each.maze.doors, (each.maze.start, each.maze.goal)
        _, found, proofs = asked.ask(name)
        assert told(found, each.reduced) == wanted[name]
        assert {route.nodes for route in found} <= {doors}
        unreachable = each.maze.goal not in right.reached(each.maze)
        assert len(proofs) == (unreachable and name == "paths")
    for name, pick in (("shortest", min), ("longest", max)):
        answer, found, proofs = asked.ask(name)
        best = pick((weight for _, weight in wanted["paths"]), default=None)
        assert told(found, each.reduced) == Counter(
            {route: n for route, n in wanted["paths"].items() if route[1] == best}
        )
        assert answer.optimal == bool(paths)
        last = one_of_the_best(asked, name)
        assert [Fraction(route.weight) for route in last] == ([best] if paths else [])
    if engine == "native":
        counts_hold(asked, wanted, doors)
        statistics_hold(asked, each, doors, ends)
    return asked.questions


def one_of_the_best(asked, name):
    """The last route that is found where one is enough."""
    means = {"options": asked.case.options, "overlays": asked.case.overlays}
    report, found = ask("theseus", asked.instance, name, engine=asked.engine, models=1, **means)
    asked.questions += 1
    routes = [c.witness for c in found if not getattr(c.witness, "refutes", False)]
    assert report.optimal == bool(routes)
    return routes[-1:]


def counts_hold(asked, wanted, doors):
    for name, of in (("count", "paths"), ("count-cycles", "cycles")):
        _, found, _ = asked.ask(name)
        weights = Counter()
        for (_, weight), number in wanted[of].items():
            weights[weight] += number
        assert [exact(count.weights) for count in found] == ([weights] if weights else [])
        for count in found:
            assert count.nodes == doors
            assert count.total == sum(weights.values())


def statistics_hold(asked, each, doors, ends):
    _, (found,), _ = asked.ask("statistics")
    figures = right.statistics(each.maze, each.rules)
    if each.reduced:
        for name in ("paths", "cycles"):
            summary = getattr(found, name)
            assert exact(summary.weights) == figures[name]["weights"]
            assert exact(summary.lengths) == figures[name]["reduced"]
        assert found.nodes == found.reduced_nodes == doors == figures["reduced_nodes"]
        assert found.edges == found.reduced_edges == figures["reduced_edges"]
        assert found.must_pass[:1] == (ends[0],) * bool(figures["passed"])
        return
    for name in ("nodes", "edges", "reduced_nodes", "reduced_edges"):
        assert getattr(found, name) == figures[name], name
    for name, reduced in (
        ("paths", found.reduced_lengths),
        ("cycles", found.reduced_cycle_lengths),
    ):
        summary, wanted = getattr(found, name), figures[name]
        assert exact(summary.lengths) == wanted["lengths"]
        assert exact(summary.weights) == wanted["weights"]
        assert exact(reduced) == wanted["reduced"]
        for routes, all_of in (
            (summary.shortest, wanted["least"]),
            (summary.longest, wanted["greatest"]),
        ):
            assert {route.keys for route in routes} <= all_of
            assert len(routes) == min(len(all_of), 100)
    assert list(found.door_use) == figures["doors"]
    assert list(found.room_use) == figures["rooms"]
    assert set(found.must_pass) == figures["passed"]
    assert len(found.must_pass) == len(figures["passed"])
    assert list(found.factors) == figures["factors"]


def hold_all(seeds, clingo_every):
    """Natively each, by clingo as often as is said; mazes with too many routes are left out."""
    held = 0
    for seed in seeds:
        each = case(seed)
        try:
            hold(each, "native")
            if seed % clingo_every == 0:
                hold(each, "clingo")
        except right.TooMany:
            continue
        except (AssertionError, PylabError) as error:
            raise AssertionError(f"seed {seed}: {each}") from error
        held += 1
    return held


@pytest.mark.parametrize("first", few(range(0, 100, 5), 1))
def test_both_engines_say_what_the_rules_say(first):
    assert hold_all(range(first, first + 5), 5) > 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 11_800, 100))
def test_both_engines_say_what_the_rules_say_often(first):
    assert hold_all(range(first, first + 100), 4) > 90


@pytest.mark.parametrize("seed", few(range(500, 512), 1))
def test_engines_side_by_side_agree_on_costs_and_ties(seed):
    each = case(seed)
    instance = FAMILY.load(Source(each.name, each.text))
    for name in ("shortest", "cycles") if QUICK else ("shortest", "longest", "paths", "cycles"):
        _, alone = ask(
            "theseus", instance, name, engine="native", models=0,
            options=each.options, overlays=each.overlays,
        )  # fmt: skip
        _, found = ask_both(instance, name, models=0, options=each.options, overlays=each.overlays)
        assert {c.witness for c in found} == {c.witness for c in alone}


def test_random_cases_reach_every_option_and_format():
    cases = [case(seed) for seed in range(150)]
    names = {option for each in cases for option in each.options}
    assert names == {option.name for option in FAMILY.options}
    assert {each.name for each in cases} == {"x.plan", "x.csv", "x.lp"}
    assert {overlay for each in cases for overlay in each.overlays} == set(OVERLAYS.values())
    assert any(each.text.startswith("+") for each in cases)
    weights = {way.weight for each in cases for way in each.maze.ways}
    assert any(weight.denominator > 1 for weight in weights)
    keys = [[way.key[:2] for way in each.maze.ways] for each in cases]
    assert any(len(set(ends)) < len(ends) for ends in keys)
    assert any(source == target for ends in keys for source, target in ends)


# one by one, what the random cases found or should have


DIFFERENCES = Path(__file__).parents[2] / "data" / "differences"


def difference(name):
    return FAMILY.read(read_source(str(DIFFERENCES / name)))


def counted(instance, **options):
    _, found = ask("theseus", instance, "count", engine="native", options=options)
    assert all(checked.verdict.valid for checked in found)
    return sum(getattr(checked.witness, "total", 0) for checked in found)


@pytest.mark.parametrize("name", ["shortest", "longest"])
def test_both_engines_count_costs_in_the_same_parts(name):
    instance = difference("b1.plan")
    report, (checked,) = ask_both(instance, name)
    assert checked.witness.weight == 1
    costs = {ask("theseus", instance, name, engine=e)[0].cost for e in ("clingo", "native")}
    assert costs == {report.cost}


@pytest.mark.parametrize("seed", few(range(0, 60, 3), 3))
def test_a_cost_is_told_in_the_puzzle_s_units(seed):
    """What clingo minimises, run bare, and what the search says of itself."""
    each = case(seed)
    instance = FAMILY.load(Source(each.name, each.text))
    options = {**each.options, **asdict(each.rules)}
    instance = FAMILY.adapt(instance, **{k: v for k, v in options.items() if v not in (0, "turn")})
    for name, sign in (("shortest", 1), ("longest", -1)):
        answer, found = native(instance, name)
        routes = [route for route in found if not getattr(route, "refutes", False)]
        assert bare_cost(instance, name) == answer.cost
        if routes:
            told_cost = FAMILY.costs.unit(instance, task(name), answer.cost)
            assert told_cost == sign * float(routes[0].weight)
            assert isinstance(told_cost, int) == (routes[0].weight == int(routes[0].weight))


def test_ends_are_states_of_the_graph_that_was_given():
    instance = difference("red2.csv")
    for start, goal in ((0, 2), (0, 3), (1, 2), (7, 4)):
        full = counted(instance, start=str(start), goal=str(goal))
        assert counted(instance, start=str(start), goal=str(goal), graph="reduced") == full
    instance = difference("red.csv")
    nodes = instance.floor.nodes
    for start, goal in permutations(range(2 * nodes), 2):
        ends = {"start": str(start), "goal": str(goal)}
        assert counted(instance, **ends, graph="reduced") == counted(instance, **ends)


@pytest.mark.parametrize("kind", ["door", "room", "passage", "edge", "point"])
def test_limits_are_refused_where_the_reduction_would_change_what_they_count(kind):
    instance = difference("t3.plan")
    assert counted(instance, passage="1") == 2
    with pytest.raises(InstanceError, match=f"the full graph under a limit of {kind}"):
        FAMILY.adapt(instance, **{kind: "1"}, graph="reduced")
    limited = FAMILY.adapt(instance, **{kind: "1"})
    with pytest.raises(InstanceError, match=f"the full graph under a limit of {kind}"):
        FAMILY.adapt(limited, graph="reduced")


@pytest.mark.parametrize("kind", LIMITS)
def test_the_judge_in_rules_counts_as_the_checker_does(kind):
    """Paths that were found without a limit, judged with one."""
    program, rng, seen = encodings.load(FAMILY.judge), random.Random(3), Counter()
    for _ in range(40 if QUICK else 400):
        plan = FAMILY.generate(rng, width=5, height=4, merge=0.4)
        limited = FAMILY.adapt(plan, **{kind: 1})
        for route in native(plan, "paths")[1][:8]:
            given = [*FAMILY.facts(limited), *FAMILY.encode(route)]
            told = judges.by_rules(program, given, {}, Patience(60, time.monotonic()))
            valid = FAMILY.check(limited, route).valid
            assert told.valid == valid, (plan, route, told)
            seen[valid] += 1
    assert seen[True] > 20
    assert seen[False] > 20 or kind in ("edge", "passage")  # which any path walks once


def test_a_graph_has_no_walls_to_leave_rooms_by():
    with pytest.raises(InstanceError, match="a plan for another way of leaving rooms"):
        FAMILY.adapt(difference("red.csv"), leaving="back")
    reduced = FAMILY.adapt(difference("t3.plan"), leaving="back", graph="reduced")
    assert FAMILY.adapt(reduced, leaving="back") == reduced


def test_what_every_path_passes_is_told_of_the_paths_that_limits_leave():
    instance = FAMILY.adapt(difference("t1mp.plan"), room="1")
    _, (figures,) = native(instance, "statistics")
    _, found = native(instance, "paths")
    common = set.intersection(*(set(route.states) for route in found))
    free = native(difference("t1mp.plan"), "statistics")[1][0].must_pass
    assert set(figures.must_pass) == common > set(free)
    forged = replace(figures, must_pass=free)
    codes = {problem.code for problem in FAMILY.check(instance, forged).problems}
    assert codes == {"must-pass"}
    turned = replace(figures, must_pass=figures.must_pass[::-1])
    assert {problem.code for problem in FAMILY.check(instance, turned).problems} == {"must-pass"}


def test_every_rule_is_known_everywhere():
    """Of a new kind of limit, or a new manner of leaving, something here would not be said."""
    assert {each.name for each in fields(Rules)} == {*LIMITS, "leaving"}
    options = {option.name for option in FAMILY.options}
    assert {*LIMITS, "leaving"} <= options
    listed = files.header(files.find("rules.lp", "theseus")).overlays.values()
    named = [each.options for each in listed]
    plain = obstacles(hemme(), [])
    for kind in LIMITS:
        assert any(kind in each for each in named)
        puzzle = FAMILY.adapt(hemme(), **{kind: 1})
        assert FAMILY.from_facts(FAMILY.facts(puzzle)) == puzzle
        assert FAMILY.counts(puzzle, task("paths"))
        assert obstacles(puzzle, [fact("limit", kind, 1)]) != plain
        assert [kind, 1] in FAMILY.script(puzzle, []).data["facts"]["limit"]
    assert {each["leaving"] for each in named if "leaving" in each} == set(LEAVING) - {"turn"}
    two_doors = puzzle_of("+-G-+---+\n|   o   |\n+-o-+-o-+\n|       |\n+-S-----+\n")
    ways = [len(graph_of(FAMILY.adapt(two_doors, leaving=each)).edges) for each in LEAVING]
    assert ways == sorted(set(ways))
    for leaving in LEAVING[1:]:
        puzzle = FAMILY.adapt(hemme(), leaving=leaving)
        assert FAMILY.from_facts(FAMILY.facts(puzzle)) == puzzle
        assert leaving in FAMILY.counts(puzzle, task("paths"))
        assert obstacles(puzzle, [fact("leaving", leaving.replace("-", "_"))]) != plain
