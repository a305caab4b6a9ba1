"""`pylab gallery`: a static site of the shipped puzzles, each solved, drawn and to be played."""

from __future__ import annotations

import shlex
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pylab import encoding as encodings
from pylab import registry
from pylab.answer import Answer, Checked, conclusions
from pylab.cli.bounds import SECONDS
from pylab.cli.exits import FOUND, REFUTED, complain, remark
from pylab.cli.output import write_within
from pylab.engines.theory import Missing
from pylab.errors import InstanceError, PylabError
from pylab.facts import write_facts
from pylab.family import Family
from pylab.finding import Status
from pylab.listing import Task
from pylab.notebook.asking import solve
from pylab.notebook.solution import Solution
from pylab.puzzle import Puzzle, load
from pylab.question import Limits
from pylab.script import Script
from pylab.trial import Laid
from pylab.variants import catalogue
from pylab.variants.explain import PATIENCE, sought, why

if TYPE_CHECKING:
    from pylab.player.site import Seen, Variant

ANSWERS = 5
"""How many answers to a puzzle are shown."""

MOST_WORDS = 3
"""So many of the requirements that can't all be met are named below a picture."""


@click.command("gallery")
@click.argument("folder", metavar="DIR")
@click.option("--only", multiple=True, metavar="FAMILY", help="Just this family; repeatable.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="For each puzzle; without an answer by then it is shown without one.",
)
def command(folder: str, only: Sequence[str], time_limit: float) -> int:
    """Make a site of all shipped puzzles in DIR: pictures, facts, answers, and players.

    DIR/variants.html has each family's overlays: what they change on a puzzle, side by side.
    DIR/lab has a page for each family to change puzzles and rules, with clingo in it.

    Open DIR/index.html in a browser, or put DIR on any web server; it needs no network itself.

    \b
    Example:
      pylab gallery site --only alice
    """
    from pylab.player.site import Exhibit, site

    exhibits: list[Exhibit] = []
    code = FOUND
    for family, file in _shipped(only):
        puzzle = load(file, family.name)
        try:
            solution = _solution(puzzle, time_limit)
        except PylabError as error:  # the checker refuted an answer
            code = complain(f"{file.name}: {error}", REFUTED)
            continue
        exhibits.append(
            Exhibit(
                family=family.name,
                name=file.name,
                about=family.doc,
                summary=_summary(solution),
                picture=family.draw(solution.puzzle.instance, solution.witness),
                answers=_answers(solution),
                facts=write_facts(family.facts(puzzle.instance)),
                script=_script(solution),
            )
        )
    variants = []
    for family in _families(only):
        for variant in _variants(family):
            if isinstance(variant, str):
                code = complain(variant, REFUTED)
            else:
                variants.append(variant)
    files = site(exhibits, variants, _labs(only))
    write_within(Path(folder), files, "folder")
    told = f"{len(exhibits)} puzzles, {len(variants)} variants, {len(files)} files"
    remark(f"wrote {told}: open {folder}/index.html")
    return code


def _families(only: Sequence[str]) -> list[Family[Any, Any]]:
    return [*map(registry.get, only)] or list(registry.families())


def _labs(only: Sequence[str]) -> dict[str, str]:
    """A page for each family that has a lab, and the engine beside them; none without an engine."""
    from pylab.cli.lab import opened
    from pylab.lab import engine
    from pylab.lab.page import page

    with_lab = [family for family in _families(only) if family.lab is not None]
    try:
        parts = engine.find()
    except PylabError as error:
        remark(f"without labs: {error}")
        return {}
    found = {"lab/engine.js": parts.script} if with_lab else {}
    for family in with_lab:
        program, text, about = opened(family)
        made = page(family, program, text, parts, about=about, beside="engine.js")
        found[f"lab/{family.name}.html"] = made
    return found


def _shipped(only: Sequence[str]) -> Iterator[tuple[Family[Any, Any], Path]]:
    """The puzzles that come with pylab, with their families."""
    for family in _families(only):
        for file in catalogue.shipped_instances(family):
            yield family, file


def _solution(puzzle: Puzzle, seconds: float) -> Solution:
    """The shortest answers, if the family has that task; where there are none, the first task's."""
    named = [task for task in puzzle.family.tasks if task.name == "shortest"]
    tasks: list[Task] = [*named, puzzle.family.tasks[0]]
    for task in tasks:
        models = min(task.models, ANSWERS) or ANSWERS
        found = solve(puzzle, task.name, models=models, time_limit=seconds, raise_rejected=True)
        if found.witnesses:
            return found
    return found


def _summary(solution: Solution) -> str:
    if solution.witness is not None:
        return solution.puzzle.family.check(solution.puzzle.instance, solution.witness).summary
    if solution.status is Status.NONE:
        return "there is no answer"
    return f"no answer yet: {solution.answer.reason}"


def _answers(solution: Solution) -> str:
    shown = [solution.puzzle.family.show(witness) for witness in solution.witnesses]
    return "\n".join([f"% pylab solve --task {solution.task.name}", *shown])


def _script(solution: Solution) -> Script | None:
    make = solution.puzzle.family.script
    try:
        return make(solution.puzzle.instance, solution.witnesses) if make else None
    except InstanceError:  # nothing to be watched in this one
        return None


def _variants(family: Family[Any, Any]) -> Iterator[Variant | str]:
    """What the family's overlays change, as its trial has it; a text for one that doesn't."""
    from pylab.testing import Subject, Unmet, trial_of
    from pylab.testing.programs import laid_over

    if not catalogue.overlays_of(family):
        return
    try:
        subject = Subject(family, trial_of(family), 0)
    except Unmet as error:
        remark(f"{error}; its overlays are not shown")
        return
    seen: Counter[str] = Counter()
    for laid in subject.trial.laid:
        seen[laid.overlay] += 1
        number = f"-{seen[laid.overlay]}" if seen[laid.overlay] > 1 else ""
        name = f"{family.name}-with-{laid.overlay.replace(' ', '-')}{number}"
        try:
            yield _variant(family, laid, name, *laid_over(subject, laid))
        except Missing as error:
            remark(f"{family.name}, {laid.overlay} is not shown: {error}")
        except (PylabError, Unmet) as error:
            yield f"{family.name}, {laid.overlay}: {error}"


def _variant(
    family: Family[Any, Any], laid: Laid, name: str, without: Answer, under: Answer
) -> Variant:
    from pylab.player.site import Variant

    rejected = [*without.rejected, *under.rejected]
    if rejected:
        raise PylabError(f"the checker rejects an answer: {rejected[0].verdict.problems[0]}")
    file = f"{family.name}/{laid.puzzle}"
    files = {}
    if "\n" in laid.puzzle:
        file = f"{name}{family.suffixes[0]}"
        files[file] = family.write(without.question.given)
    words = ["pylab", "solve", file, "--task", laid.task]
    overlays = [*laid.beneath.split(), *laid.overlay.split()]
    if laid.rules:
        overlays.append(f"{name}.rules.lp")
        files[overlays[-1]] = f"{laid.rules}\n"
    words += [word for overlay in overlays for word in ("--with", overlay)]
    words += [word for constant in laid.constants.split() for word in ("-c", constant)]
    purposes = (
        encodings.header(path).sections.get("Purpose", "")
        for path in catalogue.overlays_of(family)
        if path.stem in laid.overlay.split()
    )
    return Variant(
        family=family.name,
        overlay=laid.overlay,
        about=" ".join(" ".join(purposes).split()),
        without=_seen(without, under, f", which {laid.overlay} rules out"),
        laid=_seen(under, without, f", only with {laid.overlay}"),
        command=shlex.join(words),
        files=files,
    )


def _seen(answer: Answer, other: Answer, only: str) -> Seen:
    """A puzzle with an answer, one that the other doesn't have if there is one; or why none.

    Args:
        answer: what is shown.
        other: without the overlay if that is with it, and the other way round.
        only: what is said of an answer that the other doesn't have.
    """
    from pylab.player.site import Seen

    family, instance = answer.question.family, answer.instance
    if answer.status is not Status.FOUND:
        return _unseen(answer)

    def facts(each: Checked) -> list[str]:
        return sorted(map(str, family.encode(each.witness)))

    ours = sorted(answer.checked, key=lambda each: (len(facts(each)), facts(each)))
    theirs = [facts(each) for each in other.checked]
    own = [each for each in ours if facts(each) not in theirs]
    known = other.complete or other.status is Status.NONE  # not merely unlisted
    shown = (own if own and known else ours)[0]
    says = shown.verdict.summary
    if answer.count > 1:
        more = "" if answer.complete else " and more"
        only = only if own and theirs and known else ""
        says = f"{answer.count} answers{more}; this one: {says}{only}"
    if known and not own and answer.count == other.count:
        says = "; ".join([says, *conclusions(answer)])
    return Seen(family.draw(instance, shown.witness), says)


def _unseen(answer: Answer) -> Seen:
    """A puzzle without an answer, and what is in the way of one."""
    from pylab.player.site import Seen

    family, instance = answer.question.family, answer.instance
    question = replace(answer.question, limits=Limits(PATIENCE), started=time.monotonic())
    found = sought(replace(answer, question=question), why, threading.Event())
    words = ["there is no answer" if answer.status is Status.NONE else answer.reason]
    if isinstance(found, str):
        return Seen(family.draw(instance, None), words[0])
    if found.reasons.status is Status.NONE:
        words.append("all that the puzzle demands could be met")
    words += found.words[:MOST_WORDS]
    if more := len(found.words[MOST_WORDS:]):
        words.append(f"and {more} more that can't all be met")
    return Seen(family.draw(instance, found.obstacles), "; ".join(words))
