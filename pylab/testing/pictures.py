"""Requirements on pictures: in all themes, of each step, in characters, of all kinds of facts."""

from __future__ import annotations

import contextlib
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, compress
from typing import Any

import clingo

from pylab.base.errors import InstanceError
from pylab.drawing import scenes
from pylab.drawing.palette import THEMES
from pylab.drawing.svg import Drawing
from pylab.engines.scenes import shapes
from pylab.testing.subject import Subject, Unmet, must, offers, requirement
from pylab.text.facts import Fact, fact

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


def _alternatives(subject: Subject) -> list[list[str]]:
    """Kinds of facts of one place of which one can stand for another: same name, same blanks."""
    found = defaultdict(list)
    for kind in subject.kinds:
        name, _, arguments = kind.partition("(")
        found[name, *(each == "_" for each in arguments[:-1].split(","))].append(kind)
    return [kinds for key, kinds in found.items() if any(key[1:]) and len(kinds) > 1]


_MADE = {"click": 2, "drag": 3, "turn": 3, "choose": 3}
"""Where edits have the fact that they make, or take away if it is there."""


@requirement(lambda subject: subject.family.scene is not None)
def scenes_draw_and_edit_all_kinds_of_facts(subject: Subject) -> None:
    """Scenes fit all instances; if tools make facts of one kind, they make the alternatives."""
    family, made = subject.family, set[str]()
    for where, instance in subject.samples:
        plan = family.laid_out(instance) if family.laid_out else None
        given = (clingo.parse_term(each.rstrip(".")) for each in plan or ())
        facts = [*family.facts(instance), *(fact(each.name, *each.arguments) for each in given)]
        atoms, remarks = shapes([family.scene] if family.scene else [], facts)
        remarks += scenes.read(atoms, family.name).remarks
        must(not remarks, f"{where}: scene.lp: {'; '.join(remarks)}")
        here = {str(each.symbol) for each in facts}
        for atom in atoms:
            edit = clingo.parse_term(atom).arguments[0] if atom.startswith("edit(") else None
            if edit and edit.name in _MADE:
                made |= {str(edit.arguments[_MADE[edit.name]])} - here
    for kinds in _alternatives(subject):
        lacking = [each for each in kinds if not any(map(subject.kinds[each].fullmatch, made))]
        must(lacking in ([], kinds), f"scene.lp has no tool for {', '.join(lacking)}")


@requirement(lambda subject: bool(subject.kinds))
def pictures_tell_kinds_of_facts_apart(subject: Subject) -> None:
    """A fact of another kind in the place of one looks different, if any such facts do."""
    for kinds in _alternatives(subject):
        rng, drawn = subject.rng("places", *kinds), list[dict[str, str]]()
        for _, instance in subject.samples[:8]:
            facts = subject.family.facts(instance)
            matches = (any(subject.kinds[k].fullmatch(str(f.symbol)) for k in kinds) for f in facts)
            places = [*compress(range(len(facts)), matches)]
            if places:
                at = rng.choice(places)
                pictures = ((kind, _replaced(subject, facts, at, kind)) for kind in kinds)
                drawn.append({kind: picture for kind, picture in pictures if picture})
        apart = {(a, b) for e in drawn for a, b in combinations(e, 2) if e[a] != e[b]}
        alike = {pair for each in drawn for pair in combinations(each, 2)} - apart
        told = "; ".join(" and ".join(pair) for pair in sorted(alike))
        must(not apart or not alike, f"in pictures, these look the same: {told}")


def _replaced(subject: Subject, facts: Sequence[Fact], at: int, kind: str) -> str:
    """The picture with a fact of this kind instead; empty if there is no such instance."""
    given = zip(facts[at].arguments, kind.partition("(")[2][:-1].split(","), strict=True)
    terms = (old if new == "_" else clingo.parse_term(new) for old, new in given)
    changed = [*facts[:at], fact(facts[at].name, *terms), *facts[at + 1 :]]
    with contextlib.suppress(InstanceError):
        return subject.family.draw(subject.family.from_facts(changed), None).render(THEMES[0])
    return ""
