"""`pylab bench`: sweeps over many instances and variants; a module for each subcommand."""

from __future__ import annotations

import click

from pylab.cli.group import Modules

COMMANDS = {
    "run": "Run the jobs of a sweep that have no result yet.",
    "prove": "Prove a lower bound on costs in parts (ravensburger).",
    "report": "Print tables of the results of sweeps.",
    "compare": "Compare two runs of a sweep, by instance, task and variant.",
    "again": "Ask the question of a record again.",
    "plan": "Show what `pylab bench run` would do.",
    "cancel": "Cancel the jobs of a sweep on Slurm.",
}

WITHIN = "work"
"""The command that Slurm runs; it is not listed."""


@click.command("bench", cls=Modules, package=__name__, about=COMMANDS, unlisted=WITHIN)
def command() -> None:
    """Run many instances, encodings and options, on this machine or a Slurm cluster.

    \b
    Examples:
      pylab bench run --instances 'ravensburger/s*.lp' --task shortest -o out
      pylab bench report out -o out/report.html
    """
