"""The command line, a module for each command: parses options, calls the library, prints.

A command is imported only when it is called, so that `pylab --version` is fast.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import click
from click.shell_completion import BashComplete, add_completion_class

from pylab import __version__
from pylab.base import whole_files
from pylab.base.errors import Disagreement, Ended, LimitReached, PylabError, printable
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
    paint,
    remark,
)
from pylab.cli.group import HELP, Modules
from pylab.cli.streams import harmless, open_streams

COMMANDS = {
    "solve": "Answer a question about a puzzle.",
    "validate": "Check an answer by the rules of the puzzle.",
    "score": "Check a folder of solver outputs and give points.",
    "draw": "Draw a puzzle, alone or with an answer.",
    "watch": "Make a page that plays the answers and lets you play.",
    "lab": "Make a page for editing the puzzle and its rules.",
    "gallery": "Make a website of all shipped puzzles.",
    "facts": "Print a puzzle as ground facts, or in another format.",
    "generate": "Print a random puzzle.",
    "import": "Combine several files into one puzzle.",
    "families": "List the families of puzzles and their tasks.",
    "encodings": "List, show and copy encodings and overlays.",
    "lint": "Look for likely mistakes in an encoding.",
    "compare": "Compare variants of an encoding.",
    "clingo": "Run files as clingo does, including stepwise programs.",
    "bench": "Run many instances and variants, and report on them.",
    "test": "Test a folder of rules.",
    "exercise": "Set a task for students, and judge a class.",
    "new": "Create a new family of puzzles, ready to edit.",
}
"""Each command and what it does; its module is imported only when it is called."""


@add_completion_class
class _Bash(BashComplete):
    """Completion for bash, which splits `--with=x` into three words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = super().get_completion_args()
        return [word for word in words if word != "="], incomplete


class _NobodyReads(Exception):
    """The output's reader has gone; click would exit with 1, the code for no answer."""


class _Pylab(Modules):
    def meant(self, word: str) -> str:
        """A hint at `solve`, where the word names a puzzle, a family or one of its options."""
        from pathlib import PurePath

        from pylab.core.puzzle import located
        from pylab.family import registry

        if word in ("explain", "certify"):
            return f" (did you mean 'pylab solve … --{word}'?)"
        there = os.path.isfile(located(word))  # noqa: PTH113 - names may be too long for a Path
        puzzle = PurePath(word).suffix in registry.suffixes() or word in registry.names()
        if not there and not puzzle:
            return ""
        if not there:
            from pylab.cli.inputs import shipped_like

            word = shipped_like(word) or word
        return f" (did you mean 'pylab solve {printable(word)}'?)"

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if sys.argv[1:]:
            super().format_help(ctx, formatter)
        else:  # all that a screen of 24 lines has room for
            self.format_usage(ctx, formatter)
            self.format_commands(ctx, formatter)
            formatter.write("  pylab --help shows more; pylab COMMAND --help explains a command.\n")

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _NobodyReads from None


@click.command(
    cls=_Pylab,
    package=__name__,
    about=COMMANDS,
    context_settings={"help_option_names": HELP},
    epilog="Exit codes: 0 found or valid, 1 none or invalid, 2 bad input, 3 undecided within "
    "the limits, 4 an answer by pylab is invalid, 70 a bug, 130 interrupted.",
)
@click.option("-v", "--verbose", is_eager=True, is_flag=True, help="With --version: show more.")
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, wanted: _versions(context) if wanted else None,
    help="Show the version and exit.",
)
@click.pass_context
def pylab(context: click.Context, verbose: bool) -> None:
    """Solve labyrinth puzzles with answer set programming, and check the answers.

    \b
    Example:
      pylab solve ravensburger/example-4x4.lp
    """
    if verbose:
        raise click.UsageError("-v is for --version")
    context.meta["started"] = time.monotonic()
    whole_files.READ.clear()
    interrupts.begin()


def _versions(context: click.Context) -> None:
    """Print the version; with -v also what else answers depend on, and what bug reports need."""
    click.echo(f"pylab, version {__version__}")
    if context.params["verbose"]:
        import platform

        from pylab.base import native, resources

        click.echo(f"searches in C++: {native.description()}")
        if resources.installed("pylab-asp-native"):
            click.echo("pylab-asp-native: not used any more; pip uninstall pylab-asp-native")
        click.echo(f"clingo {resources.installed('clingo')}")
        click.echo(f"Python {platform.python_version()}, {platform.platform()}")
    context.exit()


def main() -> None:
    """Run the command line and exit with its code."""
    open_streams()
    warned = set[str]()

    def warn(message: Warning | str, *_: object, **__: object) -> None:
        if (text := str(message)) not in warned:  # each step of a strip has the scene's remarks
            remark(text)
        warned.add(text)

    warnings.showwarning = warn
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
            reason = error.strerror or str(error)
            told = f"{error.filename}: {reason}" if error.filename else reason
            code = _lost_output(complain(told, BAD_INPUT))
        leave_in_order(code if isinstance(code, int) else 0)


def _run() -> object:
    """Run the command and return its exit code; errors go to standard error without a traceback.

    Raises OSError, and _NobodyReads.
    """
    try:
        return pylab.main(prog_name="pylab", standalone_mode=False, color=True)
    except (KeyboardInterrupt, click.Abort):
        return complain("interrupted", INTERRUPTED)
    except Exception as error:
        if interrupts.heard():  # the error is a consequence of a KeyboardInterrupt
            return complain("interrupted", INTERRUPTED)
        if isinstance(error, OSError | _NobodyReads):
            raise
        return _complain_of(error)


def _complain_of(error: Exception) -> int:
    """Print the error and return the exit code."""
    if isinstance(error, LimitReached):
        return complain(str(error), INTERRUPTED if error.ended is Ended.INTERRUPTED else UNDECIDED)
    if isinstance(error, Disagreement):
        return complain(str(error), OWN_INVALID)
    if isinstance(error, click.ClickException | PylabError):
        return _complain_of_input(error)
    if isinstance(error, MemoryError):
        from pylab.cli import bounds

        return OUT_OF_MEMORY if bounds.supervised() else complain("out of memory", UNDECIDED)
    if os.environ.get("PYLAB_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from pylab.base import faults

    complain(faults.told(error), BUG)
    return complain("please report it with what PYLAB_DEBUG=1 shows for the same command", BUG)


def _complain_of_input(error: click.ClickException | PylabError) -> int:
    """Print what is wrong with the input, and a command to try; return the exit code."""
    from pylab.cli import tries

    if isinstance(error, click.ClickException):
        told = io.StringIO()
        error.show(file=told)
        click.echo(harmless(told.getvalue()), nl=False, err=True)
        message = error.format_message()
    else:
        message = str(error)
        complain(_usable(message), BAD_INPUT)
    tried = ""
    with contextlib.suppress(Exception):  # a hint must not hide the error
        tried = tries.instead(sys.argv[1:], message, _example, _parsed)
    if tried:
        click.echo(f"{paint('try:', bold=True)} {printable(tried)}", err=True)
    return BAD_INPUT


def _usable(message: str) -> str:
    """The message without a hint, `; …, --option` at its first line's end, that can't be taken."""
    command, _ = _called(sys.argv[1:])
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    line, *more = message.split("\n")
    hint, comma, option = line.rpartition("; ")[2].rpartition(", ")
    if comma and option.startswith("--") and option not in known:
        line = line.removesuffix(f"; {hint}, {option}")
    return "\n".join([line, *more])


def _called(words: Sequence[str]) -> tuple[click.Command, list[str]]:
    """The command that these words begin, and the words behind its name."""
    command: click.Command = pylab
    rest = [*words]
    while isinstance(command, click.Group) and rest:
        found = None
        with contextlib.suppress(PylabError):  # a folder that is no family
            found = command.get_command(click.Context(command), rest[0])
        if found is None:
            break
        command, rest = found, rest[1:]
    return command, rest


def _example(words: Sequence[str]) -> str:
    """The first example of the command that these words begin, from its help; or empty."""
    command, rest = _called(words)
    lines = map(str.strip, (command.help or "").splitlines())
    called = " ".join(["pylab", *words[: len(words) - len(rest)], ""])
    found = next((line for line in lines if line.startswith(called)), "")
    return found.partition(" && ")[0]


def _parsed(words: Sequence[str]) -> Mapping[str, Any] | None:
    """The parameters of a command that is not run; None if it can't be parsed."""
    command, rest = _called(words)
    if not {*HELP}.isdisjoint(rest):
        return {}
    if isinstance(command, click.Group) and not command.invoke_without_command:
        return None
    try:
        return command.make_context("pylab", rest, **pylab.context_settings).params
    except click.ClickException:
        return None


def _lost_output(code: int) -> int:
    """Discard standard output, so that flushing its buffer raises no second error."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
