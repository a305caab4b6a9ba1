"""`pylab clingo`: runs files as clingo itself does; no puzzle, no check."""

from __future__ import annotations

import signal

import click
from click.shell_completion import CompletionItem

from pylab.base.errors import PylabError

_COMMON = (
    "--configuration=", "--const=", "--mode=gringo", "--models=0", "--opt-mode=optN",
    "--outf=2", "--parallel-mode=", "--project=show", "--quiet=1", "--stats", "--text",
    "--time-limit=", "--verbose=0", "--version", "--warn=all",
)  # fmt: skip
"""The most common options of clingo, for completion."""


class _Words(click.Command):
    """A command whose arguments are files and another program's options."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = super().shell_complete(ctx, incomplete)
        return [*found, *(CompletionItem(word) for word in _COMMON if word.startswith(incomplete))]


@click.command(
    "clingo",
    cls=_Words,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.option("--allow-scripts", "scripts", is_flag=True, help="Run scripts in the files.")
@click.argument("words", nargs=-1, type=click.Path())
def command(scripts: bool, words: tuple[str, ...]) -> int:
    """Run clingo with WORDS as its command line.

    No family and no checker are involved: it prints what clingo prints. Unlike
    `python -m clingo`, it supports `#include <incmode>.` with imin, imax and
    istop. Exit codes are clingo's: 10 satisfiable, 20 unsatisfiable, 30
    satisfiable with all answers found or the optimum proven, 65 a program that
    clingo can't read or ground, 128 no such file after the first, 1 interrupted
    or a wrong option, 11 interrupted with an answer, 0 unknown. Scripts and their
    main(prg) run only with --allow-scripts, which must come first. `pylab clingo
    -- --help` prints clingo's own help.

    \b
    Examples:
      pylab encodings copy ravensburger shortest rules
      pylab facts ravensburger/example-4x4.lp > puzzle.lp
      pylab clingo rules/shortest.lp puzzle.lp -c imax=9 || echo "exit code $?"
    """
    from pylab.engines import incmode

    if "--allow-scripts" in words:
        raise PylabError("--allow-scripts comes first: pylab clingo --allow-scripts FILE.lp …")
    if hasattr(signal, "SIGPIPE"):  # as clingo: nobody reads, nothing is computed
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return incmode.run(words, scripts)
