"""`pylab validate`: the checker's verdict on the output of any solver."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab.base.errors import PylabError, WitnessError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.verdict import Verdict
from pylab.cli import bounds, certificates, given
from pylab.cli.asking import judged, tell_idle
from pylab.cli.exits import INTERRUPTED, INVALID, UNDECIDED, VALID, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import load, refuse_both
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import (
    OF_PROGRAM,
    instances_argument,
    proof_options,
    refuse_proof,
    strict,
    takes,
    why_options,
)
from pylab.core.answer import Answer, Checked
from pylab.core.held import Held, hold, proof
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.engines import judges as judging
from pylab.text import solver_output
from pylab.text.solver_claims import Claim, Output
from pylab.text.source import joined, opened, source_of, without_gz

if TYPE_CHECKING:
    from pylab.analysis.why import AtomExplanation

_BEGIN = 4096
"""The number of bytes that tell what a file is."""

_NAMED = 8
"""The number of skipped predicates that a remark names."""

_NOTHING = Held(Output(), (), ())


@click.command("validate", cls=FamilyCommand)
@partial(instances_argument, metavar="FILE... [WITNESS]")
@takes(
    configuration="--configuration TEXT: Check if this configuration "
    "wins (fractal), instead of WITNESS.",
)
@proof_options(
    ("overlays", "judges", "constants", "scripts"),
    constants=OF_PROGRAM,
    overlays="An overlay whose options and judges apply; repeatable.",
    scripts="Run scripts in judges.",
)
@takes(
    exit_code="--exit-code N[0..255]: The solver's exit code: without an answer, 20 claims "
    "that there is none.",
    width=f"-j --jobs N[1..{certificates.MOST_SHARES}]=1: Check a certificate with N processes.",
    trace="--trace: Print the checker's steps.",
    form="--format text|json=text: Text for people or JSON for programs.",
)
@why_options
def command(
    files: tuple[str, ...],
    family: str | None,
    configuration: str | None,
    check_none: bool,
    exit_code: int | None,
    width: int,
    trace: bool,
    atoms: Mapping[str, bool],
    form: str,
    task: str | None,
    means: Means,
    limits: Limits,
) -> int:
    """Check WITNESS, an answer to the instance FILE, against the rules of the puzzle.

    Several FILEs are a program and its instance, as `pylab solve` takes them.

    WITNESS is a file, or - for standard input: facts, the output of `pylab solve` (text, facts,
    JSON, competition), the whole output of clingo or a competition solver, or a certificate that
    solve wrote. Several answers are checked one by one. FILE may also be a formula in DIMACS
    (.cnf), and WITNESS a proof (DRAT) that it has no model.

    Exit codes: 0 valid, 1 invalid, 3 not checked, or no answer in the output.

    \b
    Examples:
      pylab solve ravensburger/example-4x4.lp --format facts > plan.lp
      pylab validate ravensburger/example-4x4.lp plan.lp
      echo UNSATISFIABLE > none.out
      pylab validate --check-none ravensburger/unsolvable-3x3.lp none.out
      pylab validate fractal/alice.lab --configuration "A B A : 4"
    """
    witness = files[-1] if configuration is None else None
    named = files if witness is None else files[:-1]
    if configuration is not None and len(named) > 1:
        raise click.UsageError("expected either WITNESS or --configuration")
    if not named:
        raise click.UsageError("expected WITNESS or --configuration")
    refuse_both(named, witness)
    refuse_proof(check_none, explains=bool(atoms))
    if configuration is not None:
        given.refuse("judges", "scripts", "check_none", "exit_code", "width", "why", "why_not",
                     why="has no use beside --configuration")  # fmt: skip
    (file, *more) = named
    formula = not more and without_gz(file).endswith(".cnf")
    if formula and witness is not None and family is None:
        from pylab.proving import files as proofs

        known = ("seconds", "megabytes", "trace", "form")
        given.refuse_all_but(*known, why="has no use for a formula and its proof")
        with bounds.reading():
            verdict = proofs.checked(file, witness)
        return _print_verdicts(form, trace, (verdict,))
    puzzle = load(named, family)
    task = task or puzzle.task
    question = judged(puzzle, means, limits, searching=check_none)
    puzzle = replace(puzzle, instance=question.instance)
    for atom in atoms:  # a wrong one is refused before the answer is read
        from pylab.analysis.why import atom_of

        atom_of(atom, replace(question, task=question.family.task(task)))
    held = _NOTHING
    if configuration is not None:
        verdicts = [_membership(question, configuration)]
    else:
        held = _held(puzzle, question, witness or "", exit_code, width)
        verdicts = list(held.verdicts)
    stopped = False
    if not verdicts and held.output.claim is Claim.NONE and check_none:
        from pylab.cli.asking import prove

        answer = prove(question, task, means, limits)
        stopped = answer.interrupted
        verdicts = [proof(answer)]
    else:
        tell_idle(question)
    said = _why(question, task, held, atoms) if atoms else []
    code = _print_verdicts(form, trace, verdicts, held, said)
    return INTERRUPTED if stopped else code


def _why(
    question: Question, task: str | None, held: Held, atoms: Mapping[str, bool]
) -> Sequence[AtomExplanation | str]:
    """Why atoms are in the answers that were read, or are not, by the encoding of the task."""
    from pylab.cli.explaining import ask_why

    asked = replace(question, task=question.family.task(task), limits=Limits(models=0))
    pairs = zip(held.witnesses, held.verdicts, strict=True)
    checked = tuple(Checked(witness, word, question.instance) for witness, word in pairs)
    checked = tuple(each for each in checked if not each.invalid)
    answer = Answer(status=Status.FOUND, question=asked, engine="", checked=checked)
    return ask_why(answer, atoms)


def _print_verdicts(
    form: str,
    trace: bool,
    verdicts: Sequence[Verdict],
    held: Held = _NOTHING,
    said: Sequence[AtomExplanation | str] = (),
) -> int:
    """Print the verdicts and return the exit code."""
    if form == "json":
        data = {
            "schema": 1,
            "verdicts": [{"valid": each.known, **asdict(each)} for each in verdicts],
            "claim": held.output.claim.value if held.output.claim else None,
            "passed_over": list(held.passed_over),
        }
        if said:
            data["why"] = [each if isinstance(each, str) else each.to_dict() for each in said]
        click.echo(json.dumps(data, indent=1))
    else:
        for number, verdict in enumerate(verdicts, 1):
            _print_verdict(verdict, f"answer {number}: " if len(verdicts) > 1 else "", trace)
        output = held.output
        if not verdicts and output.claim is Claim.NONE:
            told = f"{output.words} claims that there is none; --check-none tests it"
            click.echo(f"not checked: {told}")
        elif not verdicts:
            click.echo(f"no answer: {output.silence}")
        for each in said:
            from pylab.analysis import why

            click.echo("\n".join([each] if isinstance(each, str) else why.lines(each)))
    if all(verdict.valid or verdict.unchecked for verdict in verdicts):
        return VALID if verdicts and all(verdict.valid for verdict in verdicts) else UNDECIDED
    return INVALID


def _held(puzzle: Puzzle, question: Question, path: str, exit_code: int | None, width: int) -> Held:
    """The verdicts on a file, which is read once and may be a compressed certificate."""
    stop = threading.Event()

    def word(witness: Any) -> Verdict:
        return judging.verdict(question, witness, Patience(question.limits.seconds, stop=stop))

    ended = stopped_by_interrupt(stop) if question.judges else contextlib.nullcontext()
    with ended, bounds.reading(), opened(path, WitnessError) as stream:
        begin = stream.read(_BEGIN)
        whole = joined(begin, stream)
        if certificates.begins(begin):
            if width > 1 and not Path(path).is_file():
                given.refuse("width", why="needs a certificate that is a file")
            if question.unknown_rules:
                told = judging.not_known(question)
            elif width > 1:
                told = certificates.check_in_shares(puzzle, Path(path), width)
            else:
                told = certificates.check(puzzle, whole)
            return Held(Output(), (told,), ())
        given.refuse("width", why="is for a certificate, which the answer is not")
        source = source_of(whole, path, WitnessError)
        if not source.text and exit_code is None:
            raise WitnessError(f"expected an answer in {source.name}, found an empty file")
        silent = exit_code is not None and not source.text.strip()
        output = Output() if silent else solver_output.output(source)
        output = output if exit_code is None else output.ended(exit_code)
        held = hold(puzzle, output, strict(), word)
    if output.answers and output.cut is not None:
        remark(f"{output.cut}: this answer is cut off, and not checked")
    if held.passed_over:
        named = ", ".join(held.passed_over[:_NAMED])
        more = f" and {len(held.passed_over) - _NAMED} more" * (len(held.passed_over) > _NAMED)
        remark(f"passed over, as no part of an answer: {named}{more}")
    return held


def _membership(question: Question, configuration: str) -> Verdict:
    family = question.family
    if family.membership is None:
        raise PylabError(f"{family.called} has no configurations that could be asked about")
    if question.unknown_rules:
        return judging.not_known(question)
    return family.membership(question.instance, configuration)


def _print_verdict(verdict: Verdict, prefix: str, trace: bool) -> None:
    if verdict.valid:
        click.echo(verdict.told(f"{prefix}valid"))
    else:
        word = "not checked" if verdict.unchecked else "invalid"
        click.echo(f"{prefix}{word}: {verdict.summary}".rstrip(" :"))
        for problem in verdict.problems:
            click.echo(f"  {problem}")
    if trace or not verdict.valid:
        for line in verdict.trace:
            click.echo(f"  {line}")
