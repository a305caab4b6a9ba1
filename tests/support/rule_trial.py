"""Small trials of a family's rules, all that is said of them against all else; a second each.

Run in a process of its own on a copy of the project: `python rule_trial.py alice FOLDER`.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import sys
from pathlib import Path

from pylab.base import resources
from pylab.base.limits import Patience
from pylab.encoding.program import load
from pylab.engines import driver
from pylab.families.ravensburger.certificate import Tree, head
from pylab.families.ravensburger.goal_side import GoalSide
from pylab.families.ravensburger.moves import Tables
from pylab.families.ravensburger.slots import Work
from pylab.family import registry
from pylab.testing import Subject, family_testkit, judging, labs, node
from pylab.text.source import Source

ALICE = """4 3
?,b,e_s  #,y,e_w  #,r,e_s_w #,r,s
#,r,e_se #,y,n_ne #,b,w     #,y,w_n
#,,n_e   #,r,n_e  #,b,n_e   !,,
"""
"""Squares of all colours."""


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


def tried(subject, puzzles):
    """Brute force and `check.lp` have the answers of the native search."""
    judged = []
    for puzzle in puzzles:
        answer = native(subject.family, puzzle, "shortest")
        truth = subject.truth(puzzle, subject.first)
        cost = getattr(answer, "length", None)
        assert truth.found != getattr(answer, "refutes", False), "brute force has another answer"
        assert truth.cost == cost, f"the cost is {truth.cost} by brute force, {cost} by the search"
        judged.append(("a route", puzzle, subject.family.encode(answer), False))
    judging.judged_alike(subject, judged)


def played(family, mazes):
    """Pages have the moves of the checker's rules, and labs read the files."""
    import players

    from pylab.families.alice.check.rules import moves
    from pylab.families.alice.model import State

    if not node.NODE:
        return
    scripts = [family.script(maze, []) for maze in mazes]
    for maze, told in zip(mazes, players.run(scripts, games=2, length=9), strict=True):
        for game in told["games"]:
            state = maze.first
            for seen, made in zip(game["seen"], [*game["made"], None], strict=True):
                there = State(*(seen["state"][name] for name in "xyd"))
                assert state == there, f"the page comes to {there}, the checker to {state}"
                legal = {} if seen["won"] else dict(moves(maze, state))
                assert [*seen["moves"]] == [*legal]
                state = legal.get(made, state)
    labs.labs_open_and_save_files.check(Subject(family, family_testkit(family), 4))


def alice(root):
    family = registry.get("alice")
    from pylab.families.alice.model import COLOURS, WHITE, Maze
    from pylab.families.alice.moves import TINTS

    mazes = [family.read(Source("trial", ALICE))]
    rng = random.Random(4)
    for _ in range(6):
        arrows = bytes(rng.randrange(1, 256) & rng.randrange(256) for _ in range(12))
        colours = bytes(rng.randrange(len(COLOURS)) for _ in range(12))
        mazes.append(Maze(4, 3, (0, 0), (3, 2), arrows, colours))
    for number in range(len(COLOURS)):  # come to with d = 2
        row = [1] * 12
        row[1], row[3] = COLOURS.index("red"), number
        mazes.append(Maze(12, 1, (0, 0), (11, 0), b"\x04" * 11 + b"\x00", bytes(row)))
    for maze in mazes:
        assert family.read(Source("written", family.write(maze))) == maze
        assert family.from_facts(family.facts(maze)) == maze
        for task in ("statistics", "shortest"):
            answers = [ask(family, maze, task) for ask in (native, clingo)]
            for answer in answers:
                assert family.check(maze, answer).valid, answer
    played(family, mazes)
    tried(Subject(family, family_testkit(family), 1), mazes)
    lesson = " ".join(family.script(mazes[0], []).lesson.lines)
    assert all(colour in lesson for colour in TINTS)
    drawn = set()
    for number, colour in enumerate(COLOURS):
        maze = Maze(2, 1, (0, 0), (1, 0), b"\x04\x00", bytes([number, WHITE]))
        drawn.add(picture := family.draw(maze, None).render())
        assert picture.count("<polygon") == 1, f"scene.lp doesn't draw an arrow that is {colour}"
        assert family.read(Source("written", family.write(maze))) == maze
        words = (root / "docs/alice.md").read_text()
        assert number == WHITE or colour in words, f"docs/alice.md doesn't say what {colour} does"
    assert len(drawn) == len(COLOURS) - 1, "two colours look alike"  # white is drawn as black is


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
