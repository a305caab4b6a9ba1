"""Determines encodings, family and task from what the user wrote; it does not solve or print."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any

from pylab.analysis.compare import files_of
from pylab.analysis.lint import family_of
from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError, near
from pylab.base.listing import Task
from pylab.core import judge
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.family import registry
from pylab.family.table import Family
from pylab.folders import inference, layout
from pylab.text.source import split_name


def named_after(family: Family[Any, Any], file: str | Path) -> Task | None:
    """The task whose encoding has the file's name; None if there is none."""
    stem = PurePath(file).stem
    tasks = (each for each in family.tasks if each.encoding)
    return next((each for each in tasks if PurePath(each.encoding).stem == stem), None)


def folder_of(entries: Sequence[str]) -> Family[Any, Any] | None:
    """The family in whose folder all variants' entries are; None if there is no single one."""
    folders = {part for entry in entries for part in Path(entry.split("+")[0]).absolute().parts}
    known = [name for name in registry.names() if name in folders]
    if not known and entries and Path(first := files_of(entries[0])[0]).is_file():
        return reader_of(Path(first).absolute())
    return registry.get(known[0]) if len(known) == 1 else None


def owner_of(entries: Sequence[str]) -> Family[Any, Any] | None:
    """The family that the first variant makes, if it is a program of the user's own."""
    if not entries or not Path(first := files_of(entries[0])[0]).is_file():
        return None
    found = reader_of(Path(first).absolute())
    return found if found is not None and found.as_written else None


def asking(family: Family[Any, Any], encoding: str | Path | None) -> str | None:
    """The key of the family that an encoding makes of a file that no folder and no family has.

    Such a file, read by itself, is a program; beside an encoding of the user's own it is that
    program's instance. None for all other files and encodings.
    """
    alone = family.as_written
    if encoding is None or alone is None or alone.path.is_dir():
        return None
    owner = owner_of([str(encoding)])
    return owner.key if owner else None


def refuse_programs(puzzles: Iterable[str | Path], entries: Iterable[str | Path]) -> None:
    """Raises PylabError for a program of a folder that is named as a puzzle of other encodings.

    Only the encodings are asked then, so that they would lack what this program gives them.
    """
    programs = dict[Path, set[Path]]()  # by the folder of the file
    for puzzle in puzzles:
        path = Path(split_name(str(puzzle))[0])
        beside = path.absolute().parent
        if beside.name == "instances" or not path.is_file():
            continue
        if beside not in programs:
            folder = layout.family_of(path)
            programs[beside] = _resolved(layout.Folder(folder).entries if folder else ())
        if path.resolve() not in programs[beside]:
            continue
        given = inference.of_entries([path]).derived
        for entry in entries:
            first = Path(files_of(str(entry))[0])
            if not first.is_file() or first.resolve() == path.resolve():
                continue
            if lost := inference.of_entries([first]).inputs & given:
                one, two = places.shown(path), places.shown(first)
                raise PylabError(
                    f"{one} is a program of its folder, and {two} would lack its "
                    f"{min(map(str, lost))}; move it to instances/, or ask both: {two} {one}"
                )


def _resolved(paths: Iterable[Path]) -> set[Path]:
    return {each.resolve() for each in paths}


def reads(entries: Sequence[str], first: str) -> str | None:
    """The key of the family that reads a comparison's puzzles; None if their files tell the family.

    A single variant is compared with a task of the folder that the first puzzle belongs to.
    """
    beside = len(entries) == 1 and layout.family_of(Path(first))
    owner = None if beside else owner_of(entries)
    return owner.key if owner else None


def task_compared(family: Family[Any, Any], entries: Sequence[str], task: str | None) -> Task:
    """The task of that name, or the task with the name of the last variant. Raises PylabError."""
    for entry in entries:
        files.find(files_of(entry)[0], family.name)
    if task is not None or not entries:
        return family.task(task)
    found = named_after(family, files_of(entries[-1])[0])
    if found is None and family.as_written:
        return family.task(None)
    if found is None:
        tasks = ", ".join(each.name for each in family.tasks if each.encoding)
        variant = places.called(entries[-1])
        raise PylabError(
            f"{variant} is named after no task of {family.called}; --task says which: {tasks}"
        )
    return found


def variants(
    family: Family[Any, Any], entries: Sequence[str], overlays: Sequence[str], task: Task
) -> list[str]:
    """The reference, then the variants, each an entry with overlays after `+`.

    Raises PylabError where there is nothing to compare.
    """
    if not task.encoding:
        raise PylabError(
            f"{family.called} answers {task.name} natively; there is no encoding to compare"
        )
    if not entries and not overlays:
        raise PylabError("expected a variant: --encoding FILE.lp, --with OVERLAY.lp, or both")
    own = f"{family.name}/{task.encoding}"
    if family.as_written:
        own = places.shown(files.own(own, family.name))
    elif Path(own).is_file():  # a file of the same name, in the working directory
        own = str(files.own(own, family.name))
    reference = own if len(entries) < 2 else entries[0]
    others = entries if len(entries) == 1 else entries[1:] or [own]
    return [reference, *("+".join([each, *overlays]) for each in others)]


def found(file: str, family: str | None) -> Path:
    """The file itself, or the shipped one of that name. Raises EncodingError."""
    if Path(file).is_file():
        return Path(file).absolute()
    for name in [registry.get(family).name] if family else registry.names():
        with contextlib.suppress(files.NotFound):
            return files.find(file, name).absolute()
    if Path(file).exists():
        places.text_of(Path(file))  # which says what it is, if it is no regular file
    shipped = [
        f"{each}/{path.name}"
        for each in registry.names()
        for path in resources.encodings(each).rglob("*.lp")
    ]
    hint = near(file, shipped, 0.75)
    if file in registry.names():
        hint = f"; {file} is a family: pylab encodings --family {file} lists its files"
    raise EncodingError(f"{file}: no such file, and no encoding has that name{hint}")


def reader_of(entry: Path) -> Family[Any, Any] | None:
    """The family in whose folder an encoding is; else the one whose facts it uses.

    A program that uses no family's facts is its own family. A folder without puzzles whose programs
    use a family's facts is a copy of that family's encodings.
    """
    name, shipped, _ = resources.named(entry).partition("/")
    if shipped:
        return registry.get(name) if name in registry.names() else None
    folder = layout.family_of(entry)
    own = folder is not None and layout.has_judge_or_scene(folder)
    if folder is not None and own and (folder / "instances").is_dir():
        return registry.written(folder)
    try:
        program = encodings.load(entry, scripts=True, as_clingo=True)
    except EncodingError:
        return registry.written(folder) if folder is not None and own else None
    judging = judge.is_one(program)
    found = family_of(program, list(registry.families()), judging)
    return found if found or (judging and not own) else registry.written(folder or entry)


def is_judge(entry: Path) -> bool:
    """Whether a file looks like a judge of answers; false if it can't be read."""
    try:
        return judge.is_one(encodings.load(entry, scripts=True, ascii_only=False))
    except EncodingError:
        return False


def task_linted(family: Family[Any, Any] | None, entry: Path, task: str | None) -> Task | None:
    """The task of that name, or the task with the name of the file; None if there is none.

    Raises PylabError for a task without a family.
    """
    if family is None:
        if task is not None:
            raise PylabError("--task needs --family")
        return None
    if family.as_written and task is None:
        known = {each.stem for each in layout.Folder(family.as_written.path).entries}
        return family.task(entry.stem) if entry.stem in known else None
    return named_after(family, entry) if task is None else family.task(task)
