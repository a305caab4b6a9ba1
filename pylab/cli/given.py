"""Which options a command line gives, by the names it has for them; refuses those of no use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource


def options(context: click.Context | None = None) -> Iterator[click.Option]:
    """The options that the command line gives."""
    context = context or click.get_current_context()
    for parameter in context.command.get_params(context):
        source = context.get_parameter_source(parameter.name or "")
        if isinstance(parameter, click.Option) and source is ParameterSource.COMMANDLINE:
            yield parameter


def flag(option: click.Option, value: Any = None) -> str:
    """What a person types for an option, `--no-resume` for one that is switched off."""
    off = value is False and option.secondary_opts
    return max(option.secondary_opts if off else option.opts, key=len)


def refuse(*names: str, why: str, context: click.Context | None = None) -> None:
    """Raises UsageError if the command line gives one of these parameters, which have no use.

    Args:
        names: of the parameters.
        why: follows the option's name, as in `--step …`.
        context: of the command; by default, the one that runs.
    """
    context = context or click.get_current_context()
    for option in options(context):
        if option.name in names:
            raise click.UsageError(f"{flag(option, context.params.get(option.name))} {why}")


def refuse_all_but(*names: str, why: str, context: click.Context | None = None) -> None:
    """The same for all parameters but these."""
    others = {option.name or "" for option in options(context)} - {*names}
    refuse(*others, why=why, context=context)
