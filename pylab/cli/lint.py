"""`pylab lint`: finds likely mistakes in an encoding without running it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from pylab import __version__
from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError
from pylab.base.words import counted
from pylab.cli import completion, given
from pylab.cli.exits import FAULTLESS, FAULTY, INTERRUPTED, UNDECIDED, complain, remark
from pylab.cli.family_options import BriefCommand
from pylab.cli.inputs import samples_of
from pylab.cli.interrupts import stopped_by_interrupt
from pylab.cli.options import asking, takes
from pylab.cli.streams import folded
from pylab.core.options import Limits, Means
from pylab.family import registry

if TYPE_CHECKING:
    from pylab.analysis import compare
    from pylab.encoding.ineffective import Diagnostic


@click.command("lint", cls=BriefCommand)
@click.argument(
    "words", metavar="FILE...", nargs=-1, required=True, shell_complete=completion.encoding
)
@asking(
    only=("overlays", "judges", "constants", "seconds"),
    each=Limits(10.0),
    seconds="With --on, for each puzzle.",
)
@takes(
    family="--family NAME: By default, the family whose facts it uses.",
    task="--task NAME: The task; by default, that with the file's name.",
    puzzles="--on PUZZLE…: Also find rules that these don't cover: a file, a folder, a "
    "pattern, a shipped instance's name, or a family's for its small shipped "
    "instances; repeatable.",
    number="--random N=0: Find rules that N random puzzles don't cover; those of --on count, too.",
    seed="--seed INTEGER=1: For the random puzzles.",
    write_header="--write-header: Print FILE with a header to edit instead.",
    form="--format text|json|sarif=text: Text for people, JSON for programs, or SARIF "
    "2.1.0 for editors and code reviews.",
)
def command(
    words: tuple[str, ...],
    family: str | None,
    task: str | None,
    puzzles: tuple[str, ...],
    number: int,
    seed: int,
    write_header: bool,
    form: str,
    means: Means,
    limits: Limits,
) -> int:
    """Look for likely mistakes in the encoding FILE and its includes.

    Further files belong to the same program. A folder of rules stands for each of its programs and
    overlays, its judge, scene, generator and moves.

    It finds predicates that are used but never defined, or defined but never used, and wrong
    numbers of arguments (a program without a header may get any predicate from its puzzles); in a
    family's encodings input predicates that are redefined, and what a task reads and nothing shows;
    unsafe variables; syntax errors; rules like a(X+1) :- a(X), whose grounding has no end; headers
    that don't match the rules; and statements without effect: parts that are never grounded, rules
    in base about later steps, theory atoms, externals that are never set, inputs that nothing
    provides. An overlay is checked together with its entry: FILE is the entry, the overlay comes
    after --with.

    Judges of answers (--judge, `% Judge:` in a header, or FILE itself if it derives wrong(…)) are
    checked, too: for predicates that neither they nor the instance, the answer or the checker's
    trace define, and for whether they can object at all.

    With --on or --random, the program runs on puzzles, and rules that none of them covers are
    findings, too: those of FILE and its includes, or only of the overlays if FILE comes with pylab
    and has some. A rule is covered if its body holds in an answer, or would without the constraints
    that depend on the rule; a constraint is covered if its body holds without any constraints.

    Exit codes: 0 nothing found, 1 something found, 3 nothing found within the time limit.

    \b
    Examples:
      pylab lint ravensburger/shortest.lp
      pylab lint ravensburger/plan.lp --with variants/fewest.lp
      pylab lint ravensburger/plan.lp --on ravensburger --random 20
      pylab lint ravensburger/plan.lp --format sarif
      pylab lint hops/hops.lp
    """
    if not (puzzles or number):
        given.refuse("seed", "constants", "seconds", why="needs --on or --random")
    if not number:
        given.refuse("seed", why="needs --random")
    from pylab.analysis import asked, compare, trials
    from pylab.analysis.lint import lint, lint_folder, lint_judge
    from pylab.encoding import files as encoding_files
    from pylab.encoding import program as encoding
    from pylab.folders.inference import inferred, with_head

    if Path(words[0]).is_dir():
        given.refuse_all_but("words", "form", why="has no use with a folder")
        if words[1:]:
            raise PylabError(f"expected one folder, found {' '.join(words)}")
        whole_folder = registry.written(Path(words[0]))
        found = [each for _, those in lint_folder(whole_folder) for each in those]
        return _told(list(dict.fromkeys(found)), form)  # files may be included several times
    entry, *further = (asked.found(each, family) for each in words)
    if write_header:
        given.refuse_all_but("words", "family", "write_header", why="has no use here")
        if further:
            raise PylabError("--write-header is for one file")
        click.echo(with_head(entry), nl=False)
        return FAULTLESS
    reads = registry.get(family) if family else asked.reader_of(entry)
    meant = asked.task_linted(reads, entry, task)
    judging = meant is None and asked.is_judge(entry)
    if reads is not None and reads.as_written is None and not resources.named(entry):
        told = f", task {meant.name}" if meant else "; its name is no task's, --task says which"
        told = ", a judge of answers" if judging else told
        remark(f"family {reads.name}{told}")
    if reads is not None and meant is not None and reads.as_written and inferred(entry):
        told = "no header says what goes in and out, so it is inferred from the rules"
        remark(f"{told}; --write-header writes a header")
    paths = [encoding_files.find(each, reads.name if reads else "") for each in means.overlays]
    paths = [*further, *paths]
    encoding_files.refuse_twice(paths)
    readers = [reads] if reads else []
    findings = lint_judge(entry, readers) if judging else lint(entry, paths, reads, meant)
    if reads is None and not any(each.code == "error" for each in findings):
        remark(_UNKNOWN_JUDGED if judging else _UNKNOWN)
    named = [encoding_files.find(each, reads.name if reads else "") for each in means.judges]
    for path in dict.fromkeys([*named, *encoding_files.judges([entry, *paths])]):
        findings += lint_judge(path.absolute(), readers, () if judging else [entry, *paths])
    settled = True
    if puzzles or number:
        if reads is None or meant is None:
            raise PylabError("--on runs a task: name it with --family and --task")
        asked.refuse_programs(puzzles, words[:1])
        samples = samples_of(reads, puzzles)
        if any(each.code in ("error", "unsafe") for each in findings):
            remark("not run on the puzzles: clingo does not take the program")
        else:
            constants = Means(constants=means.constants)
            run = compare.Settings(reads, meant, constants, limits)
            name = "+".join(map(str, (entry, *paths)))
            with stopped_by_interrupt(run.stop):
                whole = reads.as_written is not None
                program = encoding.load(entry, paths, as_clingo=whole)
                given_ones = [each.instance for each in samples]
                samples += trials.drawn(reads, [program], given_ones, number, seed)
                if not samples:
                    raise PylabError("there is no generate.lp to make puzzles: name some with --on")
                variant = compare.Variant(name, program)
                try:
                    uncovered, settled = _uncovered(run, variant, samples, findings)
                    findings += uncovered
                except EncodingError:  # of a part that is never grounded, for one
                    if not findings:
                        raise
                    remark("not run on the puzzles: solve refuses the program")
            if run.stop.is_set():
                return complain("interrupted", INTERRUPTED)
    return _told(findings, form, settled)


_UNKNOWN = "no family's facts are used: say whose encoding it is with --family"
_UNKNOWN_JUDGED = (
    "nothing is known of what this judges, so its predicates are not checked: name the program "
    "before it, PROGRAM.lp --judge FILE.lp, or its --family"
)


def _told(findings: Sequence[Diagnostic], form: str, settled: bool = True) -> int:
    """Print what was found in one of the formats, and return the exit code."""
    if form == "json":
        rows = [_row(each) for each in findings]
        click.echo(json.dumps({"schema": 1, "findings": rows}, indent=1))
    elif form == "sarif":
        click.echo(json.dumps(_sarif(findings), indent=1))
    else:
        for finding in findings:
            first, *shown = str(finding).split("\n")
            click.echo("\n".join([folded(first, 2), *shown]))
        click.echo(counted(len(findings), "finding") if findings else "no findings")
    return FAULTY if findings else FAULTLESS if settled else UNDECIDED


def _uncovered(
    terms: compare.Settings,
    variant: compare.Variant,
    samples: Sequence[compare.Sample],
    told: Sequence[Diagnostic],
) -> tuple[list[Diagnostic], bool]:
    """Rules that no puzzle covers, and whether no limit was in the way.

    A rule is left out if it is told already why it has no effect.
    """
    from pylab.analysis import coverage
    from pylab.encoding.files import with_includes
    from pylab.encoding.ineffective import spoken_for

    account = coverage.on(terms, variant, samples)
    for name, why in account.left_out.items():
        if not account.seen:
            raise PylabError(f"{name}: {why}")
        remark(f"left out: {name}: {why}")
    rules, program = account.uncovered, variant.program
    if program.overlays and resources.named(program.entry.resolve()):
        mine = {str(f) for path in program.overlays for f in with_includes(path)}
        rules = [each for each in rules if each.path in mine]
    if not account.settled:
        remark(f"ended by a limit on some puzzle: rules not covered so far: {len(rules)}")
        return [], not rules
    where = "this puzzle" if account.seen == 1 else f"these {account.seen} puzzles"
    found = [coverage.told(each, where) for each in rules if not spoken_for(each, told)]
    return found, account.settled


def _sarif(findings: Sequence[Diagnostic]) -> dict[str, object]:
    """The findings in OASIS's Static Analysis Results Interchange Format (SARIF)."""
    codes = sorted({each.code for each in findings})
    results = []
    for finding in findings:
        level = "error" if finding.code in ("error", "unsafe") else "warning"
        told: dict[str, object] = {"ruleId": finding.code, "level": level}
        told["message"] = {"text": finding.message}
        if (place := finding.place) is not None:
            path = Path(place.source)
            uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
            region = {"startLine": place.line, "startColumn": place.column}
            told["locations"] = [
                {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
            ]
        results.append(told)
    driver = {"name": "pylab lint", "version": __version__, "rules": [{"id": c} for c in codes]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
        ],
    }


def _row(finding: Diagnostic) -> dict[str, object]:
    at = finding.place
    place = None if at is None else {"file": at.source, "line": at.line, "column": at.column}
    return {"code": finding.code, "message": finding.message, "place": place}
