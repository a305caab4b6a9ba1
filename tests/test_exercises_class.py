"""Large classes: no right program loses points, hardly a wrong one gets all, kills lose nothing."""

from __future__ import annotations

import random
import resource
import shutil
import subprocess
import sys
import time

import pytest
from exercise_class import EXERCISES, Truth, colouring, mutants
from projects import run

from pylab.exercises import grading

pytestmark = pytest.mark.slow

LABELLED = ("lines", "walk", "colouring")


def graded(folder):
    """The grades in a folder of reports, by name."""
    return {each.name: each for each in grading.recorded(folder / "results.jsonl").values()}


def class_of(folder, texts):
    """A folder with a submission for each text."""
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"student{number:03}.lp").write_text(text)
    return folder


@pytest.mark.parametrize("name", LABELLED)
def test_equal_programs_lose_nothing_and_wrong_ones_are_found(name, tmp_path):
    """Fifty mutants of a reference and more, labelled by their answers to 500 boards."""
    folder = EXERCISES / name if name != "colouring" else colouring(tmp_path / name)
    texts = mutants((folder / "hidden/reference.lp").read_text(), 54, seed=39)
    handed_in = class_of(tmp_path / "class", texts)
    done = run("exercise", "grade", folder, handed_in, "-o", tmp_path / "out", "-j", 2,
               timeout=3000)  # fmt: skip
    assert done.returncode == 0, done.stderr
    truth = Truth(folder, 500, seed=500)
    assert len(truth.known) == 500
    labels = {path.stem: truth.same(path) for path in sorted(handed_in.iterdir())}
    grades = graded(tmp_path / "out")
    lost = [key for key, same in labels.items() if same and not grades[key].full]
    missed = [key for key, same in labels.items() if same is False and grades[key].full]
    counts = {label: list(labels.values()).count(label) for label in (True, False, None)}
    print(name, counts, "lost:", lost, "missed:", missed)  # noqa: T201
    assert counts[True] + counts[False] >= 50
    assert lost == []
    assert missed == []  # one in a hundred may be missed
    assert counts[True] > 0


def test_two_hundred_submissions_are_graded_in_ten_minutes_and_kills_lose_nothing(tmp_path):
    """Mutants on twenty boards; killed at ten moments, the same points come of it."""
    of = tmp_path / "lines"
    shutil.copytree(EXERCISES / "lines", of)
    text = (of / "exercise.toml").read_text()
    (of / "exercise.toml").write_text(text.replace("random = 20", "random = 15\nbudget = 30"))
    endless = ["#program base.\nn(0). n(X+1) :- n(X).\n"] * 3
    texts = [*mutants((of / "hidden/reference.lp").read_text(), 197, seed=200), *endless]
    handed_in = class_of(tmp_path / "class", texts)
    words = [sys.executable, "-m", "pylab_asp", "exercise", "grade", of, handed_in, "-j", "2", "-o"]
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*words, tmp_path / "whole"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wall = time.monotonic() - began
    print(f"{wall:.0f} s, CPU {cpu:.0f} s")  # noqa: T201
    whole = graded(tmp_path / "whole")
    assert len(whole) == 200
    boards = [each.right("boards", "hidden", "random")[1] for each in whole.values()]
    assert max(boards) == 20
    assert cpu < 2 * 600
    rng, killed = random.Random(10), tmp_path / "killed"
    for _ in range(10):
        process = subprocess.Popen([*words, killed], stdout=subprocess.DEVNULL)
        while not (killed / grading.KEPT).exists():  # the first one asks the reference
            time.sleep(0.1)
        time.sleep(wall / 14 * rng.uniform(0.4, 1.2))
        process.kill()
        process.wait()
    known = len(graded(killed))
    subprocess.run([*words, killed], check=True, stdout=subprocess.DEVNULL)
    print(f"{known} of 200 were graded before the last run")  # noqa: T201
    assert 0 < known < 200
    told = {name: (each.points, each.judged.outcomes) for name, each in graded(killed).items()}
    assert told == {name: (each.points, each.judged.outcomes) for name, each in whole.items()}
