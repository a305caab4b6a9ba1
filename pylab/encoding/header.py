"""Parses the header comment of an encoding file."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pylab.base.errors import EncodingError
from pylab.base.listing import Signature
from pylab.encoding.clingo_options import refuse_options
from pylab.text.lexer import head
from pylab.text.source import Source

_SECTION = re.compile(r"%\s?([A-Z][A-Za-z ]*):\s*(.*)")
TITLES = (
    "Purpose", "Input predicates", "Output predicates", "Program parts", "Counts", "Cost", "Tasks",
    "Replaces", "Options", "Solver options", "Relaxes", "Judge", "Judge replaces",
    "Overlays", "Theory", "Rules",
)  # fmt: skip
"""The titles of all known sections."""

_INDENTED = re.compile(r"%\s\s+\S|%\t")

NAMING = {
    "Tasks": "task", "Replaces": "file", "Options": "option", "Solver options": "option",
    "Relaxes": "predicate", "Judge": "file", "Judge replaces": "file",
    "Overlays": "overlay", "Theory": "theory",
}  # fmt: skip
"""The sections that have an effect, each with what it names."""

THEORIES = {"clingo-dl": ("clingodl", "ClingoDLTheory"), "clingcon": ("clingcon", "ClingconTheory")}
"""The theories, each with its module and the class in it."""

_BELOW = " (lines below a title belong to it until another title, or a line that is no comment)"

_SIGNATURE = re.compile(r"([a-z_][A-Za-z0-9_']*)/(\d{1,3})")

_OVERLAY = re.compile(r"(?P<name>[a-z][a-z0-9-]*)\s+(?P<option>[^\s=]+=\S+)\s+(?P<purpose>\S.*)")
"""A line of the section `Overlays`."""

_APPLIED = re.compile(r"(?<!\S)_*[a-z][A-Za-z0-9_']*(?:\([^()]*\)|(?=[\s,]))")
_ITEM = re.compile(
    r"(?P<name>_*[a-z][A-Za-z0-9_']*)\s*(/(?P<arity>\d{1,3})|\((?P<arguments>.*)\))?"
)


class Header(NamedTuple):
    """The comment at the top of a file, in sections: a line `% Title:` and the lines after it.

    Attributes:
        sections: the texts by their titles.
        counts: the definition of what is counted (`% Counts:`); empty if there is none.
        tasks: the shipped entries that an overlay fits (`% Tasks:`); empty for all.
        replaces: the included files that an overlay replaces (`% Replaces:`).
        options: values for the family's `adapt` that an overlay sets (`% Options:`).
        solver_options: recommended options of clingo (`% Solver options:`).
        theories: names of the theories for its theory atoms (`% Theory:`).
        judges, replacing: the judges of answers, beside the family's checker or in its place
            (`% Judge:`, `% Judge replaces:`).
        relaxes: the signatures of facts that may be given up (`% Relaxes:`).
        overlays: overlays without a file that only set an option, by their names (`% Overlays:`,
            lines such as `room-once  room=1  No room is crossed twice.`).
        keeps_rules: whether a shipped overlay declares that it keeps the puzzle's rules
            (`% Rules:`); in a user's overlay this section is only a remark.
    """

    sections: Mapping[str, str]
    counts: str
    tasks: tuple[str, ...]
    replaces: tuple[str, ...]
    options: Mapping[str, str]
    solver_options: tuple[str, ...]
    theories: tuple[str, ...]
    judges: tuple[str, ...]
    replacing: tuple[str, ...]
    relaxes: frozenset[Signature]
    overlays: Mapping[str, Header]
    keeps_rules: bool = False

    def names_something(self, title: str) -> bool:
        """Whether some section of `NAMING` has an effect."""
        return bool(self.relaxes if title == "Relaxes" else self.sections[title])


def parse(source: Source) -> Header:
    """The header of a file. Raises EncodingError for malformed or refused options."""
    return _parsed_once(Source(source.name, head(source.text)))


@functools.lru_cache(maxsize=256)
def _parsed_once(source: Source) -> Header:
    return _header(source, _sections(source.text))


def _header(source: Source, sections: Mapping[str, str]) -> Header:

    def words(title: str) -> tuple[str, ...]:
        return tuple(sections.get(title, "").replace(",", " ").split())

    solver_options = tuple(sections.get("Solver options", "").split())
    try:
        refuse_options(solver_options)
        for name in words("Theory"):
            refuse_theory(name)
    except EncodingError as error:
        several = any("\n" in sections.get(each, "") for each in ("Solver options", "Theory"))
        raise EncodingError(
            f"{source.name}, in its header: {error.message}{several * _BELOW}"
        ) from None
    signatures = _SIGNATURE.findall(sections.get("Relaxes", ""))
    return Header(
        sections=sections,
        counts=sections.get("Counts", ""),
        tasks=words("Tasks"),
        replaces=tuple(name.removesuffix(".") for name in words("Replaces")),
        options=dict(_options(source.name, sections.get("Options", ""))),
        solver_options=solver_options,
        theories=words("Theory"),
        judges=words("Judge"),
        replacing=words("Judge replaces"),
        relaxes=frozenset(Signature(name, int(arity)) for name, arity in signatures),
        overlays=dict(_overlays(source, sections.get("Overlays", ""))),
        keeps_rules="Rules" in sections,
    )


def _sections(text: str) -> Mapping[str, str]:
    """The texts of the sections by their titles; those of one title are joined.

    What names something on the line of its title goes on in indented lines and after a comma; other
    lines below it are prose, up to the next title.
    """
    sections: dict[str, list[str]] = {}
    title, inline = "", False
    for line in map(str.rstrip, text.split("\n")):
        if found := _SECTION.fullmatch(line):
            title = found[1]
            inline = title in NAMING and bool(found[2])
            lines = sections.setdefault(title, [])  # a title may come several times
            while lines and not lines[-1]:
                lines.pop()
            lines += [found[2]] if found[2] or not lines else []
        elif title and line.startswith("%"):
            if inline and not (_INDENTED.match(line) or sections[title][-1].endswith(",")):
                title = ""
                continue
            sections[title].append(line[1:].strip())
    return {title: "\n".join(lines).strip() for title, lines in sections.items()}


def _options(name: str, section: str) -> Iterator[tuple[str, str]]:
    """The options in lines `name=value`. Raises EncodingError for other lines."""
    for line in section.splitlines():
        key, equals, value = (part.strip() for part in line.partition("="))
        if not (key and equals):
            raise EncodingError(f"{name}: expected name=value, found {line!r}")
        yield key, value


def _overlays(source: Source, section: str) -> Iterator[tuple[str, Header]]:
    """The listed overlays. Raises EncodingError for lines of another form."""
    for line in section.splitlines():
        found = _OVERLAY.fullmatch(line)
        if found is None:
            raise EncodingError(
                f"{source.name}: expected name option=value purpose, found {line!r}"
            )
        yield (
            found["name"],
            _header(source, {"Purpose": found["purpose"], "Options": found["option"]}),
        )


def refuse_theory(name: str) -> None:
    """Raises EncodingError for a theory that pylab doesn't know."""
    if name not in THEORIES:
        raise EncodingError(f"expected a theory, {' or '.join(THEORIES)}; found {name!r}")


class Named(NamedTuple):
    """A predicate as a header names it; a name alone means any arity."""

    name: str
    arity: int | None

    def __str__(self) -> str:
        return self.name if self.arity is None else f"{self.name}/{self.arity}"

    def means(self, signature: Signature) -> bool:
        """Whether this name covers the predicate."""
        return self.name == signature.name and self.arity in (None, signature.arity)


def declared(section: str) -> list[Named]:
    """The predicates that a section `Input predicates` or `Output predicates` names, in order.

    They precede a dash, as `connect/3` or `connect(X, Y, D)`, separated by commas; any other line
    is prose.

    >>> [str(s) for s in declared("start(U), goal(at(P))   - the ends.\\nthose of graph.lp.")]
    ['start/1', 'goal/1']
    >>> [str(s) for s in declared("none, reached/2 - see outcome.lp; or\\nwhat is shown.")]
    ['none', 'reached/2']
    """
    found: list[Named] = []
    for line in section.splitlines():
        names, dash, _ = line.partition(" - ")
        items = _items(names.strip())
        if items and (dash or all(item.arity is not None for item in items)):
            found += items
    return list(dict.fromkeys(found))


def described(section: str) -> Iterator[tuple[str, str]]:
    """The predicates that a section names with their arguments, and their descriptions.

    A description ends with the first line that ends with a full stop.

    >>> list(described("start(U)   - begins\\nthere.\\nlength/1 - see shortest.lp."))
    [('start(U)', 'begins there.')]
    """
    lines = iter(section.splitlines())
    for line in lines:
        names, _, told = line.partition(" - ")
        listed = told and _items(names.strip())
        while listed and not told.endswith(".") and (more := next(lines, "")):
            told += f" {more}"
        for predicate in _APPLIED.findall(names) if listed else ():
            yield predicate, told.strip()


def _items(text: str) -> list[Named]:
    """The items of a list of predicates; empty for other text."""
    found = []
    for each in _split(text):
        item = _ITEM.fullmatch(each)
        arguments = _split(item["arguments"] or "") if item else []
        if item is None or not arguments:
            return []
        arity = int(item["arity"]) if item["arity"] else None
        found.append(Named(item["name"], arity if item["arguments"] is None else len(arguments)))
    return found


def _split(text: str) -> list[str]:
    """A text at those of its commas that are in no brackets; nothing if one closes too early."""
    found, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return []
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return [each.strip() for each in found]
