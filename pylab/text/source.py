"""Text with a name: reads files and standard input strictly, and knows lines and columns.

A file compressed by gzip is read as its content, under the name of its content: `x.lp` for
`x.lp.gz`. A file can have several puzzles, a collection: each begins with a line such as
`=== title`, or is what the family's listing says; `x.lp#2` names the second one.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import sys
import zlib
from itertools import islice
from pathlib import Path, PurePath
from typing import BinaryIO

from pylab.base import whole_files
from pylab.base.errors import InstanceError, Place, SourceError, nearest, printable
from pylab.base.listing import Parting
from pylab.base.rows import row
from pylab.base.words import counted
from pylab.text.lexer import TokenKind, blanked

MAX_BYTES = 32 * 1024 * 1024
"""The size of the largest file that is read, in bytes."""


@row
class Source:
    """A text and its name in errors.

    Attributes:
        name: its name in errors.
        text: the whole text, or some of its lines.
        above: the number of lines in the file before the text.
        title: the title in a collection; empty for other texts.
    """

    name: str
    text: str
    above: int = 0
    title: str = ""

    @property
    def suffix(self) -> str:
        """The ending of the file, by which its format is known."""
        return suffix_of(self.name)

    def place(self, offset: int) -> Place:
        """The line and column of a character offset."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        line = self.text[start : end if end >= 0 else None].rstrip("\r")
        number = self.above + self.text.count("\n", 0, offset) + 1
        return Place(split_name(self.name)[0], number, offset - start + 1, line)


def read_source(
    path: str,
    kind: type[SourceError] = InstanceError,
    regular: bool = False,
    most: int = MAX_BYTES,
) -> Source:
    """Read a file, or standard input for `-`, as strict UTF-8.

    Raises `kind` for a file that can't be opened, is a folder, is larger than `most` bytes, or is
    no text. With `regular`, pipes, devices and compressed files are refused too, because another
    program is going to read the same file.
    """
    file, number = split_name(path)
    with opened(file, kind, regular) as stream:
        source = source_of(stream, file, kind, most, unpack=not regular)
    return numbered(source, number, kind) if number else source


_STDIN = "<stdin>"
_NUMBER = re.compile(r"(.+)#([1-9][0-9]{0,6})", re.DOTALL)
_HEADING = re.compile(r"^={3,}(?:[ \t]+(\S.*?))??(?:[ \t]+=+)?[ \t]*\r?$", re.MULTILINE)


def split_name(name: str) -> tuple[str, int]:
    """The file and the number of a puzzle's name, 0 if it has none or there is a file of that name.

    >>> split_name("levels.lp#2"), split_name("levels.lp")
    (('levels.lp', 2), ('levels.lp', 0))
    """
    found = _NUMBER.fullmatch(name)
    if found is None or os.path.lexists(name):
        return name, 0
    return found[1], int(found[2])


def suffix_of(name: str) -> str:
    """The ending of a puzzle's file, without that of gzip and a number.

    >>> suffix_of("levels.lp.gz#2")
    '.lp'
    """
    return PurePath(without_gz(split_name(name)[0])).suffix


def puzzles_in(source: Source, each: str = "") -> list[Source]:
    """The puzzles of a collection, each with its number and title; empty for other texts.

    Before the first heading there can be comments that begin with `%`, or one more puzzle. Without
    headings, puzzles are what the regular expression finds, by default that of the file's ending.

    >>> [(each.name, each.title) for each in puzzles_in(Source("x", "=== A\\na\\n===\\nb"))]
    [('x#1', 'A'), ('x#2', '')]
    """
    text = source.text
    if "===" not in text:
        return _parted(source, each)
    bare = blanked(text, TokenKind.COMMENT) if "%*" in text else text
    heads = list(_HEADING.finditer(bare))
    if not heads:
        return _parted(source, each)
    begins = [(head.end() + 1, head[1] or "") for head in heads]
    lines = text[: heads[0].start()].splitlines()
    if not all(line.lstrip().startswith("%") for line in lines if line.strip()):
        begins.insert(0, (0, ""))
    ends = [head.start() for head in heads if head.start() >= begins[0][0]] + [len(text)]
    return [
        Source(f"{source.name}#{number}", text[begin:end], text.count("\n", 0, begin), title)
        for number, ((begin, title), end) in enumerate(zip(begins, ends, strict=True), 1)
    ]


def _parted(source: Source, each: str) -> list[Source]:
    """The puzzles that a regular expression finds, if there are several."""
    each = each or Parting.each(source.suffix)
    found = list(re.finditer(each, source.text, re.MULTILINE)) if each else []
    return [
        Source(
            f"{source.name}#{number}",
            part[0],
            source.text.count("\n", 0, part.start()),
            part.groupdict().get("title") or "",
        )
        for number, part in enumerate(found if len(found) > 1 else (), 1)
    ]


def numbered(source: Source, number: int, kind: type[SourceError] = InstanceError) -> Source:
    """The puzzle with this number, from 1. Raises `kind` if there is none."""
    found = puzzles_in(source) or [source]
    if number > len(found):
        has = counted(len(found), "puzzle")
        raise kind(f"{printable(source.name)} has {has}, and no #{number}")
    return found[number - 1]


def single(source: Source, each: str = "") -> Source:
    """The source itself. Raises InstanceError for a collection, in which a puzzle must be named."""
    if not (found := puzzles_in(source, each)):
        return source
    names = f"{found[0].name} to #{len(found)}" if len(found) > 1 else found[0].name
    if source.name == _STDIN:
        names = f"{names.replace(_STDIN, '-')}, as the last argument, after --"
    raise InstanceError(f"{source.name} has {counted(len(found), 'puzzle')}; name one: {names}")


def names_in(path: str | Path) -> list[tuple[str, str]]:
    """The names and titles of a collection's puzzles; the path alone if it is none, or unreadable.

    >>> names_in("no such file")
    [('no such file', '')]
    """
    if os.path.isfile(path):  # noqa: PTH113 - names may be too long for a Path
        with contextlib.suppress(SourceError):
            found = puzzles_in(read_source(str(path)))
            if found:
                return [(f"{path}#{number}", each.title) for number, each in enumerate(found, 1)]
    return [(str(path), "")]


def opened(
    path: str, kind: type[SourceError], regular: bool = False
) -> contextlib.AbstractContextManager[BinaryIO]:
    """A stream of a file's bytes, or of standard input for `-`.

    Raises `kind` for a file that can't be opened, a folder and, with `regular`, other than files.
    """
    if path == "-":
        return contextlib.nullcontext(sys.stdin.buffer)
    # a pipe without a writer would keep us waiting before we know that it is one
    extra = getattr(os, "O_NONBLOCK", 0) if regular else 0
    try:
        file = open(path, "rb", opener=lambda p, flags: os.open(p, flags | extra))  # noqa: SIM115
    except IsADirectoryError:
        raise kind(f"{printable(path)}: expected a file, found a directory") from None
    except FileNotFoundError as error:
        raise kind(f"{printable(path)}: {_reason(error)}{_beside(path)}") from None
    except (OSError, ValueError) as error:
        raise kind(f"{printable(path)}: {_reason(error)}") from None
    status = os.fstat(file.fileno())
    whole_files.READ.add((status.st_dev, status.st_ino))
    if regular and not stat.S_ISREG(status.st_mode):
        file.close()
        raise kind(f"{printable(path)}: expected a regular file, found a pipe or a device")
    return file


def _beside(path: str) -> str:
    """A hint at the file in the same folder whose name a missing file's name resembles."""
    missing = PurePath(path)
    try:
        files = (each.name for each in os.scandir(missing.parent) if each.is_file())
        names = [*islice(files, 10_000)]
    except OSError:
        return ""
    found = nearest(missing.name, names, 0.75)
    return f" (did you mean {printable(str(missing.parent / found))}?)" if found else ""


def source_of(
    stream: BinaryIO,
    path: str,
    kind: type[SourceError] = InstanceError,
    most: int = MAX_BYTES,
    unpack: bool = True,
) -> Source:
    """The text of a stream, as strict UTF-8; `name` is what was opened."""
    name = named(path)
    with contextlib.suppress(OSError, ValueError):  # pipes have no size, and some streams no number
        found = os.fstat(stream.fileno())
        if stat.S_ISREG(found.st_mode) and found.st_size > most:
            raise _too_large(name, kind, most)
    try:
        data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise kind(f"{printable(name)}: {_reason(error)}") from None
    if len(data) > most:
        raise _too_large(name, kind, most)
    if unpack and data.startswith(PACKED):
        return decode_source(_unpacked(data, name, kind, most), without_gz(name), kind)
    return decode_source(data, name, kind)


PACKED = b"\x1f\x8b"
"""The first bytes of gzip files (RFC 1952)."""


def without_gz(name: str) -> str:
    """The name without `.gz`, if it has that ending.

    >>> without_gz("board.lp.gz"), without_gz("board.lp")
    ('board.lp', 'board.lp')
    """
    return name.removesuffix(".gz")


def _unpacked(data: bytes, name: str, kind: type[SourceError], most: int) -> bytes:
    """The content of a gzip file, at most `most` bytes of it. Raises `kind`."""
    parts, size = [], 0
    while data:
        unpacking = zlib.decompressobj(wbits=31)
        try:
            parts.append(unpacking.decompress(data, most + 1 - size))
        except zlib.error:
            raise kind(f"{printable(name)}: expected a gzip file, found a damaged one") from None
        size += len(parts[-1])
        if size > most:
            raise _too_large(name, kind, most)
        if not unpacking.eof:
            raise kind(f"{printable(name)}: expected a whole gzip file, found part of one")
        data = unpacking.unused_data.lstrip(b"\0")
    return b"".join(parts)


def named(path: str) -> str:
    """The file's name in errors."""
    return _STDIN if path == "-" else path


def joined(begin: bytes, stream: BinaryIO) -> BinaryIO:
    """The stream with `begin`, which was read already, in front."""
    return io.BufferedReader(_Joined(begin, stream), 65536)


class _Joined(io.RawIOBase):
    """Some bytes, followed by a stream."""

    def __init__(self, begin: bytes, stream: BinaryIO) -> None:
        self._begin, self._stream = begin, stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # type: ignore[override]
        data = self._begin[: len(buffer)] or self._stream.read(len(buffer))
        self._begin = self._begin[len(data) :]
        buffer[: len(data)] = data
        return len(data)


def decode_source(data: bytes, name: str, kind: type[SourceError] = InstanceError) -> Source:
    """Bytes as strict UTF-8 without byte-order mark and NUL; raises `kind` with the place.

    A text in Latin-1 is read, too, if it has letters beyond ASCII in clingo's comments alone.
    """
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise kind("expected plain UTF-8 text, found a byte-order mark", Place(name, 1, 1))
    try:
        source = Source(name, _latin(data) or data.decode("utf-8"))
    except UnicodeDecodeError as error:
        readable = Source(name, data[: error.start].decode("utf-8"))
        found = f"byte 0x{data[error.start]:02x}"
        raise kind(
            f"expected UTF-8 text, found {found}", readable.place(len(readable.text))
        ) from None
    nul = source.text.find("\0")
    if nul >= 0:
        raise kind("expected text, found a NUL byte", source.place(nul))
    return source


def _latin(data: bytes) -> str:
    """The text of bytes in Latin-1 that are ASCII but for comments; empty for all others."""
    if data.isascii() or b"%" not in data:
        return ""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        bare = blanked(text, TokenKind.COMMENT)
        return (
            text if bare.isascii() and all(c.isprintable() or c in "\t\r\n" for c in bare) else ""
        )
    return ""


def _reason(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _too_large(name: str, kind: type[SourceError], most: int) -> SourceError:
    return kind(f"{printable(name)}: expected at most {most // 1024**2} MiB, found more")
