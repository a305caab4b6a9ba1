"""Writes certificates of lower bounds to compressed files after a search, and checks them."""

from __future__ import annotations

import re
import tempfile
import threading
import zlib
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, cast

from pylab.base import native
from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.base.finding import Status
from pylab.base.limits import MEMORY, Patience, memory, within
from pylab.base.processes import Child
from pylab.base.proof import certificate
from pylab.base.verdict import Verdict
from pylab.base.words import counted
from pylab.cli import output
from pylab.cli.exits import remark
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.core.answer import Answer
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.engines import judges
from pylab.text.source import PACKED

MOST_KEPT = 1 << 24
"""Bytes of a certificate that are kept in memory until it is written."""

MOST_SHARES = 256
"""The largest number of processes that check a certificate."""


def write(answer: Answer, path: str) -> Answer:
    """Write a certificate of the answer's lower bound, and check it.

    Raises PylabError for files that can't be written; LimitReached at the question's time limit,
    or if the user interrupts.
    """
    if not answer.at_least:
        remark("there is no bound to be certified; no certificate is written")
        return answer
    with _kept() as kept:
        cases, verdict = _make(answer, kept)
        output.write(path, kept, "certificate")
        remark(f"certificate: {path}, {counted(cases, 'case')}, {kept.seek(0, 2)} bytes")
    return proven(answer, verdict)


def _kept() -> BinaryIO:
    """A temporary file, on disk if it becomes large."""
    return cast("BinaryIO", tempfile.SpooledTemporaryFile(MOST_KEPT))


def proven(answer: Answer, verdict: Verdict) -> Answer:
    """The answer with a proof of its lower bound and, if there is no answer at all, of that."""
    name, build = answer.question.family.name, "C++" if verdict.by == native.CHECKER else ""
    claims = ["at_least", *(["none"] if answer.status is Status.NONE else [])]
    proofs = (certificate(claim, name, build) for claim in claims)
    return replace(answer, proofs=(*answer.proofs, *proofs))


def certify(answer: Answer, folder: Path | None = None) -> Answer:
    """Prove and check the claims of the answer that aren't certified yet.

    Uses the family's own certificate if it has one for such a claim, else a SAT solver. What can't
    be proven stays a claim, and a remark says why. Proofs are also written to the folder, if one is
    given. Raises LimitReached and Disagreement.
    """
    if answer.invalid or not _unproven(answer):
        if _unproven(answer):
            remark(f"not certified: {answer.invalid_by} found an answer invalid")
        elif folder is not None:
            why = "no claim is left that needs a proof"
            if answer.status is Status.NONE and not answer.at_least:
                why = "the certificate is the answer itself"
            remark(f"{folder} is not written: {why}")
        return answer
    if folder is not None:
        output.writable(folder)
    question = answer.question
    own = question.family.certificates is not None and not question.unknown_rules
    if own and answer.at_least and not answer.bound_certified:
        with _kept() as kept:
            try:
                _, verdict = _make(answer, kept)
            except LimitReached:
                raise
            except PylabError:  # the family has no certificate for this bound
                pass
            else:
                if folder is not None:
                    output.write(folder / "bound.gz", kept, "proofs")
                answer = proven(answer, verdict)
    if _unproven(answer):
        from pylab import proving

        stop = threading.Event()
        with stopped_by_interrupt(stop):
            patience = Patience(question.limits.seconds, question.started, stop)
            answer, left = proving.certify(answer, patience, folder)
        if claims := _unproven(answer):
            remark(f"not certified: {left or 'there is no proof of ' + ', '.join(claims)}")
    return answer


def _unproven(answer: Answer) -> list[str]:
    return [claim for claim in answer.claims if not answer.proof(claim).certified]


def begin_file(question: Question, path: str) -> None:
    """Raises PylabError, before a search, if no certificate can be written to the file."""
    if question.family.certificates is None:
        raise PylabError(f"{question.family.called} writes no certificates of bounds")
    unknown = question.unknown_rules  # so that files which the rules include are read, too
    output.refuse_streams(path, "the certificate")
    output.refuse_unwritable(path, "certificate")
    if unknown:
        told = judges.not_known(question).problems[0]
        raise PylabError(f"no certificate is written: {told}")


def begin_folder(folder: Path) -> None:
    """Raises PylabError unless the folder for proofs is empty or can be created."""
    output.writable(folder, create=False)
    if folder.exists() and any(folder.iterdir()):
        raise PylabError(f"{folder}: expected an empty folder for the proofs, found files in it")


def _make(answer: Answer, kept: BinaryIO) -> tuple[int, Verdict]:
    """Write a certificate of the answer's bound; its number of cases, and the checker's verdict.

    Raises LimitReached, and PylabError if the family can't certify this bound.
    """
    question = answer.question
    family = question.family
    own = family.certificates
    if own is None:
        raise PylabError(f"{family.called} writes no certificates of bounds")
    try:
        limits = question.limits
        with within(Patience(limits.seconds, question.started)), memory(limits.megabytes):
            cases = own.write(answer.instance, int(answer.at_least or 0), kept)
            kept.seek(0)
            verdict = own.check(answer.instance, kept)
            kept.seek(0)
    except MemoryError:
        raise LimitReached(MEMORY, Ended.MEMORY) from None
    except OSError as error:
        raise PylabError(f"no certificate is written: {error.strerror}") from None
    except KeyboardInterrupt:
        raise LimitReached("interrupted", Ended.INTERRUPTED) from None
    if not verdict.valid:
        raise PylabError(f"the checker refuses the certificate: {verdict.problems[0]}")
    return cases, verdict


def begins(begin: bytes) -> bool:
    """Whether a file with these first bytes is a compressed certificate, not solver output."""
    if not begin.startswith(PACKED):
        return False
    try:
        text = zlib.decompressobj(wbits=31).decompress(begin, 200)
    except zlib.error:
        return True
    return not _PRINTED.search(text)


_PRINTED = re.compile(rb"[({%]|[A-Z]{5}")
"""Found in solver output, never in certificates: brackets, comments, words in capitals."""


def check(puzzle: Puzzle, stream: BinaryIO) -> Verdict:
    """The family's verdict on a compressed certificate. Raises PylabError if it has none."""
    own = puzzle.family.certificates
    if own is None:
        raise PylabError(f"{puzzle.family.called} has no compressed certificates")
    return own.check(puzzle.instance, stream)


def check_in_shares(puzzle: Puzzle, path: Path, shares: int) -> Verdict:
    """The verdict on a certificate's file, by several processes that each check a share of it.

    Each process reads the whole file. Raises PylabError and OSError.
    """
    own = puzzle.family.certificates
    if shares == 1 or own is None or own.check_share is None:
        with path.open("rb") as stream:
            return check(puzzle, stream)
    words: list[Verdict] = []
    at_work = [
        Child(_share, "a process that checks a share of the cases", puzzle, path, number, shares)
        for number in range(shares)
    ]
    try:
        for child in at_work:
            word: Verdict = child.wait(Patience())
            if not word.valid:
                return Verdict(word.problems, by=word.by)
            words.append(word)
    finally:
        for child in at_work:
            child.end()
    if len({word.summary for word in words}) > 1:
        raise PylabError(f"{path} changed while it was checked")
    return words[0]


def _share(_: object, puzzle: Puzzle, path: Path, number: int, of: int) -> Verdict:
    """In a child."""
    own = puzzle.family.certificates
    assert own is not None and own.check_share is not None  # noqa: PT018
    try:
        with path.open("rb") as stream:
            return own.check_share(puzzle.instance, stream, number, of)
    except OSError as error:
        raise PylabError(f"{path}: {error.strerror}") from None
