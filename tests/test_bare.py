"""Entries run bare, as their heads say: no answer that the rules forbid, none lost, and an end.

By `pylab clingo`, and by Debian's clingo; one-shot ones by the command of pip's package, too.
"""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import bare
import pytest
from projects import ROOT, few

from pylab.base.finding import Status
from pylab.encoding import files as encoding_files
from pylab.encoding import program
from pylab.engines import driver
from pylab.families.ravensburger.model import RULES
from pylab.family import registry
from pylab.testing import Subject, family_testkit
from pylab.text.facts import write_facts

LONGEST = 12
"""So many moves a route may have where no rule bounds them; the driver goes as far."""

DEBIANS = Path("/usr/bin/clingo")

NAMES = [path.name for path in sorted((ROOT / "encodings").iterdir()) if path.is_dir()]

MOST = 300
"""So many answers are compared; more are not asked for."""


def variants(name, number, instance):
    """The instance, and for every other one a bound that is tight."""
    yield f"sample {number}", instance
    if name == "ravensburger":
        for most in (0, 1):
            yield f"sample {number}, max_steps({most})", replace(instance, max_steps=most)
        yield f"sample {number}, goal = start", replace(instance, goal=instance.start)
        rules = sorted(RULES)[number % len(RULES) :][:2]
        yield f"sample {number}, {rules}", replace(instance, rules=frozenset(rules))


def samples(family, rounds):
    subject = Subject(family, family_testkit(family), rounds)
    for number, (_, instance) in enumerate(subject.samples):
        yield from variants(family.name, number, instance)
    for name, made in subject.testkit.specimens.items():
        yield f"specimen for {name}", made()


def cases(name, rounds, folder):
    """Each entry with each sample: what the driver finds, and the command line of its header."""
    family = registry.get(name)
    for number, (where, instance) in enumerate(samples(family, rounds)):
        facts = list(family.facts(instance))
        file = folder / f"{number}.lp"
        file.write_text(write_facts(facts))
        for task, entry in bare.entries(family):
            if family.unsupported(instance, task):
                continue
            overlays = [entry.parent / each for each in family.overlays(instance)]
            if any(encoding_files.header(each).replaces for each in overlays):
                continue  # clingo itself replaces no file
            loaded = program.load(entry, overlays)
            if overlays and not loaded.stepwise and ("step", 1) in loaded.parts:
                continue  # clingo itself grounds no such part of a one-shot program
            constants = {"longest": str(LONGEST)} if "longest" in loaded.constants else {}
            # two steps more than the bound must change nothing
            most = next(
                (f.arguments[0].number + 2 for f in facts if f.name == "max_steps"), LONGEST
            )
            numbers = {"M": most + 1, "N": loaded.constants.get("length")}
            words = bare.words_of(entry, [*overlays, file], numbers)
            wanted = MOST + 1 if "0" in words else 1
            found = []
            finding = driver.run(
                driver.ClingoProgram(loaded, facts, constants), models=wanted, take=found.append
            )
            if len(found) > MOST:
                continue
            yield where, family, instance, task, entry, finding, found, words


def agree(case, printed, code):
    """That a run told what the driver found, and the checker accepts it."""
    where, family, instance, task, entry, finding, found, words = case
    what = f"{entry.name} of {where}: {' '.join(map(str, words))}\n{printed[:2000]}"
    answers = {frozenset(map(str, symbols)) for symbols in found}
    said = bare.told(printed)
    assert (said.result != "UNSATISFIABLE") == bool(answers) == (code != 20), what
    assert code in (10, 20, 30), what
    if not answers:
        assert finding.status is Status.NONE or entry.name == "plan.lp", what
        return
    if "0" in words:
        assert set(said.answers) == answers, what
    assert said.costs == [cost for cost, _ in finding.costs], what
    stepwise = program.load(entry).stepwise
    assert said.calls == (finding.statistics["solved"][-1]["step"] + 1 if stepwise else 1), what
    for answer in said.answers[:20]:
        if refused(answer):
            continue
        witness = family.decode(instance, task, bare.symbols(answer))
        assert family.check(instance, witness).valid, what


def answered(case):
    """Whether there is an answer, other than the proof that there is none."""
    _, family, instance, task, _, _, found, _ = case
    if not found or refused(map(str, found[0])):
        return False
    return not getattr(family.decode(instance, task, found[0]), "refutes", False)


def refused(atoms):
    """Whether an answer says why the question makes no sense."""
    return any(atom.startswith("refused(") for atom in atoms)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The cases of a family, made once."""
    made = {}

    def give(name, rounds):
        if (name, rounds) not in made:
            folder = tmp_path_factory.mktemp(name)
            found = list(cases(name, rounds, folder))
            made[name, rounds] = found, [[*case[-1], "--outf=2"] for case in found], folder
        return made[name, rounds]

    return give


ASKED = few([(name, rounds) for rounds in (1, 12) for name in NAMES], len(NAMES))


@pytest.mark.parametrize(("name", "rounds"), ASKED)
def test_entries_run_bare_as_their_heads_say(prepared, name, rounds):
    """By `pylab clingo`; one-shot ones by the command of pip's package, too."""
    found, commands, folder = prepared(name, rounds)
    outcomes = {(case[4].name, answered(case)) for case in found}
    assert {entry for entry, _ in outcomes} == {
        entry.name for _, entry in bare.entries(registry.get(name))
    }
    assert {yes for _, yes in outcomes} == {True, False} or rounds == 1
    one = [n for n, case in enumerate(found) if not program.load(case[4]).stepwise]
    told = bare.ours(folder, commands + [commands[n] for n in one], pips=len(one))
    for case, (printed, code) in zip(found + [found[n] for n in one], told, strict=True):
        agree(case, printed, code)


@pytest.mark.parametrize(("name", "rounds"), ASKED)
def test_entries_run_with_debians_clingo(prepared, name, rounds):
    if not DEBIANS.exists():
        pytest.skip("Debian's clingo is not here: apt-get install gringo")
    found, commands, _ = prepared(name, rounds)
    for case, words in zip(found, commands, strict=True):
        done = subprocess.run(
            [DEBIANS, *words], capture_output=True, text=True, timeout=120, check=False
        )
        agree(case, done.stdout, done.returncode)


@pytest.mark.parametrize("entry", ["plan", "shortest", "all"])
def test_a_board_with_a_rule_that_no_overlay_has_is_not_played(tmp_path, entry):
    """Rather than by the competition's rules."""
    board = (
        "field(1..2,1..2). init_on(1,1). goal_on(2,2). connect(1..2,1..2,(n;e;s;w)). max_steps(3)."
    )
    folder = ROOT / "encodings/ravensburger"
    for number, rule in enumerate(["", "rule(fixed_lines)."]):
        (tmp_path / f"board-{number}.lp").write_text(board + rule)
    words = ["-c", "imax=4"] if entry != "plan" else []
    known = folder / "variants/fixed-lines.lp"
    boards = [["board-0.lp"], ["board-1.lp"], ["board-1.lp", known]]
    commands = [[folder / f"{entry}.lp", *files, *words] for files in boards]
    assert [code for _, code in bare.ours(tmp_path, commands)] == [10, 20, 10]
