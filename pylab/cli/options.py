"""Options that several commands share; imports little, so that help and completion are fast.

The options of a question are made from the table in `pylab/core/options.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pylab import engines
from pylab.cli import bounds, completion, given
from pylab.core import options as table
from pylab.core.options import ASK, DRAW, PROVE, TABLE, Kind, Limits, Option

F = TypeVar("F", bound=Callable[..., Any])

FAMILYS = "of_family_"
"""The prefix of the parameters for families' options."""


_STRICT = "pylab.strict"


def strict() -> bool:
    """Whether the command was given --strict."""
    return bool(click.get_current_context().meta.get(_STRICT))


strict_option = click.option(
    "--strict",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, value: ctx.meta.update({_STRICT: value}),
    help="Unknown, assumed or odd facts are errors.",
)


def instances_argument(function: F, metavar: str = "FILE...") -> F:
    """The argument FILE, with --family and --strict; a program may have several FILEs."""
    function = _family_and_strict(function)
    return click.argument(
        "files", shell_complete=completion.instance, nargs=-1, required=True, metavar=metavar
    )(function)


def _family_and_strict(function: F) -> F:
    function = strict_option(function)
    words = "The family of puzzles, or a folder of rules; by default, the one that FILE belongs to."
    return takes(family=f"--family NAME: {words}")(function)


_LINE = re.compile(
    r"(?P<flags>-\S*[^\s:](?: -\S*[^\s:])*)"
    r"(?: (?P<value>[^\s:=…]+)(?P<several>…)?(?:=(?P<default>[^\s:]+))?)?: (?P<words>.+)"
)
_COMPLETED = {
    "FILE": completion.file, "DIR": completion.folder, "FOLDER": completion.folder,
    "FAMILY": completion.family, "PUZZLE": completion.instances, "FORMAT": completion.export,
    "family": completion.family, "task": completion.task, "instance": completion.instance,
}  # fmt: skip


def takes(**lines: str) -> Callable[[F], F]:
    """A decorator: options for the parameters of these names, each given as a line of help.

    A line has the flags, the value, and what the option does, such as
    `--answers N[2..]=500: Enumerate at most N answers.` A value is a whole number (`N`, `N[2..]`,
    `N[0..100]`), `INTEGER`, `SECONDS`, one of several words (`text|json`), a path (`FOLDER`,
    `DIR`), or else a text, which the shell completes by what it is: `FILE.lp`, `FAMILY`. A value
    that can be repeated ends with `…`. Help shows the default. Without a value the option is a
    switch.
    """

    def decorate(function: F) -> F:
        for name, line in reversed(lines.items()):
            found = _LINE.fullmatch(line)
            assert found is not None, line
            settings: dict[str, Any] = {"help": found["words"], "default": found["default"]}
            if found["value"] is None:
                settings |= {} if "/" in found["flags"] else {"is_flag": True, "default": False}
            else:
                settings |= _valued(name, found["value"])
                settings |= {"show_default": bool(found["default"])}
                settings |= {"multiple": True} if found["several"] else {}
            click.option(*found["flags"].split(), name, **settings)(function)
        return function

    return decorate


def _valued(name: str, value: str) -> Mapping[str, Any]:
    """The type of an option's value for click, its metavar and its completion."""
    if "|" in value:
        return {"type": click.Choice(value.split("|"))}
    if found := re.fullmatch(r"([NK])(?:\[(\d+)\.\.(\d*)\])?", value):
        bounded = click.IntRange(int(found[2] or 0), int(found[3]) if found[3] else None)
        return {"type": bounded, "metavar": found[1]}
    if value == "INTEGER":
        return {"type": int}
    if value == "SECONDS":
        return {"type": bounds.Seconds(), "metavar": value}
    by_name = _COMPLETED.get(name.removesuffix("s"))
    completed = by_name or _COMPLETED.get(value.partition(".")[0])
    kind = {"type": Path} if value in ("FOLDER", "DIR") else {}
    return {"metavar": value, **kind, **({"shell_complete": completed} if completed else {})}


def _pairs(values: Sequence[str]) -> dict[str, str]:
    """The constants in NAME=VALUE pairs."""
    constants = {}
    for value in values:
        name, equals, number = value.partition("=")
        if not (name and equals and number):
            raise click.BadParameter(f"expected NAME=VALUE, found {value!r}")
        constants[name] = number
    return constants


def _predicates(of: Option, values: Sequence[str]) -> Any:
    """The predicates of an option. Raises UsageError."""
    try:
        return of.value(values, of.flag)
    except table.InvalidValue as misfit:
        raise click.UsageError(str(misfit)) from None


def words(value: str | None) -> tuple[str, ...]:
    """The words of a command, split as by a shell. Raises BadParameter."""
    if value is None:
        return ()
    import shlex

    try:
        found = tuple(shlex.split(value))
    except ValueError as error:
        raise click.BadParameter(f"{value!r}: {error}") from None
    if not found:
        raise click.BadParameter("expected a command")
    return found


class EngineName(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """An installed engine's name or one of some other words; engines are looked up lazily."""

    name = "engine"

    def __init__(self, *more: str) -> None:
        self.more = more

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = [*self.more, *engines.names()]
        if value not in known:
            self.fail(f"{value!r} is not one of {', '.join(known)}.", param, ctx)
        return value

    def get_metavar(self, *_: object, **__: object) -> str:
        """The metavar; the arguments are a parameter and, since click 8.2, a context."""
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
    """The option for a field of `Means` or `Limits`.

    Args:
        field: the field's name.
        words: help that replaces the option's own.
        name: the parameter's name; by default, the field's.
        more: further settings for click.
    """
    of = TABLE[field]
    told = f"{of.help[:-1]}; repeatable." if of.repeatable else of.help
    settings = {"help": words or told, **_settings(of), **more}
    return click.option(of.flag, name or field, **settings)


def _settings(of: Option) -> Mapping[str, Any]:
    """An option's settings for click, except its help."""
    settings: dict[str, Any] = {"metavar": of.metavar} if of.metavar else {}
    if of.repeatable:
        settings["multiple"] = True
    match of.kind:
        case Kind.WORD:
            return {"type": click.Choice(of.choices) if of.choices else EngineName()}
        case Kind.FILE | Kind.FILES:
            return {"shell_complete": getattr(completion, of.noun, completion.file), **settings}
        case Kind.COMMAND:
            return {"callback": lambda _, __, value: words(value), **settings}
        case Kind.PAIRS:
            return {"callback": lambda _, __, values: _pairs(values), **settings}
        case Kind.FLAG:
            return {"is_flag": True}
        case Kind.SECONDS:
            return {"type": bounds.Seconds(), **settings}
        case Kind.WHOLE:
            return {"type": bounds.whole(of.within), **settings}
        case Kind.PREDICATES:
            return {"callback": lambda _, __, values: _predicates(of, values), **settings}
    return settings


def asking(
    *users: str, only: Sequence[str] = (), each: Limits | None = None, **words: str
) -> Callable[[F], F]:
    """A decorator that adds options of a question to a command, as `means` and `limits`.

    The means include families' options, which are not yet checked against the family.

    Args:
        users: groups of options, such as `table.ASK`.
        only: further options, by their fields.
        each: the default limits of each run, for a command with several; the limits of other
            commands also hold for reading.
        words: help that replaces that of these fields.
    """
    chosen = [o for o in TABLE.values() if o.field in only or {*users} & {*o.users}]
    fields = [option.field for option in chosen]
    limited = any(hasattr(Limits, each) for each in fields)

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def command(**params: Any) -> Any:
            means, limits = table.chosen(
                {name: params.pop(name) for name in fields} | {"options": of_families(params)}
            )
            if limited:
                params["limits"] = limits
                if each is None:
                    bounds.hold(limits)
            return function(**params, means=means)

        for field in reversed(fields):
            default = getattr(each, field, None)
            more = {} if default is None else {"default": default, "show_default": True}
            shared(field, words.get(field, ""), **more)(command)
        return command  # type: ignore[return-value]

    return decorate


def of_families(params: dict[str, Any]) -> Mapping[str, Any]:
    """Remove the families' options from the parameters and return those that were given."""
    found = {name: params.pop(name) for name in [*params] if name.startswith(FAMILYS)}
    return {name.removeprefix(FAMILYS): value for name, value in found.items() if value is not None}


ASKING = ("task", *(each.field for each in table.of(ASK, DRAW) if PROVE not in each.users),
          "engine", "command")  # fmt: skip
"""The parameters that only have an effect if a question is asked; limits affect reading, too."""


OF_PROGRAM = "A value for one of a program's #const; repeatable."
"""Help for -c in commands that run no encoding of a family."""

_TASK = "--task NAME: The task; see `pylab families`."


def question_options(*users: str, without: Sequence[str] = ()) -> Callable[[F], F]:
    """The options of a command that asks a question, and those of further users, but for some."""
    fields = [each.field for each in table.of(ASK, *users) if each.field not in without]
    return lambda function: takes(task=_TASK)(asking(only=fields)(function))


def proof_options(only: Sequence[str] = (), **words: str) -> Callable[[F], F]:
    """The option --check-none, options for how to do it, and the options of these fields."""
    check = "--check-none: Test a claim that there is no answer. An engine is asked."
    asks = asking(PROVE, only=only, each=None, **words)
    return lambda function: takes(check_none=check, task=_TASK)(asks(function))


def refuse_proof(check_none: bool, explains: bool = False) -> None:
    """Raises UsageError for options of a proof without --check-none; --why needs a task, too."""
    if not check_none:
        given.refuse("engine", "command", why="needs --check-none")
        if not explains:
            given.refuse("task", why="needs --check-none, --why or --why-not")


def why_options(function: F) -> F:
    """The options --why and --why-not of commands that have an answer, as `atoms`.

    These are atoms with whether they are to be missing.
    """

    @functools.wraps(function)
    def command(**params: Any) -> Any:
        there, missing = params.pop("why"), params.pop("why_not")
        if both := [atom for atom in there if atom in missing]:
            raise click.UsageError(f"--why and --why-not both name {both[0]}")
        params["atoms"] = dict.fromkeys(there, False) | dict.fromkeys(missing, True)
        return function(**params)

    for flag, told in (
        ("--why-not", "Show why an atom is not in the answer."),
        ("--why", "Show by which rules an atom is in the answer."),
    ):
        click.option(flag, metavar="ATOM", multiple=True, help=told)(command)
    return command  # type: ignore[return-value]
