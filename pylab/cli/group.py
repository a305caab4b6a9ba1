"""Groups of commands: suggestions for mistyped names, and modules that are imported when called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from pylab.base.errors import near, printable

HELP = ["-h", "--help", "--help-all"]
"""The options that show the help."""


class Group(click.Group):
    """A group of those commands that `get_command` finds; suggests those of `list_commands`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            hint = self.meant(word) or _swapped(ctx, word) or near(word, self.list_commands(ctx))
            ctx.fail(f"No such command '{printable(word)}'{hint}.")
        return super().resolve_command(ctx, args)

    def meant(self, word: str) -> str:  # noqa: ARG002
        """What else an unknown word could stand for, as the end of a message; empty if nothing."""
        return ""


def _swapped(ctx: click.Context, word: str) -> str:
    """A hint at `pylab WORD GROUP`, if there is this command instead of `pylab GROUP WORD`."""
    root, name = ctx.find_root(), ctx.info_name or ""
    group = root.command.get_command(root, word) if isinstance(root.command, Group) else None
    there = isinstance(group, click.Group) and group.get_command(ctx, name)
    return f" (did you mean 'pylab {printable(word)} {name}'?)" if there else ""


class Modules(Group):
    """A group whose commands are the modules of a package, each imported only when it is called.

    Args:
        package: its name.
        about: each listed command and what it does.
        unlisted: a command that is not listed; empty if there is none.
    """

    def __init__(
        self, *args: Any, package: str, about: Mapping[str, str], unlisted: str = "", **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._package, self._about, self._unlisted = package, about, unlisted

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self._about)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in (*self._about, self._unlisted):
            return None
        name = "import_" if cmd_name == "import" else cmd_name  # a keyword is no module's name
        command: click.Command = importlib.import_module(f"{self._package}.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self._about.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        known = ((name, doc) for name, doc in self._about.items() if name.startswith(incomplete))
        found = [CompletionItem(name, help=doc) for name, doc in known]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]
