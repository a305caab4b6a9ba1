"""Entries run bare, as their heads say: no answer that the rules forbid, none lost, and an end.

By `pylab clingo`, and by Debian's clingo, which has its own `<incmode>`; one-shot ones by the
command of pip's package, too.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from dataclasses import replace

import bare
import pytest
from projects import ROOT, few

from pylab import encoding, registry
from pylab.engines import driver
from pylab.facts import write_facts
from pylab.finding import Status
from pylab.testing import Subject, trial_of

LONGEST = 12
"""So many moves a route may have where no rule bounds them; the driver goes as far."""

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


def samples(family, rounds):
    subject = Subject(family, trial_of(family), rounds)
    for number, (_, instance) in enumerate(subject.samples):
        yield from variants(family.name, number, instance)
    for name, made in subject.trial.specimens.items():
        yield f"specimen for {name}", made()


def cases(name, rounds, folder):
    """Each entry with each sample: what the driver finds, and the command line of its head."""
    family = registry.get(name)
    for number, (where, instance) in enumerate(samples(family, rounds)):
        facts = list(family.facts(instance))
        file = folder / f"{number}.lp"
        file.write_text(write_facts(facts))
        for task, entry in bare.entries(family):
            if family.unfit(instance, task):
                continue
            overlays = [entry.parent / each for each in family.overlays(instance)]
            loaded = encoding.load(entry, overlays)
            constants = {"longest": str(LONGEST)} if "longest" in loaded.constants else {}
            numbers = {"M": LONGEST + 1} | {
                "M": fact.arguments[0].number + 1 for fact in facts if fact.name == "max_steps"
            }
            found = []
            finding = driver.run(
                driver.Program(loaded, facts, constants), models=MOST + 1, take=found.append
            )
            if len(found) > MOST or any("refused" in str(m) for m in found[:1]):
                continue
            words = bare.words_of(entry, [*overlays, file], numbers)
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
    assert set(said.answers) <= answers, what
    stepwise = encoding.load(entry).stepwise
    assert said.calls == finding.statistics["solved"][-1]["step"] + 1 if stepwise else True, what
    for answer in said.answers[:20]:
        witness = family.decode(instance, task, bare.symbols(answer))
        assert family.check(instance, witness).valid, what


def asked(folder, name, rounds):
    """All cases, with `--outf=2`."""
    found = list(cases(name, rounds, folder))
    outcomes = Counter((case[4].name, bool(case[6])) for case in found)
    return found, [[*case[-1], "--outf=2"] for case in found], outcomes


@pytest.mark.parametrize(("name", "rounds"), few([(n, k) for k in (2, 12) for n in NAMES], len(NAMES)))
def test_entries_run_bare_as_their_heads_say(tmp_path, name, rounds):
    found, commands, outcomes = asked(tmp_path, name, rounds)
    assert {entry.name for _, entry in bare.entries(registry.get(name))} <= {n for n, _ in outcomes}
    for case, (printed, code) in zip(found, bare.ours(tmp_path, commands), strict=True):
        agree(case, printed, code)
    one = [n for n, case in enumerate(found) if not encoding.load(case[4]).stepwise]
    pips = bare.ours(tmp_path, [commands[n] for n in one], pips=True)
    for number, (printed, code) in zip(one, pips, strict=True):
        agree(found[number], printed, code)
