"""Certificates of lower bounds, in compressed files: written after a search, and checked."""

from __future__ import annotations

import io
import re
import zlib
from dataclasses import replace
from typing import BinaryIO

from pylab.answer import Answer
from pylab.cli import output
from pylab.cli.exits import remark
from pylab.errors import Ended, LimitReached, PylabError
from pylab.limits import MEMORY, Patience, memory, within
from pylab.puzzle import Puzzle
from pylab.source import PACKED
from pylab.verdict import Verdict


def write(answer: Answer, path: str) -> Answer:
    """Write why nothing costs less than the answer says, and have that checked.

    Raises PylabError for families without such certificates, and for files that can't be written;
    LimitReached if the question's time is over before that, or somebody interrupts.
    """
    question = answer.question
    family = question.family
    if family.certify is None or family.check_certificate is None:
        raise PylabError(f"{family.name} writes no certificates of bounds")
    if not answer.at_least:
        remark("there is no bound to be certified; no certificate is written")
        return answer
    output.refuse_inputs(path, "certificate")
    packed = io.BytesIO()
    try:
        limits = question.limits
        with within(Patience(limits.seconds, question.started)), memory(limits.megabytes):
            cases = family.certify(answer.instance, int(answer.at_least), packed)
            content = packed.getvalue()
            verdict = family.check_certificate(answer.instance, io.BytesIO(content))
    except MemoryError:
        raise LimitReached(MEMORY, Ended.MEMORY) from None
    except KeyboardInterrupt:
        raise LimitReached("interrupted", Ended.INTERRUPTED) from None
    if not verdict.valid:
        raise PylabError(f"the checker refuses the certificate: {verdict.problems[0]}")
    output.write(path, content, "certificate")
    remark(f"certificate: {path}, {cases} cases, {len(content)} bytes")
    return replace(answer, bound_certified=True)


def begins(begin: bytes) -> bool:
    """Whether a file that begins so is compressed, and nothing that a solver printed."""
    if not begin.startswith(PACKED):
        return False
    try:
        text = zlib.decompressobj(wbits=31).decompress(begin, 200)
    except zlib.error:
        return True
    return not _PRINTED.search(text)


_PRINTED = re.compile(rb"[({%]|[A-Z]{5}")
"""What solvers print, and no certificate has: brackets, comments, words in capitals."""


def check(puzzle: Puzzle, stream: BinaryIO) -> Verdict:
    """The family's word on a compressed certificate. Raises PylabError where it has none."""
    family = puzzle.family
    if family.check_certificate is None:
        raise PylabError(f"{family.name} knows no compressed certificates")
    return family.check_certificate(puzzle.instance, stream)
