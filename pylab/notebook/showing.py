"""Pictures, playable pages, and the checker's verdict, for notebooks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from html import escape
from pathlib import Path
from typing import Any

from pylab.base import whole_files
from pylab.base.errors import PylabError, short
from pylab.base.limits import Patience
from pylab.base.verdict import Verdict
from pylab.core.answer import Checked
from pylab.core.options import noted, one_of, read
from pylab.core.puzzle import Puzzle, load, seen
from pylab.core.question import Question
from pylab.drawing.palette import THEMES
from pylab.drawing.png import png
from pylab.drawing.svg import Drawing, fitting, in_cell
from pylab.engines.judges import verdict
from pylab.family.table import Family
from pylab.notebook.arguments import named
from pylab.notebook.asking import solve
from pylab.notebook.solution import Solution, judged, marked
from pylab.pages.player.page import page, text
from pylab.text.solver_output import single
from pylab.text.source import Source

MOST = 20
"""The default limit of answers in a page."""


class _Document(str):
    """The text of a document, which notebooks show, and which can be saved."""

    ENDINGS: tuple[str, ...] = ()
    """The endings of the files that it can be saved as."""

    def save(self, path: str | Path) -> Path:
        """Write it to a file and return the path.

        Raises PylabError if it can't be written, or for a name with another ending.
        """
        if (ending := Path(path).suffix.lower()) not in self.ENDINGS:
            known = " or ".join(self.ENDINGS)
            raise PylabError(f"expected a name that ends in {known}, found '{os.fspath(path)}'")
        content = self._content(ending)
        try:
            with whole_files.written(path) as file:
                file.write(content)
        except OSError as error:
            raise PylabError(f"{os.fspath(path)}: {error.strerror}") from None
        return Path(path)

    def _content(self, ending: str) -> bytes:  # noqa: ARG002
        """What a file with this ending has."""
        return self.encode()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {len(self.encode()) / 1000:.0f} kB>"


class Picture(_Document):
    """An SVG document: a string that notebooks show as a picture, and that saves as PNG, too."""

    ENDINGS = (".svg", ".png")

    drawing: Drawing | None = None
    """What is shown in the notebook's theme, if no theme was asked for."""

    def _content(self, ending: str) -> bytes:
        return png(self) if ending == ".png" else super()._content(ending)

    def _repr_html_(self) -> str | None:
        return in_cell(self.drawing) if self.drawing is not None else None

    def _repr_svg_(self) -> str:
        """The picture in its own size, but no wider than the notebook's cell."""
        return fitting(self)


class Page(_Document):
    """An HTML document that plays answers and lets people play: a string that notebooks embed."""

    ENDINGS = (".html", ".htm")

    HEIGHT = 640
    """The height of the frame in a notebook, in pixels."""

    def _repr_html_(self) -> str:
        """The page in a sandboxed frame."""
        return (
            f'<iframe srcdoc="{text(self)}" sandbox="allow-scripts" title="pylab" '
            f'style="width:100%;height:{self.HEIGHT}px;border:0"></iframe>'
        )


@dataclass(frozen=True, slots=True)
class ShownVerdict(Verdict):
    """A verdict that a notebook shows with a picture of what was judged."""

    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)
    witness: Any = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str:
        """What is wrong, or that nothing is; the picture of the first wrong step, else of all."""
        mark = "✓" if self.valid else "?" if self.unchecked else "✗"
        parts = [marked(mark, judged(self))]
        if self.puzzle is not None:
            family, instance = self.puzzle.family, self.puzzle.instance
            step = next((each.step for each in self.problems if each.step is not None), None)
            drawing = seen(
                lambda: family.draw(instance, self.witness),
                lambda: family.picture(instance, self.witness),
            )
            if step is not None and family.pictures.step is not None:
                with suppress(ValueError):  # a step that is no step of the picture
                    drawing = family.pictures.step(instance, self.witness, step)
            parts.append(in_cell(drawing))
        if self.trace:
            lines = escape("\n".join(self.trace))
            parts.append(f"<details><summary>step by step</summary><pre>{lines}</pre></details>")
        return f'<div class="pylab-cell">{"".join(parts)}</div>'


@noted()
def draw(
    puzzle: Solution | Puzzle | str | Path,
    witness: Any = None,
    *,
    theme: str | None = None,
    step: int | None = None,
    family: str | None = None,
    **options: Any,
) -> Picture:
    """A picture of a puzzle, alone or with a witness.

    Args:
        puzzle: what `load` takes; or a solution, whose witness is drawn.
        witness: a witness of a solution, checked or not, or its text.
        theme: `light`, `dark` or `print`; by default `light`, and in a cell that of the notebook.
        step: draw only this step of the witness; 0 is the start.
        family: as `load` takes it.
        options: the family's options; the puzzle is drawn under them.

    Raises:
        WitnessError: for a witness's text that can't be read.
        PylabError: for unknown themes, and for steps that don't exist.
    """
    one_of(THEMES, "theme", theme or THEMES[0])
    drawing = _drawing(puzzle, witness, step, family, options)
    picture = Picture(drawing.render(theme or THEMES[0]))
    picture.drawing = None if theme else drawing
    return picture


def _drawing(
    puzzle: Solution | Puzzle | str | Path,
    witness: Any,
    step: int | None,
    family: str | None,
    options: dict[str, Any],
) -> Drawing:
    """What `draw` draws."""
    asked, shown = _shown(puzzle, family, options)
    if isinstance(puzzle, Solution) and witness is None and step is None and not options:
        return puzzle.drawing
    if witness is not None:
        shown = [_witness(asked.family, witness)]
    last = shown[-1] if shown else None
    if step is None:
        return asked.family.draw(asked.instance, last)
    if last is None or asked.family.pictures.step is None:
        raise PylabError("expected a witness with steps for step, found none")
    try:
        return asked.family.pictures.step(asked.instance, last, step)
    except ValueError as error:
        raise PylabError(str(error)) from None


@noted()
def watch(
    puzzle: Solution | Puzzle | str | Path,
    task: str | None = None,
    *,
    models: int | None = None,
    **asked: Any,
) -> Page:
    """A page that plays the answers to a puzzle and lets people play.

    Args:
        puzzle: a solution; or what `solve` takes, which is solved first.
        task: as `solve` takes it.
        models: the number of answers; by default the task's own, or 20 if that is all.
        asked: the other arguments of `solve`.

    Raises:
        PylabError: if the family has nothing to watch, and what `solve` raises.
    """
    if not isinstance(puzzle, Solution):
        loaded = load(puzzle, asked.pop("family", None))
        if models is None:
            models = loaded.family.task(task or loaded.task).models or MOST
        puzzle = solve(loaded, task, models=models, **asked)
    elif task is not None or models is not None or asked:
        raise PylabError("expected no other arguments beside a solution")
    family = puzzle.puzzle.family
    if family.script is None:
        written = family.as_written is not None
        more = "; there is no scene.lp" if written else "; pylab.draw has a picture"
        raise PylabError(f"{family.called} has nothing to watch{more}")
    checked = puzzle.answer.checked
    shown = [each.witness for each in checked if each.verdict.valid or each.verdict.unchecked]
    script = family.script(puzzle.puzzle.instance, shown)
    return Page(page(script, f"{family.called} · {Path(puzzle.puzzle.name).name}"))


@noted()
def validate(
    puzzle: Solution | Puzzle | str | Path,
    witness: Any,
    *,
    family: str | None = None,
    overlays: Sequence[str | Path] | str | Path = (),
    judges: Sequence[str | Path] | str | Path = (),
    allow_scripts: bool = False,
    time_limit: float | None = None,
    **options: Any,
) -> Verdict:
    """The checker's verdict on a witness from any source.

    Args:
        puzzle: what `load` takes; or a solution, for its puzzle and rules.
        witness: a witness of a solution, or text: the output of pylab, clingo or another solver.
        family: as `load` takes it.
        overlays: overlays whose options and judges apply.
        judges: further judges of the witness, each a path, a shipped name or a text.
        allow_scripts: whether judges may contain scripts.
        time_limit: in seconds, for the checker and judges.
        options: the family's options, under which the witness is checked; they override those that
            overlays set.

    Raises:
        WitnessError: for text that can't be read; a broken rule is in the verdict.
        LimitReached: at the time limit.
    """
    asked = {"overlays": overlays, "judges": judges, "allow_scripts": allow_scripts}
    means, limits = read(named({**asked, "time_limit": time_limit, **options}))
    if isinstance(puzzle, Solution):
        _refuse_options(family, options)
        question = puzzle.answer.question
        before = question.means
        laid = (*before.overlays, *means.overlays)
        question = replace(
            question, means=replace(before, overlays=laid, judges=(*before.judges, *means.judges))
        )
    else:
        question = Question.of(load(puzzle, family), None, means)
    given = _witness(question.family, witness)
    found = verdict(question, given, Patience(limits.seconds))
    told = {each.name: getattr(found, each.name) for each in fields(Verdict)}
    return ShownVerdict(
        **told, puzzle=Puzzle(question.family, question.instance, ""), witness=given
    )


def _shown(
    puzzle: Solution | Puzzle | str | Path, family: str | None, options: dict[str, Any]
) -> tuple[Puzzle, Sequence[Any]]:
    """The puzzle under its options, and the witnesses of a solution."""
    if isinstance(puzzle, Solution):
        _refuse_options(family, options)
        return puzzle.puzzle, puzzle.witnesses
    return load(puzzle, family).under(**options), ()


def _refuse_options(family: str | None, options: dict[str, Any]) -> None:
    if family is not None or options:
        raise PylabError("expected no family and no options beside a solution")


def _witness(family: Family[Any, Any], witness: Any) -> Any:
    """The witness itself, from a checked witness, a text, or a witness."""
    if isinstance(witness, Checked):
        return witness.witness
    if isinstance(witness, str):
        return family.read_witness(single(Source("witness", witness), "\n" not in witness))
    try:
        family.encode(witness)
    except Exception as error:
        found = short(repr(witness))
        raise PylabError(
            f"expected a witness of {family.called}, or its text, found {found}"
        ) from error
    return witness
