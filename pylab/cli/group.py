"""A group of commands that suggests a name for a mistyped one."""

from __future__ import annotations

import click

from pylab.base.errors import near, printable


class Group(click.Group):
    """A group of those commands that `get_command` finds; suggests those of `list_commands`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            hint = near(word, self.list_commands(ctx))
            ctx.fail(f"No such command '{printable(word)}'{hint}.")
        return super().resolve_command(ctx, args)
