"""A command to try instead of one that failed, made from its words and its error.

It knows messages, not commands: what an error says to type, put in the place of what was typed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import PurePath

from pylab.base.errors import nearest

Words = list[str]

_FORMATS = {"--json": "json", "--csv": "csv", "--facts": "facts"}
_ENDINGS = {"--png": ".png", "--svg": ".svg", "--html": ".html"}
_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}


def instead(words: Sequence[str], message: str, example: Callable[[Words], str]) -> str:
    """The whole command to try after this error message; empty if none is known.

    >>> instead(["slove", "a.alice"], "No such command 'slove' (did you mean solve?).", str)
    'pylab solve a.alice'
    """
    for pattern, mend in _MENDS:
        if found := re.search(pattern, message):
            mended = mend([*words], found)
            if mended and mended != [*words]:
                return shlex.join(["pylab", *mended])
    if re.match(r"Missing argument|expected [^:]*(FILE|SWEEP|WITNESS|OVERLAY|FAMILY)", message):
        return example([*words])
    return ""


def _replaced(words: Words, old: str, *new: str) -> Words:
    """The words with new ones in the place of an old one, also of one in `--option=old`."""
    found: Words = []
    for word in words:
        name, equals, value = word.partition("=")
        if word == old:
            found += new
        elif equals and value == old and len(new) == 1:
            found.append(f"{name}={new[0]}")
        elif equals and name == old:
            found += [*new, value]
        else:
            found.append(word)
    return found


def _meant(words: Words, found: re.Match[str]) -> Words:
    return _replaced(words, found[1], found[2])


def _solved(words: Words, _: re.Match[str]) -> Words:
    return ["solve", *words]


def _clingo(words: Words, found: re.Match[str]) -> Words:
    told = shlex.split(found[2])
    at = next((i for i, word in enumerate(words) if word.startswith(found[1])), 0)
    value = re.split("[= ]", found[2])[-1]
    return [*words[:at], *told, *words[at + 1 + (words[at + 1 : at + 2] == [value]) :]]


def _option(words: Words, found: re.Match[str]) -> Words:
    """What stands for an option that there is not."""
    name, command = found[1], words[0].removeprefix("--")
    files = [word for word in words[1:] if not word.startswith("-")]
    if words[0] == name:  # before the command
        return [command, *words[1:]] if files else []
    if name in _FORMATS:
        return _replaced(words, name, "--format", _FORMATS[name])
    if name in _ENDINGS and files:
        return _replaced(words, name, "-o", PurePath(files[0]).stem + _ENDINGS[name])
    if name == "--all":
        return _replaced(words, name, "--models", "0")
    near = nearest(name, re.findall(r"--[\w-]+", found[2]), 0.5)
    if near:
        return _replaced(words, name, near)
    if words[0] == "generate" and files:  # its options stand behind the family
        family = files[-1]
        return ["generate", family, *(word for word in words[1:] if word != family)]
    return []


def _chosen(words: Words, found: re.Match[str]) -> Words:
    known = re.split(r", | or ", found[2])
    return _replaced(words, found[1], nearest(found[1], known, 0.4) or known[0])


def _answer(words: Words, _: re.Match[str]) -> Words:
    """The command that solves and draws into a file."""
    file = next(word for word in words[1:] if not word.startswith("-"))
    more = [] if "--solve" in words else ["--solve"]
    if not any(word.startswith(("-o", "--output")) and word != "--open" for word in words):
        more += ["-o", f"{PurePath(file).stem}.svg"]
    return [*words, *more]


def _sweep(words: Words, found: re.Match[str]) -> Words:
    return ["bench", "run", "--instances", *words[1:]] if PurePath(found[1]).suffix else []


_MENDS: tuple[tuple[str, Callable[[Words, re.Match[str]], Words]], ...] = (
    (r"^No such command '(.+?)' \(did you mean 'pylab solve", _solved),
    (r"^No such command '(.+?)' \(did you mean ([\w-]+)\?", _meant),
    (r"^No such command 'help'", lambda words, _: [*words[1:], "--help"]),
    (r"^No such command '(.+?)'\.", lambda w, found: _sweep(w, found) if w[0] == "bench" else []),
    (r"^No such option '(--?\w[\w-]*)': for clingo's, use (.+)\.$", _clingo),
    (r"^No such option '?(--?\w[\w-]*)'?(.*)$", _option),
    (r"^(\S+): No such file or directory \(for the number of answers, --models (\d+)\)",
     lambda words, found: _replaced(words, found[1], "--models", found[2])),
    (r"^(\S+): .*\(did you mean (\S+)\?\)", _meant),
    (r"has no \w+ '(.+?)' \(did you mean (\S+)\?\)", _meant),
    (r"the ending names no family; (--family) (\w+)",
     lambda words, found: [*words, *found.groups()]),
    (r"pylab (import \S+ \S+ -o \S+)$", lambda _, found: shlex.split(found[1])),
    (r"^expected a room map and a mission graph, found 1 map",
     lambda words, _: [*words, "GRAPH.dot", "-o", "PUZZLE.dungeon"]),
    (r"'([^']+)' is not one of (.+?)\.?$", _chosen),
    (r"'(\d+) ?(\w+)' is not a valid (?:float|integer)", lambda words, found: _replaced(
        words, found[1] + found[2], str(int(found[1]) * _SECONDS.get(found[2], 1)))),
    (r"'(all)' is not a valid integer", lambda words, _: _replaced(words, "all", "0")),
    (r"^expected an output that ends in (\.\w+).*, found '(.+)'", lambda words, found: _replaced(
        words, found[2], str(PurePath(found[2]).with_suffix(found[1])))),
    (r"use --solve and -o FILE.svg|^--fly is for", _answer),
    (r"^Got unexpected extra argument \((\S+\.(?:html|svg|png|txt|md))\)",
     lambda words, found: _replaced(words, found[1], "-o", found[1])),
    (r"^(\S+): no such file, and no encoding of (\w+) has that name",
     lambda _, found: ["encodings", "--family", found[2]]),
)  # fmt: skip
