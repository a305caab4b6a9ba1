"""Where the statements of programs stand: files, lines, and clingo's messages about them.

clingo wants files, so a program that comes as text is a file as long as this process lives.
"""

from __future__ import annotations

import contextlib
import functools
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clingo import ast

from pylab.base import resources, whole_files
from pylab.base.errors import EncodingError, Place, printable
from pylab.text.lexer import TokenKind, blanked, head
from pylab.text.source import Source, read_source

if TYPE_CHECKING:
    import tempfile

MAX_BYTES = 8 * 1024 * 1024
"""The largest file of an encoding."""

KEPT = 100_000
"""The largest text, in characters, that is cached, also as a parsed program."""

_RECENT = 2 * 10**9
"""A file that changed less than this many nanoseconds ago may change again unnoticed."""

_MESSAGE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)[-\d:]*: (?P<text>.*)", re.DOTALL
)
_ALSO = re.compile(r"\.\s+\S*?([^/\s]+:\d+:\d+)[-\d:]*: note: constant also defined here")


_RANGE = r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)-(?:(?P<last>\d+):)?(?P<end>\d+): "
_UNSAFE = re.compile(rf"{_RANGE}error: unsafe variables in:\s*(?P<rule>.*)")
_VARIABLE = re.compile(rf"^{_RANGE}note: '(?P<name>[^']+'*)' is unsafe$", re.MULTILINE)
_INTERNAL = re.compile(r"\[#inc_[^\]]*\];?")


TEXTS = "pylab-texts-"
"""The prefix of the temporary folder for programs that were given as text."""


def is_text(path: Path) -> bool:
    """Whether the file holds a program that was given as text, so that nothing is beside it."""
    return len(path.parents) > 1 and path.parents[1].name.startswith(TEXTS)


def shown(path: Path) -> str:
    """The path relative to the working directory; for a program given as text, its name."""
    if is_text(path):
        return path.stem
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)


def called(name: str) -> str:
    """The path or name as it is; for a program given as text, its name."""
    return shown(Path(name)) if TEXTS in name else name


def named(path: Path) -> str:
    """The name of a shipped file, or the path of another one, relative to the working directory."""
    return resources.named(path) or shown(path)


_OBJECTIVE = re.compile(r"no definition found for theory atom: (minimize|maximize)/")


def not_optimised(name: str) -> str:
    """The message that a theory's own objective is not supported, and what to write instead."""
    return (
        f"expected no &{name}: only clingcon has it, in programs without steps and without "
        "#minimize; bound the sum and lower the bound, or use #minimize on atoms"
    )


def error_of(messages: Sequence[str], fallback: str) -> EncodingError:
    """clingo's messages as one error, with the place of the first."""
    told = [m for m in messages if ": info: " not in m]
    text = next((m for m in told if ": error: " in m), told[0] if told else fallback)
    if unsafe := unsafe_in(text):
        names = ", ".join(dict.fromkeys(name for name, _ in unsafe.variables))
        s = "s" if "," in names else ""
        return EncodingError(f"unsafe variable{s} {names} in {unsafe.rule}", unsafe.variables[0][1])
    found = _MESSAGE.fullmatch(text.strip())
    if found is None:
        return EncodingError("\n".join(map(printable, text.strip().split("\n"))))
    file, line, column = Path(found["file"]), int(found["line"]), int(found["column"])
    said = _ALSO.sub(r", which has a value in \1", found["text"])
    message = printable(" ".join(said.removeprefix("error: ").split()))
    if objective := _OBJECTIVE.match(message):
        message = not_optimised(objective[1])
    elif message.startswith("no definition found for theory atom"):
        message += "; --theory clingo-dl or clingcon, or `% Theory:` in a header, brings some"
    elif message.endswith("unexpected EOF"):
        text = blanked("\n".join(lines_of(file)), TokenKind.COMMENT).rstrip()
        if text[-1:] != ".":  # the last statement is not complete
            message = "expected a full stop, found the end of the text"
            line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return EncodingError(message, place_in(file, line, column))


class Unsafe(NamedTuple):
    """A rule with unsafe variables, as it is written.

    Attributes:
        rule: on one line, without its full stop.
        variables: what stands for each, and where; in order.
    """

    rule: str
    variables: Sequence[tuple[str, Place]]


def unsafe_in(message: str) -> Unsafe | None:
    """The unsafe variables that a message of clingo's reports; None if it reports none."""
    found = _UNSAFE.match(message)
    if found is None:
        return None
    rule = _written(found) or _INTERNAL.sub("", found["rule"])
    variables = sorted(
        (int(each["line"]), int(each["column"]), _named(each), Path(each["file"]))
        for each in _VARIABLE.finditer(message)
    )
    return Unsafe(
        printable(rule.removesuffix(".")),
        [(name, place_in(path, line, column)) for line, column, name, path in variables],
    )


def _named(found: re.Match[str]) -> str:
    """A variable's name, or the source text where clingo has introduced the variable."""
    own = found["name"].startswith("#")
    return (own and _written(found)) or ("_" if own else found["name"])


def _written(found: re.Match[str]) -> str:
    """The source text in the range that a message names."""
    line = int(found["line"])
    begin = ast.Position(found["file"], line, int(found["column"]))
    last = int(found["last"] or line)
    return written(begin, ast.Position(found["file"], last, int(found["end"])))


_INSIDE = re.compile(
    rf"{_RANGE}(?P<words>[^\n]*\n  )"
    r"[^\n]*#(?:Anon|Arith|Chain|Inc|Range|P|X|p_)\d*\b.*",
    re.DOTALL,
)


def as_written(message: str) -> str:
    """clingo's message with the source text in place of variables that clingo introduced.

    clingo writes `psuh(#Anon0,D,#Inc0)` for `psuh(_,D,t)` in a part step(t).
    """
    found = _INSIDE.fullmatch(message.rstrip())
    if found is None:
        return message
    return f"{message[: found.end('words')]}{_written(found) or 'what stands there'}\n"


def told_of(message: str) -> tuple[str, int, int] | None:
    """The file, line and column that a message is about; None if it names no place."""
    found = _MESSAGE.match(message)
    return None if found is None else (found["file"], int(found["line"]), int(found["column"]))


_LEFT_OUT = re.compile(
    rf"{_RANGE}info: (?P<why>operation undefined|number expected|(?:empty )?tuple ignored"
    r"|interval undefined|edge ignored|heuristic directive ignored)"
)


def left_out(message: str) -> tuple[Place, str] | None:
    """The place and the reason if a message says that clingo drops an instance of a rule."""
    found = _LEFT_OUT.match(message)
    if found is None:
        return None
    term = _written(found)
    why = f"clingo leaves out instances of this rule, as {term or 'what stands here'} has no value"
    return place_in(Path(found["file"]).absolute(), int(found["line"]), int(found["column"])), why


def error_at(statement: ast.AST, message: str) -> EncodingError:
    """An error at the beginning of a statement."""
    begin = statement.location.begin
    text = str(statement).split("\n")[0]
    return EncodingError(
        message, Place(shown(Path(begin.filename)), begin.line, begin.column, text)
    )


def statements_of(text: str) -> list[ast.AST]:
    """The statements of a text without a file; the first is `#program base.`."""
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    return statements


def place_of(tree: ast.AST) -> Place:
    """The place where a syntax tree begins, with its line."""
    begin = tree.location.begin
    return place_in(Path(begin.filename), begin.line, begin.column)


def written(begin: ast.Position, end: ast.Position) -> str:
    """The source text between two places of a file, on one line and without comments.

    It is empty if the file no longer exists.
    """
    lines = [*lines_of(Path(begin.filename))[begin.line - 1 : end.line]]
    if lines:
        lines[-1] = lines[-1][: end.column - 1]
        lines[0] = lines[0][begin.column - 1 :]
    return " ".join(blanked("\n".join(lines), TokenKind.COMMENT).split())


def place_in(file: Path, line: int, column: int) -> Place:
    """A place in a file, with its line; that is empty if the file no longer exists."""
    lines = lines_of(file)
    return Place(shown(file), line, column, lines[line - 1] if line <= len(lines) else "")


def lines_of(path: Path) -> Sequence[str]:
    """The current lines of an encoding file; none if it no longer exists."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return _lines(path, found.st_mtime_ns, found.st_size)


def in_head(path: Path, word: str) -> Place | None:
    """The first place of a word in the comment at the top of an encoding file."""
    pattern = re.compile(rf"^%.*?(?<!\w)({re.escape(word)})(?!\w)")
    for number, line in enumerate(head("\n".join(lines_of(path))).split("\n"), 1):
        if match := pattern.match(line):
            return Place(shown(path), number, match.start(1) + 1, line)
    return None


@functools.lru_cache(maxsize=64)
def _lines(path: Path, *_state: int) -> Sequence[str]:
    try:
        return [each.removesuffix("\r") for each in text_of(path).text.split("\n")]
    except EncodingError:
        return ()


def text_of(path: Path) -> Source:
    """The text of an encoding file, read again only if it has changed.

    Raises EncodingError, also for what is no regular file.
    """
    with contextlib.suppress(OSError, ValueError):
        now = path.stat()
        whole_files.READ.add((now.st_dev, now.st_ino))
        changed = max(now.st_mtime_ns, now.st_ctime_ns)
        if now.st_size <= KEPT and changed < time.time_ns() - _RECENT:
            return _text_once(path, now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, changed)
    return _text(path)


def _text(path: Path, *_state: int) -> Source:
    return read_source(str(path), EncodingError, regular=True, most=MAX_BYTES)


_text_once = functools.lru_cache(maxsize=256)(_text)


def file_with(text: str, called: str) -> Path:
    """Write the text to a temporary file; `shown` gives the name for messages.

    It stays for as long as anybody in this process may look at it.
    """
    import hashlib  # takes milliseconds, and few need it

    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    path = Path(_folder().name, key, f"{called}.lp")
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Removed when the process ends."""
    import tempfile

    return tempfile.TemporaryDirectory(prefix=TEXTS)
