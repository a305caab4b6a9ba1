"""What once failed under `python -m tests.fuzz`; and that the job finds, shrinks and goes on."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest
from fuzz import Defect, Seen, Target, failure, shrunk
from fuzz import bytes as mistakes
from fuzz.relations import ALL
from fuzz.run import CORPUS, all_targets, cases_that_failed, main, watch

TARGETS = all_targets()


@pytest.mark.parametrize(
    "path", cases_that_failed(), ids=lambda path: str(path.relative_to(CORPUS))
)
def test_what_once_failed_fails_no_more(path):
    TARGETS[path.parent.name].look(path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_wrong_with_the_first_cases(name):
    for number in range(4 if name == "command" else 100):
        case = TARGETS[name].case(0, number)
        assert failure(TARGETS[name], case) == "", case


def _look(case):
    if b"boom" in case:
        raise Defect("a boom: found")
    if b"dead" in case:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.005)
    return Seen("heard", 2)


def _target(*words):
    return Target("told", lambda rng: rng.choice(words), _look, mistakes.smaller)


def test_a_failure_is_shrunk():
    target = _target(b"")
    assert shrunk(target, b"a line\nand a boom in it\nand more") == b"boom"


def test_failures_and_crashes_are_saved_and_the_job_goes_on(tmp_path, capfd):
    target = _target(*[b"fine"] * 20, b"x boom", b"dead")
    counts = json.loads(watch([target], 1, 0.03, tmp_path).read_text())["told"]
    saved = {path.name: path.read_bytes() for path in (tmp_path / "told").iterdir()}
    assert b"boom" in saved.values()
    assert any(name.startswith("killed-by-SIGKILL") for name in saved)
    assert counts["cases"] > 5
    assert "python -m tests.fuzz --again" in capfd.readouterr().out


def test_a_saved_case_is_looked_at_again(capsys):
    path = CORPUS / "facts" / "comment-within-a-comment"
    assert main(["--again", str(path)]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_each_family_has_puzzles_that_are_the_same():
    assert min(map(len, ALL.values())) >= 2
