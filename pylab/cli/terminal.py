"""The live line, and a player and game in plain characters; independent of families.

If standard input or output is no terminal, the player prints all steps, one below the other.
"""

from __future__ import annotations

import contextlib
import importlib.util
import math
import os
import re
import sys
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from pylab.base.errors import printable
from pylab.base.words import counted
from pylab.cli.streams import steer

if TYPE_CHECKING:
    from pylab.family.script import Game, Script, Turn, Way

_KEYS = {
    b"\x1b[C": "on", b"\x1bOC": "on", b" ": "on", b"n": "on", b"l": "on",
    b"\x1b[D": "back", b"\x1bOD": "back", b"b": "back", b"h": "back",
    b"\x1b[H": "first", b"\x1b[1~": "first", b"\x1bOH": "first", b"g": "first",
    b"\x1b[F": "last", b"\x1b[4~": "last", b"\x1bOF": "last", b"G": "last",
    b"\x1b[B": "next", b"\x1bOB": "next", b"j": "next",
    b"\x1b[A": "previous", b"\x1bOA": "previous", b"k": "previous",
    b"p": "play", b"\t": "other",
}  # fmt: skip
_QUIT = {b"q", b"\x1b", b"\x03", b"\x04", b""}
_TOWARDS = {
    b"\x1b[C": (1, 0), b"\x1bOC": (1, 0), b"d": (1, 0), b"l": (1, 0),
    b"\x1b[D": (-1, 0), b"\x1bOD": (-1, 0), b"a": (-1, 0), b"h": (-1, 0),
    b"\x1b[B": (0, 1), b"\x1bOB": (0, 1), b"s": (0, 1), b"j": (0, 1),
    b"\x1b[A": (0, -1), b"\x1bOA": (0, -1), b"w": (0, -1), b"k": (0, -1),
}  # fmt: skip
_KEY = re.compile(rb"\x1b(\[|O)[0-9;]*[A-Za-z~]|.", re.DOTALL)
_SCROLL = {b"\x1b[5~": -1, b"\x1b[6~": 1}
"""Page up and page down: the part of a picture that is seen."""
_HELP = "left/right step, home/end{}, p play, q quit"
_GAME_HELP = "numbers move, u undo, y redo, n hint, ? keys{}, q quit"
_ALL_KEYS = (
    "right, space, n or l: a step on; left, b or h: a step back; home or g, end or G: first, last; "
    "down or j, up or k: the next or previous answer; p: play, stop; page up, page down: scroll; "
    "tab: your game, if there is one; q: quit"
)
_ALL_GAME_KEYS = (
    "arrows, wasd or hjkl: move that way; a number and return: that move; u: undo; y: redo; "
    "r: restart; n: hint; page up, page down: scroll; tab: the answer, if there is one; q: quit"
)
_SECONDS = 2.0
"""The time limit of a hint."""

_TURNS = "-\\|/"
_PAUSE = 0.7
"""Seconds between steps when playing."""


_INKS = {"hero": "1;34", "near": "34", "goal": "1;35", "move": "33", "warn": "1;31"}
"""The terminal's colours for the names in `Family.inks`."""


def coloured(text: str, inks: Mapping[str, str]) -> str:
    """The text in colours; unchanged if NO_COLOR is set or the terminal is dumb.

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
    """A line on standard error that is rewritten; to be cleared before anything is printed.

    Attributes:
        there: whether the terminal can show it.
    """

    def __init__(self, there: bool) -> None:
        self.there, self._shown, self._turn = there, False, 0

    def show(self, text: str) -> None:
        """Rewrite the line, cut to the terminal's width."""
        if not self.there:
            return
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except OSError:
            columns = 80
        self._turn += 1
        self._write(f"\r\x1b[K{f'{_TURNS[self._turn % 4]} {printable(text)}'[: columns - 1]}")
        self._shown = True

    def clear(self) -> None:
        """Erase the line, so that something else can be printed."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


@contextlib.contextmanager
def live_line() -> Iterator[LiveLine]:
    """Context with a live line, which is off unless standard error is a terminal that rewrites."""
    line = LiveLine(sys.stderr.isatty() and os.environ.get("TERM") != "dumb")
    try:
        yield line
    finally:
        line.clear()


@contextlib.contextmanager
def drawing() -> Iterator[None]:
    """Context in which a picture is made: the live line says so, and no key is echoed."""
    with live_line() as line:
        if not line.there or not sys.stdin.isatty() or not importlib.util.find_spec("termios"):
            yield
            return
        import termios

        stdin = sys.stdin.fileno()
        before = termios.tcgetattr(stdin)
        quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
        line.show("drawing …")
        try:
            termios.tcsetattr(stdin, termios.TCSADRAIN, quiet)
            yield
        finally:
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def play(script: Script, inks: Mapping[str, str]) -> None:
    """Play the script's ways and its game by keys in these inks, or print all steps."""
    if script.remark:
        click.echo(_plain(script.remark))
    script = replace(script, ways=tuple(way for way in script.ways if way.frames))
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    dumb = dumb or importlib.util.find_spec("termios") is None  # Windows: no single keys
    there = not dumb and sys.stdin.isatty() and sys.stdout.isatty()
    if not script.ways and (script.game is None or not there):
        if script.game is not None:
            click.echo(_plain(script.game.frame([script.game.start])))
        click.echo("there is nothing to step through")
        return
    if not there:
        for way in script.ways:
            if len(script.ways) > 1:
                click.echo(f"== {_plain(way.name)}\n")
            for frame in way.frames:
                click.echo(f"{_plain(frame)}\n")
        return
    with _keys_at_once():
        parts = [_step_through] if script.ways else []
        parts += [_Played(script.game).go] if script.game is not None else []
        while parts[0](script, inks):
            parts = parts[1:] + parts[:1]


def _step_through(script: Script, inks: Mapping[str, str]) -> bool:
    """Show answers until a key ends that; True if the game comes next."""
    chosen, at, playing, page, asked = 0, 0, False, 0, False
    while True:
        way = script.ways[chosen]
        last = len(way.frames) - 1
        page = _show(script, way, at, inks, page, asked)
        pressed = _read_key(_PAUSE if playing else None)
        asked = pressed == b"?"
        if pressed in _SCROLL:
            page += _SCROLL[pressed]
            continue
        page = 0
        if pressed in _QUIT:
            return False
        key = None if pressed is None else _KEYS.get(pressed, "")
        if key == "other" and script.game is not None:
            return True
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


class _Played:
    """A game played by keys; it keeps its state while an answer is watched."""

    def __init__(self, game: Game) -> None:
        self._game, self._passed, self._undone = game, [game.start], list[Hashable]()
        self._typed, self._said, self._page = "", "", 0

    def go(self, script: Script, inks: Mapping[str, str]) -> bool:
        """Play until a key ends that; True if an answer comes next."""
        while True:
            here = self._passed[-1]
            turns = [] if self._game.won(here) else list(self._game.turns(here))
            self._draw(script, turns, inks)
            pressed = _read_key(None)
            if pressed in _SCROLL:
                self._page += _SCROLL[pressed]
                continue
            self._said, self._page = "", 0
            if pressed in _QUIT:
                return False
            if pressed == b"\t" and script.ways:
                return True
            if pressed == b"n" and turns:
                self._said = "looking for the next move …"
                self._draw(script, turns, inks)
            self._take(pressed or b"", turns)

    def _take(self, pressed: bytes, turns: Sequence[Turn]) -> None:
        typed, self._typed = self._typed, ""
        if pressed.isdigit():
            self._typed = typed + pressed.decode()
            if 10 * int(self._typed) > len(turns):
                self._number(turns)
        elif pressed in (b"\r", b"\n"):
            self._typed = typed
            self._number(turns)
        elif pressed in _TOWARDS:
            self._towards(_TOWARDS[pressed], turns)
        elif pressed in (b"u", b"\x7f", b"\x08", b"\x1a"):
            if typed:
                self._typed = typed[:-1]
            elif self._passed[1:]:
                self._undone.append(self._passed.pop())
        elif pressed in (b"y", b"\x12") and self._undone:
            self._passed.append(self._undone.pop())
        elif pressed == b"r":
            self._undone += self._passed[:0:-1]
            del self._passed[1:]
        elif pressed == b"?":
            self._said = _ALL_GAME_KEYS
        elif pressed == b"n" and turns:
            found = self._game.next(self._passed, _SECONDS)
            self._said = f"next: {_plain(found.words)}" if found else "no way on is known from here"

    def _number(self, turns: Sequence[Turn]) -> None:
        number, self._typed = int(self._typed or 0), ""
        if 1 <= number <= len(turns):
            self._make(turns[number - 1])
        elif number:
            self._said = f"there is no move {number}"

    def _towards(self, way: tuple[int, int], turns: Sequence[Turn]) -> None:
        """Make the move in this direction, else the only one within 45 degrees of it."""
        ahead = [
            (abs(x * way[1] - y * way[0]), x * way[0] + y * way[1], number)
            for number, (x, y) in ((n, t.towards) for n, t in enumerate(turns) if t.towards)
        ]
        within = sorted(each for each in ahead if each[1] > 0 and each[0] <= 1.01 * each[1])
        if within and (len(within) == 1 or within[0][0] == 0 < within[1][0]):
            self._make(turns[within[0][2]])
        elif within:
            numbers = " or ".join(str(number + 1) for number in sorted(each[2] for each in within))
            self._said = f"more than one leads there: {numbers}"
        else:
            self._said = "nothing leads there"

    def _make(self, turn: Turn) -> None:
        if not self._undone or self._undone.pop() != turn.after:
            self._undone.clear()
        self._passed.append(turn.after)

    def _draw(self, script: Script, turns: Sequence[Turn], inks: Mapping[str, str]) -> None:
        import shutil

        columns, high = shutil.get_terminal_size()
        count = len(self._passed) - 1
        told = [f"{number} {_plain(turn.words)}" for number, turn in enumerate(turns, 1)]
        if self._game.won(self._passed[-1]):
            told = [f"Solved in {counted(count, 'move')}."]
        elif not told:
            told = ["No move is left: take one back."]
        several = max(1, (columns - 1) // (max(map(len, told)) + 2))
        wide = max(map(len, told)) + 2
        rows = [told[at : at + several] for at in range(0, len(told), several)]
        moves = ["".join(f"{each:<{wide}}" for each in row) for row in rows]
        if len(moves) > (most := max(3, high // 4)):
            moves = [*moves[: most - 1], f"... and so on up to {told[-1]}"]
        said = self._said or (f"move {self._typed}" if self._typed else "")
        arrows = "arrows/" if any(turn.towards for turn in turns) else ""
        help_ = arrows + _GAME_HELP.format(", tab answer" if script.ways else "")
        head = f"{script.scene.title}: your game, {counted(count, 'move')}"
        frame = self._game.frame(self._passed)
        self._page = _screen(head, frame, [*moves, said, help_], inks, self._page)


def _show(
    script: Script, way: Way, at: int, inks: Mapping[str, str], page: int, asked: bool
) -> int:
    """Show a step of an answer, `page` pages below the one who moves; return the page shown.

    `asked`: with all keys instead of the most used ones.
    """
    number = script.ways.index(way) + 1
    several = f" ({number} of {len(script.ways)})" if len(script.ways) > 1 else ""
    head = f"{script.scene.title}: {way.name}{several}, {at} of {len(way.frames) - 1}"
    help_ = _HELP.format(", up/down answers" if several else "")
    help_ += "" if script.game is None else ", tab your game"
    return _screen(head, way.frames[at], [_ALL_KEYS if asked else f"{help_}, ? keys"], inks, page)


def _screen(
    head: str, frame: str, below: Sequence[str], inks: Mapping[str, str], page: int = 0
) -> int:
    """Fill the screen.

    A frame that is too large is shown without the lines between its rows; if that doesn't do, its
    words and a part of it are shown: with the goal if there is room, else around who moves.

    Args:
        head: the line above.
        frame: the picture in characters.
        below: lines below it, which are wrapped at words.
        inks: the picture's colours.
        page: how many pages below that part; above it, if negative.

    Returns:
        The page that is shown, which is nearer if there are not so many.
    """
    import shutil

    columns, rows = shutil.get_terminal_size()
    below = [part for line in below for part in wrap(line, max(20, columns - 1)) or [""]]
    lines = _plain(frame).splitlines()
    left, top, blank = 0, 0, [""]
    words = [*takewhile(_WORDS, lines)]
    if len(lines) > rows - 3 - len(below):
        lines = _dense(lines)
    place, goal = _place(lines[len(words) :], inks), _place(lines[len(words) :], inks, "goal")
    if len(lines) > rows - 3 - len(below):
        below, blank = [*filter(None, below)], []
        while lines[len(words) + 1 :] and not lines[len(words)].strip():
            del lines[len(words)]
        moves = [each for each in lines if _STEP(each)]
        lines = [each for each in lines[len(words) :] if each not in moves]
        words += moves
        room = max(3, rows - 1 - len(words) - len(below))
        half = room - 2  # two lines say how much is hidden
        board = len(lines) - len([*takewhile(_BESIDE, reversed(lines))])
        near = goal if any(goal) and abs(place[1] - goal[1]) < half else place
        middle = min((place[1] + near[1] - half) // 2, max(0, board - half))
        last = len(lines) - half
        page = max(-middle // half, min(-((middle - last) // half), page))
        top = max(0, min(last, middle + page * half))
        above = [_hidden(top, "above", "page up")]
        if not page and board <= room:  # the whole board, and what there is room for below it
            top, above, half = 0, [], max(board, room - 1)
        under = [_hidden(len(lines) - top - half, "below", "page down")] * (half < room)
        lines = words + above + lines[top : top + half] + under
    else:
        page = 0
    wide = max(map(len, lines), default=0)
    if wide >= columns:
        left = max(0, min(wide - columns + 1, place[0] - columns // 2))
    cut = [line[left : left + columns - 1] for line in lines]
    around = [line[: columns - 1] for line in (_plain(head), *below)]
    drawn = [_underlined(coloured(line, inks)) for line in cut]
    shown = [around[0], *blank, *drawn, *blank, *around[1:]]
    steer("\x1b[H\x1b[2J" + "\r\n".join(shown[:rows]))
    return page


_WORDS = re.compile(r"[a-z]|\d+ [a-z]").match
"""Whether a line above a picture says what the picture shows."""
_BESIDE = re.compile(r"[a-z(]|\S [a-z]{2}|$").match
"""Whether a line below a picture is of its legend; it gives way to the picture."""
_STEP = re.compile(r"\d+: ").match
"""Whether a line below a picture names the step that led to it."""


def _hidden(count: int, where: str, key: str) -> str:
    return f"... {counted(count, 'line')} {where}, {key}" if count > 0 else ""


def _place(lines: Sequence[str], inks: Mapping[str, str], wanted: str = "hero") -> tuple[int, int]:
    """The column and line of the one who moves, `@` or by inks, or of the goal; else 0, 0."""
    patterns = [pattern for pattern, ink in inks.items() if ink == wanted]
    for pattern in ["@"] * (wanted == "hero") + patterns:
        for number, line in enumerate(lines):
            if found := re.search(pattern, line):
                return found.start(), number
    return 0, 0


_RULE = re.compile(r" *\+(-+\+)+").fullmatch
"""Whether a line only stands between two rows of a board."""
_UNDER = "\x1f"
"""What a line ends with that is underlined instead; a picture has no control characters."""


def _dense(lines: Sequence[str]) -> list[str]:
    """The lines without those between rows, but for the first and the last of these."""
    rules = [number for number, line in enumerate(lines) if _RULE(line)][1:-1]
    marked = {number - 1 for number in rules}
    return [
        f"{line}{_UNDER}" if number in marked else line
        for number, line in enumerate(lines)
        if number not in rules
    ]


def _underlined(line: str) -> str:
    """The line, underlined from its first stroke on if it is marked and the terminal can do so."""
    if not line.endswith(_UNDER):
        return line
    line = line[:-1]
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return line
    before, stroke, after = line.partition("|")
    after = after.replace("\x1b[0m", "\x1b[0;4m")
    return f"{before}\x1b[4m{stroke}{after}\x1b[0m"


_waiting = bytearray()
"""Keys that were pressed but not handled yet."""


def _read_key(seconds: float | None) -> bytes | None:
    """The next key as the terminal sends it; None if none was pressed in time."""
    if not _waiting:
        if not _pressed(seconds):
            return None
        _waiting.extend(os.read(sys.stdin.fileno(), 1024))
    found = _KEY.match(_waiting)
    pressed = found[0] if found else b""
    del _waiting[: len(pressed)]
    return bytes(pressed)


def _pressed(seconds: float | None) -> bool:
    """Whether a key is pressed in time.

    A signal just before `select` is handled only after it, so it never waits long.
    """
    import select

    ending = math.inf if seconds is None else time.monotonic() + seconds
    while True:
        left = max(0.0, ending - time.monotonic())
        if select.select([sys.stdin], [], [], min(left, 1.0))[0]:
            return True
        if left <= 1.0:
            return False


@contextlib.contextmanager
def _keys_at_once() -> Iterator[None]:
    """Context with unbuffered, unechoed keys and the alternate screen; restores the terminal.

    It is also restored if a signal ends or stops the process.
    """
    import signal
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)

    def begin() -> None:
        tty.setcbreak(stdin)
        _at_once("\x1b[?1049h\x1b[?25l")

    def end() -> None:
        with contextlib.suppress(termios.error, OSError):  # the terminal may be gone
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
            _at_once("\x1b[?25h\x1b[?1049l")

    def ended(number: int, _frame: object) -> None:
        end()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def stopped(number: int, _frame: object) -> None:
        ended(number, None)  # returns when the process continues
        signal.signal(number, stopped)
        begin()
        _at_once("Press a key to go on.")

    kinds = {signal.SIGTERM: ended, signal.SIGHUP: ended, signal.SIGTSTP: stopped}
    handlers = {number: signal.signal(number, act) for number, act in kinds.items()}
    try:
        begin()
        yield
    finally:
        end()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _at_once(text: str) -> None:
    """Write to the terminal directly, as a signal may interrupt a write to standard output."""
    os.write(sys.stdout.fileno(), text.encode())


def _plain(text: str) -> str:
    """The text with control characters escaped."""
    return "\n".join(map(printable, text.split("\n")))
