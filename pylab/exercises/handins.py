"""Reads submissions as untrusted data: checks names, sizes, includes and headers; runs nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pylab.base.errors import EncodingError, PylabError, printable
from pylab.base.resources import natural
from pylab.encoding import files as encoding_files
from pylab.encoding import header as headers
from pylab.encoding.files import INCMODE
from pylab.exercises.exercise import Exercise
from pylab.text.lexer import TokenKind, tokens
from pylab.text.source import Source, decode_source

MOST_FILES, MOST_BYTES = 20, 256 * 1024
"""The largest number of a submission's files, and the largest size of each."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """A student's submission.

    Attributes:
        name: the student's name, as the file system has it.
        files: the texts of the files by their names.
        refused: why it can't be judged; None if it can be.
        passed_over: remarks on files that are not read.
    """

    name: str
    files: Mapping[str, str] = field(default_factory=dict)
    refused: EncodingError | None = None
    passed_over: tuple[str, ...] = ()


def submissions(folder: Path, exercise: Exercise) -> list[HandIn]:
    """All submissions in a folder: `NAME.lp`, or the files in a folder NAME; in natural order.

    Raises PylabError if there are none, or two of a name.
    """
    try:
        paths = sorted(Path(folder).iterdir(), key=natural)
    except OSError as error:
        raise PylabError(f"{printable(str(folder))}: {error.strerror}") from None
    found: dict[str, HandIn] = {}
    for path in paths:
        if path.name.startswith("."):
            continue
        own = path.is_dir() and not path.is_symlink()
        if not own and path.suffix != ".lp" and not path.is_symlink():
            continue  # a table of grades, for instance
        name = path.name if own else path.name.removesuffix(".lp")
        if name in found:
            raise PylabError(f"{printable(str(folder))}: two submissions are named {name!r}")
        inside = sorted(path.iterdir(), key=natural) if own else [path]
        found[name] = of_files(name, inside, exercise)
    if not found:
        raise PylabError(f"{printable(str(folder))}: expected submissions, NAME.lp or NAME/*.lp")
    return list(found.values())


def others(folder: Path) -> list[str]:
    """The files in a folder that are no submissions, such as archives."""
    paths = (p for p in sorted(folder.iterdir(), key=natural) if p.name[0] != ".")
    return [p.name for p in paths if p.is_file() and not p.is_symlink() and p.suffix != ".lp"]


def of_files(name: str, paths: list[Path], exercise: Exercise) -> HandIn:
    """The submission of these files; a single file gets the name that the exercise expects."""
    texts: dict[str, str] = {}
    over: list[str] = []
    programs = [path for path in paths if path.suffix == ".lp"]
    over += [
        f"{printable(p.name)} is not read: expected FILE.lp" for p in paths if p not in programs
    ]
    try:
        if len(programs) > MOST_FILES:
            raise EncodingError(f"expected at most {MOST_FILES} files, found {len(programs)}")
        for path in programs:
            called = exercise.file if len(programs) == 1 else path.name
            texts[called] = decode_source(_bytes(path, called), called, EncodingError).text
        if exercise.file not in texts:
            raise EncodingError(f"expected a file {exercise.file}, found none")
        refuse(texts, exercise)
    except EncodingError as error:
        return HandIn(name, texts, error, tuple(over))
    return HandIn(name, texts, None, tuple(over))


def _bytes(path: Path, name: str) -> bytes:
    """The content of a regular file; no link is followed, and nothing is unpacked.

    Messages call it by this name, as that of the file may be the student's.
    """
    called = printable(name)
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags), "rb") as stream:
            regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode) and not path.is_symlink()
            data = stream.read(MOST_BYTES + 1) if regular else b""
    except OSError:  # of a link, too
        regular = False
    if not regular:
        raise EncodingError(f"{called}: expected a regular file, found none or a link")
    if len(data) > MOST_BYTES:
        raise EncodingError(f"{called}: expected at most {MOST_BYTES // 1024} KiB, found more")
    return data


def refuse(texts: Mapping[str, str], exercise: Exercise) -> None:
    """Raises EncodingError, with the place, for what no submission may have.

    These are scripts, includes of files that are neither handed in nor given, and sections of heads
    with an effect, unless the given file of that name has the same.
    """
    known = {*texts, *exercise.given}
    for name, text in texts.items():
        source = Source(name, text)
        encoding_files.refuse(source, ascii_only=exercise.of.as_written is None)
        for token in tokens(text):
            if token.kind is TokenKind.SCRIPT:
                raise EncodingError("expected rules, found a script", source.place(token.start))
            allowed = token.name in known or token.shipped == INCMODE
            if token.kind is TokenKind.INCLUDE and not allowed:
                expected = "expected an include of a file that is handed in or given"
                raise EncodingError(expected, source.place(token.start))
        given = exercise.given.get(name, "")
        for title in _changed(headers.parse(source), headers.parse(Source(name, given))):
            at = max(text.find(f"{title}:"), 0)
            words = f"expected the section {title} of the header as in the given file"
            raise EncodingError(words, source.place(at))


def _changed(own: headers.Header, given: headers.Header) -> Iterator[str]:
    for title in headers.NAMING:
        if own.sections.get(title, "").split() != given.sections.get(title, "").split():
            yield title


def laid_out(texts: Mapping[str, str], exercise: Exercise, folder: Path) -> Path:
    """Write a submission and the given files into a folder, and return its main file."""
    for name, text in {**exercise.given, **texts}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / exercise.file
