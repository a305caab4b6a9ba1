"""Large classes: no right program loses points, hardly a wrong one gets all, kills lose nothing."""

from __future__ import annotations

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
    """Fifty mutants of a reference, labelled by their answers to 500 boards."""
    folder = EXERCISES / name if name != "colouring" else colouring(tmp_path / name)
    texts = mutants((folder / "hidden/reference.lp").read_text(), 50, seed=39)
    handed_in = class_of(tmp_path / "class", texts)
    done = run("exercise", "grade", folder, handed_in, "-o", tmp_path / "out", "-j", 2,
               timeout=3000)  # fmt: skip
    assert done.returncode == 0, done.stderr
    truth = Truth(folder, 500, seed=500)
    assert len(truth.known) == 500
    labels = {path.stem: truth.same(path) for path in sorted(handed_in.iterdir())}
    grades = graded(tmp_path / "out")
    lost = [key for key, same in labels.items() if same and not grades[key].full]
    missed = [key for key, same in labels.items() if not same and grades[key].full]
    print(name, {label: list(labels.values()).count(label) for label in (True, False, None)},
          "lost:", lost, "missed:", missed)  # fmt: skip
    assert lost == []
    assert len(missed) * 100 <= 150, missed
    assert True in labels.values()
