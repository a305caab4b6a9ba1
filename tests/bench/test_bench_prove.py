"""Proofs in parts: all of them, some of them killed, late or in the way of one another."""

from __future__ import annotations

import gzip
import io
import os
import random
import signal
from collections import Counter
from dataclasses import replace

import pytest
from projects import few, needs_proc
from sweeping import EXAMPLE, bench, jobs_in, lines, processes_in, runs, start, wait

from pylab.base.errors import PylabError
from pylab.bench import pool, proof
from pylab.bench.child import Ending
from pylab.bench.work import do
from pylab.core.question import Limits
from pylab.families.ravensburger.certificate import certify
from pylab.families.ravensburger.family import FAMILY
from pylab.text.facts import write_facts

PYTHON = {"PYLAB_NATIVE": "0"}
BOARD = FAMILY.generate(random.Random(1), size=7, density=0.2, bound=9)
LIMITS = Limits(seconds=60)


@pytest.fixture
def board(tmp_path):
    """A file with a board that has no plan with fewer than 7 pushes."""
    (tmp_path / "board.lp").write_text(write_facts(FAMILY.facts(BOARD)))
    return "board.lp"


def whole(bound):
    """The lines of the certificate that is written in one go."""
    packed = io.BytesIO()
    certify(BOARD, bound, packed)
    return gzip.decompress(packed.getvalue())


def proven(folder):
    return gzip.decompress((folder / "proof.gz").read_bytes())


def prove(board, bound, *arguments):
    return ["prove", board, "--family", "ravensburger", "--bound", bound, "-o", "out", *arguments]


def test_all_parts_together_are_a_certificate(tmp_path, board):
    done = bench(*prove(board, 5, "-j", "2", "--parts", "7"), cwd=tmp_path, env=PYTHON)
    assert done.returncode == 0, done.stderr
    assert "7 jobs, 7 of them now: 7 none" in done.stdout
    assert "valid: no plan has fewer than 5 pushes" in done.stdout
    assert proven(tmp_path / "out") == whole(5)
    before = (tmp_path / "out/results.jsonl").read_bytes()
    again = bench(*prove(board, 5), cwd=tmp_path, env=PYTHON)
    assert (again.returncode, "jobs" in again.stdout) == (0, False)
    assert (tmp_path / "out/results.jsonl").read_bytes() == before
    other = bench(*prove(board, 4), cwd=tmp_path, env=PYTHON)
    assert (other.returncode, "another bound or puzzle" in other.stderr) == (2, True)


def more(process, folder, than):
    """Whether it has come further, or to its end."""
    return lambda: len(lines(folder)) > than or process.poll() is not None


@pytest.mark.parametrize(
    ("bound", "rounds", "parts"), few([(5, 1, 16), (6, 2, 40), (7, 20, 40)], 1)
)
def test_killed_at_any_moment_nothing_that_was_proven_is_lost(
    tmp_path, board, bound, rounds, parts
):
    arguments = prove(board, bound, "-j", "2", "--parts", parts)
    kept = Counter()
    for _ in range(rounds):
        process = start(*arguments, cwd=tmp_path, env=PYTHON)
        wait(more(process, tmp_path / "out", len(kept)))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        wait(lambda: processes_in(tmp_path) == [])
        now = Counter(record["key"] for record in runs(tmp_path / "out"))
        assert kept <= now
        kept = now
    done = bench(*arguments, cwd=tmp_path, env=PYTHON)
    assert done.returncode == 0, done.stderr
    assert set(Counter(record["key"] for record in runs(tmp_path / "out")).values()) == {1}
    assert proven(tmp_path / "out") == whole(bound)


@needs_proc
@pytest.mark.slow  # what becomes of other sweeps is tried every time
def test_a_dead_worker_costs_its_part(tmp_path, board):
    arguments = prove(board, 7, "-j", "2", "--parts", "6", "--no-check")
    process = start(*arguments, cwd=tmp_path, env=PYTHON)
    os.kill(wait(lambda: jobs_in(tmp_path))[0], signal.SIGKILL)
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    assert "killed from outside: 1 job" in err
    assert "6 jobs, 1 of them now: 6 none" in out
    assert proven(tmp_path / "out") == whole(7)


@pytest.fixture
def begun(tmp_path, board):
    file = str(tmp_path / board)
    return lambda: proof.begun(file, "ravensburger", 5, tmp_path / "out", LIMITS, 4)


def record_of(job, status):
    return pool.record_of(job, {"status": status}, Ending(0, 0.0, 0.0, 0.0), 0.0)


def test_what_is_late_is_split_again_and_again(tmp_path, begun):
    """Records of parts that were too long, until there are a hundred parts."""
    rng, known, late = random.Random("late"), begun(), []
    last = known.jobs()[-1]
    while len(known.jobs()) < 60:
        late.append(record_of(rng.choice(known.jobs()[:-1]), "time-out"))
        try:
            assert known.split(late) == 1
        except PylabError:
            late.pop()
        assert begun().parts == known.parts
    assert known.split(late) == 0
    assert any("." in name for name in known.parts)
    assert known.jobs()[-1].key == last.key
    for job in known.jobs():
        assert do(job)["status"] == "none"
    done = [record_of(job, "none") for job in known.jobs()]
    assert len(known.proven([*done, *late])) == len(done)
    done_file = tmp_path / "proof.gz"
    with done_file.open("wb") as stream:
        known.write(stream)
    assert proven(tmp_path) == whole(5)
    known.jobs()[3].part.file.unlink()
    assert len(known.proven(done)) == len(done) - 1


def test_what_can_be_split_no_further_needs_more(begun):
    known = begun()
    known.parts = list(FAMILY.certificates.parts(BOARD, 5, "", 10_000))
    job = next(
        job
        for job in known.jobs()
        if len(FAMILY.certificates.parts(BOARD, 5, job.part.name, 8)) == 1
    )
    with pytest.raises(PylabError, match="can't be split: give it more"):
        known.split([record_of(job, "time-out")])
    assert known.split([record_of(replace(job, limits=Limits(59.0)), "time-out")]) == 0
    assert job in known.jobs()


@pytest.mark.parametrize("bound", few([3, 4], 1))
def test_a_plan_ends_it(tmp_path, bound):
    done = bench(*prove(EXAMPLE, bound, "--parts", "8"), cwd=tmp_path)
    assert (done.returncode, done.stderr.count("there is a plan with 2 pushes or fewer")) == (2, 1)
    again = bench(*prove(EXAMPLE, bound), cwd=tmp_path)
    assert (again.returncode, again.stderr.count("there is a plan with 2 pushes")) == (2, 1)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"proof": 1}', "[" * 100_000,
     '{"proof": 1, "instance": "", "bound": 5, "parts": ["start -"]}',
     '{"proof": 2, "instance": "", "bound": 5, "parts": 7}',
     '{"proof": 2, "instance": "", "bound": 5, "parts": ["start -"]}'],
)  # fmt: skip
def test_a_folder_of_something_else_is_refused(tmp_path, begun, text):
    begun()
    (tmp_path / "out/proof.json").write_text(text)
    with pytest.raises(PylabError, match=r"expected the parts of a proof|another bound or puzzle"):
        begun()


@pytest.mark.parametrize("file", ["alice/caged.alice", "dungeon/demo.dungeon", "own.lp"])
def test_families_without_parts_say_so(file, tmp_path):
    """And advise no option that the command doesn't have."""
    (tmp_path / "own.lp").write_text("{ a }. :- not a.")
    done = bench("prove", file, "--bound", "2", "-o", "out", cwd=tmp_path)
    family = file.split("/")[0].removesuffix(".lp")
    assert (done.returncode, done.stderr) == (2, f"pylab: {family} proves no bounds in parts\n")
