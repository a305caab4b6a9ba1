"""Where the statements of programs stand: files, lines, and clingo's messages about them."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Sequence
from pathlib import Path

from clingo import ast

from pylab.errors import EncodingError, Place, printable
from pylab.source import Source, read_source

MAX_BYTES = 8 * 1024 * 1024
"""The largest file of an encoding."""

_MESSAGE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)[-\d:]*: (?P<text>.*)", re.DOTALL
)


def shown(path: Path) -> str:
    """The path as a person would write it from here."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)


def error_of(messages: Sequence[str], fallback: str) -> EncodingError:
    """clingo's messages as one error, placed where the first of them is."""
    told = [m for m in messages if ": info: " not in m]
    text = next((m for m in told if ": error: " in m), told[0] if told else fallback)
    found = _MESSAGE.fullmatch(text.strip())
    if found is None:
        return EncodingError("\n".join(map(printable, text.strip().split("\n"))))
    message = printable(" ".join(found["text"].removeprefix("error: ").split()))
    if message.startswith("no definition found for theory atom"):
        message += "; --theory clingo-dl or clingcon, or `% Theory:` in a head, brings some"
    line, column = int(found["line"]), int(found["column"])
    return EncodingError(message, place_in(Path(found["file"]), line, column))


_INSIDE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)-(?:(?P<last>\d+):)?(?P<end>\d+): "
    r"(?P<words>[^\n]*\n  )"
    r"[^\n]*#(?:Anon|Arith|Chain|Inc|Range|P|X|p_)\d*\b.*",
    re.DOTALL,
)


def as_written(message: str) -> str:
    """clingo's message about a part of a file, by the text there instead of clingo's own names.

    clingo calls what is written `psuh(_,D,t)` in a part step(t) `psuh(#Anon0,D,#Inc0)`.
    """
    found = _INSIDE.fullmatch(message.rstrip())
    if found is None:
        return message
    first = int(found["line"])
    lines = [*lines_of(Path(found["file"]))[first - 1 : int(found["last"] or first)]]
    if lines:
        lines[-1] = lines[-1][: int(found["end"]) - 1]
        lines[0] = lines[0][int(found["column"]) - 1 :]
    text = " ".join(" ".join(lines).split())
    return f"{message[: found.end('words')]}{text or 'what stands there'}\n"


def error_at(statement: ast.AST, message: str) -> EncodingError:
    """An error that is placed where a statement begins."""
    begin = statement.location.begin
    text = str(statement).split("\n")[0]
    return EncodingError(
        message, Place(shown(Path(begin.filename)), begin.line, begin.column, text)
    )


def statements_of(text: str) -> list[ast.AST]:
    """The statements of a text of ours, after `#program base.`."""
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    return statements


def place_of(tree: ast.AST) -> Place:
    """Where a syntax tree begins, with the line as it is written there."""
    begin = tree.location.begin
    return place_in(Path(begin.filename), begin.line, begin.column)


def place_in(file: Path, line: int, column: int) -> Place:
    """A place in a file, with its line, which is empty if the file has gone."""
    lines = lines_of(file)
    return Place(shown(file), line, column, lines[line - 1] if line <= len(lines) else "")


def lines_of(path: Path) -> Sequence[str]:
    """The lines of an encoding's file as they are now; none if it has gone."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return _lines(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=64)
def _lines(path: Path, *_state: int) -> Sequence[str]:
    try:
        return text_of(path).text.split("\n")
    except EncodingError:
        return ()


def text_of(path: Path) -> Source:
    """The text of an encoding's file, a regular one. Raises EncodingError."""
    return read_source(str(path), EncodingError, regular=True, most=MAX_BYTES)
