"""Finds encoding files by name and reads them with their includes; parses no rule.

Overlays that only set an option need no file of their own: the header of a file lists them, and
`rules.lp/room-once` is the path of such an overlay.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pylab.base import resources
from pylab.base.errors import EncodingError, Place, near
from pylab.encoding import header as headers
from pylab.encoding.header import Header
from pylab.encoding.places import is_text, shown, text_of
from pylab.text.lexer import Token, TokenKind, is_ground, nested_deeper, tokens, unreadable
from pylab.text.source import Source

INCMODE = "incmode"
"""The name, between `<` and `>`, of the file that clingo itself includes."""

_DEEPEST = 10_000


class NotFound(EncodingError):
    """There is no file of that name."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of an encoding: its text, and from it its header, its includes, and `<incmode>`.

    The text of a listed overlay is that of the file which lists it.
    """

    path: Path
    text: str
    header: Header = field(compare=False)
    includes: tuple[Path, ...] = field(compare=False)
    incmode: Place | None


def header(path: Path) -> Header:
    """The header of a file, or of a listed overlay. Raises EncodingError."""
    if is_listed(path):
        return header(path.parent).overlays[path.name]
    return headers.parse(Source(shown(path), text_of(path).text))


def options(paths: Iterable[Path]) -> dict[str, str]:
    """The options that the headers of files and of their includes set. Raises EncodingError."""
    return options_of(file for path in paths for file in read_whole(path.absolute(), None))


def options_of(files: Iterable[File]) -> dict[str, str]:
    """The options that the headers of these files set; the last one wins."""
    return {name: value for file in files for name, value in file.header.options.items()}


def judges(files: Iterable[Path]) -> dict[Path, bool]:
    """The judges that headers name, and whether each replaces the checker.

    Raises EncodingError, also for a missing judge.
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


def refuse_twice(overlays: Iterable[Path]) -> None:
    """Raises EncodingError for an overlay that is named twice."""
    seen = set[Path]()
    for path in overlays:
        if (whole := path.resolve()) in seen:
            raise EncodingError(f"{shown(path)} is laid over twice; leave out one")
        seen.add(whole)


def find(name: str, family: str) -> Path:
    """An encoding file by its path or, if there is none, by its name among the shipped ones.

    Raises EncodingError if there is none.
    """
    path = Path(name)
    return path if _is_regular(path) or is_listed(path) else own(name, family)


def own(name: str, family: str) -> Path:
    """A family's own encoding by its name, whatever files the working directory has.

    Raises EncodingError if there is none.
    """
    root = resources.encodings(family)
    bare = name.removeprefix("encodings/")
    places = [
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
        if Path(name).is_dir():
            raise NotFound(f"{name}: expected a file of rules, found a folder")
        if Path(name).exists():
            text_of(Path(name))  # reading reports what it is
    known = [file.stem for file in (*root.glob("*.lp"), *(root / "variants").glob("*.lp"))]
    hint = near(listed, known)
    raise NotFound(f"{name}: no such file, and no encoding of {family} has that name{hint}")


def with_includes(path: Path) -> Iterator[Path]:
    """The path of the file and, depth first, of its includes; see `read_whole`."""
    return (file.path for file in read_whole(path, None))


def with_any_letters(path: Path) -> Iterator[File]:
    """The file and its includes, with any characters in strings and comments."""
    for file in read_whole(path, None):
        refuse(Source(shown(file.path), file.text), ascii_only=False)
        yield file


def read_whole(path: Path, ascii_only: bool | None = True) -> Iterator[File]:
    """The file and, depth first, its includes.

    Raises EncodingError for files that clingo must not get: files that are not ASCII (with
    `ascii_only`; otherwise files with characters that may crash its logger), and includes that are
    no regular file beside the including one, because clingo would search elsewhere or read for
    ever. With None for `ascii_only`, characters are not looked at: `load` does that.
    """
    pending, seen = [path], set[Path]()
    while pending:
        file = pending.pop()
        resolved = file.resolve()
        if resolved in seen:
            continue
        seen.add(resolved)
        if is_listed(file):
            yield File(file, text_of(file.parent).text, header(file), (), None)
            continue
        source = Source(shown(file), text_of(file).text)
        if ascii_only is not None:
            refuse(source, ascii_only)
        includes = tuple(_included(file, source, ascii_only is not False))
        starts = [each.start for each in _includes(source.text) if each.shipped]
        incmode = source.place(starts[0]) if starts else None
        yield File(file, source.text, headers.parse(source), includes, incmode)
        pending += includes[::-1]


def includes(path: Path) -> dict[str, Path]:
    """The files that a file includes, by the names that it uses. Raises EncodingError."""
    source = Source(shown(path), text_of(path).text)
    names = [each.name for each in _includes(source.text) if each.name is not None]
    return dict(zip(names, _included(path, source, of_families=True), strict=True))


def says_incmode(files: Iterable[Path]) -> bool:
    """Whether one of the files or their includes contains `#include <incmode>`.

    Includes are searched as clingo does: in the working directory, then beside the including file.
    Unreadable files are left for clingo to refuse.
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


def _included(file: Path, source: Source, of_families: bool) -> Iterator[Path]:
    """The files that a file includes, in order; those of families may be named without a path."""
    for found in _includes(source.text):
        wrong = ""
        if found.name is None and found.shipped is None:
            wrong = 'expected "FILE.lp" right after #include'
        elif not found.whole:
            wrong = "expected a full stop after #include"
        elif found.shipped not in (None, INCMODE):
            wrong = f"expected <{INCMODE}>, found <{found.shipped}>"
        there = _shipped(file, found.name) if of_families and found.name else []
        if found.name is not None and _is_regular(file.parent / found.name):
            there = [file.parent / found.name]
        if not wrong and found.name is not None and len(there) != 1:
            wrong = "file could not be opened: expected a regular file beside this one"
            if is_text(file):
                wrong = "file could not be opened: a program given as text has no files beside it"
            if there:
                wrong = f"several families have {found.name}: write FAMILY/{found.name}"
        if wrong:
            raise EncodingError(wrong, source.place(found.start))
        if found.name is not None:
            yield there[0]


def _shipped(file: Path, name: str) -> list[Path]:
    """The files of families that an include in an overlay may mean, `words.lp` or `alice/maze.lp`.

    None for a family's own file, whose includes stand beside it.
    """
    if resources.named(file.absolute()) or ".." in name:
        return []
    family, _, rest = name.rpartition("/")
    families = [each for each in resources.packages() if not family or each == family]
    places = (resources.encodings(each) / rest for each in families)
    return [each for each in places if _is_regular(each)]


def _includes(text: str) -> Iterator[Token]:
    return (each for each in tokens(text) if each.kind is TokenKind.INCLUDE)


def _is_regular(path: Path) -> bool:
    """Whether a path is a regular file; False for any invalid path."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_listed(path: Path) -> bool:
    """Whether a path names an overlay that a file's header lists; it has no rules."""
    return _is_regular(path.parent) and path.name in header(path.parent).overlays


def refuse(source: Source, ascii_only: bool = True) -> None:
    """Raises EncodingError for text that clingo must not get, or would misread.

    That is, for characters that would crash clingo's Python module when a message quotes them (in
    rules, all that are not ASCII), and for a block comment without an end, where it begins.
    """
    at = unreadable(source.text)
    if ascii_only and not source.text.isascii():
        at = next(i for i, c in enumerate(source.text) if not c.isascii())
    if at is not None:
        where = "in an encoding" if ascii_only else "outside of strings and comments"
        raise EncodingError(
            f"expected ASCII only {where}, found {source.text[at]!r}", source.place(at)
        )
    if nested_deeper(source.text, _DEEPEST):  # clingo would crash
        raise EncodingError(f"{source.name}: expected terms nested at most {_DEEPEST} deep")
    if is_ground(source.text):
        raise EncodingError("expected rules, found a ground program (aspif)", source.place(0))
    for each in tokens(source.text):
        if each.kind is TokenKind.COMMENT and not each.whole:
            raise EncodingError(
                "expected '*%' to end the comment, found the end of the text",
                source.place(each.start),
            )
