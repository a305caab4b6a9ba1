"""Files that commands write: whole or not at all, and never over what the same command reads."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from pylab.base import whole_files
from pylab.base.errors import PylabError, printable
from pylab.core.puzzle import located

_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}


def write(path: str | Path, content: str | bytes, option: str | None = "output") -> None:
    """Write a file; if that fails, what was there before still is.

    A regular file is written beside and put in its place, with its permissions; into a pipe or a
    device it is written at once.

    Args:
        path: of the file; its folder has to be there.
        content: all of it.
        option: the parameter of the command that named the file; None if the command did.

    Raises:
        PylabError: for a file that can't be written, or that another argument of the command names.
    """
    name = str(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    if name in _STREAMS:
        _into_stream(_STREAMS[name], data)
        return
    refuse_inputs(name, option)
    try:
        there = _status(name)
        if name.startswith(("/dev/", "/proc/")) or (there and not stat.S_ISREG(there.st_mode)):
            with open(name, "ab") as file:  # noqa: PTH123 - strange names, too
                file.write(data)
        else:
            _replace(os.path.realpath(name), data, there)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PylabError(f"{printable(name)}: {reason}") from None


def write_within(folder: Path, files: Mapping[str, str | bytes], option: str) -> None:
    """Write files by their names within a folder; folders are made. Raises PylabError."""
    for name, content in files.items():
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PylabError(f"{error.filename}: {error.strerror}") from None
        write(place, content, option)


def _try_file(folder: Path) -> None:
    """Raises OSError where no file can be made."""
    import tempfile

    with tempfile.TemporaryFile(dir=folder):
        pass


def writable(folder: Path) -> None:
    """Make a folder, and see that files can be made there, before long work whose results go there.

    Raises PylabError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _try_file(folder)
    except OSError as error:
        raise PylabError(f"{printable(str(folder))}: {error.strerror}") from None


def refuse_unwritable(path: str | Path, option: str | None = "output") -> None:
    """Raises PylabError for a file that could not be written, or that the command reads.

    To be asked before long work; `write` finds whatever changes until then.
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


def refuse_inputs(path: str | Path, option: str | None = "output") -> None:
    """Raises PylabError if the file is the same as another argument of the command names."""
    there = _status(str(path))
    if there is None or not stat.S_ISREG(there.st_mode):
        return
    for argument in _arguments(option):
        other = _status(argument)
        if other is not None and os.path.samestat(there, other):
            shown = printable(str(path))
            raise PylabError(f"{shown}: expected another file to write, found one that is read")


def _arguments(option: str | None) -> Iterator[str]:
    """The texts among the command's arguments, and where shipped instances of that name are."""
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


def _replace(path: str, data: bytes, there: os.stat_result | None) -> None:
    try:
        with whole_files.written(path) as file:
            file.write(data)
    except PermissionError:
        if there is None:
            raise
        with open(path, "wb") as file:  # noqa: PTH123 - nothing may be made beside it
            file.write(data)


def _into_stream(number: int, data: bytes) -> None:
    stream = sys.stdout if number == 1 else sys.stderr
    click.echo(data.decode("utf-8", "surrogateescape"), nl=False, file=stream)
