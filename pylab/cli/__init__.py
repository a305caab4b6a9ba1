"""The command line: each command is a module of this package; parses, calls the library, prints.

Commands are imported when they are called, so that `pylab --version` is quick.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import sys
import time
import warnings

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from pylab import __version__
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError
from pylab.cli import interrupts
from pylab.cli.exits import (
    BAD_INPUT,
    BROKEN_PIPE,
    BUG,
    INTERRUPTED,
    OUT_OF_MEMORY,
    OWN_INVALID,
    UNDECIDED,
    complain,
    leave_in_order,
    remark,
)
from pylab.cli.group import Group
from pylab.cli.streams import harmless, open_streams

COMMANDS = {
    "solve": "Answer a question about a puzzle.",
    "validate": "Check an answer by the rules of the puzzle.",
    "score": "Check a folder of solvers' outputs, and give points.",
    "draw": "Draw a puzzle, by itself or with an answer.",
    "watch": "Make a page that plays the answers, and can be played.",
    "lab": "Make a page to change the puzzle and its rules, with clingo in it.",
    "gallery": "Make a site of all shipped puzzles.",
    "facts": "Print a puzzle as ground facts, or in another format.",
    "generate": "Print a random puzzle.",
    "import": "Fit several files together to one puzzle.",
    "families": "List the families of puzzles and their tasks.",
    "encodings": "List, show and copy encodings and overlays.",
    "lint": "Look for what is likely wrong with an encoding.",
    "compare": "Compare variants of an encoding.",
    "clingo": "Run files as clingo does, stepwise ones too.",
    "bench": "Run many instances and variants; report on them.",
    "test": "Test a folder of rules.",
    "new": "Write the beginning of a family of your own.",
}
"""Each command and what it does; its module is imported when it is called."""

_MODULES = {"import": "pylab.cli.import_"}
"""Of commands whose names no module can have."""


@add_completion_class
class _Bash(BashComplete):
    """Bash's completion; for bash, `--with=x` are three words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = super().get_completion_args()
        return [word for word in words if word != "="], incomplete


class _NobodyReads(Exception):
    """Our output's reader has gone; click would make exit code 1 of it, which means: none."""


class _Commands(Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _NobodyReads from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(_MODULES.get(cmd_name, f"pylab.cli.{cmd_name}"))
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [
            CompletionItem(name, help=doc)
            for name, doc in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 found or valid, 1 none or invalid, 2 bad input, 3 undecided within "
    "limits, 4 an answer of pylab is invalid, 70 a bug, 130 interrupted.",
)
@click.version_option(__version__, prog_name="pylab")
@click.pass_context
def pylab(context: click.Context) -> None:
    """Labyrinth puzzles by answer set programming; every answer is checked.

    \b
    Example:
      pylab solve ravensburger/example-4x4.lp
    """
    context.meta["started"] = time.monotonic()
    interrupts.begin()


def main() -> None:
    """Run the command line and leave with its exit code."""
    open_streams()
    # large puzzles and searches are many small objects, hardly any of them in circles: to look
    # at all of them takes seconds, during which nobody looks at a limit
    gc.set_threshold(50_000, 20, 1_000_000)
    warnings.showwarning = lambda message, *_, **__: remark(str(message))
    with interrupts.handled():
        try:
            code = _run()
            interrupts.leave_at_once()
            sys.stdout.flush()
        except SystemExit as end:  # of completion
            code = end.code
        except (_NobodyReads, BrokenPipeError):
            code = _lost_output(BROKEN_PIPE)
        except OSError as error:
            code = _lost_output(complain(_reason(error), BAD_INPUT))
        leave_in_order(code if isinstance(code, int) else 0)


def _run() -> object:
    """The command's exit code; what went wrong is said on standard error, without a traceback.

    Raises OSError, and _NobodyReads.
    """
    try:
        return pylab.main(prog_name="pylab", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        return complain("interrupted", INTERRUPTED)
    except Exception as error:
        if interrupts.heard():  # what is left of a KeyboardInterrupt
            return complain("interrupted", INTERRUPTED)
        if isinstance(error, OSError | _NobodyReads):
            raise
        return _complain_of(error)


def _complain_of(error: Exception) -> int:
    """Say what is wrong; the exit code."""
    if isinstance(error, click.ClickException):
        told = io.StringIO()
        error.show(file=told)
        click.echo(harmless(told.getvalue()), nl=False, err=True)
        return BAD_INPUT
    if isinstance(error, LimitReached):
        return complain(str(error), INTERRUPTED if error.ended is Ended.INTERRUPTED else UNDECIDED)
    if isinstance(error, PylabError):
        return complain(str(error), OWN_INVALID if isinstance(error, Disagreement) else BAD_INPUT)
    if isinstance(error, MemoryError):
        return _out_of_memory()
    if os.environ.get("PYLAB_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from pylab.base import faults

    complain(faults.told(error), BUG)
    return complain("please report it with what PYLAB_DEBUG=1 shows for the same command", BUG)


def _out_of_memory() -> int:
    from pylab.cli import bounds

    return OUT_OF_MEMORY if bounds.supervised() else complain("out of memory", UNDECIDED)


def _lost_output(code: int) -> int:
    """Nobody takes our output any more; what is still buffered must not raise once more."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _reason(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
