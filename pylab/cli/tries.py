"""A command to try instead of one that failed, made from its words and its error.

It knows messages, not commands: what an error says to type, put in the place of what was typed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from pylab.base import resources
from pylab.base.errors import nearest

Words = list[str]

_FORMATS = {"--json": "json", "--facts": "facts"}  # those that all families have
_ENGINES = ("--native", "--clingo", "--both")
_ENDINGS = {("draw", "--png"): ".png", ("draw", "--svg"): ".svg", ("watch", "--html"): ".html",
            ("lab", "--html"): ".html"}  # fmt: skip
_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_FILE = "FILE"
_NEEDED = (
    r"Missing argument|expected (?!either)[^:]*(FILE|SWEEP|WITNESS|OVERLAY|FAMILY)"
    r"|expected a name of \d"
    r"|No such command '[^']*'\.$"
)
"""Errors after which an example of the command says what it needs."""

_LIKE = 0.75


def instead(
    words: Sequence[str],
    message: str,
    example: Callable[[Words], str],
    parsed: Callable[[Words], Mapping[str, Any] | None],
) -> str:
    """The whole command to try after this error message; empty if none is known.

    Args:
        words: what was typed.
        message: the error's.
        example: gives an example of the command that words begin.
        parsed: gives the parameters of a whole command; None if its command refuses the words.

    >>> told = "No such command 'slove' (did you mean solve?)."
    >>> instead(["slove", "a.alice"], told, str, lambda words: {"file": words[-1]})
    'pylab solve a.alice'
    """
    for pattern, mend in _MENDS:
        found = re.search(pattern, message)
        for mended in mend([*words], found) if found else ():
            if mended != [*words] and (parameters := parsed(mended)) is not None:
                return shlex.join(["pylab", *_named(mended, parameters)])
    if re.match(_NEEDED, message):
        return example([*words])
    return ""


def _named(words: Words, parameters: Mapping[str, Any]) -> Words:
    """The words with an output that is named like the puzzle."""
    given = next(filter(None, map(parameters.get, ("files", "file", "words"))), "-")
    first = given if isinstance(given, str) else given[0]
    stem = "puzzle" if first == "-" else PurePath(first).stem
    return [stem + word[len(_FILE) :] if word.startswith(f"{_FILE}.") else word for word in words]


def _is_second_file(words: Words, word: str) -> bool:
    """Whether a word stands by itself behind a command and a file."""
    at = [*words].index(word) if word in words else 0
    return at > 1 and not words[at - 1].startswith("-")


def _replaced(words: Words, old: str, *new: str) -> Iterable[Words]:
    """The words with new ones in the place of an old one, also of one in `--option=old`.

    If there are several, the last is replaced first: options usually follow the files.
    """
    for at, word in reversed([*enumerate(words)]):
        name, equals, value = word.partition("=")
        if word == old:
            there = [*new]
        elif equals and value == old and len(new) == 1:
            there = [f"{name}={new[0]}"]
        elif equals and name == old:
            there = [*new, value]
        else:
            continue
        yield [*words[:at], *there, *words[at + 1 :]]


def _meant(words: Words, found: re.Match[str]) -> Iterable[Words]:
    within = PurePath(found[1]) in PurePath(found[2]).parents
    near = within or nearest(PurePath(found[1]).name, [PurePath(found[2]).name], _LIKE)
    return _replaced(words, found[1], found[2]) if near else ()


def _clingo(words: Words, found: re.Match[str]) -> Iterable[Words]:
    told = shlex.split(found[2])
    at = next((i for i, word in enumerate(words) if word.startswith(found[1])), 0)
    taken = any(found[2].endswith(value) for value in words[at + 1 : at + 2])
    yield [*words[:at], *told, *words[at + 1 + taken :]]


def _option(words: Words, found: re.Match[str]) -> Iterable[Words]:
    """What stands for an option that there is not."""
    name = found[1]
    if words[0] == name:  # before the command
        more = ["--format", _FORMATS[name]] if name in _FORMATS else []
        return [[*words[1:], *more] if more else [name.removeprefix("--"), *words[1:]]]
    if name in _FORMATS:
        return _replaced(words, name, "--format", _FORMATS[name])
    if ending := _ENDINGS.get((words[0], name)):
        return _replaced(words, name, "-o", _FILE + ending)
    if name == "--all":
        return _replaced(words, name, "--models", "0")
    if name in _ENGINES:
        return _replaced(words, name, "--engine", name.removeprefix("--"))
    known = {option.lstrip("-"): option for option in re.findall(r"--[\w-]+", found[2])}
    typed = name.lstrip("-")
    begun = next((each for each in known if len(typed) > 2 and each.startswith(typed)), "")
    if near := begun or nearest(typed, known, _LIKE):
        return _replaced(words, name, known[near])
    if words[0] == "generate" and words[1] == name:  # its options stand behind the family
        return [["generate", words[-1], *words[1:-1]]]
    return []


def _chosen(words: Words, found: re.Match[str]) -> Iterable[Words]:
    known = [word.strip("'") for word in re.split(r", | or ", found[2])]
    near = nearest(found[1], known)
    return _replaced(words, found[1], near) if near else ()


def _drawn(words: Words, found: re.Match[str]) -> Iterable[Words]:
    """The command that draws the answer, instead of a format of `solve`."""
    for without in _without(words, "--format", found[1]) if words[0] == "solve" else ():
        yield ["draw", *without[1:], "--solve", "-o", f"{_FILE}.{found[1]}"]


def _without(words: Words, name: str, value: str) -> Iterable[Words]:
    """The words without an option that has this value."""
    for at, word in enumerate(words):
        if word == f"{name}={value}":
            yield [*words[:at], *words[at + 1 :]]
        elif words[at : at + 2] == [name, value]:
            yield [*words[:at], *words[at + 2 :]]


def _into_a_file(words: Words, _: re.Match[str]) -> Iterable[Words]:
    """The command that draws into a file, unless it names one or a format."""
    if not {word.partition("=")[0] for word in words} & {"-o", "--output", "--format"}:
        yield [*words, "-o", f"{_FILE}.svg"]


def _sweep(words: Words, found: re.Match[str]) -> Iterable[Words]:
    if suffix := words[0] == "bench" and PurePath(found[1]).suffix:
        instances = [] if suffix == ".toml" else ["--instances"]
        yield ["bench", "run", *instances, *words[1:]]


def _piped(words: Words, _: re.Match[str]) -> Iterable[Words]:
    """What is piped is read as a program, unless a family is named."""
    if "-" in words and not any(word.startswith("--family") for word in words):
        yield [*words, "--family", "NAME"]


def _ended(words: Words, found: re.Match[str]) -> Iterable[Words]:
    path = PurePath(found[2])
    if not path.name or path.name.startswith("."):
        return ()
    return _replaced(words, found[2], str(path.with_suffix(found[1])))


_MENDS: tuple[tuple[str, Callable[[Words, re.Match[str]], Iterable[Words]]], ...] = (
    (r"^No such command '(.+?)' \(did you mean 'pylab solve … (--\w+)'",
     lambda words, found: [["solve", *words[1:], found[2]]]),
    (r"^No such command '(.+?)' \(did you mean 'pylab solve (\S+)'",
     lambda words, found: [["solve", found[2], *words[1:]]]),
    (r"^No such command '(.+?)' \(did you mean 'pylab solve (?!…)",
     lambda words, _: [["solve", *words]]),
    (r"^No such command '.+?' \(did you mean 'pylab (\w+) (\w+)'",
     lambda words, found: [[*found.groups(), *words[2:]]]),
    (r"^No such command '(.+?)' \(did you mean ([\w-]+)\?", _meant),
    (r"^No such command 'help'", lambda words, _: [[*words[1:], "--help"]]),
    (r"^No such command '(.+?)'\.", _sweep),
    (r"^No such option '(--?\w[\w-]*)': for clingo's, use (.+)\.$", _clingo),
    (r"^No such option '?(--?\w[\w-]*)'?(.*)$", _option),
    (r"^(\S+): No such file or directory \(for the number of answers, --models (\d+)\)",
     lambda words, found: _replaced(words, found[1], "--models", found[2])),
    (r"^(\S+): .*\(did you mean (\S+)\?\)", _meant),
    (r"(?:has no \w+|^expected .* found) '(.+?)' \(did you mean (\S+)\?\)", _meant),
    (r"^Missing argument 'TASK'",
     lambda words, _: [[*words[:-1], *words[-1].split("/", 1)]]),
    (r"^(.+): \w+ takes one file, and .+ is a puzzle already$",
     lambda words, found: _replaced(words, found[1])),
    (r"the ending names no family; (--family) (\w+)",
     lambda words, found: [[*words, *found.groups()]]),
    (r"^your program:[12]:\d+: (?:syntax|lexer) error", _piped),
    (r"pylab (import \S+ \S+ -o \S+)$", lambda _, found: [shlex.split(found[1])]),
    (r"^expected a room map and a mission graph, found 1 map",
     lambda words, _: [[*words, "GRAPH.dot", "-o", "PUZZLE.dungeon"]]),
    (r"^expected WITNESS or", lambda words, _: [[*words, "WITNESS"]]),
    (r"'--format': '(svg|png)' is not one of", _drawn),
    (r"'([^']+)' is not one of (.+?)\.?$", _chosen),
    (rf"(?:seconds|time-limit)': '(\d+) ?({'|'.join(_SECONDS)})' is not a valid float",
     lambda words, found: _replaced(
         words, found[1] + found[2], str(int(found[1]) * _SECONDS[found[2]]))),
    (r"'(all)' is not a valid integer", lambda words, _: _replaced(words, "all", "0")),
    (r"^expected an output that ends in (\.\w+).*, found '(.+)'", _ended),
    (r"^--(?:fly|steps?) is for .*: use -o FILE.svg$", _into_a_file),
    (r"^Got unexpected extra argument \((\S+\.(?:html|svg|png|txt|md))\)",
     lambda words, found: _replaced(words, found[1], "-o", found[1])),
    (r"^(\S+\.(?:html|svg|png)): (?:No such file|\w+ takes one file)",
     lambda words, found: _replaced(words, found[1], "-o", found[1])
     if words[0] in ("draw", "lab", "watch") and _is_second_file(words, found[1]) else []),
    (r"^(\S+): no such file, and no encoding of (\S+) has that name",
     lambda _, found: [["encodings", "--family", resources.called(found[2])]]),
    (r"^(\S+): expected a file of rules, found a folder",
     lambda words, _: [] if "--family" in words else _replaced(words, "--encoding", "--family")),
)  # fmt: skip
