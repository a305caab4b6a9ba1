"""Proofs in files: what was written is valid, whatever has a model is not, the rest is refused."""

from __future__ import annotations

import gzip
import json
import os
import random

import pytest
from projects import call, few
from splitting import bent, flat, random_clauses, satisfiable, split, steps_of

import pylab
from pylab import proving
from pylab.base import native
from pylab.base.errors import PylabError
from pylab.base.limits import Patience
from pylab.proving import files, rup
from pylab.proving.clauses import Clauses
from pylab.proving.ground import ground

SMALL = "ravensburger/square-2x2.lp"
FORMULA = "c four\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
PROOF = "2 0\n0\n"

pytestmark = pytest.mark.usefixtures("splitting")


@pytest.fixture
def told(tmp_path):
    """The word on a formula and a proof, given as text or bytes."""

    def word(formula, proof):
        for name, content in (("f.cnf", formula), ("p.drat", proof)):
            data = content.encode() if isinstance(content, str) else content
            (tmp_path / name).write_bytes(data)
        return files.checked(str(tmp_path / "f.cnf"), str(tmp_path / "p.drat"))

    return word


def test_what_was_proven_is_valid_again(tmp_path):
    answer = pylab.solve(SMALL, task="all").answer
    proven, left = proving.certify(answer, Patience(60), tmp_path)
    assert left is None
    assert all(proven.proof(claim).certified for claim in answer.claims)
    formulas = sorted(tmp_path.glob("*.cnf"))
    assert len(formulas) == len(proven.statistics["proofs"])
    assert len([*tmp_path.iterdir()]) == 3 * len(formulas)
    for formula in formulas:
        verdict = files.checked(str(formula), str(formula.with_suffix(".drat")))
        assert verdict.valid
        program = formula.with_suffix(".lp").read_text()
        clauses = [" ".join(map(str, [*each, 0])) for each in Clauses(ground(program)).clauses]
        lines = [line for line in formula.read_text().splitlines() if line[0] not in "cp"]
        assert lines[: len(clauses)] == clauses


def test_a_proof_of_four_clauses(told):
    assert told(FORMULA, PROOF).summary == "4 clauses have no model"
    assert told(FORMULA.replace("1 2 0\n-1 2 0\n", "1 2 0 -1\n2\n0\n"), "2 0").valid
    assert told(gzip.compress(FORMULA.encode()), gzip.compress(PROOF.encode())).valid
    assert told(FORMULA, "").problems[0].code == "incomplete"
    assert told(FORMULA.replace("1 -2 0", "1 2 0"), PROOF).problems[0].message.startswith("step 2")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("", "found nothing"),
        ("c only words\n", "found nothing"),
        (FORMULA[:-8], "expected 4 clauses, found 3"),
        (FORMULA[:-2], "expected 4 clauses, found 3"),
        (FORMULA + "1 0\n", "expected 4 clauses, found 5"),
        (FORMULA.replace("p cnf", "p dnf"), "f.cnf:2:1: expected p cnf"),
        (FORMULA[18:], "f.cnf:1:1: expected p cnf"),
        (FORMULA.replace("-1 2 0", "-1 3 0"), "f.cnf:4:1: expected variables up to 2"),
        (FORMULA.replace("-1 2 0", "-1 x 0"), "f.cnf:4:4: expected numbers"),
        (FORMULA.replace("-1 2 0", "-1 1_0 0"), "f.cnf:4:4: expected numbers"),
        (FORMULA.replace("-1 2 0", "-1 " + "9" * 5000 + " 0"), "f.cnf:4:4: expected numbers"),
        ("p cnf 999999999 1\n999999999 0\n", "expected variables up to 7"),
        (b"p cnf 1 1\n\xff\n", "f.cnf"),
        (gzip.compress(FORMULA.encode(), mtime=0)[:-9], "part of one"),
        (gzip.compress(b"c" * 200_000, mtime=0), "expected at most"),
        ("c" * 200_000, "expected at most"),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(monkeypatch, told, formula, expected):
    monkeypatch.setattr(files, "MOST_BYTES", 100_000)
    with pytest.raises(PylabError) as raised:
        told(formula, PROOF)
    assert expected in str(raised.value)


@pytest.mark.parametrize("proof", ["2", "2 0\n1", "x 0", "0 0", "d", "2 0 1 0", "9" * 5000 + " 0"])
def test_what_is_no_proof_is_refused(told, proof):
    with pytest.raises(PylabError, match=r"p.drat:[12]:1: expected a step"):
        told(FORMULA, proof)
    with pytest.raises(PylabError, match="expected variables up to"):
        told(FORMULA, "999999999 0\n")


@pytest.mark.parametrize("seed", few(range(300), 8))
def test_no_forgery_says_that_there_is_no_model(tmp_path, seed):
    """Clauses, one of them changed or left out, with the proof of the others, and bent ones."""
    rng = random.Random(f"forged files {seed}")
    variables, clauses = random_clauses(rng)
    _, lines = split(clauses)
    honest = steps_of(lines) if lines else [[rup.ADD]]
    for _ in range(20):
        others, steps = bent(rng, variables, clauses, honest)
        files.write(tmp_path / "b", [], others, flat(steps))
        try:
            verdict = files.checked(str(tmp_path / "b.cnf"), str(tmp_path / "b.drat"))
        except PylabError:
            continue
        model = satisfiable(variables + 1, others)
        assert not (verdict.valid and model), (others, steps)


def test_on_the_command_line(tmp_path):
    (tmp_path / "cadical").write_text("")
    command = {**os.environ, "PYLAB_NATIVE": "0"}
    done = call("solve", SMALL, "--proofs", tmp_path / "new")
    assert (done.returncode, "--proofs needs --certify" in done.stderr) == (2, True)
    done = call("solve", SMALL, "--certify", "--proofs", tmp_path)
    assert (done.returncode, "expected an empty folder" in done.stderr) == (2, True)
    done = call("solve", SMALL, "--certify", "--proofs", tmp_path / "cadical" / "x")
    assert (done.returncode, "Not a directory" in done.stderr) == (2, True)
    place = tmp_path / "new"
    done = call("solve", SMALL, "--task", "shortest", "--certify", "--proofs", place)
    assert done.returncode == 0, done.stderr
    assert call("validate", SMALL, place / "bound.gz").returncode == 0
    seen = tmp_path / "seen"
    for name, why in (("example", "no claim is left"), ("unsolvable", "the certificate is the")):
        done = call("solve", f"alice/{name}.alice", "--certify", "--proofs", seen)
        assert (f"{seen} is not written: {why}" in done.stderr, seen.exists()) == (True, False)
    for name, content in (("f.cnf", FORMULA), ("p.drat", PROOF), ("e.drat", "")):
        (tmp_path / name).write_text(content)
    done = call("validate", tmp_path / "f.cnf", tmp_path / "p.drat", env=command)
    assert (done.returncode, done.stdout) == (0, "valid: 4 clauses have no model\n")
    told = call("validate", tmp_path / "f.cnf", tmp_path / "p.drat").stdout
    assert (
        told == f"valid{' by the checker in C++' * native.available()}: 4 clauses have no model\n"
    )
    done = call("validate", tmp_path / "f.cnf", tmp_path / "e.drat", "--format", "json")
    told = json.loads(done.stdout)["verdicts"][0]
    assert (done.returncode, told["valid"], told["problems"][0]["code"]) == (1, False, "incomplete")
    done = call("validate", tmp_path / "p.cnf", tmp_path / "p.drat")
    assert (done.returncode, "No such file" in done.stderr) == (2, True)
