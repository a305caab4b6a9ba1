"""`pylab watch`: a page that plays answers and lets people play, or the same in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pylab.analysis.drawn import drawn
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.cli import given
from pylab.cli.asking import judged, put, question, tell_idle
from pylab.cli.exits import (
    FOUND,
    INTERRUPTED,
    INVALID,
    NONE,
    OWN_INVALID,
    UNDECIDED,
    complain,
    remark,
)
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import load, read_answers, refuse_both
from pylab.cli.options import ASKING, instances_argument, question_options, takes
from pylab.cli.output import refuse_no_page, refuse_unwritable, write_page
from pylab.core.answer import conclusions
from pylab.core.options import Limits, Means
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question
from pylab.engines import judges
from pylab.family.script import Script
from pylab.family.table import Family
from pylab.folders import layout

MOST = 20
"""The default limit of answers in a page."""


@click.command("watch", cls=FamilyCommand)
@instances_argument
@takes(
    output="-o --output FILE.html: The page; by default, FILE's name with .html.",
    in_terminal="--text: Watch and play in the terminal instead.",
    seeds="--random N[0..100]=0: Add N random puzzles to the page, and N small ones if the "
    "family's generator has a size.",
    witness="--witness FILE: Watch the answers in FILE; - for standard input.",
)
@question_options()
def command(
    files: tuple[str, ...],
    family: str | None,
    output: str | None,
    in_terminal: bool,
    seeds: int,
    witness: str | None,
    task: str | None,
    means: Means,
    limits: Limits,
) -> int:
    """Make a page that plays the answers to the puzzle in FILE and lets you play.

    The page is one file and needs no network: open it in a browser. With --text, the same runs in
    the terminal, controlled by keys; without a terminal, all steps are printed. Several FILEs are
    a program of your own and its instance.

    Without --task, it plays the shortest answers, if the first task would list all.

    \b
    Examples:
      pylab watch ravensburger/example-4x4.lp -o board.html
      pylab watch alice/croquet.alice --task all -o croquet.html
      pylab watch theseus/hemme.plan --task shortest --text < /dev/null
      pylab watch dungeon/trap.dungeon --text
      pylab watch alice/lawn.alice --random 10 -o alice.html
    """
    refuse_both(files, witness)
    if witness is not None and task:
        raise click.UsageError("expected either --witness or --task")
    if witness is not None:
        others = set(ASKING) - {"overlays", "judges", "scripts"}
        given.refuse(*others, why="has no use beside --witness")
    if in_terminal:
        given.refuse("output", why="has no use beside --text")
    if in_terminal and seeds:
        raise click.UsageError("expected either --text or --random")
    puzzle = load(files, family, means.encoding)
    make = maker(puzzle.family)
    doubts = ""
    if not in_terminal:
        refuse_unwritable(output or _page_of(puzzle, output), "output" if output else None)
        refuse_no_page(output)
    if witness is None:
        if task is None and not (means.encoding or means.overlays):
            task = _watched(puzzle)
        puzzle, found, code, doubts = solved(puzzle, task, means, limits)
    else:
        given_to = judged(puzzle, means, limits)
        tell_idle(given_to)
        puzzle = replace(puzzle, instance=given_to.instance)
        found, code = _read_witnesses(given_to, witness)
    if in_terminal:
        from pylab.cli.terminal import drawing

        with drawing():
            script = make(puzzle.instance, found)
    else:
        script = make(puzzle.instance, found)
    if doubts:
        for line in doubts.splitlines():
            remark(line)
        script = replace(script, remark="\n".join(filter(None, [script.remark, doubts])))
    if in_terminal:
        from pylab.cli.terminal import play

        play(script, puzzle.family.pictures.inks)
    else:
        _write_page(script, puzzle, output, seeds)
    return code


def _watched(puzzle: Puzzle) -> str | None:
    """The shortest answers where the default task would list all answers; else None."""
    default = puzzle.family.task(puzzle.task)
    names = [each.name for each in puzzle.family.tasks]
    return "shortest" if default.models == 0 and "shortest" in names else None


def maker(family: Family[Any, Any]) -> Callable[[Any, Sequence[Any]], Script]:
    """The family's function that makes scripts. Raises PylabError if it has none."""
    if family.script is None:
        missing = "pylab draw has a picture"
        if family.as_written is not None:
            missing = layout.without_scene(family.as_written.path)
        raise PylabError(f"{family.called} has nothing to watch; {missing}")
    return family.script


def solved(
    puzzle: Puzzle, task: str | None, means: Means, limits: Limits
) -> tuple[Puzzle, list[Any], int, str]:
    """The puzzle under its options, its valid answers, the exit code, and a remark.

    The remark says if the page doesn't know the user's own rules, if an answer isn't checked, and
    what is known where a limit ended the search.
    """
    known = puzzle.family.task(task or puzzle.task)
    capped = limits.models is None and known.models == 0
    if limits.models is None:
        limits = replace(limits, models=known.models or MOST)
    answer = put(question(puzzle, task, means, limits))
    shown = [each for each in answer.checked if each.verdict.valid or each.verdict.unchecked]
    found = [each.witness for each in shown]
    own = f"the page uses the rules of {puzzle.family.called}, not your own"
    asked = answer.question
    doubts = [own] if asked.changed and not asked.own_rules else []
    if answer.invalid:
        who = answer.invalid[0].verdict.invalid_by
        code = complain(f"{who} found an answer invalid; it is left out", OWN_INVALID)
    elif found:
        code = FOUND if answer.status is Status.FOUND else NONE
        if unchecked := next((each for each in shown if each.verdict.unchecked), None):
            doubts.append(f"not checked: {unchecked.verdict.problems[0].message}")
        if not answer.settled:
            doubts += conclusions(answer)
            code = INTERRUPTED if answer.interrupted else UNDECIDED
        if capped and len(answer.checked) == MOST and not answer.complete:
            remark(f"the first {MOST} answers; --models N takes more, --models 0 all")
    elif answer.status is Status.NONE:
        code = complain("there is no answer; only the puzzle is shown", NONE)
    else:
        why = f" ({answer.reason})" if answer.reason else ""
        message = f"no answer was found{why}; only the puzzle is shown"
        code = complain(message, INTERRUPTED if answer.interrupted else UNDECIDED)
    return replace(puzzle, instance=answer.instance), found, code, "\n".join(doubts)


def _read_witnesses(asked: Question, path: str) -> tuple[list[Any], int]:
    """The answers in a file, valid or not, and the exit code; prints what is wrong."""
    found, code = [], FOUND
    for answer in read_answers(path):
        found.append(asked.family.read_witness(answer))
        verdict = judges.verdict(asked, found[-1], Patience(asked.limits.seconds))
        if verdict.unchecked:
            remark(f"not checked: {verdict.problems[0].message}")
        elif not verdict.valid:
            code = complain(f"invalid: {verdict.problems[0]}", INVALID)
    return found, code


def _name(puzzle: Puzzle) -> str:
    return puzzle.family.name if puzzle.name in ("-", "<stdin>") else Path(puzzle.name).name


def _page_of(puzzle: Puzzle, output: str | None) -> Path:
    """The path of the page."""
    return Path(output) if output else Path(f"{Path(_name(puzzle)).stem}.html")


def _write_page(script: Script, puzzle: Puzzle, output: str | None, seeds: int) -> None:
    from pylab.pages.player.page import page

    name, make = _name(puzzle), maker(puzzle.family)
    others = [(title, make(other.instance, [])) for other, title, _ in drawn(puzzle.family, seeds)]
    made = page(script, f"{puzzle.family.called} · {name}", others=others)
    write_page(_page_of(puzzle, output), made, bool(output), ": open it in a browser")
