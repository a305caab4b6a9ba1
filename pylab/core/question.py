"""Questions: a task for an instance, the means to answer it, and limits. Engines answer them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pylab.base import resources
from pylab.base.errors import EncodingError, InstanceError, PylabError, near
from pylab.base.listing import Parameter, Task
from pylab.core import options as table
from pylab.core.judge import accepted
from pylab.core.options import TABLE, InvalidValue, Limits, Means, flag
from pylab.encoding import files
from pylab.encoding import program as encodings
from pylab.encoding.places import in_head, named, shown
from pylab.encoding.program import INCMODE_CONSTANTS, Encoding
from pylab.family.table import Family
from pylab.text.facts import Fact

if TYPE_CHECKING:
    from pylab.core.puzzle import Puzzle

__all__ = ["Judge", "Limits", "Means", "Question", "adapted", "converted", "typed"]


@dataclass(frozen=True, slots=True)
class Judge:
    """A program that judges answers, in addition to the family's checker or instead of it."""

    program: Encoding
    replaces: bool


@dataclass(frozen=True)
class Question:
    """A task for an instance, and how to answer it.

    Attributes:
        family, task: the family and its task.
        given: the instance as it was read; None before that, for instance in planning a sweep.
        means, limits: how to answer it.
        started: the start of its time limit, as a time of `time.monotonic`.
    """

    family: Family[Any, Any]
    given: Any
    task: Task
    means: Means = field(default_factory=Means)
    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        task: Task | str | None = None,
        means: Means | None = None,
        limits: Limits | None = None,
        *,
        started: float | None = None,
        **named: Any,
    ) -> Question:
        """A question about a puzzle; all questions are made here.

        Args:
            puzzle: the puzzle.
            task: the task or its name; by default the family's first one.
            means, limits: how to answer it.
            started: the start of its time limit; by default now.
            named: a notebook's arguments, instead of means and limits.

        Raises PylabError for a task that the family doesn't have, and for invalid values of
        options.
        """
        if named:
            if means or limits:
                raise TypeError("expected either means and limits or their values by names")
            means, limits = table.read(named)
        return cls(
            puzzle.family,
            puzzle.instance,
            task if isinstance(task, Task) else puzzle.family.task(task or puzzle.task),
            means or Means(),
            limits or Limits(),
            time.monotonic() if started is None else started,
        )

    def __getstate__(self) -> dict[str, Any]:
        """The fields, without cached properties, for pickles and copies."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __repr__(self) -> str:
        return f"<Question: {self.family.name}, {self.task.name}>"

    @property
    def wanted(self) -> int:
        """The number of witnesses: as asked for, else the task's own; 0 for all."""
        if self.limits.models is not None:
            return self.limits.models
        whole = self.means.all_optima or self.means.consequences
        return 0 if whole else self.task.models

    @property
    def own_rules(self) -> bool:
        """Whether no rules take part but those of the family: no overlay, and no other encoding."""
        if self.means.overlays or not self.means.encoding:
            return not self.means.overlays
        name = self.family.name
        named = (each.encoding for each in self.family.tasks)
        own = {files.own(f"{name}/{each}", name).resolve() for each in named if each}
        return self.entry is not None and self.entry.resolve() in own

    @property
    def distinct(self) -> bool:
        """Whether equal witnesses count once: a user's encoding of a family in Python may have
        several answer sets for one. In programs of the user's own each answer set counts.
        """
        return self.means.foreign and self.family.as_written is None

    @cached_property
    def overlays(self) -> tuple[Path, ...]:
        """The paths of the overlays. Raises EncodingError, also for the name of a task's entry."""
        family, laid = self.family.name, self.means.overlays
        found = tuple(files.find(name, family).absolute() for name in laid)
        by_name = {
            each for name, each in zip(laid, found, strict=True) if each != Path(name).absolute()
        }
        for task in self.family.tasks if by_name else ():
            if task.encoding and files.own(f"{family}/{task.encoding}", family) in by_name:
                told = f"{family}/{task.encoding} is no overlay: it is the entry"
                raise EncodingError(f"{told} of --task {task.name}")
        files.refuse_twice(found)
        return found

    @cached_property
    def entry(self) -> Path | None:
        """The encoding's entry file; None if the task has no encoding. Raises EncodingError."""
        family = self.family.name
        if self.means.encoding:
            return files.find(self.means.encoding, family)
        return files.own(f"{family}/{own}", family) if (own := self.task.encoding) else None

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """The family's options: the user's override those in headers. Raises EncodingError."""
        entry = [self.entry] if self.means.encoding and self.entry else []
        heads = [*entry, *self.overlays]
        if entry and "program" in self.__dict__:
            given = self.program.options
        else:
            given = files.options(heads)
        for mistake in mistaken(self.family, given, heads):
            raise mistake
        own = typed(self.family, self.means.options)
        for path in filter(files.is_listed, self.overlays):
            for name, value in typed(self.family, files.header(path).options).items():
                for other in (own.get(name, value), typed(self.family, given)[name]):
                    if other != value:
                        told = f"--with {path.name} sets {flag(name)} to {value}"
                        raise PylabError(f"{told}, and it is also set to {other}: leave out one")
        return typed(self.family, given) | own

    @cached_property
    def instance(self) -> Any:
        """The instance under all options. Raises InstanceError and EncodingError."""
        found = adapted(self.family, self.given, self.options)
        if self.family.as_written and self.means.constants:
            return found.under(self.means.constants)
        return found

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts for engines, in addition to the program."""
        found: Sequence[Fact] = (
            self.instance.facts if self.family.as_written else self.family.facts(self.instance)
        )
        return found

    @property
    def constants(self) -> Mapping[str, str]:
        """Values for the program's `#const`s, including those of a user's own instance."""
        if self.family.as_written is None:
            return self.means.all_constants
        limited = replace(self.means, constants=dict(self.instance.constants))
        return limited.all_constants

    @cached_property
    def program(self) -> Encoding:
        """The encoding for clingo, without overlays that only this instance needs.

        Raises EncodingError, also for constants that it doesn't declare, and PylabError for a
        task without an encoding.
        """
        if self.entry is None:
            name, task = self.family.name, self.task.name
            raise PylabError(f"{name} answers {task} by --engine native only")
        whole = self.family.as_written is not None
        found = encodings.load(self.entry, self.overlays, self.means.scripts, as_clingo=whole)
        self._refuse_steps(found)
        if not whole:
            found.check_constants(self.means.all_constants)
        return found

    def _refuse_steps(self, program: Encoding) -> None:
        if self.means.steps is not None and not program.stepwise:
            raise PylabError(f"--steps is for stepwise programs; {shown(program.entry)} is not one")

    @cached_property
    def encoding(self) -> Encoding:
        """The encoding for clingo and this instance. Raises EncodingError."""
        if self.family.as_written is not None:
            found = self.program
            there = {found.entry, *found.overlays}
            if rules := [path for path in self.instance.rules if path not in there]:
                laid = list(dict.fromkeys([*found.overlays, *rules]))
                found = encodings.load(found.entry, laid, self.means.scripts, as_clingo=True)
            found.check_constants(self.constants)
            if on := self.program.projecting:
                found = found.projected(on, shown=self.program.shows)
            return found
        missing = self._missing_overlays(self.program.overlays)
        if not missing:
            return self.program
        overlays = [*self.program.overlays, *missing]
        return encodings.load(self.program.entry, overlays, self.means.scripts)

    def _missing_overlays(self, laid: Sequence[Path]) -> list[Path]:
        """The overlays for the instance's rules that are not among those laid already."""
        names = self.family.overlays(self.instance)
        needed = [files.own(name, self.family.name).absolute() for name in names]
        return [path for path in needed if path not in laid]

    @cached_property
    def judges(self) -> tuple[Judge, ...]:
        """The judges of the answers, apart from the family's checker.

        Raises EncodingError, also for a judge that uses unknown predicates, or can't object.
        """
        found = {files.find(name, self.family.name): False for name in self.means.judges}
        own = [self.entry] if self.means.encoding and self.entry else []
        found |= files.judges([*own, *self.overlays])
        scripts = self.means.scripts
        programs = {path: encodings.load(path, (), scripts) for path in found}
        return tuple(Judge(accepted(programs[p], self.family), r) for p, r in found.items())

    @cached_property
    def unknown_rules(self) -> tuple[str, ...]:
        """The sources of rules that the family's checker doesn't know; empty if there are none.

        This alone decides whether claims about all answers (that there is none, that none costs
        less) may be certified or checked. The checker knows the puzzle's own rules and those that
        options set, such as the options of a shipped overlay. It doesn't know another encoding,
        the user's rules, constants, or a judge's requirements. Raises EncodingError.
        """
        means, found = self.means, list[str]()
        if other := self.other_entry:
            found.append(named(other.absolute()))
        found += (named(path) for path in self.overlays if not self._known_by_options(path))
        found += (f"-c {name}" for name in means.constants if name not in INCMODE_CONSTANTS)
        found += (shown(judge.program.entry) for judge in self.judges)
        return tuple(dict.fromkeys(found))

    def _known_by_options(self, overlay: Path) -> bool:
        """Whether options tell the checker everything that an overlay changes."""
        head = files.header(overlay)
        if resources.named(overlay):
            given = typed(self.family, head.options)
            in_force = all(self.options[name] == value for name, value in given.items())
            listed = files.is_listed(overlay)
            return head.keeps_rules or listed or (bool(given) and in_force)
        return not (head.replaces or encodings.has_rules(overlay))

    @property
    def other_objectives(self) -> bool:
        """Whether an encoding or overlay is given that may minimise something of its own."""
        others = [encodings.load(path, (), self.means.scripts, False) for path in self.overlays]
        return self.other_entry is not None or any(each.optimising for each in others)

    @property
    def other_units(self) -> bool:
        """Whether what is minimised may be another thing than the family's own encodings do."""
        shipped = all(map(resources.named, self.overlays))
        return self.other_objectives and not (shipped and not self.other_entry)

    @property
    def other_entry(self) -> Path | None:
        """The encoding that is given, unless it is the task's own."""
        if not self.means.encoding or self.entry is None:
            return None
        own = resources.encodings(self.family.name) / self.task.encoding
        return self.entry if self.entry.resolve() != own.resolve() else None

    @property
    def changed(self) -> bool:
        """Whether an encoding is given or an overlay has the user's rules. Raises EncodingError."""
        return bool(self.means.encoding) or any(
            not resources.named(overlay) and encodings.has_rules(overlay)
            for overlay in self.overlays
        )

    @cached_property
    def counts(self) -> str:
        """The definition of what counts as one answer, by the family or the encodings' headers."""
        if self.means.project:
            return f"projected to {', '.join(self.means.project)}"
        if not self.means.encoding:
            told = self.family.counts(self.instance, self.task)
            if told:
                return told
        if self.family.as_written is not None:
            return self.program.counts if self.entry else ""
        missing = self._missing_overlays(self.overlays)
        if "program" in self.__dict__ and not missing:
            return self.program.counts
        return encodings.counts(self.entry, (*self.overlays, *missing)) if self.entry else ""

    @property
    def seconds_left(self) -> float | None:
        """The seconds left of the time limit, always above 0; None without a limit."""
        if self.limits.seconds is None:
            return None
        return max(0.001, self.started + self.limits.seconds - time.monotonic())

    def with_program(self, known: Encoding) -> Question:
        """The same question with this program, for asking about many instances.

        Raises PylabError if a number of steps is given and the program is not stepwise.
        """
        self._refuse_steps(known)
        other = replace(self)
        other.__dict__["program"] = known
        return other


def typed(family: Family[Any, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Options, given as text or values, converted to the types of the family's `adapt`.

    Raises PylabError for a name that the family doesn't know, InvalidValue for an invalid value.
    """
    values = {}
    for name, value in options.items():
        option = family.option_named.get(name)
        if option is None:
            known = ", ".join(map(flag, sorted(family.option_named))) or "none"
            shared = {each.name for each in TABLE.values()} - {name}
            hint = near(name, [*family.option_named, *sorted(shared)])
            renamed = flag(name) in {each.flag for each in TABLE.values()}  # in other front ends
            given = name if renamed else flag(name)
            why = f"is no option of {family.name}{hint}; its options are {known}"
            raise PylabError(f"{given} {why}")
        values[name] = converted(option, value)
        if value == "":  # which would be as if it were not given
            raise InvalidValue(name, "some text", value)
    return values


def mistaken(
    family: Family[Any, Any], given: Mapping[str, str], heads: Iterable[Path]
) -> Iterator[EncodingError]:
    """An error for each option that the headers of these files set and the family can't have."""
    for name, value in given.items():
        try:
            typed(family, {name: value})
        except PylabError as error:
            whole = [each for path in heads for each in files.with_includes(path.absolute())]
            found = (in_head(path, w) for w in (f"{name}={value}", name) for path in whole)
            yield EncodingError(str(error), next(filter(None, found), None))


def adapted(family: Family[Any, Any], given: Any, options: Mapping[str, Any]) -> Any:
    """The instance under options. Raises InstanceError, which names the refused option."""
    try:
        return family.adapt(given, **options) if options else given
    except InstanceError as error:
        for name, value in options.items():
            if not re.search(rf"\b{name.replace('_', '[ _-]')}\b", error.message):
                try:
                    family.adapt(given, **{name: value})
                except InstanceError as alone:
                    if alone.message == error.message:
                        told = f"{flag(name)}: {error.message}"
                        raise InstanceError(told, error.place) from None
        raise


def converted(parameter: Parameter, given: object) -> Any:
    """A value, which may be text, as one of a parameter's type. Raises InvalidValue."""
    kind, choices = type(parameter.default), parameter.choices
    try:
        if type(given) is not kind:
            given = _TRUTH[str(given).lower()] if kind is bool else kind(str(given))
    except (KeyError, ValueError):
        raise InvalidValue(parameter.name, _EXPECTED[kind], given) from None
    return table.one_of(choices, parameter.name, given) if choices and given else given


_TRUTH = {
    **dict.fromkeys(("true", "yes", "1", "on"), True),
    **dict.fromkeys(("false", "no", "0", "off"), False),
}
_EXPECTED = {bool: "true or false", int: "an integer", float: "a number"}
