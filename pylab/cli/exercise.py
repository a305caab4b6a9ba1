"""`pylab exercise`: set a task for students, judge what they hand in, show them their mistakes."""

from __future__ import annotations

from pathlib import Path, PurePath

import click

from pylab.base.errors import PylabError, printable
from pylab.bench.records import RESULTS
from pylab.cli import completion
from pylab.cli.exits import FOUND, INTERRUPTED, INVALID, UNDECIDED, VALID, complain, remark
from pylab.cli.family_options import BriefCommand
from pylab.cli.group import Group
from pylab.cli.new import created
from pylab.cli.options import takes
from pylab.cli.output import writable, write_page, write_within


@click.group("exercise", cls=Group)
def command() -> None:
    """Set a task for students, and judge what they hand in.

    An exercise is a folder: exercise.toml, TASK.md for the students, what they start from in
    given/, boards/, and the lecturer's answer and more boards in hidden/.

    \b
    Examples:
      pylab exercise new lines
      mkdir submissions && cp lines/hidden/reference.lp submissions/anna.lp
      pylab exercise grade lines submissions -o graded
    """


@command.command("grade", cls=BriefCommand)
@click.argument("exercise", shell_complete=completion.folder)
@click.argument("submissions", shell_complete=completion.folder)
@takes(
    output="-o --output FOLDER=graded: The folder for pages, grades.csv and records.",
    width="-j --jobs N[1..]: How many submissions are judged at a time; by default, one less than "
    "there are cores.",
    again="--only NAME…: Grade this student again, and only those without a record; repeatable.",
    pseudonyms="--pseudonyms: Show no names on pages and in tables; names.csv and results.jsonl "
    "have them, and are yours alone.",
)
def grade(
    exercise: str,
    submissions: str,
    output: Path,
    width: int | None,
    again: tuple[str, ...],
    pseudonyms: bool,
) -> int:
    """Grade the submissions in a folder.

    A submission is NAME.lp, or the files in a folder NAME. Each is judged in a process of its own,
    within the exercise's limits: on the boards, shown and hidden, and on random ones. A page for
    each student shows the first mistake on a small board; class.html is for the lecturer. What
    has a record in FOLDER is not judged again, unless the submission or the exercise has changed.

    Exit codes: 0 all are graded, 3 some were lost and are tried again the next time.

    \b
    Example:
      pylab exercise grade lines submissions -o graded
    """
    from pylab.bench import pool
    from pylab.bench.tables import TextTable
    from pylab.cli.bench.progress import bar
    from pylab.exercises import exercise as exercises
    from pylab.exercises import grading, handins, pages, report

    found = exercises.load(Path(exercise))
    handed_in = handins.submissions(Path(submissions), found)
    if left := handins.others(Path(submissions)):
        remark(f"not read: {printable(', '.join(left))} (expected NAME.lp or NAME/*.lp)")
    known = {each.name for each in handed_in}
    for name in again:
        if name not in known:
            raise click.UsageError(f"--only {name}: there is no such submission")
    for folder in (exercise, submissions):
        if Path(output).resolve().is_relative_to(Path(folder).resolve()):
            raise PylabError(f"-o {output}: expected a folder outside {folder}, for grades")
    writable(output)
    with bar(0) as show:
        jobs = width or max(1, pool.cores() - 1)
        grades, tally = grading.grade(found, handed_in, output, jobs, again, show)
    named = {each.name: each.name for each in handed_in}
    if pseudonyms:
        named = {name: report.pseudonym(found.title, name) for name in named}
    made = {
        pages.page_of(named[each.name]): pages.student(found, each, named[each.name])
        for each in grades
    }
    made |= {pages.CLASS: pages.whole_class(found, grades, named)}
    made |= {"grades.csv": report.table(grades, named)}
    if pseudonyms:
        made |= {"names.csv": report.names(named)}
        earlier = {each.name for each in grading.recorded(output / RESULTS).values()}
        for name in (earlier | named.keys()) - set(named.values()):  # their pages have names
            (output / pages.page_of(name)).unlink(missing_ok=True)
    write_within(output, made, "output")
    cells = tuple(report.rows(grades, named))
    click.echo(TextTable(found.title, report.HEADS, cells).text(), nl=False)
    if tally.signal:
        remark("interrupted; the next run goes on from here")
        return INTERRUPTED if tally.signal == 2 else 128 + tally.signal
    if lost := len(handed_in) - len(grades):
        remark(f"{lost} of the submissions are not graded; the next run tries again")
        return UNDECIDED
    remark(f"wrote {output / pages.CLASS}, a page for each student and grades.csv")
    return FOUND


@command.command("check")
@click.argument("exercise", shell_complete=completion.folder)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=completion.file)
def check(exercise: str, files: tuple[str, ...]) -> int:
    """Judge what is to be handed in, on the boards that are shown.

    It needs nothing that is hidden: a packed exercise has the number of answers to each board, and
    hashes of them, so that right, superfluous and missing answers can be told apart.

    Exit codes: 0 all boards are right, 1 some are not, or the file can't be run.

    \b
    Example:
      pylab exercise check lines lines/hidden/reference.lp
    """
    from pylab.exercises import boards, handins, judging
    from pylab.exercises import exercise as exercises

    found = exercises.load(Path(exercise))
    for name in files:
        if not Path(name).is_file():
            found_there = "a folder" if Path(name).is_dir() else "no file"
            raise click.UsageError(f"expected files to hand in, found {found_there}: {name}")
    handed_in = handins.of_files("yours", list(map(Path, files)), found)
    if found.has(exercises.REFERENCE):
        shown = boards.judged_by_reference(found, (exercises.SHOWN,))
    else:
        shown = boards.known(found)
    judged = judging.judge(found, handed_in, shown, lambda _: None, tell=False)
    for remark_ in judged.remarks:
        remark(str(remark_))
    if judged.error is not None:
        return complain(str(judged.error), INVALID)
    for each in judged.outcomes:
        click.echo(f"{each.board}: {each.verdict} ({each.words})")
    if (mistake := judged.mistake) is not None:
        click.echo(f"{mistake.origin}: {mistake.words}\n{mistake.shown}")
        click.echo(mistake.text.rstrip())
    right = all(each.verdict == exercises.RIGHT for each in judged.outcomes)
    return VALID if right else INVALID


@command.command("pack")
@click.argument("exercise", shell_complete=completion.folder)
@takes(output="-o --output FILE.zip: By default, the exercise's name and .zip.")
def pack(exercise: str, output: str | None) -> int:
    """Make a zip file of what students get.

    It has nothing of hidden/, and a lab page of the shown boards if the family has a lab. `pylab
    exercise check` works in it.

    \b
    Example:
      pylab exercise pack lines -o lines.zip
    """
    from pylab.exercises import exercise as exercises
    from pylab.exercises import packing

    found = exercises.load(Path(exercise))
    path = output or f"{found.folder.name}.zip"
    if PurePath(path).suffix.lower() != ".zip":
        raise PylabError(f"expected an output that ends in .zip, found {output!r}")
    data = packing.packed(found)
    write_page(path, data, bool(output))
    return FOUND


@command.command("new")
@click.argument("name")
@takes(into="--into DIR=.: Where to create the folder; by default, here.")
def new(name: str, into: Path) -> int:
    """Create an exercise that works: DIR/NAME.

    It asks for an overlay for the pushes of ravensburger. Write your own task, boards and answer
    in place of those.

    \b
    Example:
      pylab exercise new walk && pylab exercise pack walk -o walk.zip
    """
    folder = created("template_exercise", into, name)
    remark(f"wrote {folder}; next: edit TASK.md, then run pylab exercise pack {folder}")
    return FOUND
