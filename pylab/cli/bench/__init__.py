"""`pylab bench`: sweeps over many instances and variants; one module a subcommand."""

from __future__ import annotations

import importlib

import click

from pylab.cli.group import Group

COMMANDS = ("run", "prove", "report", "compare", "again", "plan", "cancel")
WITHIN = "work"
"""What Slurm runs; it works, and is not listed."""


class _Commands(Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in (*COMMANDS, WITHIN):
            return None
        command: click.Command = importlib.import_module(f"pylab.cli.bench.{cmd_name}").command
        return command


@click.command("bench", cls=_Commands)
def command() -> None:
    """Sweeps: many instances, encodings and options, on this machine or on a Slurm cluster.

    \b
    Examples:
      pylab bench run --instances 'ravensburger/s*.lp' --task shortest -o out
      pylab bench report out -o out/report.html
    """
