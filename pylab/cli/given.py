"""The options that the command line gives; refuses those that have no effect."""

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
    """An option as it is typed: `--no-resume` for a switch that is turned off."""
    off = value is False and option.secondary_opts
    return max(option.secondary_opts if off else option.opts, key=len)


def refuse(*names: str, why: str, context: click.Context | None = None) -> None:
    """Raises UsageError if the command line gives one of these parameters.

    Args:
        names: the parameters.
        why: the reason, which follows the option's name in the message.
        context: the command's; by default, that of the running command.
    """
    context = context or click.get_current_context()
    for option in options(context):
        if option.name in names:
            raise click.UsageError(f"{flag(option, context.params.get(option.name))} {why}")


def refuse_all_but(*names: str, why: str, context: click.Context | None = None) -> None:
    """Raises UsageError if the command line gives any other parameter than these."""
    others = {option.name or "" for option in options(context)} - {*names}
    refuse(*others, why=why, context=context)
