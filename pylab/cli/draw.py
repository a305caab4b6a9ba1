"""`pylab draw`: a picture of an instance, alone or with a witness."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any

import click

from pylab import engines
from pylab.analysis import alternatives
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.cli import given
from pylab.cli.asking import judged, put, question, tell_idle, under
from pylab.cli.exits import FOUND, INTERRUPTED, OWN_INVALID, UNDECIDED, complain, remark
from pylab.cli.family_options import FamilyCommand
from pylab.cli.inputs import load, read_answers, refuse_both
from pylab.cli.options import ASKING, instances_argument, question_options, takes
from pylab.cli.output import refuse_unwritable, write
from pylab.cli.printing.text import objections
from pylab.cli.terminal import show
from pylab.core.answer import Answer, conclusions
from pylab.core.options import DRAW, Limits, Means
from pylab.core.puzzle import Puzzle
from pylab.drawing.palette import THEMES
from pylab.drawing.png import font, png
from pylab.drawing.strip import strip, thinned
from pylab.drawing.svg import Drawing
from pylab.family import registry
from pylab.folders.layout import text_of
from pylab.text.lexer import has_rules

MOST = 40
"""The largest number of pictures in a strip."""

MOST_LEGS = 600
"""The largest number of moves in a flight."""


@click.command("draw", cls=FamilyCommand)
@instances_argument
@takes(
    solve="--solve/--no-solve: Solve the puzzle and draw the answer; the default for programs and "
    "folders of rules, and if options such as --task, --with or --step are given.",
    scene="--scene FILE.lp: The scene of a program: scene.lp, or clingraph's viz.lp.",
    directed="--directed: Draw arrowheads at the edges of a program's graph.",
    explain="--explain: If there is no answer, draw why.",
    witness="--witness FILE: Draw the answer in FILE; - for standard input.",
    output="-o --output FILE: Write .svg, .png, .txt or .dot; by default, print text. PNG needs "
    "pip install 'pylab-asp[png]'.",
    form="--format svg|png|text|dot: By default, by the output's ending; dot only for "
    "families in Python that have graphs.",
    theme=f"--theme {'|'.join(THEMES)}=light: The colours of SVG and PNG.",
    step="--step K: Draw only step K of the answer; 0 is the start.",
    fly="--fly: Draw a run through boxes as a flight that dives into them: an animated SVG.",
    steps="--steps: Draw the start and each step in which something changes, in rows; at most "
    f"{MOST} pictures.",
)
@question_options(DRAW, without=["models"])
def command(
    files: tuple[str, ...],
    family: str | None,
    solve: bool | None,
    scene: str | None,
    directed: bool,
    explain: bool,
    witness: str | None,
    output: str | None,
    form: str | None,
    theme: str,
    step: int | None,
    fly: bool,
    steps: bool,
    task: str | None,
    means: Means,
    limits: Limits,
) -> int:
    """Draw the puzzle in FILE, alone or with an answer.

    Several FILEs are a program of your own and its instance. If there is no answer, the picture
    shows only the puzzle, and the exit code is 0.

    \b
    Examples:
      pylab draw ravensburger/example-4x4.lp
      pylab draw ravensburger/example-4x4.lp --solve -o plan.svg
      pylab draw alice/unsolvable.alice --explain -o why.svg
      pylab draw alice/croquet.alice --step 9 --theme dark -o a.svg
      pylab draw ravensburger/example-4x4.lp --consequences brave -o some.svg
      pylab draw dungeon/trap.dungeon --steps -o strip.svg
      pylab draw fractal/alice.lab --fly -o flight.svg
      pylab draw hops/hops.lp hops/instances/one.lp --scene hops/scene.lp
    """
    refuse_both(files, witness)
    if steps and step is not None:
        raise click.UsageError("expected either --step or --steps")
    if explain and (steps or step is not None or fly):
        raise click.UsageError("expected either --explain or --step, --steps and --fly")
    if fly and (steps or step is not None):
        raise click.UsageError("expected either --fly or --step and --steps")
    if means.consequences:
        given.refuse("step", "steps", "fly", "explain", why="has no use beside --consequences")
    if explain and solve is False:
        raise click.UsageError("expected either --explain or --no-solve")
    solve = explain or bool(means.consequences) or solve
    for_one = {"explain": explain, "consequences": means.consequences, "task": task, "solve": solve}
    if witness is not None and (barred := [name for name, there in for_one.items() if there]):
        raise click.UsageError(f"expected either --witness or --{barred[0]}")
    puzzle = load(files, family, means.encoding)
    rules = puzzle.family.as_written is not None
    if witness is not None:
        others = {*ASKING, "megabytes"} - {"overlays", "constants"}
        others |= set() if rules else {"seconds"}
        given.refuse(*others, why="has no use beside --witness, which is drawn as it is")
    if scene is not None or directed:
        puzzle = drawn_by(puzzle, scene, directed)
    moving = fly or steps or step is not None
    if solve is None and witness is None:
        solve = rules or moving or None
    task = task or (puzzle.task if witness is None else None)
    form = form or _form(output)
    if form not in ("svg", "png"):
        unfit = "is for SVG and PNG: use -o FILE.svg or --format svg"
        given.refuse("theme", "consequences", why=unfit)
    if output is not None:
        refuse_unwritable(output)
    if form == "png" and output in (None, "-"):
        raise PylabError("a PNG is no text: use -o FILE.png")
    if form == "dot" and "dot" not in puzzle.family.answer_exports:
        raise PylabError(f"{puzzle.family.called} writes no dot")
    drawn, code = None, FOUND
    asking = any(option.name in ASKING for option in given.options())
    if solve is False:
        asked = {*ASKING} - ({"constants", "task"} if puzzle.family.as_written else set())
        given.refuse(*asked, why="is for a search: leave out --no-solve")
    solved = witness is None and (solve or (asking and solve is not False))
    if moving:
        if fly and not puzzle.family.pictures.flies:
            raise PylabError(f"--fly is for a run through boxes; {puzzle.family.called} has none")
        option = "--fly" if fly else "--steps" if steps else "--step"
        _refuse_still(option, form, solve is not False)
    if solved:
        puzzle, drawn, code = _solved(puzzle, task, means, limits, explain)
    elif witness is not None:
        drawn_for = judged(puzzle, means, limits)
        tell_idle(drawn_for)
        puzzle = replace(puzzle, instance=drawn_for.instance)
        answer, *more = read_answers(witness)
        if more:
            remark(f"drawing the first of {1 + len(more)} answers")
        drawn = puzzle.family.read_witness(answer)
    else:
        searching = ["megabytes"] if rules else ["seconds", "megabytes"]
        given.refuse(*searching, why="is for a search: use --solve")
        if idle := engines.without_effect(question(puzzle, task, means)):
            raise PylabError(idle)
        puzzle = under(puzzle, means)
    nothing = drawn is None or getattr(drawn, "refutes", False)
    if fly and not (solved and nothing):
        text = _flight(puzzle, drawn, theme)
    elif moving and not (solved and nothing):
        text = _steps(puzzle, drawn, step).render(theme)
    elif isinstance(drawn, Drawing):
        text = drawn.render(theme)
    elif form == "dot":
        text = puzzle.family.answer_exports[form](puzzle.instance, drawn)
    else:
        text = _picture(puzzle, drawn, form, theme)
        if drawn is not None and not rules and text == _picture(puzzle, None, form, theme):
            remark("the picture shows only the puzzle: nothing of this answer can be drawn")
    if form == "png":
        write(output or "", png(text))
        if "<text" in text and not font():
            remark("the PNG has no letters: no font is known here; an SVG has them")
    elif output in (None, "-"):
        show(text, puzzle.family.pictures.inks if form == "text" else {})
    else:
        write(output or "", text)
    return code


def _picture(puzzle: Puzzle, drawn: Any, form: str, theme: str) -> str:
    """The puzzle with an answer or obstacles, or alone."""
    if form in ("svg", "png"):
        return puzzle.family.draw(puzzle.instance, drawn).render(theme)
    return puzzle.family.picture(puzzle.instance, drawn)


def drawn_by(puzzle: Puzzle, scene: str | None, directed: bool) -> Puzzle:
    """The puzzle of a program that is drawn in another way. Raises PylabError for others."""
    if puzzle.family.as_written is None:
        option = "--directed" if scene is None else "--scene"
        raise PylabError(f"{option} is for programs; {puzzle.family.called} draws its own pictures")
    if scene is not None and not Path(scene).is_file():
        raise PylabError(f"{scene}: No such file or directory")
    written = registry.drawn_by(puzzle.family, None if scene is None else Path(scene), directed)
    return replace(puzzle, family=written)


def _refuse_still(option: str, form: str, answered: bool) -> None:
    """Raises PylabError where this option of a moving picture lacks other options."""
    if option == "--fly":
        kind, fit = "animated SVG", form == "svg"
    else:
        kind, fit = "the picture of an answer", form in ("svg", "png")
    if not answered:
        raise PylabError(f"{option} is for {kind}: leave out --no-solve")
    if not fit:
        raise PylabError(f"{option} is for {kind}: use -o FILE.svg")


def _pictureless(puzzle: Puzzle, option: str) -> PylabError:
    """The error for a family that lacks the pictures of an option."""
    written, why = puzzle.family.as_written, ""
    if written is not None:
        none = written.scene is None
        why = "; there is no scene.lp beside it" if none else "; its scene has no frames"
    return PylabError(f"{puzzle.family.called} has no pictures for {option}{why}")


def _steps(puzzle: Puzzle, witness: Any, step: int | None) -> Drawing:
    """The drawing of a step of the witness, or a strip of all. Raises PylabError without steps."""
    draw, last_step = puzzle.family.pictures.step, puzzle.family.pictures.steps
    if draw is None or last_step is None:
        raise _pictureless(puzzle, "--steps" if step is None else "--step")
    try:
        if step is not None:
            return draw(puzzle.instance, witness, step)
        last = last_step(puzzle.instance, witness)
    except ValueError as error:
        raise PylabError(str(error)) from None
    milestones = puzzle.family.pictures.milestones
    changes = range(last + 1) if milestones is None else milestones(puzzle.instance, witness)
    shown = [changes[index] for index in thinned(len(changes) - 1, MOST)]
    follow = last - changes[0]
    if len(shown) <= follow:
        whole = len(shown) == len(changes)
        more = ", where something changes" if whole else "; --step K draws any one"
        some = f"the start and {len(shown) - 1} of {follow} steps"
        if changes[0]:  # frames of a scene, which begin with no start
            some = f"{len(shown)} of the frames {changes[0]} to {last}"
        remark(f"drawing {some}{more}")
    pictures = [draw(puzzle.instance, witness, each) for each in shown]
    told = f"The start and what follows, up to step {last}."
    written = puzzle.family.as_written
    drawing_itself = written is not None and written.scene is None
    legend = puzzle.family.draw(puzzle.instance, witness if drawing_itself else None).lower()
    return strip(pictures, shown, told, legend=legend)


def _flight(puzzle: Puzzle, witness: Any, theme: str) -> str:
    """The animated SVG of an answer's run. Raises PylabError for what is none."""
    from pylab.drawing.flight import animated

    assert puzzle.family.script is not None
    script = puzzle.family.script(puzzle.instance, [witness])
    if not script.ways or script.ways[0].legs is None:
        raise PylabError(
            f"--fly is for a run through boxes; the answer of {puzzle.family.called} is not one"
        )
    if not (legs := script.ways[0].legs()):
        raise PylabError("--fly is for a run with moves; this one has none")
    if len(legs) > MOST_LEGS:
        raise PylabError(
            f"--fly is for runs of at most {MOST_LEGS} moves, this one has {len(legs)}"
        )
    return animated(script.scene, legs, theme)


def _form(output: str | None) -> str:
    forms = {".svg": "svg", ".png": "png", ".txt": "text", ".dot": "dot"}
    if output in (None, "-"):
        return "text"
    if output == os.devnull:
        return "svg"
    suffix = PurePath(output or "").suffix.lower()
    if suffix not in forms:
        known = "expected an output that ends in .svg, .png, .txt or .dot"
        raise PylabError(f"{known}, found {output!r}")
    return forms[suffix]


def _solved(
    puzzle: Puzzle, task: str | None, means: Means, limits: Limits, explain: bool
) -> tuple[Puzzle, Any, int]:
    """The puzzle under its options, what is drawn of the answers, and the exit code.

    That is the last answer, the obstacles, or a drawing of all that some or all answers have.
    """
    one = limits if means.consequences else replace(limits, models=1)
    answer = put(question(puzzle, task, means, one))
    found = answer.checked
    puzzle = replace(puzzle, instance=answer.instance)
    if answer.invalid:
        last = answer.invalid[-1]
        code = complain(f"{last.verdict.invalid_by} found this answer invalid", OWN_INVALID)
        return puzzle, last.witness, code
    entry = answer.question.entry
    if found and (entry is None or has_rules(text_of(entry))):  # else there are facts alone
        for line in objections(found[-1]):
            remark(line)
    if explain and answer.status is Status.NONE:
        return puzzle, _obstacles(answer), FOUND
    if found and means.consequences:
        return puzzle, alternatives.drawn(answer, partial(put, remarks=False)), FOUND
    if found and not answer.settled:
        for line in conclusions(answer):
            remark(line)
        return puzzle, found[-1].witness, INTERRUPTED if answer.interrupted else UNDECIDED
    if found:
        better = any(each.name == "shortest" for each in puzzle.family.tasks[1:])
        if task is None and better and not answer.optimal and not found[-1].refutes:
            remark("this answer may be longer than needed; --task shortest draws a shortest one")
        return puzzle, found[-1].witness, FOUND
    none = answer.status is Status.NONE
    told = "there is no answer" if none else f"no answer ({answer.reason})"
    remark(f"{told}; the picture shows only the puzzle")
    return puzzle, None, FOUND if none else INTERRUPTED if answer.interrupted else UNDECIDED


def _obstacles(answer: Answer) -> Any:
    """The requirements that can't all be met, for drawing; None, with a remark, if unknown."""
    from pylab.cli.explaining import seek_reasons

    found = seek_reasons(answer)
    if not found.file:
        remark(f"{found.reason}; the picture shows only the puzzle")
        return None
    for line in found.words:
        remark(line)
    if found.obstacles is None:
        idle = "" if found.requirements else f"no requirement of {found.file} is in the way"
        words = found.reason or idle, "the picture shows no requirements"
        remark("; ".join(filter(None, words)))
    return found.obstacles
