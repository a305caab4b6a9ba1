"""One table of stepwise programs through all backends: the same steps, the same claims.

The lab's is in `lab/test_lab_program.py`.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace

import asking
import bare
import pytest
from incremental import calls
from projects import few, start
from stepping_cases import CASES, ERRORS

from pylab.base.errors import EncodingError, Ended
from pylab.base.limits import Patience
from pylab.base.words import counted
from pylab.core.puzzle import load
from pylab.proving import certify

CLINGO = """
import sys
from clingo.__main__ import PyClingoApplication
from clingo.application import clingo_main
sys.exit(clingo_main(PyClingoApplication(), sys.argv[1:]))
"""
"""With clingo's exit codes, which `python -m clingo` has not."""

WATCHED = 'grep "^query(" "$1" >> "$2"; shift 2; exec "$@"'
"""Notes the step that a program is asked at, and starts a solver."""


def asked(tmp_path, case, **means):
    """The answer to a case; no atom of it is one of the puzzle's."""
    path = tmp_path / "case.lp"
    path.write_text(case.text)
    puzzle = load("alice/example.alice")
    return asking.ask(
        "alice", puzzle.instance, "shortest", encoding=str(path), constants=case.constants,
        models=case.models, **means,
    )[0]  # fmt: skip


def by_clingo(tmp_path, case):
    answer = asked(tmp_path, case)
    return answer, [row["step"] for row in answer.statistics["solved"]]


def by_command(tmp_path, case):
    log = tmp_path / "log"
    log.touch()
    solver = ["clingo"] if shutil.which("clingo") else [sys.executable, "-c", CLINGO]
    words = ("sh", "-c", WATCHED, "sh", "{program}", str(log), *solver, "0", "{program}")
    answer = asked(tmp_path, case, engine="command", command=words)
    return answer, [int(step) for step in re.findall(r"\d+", log.read_text())]


BACKENDS = {"clingo": by_clingo, "command": by_command}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CASES)
def test_a_backend_is_led_as_all_are(tmp_path, name, backend):
    case = CASES[name]
    objective = "minimize" in case.text
    if objective and backend == "command":
        case = replace(case, models=1)  # all are refused
    answer, steps = BACKENDS[backend](tmp_path, case)
    assert tuple(steps) == case.steps
    complete = case.complete and not (objective and backend == "command")  # which takes one answer
    found = (answer.status.value, answer.cost, answer.at_least, answer.complete)
    assert found == (case.status, case.cost, case.at_least, complete)
    if name == "istop unknown" or (case.status == "unknown" and "istop" not in case.constants):
        until = f"up to {counted(steps[-1], 'step')}" if steps else "no step"
        assert (answer.ended, answer.reason) == (Ended.STEPS, f"searched {until}")
    else:
        assert (answer.ended, answer.reason) == (Ended.SETTLED, "")
    told_to_go_on = name == "imin and one answer"
    assert any("imin and istop ask for later" in m for m in answer.messages) == told_to_go_on
    assert answer.least == objective
    assert answer.optimal == (case.status == "found" and case.at_least == (case.cost or None)
                              and not objective)  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ERRORS)
def test_constants_without_a_meaning_are_errors(tmp_path, name, backend):
    value, told = ERRORS[name]
    case = CASES["no horizon"]
    with pytest.raises(EncodingError, match=re.escape(told)):
        BACKENDS[backend](tmp_path, type(case)(case.text, {name: value}))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.status != "found"])
def test_proofs_are_of_the_same_steps(tmp_path, name):
    answer, steps = by_clingo(tmp_path, CASES[name])
    proven, left = certify(answer, Patience(60))
    assert left is None
    assert [row["step"] for row in proven.statistics["proofs"]] == steps
    assert {claim for claim in answer.claims if proven.proof(claim).certified} == {*answer.claims}


def test_clingos_own_command_is_led_as_clingo_leads_it(tmp_path):
    """Ours, and clingo's where it knows `<incmode>`: Debian's package gringo has it."""
    cases = [case for case in CASES.values() if case.clingos]
    commands = []
    for number, case in enumerate(cases):
        path = tmp_path / f"{number}.lp"
        path.write_text(case.text)
        words = [word for pair in case.constants.items() for word in ("-c", "=".join(pair))]
        commands.append([str(path), "0", *words])
    printed = [calls(out) for out, _ in bare.ours(tmp_path, commands)]
    for case, command, found in zip(cases, commands, printed, strict=True):
        assert len(found) == len(case.steps), case
        assert [step for step, answers in enumerate(found) if answers][:1] == (
            [case.cost] if case.status == "found" else []
        )
        if shutil.which("clingo"):
            done = subprocess.run(["clingo", *command], capture_output=True, text=True, check=False)
            assert calls(done.stdout) == found, case


@pytest.mark.parametrize("number", few([signal.SIGTERM, signal.SIGHUP, signal.SIGINT], 2))
def test_clingos_own_command_ends_between_two_calls_too(tmp_path, number):
    """Its steps are so small that most signals come while clingo solves nothing."""
    (tmp_path / "endless.lp").write_text("#include <incmode>.\n#program step(t).\na(t).\n")
    for _ in range(6):
        process = start("clingo", "endless.lp", "-c", 'istop="UNKNOWN"', cwd=tmp_path)
        for _ in range(50):
            process.stdout.readline()
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode in (1, 11)
