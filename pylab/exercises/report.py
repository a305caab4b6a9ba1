"""Evaluates a class's grades: rows of tables, boards that distinguish, common mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from pylab.base.errors import printable
from pylab.base.words import lettered
from pylab.bench.identity import digest
from pylab.bench.tables import csv_text
from pylab.exercises.boards import RANDOM
from pylab.exercises.exercise import HIDDEN, RIGHT, SHOWN
from pylab.exercises.grading import Grade

HEADS = ("name", "points", "of", "loads", "boards", "random", "group", "first mistake")


def pseudonym(key: str, name: str) -> str:
    """A pseudonym for reports, the same for the same student of an exercise."""
    return f"student-{digest(key, name)[:6]}"


def number(points: float) -> str:
    """Points as text, without needless digits."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def rows(grades: Sequence[Grade], named: Mapping[str, str]) -> list[tuple[str, ...]]:
    """A row of text for each submission, under HEADS."""
    group_of = {name: letter for letter, names in groups(grades).items() for name in names}
    return [
        (
            printable(named[each.name]),
            number(each.points),
            str(each.most),
            "no" if each.judged.error else "yes",
            "{} of {}".format(*each.right(SHOWN, HIDDEN)),
            "{} of {}".format(*each.right(RANDOM)),
            group_of.get(each.name, ""),
            first(each),
        )
        for each in grades
    ]


def first(grade: Grade) -> str:
    """The first mistake of a submission in a few words; empty if there is none."""
    judged = grade.judged
    if judged.error is not None:
        return str(judged.error)
    wrong = next((each for each in judged.outcomes if each.verdict != RIGHT), None)
    return f"{wrong.board}: {wrong.words}" if wrong else ""


def table(grades: Sequence[Grade], named: Mapping[str, str]) -> str:
    """The rows as CSV."""
    return csv_text([HEADS, *rows(grades, named)])


def names(named: Mapping[str, str]) -> str:
    """Pseudonyms and names as CSV."""
    shown = ((pseudonym, name) for name, pseudonym in named.items())
    return csv_text([("pseudonym", "name"), *shown])


def groups(grades: Sequence[Grade]) -> dict[str, list[str]]:
    """The names of students with the same mistakes, by letters, the largest group first.

    Two submissions make the same mistakes if they answer the same on every board; programs that
    can't be run, if that is for the same reason.
    """
    found: dict[object, list[str]] = {}
    for each in grades:
        error = each.judged.error
        if not each.full:
            marks = tuple((o.board, o.verdict, o.mark) for o in each.judged.outcomes)
            found.setdefault(error.words if error else marks, []).append(each.name)
    sizes = sorted(found.values(), key=lambda names: -len(names))
    return {lettered(index): names for index, names in enumerate(sizes)}


def separating(grades: Sequence[Grade]) -> list[tuple[str, int, int, float]]:
    """How well each board distinguishes submissions; the best board first.

    Each row has the board, the number of right submissions, the number of all, and the share of
    pairs of different submissions with different answers.
    """
    runs = [each for each in grades if each.judged.error is None]
    marks = [{o.board: (o.verdict, o.mark) for o in each.judged.outcomes} for each in runs]
    names = list(dict.fromkeys(o.board for each in runs for o in each.judged.outcomes))
    apart = [(one, two) for one, two in combinations(marks, 2) if one != two][:20_000]
    found = []
    for name in names:
        right = sum(each.get(name, ("",))[0] == RIGHT for each in marks)
        told = sum(one.get(name) != two.get(name) for one, two in apart)
        found.append((name, right, len(runs), told / len(apart) if apart else 0.0))
    return sorted(found, key=lambda each: -each[3])
