"""`pylab solve X | pylab validate X -` works for every task of every family, answer by answer."""

from __future__ import annotations

import re

import pytest
from projects import call, few

from pylab.family import registry

PUZZLES = {
    "alice": "alice/example.alice",
    "dungeon": "dungeon/trap.dungeon",
    "fractal": "fractal/treasure.lab",
    "ravensburger": "ravensburger/example-4x4.lp",
    "theseus": "theseus/hemme.plan",
}
NEEDED = ("design", "align")
"""Tasks that take another kind of puzzle."""

LONG = [
    ("dungeon", "abstract"),
    ("theseus", "count-cycles"),
    ("theseus", "log"),
    ("theseus", "statistics"),
]

ASKED = [
    (family, task.name)
    for family in PUZZLES
    for task in registry.get(family).tasks
    if task.name not in NEEDED
]


@pytest.mark.parametrize(
    ("family", "task"),
    [
        pytest.param(*asked, marks=[pytest.mark.slow] * (asked in LONG or number % 2))
        for number, asked in enumerate(ASKED)
    ],
)
@pytest.mark.parametrize("form", few(["text", "facts"], 1))
def test_what_is_solved_is_validated(family, task, form):
    file = PUZZLES[family]
    solved = call("solve", file, "--task", task, "--models", "3", "--format", form)
    assert solved.returncode in (0, 1), solved.stderr
    told = call("validate", file, "-", stdin=solved.stdout)
    assert told.returncode == 0, (solved.stdout, told.stdout, told.stderr)
    marked = len(re.findall(r"^% answer \d+$", solved.stdout, re.MULTILINE))
    judged = len(re.findall(r"^(?:answer \d+: )?valid: ", told.stdout, re.MULTILINE))
    assert judged == max(1, marked)


def test_two_answers_without_a_heading_above_the_first():
    two = "push(1,w,1).\npush(3,s,2).\n% valid\n% answer 2\npush(1,w,1).\npush(2,n,2).\n"
    told = call("validate", PUZZLES["ravensburger"], "-", stdin=two)
    assert (told.returncode, told.stdout.count("valid: ")) == (0, 2)
