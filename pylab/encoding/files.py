"""The files of encodings: found by their names, read with what they include; parses no rule.

Overlays that only set an option need no file each: the header of one file lists them, and
`rules.lp/room-once` is the path of one.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pylab.base import resources
from pylab.base.errors import EncodingError, Place, near
from pylab.encoding import header as headers
from pylab.encoding.header import Header
from pylab.encoding.places import shown, text_of
from pylab.text.lexer import Kind, Token, is_ground, tokens, unreadable
from pylab.text.source import Source

INCMODE = "incmode"
"""What clingo itself has between `<` and `>`."""

KEPT = 100_000
"""What has so many characters at most is kept: texts, and programs that were parsed."""


class NotFound(EncodingError):
    """There is no file of that name."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that takes part: its header, what it includes, and where it says `<incmode>`.

    Its text says it all; that of an overlay without a file is the text that lists it.
    """

    path: Path
    text: str
    header: Header = field(compare=False)
    includes: tuple[Path, ...] = field(compare=False)
    incmode: Place | None


def header(path: Path) -> Header:
    """What a file's header says, or its line on an overlay. Raises EncodingError."""
    if is_listed(path):
        return header(path.parent).overlays[path.name]
    return headers.parse(Source(shown(path), text_of(path).text))


def options(paths: Iterable[Path]) -> dict[str, str]:
    """What the headers of files, and of what they include, set. Raises EncodingError."""
    return options_of(file for path in paths for file in read_whole(path.absolute()))


def options_of(files: Iterable[File]) -> dict[str, str]:
    """What the headers of files that are read already set; the last says it."""
    return {name: value for file in files for name, value in file.header.options.items()}


def judges(files: Iterable[Path]) -> dict[Path, bool]:
    """The judges that headers name, beside their files, and which stand in for the checker.

    Raises EncodingError, also for a judge that is not there.
    """
    found = {}
    for file in files:
        head = header(file)
        for names, replaces in ((head.judges, False), (head.replacing, True)):
            for name in names:
                path = file.parent / name
                if not _is_regular(path):
                    raise NotFound(f"{shown(file)}, in its header: there is no {name} beside it")
                found[path] = replaces
    return found


def find(name: str, family: str) -> Path:
    """An encoding file by its path or, if there is none, by its name among the shipped ones.

    Raises EncodingError if nothing is found.
    """
    root = resources.encodings(family)
    bare = name.removeprefix("encodings/")
    places = [
        Path(name),
        resources.located("encodings", bare),
        *(root / f"{folder}{bare}{end}" for folder in ("", "variants/") for end in ("", ".lp")),
    ]
    for place in places:
        if _is_regular(place) or is_listed(place):
            return place
    listed = bare.removeprefix(f"{family}/").removeprefix("variants/").removesuffix(".lp")
    for file in sorted((root / "variants").glob("*.lp")):
        if listed in header(file).overlays:
            return file / listed
    with contextlib.suppress(OSError, ValueError):
        if places[0].exists() and not places[0].is_dir():
            text_of(places[0])  # which says what it is, if it is no regular file
    known = [file.stem for file in (*root.glob("*.lp"), *(root / "variants").glob("*.lp"))]
    hint = near(listed, known)
    raise NotFound(f"{name}: no such file, and no encoding of {family} has that name{hint}")


def with_includes(path: Path) -> Iterator[Path]:
    """The file and, depth first, what it includes; see `read_whole`. Raises EncodingError."""
    return (file.path for file in read_whole(path))


def read_whole(path: Path, ascii_only: bool = True) -> Iterator[File]:
    """The file and, depth first, what it includes; read again only if one of them has changed.

    Raises EncodingError for what clingo must not be given: files that are not ASCII (with
    `ascii_only`; else what its logger may die of), and includes of what is no regular file beside
    the including one, which it would look for elsewhere or read for ever.
    """
    kept = _kept(path, str(Path.cwd()), ascii_only)
    for known in kept[-1:]:
        if all(_state(file) == state for file, state in known.states.items()):
            yield from known.files
            return
    began = time.time_ns()
    states, found = dict[Path, _State | None](), list[File]()
    for file in _read(path, states, ascii_only):
        found.append(file)
        yield file
    kept.clear()
    if sum(len(file.text) for file in found) <= KEPT and all(
        state and state.changed < began - _RECENT for state in states.values()
    ):
        kept.append(_Kept(states, tuple(found)))


class _State(NamedTuple):
    """What changes with a file; `changed` is when it did, in nanoseconds."""

    device: int
    number: int
    size: int
    written: int
    changed: int


def _state(path: Path) -> _State | None:
    """How a file is now, or the one that lists an overlay; None if it has gone."""
    with contextlib.suppress(OSError):
        try:
            now = path.stat()
        except NotADirectoryError:
            now = path.parent.stat()
        changed = max(now.st_mtime_ns, now.st_ctime_ns)
        return _State(now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, changed)
    return None


_RECENT = 2 * 10**9
"""Nanoseconds within which a file may change twice, and be taken for the same."""


class _Kept(NamedTuple):
    """The files that take part in one, and how all were that were looked at for them."""

    states: Mapping[Path, _State | None]
    files: tuple[File, ...]


@functools.lru_cache(maxsize=256)
def _kept(_path: Path, _folder: str, _ascii_only: bool) -> list[_Kept]:
    """What is known of a file, as it is called from a folder: nothing at first."""
    return []


def _read(path: Path, states: dict[Path, _State | None], ascii_only: bool) -> Iterator[File]:
    """See `read_whole`; notes how each file is before it is read."""
    pending, seen = [path], set[Path]()
    while pending:
        file = pending.pop()
        states[file] = _state(file)
        resolved = file.resolve()
        if resolved in seen:
            continue
        seen.add(resolved)
        if is_listed(file):
            yield File(file, text_of(file.parent).text, header(file), (), None)
            continue
        source = Source(shown(file), text_of(file).text)
        refuse(source, ascii_only)
        includes = tuple(_included(file, source))
        starts = [each.start for each in _includes(source.text) if each.shipped]
        incmode = source.place(starts[0]) if starts else None
        yield File(file, source.text, headers.parse(source), includes, incmode)
        pending += includes[::-1]


def includes(path: Path) -> dict[str, Path]:
    """The files that a file includes, by the names that it has for them. Raises EncodingError."""
    source = Source(shown(path), text_of(path).text)
    names = [each.name for each in _includes(source.text) if each.name is not None]
    return dict(zip(names, _included(path, source), strict=True))


def says_incmode(files: Iterable[Path]) -> bool:
    """Whether one of the files, or what they include, says `<incmode>`; read as clingo finds them.

    clingo looks for an included file where it runs, then beside the including one. What can't be
    read is left to clingo to refuse.
    """
    pending, seen = list(files), set[Path]()
    while pending:
        file = pending.pop()
        if file in seen:
            continue
        seen.add(file)
        try:
            text = file.read_bytes().decode("ascii", "replace")
        except (OSError, ValueError):
            continue
        for found in _includes(text):
            if found.shipped == INCMODE:
                return True
            if found.name:
                here, beside = Path(found.name), file.parent / found.name
                pending.append(here if _is_regular(here) else beside)
    return False


def _included(file: Path, source: Source) -> Iterator[Path]:
    """The files that a file includes, in order."""
    for found in _includes(source.text):
        wrong = ""
        if found.name is None and found.shipped is None:
            wrong = 'expected "FILE.lp" right after #include'
        elif not found.whole:
            wrong = "expected a full stop after #include"
        elif found.shipped not in (None, INCMODE):
            wrong = f"expected <{INCMODE}>, found <{found.shipped}>"
        elif found.name is not None and not _is_regular(file.parent / found.name):
            wrong = "file could not be opened: expected a regular file"
        if wrong:
            raise EncodingError(wrong, source.place(found.start))
        if found.name is not None:
            yield file.parent / found.name


def _includes(text: str) -> Iterator[Token]:
    return (each for each in tokens(text) if each.kind is Kind.INCLUDE)


def _is_regular(path: Path) -> bool:
    """Whether there is a regular file; no name, however strange or long, is an error."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_listed(path: Path) -> bool:
    """Whether the header of a file lists an overlay of that name; there are no rules of it."""
    return _is_regular(path.parent) and path.name in header(path.parent).overlays


def refuse(source: Source, ascii_only: bool = True) -> None:
    """Raises EncodingError for what clingo must not be given, or would take for something else.

    Those are characters that its messages would break, which kills Python; of rules, all that are
    not ASCII. A comment without an end is refused where it begins.
    """
    at = unreadable(source.text)
    if ascii_only and not source.text.isascii():
        at = next(i for i, c in enumerate(source.text) if not c.isascii())
    if at is not None:
        where = "in an encoding" if ascii_only else "outside of strings and comments"
        raise EncodingError(
            f"expected ASCII only {where}, found {source.text[at]!r}", source.place(at)
        )
    if is_ground(source.text):
        raise EncodingError("expected rules, found a ground program (aspif)", source.place(0))
    for each in tokens(source.text):
        if each.kind is Kind.COMMENT and not each.whole:
            raise EncodingError(
                "expected '*%' to end the comment, found the end of the text",
                source.place(each.start),
            )
