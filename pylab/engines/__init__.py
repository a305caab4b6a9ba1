"""The engines: clingo, the native searches, both at once, a user's command, and plug-ins.

A plug-in is an entry point in the group `pylab.engines`, `name = "module:ENGINE"`.
"""

from __future__ import annotations

import functools
import importlib
import warnings
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from pylab.base import faults, resources
from pylab.base.errors import InstanceError, LimitReached, PylabError
from pylab.core.options import Need, flag

if TYPE_CHECKING:
    from pylab.core.answer import Answer, Watch
    from pylab.core.options import Means
    from pylab.core.question import Question


COMMAND = "command"
"""The engine that runs a user's command."""

_OWN = {
    "clingo": "pylab.engines.clingo:ENGINE",
    "native": "pylab.engines.native:ENGINE",
    "both": "pylab.engines.both:ENGINE",
    COMMAND: "pylab.engines.command:ENGINE",
}


class Engine(ABC):
    """Answers questions."""

    name: str
    """The name on the command line and in answers."""

    processes: int = 1
    """How many processes work on a question at once; the memory limit holds for each of them."""

    program: bool = False
    """Whether it runs an encoding, so that --encoding and -c are for it."""

    native: bool = False
    """Whether it runs the family's own search, so that options of the search are for it."""

    by_command: bool = False
    """Whether it runs a command that the user gives with the question."""

    tunable: bool = False
    """Whether clingo's own options and theories are for it."""

    def unsupported(self, question: Question) -> str:  # noqa: ARG002
        """Why it can't answer the question, or ""; may be called before the instance is read."""
        return ""

    @abstractmethod
    def ask(self, question: Question, watch: Watch) -> Answer:
        """The answer; reports each witness to the watch as soon as it is found and checked.

        Raises InstanceError and EncodingError for questions that can't be asked.
        """


@functools.cache
def _known() -> dict[str, str]:
    return dict(resources.entry_points(resources.ENGINES)) | _OWN


def names() -> list[str]:
    """The installed engines, pylab's own first; loads none of them.

    `command` is left out, as it is chosen by giving a command.
    """
    own = [name for name in _OWN if name != COMMAND]
    return [*own, *sorted(set(_known()) - set(_OWN))]


@functools.cache
def get(name: str) -> Engine:
    """Load the engine of that name. Raises PylabError if there is none, or it is broken."""
    if name not in _known():
        raise PylabError(f"expected one of the engines {', '.join(names())}, found {name!r}")
    module, _, member = _known()[name].partition(":")
    try:
        engine: Engine = getattr(importlib.import_module(module), member or "ENGINE")
    except Exception as error:  # a broken engine must not affect the others
        told = f"{type(error).__name__}: {error}".split("\n")[0] + faults.place(error)
        raise PylabError(f"engine {name} can't be loaded: {told}") from error
    if engine.name != name:
        warnings.warn(f"engine {name} calls itself {engine.name!r}", stacklevel=2)
    return engine


def named(means: Means) -> Engine | None:
    """The engine that means name, or that runs their command; None if they leave it open.

    Raises PylabError as `get` does.
    """
    name = means.engine or (COMMAND if means.command else None)
    return get(name) if name else None


def refusal(engine: Engine, question: Question) -> str:
    """Why an engine can't answer a question, because of an option or as the engine says; or "".

    Raises PylabError for options that the family doesn't have.
    """
    for option in question.means.given:
        if option.need is Need.CLINGO and not engine.tunable:
            return f"{option.flag} is for --engine clingo"
        if option.need is Need.ENCODING and (engine.native or not engine.program):
            return f"{option.flag} is for --engine clingo: {engine.name} reads no encoding"
    if cannot := unanswerable(question) or senseless(question):
        return cannot
    for parameter in question.family.options:
        if parameter.native and not engine.native and parameter.name in question.options:
            return f"{flag(parameter.name)} is for --engine native"
    return engine.unsupported(question)


def unanswerable(question: Question) -> str:
    """Why no engine can answer a question: a theory isn't installed, an option without effect."""
    if question.means.theory:
        from pylab.engines import theory  # loads clingo

        try:
            theory.theory(question.means.theory)
        except theory.Missing as missing:
            return missing.message
    return without_effect(question)


def senseless(question: Question) -> str:
    """A message for options that don't go together, or mean nothing to the task; or ""."""
    means = question.means
    if means.on and not means.consequences:
        return "--on needs --consequences"
    if means.consequences and question.limits.models is not None:
        return "--models has no use beside --consequences: all answers count"
    if means.consequences and means.project:
        return "--project has no use beside --consequences: --on names predicates"
    if means.optima and means.opt_mode in ("opt", "ignore"):
        return f"--optima and --opt-mode {means.opt_mode} contradict one another"
    ignoring = means.opt_mode == "ignore"
    if not (means.all_optima or ignoring):
        return ""
    if ignoring and question.task.best:
        return f"--opt-mode ignore: an answer to {question.task.name} is the best one"
    if question.entry is None:
        optimising = question.task.costs
    else:
        optimising = question.program.optimising or (not ignoring and question.program.stepwise)
    flag = "--optima" if means.optima else f"--opt-mode {means.opt_mode}"
    return "" if optimising else f"{flag}: {question.task.name} minimises nothing"


def without_effect(question: Question) -> str:
    """A message for an option of the family without effect on the question's task; or ""."""
    task = question.task.name
    for parameter in question.family.options:
        if parameter.name in question.options and task not in (parameter.tasks or (task,)):
            tasks = ", ".join(parameter.tasks)
            return f"{flag(parameter.name)} has no effect on the task {task}: it is for {tasks}"
    return ""


def choose(question: Question) -> tuple[Engine, str]:
    """The engine for a question, and a remark if it is not the one that a user would expect.

    If the question names no engine, it is clingo, unless the family prefers the native search and
    the question needs nothing that only clingo can do. Raises InstanceError if the task makes no
    sense for the instance, EncodingError for a judge that can't object, and PylabError if the named
    engine does not support the question, or no engine does.
    """
    if cannot := unanswerable(question):
        raise PylabError(cannot)
    if unsupported := question.family.unsupported(question.instance, question.task):
        raise InstanceError(unsupported)
    _ = question.judges  # a judge that can't object is refused before anything runs
    if (engine := named(question.means)) is not None:
        if question.means.command and not engine.by_command:
            told = f"no --engine {engine.name} beside it"
            raise PylabError(f"a command is an engine by itself; {told}")
        if cannot := refusal(engine, question):
            raise PylabError(cannot)
        return engine, ""
    clingo, native = get("clingo"), get("native")
    no_clingo, no_native = refusal(clingo, question), refusal(native, question)
    if no_clingo and no_native:
        raise PylabError(no_clingo if question.means.needs_encoding else no_native)
    if no_clingo:
        return native, ""
    own = question.family.native
    task = question.task._replace(models=question.wanted)
    wish = own.preferred(question.instance, task) if own else ""
    if wish and not no_native:
        return native, f"using the native search: {wish} (--engine clingo for clingo)"
    if wish:
        if question.means.overlays:
            _ = question.encoding  # an overlay that doesn't fit is refused before the remark
        return clingo, f"using clingo, although {wish}: {no_native}"
    return clingo, ""


def ask(question: Question, watch: Watch | None = None) -> Answer:
    """Put a question to the engine that `choose` picks, within the question's limits.

    The command line, notebooks, sweeps and comparisons all ask here. The answer's messages are the
    remarks on the choice of the engine and on the judges, the engine's warnings, and the rules of
    overlays that have no effect. If a limit is reached before the search begins, the answer is
    that nothing is known. Raises what `choose` and the engine raise.
    """
    from pylab.base.limits import patience
    from pylab.core.answer import Watch, nothing_known
    from pylab.engines import judges

    watch = watch or Watch()
    with patience(question.limits.seconds, question.started, watch.stop):
        engine, word = choose(question)
        before = [word] if word else []
        try:
            before += judges.remarks(question)
            for message in before:
                watch.remark(message)
            if question.limits.megabytes is None or watch.bounded:
                answer = engine.ask(question, watch)
            else:
                from pylab.engines import apart  # loads what starts processes

                answer = apart.ask(question, engine, watch)
            own = question.family.as_written is not None
            if engine.program and (question.means.foreign or own):
                from pylab.engines import effects  # loads clingo's part of pylab

                # if the native search reads the overlays, too, the instance is not looked at
                answer = effects.noted(answer, watch.notes and engine.processes == 1)
        except LimitReached as limit:  # before the search; a search reports its limits itself
            answer = nothing_known(question, engine.name, limit.ended, str(limit))
    for message in answer.messages:
        watch.remark(message.strip())
    return replace(answer, messages=(*before, *answer.messages))
