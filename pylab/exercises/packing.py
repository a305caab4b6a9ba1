"""Packs an exercise for students: the public files and a lab page, nothing that is hidden."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError
from pylab.core.options import Means
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.encoding import places
from pylab.exercises import boards as expectations
from pylab.exercises.boards import ExerciseBoard
from pylab.exercises.exercise import EXPECTED, GIVEN, HIDDEN, SHOWN, TASK, TOML, Exercise
from pylab.pages.lab import engine
from pylab.pages.lab.kit import has_lab
from pylab.pages.lab.page import page
from pylab.pages.lab.program import grouped, program

LAB = "lab.html"
_DATE = (1980, 1, 1, 0, 0, 0)
_PUBLIC = (
    "title", "family", "task", "hand_in", "file", "judge", "on", "overlays", "constants", "options",
    "answers", "seconds", "seed",
)  # fmt: skip
"""The keys of `exercise.toml` that students get; points, hints and the rest are the lecturer's."""


def packed(exercise: Exercise) -> bytes:
    """A zip file of what students get; the same for the same exercise. Raises PylabError."""
    found = expectations.judged_by_reference(exercise, (SHOWN,))
    files = {TOML: _toml(exercise).encode(), EXPECTED: expectations.expected_data(found).encode()}
    files |= {name: path.read_bytes() for name, path in _files(exercise)}
    if has_lab(exercise.of) and found:
        files[LAB] = lab(exercise, found).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{exercise.folder.name}/{name}", _DATE), data, 8)
    return stream.getvalue()


def _files(exercise: Exercise) -> Iterator[tuple[str, Path]]:
    """The files that students get unchanged. Raises PylabError for one that isn't public."""
    inside = exercise.folder / exercise.family
    folders = [GIVEN, SHOWN, *([exercise.family] if inside.is_dir() else [])]
    paths = {path for folder in folders for path in (exercise.folder / folder).rglob("*")}
    paths |= {exercise.folder / TASK, exercise.folder / exercise.judge}
    folder = exercise.folder.resolve()
    for path in sorted(paths):
        if path.is_file():
            above = path.resolve().parents
            if folder not in above or folder / HIDDEN in above:
                raise PylabError(f"{path}: expected a file in the exercise, and not in {HIDDEN}/")
            yield str(path.relative_to(exercise.folder)), path


def _toml(exercise: Exercise) -> str:
    """The public keys as TOML; JSON's texts, numbers and lists are TOML's."""

    def written(value: Any) -> str:
        if isinstance(value, Mapping):
            inner = ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items())
            return f"{{ {inner} }}"
        return json.dumps(value)

    values = ((name, getattr(exercise, name)) for name in _PUBLIC)
    return "".join(
        f"{name} = {written(value)}\n" for name, value in values if value not in ("", {})
    )


def lab(exercise: Exercise, boards: list[ExerciseBoard]) -> str:
    """A page in which students edit and run their files, and which judges them on the boards."""
    start, judge = exercise.has(f"{GIVEN}/{exercise.file}"), exercise.has(exercise.judge)
    own = [str(start)] if start and exercise.hand_in == "overlay" else []
    means = Means(
        encoding=str(start) if start and exercise.hand_in == "encoding" else None,
        overlays=(*(str(exercise.has(each) or each) for each in exercise.overlays), *own),
        constants=exercise.constants,
    )
    puzzles = [
        {"name": each.name, "file": each.name, "text": grouped(exercise.of.facts(each.instance))}
        for each in boards
    ]
    puzzle = Puzzle(exercise.of, boards[0].instance, boards[0].name)
    found = program(Question.of(puzzle, exercise.asked, means))
    if judge is not None:  # in addition to the family's own, as everywhere
        own_judge = found.files.get(found.roles.get("judge", ""), "")
        text = f"{own_judge}\n{places.text_of(judge).text}"
        roles = {**found.roles, "judge": _JUDGE}
        found = replace(found, files={**found.files, _JUDGE: text}, roles=roles)
    title, about = f"Lab: {exercise.title}", boards[0].name
    first, parts = puzzles[0]["text"], engine.find()
    return page(exercise.of, found, first, parts, title=title, about=about, puzzles=puzzles)


_JUDGE = "own/check.lp"
