"""A question in the form that a page needs: files by name, tasks, overlays."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylab.base import resources
from pylab.core.question import Question
from pylab.encoding import files as encoding_files
from pylab.encoding import places
from pylab.encoding.clingo_options import HARMLESS
from pylab.family.table import Family
from pylab.text.facts import Fact
from pylab.text.source import read_source

_WIDTH = 100
_INCLUDE = re.compile(r'#include\s*"[^"\n]*"\s*\.')


@dataclass(frozen=True, slots=True)
class LabProgram:
    """The files of a page, by names that do not depend on the machine.

    Attributes:
        files: the texts of all files that the family ships, and of the user's. The name of a
            shipped file is its path in the family's encodings; others have `own/` and a path.
        links: for each file whose includes resolve to other names, these names.
        tasks: for each task that clingo answers its name, words and entry, whether it is a yes/no
            task, and whether answers have a cost.
        task: the task that is asked.
        entry: the entry instead of the task's own; empty for the task's own.
        overlays: the names of the files laid over it.
        constants: values for `#const`s.
        roles: the names of the family's scene and judge, and of a folder's game and generator, as
            far as it has them.
        as_written: whether the family is a folder of rules.
        fault: why its judge, as it is shipped, can't say anything; empty if it can.
        harmless: the names of clingo's options that headers may set.
    """

    files: Mapping[str, str]
    links: Mapping[str, Mapping[str, str]]
    tasks: Sequence[Mapping[str, Any]]
    task: str
    entry: str
    overlays: Sequence[str]
    constants: Mapping[str, str]
    roles: Mapping[str, str] = field(default_factory=dict)
    as_written: bool = False
    fault: str = ""
    harmless: Sequence[str] = tuple(sorted(HARMLESS))


def program(question: Question) -> LabProgram:
    """The question's program, and those of the family's other tasks.

    Raises PylabError for a program that a page can't run: with theories, or a task without
    an encoding.
    """
    family, means = question.family, question.means
    encoding = question.encoding  # which refuses what is no program
    if family.as_written is not None:
        encoding = question.program  # the page has the rules of the puzzle as the puzzle
    tasks = [task for task in family.tasks if task.encoding]
    entries = {task.name: encoding_files.own(f"{family.name}/{task.encoding}", family.name)
               for task in tasks}  # fmt: skip
    given = [encoding.entry, *encoding.overlays]
    home = next((path.parent for path in given if not resources.named(path)), Path())
    shipped = sorted(resources.encodings(family.name).rglob("*.lp"))
    written = family.as_written
    known = {
        "scene": family.scene,
        "judge": family.judge,
        "moves": family.moves,
        "generator": written.generates if written else None,
    }
    roles = {role: path for role, path in known.items() if path is not None}
    if written is not None:
        laid = sorted((resources.encodings(family.name) / "variants").glob("*.lp"))
        shipped = [*entries.values(), *laid, *roles.values()]
    files, links = _files(family, [*shipped, *given], home)
    own = _name(family, encoding.entry, home) if means.encoding else ""
    return LabProgram(
        files=files,
        links=links,
        tasks=[
            {"entry": _name(family, entries[task.name], home)}
            | {name: getattr(task, name) for name in ("name", "doc", "decision", "costs")}
            for task in tasks
        ],
        task=question.task.name,
        entry=own,
        overlays=[_name(family, path, home) for path in encoding.overlays if path.is_file()],
        constants=dict(means.all_constants),
        roles={role: _name(family, path, home) for role, path in roles.items()},
        as_written=written is not None,
        fault=written.judge_fault(question.instance) if written else "",
    )


def _files(
    family: Family[Any, Any], paths: Iterable[Path], home: Path
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The texts of files and of their includes, and the targets of includes with other names."""
    texts: dict[str, str] = {}
    links: dict[str, dict[str, str]] = {}
    for start in paths:
        if not start.is_file():  # an overlay that only sets an option has no text
            continue
        for path in encoding_files.with_includes(start):
            name = _name(family, path, home)
            if name in texts:
                continue
            texts[name] = _lines(places.text_of(path).text)
            for written, target in encoding_files.includes(path).items():
                leads = _name(family, target, home)
                if os.path.normpath(os.path.join(os.path.dirname(name), written)) != leads:  # noqa: PTH118, PTH120 - of names
                    links.setdefault(name, {})[written] = leads
    return texts, links


def _name(family: Family[Any, Any], path: Path, home: Path) -> str:
    """The name of a file in a page."""
    shipped = resources.named(path.absolute()) or resources.named(path.resolve())
    if shipped:
        whose, _, rest = shipped.partition("/")
        return rest if whose == family.name else f"families/{shipped}"
    return "own/" + Path(os.path.relpath(path.resolve(), home.resolve())).as_posix().replace(
        "../", "up/"
    )


def puzzle_text(file: str) -> str:
    """The text of a puzzle's file, with what it includes. Raises PylabError."""
    text = _lines(read_source(file).text)
    if "#include" not in text or not Path(file).is_file():
        return text
    whole = encoding_files.read_whole(Path(file).absolute(), ascii_only=False)
    return "\n".join(_INCLUDE.sub("", _lines(each.text)) for each in whole)


def _lines(text: str) -> str:
    """The text with the line ends that an editor has."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def grouped(facts: Sequence[Fact]) -> str:
    """Facts in readable lines, grouped by predicate."""
    lines: list[str] = []
    before = None
    for fact in facts:
        text = str(fact)
        if fact.signature == before and len(lines[-1]) + len(text) < _WIDTH:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
        before = fact.signature
    return "".join(f"{line}\n" for line in lines)
