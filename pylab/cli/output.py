"""Writes files whole or not at all, and never over a file that the same command reads."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import click

from pylab.base import whole_files
from pylab.base.errors import PylabError, printable
from pylab.cli.exits import remark
from pylab.core.puzzle import located
from pylab.family import registry
from pylab.folders.layout import Folder

_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}


def write(path: str | Path, content: str | bytes | BinaryIO, option: str | None = "output") -> None:
    """Write a file; if that fails, the old file is unchanged.

    A regular file is replaced by a temporary one with the same permissions; pipes and devices
    are written directly.

    Args:
        path: the file's path; its folder must exist.
        content: the whole content, or a file that has it.
        option: the command's parameter that names the file; None if none does.

    Raises:
        PylabError: if the file can't be written, or the command reads it.
    """
    name = str(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    data = io.BytesIO(data) if isinstance(data, bytes) else data
    if name in _STREAMS:
        stream = sys.stdout if _STREAMS[name] == 1 else sys.stderr
        if isinstance(content, str) or stream.isatty():
            click.echo(data.read().decode("utf-8", "backslashreplace"), nl=False, file=stream)
        else:
            stream.flush()
            shutil.copyfileobj(data, stream.buffer)
            stream.flush()
        return
    refuse_inputs(name, option)
    try:
        there = _status(name)
        if name.startswith(("/dev/", "/proc/")) or (there and not stat.S_ISREG(there.st_mode)):
            with open(name, "ab") as file:  # noqa: PTH123 - strange names, too
                shutil.copyfileobj(data, file)
        else:
            _replace(os.path.realpath(name), data, there)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PylabError(f"{printable(name)}: {reason}") from None


def write_page(path: str | Path, page: str | bytes, given: bool, hint: str = "") -> None:
    """Write a page and, unless it goes to standard output, say so with a hint on its use.

    Args:
        path: the file's path.
        page: the whole content.
        given: whether the option --output names the path.
        hint: the end of the message.
    """
    write(path, page, "output" if given else None)
    if str(path) not in _STREAMS:
        size = len(page if isinstance(page, bytes) else page.encode())
        remark(f"wrote {path} ({size / 1000:.0f} kB){hint}")


def refuse_no_page(output: str | None) -> None:
    """Raises PylabError if the output of a page has another ending than a page's."""
    ending = Path(output or "").suffix
    if output is not None and output not in _STREAMS and ending not in ("", ".html", ".htm"):
        raise PylabError(f"expected an output that ends in .html, found {output!r}")


def write_within(folder: Path, files: Mapping[str, str | bytes], option: str) -> None:
    """Write files by their names within a folder, and create folders. Raises PylabError.

    If the command reads one of them, none is written.
    """
    for name in files:
        refuse_inputs(folder / name, option)
    for name, content in files.items():
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PylabError(f"{error.filename}: {error.strerror}") from None
        write(place, content, option)


def _try_file(folder: Path) -> None:
    """Raises OSError if no file can be created in the folder."""
    import tempfile

    with tempfile.TemporaryFile(dir=folder):
        pass


def writable(folder: Path, create: bool = True) -> None:
    """Create a folder and test, before long work, that files can be created in it.

    With `create=False`, only test whether that is possible. Raises PylabError.
    """
    try:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        whole = folder.absolute()
        _try_file(next(each for each in (whole, *whole.parents) if each.exists()))
    except OSError as error:
        raise PylabError(f"{printable(str(folder))}: {error.strerror}") from None


def refuse_streams(path: str, content: str) -> None:
    """Raises PylabError for standard output or error as the file for a content."""
    if path in _STREAMS:
        raise PylabError(
            f"expected a file for {content}, found {path!r}, where answers are printed"
        )


def refuse_unwritable(path: str | Path, option: str | None = "output") -> None:
    """Raises PylabError for a file that can't be written, or that the command reads.

    For use before long work; `write` itself reports later changes.
    """
    if str(path) in _STREAMS:
        return
    refuse_inputs(path, option)
    there = _status(str(path))
    if there is not None and not stat.S_ISREG(there.st_mode):
        return
    try:
        if there is None or not os.access(path, os.W_OK):
            _try_file(Path(os.path.realpath(path)).parent)
    except OSError as error:
        raise PylabError(f"{printable(str(path))}: {error.strerror}") from None


def refuse_inputs(
    path: str | Path, option: str | None = "output", further: Iterable[Path] = ()
) -> None:
    """Raises PylabError for a file that was read, another argument or a further input.

    The files of a folder of rules count as read, whatever the command takes of them.
    """
    try:
        there = _status(os.path.realpath(path))  # what is written, also through `missing/..`
    except (OSError, ValueError):
        return
    if there is None or not stat.S_ISREG(there.st_mode):
        return
    of_folders = (str(each) for folder in registry.opened() for each in Folder(folder).files)
    named = map(_status, chain(_arguments(option), map(str, further), of_folders))
    read = {(each.st_dev, each.st_ino) for each in named if each} | whole_files.READ
    if (there.st_dev, there.st_ino) in read:
        shown = printable(str(path))
        raise PylabError(f"{shown}: expected another file to write, found one that is read")


def _arguments(option: str | None) -> Iterator[str]:
    """The command's text arguments, and the paths of shipped instances with these names."""
    context = click.get_current_context(silent=True)
    for name, value in context.params.items() if context else ():
        if name == option:
            continue
        for each in value if isinstance(value, tuple | list) else [value]:
            if isinstance(each, str | os.PathLike):
                yield os.fspath(each)
                with contextlib.suppress(OSError, ValueError):
                    yield located(os.fspath(each))


def _status(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)  # noqa: PTH116 - strange names, too
    except (OSError, ValueError):
        return None


def _replace(path: str, data: BinaryIO, there: os.stat_result | None) -> None:
    try:
        with whole_files.written(path) as file:
            shutil.copyfileobj(data, file)
    except PermissionError:
        if there is None:
            raise
        data.seek(0)
        with open(path, "wb") as file:  # noqa: PTH123 - nothing may be made beside it
            shutil.copyfileobj(data, file)
