"""Certificates of lower bounds on the command line, and both engines on a board."""

from __future__ import annotations

import gzip
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from projects import ROOT, call, few, run, start

import pylab
from pylab.base.errors import PylabError
from pylab.cli import certificates, output

BOARD = "ravensburger/generated-06-3.lp"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """That the board takes three pushes."""
    path = tmp_path_factory.mktemp("certificate") / "c.gz"
    call("solve", BOARD, "--task", "shortest", "--certificate", path)
    return path.read_bytes()


@pytest.mark.parametrize("engine", few(["both", "clingo", "native"], 1))
def test_a_bound_is_certified_and_checked_from_the_file_alone(tmp_path, engine):
    path = tmp_path / "c.gz"
    done = call("solve", BOARD, "--task", "shortest", "--engine", engine, "--certificate", path)
    assert done.returncode == 0, done.stderr
    assert "% no plan with fewer than 3 pushes (certificate checked)\n" in done.stdout
    judged = call("validate", BOARD, path)
    assert (judged.returncode, "no plan has fewer than 3 pushes" in judged.stdout) == (0, True)
    other = call("validate", "ravensburger/generated-05-2.lp", path)
    assert (other.returncode, other.stdout.startswith("invalid")) == (1, True)
    with path.open("rb") as file:
        piped = start("validate", ROOT / "instances" / BOARD, "-", stdin=file)
        piped.communicate()
    assert piped.returncode == 0


def test_a_certificate_is_never_whole_in_memory(tmp_path, monkeypatch):
    """Also where the folder takes no file beside an old one, which is written over then."""

    class Careful(io.BytesIO):
        def read(self, size=-1):
            assert 0 < size <= 1 << 20
            return super().read(size)

    def torn(*_):
        raise PermissionError

    path = tmp_path / "c.gz"
    monkeypatch.setattr(certificates, "_kept", Careful)
    answer = pylab.solve(BOARD, "shortest", engine="native").answer
    written = certificates.write(answer, str(path))
    first = path.read_bytes()
    assert written.bound_certified
    assert gzip.decompress(first).startswith(b"ravensburger lower bound")
    monkeypatch.setattr(os, "replace", torn)
    certificates.write(answer, str(path))
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-"], "expected a file for the certificate, found '-', where answers are printed"),
        (["/dev/stdout"], "found '/dev/stdout', where answers are printed"),
        (["no/c.gz"], "no/c.gz: No such file or directory"),
        (["part.lp", "--with", "o.lp"], "part.lp: expected another file to write, found one"),
        (["c.gz", "--with", "o.lp"], "does not know the rules of o.lp"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_search(tmp_path, words, told):
    (tmp_path / "o.lp").write_text('#include "part.lp".\n')
    (tmp_path / "part.lp").write_text("extra.\n")
    done = call("solve", BOARD, "--task", "shortest", "--certificate", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o.lp", "part.lp"]


def test_bytes_go_to_standard_output_as_they_are(capfdbinary):
    output.write("-", "first\n")
    output.write("-", io.BytesIO(b"\x1f\x8b\n"))
    assert capfdbinary.readouterr().out == b"first\n\x1f\x8b\n"


def test_processes_share_the_cases(tmp_path, certificate):
    path = tmp_path / "c.gz"
    path.write_bytes(certificate)
    one, three = (call("validate", BOARD, path, "--jobs", jobs) for jobs in (1, 3))
    assert (three.returncode, three.stdout) == (one.returncode, one.stdout) == (0, one.stdout)
    path.write_bytes(path.read_bytes()[:-20])
    torn = call("validate", BOARD, path, "-j", 2)
    assert (torn.returncode, "can't be unpacked" in torn.stdout) == (1, True)
    plan = call("validate", BOARD, "-", "-j", 2, stdin="push(1,w,1).")
    assert (plan.returncode, "which the answer is not" in plan.stderr) == (2, True)
    other = call("validate", "alice/example.alice", path, "-j", 2)
    assert (other.returncode, "has no compressed certificates" in other.stderr) == (2, True)


def test_a_dead_process_is_no_word(tmp_path):
    puzzle = pylab.load(BOARD)
    own = puzzle.family.certificates._replace(check_share=lambda *_: os._exit(0))
    family = replace(puzzle.family, certificates=own)
    with pytest.raises(PylabError, match="died"):
        certificates.check_in_shares(replace(puzzle, family=family), Path(__file__), 2)


def test_a_none_can_be_certified(tmp_path):
    board = "ravensburger/unsolvable-3x3.lp"
    done = call("solve", board, "--task", "shortest", "--certificate", tmp_path / "c.gz",
               "--format", "json")  # fmt: skip
    told = json.loads(done.stdout)
    assert (told["status"], told["bound_certified"]) == ("none", True)
    assert told["conclusions"][0].startswith("none (certificate checked)")


def test_what_is_no_certificate(tmp_path, certificate):
    path = tmp_path / "c.gz"
    path.write_bytes(certificate)
    for content in (
        certificate[:-20],
        certificate[:2],
        gzip.compress(b""),
        gzip.compress(b"x\n" * 10),
    ):
        path.write_bytes(content)
        done = call("validate", BOARD, path)
        assert done.returncode == 1, done.stderr
        assert done.stdout.startswith("invalid")
        assert "Traceback" not in done.stderr
    done = call("validate", "alice/example.alice", path)
    assert (done.returncode, "has no compressed certificates" in done.stderr) == (2, True)
    done = call("solve", "alice/example.alice", "--certificate", path)
    assert (done.returncode, "writes no certificates" in done.stderr) == (2, True)
    assert done.stdout == ""
    done = call("solve", BOARD, "--task", "shortest", "--certificate", tmp_path / "none" / "c.gz")
    assert (done.returncode, "No such file" in done.stderr) == (2, True)


def test_bounds_are_told_at_a_limit():
    board = call("generate", "ravensburger", "--size", "20", "--seed", "3").stdout
    done = run("solve", "-", "--family", "ravensburger", "--task", "shortest",
               "--engine", "native", "--time-limit", "2", stdin=board)  # fmt: skip
    if done.returncode == 0:
        assert "(native's claim)" in done.stdout
    else:
        assert done.returncode == 3
        assert "% at least " in done.stdout or "% unknown" in done.stdout


def test_other_rules_are_left_to_clingo(tmp_path, certificate):
    path = tmp_path / "c.gz"
    path.write_bytes(certificate)
    done = call("validate", BOARD, path, "--walk-first")
    assert (done.returncode, "competition's rules only" in done.stdout) == (1, True)
    done = call("solve", BOARD, "--task", "shortest", "--engine", "native", "--walk-first")
    assert (done.returncode, "only the competition's rules" in done.stderr) == (2, True)
    done = call("solve", BOARD, "--task", "shortest", "--walk-first", "--certificate", path)
    assert (done.returncode, "competition's rules only" in done.stderr) == (2, True)
    done = call("solve", "ravensburger/generated-10-4.lp", "--fixed-lines")
    assert (done.returncode, done.stderr.count("using the native search")) == (0, 0)
    assert done.stderr.count("using clingo, although") == 1
