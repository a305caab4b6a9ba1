"""Lists encodings, shows what they consist of, and copies them to be edited; solves nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clingo import ast

from pylab.base import resources, whole_files
from pylab.base.errors import EncodingError
from pylab.base.listing import FACT_SUFFIXES, Task
from pylab.encoding import files as encoding_files
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.header import declared, described
from pylab.encoding.predicates import Role
from pylab.encoding.program import Encoding
from pylab.family.table import Family
from pylab.text.lexer import head
from pylab.text.source import names_in, split_name, suffix_of

README = """# My variant of {family} {task}

Copied by `pylab encodings copy {family} {task}`: the entry file `{entry}` and what it includes.
Change any of them; the copies are yours, the originals stay as they are.

Does it still read and show what it should, and is nothing misspelt?

    pylab lint {entry}

Does it still mean the same, and is it faster? A difference is shrunk to a minimal puzzle, drawn
and explained.

    pylab compare --encoding {entry} {family}

What does it answer? Every answer is checked by the rules of the puzzle.

    pylab solve --task {task} --encoding {entry} {instance}

A variant that is to mean something else is better kept as an overlay: a few lines in a file of
their own that `--with FILE.lp` lays over the original. This lists what there is:

    pylab encodings --family {family}
"""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An entry file or an overlay, as its header describes it.

    Attributes:
        name: below the folder of encodings, `ravensburger/shortest.lp`.
        purpose: the first line of its purpose.
        includes: the files it includes, directly or not, by their names.
        inputs, outputs: the predicates that its header names, `connect/3` or `aside`; of those
            that only headers of included files name, what none of them makes, and what is shown.
        replaces: the files that an overlay stands in for.
        options: values for the family's options that an overlay sets, `name=value`.
    """

    name: str
    purpose: str
    includes: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    replaces: tuple[str, ...]
    options: tuple[str, ...]


def entry_of(family: Family[Any, Any], task: Task) -> Path:
    """The task's entry file. Raises EncodingError for a task that only the native engine answers.

    Raises EncodingError, too, where the file is missing.
    """
    if not task.encoding:
        raise EncodingError(f"{family.called} answers {task.name} natively, without an encoding")
    return encoding_files.own(f"{family.name}/{task.encoding}", family.name)


def overlays_of(family: Family[Any, Any]) -> list[Path]:
    """The family's shipped overlays, sorted by name, also those that a file lists in its header.

    Judges that overlays name are none.
    """
    there = list((resources.encodings(family.name) / "variants").glob("*.lp"))
    files = {*there} - {*encoding_files.judges(there)}
    found = {file: encoding_files.header(file).overlays for file in files}
    return sorted(
        path for file, names in found.items() for path in ([file / n for n in names] or [file])
    )


def listing(path: Path) -> CatalogueEntry:
    """The listing of an entry file or an overlay. Raises EncodingError if it can't be read."""
    header = encoding_files.header(path)
    program = encodings.load(path, scripts=True)
    return CatalogueEntry(
        name=places.named(path),
        purpose=_first_sentence(header.sections.get("Purpose", "")),
        includes=tuple(beside(file, path) for file in program.files if file != program.entry),
        inputs=_named(program, "Input predicates", Role.DEFINED, False),
        outputs=_named(program, "Output predicates", Role.SHOWN, True),
        replaces=header.replaces,
        options=tuple("=".join(each) for each in header.options.items()),
    )


def _named(program: Encoding, title: str, role: Role, wanted: bool) -> tuple[str, ...]:
    """The predicates that the entry's header names in a section.

    Of those in other headers, the ones that have the role, or with `wanted` false have it not.
    """
    with_role = program.signatures(role)
    heads = {file: encoding_files.header(file).sections.get(title, "") for file in program.files}
    found = [
        str(named)
        for file, section in heads.items()
        for named in declared(section)
        if file == program.entry or any(map(named.means, with_role)) is wanted
    ]
    return tuple(dict.fromkeys(found))


def _first_sentence(text: str) -> str:
    """Up to the first full stop that a capital letter follows, on one line.

    >>> _first_sentence("A plan may go on. More\\nof it.")
    'A plan may go on.'
    """
    joined = " ".join(text.split())
    end = re.search(r"\.(?= [A-Z])", joined)
    return joined[: end.end()] if end else joined


def beside(file: Path, entry: Path) -> str:
    """A file's name as seen from the folder of an entry file."""
    folder = entry.absolute().parent
    return str(file.relative_to(folder)) if file.is_relative_to(folder) else str(file)


def program_text(program: Encoding) -> str:
    """Entry, includes and overlays as one text.

    Every statement and comment stands as it was written; lines `% ==== board.lp` say where it
    comes from. What clingo does at the borders of files (a file begins in the part base, or in
    that of its include) is written out as `#program`. `#include`s are gone.
    """
    sheet = _Sheet(program.entry)
    for statement in program.written:
        sheet.add(statement)
    if program.stepwise:
        sheet.lines += ["", "#include <incmode>."]
    return "\n".join(sheet.lines).lstrip("\n") + "\n"


def predicates_text(program: Encoding) -> str:
    """The headers' descriptions of predicates, as comments for mkdoclingo.

    The first header that describes a predicate counts; the entry's comes first.
    """
    told: dict[str, str] = {}
    for file in program.files:
        for section in encoding_files.header(file).sections.values():
            for predicate, words in described(section):
                told.setdefault(predicate, words)
    return "\n".join(f"%*! {predicate}\n\n{words}\n*%\n" for predicate, words in told.items())


class _Sheet:
    """Collects the lines of statements as they are written in their files."""

    def __init__(self, entry: Path) -> None:
        self.entry = entry
        self.lines: list[str] = []
        self._file, self._last = "", 0
        self._part = self._written = "#program base."
        self._texts: dict[str, list[str]] = {}

    def add(self, statement: ast.AST) -> None:
        begin, end = statement.location.begin, statement.location.end
        if statement.ast_type is ast.ASTType.Program:
            self._part = str(statement)
            if begin == end:  # clingo's own, at the border of a file
                return
            self._written = self._part
        if begin.filename != self._file:
            self.lines += ["", f"% ==== {beside(Path(begin.filename), self.entry)}"]
            self._file, self._last = begin.filename, begin.line - 1
        if self._part != self._written and statement.ast_type is not ast.ASTType.Comment:
            self.lines += [self._part, ""]
            self._written = self._part
        if begin.line > self._last + 1:
            self.lines.append("")
        lines = self._slice(statement)
        if begin.line == self._last:
            self.lines[-1] += f" {lines.pop(0)}"
        self.lines += lines
        self._last = end.line if end.column > 1 else end.line - 1

    def _slice(self, statement: ast.AST) -> list[str]:
        """The text between two locations, whose columns count from 1."""
        begin, end = statement.location.begin, statement.location.end
        if statement.ast_type is ast.ASTType.Minimize:  # its location is that of one element
            return str(statement).split("\n")
        if begin.filename not in self._texts:
            text = places.text_of(Path(begin.filename)).text
            self._texts[begin.filename] = text.split("\n")
        lines = self._texts[begin.filename][begin.line - 1 : end.line]
        lines[-1] = lines[-1][: end.column - 1]
        lines[0] = lines[0][begin.column - 1 :]
        return lines[:-1] if end.column == 1 else lines


def beheaded(path: Path) -> tuple[str, str]:
    """The text of an encoding file's header, and its rules. Raises EncodingError."""
    text = places.text_of(path).text
    above = head(text)
    lines = above.removesuffix("\n").split("\n")
    said = "\n".join(line.lstrip("%").removeprefix(" ") for line in lines)
    return said, text.removeprefix(above).strip("\n")


def copy(family: Family[Any, Any], task: Task, folder: Path, instance: str) -> list[Path]:
    """Copy a task's entry file and its includes, with a README; the paths that were written.

    Files that are there with the same text stay, so copies of two tasks share equal files.

    Args:
        family: whose task it is.
        task: which.
        folder: made if it is not there; nothing in it is ever overwritten.
        instance: named in the README as the one to try.

    Raises:
        EncodingError: if a file is there with another text, or one can't be written.
    """
    entry = entry_of(family, task)
    texts = {
        folder / beside(file, entry): places.text_of(file).text
        for file in encodings.load(entry, scripts=True).files
    }
    readme = folder / "README.md"
    texts[folder / f"README-{task.name}.md" if readme.exists() else readme] = README.format(
        family=resources.called(family.name),
        task=task.name,
        entry=folder / entry.name,
        instance=instance,
    )
    for path, text in [*texts.items()]:
        if path.is_file() and places.text_of(path).text == text:
            del texts[path]
        elif path.exists() or path.is_symlink():
            raise EncodingError(f"{path} is there already, and differs; nothing was copied")
    if len(texts) < 2:
        raise EncodingError(f"{folder / entry.name} is there already; nothing was copied")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_files.written(path) as file:
                file.write(text.encode())
    except OSError as error:
        raise EncodingError(f"{path}: {error.strerror}") from None
    return list(texts)


def shipped_instances(family: Family[Any, Any]) -> list[Path]:
    """The family's shipped instances, in its own formats or as facts, in natural order.

    The puzzles of collections have numbers.
    """
    folder, suffixes = resources.instances(family.name), (*family.suffixes, *FACT_SUFFIXES)
    found = (path for path in folder.glob("*") if suffix_of(path.name) in suffixes)
    files = sorted(found, key=resources.natural)
    return [Path(name) for file in files for name, _ in names_in(file)]


def known(path: Path) -> dict[str, Any]:
    """The contents of an instance's `.expected.json`, such as `title`; empty if there is none."""
    try:
        found = json.loads(resources.expected_beside(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def title_of(path: Path) -> str:
    """An instance's title, from the file beside it or its collection; empty if it has none."""
    whole, number = split_name(str(path))
    kept = names_in(whole)[number - 1][1] if number else ""
    return str(known(path).get("title", "")) or kept
