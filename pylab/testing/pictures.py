"""Requirements on pictures: in all themes, of each step, and in characters."""

from __future__ import annotations

import contextlib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from pylab.drawing.palette import THEMES
from pylab.drawing.svg import Drawing
from pylab.testing.subject import Subject, Unmet, must, offers, requirement

_SPACE = "{http://www.w3.org/2000/svg}"


def _drawn(subject: Subject) -> Iterator[tuple[str, Any, Any]]:
    """Samples alone, and with the longest answer of every kind."""
    for name, instance in subject.samples[-4:]:
        yield name, instance, None
    longest: dict[object, tuple[int, str, Any, Any]] = {}
    for asked, witness in subject.witnesses(1):
        length = len(subject.family.encode(witness))
        if length > longest.get(type(witness), (-1,))[0]:
            longest[type(witness)] = length, asked.where, asked.instance, witness
    for _, where, instance, witness in longest.values():
        yield where, instance, witness


def well_formed(where: str, drawing: Drawing, theme: str) -> str:
    """The picture as text. Raises Unmet unless it is an SVG with a title and shapes."""
    must(isinstance(drawing, Drawing), f"{where}: expected a Drawing, found {drawing!r:.60}")
    text = drawing.render(theme)
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise Unmet(f"{where}, {theme}: no well-formed SVG: {error}") from error
    must(root.tag == f"{_SPACE}svg", f"{where}, {theme}: no SVG but {root.tag}")
    must(bool(root.findtext(f"{_SPACE}title")), f"{where}, {theme}: the picture has no title")
    sides = [float(x) for x in str(root.get("viewBox")).split()]
    must(sides[2] > 0 and sides[3] > 0, f"{where}, {theme}: nothing of it is shown: {sides}")
    shapes = [e for e in root.iter() if e.tag not in (f"{_SPACE}title", f"{_SPACE}desc")]
    must(len(shapes) > 1, f"{where}, {theme}: the picture is empty")
    return text


@requirement()
def pictures_are_well_formed_in_all_themes(subject: Subject) -> None:
    """Pictures of instances and answers have a title, are reproducible, and differ by theme."""
    for where, instance, witness in _drawn(subject):
        drawing = subject.family.draw(instance, witness)
        texts = [well_formed(where, drawing, theme) for theme in THEMES]
        must(len(set(texts)) == len(THEMES), f"{where}: two themes look the same")
        again = subject.family.draw(instance, witness).render(THEMES[0])
        must(again == texts[0], f"{where}: drawn again, the picture differs")


@requirement()
def pictures_for_terminals_are_plain(subject: Subject) -> None:
    """Pictures of instances and answers in characters are lines of printable characters."""
    for where, instance, witness in _drawn(subject):
        picture = subject.family.picture(instance, witness)
        must(bool(picture.strip()), f"{where}: the terminal's picture is empty")
        must(picture.endswith("\n"), f"{where}: the terminal's picture ends within a line")
        plain = all(line.isprintable() for line in picture.split("\n"))
        must(plain, f"{where}: the terminal's picture has a character that can't be printed")


@requirement(offers("pictures.step", "pictures.steps"))
def steps_are_drawn_one_by_one(subject: Subject) -> None:
    """`pictures.step` draws steps 0 to `pictures.steps`; else, or without a witness, ValueError."""
    family, stepped = subject.family, 0
    assert family.pictures.step is not None
    assert family.pictures.steps is not None
    for where, instance, witness in _drawn(subject):
        last = None
        with contextlib.suppress(ValueError):
            last = family.pictures.steps(instance, witness)
        if last is None:
            with contextlib.suppress(ValueError):
                family.pictures.step(instance, witness, 0)
                must(False, f"{where}: it has no steps, but step 0 is drawn")
            continue
        pictures = [
            well_formed(f"{where}, step {n}", family.pictures.step(instance, witness, n), THEMES[0])
            for n in sorted({0, min(1, last), last // 2, last})
        ]
        stepped += len(set(pictures)) > 1
        for beyond in (last + 1, last + 1000, -1):
            try:
                family.pictures.step(instance, witness, beyond).render()
            except ValueError as error:
                must("expected" in str(error), f"{where}: step {beyond}: no expectation: {error}")
            else:
                must(False, f"{where}: step {beyond} of {last} is drawn")
    must(stepped > 0, "no answer has two steps that look different")
