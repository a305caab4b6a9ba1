"""The engine clingo: gives it the facts, then decodes and checks its answer sets."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

import clingo

from pylab.base.errors import LimitReached, PylabError
from pylab.base.finding import Status
from pylab.core.answer import Answer, Consequences, Watch, nothing_known
from pylab.core.question import Question
from pylab.encoding.clingo_options import refuse_options
from pylab.encoding.predicates import theory_atoms
from pylab.encoding.program import Encoding
from pylab.engines import Engine, collecting, driver
from pylab.engines.checker import AnswerChecker
from pylab.engines.collecting import Collector


class Clingo(Engine):
    """Solves the task's encoding, or the user's, with clingo."""

    name = "clingo"
    program = tunable = True

    def unsupported(self, question: Question) -> str:
        if question.means.encoding or question.task.encoding:
            return ""
        name, task = question.family.name, question.task.name
        return f"{name} answers {task} by --engine native only"

    def ask(self, question: Question, watch: Watch) -> Answer:
        family, means = question.family, question.means
        refuse_options(means.clingo_arguments)
        try:
            encoding = question.encoding
        except LimitReached as limit:  # while it was parsed
            return nothing_known(question, self.name, limit.ended, str(limit))
        remarks = list[str]()
        if means.theory:
            if not means.scripts and not any(any(theory_atoms(s)) for s in encoding.statements):
                remarks.append("--theory has no effect: the program has no theory atoms")
            encoding = replace(encoding, theory=means.theory)
        encoding, collector = asked_of(question, encoding)
        if collector is not None and encoding.theory:
            remarks.append("--consequences leaves out the values of the theory's variables")
        distinct = question.distinct and not means.project
        checker = AnswerChecker(question, watch, encoding, distinct=distinct)
        wanted = question.wanted

        def take(symbols: Sequence[clingo.Symbol]) -> bool:
            checker.decode(symbols)
            return 0 < wanted <= checker.received

        finding = driver.run(
            replace(program(question, encoding), collector=collector),
            watch.patience(question),
            question.limits.megabytes,
            proven=question.task.best,
            models=0 if distinct and wanted != 1 else wanted,
            take=take,
            progress=lambda progress: watch.progress(checker.in_units(progress)),
        )
        collected = None
        if collector is not None and finding.status is Status.FOUND:
            names = (means.consequences, means.on, collector.atoms)
            collected = Consequences(*names, finding.complete, collector.by_step(encoding))
            finding = replace(finding, complete=False)  # these are not all answers
        native = None if question.unknown_rules else family.native
        refute = native and native.refute
        if finding.status is Status.NONE and refute is not None:
            certificate = refute(question.instance, question.task)
            if certificate is not None:
                with contextlib.suppress(LimitReached):  # the claim stands without it
                    checker.receive(certificate)
        answer = checker.answer(finding, self.name, consequences=collected)
        return replace(answer, messages=(*remarks, *answer.messages))


def asked_of(question: Question, encoding: Encoding) -> tuple[Encoding, Collector | None]:
    """The encoding under the options that say which of its answers are asked for, and how.

    Also what collects consequences, if they are asked for. Raises PylabError for predicates that
    the encoding doesn't have, and if an option has no effect on it.
    """
    means = question.means
    if means.opt_mode == "ignore":
        encoding = encoding.without_objectives()
    if means.project:
        encoding = encoding.projected(collecting.known(encoding, "--project", means.project))
    if not means.consequences:
        return encoding, None
    on = collecting.signed(encoding, collecting.known(encoding, "--on", means.on))
    if not on:
        encoding, on = collecting.showing(encoding)
        if encoding.shows and not on:
            raise PylabError("the program shows nothing: name predicates with --on")
    return encoding, Collector(means.consequences == "brave", on)


def program(question: Question, encoding: Encoding) -> driver.ClingoProgram:
    """The encoding, facts, constants and options that clingo is given for a question."""
    means = question.means
    if named := means.theory or encoding.theory:
        encoding = replace(encoding, theory=named)
    return driver.ClingoProgram(
        encoding=encoding,
        facts=question.facts,
        constants=question.constants,
        options=means.clingo_arguments,
        scripts=means.scripts,
        detailed=means.detailed,
    )


ENGINE = Clingo()
