"""Lays several drawings of one thing over each other; knows nothing of what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from pylab.drawing.svg import Drawing, Element, number

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
        drawings: at least one; the first one gives the title. All of what they show is shown.
        only_common: leave out what is not in all of them.
    """
    first = drawings[0]
    left, top, width, height = _around([each.view for each in drawings])
    whole = Drawing(width, height, first.title, first.description, left, top)
    whole.copy(_merged([_written_out(each.parts, {}) for each in drawings], only_common))
    return whole


def _written_out(parts: Sequence[Part], known: dict[str, list[Part]]) -> list[Part]:
    """The parts, with shapes in place of references to them, as `strip` makes some."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) or part.name not in (*_GROUPS, "use"):
            found.append(part)
        elif part.name == "use":
            found += known.get(str(part.style.get("href"))[1:], [part])
        else:
            inner = _written_out(part.parts, known)
            named = part.name == "g" and [*part.style] == ["id"]
            if named:
                known[str(part.style["id"])] = inner
            found += inner if named else [Element(part.name, part.style, inner)]
    return found


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
            part = Element(part.name, _style(there), _merged(inner, only_common))
        elif isinstance(part, Element) and part.name == "text":
            part = Element("text", part.style, [_beginning(there)])
        found.append(part if common else Element("g", {"opacity": FAINT}, [part]))
    return found


def _around(views: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    """The smallest view that has all of these in it: x, y, width, height."""
    left, top = (min(view[at] for view in views) for at in (0, 1))
    right, bottom = (max(view[at] + view[at + 2] for view in views) for at in (0, 1))
    return left, top, right - left, bottom - top


def _style(groups: Sequence[Part]) -> dict[str, object]:
    """The style of a group that stands for these, whose views may be shifted."""
    styles = [each.style for each in groups if isinstance(each, Element)]
    views = {str(style["viewBox"]): style for style in styles if "viewBox" in style}
    if len(views) < 2:
        return dict(styles[0])
    around = _around([[*map(float, view.split())] for view in views])
    return {**styles[0], "viewBox": " ".join(map(number, around))}


def _beginning(texts: Sequence[Part]) -> str:
    """The texts at one place if they are the same, else what they have in common from the left."""
    words = [" ".join(map(str, each.parts)) for each in texts if isinstance(each, Element)]
    if len({*words}) == 1:
        return words[0]
    same = takewhile(lambda signs: len({*signs}) == 1, zip(*words, strict=False))
    return f"{''.join(signs[0] for signs in same).rstrip()}…"


def _key(part: Part) -> str:
    """What makes two parts the same: the style of a group or text, or all that others have."""
    if isinstance(part, str):
        return part
    inner = [] if part.name in (*_GROUPS, "text") else [*map(_key, part.parts)]
    style = sorted((name, str(v)) for name, v in part.style.items() if name != "viewBox")
    return f"{part.name} {style} {inner}"
