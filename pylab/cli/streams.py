"""Sets up the standard streams, and keeps texts of puzzles from controlling the terminal."""

from __future__ import annotations

import functools
import io
import os
import sys
from typing import TextIO, cast

from pylab.base.errors import printable


class Harmless(io.TextIOWrapper):
    """Standard output on a terminal, with control characters escaped, as texts are from files."""

    def write(self, text: str, /) -> int:
        super().write(harmless(text))
        return len(text)

    def steer(self, text: str) -> None:
        """Print text with control sequences for the terminal."""
        super().write(text)


def open_streams() -> None:
    """Make all three streams usable, none of which fails on characters that it can't show.

    Output that goes to no terminal is UTF-8 in any locale, because pylab may read it again.
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
            sys.stdout.buffer,  # not detached: the old stream is asked for the terminal's size
            encoding="utf-8" if encoding.lower() in ("ascii", "us-ascii") else encoding,
            errors="backslashreplace",
            line_buffering=True,
        )


def steer(text: str) -> None:
    """Print text with control sequences on standard output, and flush it."""
    stream = sys.stdout
    if isinstance(stream, Harmless):
        stream.steer(text)
    else:
        stream.write(text)
    stream.flush()


def width(stream: TextIO | None = None) -> int | None:
    """The terminal's number of columns; None if standard output, or the stream, is no terminal."""
    if not _is_terminal(stream or sys.stdout):
        return None
    import shutil

    return shutil.get_terminal_size().columns


@functools.lru_cache(maxsize=2)
def _is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal; asked once, as answers have thousands of lines."""
    return stream.isatty()


def folded(line: str, indent: int, lead: str = "", stream: TextIO | None = None) -> str:
    """A line, wrapped at words and arrows to the width of the terminal if there is one.

    Further lines begin with the lead, and are indented.
    """
    columns = width(stream)
    if columns is None or len(line) < columns or columns < indent + 20:
        return line
    import re
    from textwrap import TextWrapper

    indented = lead + " " * indent
    wrapper = TextWrapper(columns - 1, subsequent_indent=indented, break_on_hyphens=False)
    wrapper.wordsep_simple_re = re.compile(r"(\s+|(?<=->)(?=\S))")  # what it splits words by
    return wrapper.fill(line)


def harmless(text: str) -> str:
    """The text with control characters escaped, except line breaks and tabs.

    >>> harmless("a\\tb\\x1b[2J\\n")
    'a\\tb\\\\x1b[2J\\n'
    """
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def _nothing(mode: str) -> TextIO:
    # not by pathlib, which takes long to import
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123
