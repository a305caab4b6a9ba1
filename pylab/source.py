"""Text with a name: reads files and standard input strictly, and knows lines and columns."""

from __future__ import annotations

import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from pylab.errors import InstanceError, Place, SourceError, printable

MAX_BYTES = 32 * 1024 * 1024
"""The largest file that is read; larger ones are refused before they fill the memory."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name that errors give it."""

    name: str
    text: str

    def place(self, offset: int) -> Place:
        """The line and column of a character offset."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        line = self.text[start : end if end >= 0 else None].rstrip("\r")
        return Place(self.name, self.text.count("\n", 0, offset) + 1, offset - start + 1, line)


def read_source(path: str, kind: type[SourceError] = InstanceError) -> Source:
    """Read a file, or standard input for `-`, as strict UTF-8.

    Raises `kind` for what can't be opened, is no file, is larger than MAX_BYTES, or is no text.
    """
    name = "<stdin>" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            data = _file_bytes(Path(path), name, kind)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise kind(f"{printable(name)}: {reason}") from None
    if len(data) > MAX_BYTES:
        raise _too_large(name, kind)
    return decode_source(data, name, kind)


def decode_source(data: bytes, name: str, kind: type[SourceError] = InstanceError) -> Source:
    """Bytes as strict UTF-8 without byte-order mark and NUL; raises `kind` with the place."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise kind("expected plain UTF-8 text, found a byte-order mark", Place(name, 1, 1))
    try:
        source = Source(name, data.decode("utf-8"))
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


def _file_bytes(path: Path, name: str, kind: type[SourceError]) -> bytes:
    mode = path.stat()
    if stat.S_ISDIR(mode.st_mode):
        raise kind(f"{printable(name)}: expected a file, found a directory")
    if stat.S_ISREG(mode.st_mode) and mode.st_size > MAX_BYTES:
        raise _too_large(name, kind)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _too_large(name: str, kind: type[SourceError]) -> SourceError:
    return kind(f"{printable(name)}: expected at most {MAX_BYTES // 1024**2} MiB, found more")
