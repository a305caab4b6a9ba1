"""Who can be asked: clingo, the native searches, both at once, and engines from outside.

An engine from outside is an entry point in the group `pylab.engines`, `name = "module:ENGINE"`.
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
    from pylab.core.question import Question


_OWN = {
    "clingo": "pylab.engines.clingo:ENGINE",
    "native": "pylab.engines.native:ENGINE",
    "both": "pylab.engines.both:ENGINE",
    "command": "pylab.engines.command:ENGINE",
}


class Engine(ABC):
    """Who answers questions."""

    name: str
    """As on the command line, and in answers."""

    processes: int = 1
    """How many processes, each of them within the memory limit, work at a question at a time."""

    program: bool = False
    """Whether an encoding takes part in its answers, so that --encoding and -c are for it."""

    native: bool = False
    """Whether the family's own search takes part, so that options for that are for it."""

    by_command: bool = False
    """Whether a command of the user's stands for it, which then is an engine by itself."""

    tunable: bool = False
    """Whether clingo's own options and theories are for it."""

    def unsupported(self, question: Question) -> str:  # noqa: ARG002
        """Why it can't answer this, or nothing; asked before the instance is read, too."""
        return ""

    @abstractmethod
    def ask(self, question: Question, watch: Watch) -> Answer:
        """The answer; the watch hears each witness, checked, as it is found.

        Raises InstanceError and EncodingError for what can't be asked.
        """


@functools.cache
def _known() -> dict[str, str]:
    return dict(resources.entry_points(resources.ENGINES)) | _OWN


def names() -> list[str]:
    """The engines that are installed, pylab's own first; none of them is loaded.

    `command` is none without a command, which names it.
    """
    own = [name for name in _OWN if name != "command"]
    return [*own, *sorted(set(_known()) - set(_OWN))]


@functools.cache
def get(name: str) -> Engine:
    """The engine of that name, loaded. Raises PylabError if there is none, or it is broken."""
    if name not in _known():
        raise PylabError(f"expected one of the engines {', '.join(names())}, found {name!r}")
    module, _, member = _known()[name].partition(":")
    try:
        engine: Engine = getattr(importlib.import_module(module), member or "ENGINE")
    except Exception as error:  # whatever is wrong with it, the others are not affected
        told = f"{type(error).__name__}: {error}".split("\n")[0] + faults.place(error)
        raise PylabError(f"engine {name} can't be loaded: {told}") from error
    if engine.name != name:
        warnings.warn(f"engine {name} calls itself {engine.name!r}", stacklevel=2)
    return engine


def refusal(engine: Engine, question: Question) -> str:
    """Why an engine can't answer a question, or nothing: by an option, or as it says itself.

    Raises PylabError for options that the family doesn't have.
    """
    for option in question.means.given:
        if option.need is Need.CLINGO and not engine.tunable:
            return f"{option.flag} is for --engine clingo"
        if option.need is Need.ENCODING and (engine.native or not engine.program):
            return f"{option.flag} is for --engine clingo: {engine.name} reads no encoding"
    if idle := without_effect(question):
        return idle
    for parameter in question.family.options:
        if parameter.native and not engine.native and parameter.name in question.options:
            return f"{flag(parameter.name)} is for --engine native"
    return engine.unsupported(question)


def without_effect(question: Question) -> str:
    """Which of the family's options can change nothing in this task, in words; empty if none."""
    task = question.task.name
    for parameter in question.family.options:
        if parameter.name in question.options and task not in (parameter.tasks or (task,)):
            tasks = ", ".join(parameter.tasks)
            return f"{flag(parameter.name)} has no effect on the task {task}: it is for {tasks}"
    return ""


def choose(question: Question) -> tuple[Engine, str]:
    """Who is asked, and a word on it where it is not what one would expect; the only such place.

    Without a name in the question's means it is clingo, unless the family knows why the native
    search would be better and nothing is asked for that only clingo can do. Raises InstanceError
    if the task makes no sense for the instance, EncodingError for a judge that can't object, and
    PylabError if the engine that was asked for does not support the question, or no engine does.
    """
    if idle := without_effect(question):
        raise PylabError(idle)
    if unsupported := question.family.unsupported(question.instance, question.task):
        raise InstanceError(unsupported)
    _ = question.judges  # a judge that can't object is refused before anything runs
    name = question.means.engine or ("command" if question.means.command else None)
    if name is not None:
        engine = get(name)
        if question.means.command and not engine.by_command:
            raise PylabError(f"a command is an engine by itself; no --engine {name} beside it")
        if cannot := refusal(engine, question):
            raise PylabError(cannot)
        return engine, ""
    clingo, native = get("clingo"), get("native")
    no_clingo, no_native = refusal(clingo, question), refusal(native, question)
    if no_clingo and no_native:
        raise PylabError(no_clingo if question.means.needs_encoding else no_native)
    if no_clingo:
        return native, ""
    wish = question.family.prefers_native(question.instance, question.task)
    if wish and not no_native:
        return native, f"using the native search: {wish} (--engine clingo for clingo)"
    if wish:
        return clingo, f"using clingo, although {wish}: {no_native}"
    return clingo, ""


def ask(question: Question, watch: Watch | None = None) -> Answer:
    """Put a question to the engine that `choose` picks, within the question's limits.

    The command line, notebooks, sweeps and comparisons all ask here. The answer's messages say why
    another engine is asked than one would expect, what is odd about the judges, what the engine
    warns of, and which rules of overlays have no effect. A limit that is over before the search
    begins makes an answer, too: nothing is known. Raises what `choose` and the engine raise.
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
            if question.means.foreign and engine.program:
                from pylab.engines import effects  # loads clingo's part of pylab

                # of overlays that the native search reads, too, no instance is looked for
                answer = effects.noted(answer, watch.notes and engine.processes == 1)
        except LimitReached as limit:  # before the search, which tells of it by itself
            answer = nothing_known(question, engine.name, limit.ended, str(limit))
    for message in answer.messages:
        watch.remark(message.strip())
    return replace(answer, messages=(*before, *answer.messages))
