"""Certificates of lower bounds, in compressed files: written after a search, and checked."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any, BinaryIO

from pylab.cli import output
from pylab.cli.exits import remark
from pylab.errors import LimitReached, PylabError
from pylab.limits import alarm
from pylab.pipeline import Report
from pylab.puzzle import Puzzle
from pylab.verdict import Verdict

PACKED = b"\x1f\x8b"
"""How gzip files begin (RFC 1952)."""


def write(report: Report, path: str) -> Report:
    """Write why nothing costs less than the report says, and have that checked.

    Raises PylabError for families without such certificates, and for files that can't be written;
    LimitReached if the question's time is over before that, or somebody interrupts.
    """
    family: Any = report.question.family
    certify: Callable[[Any, int, BinaryIO], int] | None = getattr(family, "certify", None)
    if certify is None:
        raise PylabError(f"{family.name} writes no certificates of bounds")
    bound = report.answer.refuted
    if not bound:
        remark("there is no bound to be certified; no certificate is written")
        return report
    output.refuse_inputs(path, "certificate")
    packed = io.BytesIO()
    seconds = report.question.seconds
    try:
        with alarm(seconds, report.question.started):
            cases = certify(report.instance, bound, packed)
            content = packed.getvalue()
            verdict: Verdict = family.check_certificate(report.instance, io.BytesIO(content))
    except KeyboardInterrupt:
        raise LimitReached("interrupted") from None
    if not verdict.valid:
        raise PylabError(f"the checker refuses the certificate: {verdict.problems[0]}")
    output.write(path, content, "certificate")
    remark(f"certificate: {path}, {cases} cases, {len(content)} bytes")
    return replace(report, bound_certified=True)


def check(puzzle: Puzzle, stream: BinaryIO) -> Verdict:
    """The family's word on a compressed certificate. Raises PylabError where it has none."""
    family: Any = puzzle.family
    judge: Callable[[Any, BinaryIO], Verdict] | None = getattr(family, "check_certificate", None)
    if judge is None:
        raise PylabError(f"{puzzle.family.name} knows no compressed certificates")
    return judge(puzzle.instance, stream)
