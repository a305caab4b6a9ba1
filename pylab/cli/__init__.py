"""The command line: each command is a module of this package; parses, calls the library, prints.

Commands are imported when they are called, so that `pylab --version` is quick.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading

import click

from pylab import __version__
from pylab.cli.exits import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, UNDECIDED, complain, leave
from pylab.errors import LimitReached, PylabError

COMMANDS = ("solve", "validate", "draw", "facts", "generate", "families", "encodings")


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"pylab.cli.{cmd_name}").command
        return command


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 found or valid, 1 none or invalid, 2 bad input, 3 undecided within "
    "limits, 4 an own answer was refuted, 130 interrupted.",
)
@click.version_option(__version__, prog_name="pylab")
def pylab() -> None:
    """Labyrinth puzzles by answer set programming; every answer is checked.

    \b
    Example:
      pylab solve ravensburger/example-4x4.lp
    """


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = pylab.main(prog_name="pylab", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = BAD_INPUT
    except LimitReached as error:
        code = complain(str(error), UNDECIDED)
    except PylabError as error:
        code = complain(str(error), BAD_INPUT)
    except MemoryError:
        code = complain("out of memory", UNDECIDED)
    except (KeyboardInterrupt, click.Abort):
        code = complain("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):  # the latter is what click makes of the former
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BROKEN_PIPE
    code = code if isinstance(code, int) else 0
    if threading.active_count() > 1:  # clingo was left at work, and would abort at a regular exit
        leave(code)
    sys.exit(code)
