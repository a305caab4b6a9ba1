"""Reads a sweep from TOML strictly: unknown names and wrong types are errors with a line."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from pylab import engines
from pylab.base.errors import PylabError, SourceError
from pylab.base.ranges import Range
from pylab.bench.sweep import AUTO, LIMITS, Puzzles, Sweep, SweepVariant
from pylab.core import options
from pylab.core.options import InvalidValue, Kind, Option
from pylab.core.question import converted
from pylab.family import registry
from pylab.text.source import Source
from pylab.text.toml import TomlReader

MOST_SEEDS = 100_000
MOST_REPETITIONS = 1_000_000


def _keys(**kinds: Kind) -> dict[str, Option]:
    """Keys of a table with the kinds of their values."""
    within = Range(1, MOST_REPETITIONS)
    return {
        name: Option(kind=kind, help="", flag="", name=name, entry=name, within=within)
        for name, kind in kinds.items()
    }


_SWEEP = _keys(name=Kind.WORD, tasks=Kind.WORDS, repetitions=Kind.WHOLE)
_PUZZLES = _keys(family=Kind.WORD, files=Kind.WORDS, tasks=Kind.WORDS, optional=Kind.FLAG)
_VARIANT = _keys(name=Kind.WORD, family=Kind.WORD, tasks=Kind.WORDS, asks=Kind.WORD)


class SweepError(SourceError):
    """A sweep's description is wrong."""


def read_sweep(source: Source) -> Sweep:
    """The sweep that a TOML text describes; docs/bench.md lists the keys.

    Raises SweepError with the line for anything that TOML or this format doesn't allow.
    """
    return _SweepReader(source, SweepError).sweep()


class _SweepReader(TomlReader):
    """Reads values from tables; errors have the place that names the value."""

    def sweep(self) -> Sweep:
        told = self.told
        limited = options.of(options.SWEEP)
        tables = ("instances", "variants", "configurations")
        self.known(told, (*_SWEEP, *(each.entry for each in limited), *tables))
        limits: dict[str, Any] = {
            each.field: self._limit(told, each, getattr(LIMITS, each.field) or 0)
            for each in limited
        }
        own = self._values(told, _SWEEP)
        name = own.get("name") or PurePath(self.source.name).stem
        if not re.fullmatch(r"[\w.-]+", name) or name.startswith("."):
            self.refuse("name", "a name of letters, digits, dots and hyphens", name)
        configurations = self._configurations(told)
        puzzles = tuple(self._puzzles(table) for table in self._each(told, "instances"))
        if not puzzles:
            raise SweepError("expected at least one table [[instances]]", self.source.place(0))
        variants = self._variants(told)
        variants = _configured(variants or [SweepVariant("default")], configurations)
        if len({(variant.family, variant.name) for variant in variants}) < len(variants):
            self.refuse("configurations", "other names for variants", "two that are the same")
        return Sweep(
            name=name,
            puzzles=puzzles,
            variants=tuple(variants),
            tasks=own.get("tasks", ()),
            repetitions=own.get("repetitions", 1),
            limits=replace(LIMITS, **limits),
        )

    def _puzzles(self, table: Mapping[str, Any]) -> Puzzles:
        self.known(table, (*_PUZZLES, "generate", "seeds"))
        generate = self.table(table, "generate") if "generate" in table else None
        own = self._values(table, _PUZZLES)
        files, family = own.get("files", ()), self._family(own)
        if (generate is None) == (not files):
            self.refuse("instances", "either files or generate", ", ".join(table) or "neither")
        if generate is not None and not family:
            self.refuse("generate", "a family beside it", "none")
        if generate is None and "seeds" in table:
            self.refuse("seeds", "generate beside it", "files")
        if generate is not None and "seeds" not in table:
            self.refuse("generate", "seeds beside it", "none")
        seeds = self._seeds(table.get("seeds", []))
        if generate is not None and not seeds:
            self.refuse("seeds", "at least one seed", "none")
        for key, value in (generate or {}).items():
            if value == []:
                self.refuse(key, "at least one value", "none")
        return Puzzles(
            family=family,
            files=files,
            generate=generate
            and {k: tuple(v) if isinstance(v, list) else (v,) for k, v in generate.items()},
            seeds=seeds,
            tasks=own.get("tasks", ()),
            optional=own.get("optional", False),
        )

    def _variants(self, told: Mapping[str, Any]) -> list[SweepVariant]:
        made: dict[tuple[str, str], SweepVariant] = {}
        for table in self._each(told, "variants"):
            variant = self._variant(table)
            same = [family for family, name in made if name == variant.name]
            if variant.family in same or (same and "" in (variant.family, *same)):
                self.refuse("name", "a name that no other variant has", variant.name)
            made[variant.family, variant.name] = variant
        return list(made.values())

    def _variant(self, table: Mapping[str, Any]) -> SweepVariant:
        means = {each.entry: each for each in options.of(options.VARIANT)}
        self.known(table, (*_VARIANT, *means, "options"))
        values = {means[name].field: v for name, v in self._values(table, means).items()}
        own = self._values(table, _VARIANT)
        known = (AUTO, *engines.names())
        engine = values.get("engine") or AUTO
        if engine not in known:
            self.refuse("engine", f"one of {', '.join(known)}", engine)
        if values.get("command"):
            if engine != AUTO:
                self.refuse("engine", "no engine beside a command", engine)
            engine = engines.COMMAND
        if not own.get("name"):
            raise SweepError("a variant needs a name", self.spot("variants"))
        family, tasks = self._family(own), own.get("tasks", ())
        for task in tasks if family else ():
            self._sound("tasks", registry.get(family).task, task)
        values |= {"engine": None if engine == AUTO else engine}
        values |= {"options": self._options(table, family)}
        chosen, limits = options.chosen(values)
        asks = own.get("asks") or ""
        return SweepVariant(own["name"], family, tasks, chosen, limits.models, asks)

    def _family(self, own: Mapping[str, Any]) -> str:
        """The name of an existing family; empty if there is none among these values."""
        name: str = own.get("family") or ""
        if name:
            self._sound("family", registry.get, name)
        return name

    def _sound(self, key: str, find: Callable[[str], object], name: str) -> None:
        """Raises SweepError at the key if `find` raises an error for the name."""
        try:
            find(name)
        except PylabError as error:
            raise SweepError(str(error), self.spot(key)) from None

    def _values(self, table: Mapping[str, Any], known: Mapping[str, Option]) -> dict[str, Any]:
        """The values of those of these keys that a table has. Raises SweepError."""
        return {name: self._value(known[name], table[name]) for name in table if name in known}

    def _value(self, option: Option, value: Any) -> Any:
        """An option's value. Raises SweepError if it is invalid."""
        try:
            return option.value(value, option.entry)
        except InvalidValue as misfit:
            self.refuse(misfit.name, misfit.expected, misfit.found)
        except PylabError:
            self.refuse(option.entry, option.expected, value)

    def _options(self, table: Mapping[str, Any], family: str) -> Mapping[str, Any]:
        """Values for options of the family, or of any family, with their types checked."""
        told = self.table(table, "options")
        for listing in registry.listings():
            for each in listing.options if family in ("", listing.name) else ():
                if each.name in told:
                    try:
                        converted(each, told[each.name])
                    except InvalidValue as misfit:
                        self.refuse(misfit.name, misfit.expected, misfit.found)
        return told

    def _limit(self, told: Mapping[str, Any], option: Option, default: float) -> float | None:
        """A limit of all jobs; 0 means no limit, which is None here."""
        value = told.get(option.entry, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and not value:
            return None
        try:
            return option.value(value)  # type: ignore[no-any-return]
        except PylabError:
            whole = f"an integer from 0 to {option.within.most}"
            words = whole if option.kind is Kind.WHOLE else "a number from 0 (no limit)"
            self.refuse(option.entry, words, value)

    def _configurations(self, told: Mapping[str, Any]) -> list[tuple[str, ...]]:
        found = told.get("configurations", [])
        if not isinstance(found, list) or not all(isinstance(c, str) for c in found):
            self.refuse("configurations", "a list of strings of clingo's options", found)
        made = [tuple(text.split()) for text in found]
        if len(set(made)) < len(made):
            self.refuse("configurations", "each of them once", found)
        return made

    def _each(self, told: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
        """The tables of this name, one after the other; errors are located in the current one."""
        tables = told.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            self.refuse(name, f"tables [[{name}]]", tables)
        starts = [
            m.start()
            for m in re.finditer(rf"(?m)^[ \t]*\[\[[ \t]*{name}[ \t]*\]\]", self.source.text)
        ]
        for index, table in enumerate(tables):
            self._start = starts[index] if index < len(starts) else 0
            yield table
        self._start = 0

    def _seeds(self, value: object) -> tuple[int, ...]:
        """The seeds in a list of integers, or in a text such as `1-20`."""
        if isinstance(value, str) and (found := re.fullmatch(r"(\d{1,9})-(\d{1,9})", value)):
            first, last = int(found[1]), int(found[2])
            if first <= last < first + MOST_SEEDS:
                return tuple(range(first, last + 1))
        if isinstance(value, list) and all(type(seed) is int for seed in value):
            return tuple(value)
        self.refuse("seeds", 'a list of integers or a range such as "1-20"', value)


def _configured(
    variants: Sequence[SweepVariant], configurations: Sequence[tuple[str, ...]]
) -> list[SweepVariant]:
    """Each variant that clingo may answer, with each list of options; others as they are."""
    if not configurations:
        return list(variants)
    made = []
    for variant, words in itertools.product(variants, configurations):
        if variant.means.engine and not engines.get(variant.means.engine).tunable:
            made += [variant] if variant not in made else []
        else:
            made.append(with_options(variant, words))
    return made


def with_options(variant: SweepVariant, words: Sequence[str]) -> SweepVariant:
    """The variant with more options for clingo, which are added to its name."""
    name = " ".join([variant.name, *words])
    means = replace(variant.means, clingo_options=(*variant.means.clingo_options, *words))
    return replace(variant, name=name, means=means)
