"""`pylab gallery`: a static website of the shipped puzzles, solved, drawn and playable."""

from __future__ import annotations

import math
import shlex
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pylab.analysis import catalogue
from pylab.analysis.drawn import drawn
from pylab.analysis.explain import PATIENCE, sought, why
from pylab.analysis.reasons import Reasons
from pylab.base import resources
from pylab.base.errors import InstanceError, PylabError
from pylab.base.finding import Status
from pylab.base.words import counted
from pylab.cli import completion, given
from pylab.cli.exits import FOUND, OWN_INVALID, complain, remark
from pylab.cli.family_options import BriefCommand
from pylab.cli.lab import first_task, opened
from pylab.cli.options import shared, takes
from pylab.cli.output import writable, write_within
from pylab.core.answer import Answer, Checked, conclusions
from pylab.core.puzzle import Puzzle, load
from pylab.core.question import Limits
from pylab.encoding import files as encoding_files
from pylab.engines.theory import Missing
from pylab.family import registry
from pylab.family.difficulty import measured
from pylab.family.difficulty import stars as stars_of
from pylab.family.script import Script
from pylab.family.table import Family
from pylab.family.testkit import OverlayCase
from pylab.folders import layout
from pylab.notebook.asking import solve
from pylab.notebook.solution import Solution
from pylab.pages.lab import engine
from pylab.pages.lab.kit import has_lab
from pylab.pages.lab.link import Shared
from pylab.pages.lab.page import page
from pylab.pages.player.site import Chapter, Exhibit, OverlayEffect, Seen, Site
from pylab.testing import Subject, Unmet, expected, family_testkit
from pylab.testing.programs import answers_under
from pylab.text.facts import write_facts

_UNMEASURED = ""

ANSWERS = 5
"""The number of answers that are shown for a puzzle."""

MOST_WORDS = 3
"""The largest number of conflicting requirements that are listed below a picture."""


@click.command("gallery", cls=BriefCommand)
@click.argument(
    "folders", metavar="[FOLDER]... DIR", nargs=-1, required=True, shell_complete=completion.folder
)
@takes(
    only="--only FAMILY…: Only this family; repeatable.",
    seeds="--random N[0..100]=3: Add N random puzzles of each family, and N small ones if its "
    "generator has a size.",
    address="--address URL: The site's address; it gives links to pages preview pictures "
    "(Open Graph).",
)
@shared(
    "seconds",
    "For each puzzle; later it is shown without an answer.",
    name="time_limit",
    default=30.0,
    show_default=True,
)
def command(
    folders: Sequence[str], only: Sequence[str], seeds: int, address: str, time_limit: float
) -> int:
    """Make a website in DIR where all shipped puzzles can be played.

    With FOLDERs of rules, it has their puzzles only, as with --only FOLDER.

    Each puzzle has a page, with its answers behind a click. Each family has a page with its
    rules, history and encoding. Some puzzles are generated at random, by seed and size.
    DIR/variants.html shows, side by side, what each overlay of a family in Python changes in a
    puzzle. DIR/lab has a page for each family to edit puzzles and rules, with clingo in it.

    Open DIR/index.html in a browser, or put DIR on any web server; the pages load nothing from
    the network. With --address, links have preview pictures, which are PNG with
    pip install 'pylab-asp[png]', else SVG.

    \b
    Examples:
      pylab gallery site --only alice
      pylab gallery hops site
      pylab gallery site --random 10 --address https://example.org/labyrinths
    """
    if address and not address.startswith(("http://", "https://")):
        raise click.UsageError(f"expected --address https://…, found {address!r}")
    *rules, folder = folders
    only = [*only, *rules]
    if Path(folder).is_dir() and layout.has_judge_or_scene(Path(folder)):
        told = f"pylab gallery {folder} DIR makes a site of its puzzles"
        raise PylabError(f"{folder}: expected a folder to write to, found one of rules; {told}")
    if Path(folder).exists() and not Path(folder).is_dir():
        raise PylabError(f"{folder}: expected a folder, found a file")
    _refuse_another_site(Path(folder) / "index.html")
    writable(Path(folder), create=False)
    labs = _labs(only)
    exhibits: list[Exhibit] = []
    code = FOUND
    for puzzle, title, about, drawn_at_random in _puzzles(only, seeds):
        try:
            found = _exhibit(puzzle, time_limit, bool(labs))
            exhibits.append(replace(found, title=title, about=about, drawn=drawn_at_random))
        except PylabError as error:  # the checker found an answer invalid
            code = complain(f"{puzzle.name}: {error}", OWN_INVALID)
    if not exhibits:
        told = "expected facts in instances/, or rules in generate.lp for random puzzles"
        told = told if code == FOUND else "none of them can be shown"
        raise PylabError(f"no puzzles in {', '.join(only)}: {told}")
    variants = []
    for family in _families(only):
        for variant in _variants(family):
            if isinstance(variant, str):
                code = complain(variant, OWN_INVALID)
            else:
                variants.append(variant)
    site = Site(
        chapters=[_chapter(family, exhibits) for family in _families(only)],
        exhibits=_with_questions(exhibits),
        variants=variants,
        labs=labs,
        address=f"{address.rstrip('/')}/" if address else "",
        name="Puzzles" if all(each.as_written for each in _families(only)) else "Labyrinths",
    )
    files = site.files()
    for name in files:
        if name.endswith(".html"):
            _refuse_another_site(Path(folder) / name)
    write_within(Path(folder), files, "folder")
    told = ", ".join(
        counted(len(made), noun)
        for made, noun in ((exhibits, "puzzle"), (variants, "variant"), (files, "file"))
    )
    remark(f"wrote {told}: open {folder}/index.html")
    return code


def _refuse_another_site(page: Path) -> None:
    """Raises PylabError for a page that pylab has not made, which would be written over."""
    if page.is_file() and b'content="pylab"' not in page.read_bytes():
        told = "expected a new folder, or a site that pylab made; found another page"
        raise PylabError(f"{page}: {told}, which is not written over")


def _puzzles(only: Sequence[str], seeds: int) -> Iterator[tuple[Puzzle, str, str, bool]]:
    """Each puzzle with its title and its author, and whether it was generated at random.

    A folder without a generator has no random ones, unless they are asked for.
    """
    asked = any(option.name == "seeds" for option in given.options())
    for family in _families(only):
        for file in catalogue.shipped_instances(family):
            beside = resources.expected_beside(file)
            known = expected.read(beside) if beside.is_file() else expected.Expected("", ())
            stem = file.stem.replace("_", " ").replace("-", " ")
            title = catalogue.title_of(file) or stem[:1].upper() + stem[1:]
            yield load(file, family.name), title, known.about, False
        lacking = family.as_written is not None and family.as_written.generates is None
        wanted = seeds if not lacking or asked else 0
        for puzzle, title, command in drawn(family, wanted):
            yield puzzle, title, f"Drawn at random: {command}", True


def _exhibit(puzzle: Puzzle, seconds: float, with_lab: bool) -> Exhibit:
    family, instance = puzzle.family, puzzle.instance
    solution = _solution(puzzle, seconds)
    script = _script(solution)
    moves = len(script.ways[0].moves) if script is not None and script.ways else 0
    facts = write_facts(family.facts(instance))
    link = Shared(family.name, first_task(family) or "", facts, "", (), {}, {})
    answers = [f"% pylab solve --task {solution.task.name}", *map(family.show, solution.witnesses)]
    hard, stars = _hard(solution, moves, script)
    return Exhibit(
        family=family.name,
        name=Path(puzzle.name).name,
        hard=hard,
        stars=stars,
        solvable={Status.FOUND: True, Status.NONE: False}.get(solution.answer.status),
        picture=family.draw(instance, None),
        solved=_solved(solution),
        answers="\n".join(answers),
        facts=facts,
        moves=moves,
        script=script,
        lab=link.fragment if with_lab and has_lab(family) else "",
    )


def _with_questions(exhibits: Sequence[Exhibit]) -> list[Exhibit]:
    """The exhibits, with as many solvable ones without stars as there are impossible ones.

    Else the question whether there is a way would answer itself. Half of the solvable ones of each
    family keep their stars, of those with names and of those drawn at random.
    """
    asked = set[str]()
    for group in {(each.family, each.drawn) for each in exhibits}:
        those = [each for each in exhibits if (each.family, each.drawn) == group]
        solvable = [each.path for each in those if each.solvable and each.stars]
        impossible = sum(each.solvable is False for each in those)
        mixed = sorted(solvable, key=lambda path: zlib.crc32(path.encode()))
        asked.update(mixed[: min(impossible, len(mixed) // 2)])
    unmeasured = dict[str, Any](stars=0, hard=_UNMEASURED, moves=0)
    return [replace(each, **unmeasured) if each.path in asked else each for each in exhibits]


def _chapter(family: Family[Any, Any], exhibits: Iterable[Exhibit]) -> Chapter:
    """The family's page: its rules, as playable pages show them, and its whole encoding."""
    scripts = (each.script for each in exhibits if each.family == family.name)
    lessons = (each.lesson for each in scripts if each is not None and each.lesson is not None)
    tasks, files = [], dict[Path, None]()
    for task in family.tasks:
        entry = [catalogue.entry_of(family, task)] if task.encoding else []
        parts = [part for path in entry for part in encoding_files.with_includes(path)]
        tasks.append((task.name, task.doc, [part.name for part in parts]))
        files |= dict.fromkeys(parts)
    return Chapter(
        family=family.name,
        title=family.listing.called,
        about=family.listing.doc,
        history=family.listing.history,
        rules=next((lesson.lines for lesson in lessons), ()),
        tasks=tasks,
        programs=[(path.name, *catalogue.beheaded(path)) for path in files],
    )


def _families(only: Sequence[str]) -> list[Family[Any, Any]]:
    return [*map(registry.get, only)] or list(registry.families())


def _labs(only: Sequence[str]) -> dict[str, str]:
    """A page for each family with a lab, and the engine for them; empty without an engine."""
    with_puzzles = [each for each in _families(only) if catalogue.shipped_instances(each)]
    with_lab = [family for family in with_puzzles if has_lab(family)]
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


def _solution(puzzle: Puzzle, seconds: float) -> Solution:
    """The shortest answers, if the family has that task and they exist; else the first task's."""
    family = puzzle.family
    asked = [*(task for task in family.tasks if task.name == "shortest"), family.tasks[0]]
    fitting = [task for task in asked if not family.unsupported(puzzle.instance, task)]
    for task in fitting or asked[-1:]:
        models = min(task.models, ANSWERS) or ANSWERS
        found = solve(puzzle, task.name, models=models, time_limit=seconds, raise_invalid=True)
        if found.witnesses:
            return found
    return found


def _solved(solution: Solution) -> Seen:
    """The puzzle with its answer, or with the reasons why there is none."""
    family, instance, witness = solution.puzzle.family, solution.puzzle.instance, solution.witness
    if witness is None:
        return _unseen(solution.answer)
    return Seen(family.draw(instance, witness), family.check(instance, witness).summary)


def _hard(solution: Solution, moves: int, script: Script | None) -> tuple[str, int]:
    """The measured difficulty in words and as stars, without revealing whether there is a way.

    Without a way, or where nothing is played, there are no stars.
    """
    if script is None or script.game is None or not moves:
        return _UNMEASURED, 0
    measure = measured(script.game)
    weighed = solution.puzzle.family.costs.text is not None  # costs are no numbers of steps
    if isinstance(solution.cost, int) and solution.task.costs and not weighed:
        least = solution.task.steps.counted(solution.cost)
    else:
        least = counted(moves if measure is None else measure.least, "move")
    words = [f"{least} at best"]
    if measure is None:  # too many moves to examine
        choices = len([*script.game.turns(script.game.start)])
        return words[0], stars_of(moves * math.log2(max(2, choices)))
    return ", ".join([*words, str(measure)]), measure.stars


def _script(solution: Solution) -> Script | None:
    make = solution.puzzle.family.script
    try:
        script = make(solution.puzzle.instance, solution.witnesses) if make else None
    except InstanceError:  # this instance has nothing to watch
        return None
    best = solution.task.name == "shortest" and solution.answer.optimal
    return replace(script, shortest=best) if script else None


def _variants(family: Family[Any, Any]) -> Iterator[OverlayEffect | str]:
    """The effect of each overlay in the family's testkit; a message for one without effect."""
    if not catalogue.overlays_of(family):
        return
    try:
        subject = Subject(family, family_testkit(family), 0)
    except Unmet as error:
        remark(f"{error}; its overlays are not shown")
        return
    seen: Counter[str] = Counter()
    for case in subject.testkit.overlay_cases:
        seen[case.overlay] += 1
        number = f"-{seen[case.overlay]}" if seen[case.overlay] > 1 else ""
        name = f"{family.name}-with-{case.overlay.replace(' ', '-')}{number}"
        try:
            yield _variant(family, case, name, *answers_under(subject, case))
        except Missing as error:
            remark(f"{family.name}, {case.overlay} is not shown: {error}")
        except (PylabError, Unmet) as error:
            yield f"{family.name}, {case.overlay}: {error}"


def _variant(
    family: Family[Any, Any], case: OverlayCase, name: str, without: Answer, under: Answer
) -> OverlayEffect:
    for checked in (*without.invalid, *under.invalid):
        raise checked.error
    file, files = f"{family.name}/{case.puzzle}", dict[str, str]()
    if "\n" in case.puzzle:
        file = f"{name}{family.suffix}"
        files[file] = family.write(without.question.given)
    words = ["pylab", "solve", file, "--task", case.task]
    overlays = [*case.beneath.split(), *case.overlay.split()]
    if case.rules:
        overlays.append(f"{name}.rules.lp")
        files[overlays[-1]] = f"{case.rules}\n"
    words += [word for overlay in overlays for word in ("--with", overlay)]
    words += [word for constant in case.constants.split() for word in ("-c", constant)]
    purposes = (
        encoding_files.header(path).sections.get("Purpose", "")
        for path in catalogue.overlays_of(family)
        if path.stem in case.overlay.split()
    )
    return OverlayEffect(
        family=family.name,
        overlay=case.overlay,
        about=" ".join(" ".join(purposes).split()).partition(" Runs bare")[0],
        without=_seen(without, under, f", which {case.overlay} rules out"),
        laid=_seen(under, without, f", only with {case.overlay}"),
        command=shlex.join(words),
        files=files,
    )


def _seen(answer: Answer, other: Answer, only: str) -> Seen:
    """The puzzle with an answer, if possible one that `other` doesn't have; or why there is none.

    Args:
        answer: the answer to be shown.
        other: the answer to the same question with or without the overlay.
        only: a phrase for an answer that `other` doesn't have.
    """
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
    """A puzzle without an answer, and the reasons why there is none."""
    family, instance = answer.question.family, answer.instance
    question = replace(answer.question, limits=Limits(PATIENCE), started=time.monotonic())
    found = sought(replace(answer, question=question), why, Reasons, threading.Event())
    words = ["there is no answer" if answer.status is Status.NONE else answer.reason]
    if found.status is Status.NONE:
        words.append("the puzzle itself is not the cause")
    words += found.words[:MOST_WORDS]
    if found.words[MOST_WORDS:]:
        words.append("among others")
    return Seen(family.draw(instance, found.obstacles), "; ".join(words), impossible=True)
