"""Options of single families, from the families' listings."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import click

from pylab.base.listing import Listing, Parameter
from pylab.cli import completion
from pylab.cli.options import FAMILYS
from pylab.family import registry

_WORDS = "pylab.words"


class FamilyCommand(click.Command):
    """A command that accepts the options of all families; its help lists those of one."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        taken = {flag for parameter in own for flag in parameter.opts}
        known = _options(registry.listings())
        families = [each for each in known if not taken.intersection(each.opts)]
        return [*own[:-1], *families, *own[-1:]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_WORDS] = [*args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, and those of the family on the command line."""
        own: list[tuple[str, str]] = []
        familys: dict[str, str] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record and isinstance(parameter, FamilyOption):
                familys[parameter.parameter] = record[0]
            elif record and isinstance(parameter, click.Option):
                own.append(record)
        with formatter.section("Options"):
            formatter.write_dl(own)
        listing = self._at_hand(ctx)
        if listing is None:
            known = ", ".join(each.name for each in registry.listings() if each.options)
            formatter.write_paragraph()
            formatter.write_text(f"Options of a family ({known}): --help --family NAME")
            return
        rows = [(familys[p.name], _listed(p)) for p in listing.options if p.name in familys]
        if rows:
            with formatter.section(f"Options for {listing.name}"):
                formatter.write_dl(rows)

    def _at_hand(self, ctx: click.Context) -> Listing | None:
        """The family that the command line is about; None if it names none."""
        try:
            told, *_ = self.make_parser(ctx).parse_args([*ctx.meta.get(_WORDS, ())])
        except click.UsageError:
            return None
        found = completion.at_hand(told)
        return found[0] if len(found) == 1 else None


def _listed(parameter: Parameter) -> str:
    """The help of a family's option, with its tasks and engine."""
    told = parameter.doc
    if parameter.tasks:
        told += f"; for {', '.join(parameter.tasks)}"
    if parameter.native:
        told += "; with --engine native"
    return f"{told}."


class FamilyOption(click.Option):
    """An option of some families; `parameter` is its name in their listings."""

    parameter: str


def option(
    parameter: Parameter, key: str, default: object = None, kind: type = click.Option
) -> click.Option:
    """A command-line option for a family's parameter."""
    listed = click.Choice(parameter.choices) if parameter.choices else None
    made: click.Option = kind(
        [f"--{parameter.name.replace('_', '-')}", key],
        type=listed or type(parameter.default),
        default=None if listed and not default else default,
        is_flag=isinstance(parameter.default, bool),
        show_default=default is not None,
        help=f"{parameter.doc[0].upper()}{parameter.doc[1:]}.",
    )
    return made


@functools.lru_cache(maxsize=1)
def _options(listings: Sequence[Listing]) -> Sequence[FamilyOption]:
    """An option for each name; click's options hold no state, so that commands can share them."""
    found: dict[str, FamilyOption] = {}
    for parameter in (each for listing in listings for each in listing.options):
        if parameter.name not in found:
            alike = (p for each in listings for p in each.options if p.name == parameter.name)
            shared = parameter if all(p.choices for p in alike) else parameter._replace(choices=())
            made = option(shared, FAMILYS + parameter.name, kind=FamilyOption)
            assert isinstance(made, FamilyOption)
            made.parameter = parameter.name
            found[parameter.name] = made
    return tuple(found.values())
