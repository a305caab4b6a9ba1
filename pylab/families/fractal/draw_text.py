"""Labyrinths and their runs in plain characters, and what a picture of them is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pylab.base.words import counted
from pylab.families.fractal.model import (
    BOTTOM,
    START,
    VICTORY,
    Automaton,
    Exits,
    Goal,
    Instance,
    Labyrinth,
    Partition,
    Pushdown,
    Run,
    Table,
    Witness,
    place_of,
    reading,
    within,
)
from pylab.families.fractal.obstacles import Obstacles
from pylab.families.fractal.sketch import sketch

_LETTERS = 12
"""The most letters of a word that a title names."""


def picture(instance: Instance, witness: Witness | Obstacles | None) -> str:
    """The puzzle in lines of characters, and a run indented by its depth.

    A labyrinth is drawn where there is room for it, see `sketch`; its corridors are listed. Of
    obstacles, `x` stands between locations that no corridor joins.
    """
    lines, reached = [title_of(instance), ""], sorted(reached_in(instance, witness))
    if isinstance(instance, Labyrinth):
        drawn = sketch(instance)
        lines += [*drawn.lines(instance.start), ""] if drawn else []
        listed = [(" - ".join(clique), label) for clique, label in instance.corridors()]
        listed += [(f"{origin} -> {target}", label) for origin, target, label in instance.arrows()]
        lines += [f"  {label}: {words}" if label else f"  {words}" for words, label in listed]
        if instance.spelling is not None and instance.spelling.word is None:
            lines += ["", *(f"  {line}" for line in str(instance.spelling).split("; "))]
    else:
        lines += [
            f"  {r.state} <{r.symbol}> --> {r.target} <{' '.join(r.written)}>"
            for r in instance.rules
        ]
    if isinstance(witness, Run):
        lines += ["", *_indented(witness)]
    elif isinstance(witness, Partition | Table):
        lines += ["", "reached, and nothing else: " + ", ".join(reached)]
    elif isinstance(witness, Automaton) and isinstance(instance, Labyrinth):
        lines += ["", "wins in no box: " + ", ".join(reached)]
    elif isinstance(witness, Obstacles):
        lines += [f"  {other} x-> {one}" for one, other in witness.oneways]
        lines += [f"  {', '.join(few)} x {', '.join(many)}" for few, many in witness.apart]
    return "\n".join([*lines, ""])


def _indented(run: Run) -> Iterator[str]:
    """One line for each stay in a copy: its boxes, and the locations walked through."""
    stack: tuple[str, ...] | None = None
    words = ""
    for each in run.configurations:
        if each.stack != stack:
            if stack is not None:
                yield _stay(stack, words)
            stack, words = each.stack, each.location
        else:
            words += f" - {each.location}"
    if stack is not None:
        yield _stay(stack, words)


def _stay(stack: tuple[str, ...], words: str) -> str:
    head = f"{stack[-1]} | " if stack else ""
    return "  " * (len(stack) + 1) + head + words


def title_of(instance: Instance) -> str:
    """The puzzle in a line."""
    if isinstance(instance, Pushdown):
        size = counted(len(instance.rules), "rule")
        goal = f", goal {instance.goal.words()}" if instance.goal.names else ""
        return f"a pushdown system of {size}, from {instance.state}{goal}"
    goal, spelled = instance.goal.words(), ""
    if instance.spelling is not None:
        word = instance.spelling.word
        spelled = f", spelling {_words(word)}" if word is not None else ", spelling one of a set"
    return f"a labyrinth of {size_of(instance)}, from {instance.start}, goal {goal}{spelled}"


def _words(word: Sequence[str]) -> str:
    """A word, or its beginning."""
    return " ".join(word[:_LETTERS]) + " …" * (len(word) > _LETTERS) or "nothing"


def size_of(labyrinth: Labyrinth) -> str:
    """How many outer locations and boxes there are."""
    outer = counted(len(labyrinth.outer()), "outer location")
    return f"{outer} and {counted(len(labyrinth.boxes()), 'box', 'boxes')}"


def reached_in(instance: Instance, witness: Witness | Obstacles | None) -> set[str]:
    """Where a word has to be spelled, with any of it read; what wins does before any of it is."""
    found, spelling = _found(instance.goal, witness), None
    if isinstance(instance, Labyrinth):
        spelling = instance.spelling
    if spelling is not None and isinstance(witness, Automaton):
        found = {name for name in found if name == reading(place_of(name), spelling.first)}
    return set(map(place_of, found))


def _found(goal: Goal, witness: Witness | Obstacles | None) -> set[str]:
    if isinstance(witness, Exits):
        return set(witness.ends)
    if isinstance(witness, Automaton):
        # what is read from there to the end of an empty stack
        ends = {VICTORY, *map(within, goal.names)}
        return {p for p, top, end in witness.every() if top == BOTTOM and end in ends}
    if isinstance(witness, Table):
        return {location for frame, location in witness.pairs if frame == START}
    if isinstance(witness, Partition):
        inside = set(witness.reached)
        classes = [each for each in witness.classes if inside & set(each)]
        return inside.union(*classes)
    return set()
