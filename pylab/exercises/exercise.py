"""Reads an exercise: a folder with `exercise.toml`, boards, and given and hidden files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError, SourceError
from pylab.base.listing import FACT_SUFFIXES, Signature, Task, signature
from pylab.base.resources import natural
from pylab.core.options import InvalidValue
from pylab.core.question import adapted, converted
from pylab.encoding import places
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import names_in, read_source, suffix_of
from pylab.text.toml import TomlReader

TOML, TASK, EXPECTED = "exercise.toml", "TASK.md", "check.json"
GIVEN, SHOWN, HIDDEN = "given", "boards", "hidden"
REFERENCE, JUDGE = "hidden/reference.lp", "hidden/judge.lp"

KINDS = ("overlay", "encoding", "judge", "scene")
"""What can be handed in."""

LEVELS = ("pass", "board", "picture", "line")
"""How much students learn about mistakes; each level includes those before it."""

MOST_BYTES = 1 << 20
"""The largest `exercise.toml`."""


@dataclass(frozen=True, slots=True)
class Points:
    """The points for a program that clingo accepts, and for the shares of right boards.

    Attributes:
        boards: for shown and hidden boards.
        random: for random boards.
    """

    loads: int = 2
    boards: int = 5
    random: int = 3


@dataclass(frozen=True)
class Exercise:
    """An exercise.

    Attributes:
        folder: its folder.
        title: the name of the exercise.
        family: a family's name, or a folder of rules within the exercise.
        task: the family's task; empty for the first one.
        hand_in: one of KINDS.
        file: the name of the file that is handed in, which `given/` may have to start from.
        judge: a judge that students have, a file within the exercise; empty for none.
        tell: one of LEVELS.
        on: the predicates that distinguish answers; empty for all shown ones.
        overlays: the overlays of all programs.
        constants: values for `#const`s.
        options: values for the family's options.
        answers: the largest number of answers to compare for a board.
        random, seed: the number of random boards, and their seed.
        seconds, budget, megabytes: the limits for a board, and for a whole submission.
        hints: hints for students by verdicts, from the level `picture` on.
    """

    folder: Path
    title: str = ""
    family: str = ""
    task: str = ""
    hand_in: str = "overlay"
    file: str = "answer.lp"
    judge: str = ""
    tell: str = "picture"
    on: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    answers: int = 500
    random: int = 30
    seed: int = 1
    seconds: int = 10
    budget: int = 120
    megabytes: int = 2000
    points: Points = field(default_factory=Points)
    hints: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def of(self) -> Family[Any, Any]:
        """The family. Raises PylabError."""
        inside = self.folder / self.family
        return registry.get(str(inside) if inside.is_dir() else self.family)

    @cached_property
    def asked(self) -> Task:
        """The task. Raises PylabError."""
        return self.of.task(self.task or self.of.tasks[0].name)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The predicates that distinguish answers."""
        return tuple(found for each in self.on if (found := signature(each)))

    def has(self, name: str) -> Path | None:
        """The path of a file in it; None if there is no such file."""
        path = self.folder / name
        return path if name and path.is_file() else None

    @property
    def reference(self) -> Path:
        """The lecturer's own answer. Raises PylabError if it is missing, as for students."""
        if (path := self.has(REFERENCE)) is None:
            raise PylabError(f"{self.folder / REFERENCE}: there is no such file")
        return path

    @property
    def judges(self) -> tuple[str, ...]:
        """The judge of answers: the lecturer's, else that of the students, if any."""
        found = self.has(JUDGE) or self.has(self.judge)
        return (str(found),) if found else ()

    @cached_property
    def given(self) -> Mapping[str, str]:
        """The texts of the rules that students start from, by their names."""
        folder = self.folder / GIVEN
        found = sorted(folder.glob("*.lp")) if folder.is_dir() else []
        return {path.name: places.text_of(path).text for path in found}

    def boards(self, part: str) -> list[tuple[str, Any]]:
        """The names and instances of the boards in a folder, in natural order.

        Raises PylabError for one that can't be read.
        """
        folder = self.folder / part
        endings = {*self.of.suffixes, *FACT_SUFFIXES}
        found = folder.iterdir() if folder.is_dir() else ()
        paths = sorted(
            (p for p in found if suffix_of(p.name) in endings and p.is_file()), key=natural
        )
        names = [Path(name) for path in paths for name, _ in names_in(path)]
        loaded = [(path.name, self.of.load(read_source(str(path)))) for path in names]
        return [(name, adapted(self.of, each, self.options)) for name, each in loaded]


def load(folder: Path) -> Exercise:
    """The exercise in a folder. Raises PylabError with the place of a mistake."""
    path = folder / TOML
    if not path.is_file():
        raise PylabError(f"{folder}: expected an exercise, a folder with {TOML}")
    reader = _Reader(read_source(str(path), SourceError, regular=True, most=MOST_BYTES))
    return reader.exercise(folder.absolute())


_TEXTS = ("title", "family", "task", "hand_in", "file", "judge", "tell")
_NUMBERS = {"answers": 2, "random": 0, "seed": 0, "seconds": 1, "budget": 1, "megabytes": 100}
"""Keys with whole numbers, and the least value of each."""

_CHOICES = {"hand_in": KINDS, "tell": LEVELS}
_MOST = 1_000_000


class _Reader(TomlReader):
    def exercise(self, folder: Path) -> Exercise:
        told = self.told
        self.known(told, [each.name for each in fields(Exercise) if each.name != "folder"])
        values: dict[str, Any] = {"title": folder.name}
        for name in _TEXTS:
            values |= {name: self._text(told, name)} if name in told else {}
        for name, choices in _CHOICES.items():
            if name in values and values[name] not in choices:
                self.refuse(name, f"one of {', '.join(choices)}", values[name])
        for name, least in _NUMBERS.items():
            values |= {name: self._whole(told, name, least)} if name in told else {}
        if not re.fullmatch(r"[A-Za-z0-9_-]+\.lp", values.get("file", "answer.lp")):
            self.refuse("file", "a file's name such as answer.lp", values["file"])
        for name in ("on", "overlays"):
            values[name] = self._words(told, name)
        constants = self.table(told, "constants")
        values["constants"] = {name: str(value) for name, value in constants.items()}
        points = self.table(told, "points")
        names = [each.name for each in fields(Points)]
        self.known(points, names)
        values["points"] = Points(**{name: self._whole(points, name, 0) for name in points})
        hints = self.table(told, "hints")
        self.known(hints, VERDICTS)
        values["hints"] = {name: self._text(hints, name) for name in hints}
        if not values.get("family"):
            raise self.error("expected a family = …, found none", self.source.place(0))
        return self._fitting(Exercise(folder, **values), self.table(told, "options"))

    def _fitting(self, found: Exercise, options: Mapping[str, Any]) -> Exercise:
        """The exercise with its family's options; errors have the place of what names them."""
        for key in ("family", "task"):
            try:
                _ = found.of if key == "family" else found.asked
            except PylabError as error:
                raise self.error(str(error), self.spot(key)) from None
        self.known(options, sorted(found.of.option_named))
        try:
            chosen = {
                name: converted(found.of.option_named[name], options[name]) for name in options
            }
        except InvalidValue as misfit:
            self.refuse(misfit.name, misfit.expected, misfit.found)
        found.options.update(chosen)  # type: ignore[attr-defined]
        return found

    def _text(self, table: Mapping[str, Any], name: str) -> str:
        if not isinstance(table[name], str) or "\0" in table[name]:
            self.refuse(name, "a text", table[name])
        return str(table[name])

    def _whole(self, table: Mapping[str, Any], name: str, least: int) -> int:
        value = table[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _MOST:
            self.refuse(name, f"an integer from {least}", value)
        return value

    def _words(self, table: Mapping[str, Any], name: str) -> tuple[str, ...]:
        value = table.get(name, [])
        fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not fits or (name == "on" and not all(map(signature, value))):
            example = '["push/3"]' if name == "on" else '["any"]'
            self.refuse(name, f"a list such as {example}", value)
        return tuple(value)


RIGHT, MISSING, SUPERFLUOUS, WRONG, LATE = "right", "missing", "superfluous", "wrong", "late"
VERDICTS: Sequence[str] = (MISSING, SUPERFLUOUS, WRONG, LATE)
"""The verdicts on mistakes."""
