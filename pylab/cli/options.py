"""Options that several commands share; light, so that help and completion are quick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pylab import engines
from pylab.cli import bounds, completion, given
from pylab.engines import THEORIES

F = TypeVar("F", bound=Callable[..., Any])


_STRICT = "pylab.strict"


def strict() -> bool:
    """Whether what is read must leave nothing open."""
    return bool(click.get_current_context().meta.get(_STRICT))


def _note_strict(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_STRICT] = value


strict_option = click.option(
    "--strict",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_note_strict,
    help="Unknown facts, and what a file leaves to be assumed, are errors, not remarks.",
)


def family_option(words: str) -> Callable[[F], F]:
    """`--family`, with what it means here."""
    return click.option("--family", metavar="NAME", shell_complete=completion.family, help=words)


def task_option(words: str) -> Callable[[F], F]:
    """`--task`, with what it means here."""
    return click.option("--task", metavar="NAME", shell_complete=completion.task, help=words)


def encoding_option() -> Callable[[F], F]:
    """`--encoding`."""
    return click.option(
        "--encoding",
        metavar="FILE.lp",
        shell_complete=completion.encoding,
        help="Instead of the task's own encoding.",
    )


def with_option(words: str = "An overlay; repeatable.") -> Callable[[F], F]:
    """`--with`, as `overlays`."""
    return click.option(
        "--with",
        "overlays",
        multiple=True,
        metavar="FILE.lp",
        shell_complete=completion.overlay,
        help=words,
    )


def output_option(words: str, metavar: str = "FILE") -> Callable[[F], F]:
    """`-o`, with what is written here."""
    return click.option(
        "-o", "--output", metavar=metavar, shell_complete=completion.file, help=words
    )


def witness_option(words: str) -> Callable[[F], F]:
    """`--witness`, with what it is taken for here."""
    return click.option("--witness", metavar="FILE", shell_complete=completion.file, help=words)


def instance_argument(function: F) -> F:
    """FILE, --family and --strict."""
    function = _family_and_strict(function)
    return click.argument("file", shell_complete=completion.instance)(function)


def instances_argument(function: F) -> F:
    """The same, but several FILEs for a program."""
    function = _family_and_strict(function)
    return click.argument(
        "files", shell_complete=completion.instance, nargs=-1, required=True, metavar="FILE..."
    )(function)


def _family_and_strict(function: F) -> F:
    function = strict_option(function)
    words = "The family of puzzles, or a folder of rules; by default, what FILE tells."
    return family_option(words)(function)


def form_option(function: F) -> F:
    """--format of commands that print for people or for programs."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="For people, or for programs.",
    )(function)


def constant(_ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE pairs."""
    constants = {}
    for value in values:
        name, equals, number = value.partition("=")
        if not (name and equals and number):
            raise click.BadParameter(f"expected NAME=VALUE, found {value!r}")
        constants[name] = number
    return constants


constant_option = click.option(
    "-c",
    "constants",
    multiple=True,
    metavar="NAME=VALUE",
    callback=constant,
    help="A value for one of the encoding's #const; repeatable.",
)


judge_option = click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="FILE.lp",
    shell_complete=completion.file,
    help="A program that judges each answer as well, beside the checker; repeatable.",
)


def words(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """A command as a list of words, split as a shell would, without one."""
    import shlex

    try:
        found = tuple(shlex.split(value or ""))
    except ValueError as error:
        raise click.BadParameter(f"{value!r}: {error}") from None
    if value is not None and not found:
        raise click.BadParameter("expected a command")
    return found


class EngineName(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """One of the engines that are installed, or another word; looked up when it is needed."""

    name = "engine"

    def __init__(self, *more: str) -> None:
        self.more = more

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = [*self.more, *engines.names()]
        if value not in known:
            self.fail(f"{value!r} is not one of {', '.join(known)}.", param, ctx)
        return value

    def get_metavar(self, *_: object, **__: object) -> str:
        """For a parameter and, since click 8.2, in a context."""
        return f"[{'|'.join([*self.more, *engines.names()])}]"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        known = [*self.more, *engines.names()]
        return [CompletionItem(name) for name in known if name.startswith(incomplete)]


_ENGINE = [
    task_option("What is asked; see `pylab families`."),
    click.option(
        "--engine",
        type=EngineName(),
        help="clingo with the encoding (by default, where it is quick), the native search, or both "
        "side by side.",
    ),
    click.option(
        "--engine-command",
        "words",
        metavar="WORDS",
        callback=words,
        help="Any solver instead, without a shell: 'clingo {models}', 'clasp {ground}', "
        "'gringo {program} | clasp'; see docs/solvers.md.",
    ),
]

_LIMITS = [
    click.option(
        "--time-limit",
        type=bounds.SECONDS,
        callback=bounds.seconds_given,
        metavar="SECONDS",
        help="Ends the search with what is known by then.",
    ),
    click.option(
        "--memory-limit",
        type=bounds.MEGABYTES,
        callback=bounds.megabytes_given,
        metavar="MB",
        help="Bounds the address space.",
    ),
]

_OPTIONS = [
    *_ENGINE,
    click.option(
        "--models",
        type=bounds.MODELS,
        metavar="N",
        help="How many answers, 0 for all.",
    ),
    encoding_option(),
    with_option(),
    judge_option,
    constant_option,
    *_LIMITS,
    click.option(
        "--clingo-option",
        "clingo_options",
        multiple=True,
        metavar="OPTION",
        help="One of clingo's own, e.g. --clingo-option=--parallel-mode=2; repeatable.",
    ),
    click.option(
        "--theory",
        type=click.Choice(THEORIES),
        help="What reads an overlay's theory atoms; needs pip install 'pylab-asp[dl]'.",
    ),
    click.option("--allow-scripts", "scripts", is_flag=True, help="Run scripts in encodings."),
]


ASKING = (
    "task", "engine", "words", "models", "encoding", "overlays", "judges", "constants",
    "clingo_options", "theory", "scripts",
)  # fmt: skip
"""The parameters of `question_options` that only a question has a use for; limits hold always."""


def question_options(function: F) -> F:
    """The options that say what is asked and with which means."""
    return _with(_OPTIONS, function)


PROOF = ("task", "engine", "words", "time_limit", "memory_limit")
"""The parameters that `proof_options` gives a command, without the flag."""


def proof_options(function: F) -> F:
    """--check-none, and how it is done."""
    check = click.option(
        "--check-none",
        is_flag=True,
        help="Test a claim that there is no answer: our engines are asked.",
    )
    return _with([check, *_ENGINE, *_LIMITS], function)


def refuse_proof(check_none: bool) -> None:
    """Raises UsageError if an engine is chosen where nothing is to be proven."""
    if not check_none:
        given.refuse("task", "engine", "words", why="needs --check-none")


def _with(options: Sequence[Callable[[F], F]], function: F) -> F:
    for option in reversed(options):
        function = option(function)
    return function
