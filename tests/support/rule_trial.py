"""Trials of a family's rules: all that is said of them against all else.

Run in a process of its own on a copy of the project: `python rule_trial.py alice FOLDER`.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import sys
from dataclasses import replace
from pathlib import Path

from pylab.base import resources
from pylab.base.limits import Patience
from pylab.encoding.program import load
from pylab.engines import driver
from pylab.families.alice.model import COLOURS
from pylab.families.ravensburger.certificate import Tree, head
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Work
from pylab.family import registry
from pylab.testing import Subject, family_testkit, judging, requirements


class Listener:
    """Collects a native search's witnesses."""

    def __init__(self):
        self.witnesses = []

    def found(self, witness):
        self.witnesses.append(witness)

    def progress(self, **figures):
        pass


def native(family, instance, task):
    listener = Listener()
    family.native.search(instance, family.task(task), listener, 1)
    return listener.witnesses[0] if listener.witnesses else None


def clingo(family, instance, task):
    found = []
    entry = family.task(task)
    program = driver.ClingoProgram(
        load(resources.encodings(family.name) / entry.encoding), family.facts(instance)
    )
    driver.run(program, Patience(20), take=found.append)
    return family.decode(instance, entry, found[0]) if found else None


def alice(root):
    family = registry.get("alice")
    subject = Subject(family, replace(family_testkit(family), mutants=()), 2)
    for demanded in requirements():
        if demanded.applies(subject):
            demanded.check(subject)
    words = (root / "docs/alice.md").read_text()
    for colour in COLOURS[1:]:
        assert colour in words, f"docs/alice.md doesn't say what {colour} does"


def lies(board, fewest):
    """Certificates that there is no plan of so many pushes, where there is one."""
    yield head(fewest, 0) + b".\n"
    lines = io.BytesIO()
    tree = Tree(Tables(board), fewest, lines.write)
    tree.met = lambda: False
    tree.refute(1, GoalSide(tree.tables, lump=True), Work(lambda _: None))
    for last in range(1, fewest + 1):
        yield head(fewest, 3) + re.sub(rb"\..*", b". %d" % last, lines.getvalue())


def ravensburger(root):
    import players

    family = registry.get("ravensburger")
    rng, some = random.Random(5), []
    while len(some) < 4:
        board = family.generate(rng, size=3, density=0.4, bound=3)
        if (plan := native(family, board, "shortest")) is None or not plan.pushes:
            continue
        some.append((board, plan))
        by_clingo = clingo(family, board, "shortest")
        assert family.check(board, plan).valid
        assert family.check(board, by_clingo).valid
        assert len(plan.pushes) == len(by_clingo.pushes)
        proof = io.BytesIO()
        family.certificates.write(board, len(plan.pushes), proof)
        assert family.certificates.check(board, io.BytesIO(proof.getvalue())).valid
        for text in lies(board, len(plan.pushes)):
            wrong = io.BytesIO(gzip.compress(text))
            assert not family.certificates.check(board, wrong).valid, "a wrong bound is believed"
    subject = Subject(family, family_testkit(family), 1)
    cases = (("a plan", board, family.encode(plan), False) for board, plan in some)
    judging.judged_alike(subject, cases)
    scripts = [family.script(board, [plan]) for board, plan in some]
    for told in players.run(scripts):
        assert all(way["refused"] is None and way["seen"][-1]["won"] for way in told["ways"])


if __name__ == "__main__":
    {"alice": alice, "ravensburger": ravensburger}[sys.argv[1]](Path(sys.argv[2]))
