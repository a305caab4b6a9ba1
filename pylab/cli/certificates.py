"""Certificates of lower bounds, in compressed files: written after a search, and checked."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from pylab.cli.exits import remark
from pylab.errors import PylabError, WitnessError
from pylab.pipeline import Report
from pylab.puzzle import Puzzle
from pylab.verdict import Verdict

PACKED = b"\x1f\x8b"
"""How gzip files begin (RFC 1952)."""


def write(report: Report, path: str) -> Report:
    """Write why nothing costs less than the report says, and have that checked.

    Raises PylabError for families without such certificates, and for files that can't be written.
    """
    family: Any = report.question.family
    certify: Callable[[Any, int, BinaryIO], int] | None = getattr(family, "certify", None)
    if certify is None:
        raise PylabError(f"{family.name} writes no certificates of bounds")
    bound = report.answer.refuted
    if not bound:
        remark("there is no bound to be certified; no certificate is written")
        return report
    packed = io.BytesIO()
    cases = certify(report.instance, bound, packed)
    content = packed.getvalue()
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise PylabError(f"{path}: {error.strerror}") from None
    remark(f"certificate: {path}, {cases} cases, {len(content)} bytes")
    verdict: Verdict = family.check_certificate(report.instance, io.BytesIO(content))
    if not verdict.valid:
        raise PylabError(f"the checker refuses the certificate: {verdict.problems[0]}")
    return replace(report, bound_certified=True)


def packed_in(path: str) -> BinaryIO | None:
    """The stream, if the file (`-`: standard input) is compressed; else None, nothing consumed.

    Raises WitnessError for a file that can't be read.
    """
    try:
        if path == "-":
            stream = sys.stdin.buffer
            begin = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
            return stream if begin == PACKED else None
        with Path(path).open("rb") as file:
            if file.read(2) != PACKED:
                return None
        return Path(path).open("rb")
    except OSError as error:
        raise WitnessError(f"{path}: {error.strerror}") from None


def check(puzzle: Puzzle, stream: BinaryIO) -> Verdict:
    """The family's word on a compressed certificate. Raises PylabError where it has none."""
    family: Any = puzzle.family
    judge: Callable[[Any, BinaryIO], Verdict] | None = getattr(family, "check_certificate", None)
    if judge is None:
        raise PylabError(f"{puzzle.family.name} knows no compressed certificates")
    with stream:
        return judge(puzzle.instance, stream)
