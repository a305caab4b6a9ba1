"""Reads TOML strictly: unknown names and wrong values are errors with the place of the name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from pylab.base.errors import Place, SourceError, near, short
from pylab.text.source import Source

_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)")


class TomlReader:
    """A TOML text, and errors that name places in it.

    Attributes:
        source: the text.
        told: its values.
        error: the class of errors.
    """

    def __init__(self, source: Source, error: type[SourceError] = SourceError) -> None:
        """Parse the text. Raises `error` with the place for anything that TOML doesn't allow."""
        self.source, self.error = source, error
        self._start = 0
        self.told = self._parsed()

    def _parsed(self) -> Mapping[str, Any]:
        try:
            return tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as error:
            raise self._syntax_error(str(error)) from None
        except ValueError:  # Python limits the number of digits of integers
            long = re.search(r"[\d_]{4000,}", self.source.text)
            at = self.source.place(long.start() if long else 0)
            raise self.error("expected a number of fewer digits", at) from None
        except RecursionError:
            message = "expected lists that are nested less deeply"
            raise self.error(message, self.source.place(0)) from None

    def _syntax_error(self, message: str) -> SourceError:
        found = _POSITION.fullmatch(message)
        if found is None:
            return self.error(f"{self.source.name}: {message}")
        lines = self.source.text.split("\n")
        line = int(found[2]) if found[2] else len(lines)
        offset = sum(len(each) + 1 for each in lines[: line - 1])
        offset += int(found[3]) - 1 if found[3] else len(lines[-1])
        return self.error(found[1], self.source.place(min(offset, len(self.source.text))))

    def known(self, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Raises an error at the first name in a table that is none of the known ones."""
        for name in table:
            if name not in known:
                hint = near(name, known)
                told = f"there is no key {name} here{hint}; the keys are {', '.join(known)}"
                raise self.error(short(told, 600), self.spot(name))

    def table(self, table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """The table of that name in a table; empty if there is none."""
        value = table.get(name, {})
        if not isinstance(value, dict):
            self.refuse(name, "a table { … }", value)
        return value

    def refuse(self, name: str, expected: str, found: object) -> NoReturn:
        """Raises an error at the name, with the value as in TOML."""
        shown = str(found).lower() if isinstance(found, bool) else short(repr(found))
        raise self.error(f"expected {expected} for {name}, found {shown}", self.spot(name))

    def spot(self, name: str) -> Place:
        """The place of the name in the current table, as a key if possible."""
        word = re.escape(name)
        spot = None
        for pattern in (
            rf"(?m)^[^#\n]*?(?<![\w\"'-])(?P<key>([\"']?){word}\2)[ \t]*+[=.]",
            rf"(?m)^[ \t]*+\[+[ \t]*+(?P<key>{word})[ \t]*+\]",
            rf"(?<![\w\"'-])(?P<key>{word})(?![\w-])",
        ):
            spot = spot or re.compile(pattern).search(self.source.text, self._start)
        return self.source.place(spot.start("key") if spot else self._start)
