"""`pylab solve`: asks a question and prints its answer in one of the formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pylab.base.errors import Ended, LimitReached
from pylab.cli import bounds, given, interrupts, printing
from pylab.cli.exits import FOUND, INTERRUPTED, NONE, UNDECIDED, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.options import instances_argument, question_options, takes, why_options
from pylab.core.options import SOLVE, Limits, Means

if TYPE_CHECKING:
    from pylab.core.answer import Answer, Checked

_EXPLAINED_SECONDS = 60.0
"""The time limit of --explain under the user's own rules, whose search may have no end."""

_KEPT_SECONDS = 10.0
"""The part of the time limit for explaining; a third of it at most."""


class _Solve(FamilyCommand):
    """The command; says what to type instead of an option of clingo's."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = [*args]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            from pylab.encoding.clingo_options import instead

            name = unknown.option_name
            at = next((i for i, word in enumerate(given) if word.startswith(name)), 0)
            if told := instead(given[at], "".join(given[at + 1 : at + 2])):
                told = f"No such option '{name}': for clingo's, use {told}."
                raise click.UsageError(told, ctx) from None
            raise


@click.command("solve", cls=_Solve)
@instances_argument
@question_options(SOLVE)
@takes(
    count="--count: Print only the number of answers, or with --consequences of atoms; with "
    "--format json, the object without answers.",
    explain="--explain: Without an answer, say why, and the least change.",
)
@why_options
@takes(
    stats="--stats: Print statistics of grounding and solving.",
    certificate="--certificate FILE.gz: Write a proof that nothing costs less, for `pylab "
    "validate` (ravensburger).",
    certify="--certify: Prove the answer's claims, by a certificate or a SAT solver, and "
    "check the proof.",
    proofs="--proofs FOLDER: Keep the proofs of --certify for `pylab validate` and other checkers.",
    unfold="--unfold N: Print N steps of what an answer leaves out: a long run, walks, rounds.",
    form=f"--format {'|'.join(printing.formats())}={printing.DEFAULT}: Output format; "
    "competition also has the exit codes 10, 20, 30, 33.",
)
def command(
    files: tuple[str, ...],
    family: str | None,
    task: str | None,
    form: str,
    count: bool,
    explain: bool,
    atoms: Mapping[str, bool],
    stats: bool,
    unfold: int | None,
    certificate: str | None,
    certify: bool,
    proofs: Path | None,
    means: Means,
    limits: Limits,
) -> int:
    """Solve the puzzle in FILE (- for standard input, or a shipped instance's name).

    FILEs with rules are a program as clingo takes it, with files of facts as its instance.

    \b
    Examples:
      pylab solve ravensburger/example-4x4.lp
      pylab solve ravensburger/example-4x4.lp --task all --models 0 --format json
      pylab solve ravensburger/example-4x4.lp --explain
      pylab solve ravensburger/square-2x2.lp --task shortest --certify --proofs p
      pylab generate ravensburger --size 8 | pylab solve --family ravensburger -
      pylab new folder hops && pylab solve hops/hops.lp hops/instances/one.lp
    """
    from pylab.base.finding import Status
    from pylab.cli.asking import put, question
    from pylab.cli.inputs import load
    from pylab.cli.unanswered import Unanswered, unread

    form = _form(form, count, certify, means)
    if proofs is not None:
        from pylab.cli import certificates

        certificates.begin_folder(proofs)
    unanswered = Unanswered(form, partial(unread, files, family, task, means, limits))
    bounds.unanswered(unanswered.finish)
    try:
        puzzle = load(files, family, means.encoding)
    except LimitReached as limit:
        return unanswered.finish(limit.ended, str(limit))
    counting = count and not means.consequences
    if counting and puzzle.family.as_written and limits.models is None:
        limits = replace(limits, models=0)  # counting needs all answers
    means = replace(means, detailed=stats or form == "json")
    asked = question(puzzle, task, means, limits)
    if certificate is not None:
        from pylab.cli import certificates

        certificates.begin_file(asked, certificate)
    seconds = asked.limits.seconds
    changed = explain and asked.changed
    if changed:  # part of the time is for explaining
        seconds = seconds or _EXPLAINED_SECONDS
        kept = min(_KEPT_SECONDS, seconds / 3)
        asked = replace(asked, limits=replace(asked.limits, seconds=seconds - kept))
    printer = printing.printer(form)(asked, puzzle, stats, unfold)
    for atom in atoms:  # a wrong one is refused before the search
        from pylab.analysis.why import atom_of

        atom_of(atom, asked)

    def found(checked: Checked) -> None:
        printer.witness(checked)
        unanswered.found(checked)

    answer = put(asked, found, keep=certify or bool(atoms))
    answer, late = _proven(answer, certificate, certify, proofs)
    explained = None
    unknown = answer.status is Status.UNKNOWN and changed
    if explain and (unknown or answer.status is Status.NONE) and not interrupts.heard():
        from pylab.cli import explaining

        explained = explaining.seek(answer, seconds)
    if atoms and not interrupts.heard():
        from pylab.cli.explaining import ask_why

        printer.why = ask_why(answer, atoms)
    code = printer.finish(answer, explained)
    unproven = certify and not all(answer.proof(claim).certified for claim in answer.claims)
    if interrupts.heard() and (late or explain or unproven):
        return INTERRUPTED
    undecided = (late and code == FOUND) or (unproven and code in (FOUND, NONE))
    return UNDECIDED if undecided else code


def _form(form: str, count: bool, certify: bool, means: Means) -> str:
    """The format of the answer. Raises UsageError for options that have no use together."""
    if not certify:
        given.refuse("proofs", why="needs --certify")
    if form != printing.DEFAULT:
        given.refuse("unfold", why=f"has no use beside --format {form}")
    if count:
        given.refuse("unfold", why="has no use beside --count")
        form = printing.counted(form)
    if means.consequences:
        useless = ("certify", "certificate", "unfold", "why", "why_not")
        given.refuse(*useless, why="has no use beside --consequences")
        if form in ("competition", "csv"):
            raise click.UsageError(f"--format {form} has no use beside --consequences")
    return form


def _proven(
    answer: Answer, certificate: str | None, certify: bool, proofs: Path | None
) -> tuple[Answer, bool]:
    """The answer with the proofs that were asked for, and whether a limit was reached."""
    if certificate is None and not certify:
        return answer, False
    from pylab.cli import certificates

    try:
        if interrupts.heard():
            raise LimitReached("interrupted", Ended.INTERRUPTED)
        if certificate is not None:
            answer = certificates.write(answer, certificate)
        return (certificates.certify(answer, proofs) if certify else answer), False
    except LimitReached as limit:
        remark(f"no certificate: {limit}")
        return answer, True
