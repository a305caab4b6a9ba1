"""The options of a question, each defined once as a field of `Means` or `Limits`.

The command line, sweeps' files, notebooks, the keys of jobs, JSON, completion and the table in
docs/commands.md are derived from them. Independent of front ends; loads neither click nor clingo.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pylab.base import faults, ranges
from pylab.base.errors import PylabError, SourceError, short
from pylab.base.listing import signature
from pylab.base.ranges import Range
from pylab.encoding.clingo_options import CONSEQUENCES, OPT_MODES

if TYPE_CHECKING:
    import threading

    from pylab.base.finding import Progress
    from pylab.core.puzzle import Puzzle

    Files = Sequence[str | Path] | str | Path

THEORIES = ("clingo-dl", "clingcon")
"""Theories for clingo, each a package of its own."""


class Kind(Enum):
    """The type of an option's values."""

    WORD = auto()
    FILE = auto()
    FILES = auto()
    WORDS = auto()
    PREDICATES = auto()
    """Texts such as `push/3`."""
    COMMAND = auto()
    """Words; on the command line they are one text, which is split as by a shell."""
    PAIRS = auto()
    FLAG = auto()
    SECONDS = auto()
    WHOLE = auto()


class Need(Enum):
    """What an engine must support for the option to have an effect."""

    NOTHING = auto()
    ENCODING = auto()
    CLINGO = auto()


class Key(Enum):
    """How an option contributes to the key of a sweep's job."""

    VALUE = auto()
    CONTENT = auto()
    """By the content that it names, such as the statements of a file."""
    NOTHING = auto()
    """Not at all: it changes no answer."""


ASK, SOLVE, DRAW, PROVE, COMPARE = "ask", "solve", "draw", "prove", "compare"
"""Users of options: questions, `pylab solve` and notebooks alone, proofs of claims, comparisons."""

VARIANT, SWEEP = "variant", "sweep"
"""Variants of a sweep, a whole sweep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The description of an option for front ends.

    Attributes:
        kind: what values it takes.
        help: what it does, in a sentence or two.
        flag: on the command line.
        name: the argument of a notebook; empty if notebooks don't have it.
        entry: the key in a sweep's file.
        field: of `Means` or `Limits`.
        metavar: the placeholder for a value in help.
        choices: all values that a word can have; empty for any.
        within: the range of a whole number.
        need: what an engine must be able to use.
        key: how it takes part in the key of a job.
        users: who takes it.
    """

    kind: Kind
    help: str
    flag: str
    name: str
    entry: str
    field: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()
    within: Range[int] = ranges.MODELS
    need: Need = Need.NOTHING
    key: Key = Key.VALUE
    users: tuple[str, ...] = (ASK, COMPARE, VARIANT)

    @property
    def noun(self) -> str:
        """The name of a single value, in messages and for completion."""
        return self.name.removesuffix("s")

    @property
    def repeatable(self) -> bool:
        """Whether the command line may have it several times."""
        return self.kind in (Kind.FILES, Kind.WORDS, Kind.PREDICATES, Kind.PAIRS)

    @property
    def expected(self) -> str:
        """The values that it accepts, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind is Kind.WHOLE:
            return f"an integer from {self.within.least} to {self.within.most}"
        return _EXPECTED[self.kind]

    def value(self, given: Any, name: str = "") -> Any:
        """Convert a value from a notebook or a sweep file to the type of this option's field.

        Raises PylabError for an unsuitable value; the message calls it `name`, by default the
        option's name.
        """
        name = name or self.name
        if isinstance(given, str) and self.kind is Kind.PREDICATES:
            given = given.split()
        if self.kind is Kind.SECONDS and not isinstance(given, bool):
            return ranges.seconds(name, given)
        if self.kind is Kind.WHOLE and not isinstance(given, bool):
            return ranges.whole(name, given, self.within)
        if self.kind is Kind.PAIRS and isinstance(given, Mapping):
            for each, value in given.items():
                if isinstance(value, bool | float | list | dict) or value is None:
                    raise InvalidValue(each, "an integer or a name", value)
            return {str(each): str(value) for each, value in given.items()}
        if self.kind is Kind.FLAG and isinstance(given, bool):
            return given
        if self.kind in _SERIES and isinstance(given, Sequence) and not isinstance(given, str):
            if not all(isinstance(each, str) for each in given):
                raise InvalidValue(name, self.expected, given)
            if not all(each.strip() and "\0" not in each for each in given):
                raise InvalidValue(name, "strings that are neither empty nor contain NUL", given)
            if self.kind is Kind.PREDICATES and not all(map(signature, given)):
                wrong = next(each for each in given if not signature(each))
                raise InvalidValue(name, self.expected, wrong)
            return tuple(given)
        if self.kind in (Kind.WORD, Kind.FILE) and isinstance(given, str):
            return (one_of(("", *self.choices), name, given) if self.choices else given) or None
        raise InvalidValue(name, self.expected, given)


_SERIES = (Kind.FILES, Kind.WORDS, Kind.PREDICATES, Kind.COMMAND)

_EXPECTED = {
    **dict.fromkeys((Kind.WORD, Kind.FILE), "a string"),
    **dict.fromkeys(_SERIES, "a list of strings"),
    Kind.COMMAND: 'a list of strings, such as ["clasp", "{ground}"],',
    Kind.PREDICATES: "predicates with their numbers of arguments, such as push/3,",
    Kind.PAIRS: 'a table of names and values, such as {"n": 3},',
    Kind.FLAG: "true or false",
    Kind.SECONDS: "a number of seconds",
}

_METAVARS = {
    **dict.fromkeys((Kind.FILE, Kind.FILES), "FILE.lp"),
    Kind.WORD: "NAME",
    Kind.WORDS: "OPTION",
    Kind.PREDICATES: "PREDICATE/N",
    Kind.COMMAND: "WORDS",
    Kind.PAIRS: "NAME=VALUE",
    Kind.FLAG: "",
    Kind.SECONDS: "SECONDS",
    Kind.WHOLE: "N",
}


class InvalidValue(PylabError):
    """An invalid value of an option.

    Attributes:
        name: the option's name, or the name within it that has the value.
        expected, found: the accepted values, in words, and the invalid one.
    """

    def __init__(self, name: str, expected: str, found: object) -> None:
        super().__init__(name, expected, found)
        self.name, self.expected, self.found = name, expected, found

    def __str__(self) -> str:
        return f"expected {self.expected} for {self.name}, found {short(repr(self.found))}"


def one_of(choices: Sequence[str], name: str, given: Any) -> Any:
    """The given value of the option with this name. Raises InvalidValue if it is not listed."""
    if given not in choices:
        raise InvalidValue(name, f"one of {', '.join(filter(None, choices))}", given)
    return given


def _option(
    kind: Kind, flag: str, words: str, *, name: str = "", default: Any = None, **more: Any
) -> Any:
    """A field with its option; by default, argument and key have the name of the flag."""
    name = name or flag.strip("-").replace("-", "_")
    more = {"entry": name, "metavar": _METAVARS[kind], **more}
    told = {"option": Option(kind=kind, help=words, flag=flag, name=name, **more)}
    if kind is Kind.PAIRS:
        return field(default_factory=dict, metadata=told)
    empty = () if kind in _SERIES else False if kind is Kind.FLAG else default
    return field(default=empty, metadata=told)


@dataclass(frozen=True, slots=True)
class Means:
    """The engine, encoding and other settings for answering a question.

    Each field is an option of the command line, except:

    Attributes:
        options: values for the family's `adapt`, besides those in the headers of overlays.
        detailed: whether to note clingo's statistics of each call of the solver.
    """

    # fmt: off
    engine: str | None = _option(
        Kind.WORD, "--engine",
        "What looks for answers: clingo with the encoding, the native search, or both side by "
        "side. By default, the family chooses by task and size.",
        users=(ASK, PROVE, VARIANT))
    command: tuple[str, ...] = _option(
        Kind.COMMAND, "--engine-command",
        "Another solver, run without a shell: 'clingo {models}', 'clasp {ground}', "
        "'gringo {program} | clasp'; see docs/solvers.md.",
        name="command", key=Key.CONTENT, users=(ASK, PROVE, VARIANT))
    encoding: str | None = _option(
        Kind.FILE, "--encoding", "An encoding instead of the task's own.",
        need=Need.ENCODING, key=Key.CONTENT, users=(ASK, VARIANT))
    overlays: tuple[str, ...] = _option(
        Kind.FILES, "--with", "Rules laid over the encoding.",
        name="overlays", entry="with", key=Key.CONTENT)
    judges: tuple[str, ...] = _option(
        Kind.FILES, "--judge", "A program that judges each answer, too.",
        name="judges", key=Key.CONTENT)
    constants: Mapping[str, str] = _option(
        Kind.PAIRS, "-c", "A value for one of the encoding's #const.",
        name="constants", need=Need.ENCODING)
    steps: int | None = _option(
        Kind.WHOLE, "--steps",
        "Search a stepwise encoding up to step N only; longer answers stay possible.",
        within=Range(0, 1_000_000), need=Need.ENCODING, users=(SOLVE, COMPARE, VARIANT))
    clingo_options: tuple[str, ...] = _option(
        Kind.WORDS, "--clingo-option", "An option for clingo, such as --configuration=trendy.",
        name="clingo_options", entry="clingo", need=Need.CLINGO)
    threads: int | None = _option(
        Kind.WHOLE, "--threads",
        "Search threads of clingo; with several, another answer may come first.",
        within=Range(1, 64), need=Need.CLINGO)
    theory: str = _option(
        Kind.WORD, "--theory",
        "The theory of an overlay's theory atoms; needs pip install 'pylab-asp[dl]'.",
        default="", choices=THEORIES, need=Need.CLINGO)
    scripts: bool = _option(
        Kind.FLAG, "--allow-scripts", "Run scripts in encodings.",
        entry="scripts", key=Key.NOTHING)
    consequences: str = _option(
        Kind.WORD, "--consequences",
        "Instead of answers, the atoms that are in some answer (brave) or in every one (cautious).",
        default="", choices=CONSEQUENCES, need=Need.CLINGO, users=(SOLVE, DRAW, VARIANT))
    on: tuple[str, ...] = _option(
        Kind.PREDICATES, "--on", "With --consequences: atoms of these predicates, shown or not.",
        need=Need.CLINGO, users=(SOLVE, VARIANT))
    project: tuple[str, ...] = _option(
        Kind.PREDICATES, "--project",
        "Answers that agree in the atoms of these predicates count once.",
        need=Need.CLINGO, users=(SOLVE, VARIANT))
    optima: bool = _option(
        Kind.FLAG, "--optima", "All optimal answers, or as many as --models says.",
        users=(SOLVE, VARIANT))
    opt_mode: str = _option(
        Kind.WORD, "--opt-mode",
        "Optimal answers, one or as many as --models says (opt), or all (optN, as --optima); or "
        "answers at any cost (ignore).",
        default="", choices=OPT_MODES, need=Need.CLINGO, users=(SOLVE, VARIANT))
    # fmt: on
    options: Mapping[str, Any] = field(default_factory=dict)
    detailed: bool = False

    @property
    def given(self) -> list[Option]:
        """The options whose values are not the defaults."""
        values = ((f.name, getattr(self, f.name)) for f in fields(self) if f.name in TABLE)
        return [TABLE[n] for n, v in values if v or type(v) is int]

    @property
    def all_constants(self) -> Mapping[str, str]:
        """The constants, with `imax`, one more than the last step, for a number of steps.

        Raises PylabError if both are given.
        """
        if self.steps is None:
            return self.constants
        if "imax" in self.constants:
            raise PylabError("--steps and the constant imax say the same: give one of them")
        return {**self.constants, "imax": str(self.steps + 1)}

    def placed(self, located: Callable[[str], str]) -> Means:
        """The means with the names of files replaced by this function."""
        values: dict[str, Any] = {}
        for each in self.given:
            value = getattr(self, each.field)
            if each.kind is Kind.FILE:
                values[each.field] = located(value)
            elif each.kind is Kind.FILES:
                values[each.field] = tuple(map(located, value))
        return replace(self, **values)

    @property
    def all_optima(self) -> bool:
        """Whether all optimal answers are asked for."""
        return self.optima or self.opt_mode == "optN"

    @property
    def foreign(self) -> bool:
        """Whether an encoding or overlays are given, so that other rules may take part."""
        return bool(self.encoding or self.overlays)

    @property
    def needs_encoding(self) -> bool:
        """Whether an option is given that has no effect on a search without an encoding."""
        return any(each.need is not Need.NOTHING for each in self.given)

    @property
    def clingo_arguments(self) -> tuple[str, ...]:
        """All options for clingo, including the number of threads."""
        parallel = (f"--parallel-mode={self.threads}",) if self.threads else ()
        return (*self.clingo_options, *parallel)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an answer; None means no limit, or the task's own number of `models`."""

    # fmt: off
    seconds: float | None = _option(
        Kind.SECONDS, "--time-limit",
        "Wall-clock seconds; then the search ends with what is known.",
        users=(ASK, PROVE, COMPARE, SWEEP))
    megabytes: int | None = _option(
        Kind.WHOLE, "--memory-limit",
        "Limit of the address space, including Python and clingo, in units of 2**20 bytes.",
        metavar="MB", within=ranges.MEGABYTES, users=(ASK, PROVE, COMPARE, SWEEP))
    models: int | None = _option(
        Kind.WHOLE, "--models", "The number of answers; 0 for all.", within=ranges.MODELS,
        users=(ASK, VARIANT))
    cpu_seconds: float | None = _option(
        Kind.SECONDS, "--cpu-limit",
        "CPU time of all threads; by default, the time limit for each thread.", users=(SWEEP,))
    # fmt: on


def _table() -> Iterator[tuple[str, Option]]:
    for each in (*fields(Means), *fields(Limits)):
        if "option" in each.metadata:
            yield each.name, replace(each.metadata["option"], field=each.name)


TABLE: Mapping[str, Option] = dict(_table())
"""All options by the names of their fields."""


def of(*users: str) -> list[Option]:
    """The options of the users, such as `ASK` and `SOLVE`, in order."""
    return [each for each in TABLE.values() if not {*users}.isdisjoint(each.users)]


def flag(name: str) -> str:
    """The flag of a family's option, for the command line and all messages.

    >>> flag("no_undo")
    '--no-undo'
    """
    return f"--{name.replace('_', '-')}"


def renamed(message: str, part: str = "name") -> str:
    """A message with the names of another front end instead of the command line's flags.

    Args:
        part: the attribute of `Option` that is the name: `name` or `entry`.

    >>> renamed("--theory is for --engine clingo; use --models 0 or `pylab solve --models 0`")
    'theory is for engine="clingo"; use models=0 or `pylab solve --models 0`'
    >>> renamed("--no-way is no option of alice")
    'no_way is no option of alice'
    >>> renamed("use --clingo-option=--seed=3")
    'use clingo_options=["--seed=3"]'
    """
    if "--" not in message:
        return message
    from pylab.family import registry

    own = {each.name for listing in registry.listings() for each in listing.options}
    names = {flag(each): each for each in (*own, "task", "family", "random")}
    names |= {each.flag: getattr(each, part) for each in TABLE.values()}
    valued = {each.flag for each in TABLE.values() if each.kind is Kind.WORD and not each.choices}

    def name(found: re.Match[str]) -> str:
        written, own, word, value = found.group(0, 1, 2, 3)
        if own is not None:
            return f'{names["--clingo-option"]}=["{own}"]'
        if word not in names:
            unknown = message[found.end(2) :].startswith(" is no option of ")
            return written.replace(word, word[2:].replace("-", "_")) if unknown else written
        if value is None or not (word in valued or value.isdigit()):
            return written.replace(word, names[word], 1)
        shown = value if value.isdigit() else f'"{value}"'
        return f"{names[word]}={shown}"

    flags = r"(?<![\w-])(--[a-z][a-z-]*|-c(?= is))(?: ([\w-]+))?"
    return re.sub(rf"`[^`]*`|--clingo-option=([\w=,.-]*\w)|{flags}", name, message)


@contextlib.contextmanager
def noted() -> Iterator[None]:
    """As `faults.noted`, and errors name arguments, not the command line's flags; a decorator."""
    try:
        with faults.noted():
            yield
    except PylabError as error:
        error.args = tuple(renamed(e) if isinstance(e, str) else e for e in error.args)
        if isinstance(error, SourceError):
            error.message = renamed(error.message)
        raise


def chosen(values: Mapping[str, Any]) -> tuple[Means, Limits]:
    """Means and limits with these values of their fields; None means the default."""
    known = {name: value for name, value in values.items() if value is not None}
    limits = {each.name: known.pop(each.name) for each in fields(Limits) if each.name in known}
    return Means(**known), Limits(**limits)


def read(named: Mapping[str, Any], *users: str) -> tuple[Means, Limits]:
    """Means and limits from a notebook's arguments; other names are the family's options.

    Raises PylabError for invalid values.
    """
    arguments = {each.name: each for each in of(*users or (ASK, SOLVE))}
    values: dict[str, Any] = {
        arguments[name].field: arguments[name].value(value)
        for name, value in named.items()
        if name in arguments and value is not None
    }
    rest = {name: value for name, value in named.items() if name not in arguments}
    return chosen({**values, "options": rest})


def arguments(
    puzzle: Puzzle | str | Path,
    task: str | None = None,
    *,
    family: str | None = None,
    engine: str | None = None,
    command: Sequence[str] = (),
    encoding: str | Path | None = None,
    overlays: Files = (),
    judges: Files = (),
    constants: Mapping[str, object] | None = None,
    clingo_options: Sequence[str] = (),
    steps: int | None = None,
    threads: int | None = None,
    theory: str | None = None,
    allow_scripts: bool = False,
    consequences: str | None = None,
    on: Sequence[str] | str = (),
    project: Sequence[str] | str = (),
    optima: bool = False,
    opt_mode: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    models: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    stop: threading.Event | None = None,
    raise_invalid: bool = False,
    **options: Any,
) -> None:
    """The arguments of a notebook's questions, for their types; never called."""
