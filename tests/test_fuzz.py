"""What once failed under `python -m tests.fuzz`; and that the job finds, shrinks and goes on."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from fuzz import Defect, Seen, Target, failure, run, shrunk
from fuzz import bytes as mistakes
from fuzz.relations import ALL
from fuzz.run import CORPUS, all_targets, cases_that_failed, main

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
    if b"trap" in case:
        raise Defect("a trap: found")
    if b"dead" in case or case == b"ap":
        os.kill(os.getpid(), signal.SIGKILL)
    if b"gone" in case:
        os._exit(0)
    while b"loop" in case:
        pass
    if case == STOP:  # to the watch, as Ctrl-C does
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(30)
    return Seen("heard", 2)


STOP = b"stop"


class _Told(Target):
    """Words, one after another, and then the job is interrupted."""

    def case(self, seed, number):
        return (*self.make(), STOP)[number - 1]


def _target(*words):
    return _Told("told", lambda: words, _look, mistakes.smaller)


@pytest.fixture
def job(monkeypatch, tmp_path, capfd):
    """The job on these words: its exit code, what it prints, and what became of the words."""

    def run_job(*words):
        monkeypatch.setattr(run, "all_targets", lambda: {"told": _target(*words)})
        monkeypatch.setattr(run, "LOOK", 0.02)
        code = main(["--minutes", "0.5", "--folder", str(tmp_path)])
        out = capfd.readouterr().out
        (line,) = [each for each in out.splitlines() if each.startswith("told  ")] or [" "]
        return code, out, " ".join(line.split()[1:])

    return run_job


def _saved(folder):
    return {path.name: path.read_bytes() for path in (folder / "told").iterdir()}


def test_a_failure_is_shrunk():
    assert shrunk(_target(), b"a line\nand a boom in it\nand more") == b"boom"


def test_what_does_not_fail_again_is_not_shrunk():
    assert shrunk(_target(), b"a line\nand more") == b"a line\nand more"


def test_a_failure_is_saved_and_told_in_each_run(tmp_path, job):
    for word, known in ((b"a boom\n", False), (b"b boom\n", True)):
        code, out, became = job(word, b"fine", word)
        assert (code, became) == (1, "3 2 2 FAILED, 1 heard")
        assert out.count("python -m tests.fuzz --again") == 1
        assert ("known already: Defect: a boom" in out) == known
    assert list(_saved(tmp_path).values()) == [b"boom"]


def test_a_file_that_fails_no_more_makes_room(tmp_path, job):
    job(b"a boom")
    (name,) = _saved(tmp_path)
    (tmp_path / "told" / name).write_bytes(b"mended")
    assert "known" not in job(b"a boom")[1]
    assert _saved(tmp_path) == {name: b"boom"}


def test_each_kind_of_death_is_saved_once_and_fails_the_job(tmp_path, job):
    code, out, became = job(b"x dead\n", b"fine", b"gone", b"dead", b"fine", b"gone")
    assert code == 1
    assert became == "6 4 2 killed by SIGKILL, 2 heard, 2 ends with exit code 0"
    assert out.count("python -m tests.fuzz --again") == 2
    assert _saved(tmp_path) == {
        "killed-by-SIGKILL": b"dead",
        "ends-with-exit-code-0": b"gone",
    }
    assert "known already: killed by SIGKILL" in job(b"dead")[1]


def test_a_death_while_a_failure_is_shrunk_is_one_of_its_own(tmp_path, job):
    code, _, became = job(b"trap", b"fine", b"a trap")
    assert (code, became) == (1, "3 2 2 FAILED, 1 heard")
    assert sorted(_saved(tmp_path).values()) == [b"ap", b"trap"]


def test_a_hang_is_saved_as_it_is(tmp_path, job, monkeypatch):
    monkeypatch.setattr(run, "HANGS", 0.1)
    monkeypatch.setattr(run, "CLOCK", 100)
    code, _, became = job(b"a loop", b"fine")
    assert (code, became) == (1, "2 2 1 hangs, 1 heard")
    assert _saved(tmp_path) == {"hangs": b"a loop"}


def test_ctrl_c_ends_the_job_with_its_table(job):
    assert job(b"fine")[::2] == (130, "1 2 1 heard")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    "words",
    [
        ["--again", "nosuch"],
        ["--again", str(CORPUS / "nosuch" / "x")],
        ["--again", str(CORPUS)],
        ["--again", __file__],
        ["--minutes", "0"],
        ["--minutes", "nan"],
        ["--folder", f"{__file__}/x"],
    ],
    ids=lambda words: f"{words[0]} {Path(words[1]).name}",
)
def test_what_cannot_be_is_refused_in_a_line(words, capsys):
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("name", ["engines-alice", "options-alice", "answer-alice", "command"])
def test_a_damaged_file_is_refused_in_a_line(tmp_path, name, capsys):
    path = tmp_path / name / "x"
    path.parent.mkdir()
    path.write_bytes(b'["short')
    assert main(["--again", str(path)]) == 2
    assert f"expected a case of {name}" in capsys.readouterr().err


def test_a_saved_case_is_looked_at_again(capsys):
    path = CORPUS / "facts" / "comment-within-a-comment"
    assert main(["--again", str(path)]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_each_family_has_puzzles_that_are_the_same():
    assert min(map(len, ALL.values())) >= 2
