"""Options that several commands share; light, so that help and completion are quick.

Those of a question are made from the table in `pylab/core/options.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pylab import engines
from pylab.cli import bounds, completion, given
from pylab.core import options as table
from pylab.core.options import ASK, PROVE, TABLE, Kind, Limits, Option

F = TypeVar("F", bound=Callable[..., Any])

FAMILYS = "of_family_"
"""How the parameters for families' options begin."""


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


def instances_argument(function: F, metavar: str = "FILE...") -> F:
    """The same, but several FILEs for a program."""
    function = _family_and_strict(function)
    return click.argument(
        "files", shell_complete=completion.instance, nargs=-1, required=True, metavar=metavar
    )(function)


def _family_and_strict(function: F) -> F:
    function = strict_option(function)
    words = "The family of puzzles, or a folder of rules; by default, what FILE tells."
    return family_option(words)(function)


def number_option(
    *names: str, words: str, least: int = 0, most: int | None = None, default: int | None = None
) -> Callable[[F], F]:
    """An option that is a whole number, its default shown if it has one."""
    return click.option(
        *names,
        type=click.IntRange(least, most),
        default=default,
        show_default=default is not None,
        metavar="N",
        help=words,
    )


def choice_option(
    *names: str, values: Sequence[str], words: str, default: str | None = None
) -> Callable[[F], F]:
    """An option that is one of several words, its default shown if it has one."""
    return click.option(
        *names,
        type=click.Choice(values),
        default=default,
        show_default=default is not None,
        help=words,
    )


form_option = choice_option(
    "--format",
    "form",
    values=["text", "json"],
    default="text",
    words="For people, or for programs.",
)
"""--format of commands that print for people or for programs."""


def constant(_ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE pairs."""
    constants = {}
    for value in values:
        name, equals, number = value.partition("=")
        if not (name and equals and number):
            raise click.BadParameter(f"expected NAME=VALUE, found {value!r}")
        constants[name] = number
    return constants


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


def shared(field: str, words: str = "", name: str = "", **more: Any) -> Callable[[F], F]:
    """The option of a field of `Means` or `Limits`, as its parameter is, too.

    Args:
        field: of `Means` or `Limits`.
        words: other help.
        name: another one for the parameter.
        more: other settings for click.
    """
    of = TABLE[field]
    told = f"{of.help[:-1]}; repeatable." if of.repeatable else of.help
    settings = {"help": words or told, **_settings(of), **more}
    return click.option(of.flag, name or field, **settings)


def _settings(of: Option) -> Mapping[str, Any]:
    """An option's settings for click, but for its help."""
    settings: dict[str, Any] = {"metavar": of.metavar} if of.metavar else {}
    if of.repeatable:
        settings["multiple"] = True
    match of.kind:
        case Kind.WORD:
            return {"type": click.Choice(of.choices) if of.choices else EngineName()}
        case Kind.FILE | Kind.FILES:
            return {"shell_complete": getattr(completion, of.noun, completion.file), **settings}
        case Kind.COMMAND:
            return {"callback": words, **settings}
        case Kind.PAIRS:
            return {"callback": constant, **settings}
        case Kind.FLAG:
            return {"is_flag": True}
        case Kind.SECONDS:
            return {"type": bounds.Seconds(), **settings}
        case Kind.WHOLE:
            return {"type": bounds.whole(of.within), **settings}
    return settings


def asking(*users: str, only: Sequence[str] = (), **words: str) -> Callable[[F], F]:
    """Give a command options of a question; it gets them as `means`, and limits as `limits`.

    The families' options are among the means, still to be held against the family.

    Args:
        users: whose options, as `table.ASK`.
        only: these fields' options, too.
        words: other help, by the fields.
    """
    chosen = [each for each in TABLE.values() if each.field in only or {*users} & {*each.users}]
    fields = [each.field for each in chosen]
    limited = any(hasattr(Limits, each) for each in fields)

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def command(**params: Any) -> Any:
            means, limits = table.chosen(
                {name: params.pop(name) for name in fields} | {"options": _of_families(params)}
            )
            if limited:
                bounds.hold(limits)
                params["limits"] = limits
            return function(**params, means=means)

        for field in reversed(fields):
            shared(field, words.get(field, ""))(command)
        return command  # type: ignore[return-value]

    return decorate


def _of_families(params: dict[str, Any]) -> Mapping[str, Any]:
    """The families' options that were given, by their names; they are taken out."""
    found = {name: params.pop(name) for name in [*params] if name.startswith(FAMILYS)}
    return {name.removeprefix(FAMILYS): value for name, value in found.items() if value is not None}


ASKING = ("task", *(each.field for each in table.of(ASK) if PROVE not in each.users),
          "engine", "command")  # fmt: skip
"""The parameters that only a question has a use for; limits hold for reading, too."""


def question_options(function: F) -> F:
    """The options that say what is asked and with which means."""
    return task_option("What is asked; see `pylab families`.")(asking(ASK)(function))


def proof_options(only: Sequence[str] = (), **words: str) -> Callable[[F], F]:
    """--check-none and how it is done, with the options of these fields."""
    check = click.option(
        "--check-none",
        is_flag=True,
        help="Test a claim that there is no answer: our engines are asked.",
    )
    task = task_option("What is asked; see `pylab families`.")
    return lambda function: check(task(asking(PROVE, only=only, **words)(function)))


def refuse_proof(check_none: bool) -> None:
    """Raises UsageError if an engine is chosen where nothing is to be proven."""
    if not check_none:
        given.refuse("task", "engine", "command", why="needs --check-none")
