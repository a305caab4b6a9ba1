"""Lays several drawings of one thing over each other; knows nothing of what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from pylab.drawing.svg import Drawing, Element

Part = Element | str

FAINT = 0.3
"""The opacity of what some of the drawings have, and others lack."""

_GROUPS = ("g", "svg")


def layered(drawings: Sequence[Drawing], only_common: bool = False) -> Drawing:
    """One drawing of what all of these have, and faintly of what only some have.

    >>> one, two = Drawing(9, 9, "a"), Drawing(9, 9, "b")
    >>> one.circle(1, 1, 1)
    >>> two.circle(1, 1, 1)
    >>> two.circle(5, 5, 1)
    >>> [part.name for part in layered([one, two]).parts]
    ['circle', 'g']
    >>> [part.name for part in layered([one, two], only_common=True).parts]
    ['circle']

    Args:
        drawings: at least one, all of the same size; the first one gives size and title.
        only_common: leave out what is not in all of them.
    """
    first = drawings[0]
    whole = Drawing(
        first.width, first.height, first.title, first.description, first.left, first.top
    )
    whole.copy(_merged([each.parts for each in drawings], only_common))
    return whole


def _merged(columns: Sequence[Sequence[Part]], only_common: bool) -> list[Part]:
    """The parts of all columns, each once, in an order that agrees with each of them."""
    order: list[tuple[str, int]] = []
    owners: dict[tuple[str, int], list[Part]] = {}
    for parts in columns:
        seen, at = Counter[str](), 0
        for part in parts:
            name = _key(part)
            seen[name] += 1
            key = name, seen[name]
            if key not in owners:
                order.insert(at, key)
                at += 1
            elif key in order[at:]:
                at = order.index(key, at) + 1
            owners.setdefault(key, []).append(part)
    found: list[Part] = []
    for key in order:
        there = owners[key]
        part = there[0]
        common = len(there) == len(columns)
        if only_common and not common:
            continue
        if isinstance(part, Element) and part.name in _GROUPS:
            inner = [each.parts for each in there if isinstance(each, Element)]
            part = Element(part.name, part.style, _merged(inner, only_common))
        elif isinstance(part, Element) and part.name == "text" and any(e != part for e in there):
            part = Element("text", part.style, [_beginning(there)])
        found.append(part if common else Element("g", {"opacity": FAINT}, [part]))
    return found


def _beginning(texts: Sequence[Part]) -> str:
    """What texts at one place have in common from the left."""
    words = [" ".join(map(str, each.parts)) for each in texts if isinstance(each, Element)]
    same = takewhile(lambda signs: len({*signs}) == 1, zip(*words, strict=False))
    return f"{''.join(signs[0] for signs in same).rstrip()}…"


def _key(part: Part) -> str:
    """What makes two parts the same: the style of a group or text, or all that others have."""
    if isinstance(part, str):
        return part
    inner = [] if part.name in (*_GROUPS, "text") else [*map(_key, part.parts)]
    return f"{part.name} {sorted((name, str(v)) for name, v in part.style.items())} {inner}"
