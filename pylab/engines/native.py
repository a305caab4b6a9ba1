"""The native engine: runs a family's own search in this process."""

from __future__ import annotations

from dataclasses import replace

from pylab.base import resources
from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.base.finding import Finding, Status
from pylab.base.limits import MEMORY, ended_search, limit_memory, unlimit_memory
from pylab.core.answer import Answer, Watch
from pylab.core.question import Question
from pylab.encoding import files, places
from pylab.encoding import program as encodings
from pylab.engines import Engine
from pylab.engines.checker import SearchChecker


class Native(Engine):
    """The family's own search; it uses no encoding."""

    name = "native"
    native = True

    def unsupported(self, question: Question) -> str:
        family, task = question.family, question.task
        if family.native is None or not task.native:
            return f"{family.called} has no native engine for {task.name}; use --engine clingo"
        for overlay in question.overlays:
            shown = places.named(overlay)
            if not files.options([overlay]):
                return f"{shown} sets no options, so it has no effect on --engine native"
            if not resources.named(overlay) and encodings.has_rules(overlay):
                return f"{shown} has rules besides its options, which --engine native can't read"
        unfit = family.native.unsupported
        return "" if question.given is None else unfit(question.instance, task)

    def ask(self, question: Question, watch: Watch) -> Answer:
        native = question.family.native
        if native is None:
            raise PylabError(self.unsupported(question))
        checker = SearchChecker(question, watch)
        instance, task, limits = question.instance, question.task, question.limits
        if limits.megabytes is not None:
            limit_memory(limits.megabytes)
        try:
            finding = native.search(instance, task, checker, question.wanted)
        except LimitReached as limit:
            ended_search(limit)
            finding = self._partial(checker, str(limit), limit.ended)
        except MemoryError:
            unlimit_memory()
            finding = self._partial(checker, MEMORY, Ended.MEMORY)
        finally:
            if limits.megabytes is not None:
                unlimit_memory()
        answer = checker.answer(finding, self.name)
        wanted = question.wanted
        more = wanted == 0 or checker.count < wanted
        if more and finding.status is Status.FOUND and finding.settled and not finding.complete:
            told = "the native search gives one answer here; --engine clingo lists all"
            answer = replace(answer, messages=(*answer.messages, told))
        return answer

    def _partial(self, checker: SearchChecker, reason: str, ended: Ended) -> Finding:
        """The finding of a search that a limit has ended."""
        figures = dict(checker.figures)
        lower, _ = figures.pop("lower", None), figures.pop("upper", None)
        return Finding(
            status=Status.FOUND if checker.count else Status.UNKNOWN,
            at_least=lower,
            ended=ended,
            reason=reason,
            statistics=figures,
        )


ENGINE = Native()
