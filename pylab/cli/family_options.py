"""The help of commands, and options of single families, from the families' listings."""

from __future__ import annotations

import functools
import inspect
import re
import textwrap
from collections.abc import Sequence
from typing import Any

import click

from pylab.base.listing import Listing, Parameter
from pylab.cli import completion
from pylab.cli.group import HELP
from pylab.cli.options import FAMILYS
from pylab.family import registry

_WORDS = "pylab.words"
_LINES = 23
"""A help of more lines doesn't fit on a terminal's first screen."""

_ROWS = 9
"""The most options in a help that is shortened, those in `_COMMON` first."""

_COMMON = {
    "--family", "--task", "--solve", "--explain", "--witness", "--models", "--format", "--output",
    "--text", "--with", "--engine", "--time-limit",
}  # fmt: skip


class BriefCommand(click.Command):
    """A command whose help fits on a screen; `--help-all` shows all of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_WORDS] = [*args]
        return super().parse_args(ctx, args)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        ctx.help_option_names = HELP  # click takes those of the parent, and keeps the first ones
        return super().get_help_option_names(ctx)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Show this message and exit; --help-all shows all options."
        return option

    def get_help(self, ctx: click.Context) -> str:
        whole = super().get_help(ctx)
        if "--help-all" in ctx.meta.get(_WORDS, ()) or whole.count("\n") < _LINES:
            return whole
        return self._shortened(ctx)

    def _shortened(self, ctx: click.Context) -> str:
        """The usage, what the command does, two examples, and the options that are most used."""
        about, *rest = inspect.cleandoc(self.help or "").split("\n\n")
        mark, title, *lines = next((e for e in rest if "Example" in e), "\n\n").splitlines()
        own = [line for line in lines if line.strip().startswith(ctx.command_path)]
        examples = [mark, title, *(lines[:2] if {*own} & {*lines[:2]} else own[:2])]
        shown = [each for each in self.params if isinstance(each, click.Option) and not each.hidden]
        first = sorted(shown, key=lambda each: _COMMON.isdisjoint(each.opts))[:_ROWS]
        records = [(each, each.get_help_record(ctx)) for each in shown if each in first]
        names = {each: record[0] for each, record in records if record}
        width = ctx.make_formatter().width - min(max(map(len, names.values())), 30) - 6
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(about)
            formatter.write_paragraph()
            formatter.write_text("\n".join(examples))
        with formatter.section("Options"):
            rows = [(name, brief(each.help or "", width)) for each, name in names.items()]
            formatter.write_dl(rows)
        formatter.write_paragraph()
        formatter.write_text(f"All options and examples: {ctx.command_path} --help-all")
        return formatter.getvalue().rstrip("\n")


def brief(text: str, width: int) -> str:
    """The longest beginning of a text that fits and can stand alone; cut if there is none.

    >>> brief("The page; by default, FILE's name with the ending .html.", 20)
    'The page.'
    """
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    ends = [
        each.start()
        for each in re.finditer(
            r"[.;:](?= )|,(?= and| or| which| instead| with| so| in| between)|(?= \()", text
        )
    ]
    end = max((each for each in ends if each < width), default=0)
    return f"{text[:end]}." if end else textwrap.shorten(text, width, placeholder=" …")


class FamilyCommand(BriefCommand):
    """A command that accepts the options of all families; its help lists those of one."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        taken = {flag for parameter in own for flag in parameter.opts}
        known = _options(registry.listings())
        families = [each for each in known if not taken.intersection(each.opts)]
        return [*own[:-1], *families, *own[-1:]]

    def get_help(self, ctx: click.Context) -> str:
        at_hand = self._at_hand(ctx) is not None
        return click.Command.get_help(self, ctx) if at_hand else super().get_help(ctx)

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


class _Listed(click.Choice):  # type: ignore[type-arg,unused-ignore]
    """The values of an option of some families.

    Others are refused where the family is known: most families don't have the option.
    """

    def __init__(self, choices: Sequence[str], name: str) -> None:
        super().__init__(choices)
        self.option = name

    def convert(self, value: str, *context: Any) -> str:
        told = ""
        if value not in self.choices:
            from pylab.encoding.clingo_options import instead

            told = instead(f"{_flag(self.option)}={value}")
        if told:
            listings = registry.listings()
            owners = [e.name for e in listings if any(o.name == self.option for o in e.options)]
            known = f"{', '.join(map(repr, self.choices))}, for {_flag(self.option)}"
            told = f"{known} of {' and '.join(owners)}; for clingo's, use {told}"
            raise click.UsageError(f"{value!r} is not one of {told}", context[-1])
        return value


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def option(
    parameter: Parameter, key: str, default: object = None, kind: type = click.Option
) -> click.Option:
    """A command-line option for a family's parameter."""
    shared = kind is FamilyOption
    choice = functools.partial(_Listed, name=parameter.name) if shared else click.Choice
    listed = choice(parameter.choices) if parameter.choices else None
    made: click.Option = kind(
        [_flag(parameter.name), key],
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
