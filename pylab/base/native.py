"""The searches in C++: a shared library, built if there was a compiler when pylab was installed.

Each search does the same as a module in Python: the same answers with the same number of nodes. The
modules named `compiled` call them. A search runs in a thread of its own while `run` waits for it,
so that whatever is raised here, Ctrl-C as well, ends it.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import warnings
import weakref
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pylab.base import resources

CHECKER = "the checker in C++"
"""What a verdict names as its judge if this library gave it."""

SETTING = "PYLAB_NATIVE"
"""The variable of the environment that may be 0, for Python, or the path of another library."""

_LIBRARY = "searches.dll" if sys.platform == "win32" else "searches.so"
_WAIT_MS = 20
_BUSY, _ASKS, _DONE, _CAPPED, _STOPPED, _NO_MEMORY, _REFUSED = range(7)
"""The kinds of messages from a search, as in `native/src/job.hpp`."""

Answering = Callable[["Message"], bytes]


@dataclass(frozen=True, slots=True)
class Message:
    """What a search has found, or asks.

    Attributes:
        figure: how far it is, such as the number of nodes.
        numbers: 64 bits each.
        text: what goes with them.
        capped: it has ended as it took more work than it was given; there is no result.
    """

    figure: int
    numbers: array[int]
    text: bytes
    capped: bool = False


class Kept:
    """A `Decider` in C++, which learns from one search for the next. Raises ValueError."""

    def __init__(self, numbers: Sequence[int], data: bytes) -> None:
        library = _needed()
        given = array("q", numbers)
        address, count = given.buffer_info()
        self.pointer = _made(library, library.pylab_decider(address, count, data, len(data)))
        weakref.finalize(self, library.pylab_forget, self.pointer)


def available() -> bool:
    """Whether searches run in C++."""
    return _library() is not None


def statistics(used: bool = True) -> dict[str, str]:
    """How a search runs, for `--stats`, and why not in C++ where that is possible.

    It is not `used` where it doesn't take the puzzle, which is too large.
    """
    if used and available():
        return {"build": "C++"}
    off = f"{SETTING}=0" if os.environ.get(SETTING) == "0" else ""
    return {"build": "Python", "not in C++": off or why_not() or "the puzzle is too large for it"}


def why_not() -> str:
    """Why searches don't run in C++; empty if they do, or if the user has turned C++ off."""
    setting = os.environ.get(SETTING, "")
    return "" if setting == "0" else _found(setting)[1]


def description() -> str:
    """The line about the searches in C++ for `pylab --version -v`."""
    if os.environ.get(SETTING) == "0":
        return f"not used: {SETTING}=0"
    if why := why_not():
        return f"none: {why}"
    return f"built by {_note(_folder()).get('compiler') or 'a C++ compiler'}"


def limit(name: str) -> int:
    """The most rows, pushes or weight that the searches take."""
    return int(_needed().pylab_limit(name.encode()))


def run(
    name: str,
    numbers: Sequence[int],
    data: bytes = b"",
    *,
    tell: Callable[[int], None],
    answer: Answering | None = None,
    kept: Kept | None = None,
) -> Message:
    """Run a search to its end and return what it has found.

    Args:
        name: one of `searches` in `native/src/library.cpp`, which says what it is given and finds.
        numbers: what it is given.
        data: what goes with them.
        tell: is called about fifty times a second with how far the search is.
        answer: its answers to what the search asks.
        kept: what the search uses and changes.

    Raises:
        ValueError: the search refuses what it is given.
        MemoryError: there is no more memory.
        Exception: whatever `tell` and `answer` raise; the search has ended then.
    """
    library = _needed()
    given = array("q", numbers)
    address, count = given.buffer_info()
    pointer = kept.pointer if kept else None
    started = library.pylab_start(name.encode(), pointer, address, count, data, len(data))
    job = _made(library, started)
    try:
        while (word := library.pylab_wait(job, _WAIT_MS)) in (_BUSY, _ASKS):
            if word == _BUSY:
                tell(library.pylab_figure(job))
            else:
                said = answer(_told(library, job)) if answer else b""
                library.pylab_answer(job, said, len(said))
        told = _told(library, job, word == _CAPPED)
    finally:
        library.pylab_end(job)
    if word == _NO_MEMORY:
        raise MemoryError
    if word == _REFUSED:
        raise ValueError(told.text.decode())
    return told


def _made(library: Any, pointer: int | None) -> int:
    if pointer is not None:
        return pointer
    error = library.pylab_error().decode()
    raise MemoryError if "bad_alloc" in error else ValueError(error)


def _told(library: Any, job: int, capped: bool = False) -> Message:
    from ctypes import byref, c_size_t, string_at

    length = c_size_t()
    numbers = array("q")
    address = library.pylab_numbers(job, byref(length))
    numbers.frombytes(string_at(address, length.value * numbers.itemsize) if length else b"")
    address = library.pylab_text(job, byref(length))
    text = string_at(address, length.value)
    return Message(library.pylab_figure(job), numbers, text, capped)


def _needed() -> Any:
    if (library := _library()) is None:
        raise ValueError("there are no searches in C++ here")
    return library


def _library() -> Any:
    setting = os.environ.get(SETTING, "")
    return None if setting == "0" else _found(setting)[0]


@functools.cache
def _found(setting: str) -> tuple[Any, str]:
    """The library or None, and the reason if it is None. A broken library causes a warning."""
    path = Path(setting) if os.sep in setting else _folder() / _LIBRARY
    if not path.exists():
        return None, _note(_folder()).get("why") or "pylab was installed without them"
    if older := _outdated(path):
        why = f"the C++ searches are older than {older}"
        end = "so Python is used; run python native/build.py to rebuild them"
    else:
        try:
            return _declared(path), ""
        except (ImportError, OSError, AttributeError) as error:
            why = f"the C++ searches can't be loaded: {error}".split("\n")[0]
            end = "so Python is used"
    warnings.warn(f"{why}, {end}", stacklevel=5)
    return None, why


def _folder() -> Path:
    """Where the library is: in the installed package, or in a checkout."""
    package = resources.PACKAGE
    installed = package / "native"
    return installed if installed.is_dir() else package.parent / "native" / "build"


def _note(folder: Path) -> dict[str, str]:
    """What `native/build.py` notes beside the library."""
    try:
        read = json.loads((folder / "build.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def _outdated(path: Path) -> str:
    """In a checkout, a source file that is newer than the library; empty if there is none."""
    sources = path.parent.parent / "src"
    if path.parent.name != "build" or not sources.is_dir():
        return ""
    built = path.stat().st_mtime
    newer = (file for file in sources.rglob("*.[ch]pp") if file.stat().st_mtime > built)
    return min((file.relative_to(sources).as_posix() for file in newer), default="")


def _declared(path: Path) -> Any:
    from ctypes import CDLL, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p

    library = CDLL(str(path))
    numbers, text = (c_void_p, c_size_t), (c_char_p, c_size_t)
    for name, result, *arguments in (
        ("error", c_char_p),
        ("limit", c_int64, c_char_p),
        ("decider", c_void_p, *numbers, *text),
        ("forget", None, c_void_p),
        ("start", c_void_p, c_char_p, c_void_p, *numbers, *text),
        ("wait", c_int, c_void_p, c_int),
        ("figure", c_uint64, c_void_p),
        ("numbers", c_void_p, c_void_p, c_void_p),
        ("text", c_void_p, c_void_p, c_void_p),
        ("answer", None, c_void_p, *text),
        ("end", None, c_void_p),
    ):
        function = getattr(library, f"pylab_{name}")
        function.restype, function.argtypes = result, arguments
    return library
