"""What the judge of a folder says of an answer; without one, nothing checks it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pylab.base.limits import at_hand
from pylab.base.verdict import Problem, Verdict
from pylab.core import judge
from pylab.encoding import program as encodings
from pylab.encoding.ineffective import Diagnostic
from pylab.encoding.program import Encoding
from pylab.engines import judges
from pylab.folders import inference, pictures
from pylab.folders.answers import ShownAtoms
from pylab.folders.given import Given

if TYPE_CHECKING:
    from pylab.folders.family import Rules

SECONDS = 60.0
"""The time limit of a judge, in seconds, if the user sets none."""


def check(rules: Rules, instance: Given, witness: ShownAtoms) -> Verdict:
    """The verdict of `check.lp`; unchecked where there is none, or it can't say anything."""
    path = rules.judge
    if path is None:
        return Verdict((Problem("unchecked", "there is no check.lp"),))
    program = loaded(path)
    if told := fault(rules, program, instance):
        return Verdict((Problem("unchecked", told),))
    facts = [*instance.whole(), *witness.facts]
    values = pictures.known(path, instance)
    return judges.by_rules(program, facts, values, at_hand(SECONDS))


def loaded(path: Path) -> Encoding:
    """The judge in a file. Raises EncodingError."""
    return encodings.load(path, scripts=None, ascii_only=False)


def fault(rules: Rules, program: Encoding, instance: Given | None) -> str:
    """Why a judge can't say anything; empty if it can."""
    for finding in findings(rules, program, instance):
        where = f"{finding.place}: " if finding.place else ""
        return f"the judge can't say anything: {where}{finding.message}"
    return ""


def findings(
    rules: Rules,
    program: Encoding,
    instance: Given | None = None,
    overlay: Path | None = None,
) -> list[Diagnostic]:
    """What keeps a judge from saying anything, or from seeing what it asks for.

    An overlay that names it may show more than the folder's programs.
    """
    interface = rules.interface
    given = interface.inputs | interface.derived | (interface.shown or frozenset())
    given |= rules.puzzles
    if instance is not None:
        given |= instance.signatures
        given |= inference.of_entries(instance.rules).derived
    if overlay is not None:
        given |= inference.of_entries([overlay]).derived
    return list(judge.findings(program, frozenset(given)))
