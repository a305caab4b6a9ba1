"""Options that only some families know, taken from what the families declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pylab.base.errors import PylabError
from pylab.base.listing import Parameter
from pylab.cli.options import strict
from pylab.family import registry

if TYPE_CHECKING:
    from pylab.core.puzzle import Puzzle
    from pylab.family.table import Family

_PREFIX = "of_family_"


class FamilyCommand(click.Command):
    """A command that also takes the options of all families, each listed with its families."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        taken = {flag for parameter in own for flag in parameter.opts}
        families = [each for each in _options() if not taken.intersection(each.opts)]
        return [*own[:-1], *families, *own[-1:]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own options first, then each family's under its name."""
        records = [
            (parameter, record)
            for parameter in self.get_params(ctx)
            if (record := parameter.get_help_record(ctx)) is not None
        ]
        with formatter.section("Options"):
            formatter.write_dl([r for p, r in records if not isinstance(p, _FamilyOption)])
        for listing in registry.listings():
            known = {parameter.name: parameter.doc for parameter in listing.options}
            rows = [
                (record[0], known[p.parameter] + ".")
                for p, record in records
                if isinstance(p, _FamilyOption) and p.parameter in known
            ]
            if rows:
                with formatter.section(f"Options for {listing.name}"):
                    formatter.write_dl(rows)


class _FamilyOption(click.Option):
    """An option that some families know, by its parameter's name."""

    parameter: str


def split(means: dict[str, Any], family: Family[Any, Any]) -> dict[str, Any]:
    """Take the families' options out of `means`; those that were given come back by their names.

    Raises PylabError for one that this family doesn't know.
    """
    known = {parameter.name for parameter in family.options}
    given: dict[str, Any] = {"strict": True} if strict() and "strict" in known else {}
    for key in [key for key in means if key.startswith(_PREFIX)]:
        value = means.pop(key)
        name = key.removeprefix(_PREFIX)
        if value is not None and name not in known:
            raise PylabError(f"--{name.replace('_', '-')} is no option of {family.name}")
        if value is not None:
            given[name] = value
    return given


def with_options(puzzle: Puzzle, means: dict[str, Any]) -> Puzzle:
    """The puzzle under the families' options that were given; they are taken out of `means`.

    What was assumed of it is told.
    """
    from pylab.cli.inputs import assumed

    found = puzzle.under(**split(means, puzzle.family))
    assumed(found.family, found.instance)
    return found


def option(
    parameter: Parameter, key: str, doc: str, default: object = None, kind: type = click.Option
) -> click.Option:
    """A command-line option for a family's parameter."""
    made: click.Option = kind(
        [f"--{parameter.name.replace('_', '-')}", key],
        type=type(parameter.default),
        default=default,
        is_flag=isinstance(parameter.default, bool),
        show_default=default is not None,
        help=doc[0].upper() + doc[1:] + ".",
    )
    return made


def _options() -> list[_FamilyOption]:
    found: dict[str, _FamilyOption] = {}
    for listing in registry.listings():
        for parameter in listing.options:
            if parameter.name not in found:
                key = _PREFIX + parameter.name
                made = option(parameter, key, parameter.doc, kind=_FamilyOption)
                assert isinstance(made, _FamilyOption)
                made.parameter = parameter.name
                found[parameter.name] = made
    return list(found.values())
