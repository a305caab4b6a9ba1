"""The standard streams: all three there, and none that the text of a puzzle could steer."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TextIO, cast

from pylab.base.errors import printable


class Harmless(io.TextIOWrapper):
    """Standard output on a terminal: what is printed came from files, and must not steer it."""

    def write(self, text: str, /) -> int:
        super().write(harmless(text))
        return len(text)

    def steer(self, text: str) -> None:
        """Print what is to steer the terminal."""
        super().write(text)


def open_streams() -> None:
    """Have all three streams, and none that fails on a character it can't show.

    What is no terminal gets UTF-8, whatever the locale says: it may be a file to be read again.
    """
    if sys.stdin is None:
        sys.stdin = _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding
        sys.stdout.flush()
        sys.stdout = Harmless(
            sys.stdout.buffer,  # not detached: the size of the terminal is asked of the old one
            encoding="utf-8" if encoding.lower() in ("ascii", "us-ascii") else encoding,
            errors="backslashreplace",
            line_buffering=True,
        )


def steer(text: str) -> None:
    """Print what is to steer the terminal on standard output, at once."""
    stream = sys.stdout
    if isinstance(stream, Harmless):
        stream.steer(text)
    else:
        stream.write(text)
    stream.flush()


def width() -> int | None:
    """The columns of the terminal that standard output is; None if it is none."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def folded(line: str, indent: int) -> str:
    """A line of words, on a terminal in several lines, all but the first indented."""
    from textwrap import fill

    columns = width()
    if columns is None or len(line) < columns or columns < indent + 20:
        return line
    return fill(line, columns - 1, subsequent_indent=" " * indent, break_on_hyphens=False)


def harmless(text: str) -> str:
    """The text with what could steer a terminal escaped; lines and tabs are kept.

    >>> harmless("a\\tb\\x1b[2J\\n")
    'a\\tb\\\\x1b[2J\\n'
    """
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def _nothing(mode: str) -> TextIO:
    return cast(TextIO, Path(os.devnull).open(mode, encoding="utf-8"))
