"""Reads and writes the state of a page in a link's fragment; the data is untrusted and bounded."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from pylab.base.errors import PylabError
from pylab.base.plain import made, plain

MOST = 1_000_000
"""The largest size of a link's data, inflated, in bytes."""

OWN = "own/"
"""The prefix of names of files that no family ships."""


class LinkError(PylabError):
    """A link is cut off or hostile, or refers to something unknown."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The content of a link.

    Attributes:
        family, task: names.
        puzzle: its text.
        entry: the entry file's name if it is not the task's own, else empty.
        overlays: names of files.
        constants: values for `#const`s.
        files: for each changed file, the change: the numbers of characters kept at the front and
            at the end, the text between them, and the checksum of the changed text.
    """

    family: str
    task: str
    puzzle: str
    entry: str
    overlays: tuple[str, ...]
    constants: Mapping[str, str]
    files: Mapping[str, tuple[int, int, str, int]]

    @property
    def state(self) -> Mapping[str, Any]:
        """The content as a page reads it."""
        return {"v": 1, **plain(self)}

    @property
    def fragment(self) -> str:
        """The content as a fragment of an address; `read` is the inverse."""
        deflater = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        packed = deflater.compress(json.dumps(self.state).encode()) + deflater.flush()
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def texts(self, shipped: Mapping[str, str]) -> dict[str, str]:
        """The texts of the changed files. Raises LinkError for changes of unknown files."""
        found = {}
        for name, (front, end, between, checksum) in self.files.items():
            if not name.startswith(OWN) and name not in shipped:
                raise LinkError(f"the link changes {name}, which is not shipped")
            base = "" if name.startswith(OWN) else shipped.get(name, "")
            if checksum != _checksum(base):
                raise LinkError(f"the link changes {name}, which differs in this version")
            found[name] = base[:front] + between + (base[-end:] if end else "")
        return found


def read(link: str) -> Shared:
    """The content of a link: an address with a fragment, or only the fragment. Raises LinkError."""
    fragment = link.strip().rpartition("#")[2]
    try:
        packed = base64.b64decode(fragment + "=" * (-len(fragment) % 4), b"-_", validate=True)
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        inflated = inflater.decompress(packed, MOST + 1)
        if len(inflated) > MOST:
            raise LinkError(f"the link holds more than {MOST} bytes")
        if not inflater.eof:
            raise LinkError("the link is cut off")
        return _checked(json.loads(inflated.decode("utf-8")))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise LinkError("expected a link to a page of pylab lab, found something else") from None


def _checked(found: Any) -> Shared:
    """The content, if it is well formed. Raises ValueError."""
    json.dumps(found, ensure_ascii=False).encode("utf-8")  # no lone surrogates
    shared = made(Shared, found, newer=True)
    for name in shared.constants:
        if not re.fullmatch(r"[a-zA-Z_][\w']*", name, re.ASCII):
            raise LinkError(f"the link has a constant named {name!r}")
    named = [*shared.overlays, *shared.files, *filter(None, [shared.entry])]
    signed = any(min(front, end, sum_) < 0 for front, end, _, sum_ in shared.files.values())
    if found.get("v") != 1 or signed or not all(map(_is_name, named)):
        raise ValueError
    return shared


def _is_name(name: str) -> bool:
    """Whether it is a relative name that stays within the folder into which files are written."""
    path = PurePosixPath(name)
    plainly = all(c >= " " and c not in '\x7f\\:*?"<>|' for c in name)
    hidden = any(part.startswith(".") for part in path.parts) or path.is_absolute()
    return plainly and not hidden and str(path) == name and path.suffix == ".lp"


def _checksum(text: str) -> int:
    """The page's checksum, over UTF-16 code units."""
    total = 0x811C9DC5
    data = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(data[::2], data[1::2], strict=True):
        total = ((total ^ (low | high << 8)) * 0x01000193) & 0xFFFFFFFF
    return total
