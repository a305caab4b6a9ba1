"""`pylab generate`: a random instance; a subcommand for each family, with its own options."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pylab.base import limits, resources
from pylab.base.errors import LimitReached, PylabError
from pylab.cli import bounds, given
from pylab.cli.exits import UNDECIDED, complain, remark
from pylab.cli.family_options import BriefCommand, option
from pylab.cli.group import Group
from pylab.cli.options import FAMILYS, of_families, shared
from pylab.cli.terminal import live_line
from pylab.core.puzzle import generated
from pylab.family import registry
from pylab.family.table import Family


class _Families(Group):
    """A subcommand for each family, made from its parameters."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return registry.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        known = cmd_name in registry.names() or Path(cmd_name).is_dir()
        return _command_of(cmd_name) if known else None


@click.command("generate", cls=_Families)
def command() -> None:
    """Print a random instance; the same seed gives the same instance (of alice, with --steps).

    \b
    Example:
      pylab generate ravensburger --size 6 --seed 7 > board.lp
      pylab generate hops --size 9
    """


def _command_of(name: str) -> click.Command:
    def run(
        seed: int | None,
        seconds: float | None = None,
        constants: Mapping[str, str] | None = None,
        **params: Any,
    ) -> int | None:
        for each in constants or {}:
            given.refuse(FAMILYS + each, why=f"is the constant {each}: leave out -c {each}=…")
        said = {**of_families(params), **(constants or {})}
        chosen = secrets.randbelow(2**31) if seed is None else seed

        def tell_seed() -> None:
            if seed is None:
                remark(f"seed {chosen}")

        family: Family[Any, Any] = registry.get(name)
        with live_line() as line, limits.patience(seconds, bounds.started(), threading.Event()):

            def report(share: float, quality: object) -> None:
                line.show(f"{name} {share:.0%} {quality}")

            try:
                instance = generated(name, chosen, said, report).instance
            except (LimitReached, KeyboardInterrupt) as end:
                tell_seed()
                if isinstance(end, KeyboardInterrupt):
                    raise
                return complain(f"no instance was found: {end}", UNDECIDED)
        tell_seed()
        try:
            text = family.write(instance)
        except (ValueError, OverflowError) as error:
            raise PylabError(str(error)) from None
        click.echo(text, nl=False)
        if family.composing and family.composing.quality:
            remark(family.composing.quality(instance))
        return None

    known = name in registry.names()
    listing = registry.listing(name) if known else registry.get(name).listing
    options = [option(each, FAMILYS + each.name, each.default) for each in listing.parameters]
    seed_option = click.Option(["--seed"], type=int, help="For the random numbers; any by default.")
    command = BriefCommand(name, params=[*options, seed_option], callback=run)
    if not known or resources.written(name):
        shared("seconds", "Wall-clock seconds; then there is no instance, and the exit code is 3.")(
            command
        )
        shared("constants", "A parameter of generate.lp; repeatable.")(command)
    text = f"Print a random instance of {name}.\n\n\b\nExample:\n  pylab generate {name} --seed 7"
    command.help = text
    return command
