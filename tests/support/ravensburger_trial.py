"""One random Ravensburger board, under any rules, put to one engine by every task, and counted.

The truth comes from `brute_force`, which knows the rules of the game and nothing of pylab.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from asking import ravensburger
from brute_force import plans, tally

from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.families.ravensburger.family import FAMILY
from pylab.families.ravensburger.model import RULES, Board
from pylab.text.source import Source

MOST = {1: 20, 2: 20, 3: 3, 4: 2}
"""By size, the most pushes that brute force tries; a plan may be allowed more than that."""

LISTED = 400
"""The most plans, or sequences to try, that are listed."""


def board(rng: random.Random) -> Board:
    """Any board of up to four rows: blank tiles and crossings, bounds from 0 to 20."""
    size = rng.choice((1, 2, 2, 2, 3, 3, 3, 4))
    density = rng.choice((0, 0.15, 0.3, 0.3, 0.45, 0.6, 0.8, 1))
    lines = range(1, size + 1)
    return Board(
        size,
        frozenset(
            (x, y, d) for x in lines for y in lines for d in "nesw" if rng.random() < density
        ),
        (rng.choice(lines), rng.choice(lines)),
        (rng.choice(lines), rng.choice(lines)),
        rng.randint(0, 20) if rng.random() < 0.5 else rng.randint(0, 3),
    )


def truth(
    rng: random.Random, instance: Board, patient: bool
) -> tuple[Board, list[tuple[int, int]]]:
    """The board, allowed so many pushes that the truth can be known, and `tally` of it.

    Where there is no plan, only the patient go through more than 8 pushes to learn it.
    """
    puzzle = (instance.size, instance.connections, instance.start, instance.goal)
    most = min(instance.max_steps, MOST[instance.size])
    if instance.size == 3 and rng.random() < 0.1:
        most = min(instance.max_steps, 4)
    found = tally(*puzzle, most, instance.rules)
    if not any(first for first, _ in found):
        instance = replace(instance, max_steps=most if patient else min(most, 8))
    return instance, found[: instance.max_steps + 1]


def asked(instance: Board, engine: str, task: str, **means):
    """The answer and the plans."""
    return ravensburger(instance, task, engine=engine, seconds=60, **means)


def claims(report, fewest: int | None, instance: Board) -> None:
    """What an answer says beside its plans."""
    answer = report
    assert not answer.reason
    assert report.invalid == ()
    assert (answer.status is Status.NONE) == (fewest is None)
    if answer.at_least is not None:
        assert answer.at_least <= (instance.max_steps + 1 if fewest is None else fewest)
    if answer.optimal:
        assert answer.cost == fewest
    if answer.cost is not None:
        assert fewest is not None
        assert answer.cost >= fewest


GAME = tuple(rule for rule in RULES if rule != "exact")
"""The rules of the game; `exact` is about the length of plans alone."""


def trial(rng: random.Random, engine: str) -> Counter[str]:
    """Put a random board to an engine, by all its tasks; how often what was compared."""
    instance = board(rng)
    ruled = rng.random() < (0.1 if engine != "clingo" else 0.6)
    rules = frozenset(rng.sample(GAME, rng.choice((1, 1, 2, 3, 4)))) if ruled else frozenset()
    instance, found = truth(
        rng, replace(instance, rules=rules), engine == "native" or rng.random() < 0.02
    )
    assert FAMILY.read(Source("board.lp", FAMILY.write(instance))) == instance
    if rules and engine != "clingo":
        with pytest.raises(PylabError, match="competition's rules"):
            asked(instance, engine, rng.choice(("plan", "shortest", "all")))
        return Counter({"refused": 1})
    means = {}
    if rules:  # by the facts, by options, or by overlays
        way = rng.randrange(3)
        if way == 1:
            means["options"] = dict.fromkeys(rules, True)
        if way == 2:
            names = rng.sample(sorted(rules), len(rules))
            means["overlays"] = tuple(f"variants/{n.replace('_', '-')}.lp" for n in names)
        if way:
            instance = replace(instance, rules=frozenset())
    counts = Counter({"boards": 1, "ruled": bool(rules)})
    known = replace(instance, rules=rules)
    counts += _few(rng, known, instance, engine, found, means)
    if engine == "clingo":
        counts += _with_overlays(rng, known, instance, found, means)
    return counts


def _few(rng, known, instance, engine, found, means) -> Counter[str]:
    """`shortest`, `plan` and `all`, with one answer, a few and all."""
    puzzle = (known.size, known.connections, known.start, known.goal)
    fewest = next((k for k, (first, _) in enumerate(found) if first), None)
    counts = Counter()

    report, told = asked(instance, engine, "shortest", **means)
    claims(report, fewest, known)
    assert [len(plan) for plan in told] == ([] if fewest is None else [fewest])
    assert report.optimal == (fewest is not None)
    assert report.at_least == known.max_steps + 1 if fewest is None else True
    counts["shortest"] += 1

    report, told = asked(instance, engine, "plan", **means)
    claims(report, fewest, known)
    assert [fewest is not None and fewest <= len(p) <= known.max_steps for p in told] == (
        [] if fewest is None else [True]
    )
    counts["plan"] += 1

    number = 0 if fewest is None else found[fewest][0]
    if number <= LISTED:
        report, told = asked(instance, engine, "all", **means)
        claims(report, fewest, known)
        assert report.complete
        assert len(set(told)) == len(told) == number
        assert all(len(plan) == fewest for plan in told)
        if fewest is not None and (4 * known.size) ** fewest <= 4000:
            expected = plans(*puzzle, fewest, first_arrival=True, rules=known.rules)
            assert sorted(told) == sorted(expected)
        counts["all"] += 1
    wanted = rng.randint(2, 5)
    report, told = asked(instance, engine, rng.choice(("all", "shortest")), models=wanted, **means)
    claims(report, fewest, known)
    assert len(set(told)) == len(told) == min(wanted, number)
    counts["some"] += 1

    length = min(known.max_steps, len(found) - 1, 3)
    brief = replace(instance, max_steps=length)
    every = sum(first for first, _ in found[: length + 1])
    if every <= LISTED and (4 * known.size) ** length <= 4000:
        report, told = asked(brief, engine, "plan", models=0, **means)
        claims(report, fewest if every else None, brief)
        assert report.complete
        expected = [
            plan
            for k in range(length + 1)
            for plan in plans(*puzzle, k, first_arrival=True, rules=known.rules)
        ]
        assert sorted(told) == sorted(expected)
        counts["every plan"] += 1
    return counts


def _with_overlays(rng, known, instance, found, means) -> Counter[str]:
    """What only clingo knows: an exact length, plans that go on, other encodings of the same."""
    overlays = means.pop("overlays", ())
    counts = Counter()
    fewest = next((k for k, (first, _) in enumerate(found) if first), None)
    length = rng.randrange(len(found))
    for any_plan in (False, True):
        number = found[length][any_plan]
        if number <= LISTED:
            laid = (*overlays, "variants/any.lp") if any_plan else overlays
            constants = {"length": str(length)}
            report, told = asked(
                instance, "clingo", "all", overlays=laid, constants=constants, **means
            )
            assert report.complete
            assert len(set(told)) == len(told) == number
            assert all(len(plan) == length for plan in told)
            counts["exact length"] += 1
    laid = (*overlays, "variants/fewest.lp")
    if 0 < known.max_steps <= 6:  # with none there would be nothing to minimise
        report, told = asked(instance, "clingo", "plan", overlays=laid, **means)
        claims(report, fewest, known)
        assert [len(plan) for plan in told] == ([] if fewest is None else [fewest])
        counts["fewest"] += 1
    return counts
