"""`pylab lab`: a page for editing a puzzle and its encoding, with clingo in it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab import engines
from pylab.base import resources
from pylab.base.errors import InstanceError, PylabError
from pylab.base.listing import FACT_SUFFIXES
from pylab.base.words import counted
from pylab.cli import completion
from pylab.cli.asking import question
from pylab.cli.exits import FOUND, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import assumed, load
from pylab.cli.options import asking, strict_option, takes
from pylab.cli.output import refuse_no_page, write_page, write_within
from pylab.core.options import Means
from pylab.core.puzzle import Puzzle, located
from pylab.core.puzzle import load as load_puzzle
from pylab.core.question import Question
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import names_in, read_source, split_name, suffix_of

_FEW, _MORE = 3, 6
"""A lab opens with a puzzle of more steps than this, better of that many."""

if TYPE_CHECKING:
    from pylab.pages.lab.link import Shared
    from pylab.pages.lab.program import LabProgram


@click.command("lab", cls=FamilyCommand)
@strict_option
@takes(
    family="--family NAME: The family of puzzles; by default, from FILE.",
    task="--task NAME: The task; see `pylab families`.",
)
@asking(only=("encoding", "overlays", "constants"))
@takes(
    link="--from LINK: A link from a page's Share button.",
    files="--files DIR: Write the puzzle and the program there, and a page only with -o.",
    output="-o --output FILE.html: The page; by default, lab.html.",
)
@click.argument("words", metavar="[FILE]...", nargs=-1, shell_complete=completion.instance)
def command(
    words: tuple[str, ...],
    family: str | None,
    task: str | None,
    link: str | None,
    files: Path | None,
    output: str | None,
    means: Means,
) -> int:
    """Make a page for editing the puzzle in FILE and its encoding, with clingo in it.

    The program is on the left, the puzzle on the right, where it can also be edited in its
    picture. Solve runs clingo in the page; each answer is checked by the rules of the game and
    can be played. The page is one file and needs no network: open it in a browser. Its Share
    button makes a link with all changes, which --from reads. Without FILE, the page has a shipped
    puzzle of the family. FILE may also be a program whose rules define a puzzle; a program of
    your own may have several FILEs. The page of a collection opens with its first puzzle and
    lists the others.

    \b
    Examples:
      pylab lab ravensburger/example-4x4.lp -o lab.html
      pylab lab --family ravensburger --task all --with variants/no-undo.lp
    """
    from pylab.pages.lab.program import program

    refuse_no_page(output)
    shared, collection = None, list[Path]()
    if link is not None:
        if words or task or means.given:
            raise click.UsageError("a link has the whole question: give --from alone")
        asked, text, about, shared = _shared(link, family, means)
    else:
        if len(words) == 1:
            whole, number = split_name(located(words[0]))
            collection = [Path(name) for name, _ in names_in(whole) if name != whole]
            words = (f"{whole}#1" if collection and not number else words[0],)
        asked, text, about = _question_of(words, family, task, means)
    found = program(asked)
    if files is not None:
        own = shared.texts(found.files) if shared else {}
        made = {"puzzle.lp": text, **found.files, **own}
        if asked.family.as_written is None:  # with these, the folder would be a family of its own
            for role in ("judge", "scene"):
                made.pop(found.roles.get(role, ""), None)
        write_within(files, made, "files")
        remark(f"wrote {counted(len(made), 'file')} into {files}")
    if files is None or output is not None:
        _write_page(asked, found, text, about, shared, collection, output)
    return FOUND


def opened(family: Family[Any, Any]) -> tuple[LabProgram, str, str]:
    """The start of a family's lab: the program for a shipped puzzle, its text, and a title."""
    from pylab.pages.lab.program import program

    puzzle = load_puzzle(_first(family), family.name)
    asked = Question.of(puzzle, first_task(family))
    return program(asked), _text(asked, [puzzle.name]), _title(puzzle.name)


def _question_of(
    words: Sequence[str], name: str | None, task: str | None, means: Means
) -> tuple[Question, str, str]:
    """The question, the text of its puzzle, and a title."""
    if not words and name is None:
        raise click.UsageError("expected FILE, --family or --from")
    puzzle, rules = _puzzle(words, name, means.encoding)
    asked = question(puzzle, task or puzzle.task or first_task(puzzle.family), means)
    if cannot := engines.refusal(engines.get("clingo"), asked):
        raise PylabError(cannot)
    assumed(asked.family, asked.instance)
    if rules is None:
        rules = _text(asked, words or (puzzle.name,))
    return asked, rules, _title(words[-1] if words else puzzle.name)


def _title(file: str) -> str:
    """What the puzzle is called, else the name of its file."""
    from pylab.analysis.catalogue import title_of

    path = Path(located(file))
    return title_of(path) or path.name


def first_task(family: Family[Any, Any]) -> str | None:
    """The task `shortest` if clingo can answer it, else the first one that it can."""
    named = [task.name for task in family.tasks if task.encoding]
    return "shortest" if "shortest" in named else next(iter(named), None)


def _puzzle(
    words: Sequence[str], name: str | None, encoding: str | None
) -> tuple[Puzzle, str | None]:
    """The puzzle, and its text if that is a program; then the puzzle is a shipped one."""
    if not words:
        family = registry.get(name or "")
        return load(_first(family), family.name), None
    try:
        return load(words, name, encoding), None
    except InstanceError as error:
        file, path = words[0], located(words[0])
        if len(words) > 1 or name is None or suffix_of(path) not in FACT_SUFFIXES:
            raise
        from pylab.encoding.parsing import is_program

        family, source = registry.get(name), read_source(path)
        if not is_program(source):
            raise
        remark(f"{file} is no list of facts ({error.message}): the page evaluates it")
        stand_in = load_puzzle(_first(family), family.name)
        return Puzzle(family, stand_in.instance, file), source.text


def _first(family: Family[Any, Any]) -> str:
    """The shipped puzzle that a lab opens with: a small one that takes a few steps to solve."""
    from pylab.analysis.catalogue import known, shipped_instances

    task = first_task(family)

    def rank(path: Path) -> tuple[bool, bool, int, str]:
        answers = [each for each in known(path).get("answers", ()) if each.get("task") == task]
        plain = [each.get("cost") or 0 for each in answers if not each.get("options")]
        cost = max(plain, default=0)
        size = os.stat(split_name(str(path))[0]).st_size  # noqa: PTH116 - of a whole collection
        return cost < _FEW, cost < _MORE, size, path.name

    found = shipped_instances(family)
    if not found:
        raise PylabError(f"{family.called} has no puzzles in instances/: expected FILE")
    return f"{family.name}/{min(found, key=rank).name}"


def _text(asked: Question, words: Sequence[str]) -> str:
    """The puzzle as facts: the one file's own text, unless an option or another file adds some."""
    from pylab.pages.lab.program import grouped, puzzle_text

    path = located(words[0])
    if len(words) == 1 and suffix_of(path) in FACT_SUFFIXES and asked.instance == asked.given:
        return puzzle_text(path)
    return grouped(asked.family.facts(asked.instance))


def _shared(link: str, name: str | None, means: Means) -> tuple[Question, str, str, Shared]:
    """The question of a link with its shipped overlays, the puzzle, a title, and the whole link."""
    from pylab.pages.lab.link import OWN, LinkError, read

    shared = read(link)
    family = registry.get(name or shared.family)
    if family.name != shared.family:
        raise PylabError(f"the link is of {shared.family}, not of {name}")
    stand_in = load_puzzle(_first(family), family.name)
    laid = [each for each in shared.overlays if not each.startswith(OWN)]
    places = [resources.encodings(family.name) / each for each in laid]
    for each, place in zip(laid, places, strict=True):
        if not place.is_file():  # files in the working directory don't count
            raise LinkError(f"the link has the overlay {each}, which is not shipped")
    means = replace(means, overlays=tuple(map(str, places)))  # the page has the link's constants
    asked = question(stand_in, shared.task or first_task(family), means)
    return asked, shared.puzzle, f"{family.called} · from a link", shared


def _write_page(
    asked: Question,
    found: LabProgram,
    text: str,
    about: str,
    shared: Shared | None,
    collection: Sequence[Path],
    output: str | None,
) -> None:
    from pylab.pages.lab import engine
    from pylab.pages.lab.page import page

    state = shared.state if shared else None
    made = page(
        asked.family, found, text, engine.find(), about=about, state=state, collection=collection
    )
    write_page(output or "lab.html", made, bool(output), ": open it in a browser")
