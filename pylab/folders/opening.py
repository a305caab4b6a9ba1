"""Determines family, instance and task from the files that the user names; it does not solve."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from pylab.base.errors import PylabError
from pylab.family import registry
from pylab.family.table import Family
from pylab.folders import given, layout
from pylab.folders.answers import ShownAtoms
from pylab.folders.family import Rules
from pylab.folders.given import Given
from pylab.text.lexer import has_rules
from pylab.text.source import Source

Opened = tuple[Family[Given, ShownAtoms], Given, str | None]


def program(sources: Sequence[Source], family: str | None) -> Opened:
    """The family of these files, the instance, and the task; None for the family's first one.

    Raises PylabError.
    """
    entry = next((each for each in sources if has_rules(each.text)), None)
    found, task = _owner(entry, sources, family)
    rules = found.as_written
    assert isinstance(rules, Rules)
    used = entry or sources[0]
    whole = task is not None  # else these rules are a part of the instance
    return found, rules.joined([each for each in sources if not (whole and each is used)]), task


def _owner(
    entry: Source | None, sources: Sequence[Source], family: str | None
) -> tuple[Family[Given, ShownAtoms], str | None]:
    """Whose files these are, and the task that the entry stands for; None if it is no task's."""
    if family is not None:
        known = cast(Family[Given, ShownAtoms], registry.get(family))
        if known.as_written is None:
            raise PylabError(f"expected one puzzle of {family}, found {len(sources)} files")
        return known, _task(known, entry)
    for source in sources if entry is None else (entry,):
        path = Path(source.name)
        folder = layout.family_of(path) if path.is_file() else None
        if folder is not None:
            known = registry.written(folder)
            task = _task(known, entry)
            if task or entry is None or path.absolute().parent.name == "instances":
                return known, task
    given.refuse_empty(entry or sources[0])
    alone = registry.written(given.file_of(entry or sources[0]))
    return alone, alone.tasks[0].name


def _task(family: Family[Given, ShownAtoms], entry: Source | None) -> str | None:
    """The task whose file an entry is; None if it is no task's."""
    rules = family.as_written
    if entry is None or not isinstance(rules, Rules):
        return None
    path = Path(entry.name)
    known = {each.resolve(): each.stem for each in rules.folder.entries}
    return known.get(path.resolve()) if path.is_file() else None
