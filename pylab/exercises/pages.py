"""Makes a page for each student and one for the class; a student's doesn't quote the reference."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pylab.bench.identity import digest
from pylab.exercises import report
from pylab.exercises.boards import RANDOM, BoardVerdict
from pylab.exercises.exercise import LEVELS, RIGHT, Exercise
from pylab.exercises.grading import Grade
from pylab.pages.player.page import document, text

CLASS = "class.html"
STUDENTS = "students"

_SHOWN_BOARDS = 12
"""The number of boards in the table of those that distinguish submissions."""


def page_of(name: str) -> str:
    """The file of a student's page, within the folder of the reports."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:40].strip("-")
    return f"{STUDENTS}/{plain if plain == name else f'{plain}-{digest(name)[:8]}'}.html"


def student(exercise: Exercise, grade: Grade, name: str) -> str:
    """A student's page, with as much as the exercise's level allows."""
    parts = [_head(exercise.title, name), *_student(exercise, grade)]
    return _document(f"{exercise.title}: {name}", parts)


def _student(exercise: Exercise, grade: Grade) -> Iterator[str]:
    judged, level = grade.judged, LEVELS.index(exercise.tell)
    mistake = judged.mistake if level >= LEVELS.index("picture") else None
    colour = "good" if grade.full else "bad"
    points = f"{report.number(grade.points)} of {grade.most} points"
    yield f'<p class="points {colour}">{points}</p>'
    if grade.full:
        yield "<p>Every board is answered as it should be.</p>"
    if judged.error is not None:
        yield f'<p class="bad">Not run: {text(str(judged.error))}</p>'
    if mistake is not None:
        yield f"<h2>The first mistake</h2><p>{text(mistake.words)}</p>"
        if hint := exercise.hints.get(mistake.verdict):
            yield f"<p>Hint: {text(hint)}</p>"
        yield _figure(mistake.picture, mistake.shown)
        yield _code("On this board:", mistake.board, set())
    marked = {} if judged.error is None else {(judged.error.file, judged.error.line): True}
    if level >= LEVELS.index("line"):
        marked |= dict.fromkeys(mistake.lines if mistake else (), True)
        if mistake and mistake.lines:
            told = ", ".join(f"{file}:{line}" for file, line in mistake.lines)
            yield f"<p>Look at {text(told)}, marked below.</p>"
    yield "<h2>What you handed in</h2>"
    for file, written in grade.files.items():
        yield _code(file, written, {line for where, line in marked if where == file})
    if judged.remarks:
        listed = "".join(f"<li>{text(str(each))}</li>" for each in judged.remarks)
        yield f"<ul>{listed}</ul>"
    for board, (own, other) in judged.pictures.items():
        yield f"<h2>{text(board)}</h2>"
        yield f'<div class="pair">{_figure(own, "yours")}{_figure(other, "the lecturer’s")}</div>'
    if level >= LEVELS.index("board") and judged.outcomes:
        yield _boards(judged.outcomes)


def _boards(outcomes: Sequence[BoardVerdict]) -> str:
    """A table of the boards with files, and the number of right random boards."""
    rows, drawn = [], [each for each in outcomes if each.part == RANDOM]
    for each in outcomes[: len(outcomes) - len(drawn)]:
        colour = "good" if each.verdict == RIGHT else "bad"
        words = f'<td class="first">{text(each.words)}</td>'
        name = text(each.board)
        rows.append(f'<tr><td>{name}</td><td class="{colour}">{each.verdict}</td>{words}</tr>')
    heads = "<tr><th>board</th><th>verdict</th><th>your program</th></tr>"
    table = f'<div class="wide"><table>{heads}{"".join(rows)}</table></div>' if rows else ""
    right = sum(each.verdict == RIGHT for each in drawn)
    told = f"<p>{right} of {len(drawn)} random boards are right.</p>" if drawn else ""
    return f"<h2>The boards</h2>{table}{told}"


def whole_class(exercise: Exercise, grades: Sequence[Grade], named: Mapping[str, str]) -> str:
    """The lecturer's page: grades, boards that distinguish submissions, and common mistakes."""
    parts = [_head(exercise.title, f"{len(grades)} submissions"), *_class(grades, named)]
    return _document(f"{exercise.title}: class", parts)


def _class(grades: Sequence[Grade], named: Mapping[str, str]) -> Iterator[str]:
    heads = "".join(f"<th>{each}</th>" for each in report.HEADS)
    rows = []
    for each, row in zip(grades, report.rows(grades, named), strict=True):
        link = f'<td><a href="{text(page_of(named[each.name]))}">{text(row[0])}</a></td>'
        figures = "".join(f'<td class="number">{text(cell)}</td>' for cell in row[1:-2])
        last = f'<td>{row[-2]}</td><td class="first">{text(row[-1])}</td>'
        rows.append(f"<tr>{link}{figures}{last}</tr>")
    yield f'<div class="wide"><table class="students"><tr>{heads}</tr>{"".join(rows)}</table></div>'
    yield from _groups(grades, named)
    yield from _separating(grades)


def _groups(grades: Sequence[Grade], named: Mapping[str, str]) -> Iterator[str]:
    of = {each.name: each for each in grades}
    found = report.groups(grades)
    if found:
        yield "<h2>Same mistakes</h2>"
    for letter, names in found.items():
        links = (
            f'<a href="{text(page_of(named[name]))}">{text(named[name])}</a>' for name in names
        )
        yield f"<p><b>{letter}</b>: {', '.join(links)}</p>"
        one = of[names[0]]
        mistake = one.judged.mistake
        if mistake is not None:
            told = f"{mistake.words} {mistake.shown} Found on {mistake.origin}."
            yield _figure(mistake.picture, told)
        else:
            yield f"<p>{text(report.first(one))}</p>"


def _separating(grades: Sequence[Grade]) -> Iterator[str]:
    found = report.separating(grades)
    if not found:
        return
    rows = "".join(
        f'<tr><td>{text(name)}</td><td class="number">{right} of {of}</td>'
        f'<td class="number">{apart:.0%}</td></tr>'
        for name, right, of, apart in found[:_SHOWN_BOARDS]
    )
    yield "<h2>Boards that tell submissions apart best</h2>"
    yield (
        '<div class="wide"><table><tr><th>board</th><th>right</th>'
        f"<th>pairs of different submissions told apart</th></tr>{rows}</table></div>"
    )


def _head(title: str, about: str) -> str:
    return f"<header><h1>{text(title)}</h1><p>{text(about)}</p></header>"


def _code(file: str, written: str, marked: set[int]) -> str:
    lines = "".join(
        f'<li class="marked">{text(line)}</li>' if number in marked else f"<li>{text(line)}</li>"
        for number, line in enumerate(written.rstrip("\n").split("\n"), 1)
    )
    return f'<p>{text(file)}</p><ol class="code">{lines}</ol>'


def _figure(svg: str, caption: str) -> str:
    if not svg:
        return f"<figure><figcaption>{text(caption)}</figcaption></figure>"
    data = base64.b64encode(svg.encode()).decode()
    image = f'<img alt="{text(caption)}" src="data:image/svg+xml;base64,{data}">'
    return f'<figure tabindex="0">{image}<figcaption>{text(caption)}</figcaption></figure>'


def _document(title: str, parts: Sequence[str]) -> str:
    inner = "\n".join(parts)
    body = f'<body class="exercise">\n<main>\n{inner}\n</main>\n</body>'
    return document(title, body, style=_style(), more={"img-src": ["data:"]})


@cache
def _style() -> str:
    return Path(__file__).with_name("exercise.css").read_text(encoding="utf-8")
