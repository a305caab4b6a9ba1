"""Adds messages to an answer about the user's rules that have no effect, one for each rule.

`encoding.ineffective` finds those that the syntax shows. Others depend on the instance and are
found by probes: the program is grounded again, without constraints, and a rule has no instance if
its probe has none. A rule of the base is also probed after the last step, to find instances that
come too late for it. Nothing is searched for.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from pylab import engines
from pylab.base import resources
from pylab.base.errors import LimitReached
from pylab.base.limits import aside
from pylab.base.listing import Signature
from pylab.core.answer import Answer
from pylab.encoding import files as encoding_files
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.ineffective import (
    Diagnostic,
    foreign,
    grounded_parts,
    ineffective,
    never_grounded,
    spoken_for,
)
from pylab.encoding.predicates import BASE, CHECK, STEP, Role, Section, Statement, trees
from pylab.encoding.program import Encoding
from pylab.engines import driver, incmode, probes
from pylab.engines.probes import Probe
from pylab.engines.session import ClingoProgram, Session

QUICK = 5.0
"""If grounding took more seconds, it is not repeated."""

_LATE = Section("behind_the_last_step")


def noted(answer: Answer, instances: bool) -> Answer:
    """The answer, with a message for each rule of the user's that has no effect.

    Rules without an instance are looked for in overlays only, if `instances` is set and no limit
    ended the search.
    """
    question = answer.question
    if question.family.as_written is not None and not question.overlays:
        lost = never_grounded(question.encoding, grounded_parts(question.encoding))
        return replace(answer, messages=(*map(str, lost), *answer.messages))
    if not (question.means.foreign and engines.get(answer.engine).program):
        return answer
    try:
        encoding = question.encoding
        if theory := question.means.theory:
            encoding = replace(encoding, theory=theory)
        family, entry = question.family, question.task.encoding
        task = f"{family.name}/{entry}" if entry and family.as_written is None else ""
        inputs, options = tuple(family.vocabulary), tuple(question.means.clingo_arguments)
        told = aside(lambda: _by_syntax(encoding, inputs, family.name, task, options))
    except LimitReached as limit:
        if not answer.settled:  # the answer already reports the limit
            return answer
        message = f"rules without effect were not looked for: {limit}"
        return replace(answer, messages=(message, *answer.messages))
    behind = list[str]()
    if instances and question.overlays and answer.settled:
        why_not = ""
        if answer.statistics.get("grounding", 0) > QUICK:
            why_not = "grounding is slow"
        elif question.limits.megabytes is not None:
            why_not = "memory is limited"
        else:
            try:
                behind += map(str, aside(lambda: _by_grounding(answer, told)))
            except (LimitReached, RuntimeError) as error:
                why_not = str(error)
        if why_not:
            behind.append(f"rules without an instance were not looked for: {why_not}")
    # clingo warns about these, too
    early = {each.place[:3] for each in told if each.place is not None and each.code == "step"}
    clingos = (each for each in answer.messages if places.told_of(each) not in early)
    return replace(answer, messages=(*map(str, told), *clingos, *behind))


@functools.lru_cache(maxsize=16)
def _by_syntax(
    encoding: Encoding,
    inputs: tuple[Signature, ...],
    family: str,
    task: str,
    options: tuple[str, ...],
) -> Sequence[Diagnostic]:
    """The statements without effect in the user's files; the same for all instances."""
    files = foreign(encoding)
    shown = functools.partial(_shown, family, task)
    return tuple(ineffective(encoding, inputs, shown, options, files)) if files else ()


def _shown(family: str, task: str) -> Collection[Signature]:
    """The predicates that the task's own encoding shows; answers are read from these."""
    if not task:
        return ()
    try:
        return encodings.load(encoding_files.own(task, family)).signatures(Role.SHOWN)
    except encoding_files.NotFound:  # a family need not ship an encoding
        return ()


def _by_grounding(answer: Answer, told: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Rules of overlays without an instance, except those that other messages are about.

    A shipped overlay that sets an option is left out: its option may have changed the facts, which
    leaves its rules, for clingo alone, nothing to do.
    """
    question, means = answer.question, answer.question.means
    facts = question.family.facts(question.instance)
    program = ClingoProgram(question.encoding, facts, means.constants, scripts=means.scripts)
    of_options = (path for path in question.overlays
                  if resources.named(path) and encoding_files.header(path).options)  # fmt: skip
    laid = {*question.overlays}.difference(of_options)
    files = {file for path in laid for file in encoding_files.with_includes(path)}
    steps = max((row["step"] for row in answer.statistics.get("solved", [])), default=0)
    for statement, diagnostic in without_instance(program, files, steps):
        if not spoken_for(statement, told, answer.messages):
            yield diagnostic


@dataclass(frozen=True)
class _Watched:
    """A statement and the numbers of its probes; in pairs for the base and after the last step."""

    statement: Statement
    own: int
    pairs: Sequence[tuple[int, int]]


def without_instance(
    program: ClingoProgram, files: Collection[Path], steps: int
) -> Sequence[tuple[Statement, Diagnostic]]:
    """Rules in these files that have no ground instance, or whose instances come too late.

    Rules of a shipped file, which are for several puzzles, are reported only if none of them has an
    instance.

    Args:
        program: the program as it was run, with the instance's facts.
        files: the files whose rules are examined.
        steps: the last step to ground of a stepwise program; others are grounded to their horizon.
    """
    names = {str(file) for file in files}
    watched, added = _probed(program.encoding, names)
    if not watched:
        return ()
    control, seen = _grounded(program, added, steps)
    there = probes.instances(control)
    found = []
    for each in watched:
        if any(there.get(late, set()) - there.get(early, set()) for early, late in each.pairs):
            message = (
                "this rule is in base, so it sees only what exists before step 1; to see the "
                "steps, put it after #program step(t)."
            )
            found.append((each.statement, Diagnostic("step", message, each.statement.place)))
        elif each.own not in there:
            part = each.statement.part
            where = "" if part == BASE else f", in part {part[0]}(t),"
            until = "here: it changes nothing"
            if where and not seen:
                until = f"up to step {steps}; no later step was looked at"
            message = f"this rule{where} has no ground instance {until}"
            found.append((each.statement, Diagnostic("uncovered", message, each.statement.place)))
    lacking = {statement for statement, _ in found}
    quiet = {
        each.statement.path
        for each in watched
        if each.statement not in lacking and resources.named(Path(each.statement.path))
    }
    return [(statement, each) for statement, each in found if statement.path not in quiet]


def _probed(encoding: Encoding, files: Collection[str]) -> tuple[list[_Watched], list[ast.AST]]:
    """The statements that are examined, and the rules of their probes."""
    watched: list[_Watched] = []
    made: list[Probe] = []
    for each in encoding.model:
        refuses = Signature("refused", 1) in each.defined  # and only says what must not be
        if not each.body or each.path not in files or refuses:
            continue
        own = len(made)
        made.append(Probe(each.section, (tuple(each.body),)))
        pairs = []
        if each.part == BASE and {STEP, CHECK} & encoding.parts:
            for body in map(tuple, probes.unnegated(each.body)):
                pairs.append((len(made), len(made) + 1))
                made += [Probe(where, (body,), apart=True) for where in (each.section, _LATE)]
        watched.append(_Watched(each, own, pairs))
    return watched, [tree for n, each in enumerate(made) for tree in probes.rules(n, each, ())]


def _grounded(
    program: ClingoProgram, added: Sequence[ast.AST], steps: int
) -> tuple[clingo.Control, bool]:
    """The program with its probes, grounded; and whether its last step was reached."""
    encoding = program.encoding
    harmless = (
        replace(each, tree=tree) for each in encoding.model for tree in probes.harmless(each)
    )
    bare = replace(encoding, statements=(*trees(harmless), *added), theory="")
    session = Session(replace(program, encoding=bare))
    session.begin()
    control = session.control
    control.add("check", ["t"], "#external query(t).")
    if encoding.stepwise:
        settings: Any = control.configuration.solve
        settings.solve_limit = "0"
        for step in range(steps + 1):
            session.steps.ground(step)
            control.solve()  # what follows from facts becomes a fact, as in the run
    else:
        driver.ground_all(session)
    control.ground([(_LATE.name, [])])
    return control, not encoding.stepwise or incmode.largest(control, "horizon") == steps
