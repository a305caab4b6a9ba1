"""The terminal: a live line, and a script's ways played in plain characters; knows no puzzle.

Without a terminal on both sides the player prints all steps, one below the other.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pylab.cli.streams import steer
from pylab.errors import printable

if TYPE_CHECKING:
    from pylab.script import Script, Way

_KEYS = {
    b"\x1b[C": "on", b"\x1bOC": "on", b" ": "on", b"n": "on", b"l": "on",
    b"\x1b[D": "back", b"\x1bOD": "back", b"b": "back", b"h": "back",
    b"\x1b[H": "first", b"\x1b[1~": "first", b"\x1bOH": "first", b"g": "first",
    b"\x1b[F": "last", b"\x1b[4~": "last", b"\x1bOF": "last", b"G": "last",
    b"\x1b[B": "next", b"\x1bOB": "next", b"j": "next",
    b"\x1b[A": "previous", b"\x1bOA": "previous", b"k": "previous",
    b"p": "play", b"q": "quit", b"\x1b": "quit", b"\x03": "quit", b"\x04": "quit", b"": "quit",
}  # fmt: skip
_KEY = re.compile(rb"\x1b(\[|O)[0-9;]*[A-Za-z~]|.", re.DOTALL)
_HELP = "left/right step, home/end, up/down another answer, p play, q quit"
_TURNS = "-\\|/"
_PAUSE = 0.7
"""Seconds from step to step when it plays."""


_INKS = {"hero": "1;34", "near": "34", "goal": "1;35", "move": "33", "warn": "1;31"}
"""How a terminal shows what `Family.inks` names."""


def coloured(text: str, inks: Mapping[str, str]) -> str:
    """Harmless text in colours; as it is where NO_COLOR is set, or the terminal has none.

    >>> coloured("a @ b", {"@": "hero"}).replace(chr(27), "ESC")
    'a ESC[1;34m@ESC[0m b'
    """
    if not inks or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    pattern = re.compile("|".join(f"({each})" for each in inks))
    names = list(inks.values())

    def marked(found: re.Match[str]) -> str:
        name = names[(found.lastindex or 1) - 1]
        return f"\x1b[{_INKS[name]}m{found[0]}\x1b[0m"

    return pattern.sub(marked, text)


def show(text: str, inks: Mapping[str, str]) -> None:
    """Print a picture in characters, in colours if standard output is a terminal."""
    if sys.stdout.isatty():
        sys.stdout.flush()
        steer(coloured(_plain(text), inks))
    else:
        click.echo(text, nl=False)


class LiveLine:
    """A line on standard error that is written again and again; what is printed clears it first."""

    def __init__(self, there: bool) -> None:
        self._there, self._shown, self._turn = there, False, 0

    def show(self, text: str) -> None:
        """Write it anew, cut to what fits."""
        if not self._there:
            return
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except OSError:
            columns = 80
        self._turn += 1
        self._write(f"\r\x1b[K{f'{_TURNS[self._turn % 4]} {printable(text)}'[: columns - 1]}")
        self._shown = True

    def clear(self) -> None:
        """Take it away, so that something else can be printed."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


@contextlib.contextmanager
def live_line() -> Iterator[LiveLine]:
    """A live line, which stays empty if standard error is no terminal that can rewrite lines."""
    line = LiveLine(sys.stderr.isatty() and os.environ.get("TERM") != "dumb")
    try:
        yield line
    finally:
        line.clear()


def play(script: Script, inks: Mapping[str, str]) -> None:
    """Show the ways step by step as keys say, or print them all; boards in these inks."""
    if script.remark:
        click.echo(_plain(script.remark))
    script = replace(script, ways=tuple(way for way in script.ways if way.frames))
    if not script.ways:
        click.echo("there is nothing to step through")
        return
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    dumb = dumb or importlib.util.find_spec("termios") is None  # Windows: no key by itself
    if dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print(script)
        return
    with _keys_at_once():
        _step_through(script, inks)


def _print(script: Script) -> None:
    for way in script.ways:
        if len(script.ways) > 1:
            click.echo(f"== {_plain(way.name)}\n")
        for frame in way.frames:
            click.echo(f"{_plain(frame)}\n")


def _step_through(script: Script, inks: Mapping[str, str]) -> None:
    chosen, at, playing = 0, 0, False
    while True:
        way = script.ways[chosen]
        last = len(way.frames) - 1
        _show(script, way, at, inks)
        key = _read_key(_PAUSE if playing else None)
        if key == "quit":
            return
        if key is None:  # time for the next step
            at, playing = min(last, at + 1), at + 1 < last
            continue
        playing = key == "play" and not playing
        if key == "play" and at == last:
            at = 0
        elif key in ("next", "previous"):
            chosen, at = (chosen + (1 if key == "next" else -1)) % len(script.ways), 0
        elif key:
            to = {"on": at + 1, "back": at - 1, "first": 0, "last": last}.get(key, at)
            at = max(0, min(last, to))


def _show(script: Script, way: Way, at: int, inks: Mapping[str, str]) -> None:
    """One step on a screen of its own, cut to what fits."""
    columns, rows = shutil.get_terminal_size()
    number = script.ways.index(way) + 1
    several = f" ({number} of {len(script.ways)})" if len(script.ways) > 1 else ""
    head = f"{script.scene.title}: {way.name}{several}, {at} of {len(way.frames) - 1}"
    lines = _plain(way.frames[at]).splitlines()
    if len(lines) > rows - 4:
        lines = [*lines[: rows - 5], "... (the window is too low for the rest)"]
    cut = [line[: columns - 1] for line in lines]
    around = [line[: columns - 1] for line in (_plain(head), _HELP)]
    shown = [around[0], "", *(coloured(line, inks) for line in cut), "", around[1]]
    steer("\x1b[H\x1b[2J" + "\r\n".join(shown))


def _read_key(seconds: float | None) -> str | None:
    """What the next key asks for; None if none was pressed in time, empty for one without use."""
    import select

    if not select.select([sys.stdin], [], [], seconds)[0]:
        return None
    pressed = os.read(sys.stdin.fileno(), 16)
    found = _KEY.match(pressed)
    return _KEYS.get(found[0] if found else pressed, "")


@contextlib.contextmanager
def _keys_at_once() -> Iterator[None]:
    """Keys come one by one and unseen, on a screen of its own; all is put back at the end."""
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    try:
        tty.setcbreak(stdin)
        steer("\x1b[?1049h\x1b[?25l")
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
        steer("\x1b[?25h\x1b[?1049l")


def _plain(text: str) -> str:
    """Text that can't steer the terminal."""
    return "\n".join(map(printable, text.split("\n")))
