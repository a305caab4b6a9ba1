"""Every task, option and format against the rules written down a second time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
import theseus_rules as right
from asking import ask
from theseus_cases import case
from theseus_samples import FAMILY, remembered

from pylab.family import Status, read_instance
from pylab.source import Source

pytestmark = pytest.mark.usefixtures("_encodings_once")


@pytest.fixture
def _encodings_once(monkeypatch):
    """Hundreds of questions to a few programs: each is parsed once."""
    monkeypatch.setattr("pylab.encoding.load", remembered)


def exact(table):
    return {Fraction(value): number for value, number in table}


class Asked:
    """One puzzle and one engine, asked everything."""

    def __init__(self, each, engine):
        self.case, self.engine = each, engine
        self.instance = read_instance(FAMILY, Source(each.name, each.text))
        self.questions = 0

    def ask(self, task, models=0):
        means = {"options": self.case.options, "overlays": self.case.overlays}
        report, found = ask(
            "theseus", self.instance, task, engine=self.engine, models=models, **means
        )
        self.questions += 1
        assert report.refuted_witnesses == 0, [checked.verdict for checked in found]
        for checked in found:
            assert checked.verdict.valid, checked
            text = FAMILY.show(checked.witness)
            assert FAMILY.read_witness(Source("x", text)) == checked.witness
        routes = [c.witness for c in found if not getattr(c.witness, "refutes", False)]
        proofs = [c.witness for c in found if getattr(c.witness, "refutes", False)]
        status = Status.FOUND if routes else Status.NONE
        assert report.answer.status is status
        assert report.answer.complete
        if proofs:
            assert not routes
        return report.answer, routes, proofs


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
            wanted[name] = Counter((right._keys(walk), right.weight(walk)) for walk in walks)
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
        answer, found, _ = asked_one(asked, name)
        assert {Fraction(route.weight) for route in found} == ({best} if paths else set())
    if engine == "native":
        counts_hold(asked, wanted, doors)
        statistics_hold(asked, each, doors, ends)
    return asked.questions


def asked_one(asked, name):
    """One of the best is enough."""
    means = {"options": asked.case.options, "overlays": asked.case.overlays}
    report, found = ask("theseus", asked.instance, name, engine=asked.engine, models=1, **means)
    asked.questions += 1
    routes = [c.witness for c in found if not getattr(c.witness, "refutes", False)]
    best = [r for r in routes if r.weight == routes[-1].weight][-1:]
    assert report.answer.optimal == bool(routes)
    return report.answer, best, []


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
