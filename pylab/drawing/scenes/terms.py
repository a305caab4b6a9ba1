"""Ground terms as plain lists, as both renderers of scenes have them; knows no clingo.

A number is a number, a constant its name, a string its text after a quotation mark, and a function
or tuple a list of its name (empty for a tuple) and arguments: `at((1,2),"a b",x)` becomes
`["at", ["", 1, 2], '"a b', "x"]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

Term = Any
"""int | str | list[Term]"""

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NAME = re.compile(r"(-?_*[a-z][\w']*\(?|#inf|#sup)", re.ASCII)


def parsed(atoms: Iterable[str]) -> list[Term]:
    r"""The terms of atoms as clingo writes them.

    One pass of patterns over the whole text is many times as fast as to walk symbols.

    >>> parsed(['at((1,-2),"a \\"b\\"",x)', "go"])
    [['at', ['', 1, -2], '"a "b"', 'x'], 'go']
    """
    strings: list[str] = []

    def kept(found: re.Match[str]) -> str:
        strings.append(found[1])
        return "\0"  # names can be quoted by themselves then

    pieces = _NAME.split(_STRING.sub(kept, ",\n".join(atoms).replace("\0", " ")))
    told = {each: f'["{each[:-1]}",' if each[-1] == "(" else f'"{each}"' for each in pieces[1::2]}
    pieces[1::2] = map(told.__getitem__, pieces[1::2])
    bare = "".join(pieces).replace("(", '["",').replace(")", "]").replace(",]", "]")
    parts = bare.split("\0")
    whole = [parts[0]]
    for string, rest in zip(strings, parts[1:], strict=True):
        whole += ['"\\"', string, '"', rest]
    found: list[Term] = json.loads(f"[{''.join(whole)}]", strict=False)
    return found


def written(term: Term) -> str:
    r"""A term as clingo writes it, the inverse of `parsed`.

    >>> written(["at", ["", 1], '"a "b"', "x"])
    'at((1,),"a \\"b\\"",x)'
    """
    if isinstance(term, int):
        return str(term)
    if isinstance(term, str):
        if not term.startswith('"'):
            return term
        text = term[1:].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{text}"'
    arguments = ",".join(map(written, term[1:]))
    return f"{term[0]}({arguments}{',' if not term[0] and len(term) == 2 else ''})"


def words(term: Term) -> str:
    """A term as people read it: strings without quotes, the parts of a tuple beside each other.

    A blank stands where two words would touch, but not between a single letter and a number.
    Numbers in a tuple within a tuple are a place.

    >>> words(["", 3, '" of ', 8, "tables"]), words(["", "a", 4]), words(["", '"to', ["", 4, 5]])
    ('3 of 8 tables', 'a4', 'to (4, 5)')
    """
    if isinstance(term, str):
        return term.removeprefix('"')
    if isinstance(term, list) and not term[0]:
        text = before = ""
        for part in map(_part, term[1:]):
            touching = _ENDS.search(before) and _BEGINS.match(part)
            named = len(before) == 1 and before.isalpha() and part.isdecimal()
            text += f" {part}" if touching and not named else part
            before = part or before
        return text
    return written(term)


_BEGINS, _ENDS = re.compile(r"-?[^\W_]|\(-?\d+, "), re.compile(r"[^\W_]$|, -?\d+\)$")
"""Match the words between which a blank is needed."""


def _part(term: Term) -> str:
    """A part of a tuple in words."""
    numbers = term[1:] if isinstance(term, list) and not term[0] else []
    if len(numbers) > 1 and all(isinstance(each, int) for each in numbers):
        return f"({', '.join(map(str, numbers))})"
    return words(term)


def order(term: Term) -> tuple[Any, ...]:
    """What terms are sorted by: numbers by value, then constants, strings, functions."""
    if isinstance(term, int):
        return (0, term)
    if isinstance(term, str):
        return (1 + term.startswith('"'), term)
    return (3, len(term), term[0], tuple(map(order, term[1:])))
