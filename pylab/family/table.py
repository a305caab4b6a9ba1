"""The table of functions and data that a family of puzzles provides (`Family`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NoReturn,
    Protocol,
    TypeVar,
)

import clingo

from pylab.base import resources
from pylab.base.errors import PylabError, near
from pylab.base.limits import uncollected
from pylab.base.listing import FACT_SUFFIXES, Listing, Parameter, Signature, Task
from pylab.base.verdict import Verdict
from pylab.base.words import counted
from pylab.family.derived import Derived, is_derived
from pylab.family.parts import (
    Certificates,
    Composing,
    Costs,
    Explaining,
    Importing,
    NativeSearch,
    Pictures,
    Trace,
    derived,
    nothing,
)
from pylab.family.schema import ByHand, Schema, owner
from pylab.family.witness_format import WitnessFormat
from pylab.text.facts import Fact
from pylab.text.source import Source

if TYPE_CHECKING:
    import random

    from pylab.drawing.scenes import ScenePicture
    from pylab.drawing.svg import Drawing
    from pylab.family.script import Script

I = TypeVar("I")  # noqa: E741 - an instance
W = TypeVar("W")  # a witness


class AsWritten(Protocol):
    """A family that a folder of rules or one file gives; clingo gets the files unchanged.

    Its instances are `folders.given.Given`.

    Attributes:
        path: the folder or file.
        given_name: what the family is called where it is installed; else empty.
        judge: its `check.lp`; None without.
        scene: the file that draws; None without.
        moves, generates: the game's rules, `moves.lp`, and `generate.lp`; None without.
    """

    @property
    def path(self) -> Path: ...

    @property
    def given_name(self) -> str: ...

    @property
    def judge(self) -> Path | None: ...

    @property
    def scene(self) -> Path | None: ...

    @property
    def moves(self) -> Path | None: ...

    @property
    def generates(self) -> Path | None: ...

    def given_to(self, path: Path) -> Collection[Signature]:
        """The predicates that a file may use, for `lint`."""

    def judge_fault(self, instance: Any) -> str:
        """Why the judge can't say anything; empty if it can, or if there is none."""

    def whole(self, instance: Any) -> Sequence[Fact]:
        """All facts of an instance, or of a file that is a program without one."""


Report = Callable[[float, Any], None]
"""Is called with the used share of a generator's budget, from 0 to 1, and the quality so far."""


class FamilyError(PylabError):
    """A family that can't be loaded, or whose table is wrong; the message names both."""


def _but_refutations(witness: Any) -> Any:
    return None if getattr(witness, "refutes", False) else witness


def _none_of(_instance: Any) -> Sequence[str]:
    return ()


_UNCOUNTED: Costs[Any, Any] = Costs()
_UNDRAWN: Pictures[Any] = Pictures()
_UNEXPLAINED: Explaining[Any] = Explaining()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Family(Generic[I, W]):
    """A family of puzzles; the rest of pylab uses only these members.

    A witness is an answer to a task: a plan, a route, a table of statistics. A certificate, which
    proves that there is no answer (a closed set of states, an invariant), has a class attribute
    `refutes = True`; it is shown, read and checked like any other witness.

    Attributes:
        listing: the family's name, tasks and options.
        schema: the facts of an instance, a `Schema` or, written by hand, `schema.ByHand`.
        witness_format: writes witnesses as facts with words for people, and reads them.
        check: the verdict on a witness, by replaying it by the puzzle's rules.
        by_itself: the part of a witness that claims nothing about all answers, for use under rules
            that the checker doesn't know; None if there is none. By default the witness itself,
            and None for one that `refutes`.
        pictures: drawings and texts of an instance with a witness, `Pictures`.
        generate: a random instance, `generate(rng, **parameters)`; the same for the same state of
            rng. Raises ValueError.

        read: an instance from the family's own format, by default from its facts. Raises
            InstanceError with the place.
        write: the instance in the family's own format, by default its facts.
        adapt: the instance under options, `adapt(instance, **options)`; by default options replace
            the instance's attributes, and the result is read from its facts again. Raises
            InstanceError for values that don't fit it.
        decode: a witness from a model's shown atoms, by default as `witness_format` reads it. It
            gets positive atoms only, and ignores those that the task doesn't show. Raises
            WitnessError for atoms that make no witness.
        unsupported: why a task makes no sense for an instance, or ""; by default because a fact
            that the task needs is missing.
        native: the native search, `NativeSearch`.
        costs: what answers cost, `Costs`.
        overlays: the shipped overlays that an instance needs for its rules, where its facts alone
            don't select these rules in the encodings.
        counts: how answers are counted, if options change that; by default as the encodings'
            headers say.
        trace: the checker's replay of a witness, as facts for a user's judge, `Trace`. By default
            the facts of each stage, if there are stages, with the number of the step as a further
            argument.
        remarks: assumptions made when an instance was read, and oddities of it; shown after
            `assumed:`.

        exports: other formats by their names, each a function from an instance to text.
        answer_exports: the same for a witness: `dot`, a Graphviz graph of the instance with a
            witness or None; `csv`, a row of a table.
        data: a witness for JSON, by default its fields.
        unfold: the first n steps of a witness that is written in a folded form.
        stages: the instance at the start and after each step of a witness, with words; for families
            whose states are instances.
        script: the puzzle for watching and playing on a page; by default the game of `moves.lp` on
            `scene.lp`, if the family has these.
        lab: files in JavaScript that add members to the lab that the scene makes, such as readers
            of files. They are loaded in this order (`later.lab_beside`).
        laid_out: the positions of things in an instance, as texts of facts for a `scene.lp` that
            doesn't derive them. None for an instance without a picture.
        membership: the verdict on one configuration, without a witness.
        certificates: compressed certificates of lower bounds, `Certificates`.
        importing: a puzzle out of several files, `Importing`.
        composing: a generator that searches for long, `Composing`.
        sample: a random instance that is small enough for comparing many variants on it.
        smaller: instances that are a little smaller, for shrinking an instance.
        explaining: words for explanations, and changes that make an answer possible, `Explaining`.
        as_written: the folder of rules or the file that gives the family; None for one in Python.
    """

    listing: Listing
    witness_format: WitnessFormat[W]
    check: Callable[[I, W], Verdict]
    schema: Schema[I] | ByHand[I]
    generate: Callable[..., I]

    pictured: Callable[..., ScenePicture] = field(init=False)
    """What `scene.lp` makes of an instance and an answer, as `Derived.pictured` does."""
    pictures: Pictures[I] = _UNDRAWN

    read: Callable[[Source], I] = derived
    write: Callable[[I], str] = derived
    adapt: Callable[..., I] = derived
    decode: Callable[[I, Task, Sequence[clingo.Symbol]], W] = derived

    by_itself: Callable[[W], W | None] = _but_refutations
    unsupported: Callable[[I, Task], str] = derived
    native: NativeSearch[I, W] | None = None
    costs: Costs[I, W] = _UNCOUNTED
    overlays: Callable[[I], Sequence[str]] = _none_of
    counts: Callable[[I, Task], str] = nothing
    trace: Trace[I, W] = field(default=derived)  # type: ignore[assignment]
    remarks: Callable[[I], Sequence[str]] = _none_of

    exports: Mapping[str, Callable[[I], str]] = field(default_factory=dict)
    answer_exports: Mapping[str, Callable[[I, Any], str]] = field(default_factory=dict)
    data: Callable[[I, W], Any] | None = None
    unfold: Callable[[I, W, int], str] | None = None
    stages: Callable[[I, W], Sequence[tuple[str, I]]] | None = None
    script: Callable[[I, Sequence[W]], Script] | None = None
    lab: tuple[Path, ...] = ()
    laid_out: Callable[[I], Sequence[str] | None] | None = None
    membership: Callable[[I, str], Verdict] | None = None
    certificates: Certificates[I] | None = None
    importing: Importing[I, W] | None = None

    composing: Composing[I] | None = None
    sample: Callable[[random.Random], I] | None = None
    smaller: Callable[[I], Iterable[I]] | None = None
    explaining: Explaining[I] = _UNEXPLAINED
    as_written: AsWritten | None = None

    def __post_init__(self) -> None:
        """Raises FamilyError for members of wrong types, and functions with wrong arguments."""
        self._refuse_wrong_types()
        known = self.schema.vocabulary if isinstance(self.schema, Schema) else self.vocabulary
        if {*known} != {*self.vocabulary}:
            own, listed = (" ".join(map(str, each)) for each in (known, self.vocabulary))
            self._refuse(f"its schema has {own or 'no predicates'}, its listing {listed}")
        for name, member in Derived(self).members().items():
            if isinstance(member, Pictures | Explaining) or is_derived(getattr(self, name, None)):
                object.__setattr__(self, name, member)
        self._refuse_wrong_functions()

    def _refuse_wrong_types(self) -> None:
        for name, kind in KINDS.items():
            value, optional = self._member(name)
            if not (isinstance(value, kind) or (optional and (value is None or value is derived))):
                told = getattr(kind, "__name__", "Schema")
                self._refuse(f"{name} is no {told} but {value!r:.60}")

    def _refuse_wrong_functions(self) -> None:
        those = [(name, count, *self._member(name)) for name, count in ARGUMENTS.items()]
        for group, count in ("exports", 1), ("answer_exports", 2):
            those += [(f"{group}[{n!r}]", count, f, False) for n, f in getattr(self, group).items()]
        for name, count, value, optional in those:
            if value is None and optional:
                continue
            if not callable(value):
                self._refuse(f"{name} is no function but {value!r:.60}")
            if not takes(count, value):
                self._refuse(f"{name} does not take {counted(count, 'argument')}")

    def _member(self, name: str) -> tuple[Any, bool]:
        """A member, or a part of one, and whether it may be None."""
        whole, _, part = name.rpartition(".")
        of: Any = getattr(self, whole) if whole else self
        if of is None:
            return None, True
        default = getattr(of, "_field_defaults", vars(type(of))).get(part, 0)
        return getattr(of, part), default in (None, derived)

    def _refuse(self, told: str) -> NoReturn:
        name = self.name if isinstance(self.listing, Listing) else "without a listing"
        raise FamilyError(f"family {name}: {told}")

    @property
    def name(self) -> str:
        return self.listing.name

    @property
    def facts(self) -> Callable[[I], list[Fact]]:
        """The facts of an instance, for clingo."""
        return self.schema.facts

    @property
    def from_facts(self) -> Callable[[Sequence[Fact]], I]:
        """The inverse of `facts`. Raises InstanceError."""
        return self.schema.from_facts

    @property
    def draw(self) -> Callable[[I, Any], Drawing]:
        """A drawing of an instance, with a witness if it is not None."""
        return self.pictures.draw

    @property
    def picture(self) -> Callable[[I, Any], str]:
        """The same for a terminal."""
        return self.pictures.text

    @property
    def judge(self) -> Path | None:
        """The rules of the game as a judge of answers, `check.lp`; None without."""
        return self.as_written.judge if self.as_written else self._own("check.lp")

    @property
    def scene(self) -> Path | None:
        """The rules of the family's pictures, `scene.lp`; None without."""
        return self.as_written.scene if self.as_written else self._own("scene.lp")

    @property
    def moves(self) -> Path | None:
        """The rules of the game, `moves.lp`; None without."""
        return self.as_written.moves if self.as_written else self._own("moves.lp")

    def _own(self, name: str) -> Path | None:
        path = resources.encodings(self.name) / name
        return path if path.is_file() else None

    @property
    def called(self) -> str:
        """The name for people: without the number that tells it from a folder of the same name."""
        if self.as_written is None:
            return self.name
        path = self.as_written.path
        return self.as_written.given_name or (path.stem if path.is_file() else path.name)

    @property
    def key(self) -> str:
        """The registry's key: its name, or the folder or file that gives it."""
        return str(self.as_written.path) if self.as_written else self.name

    @property
    def suffixes(self) -> Sequence[str]:
        return self.listing.suffixes

    @property
    def suffix(self) -> str:
        """The ending of files in the family's own format."""
        return self.suffixes[0] if self.suffixes else FACT_SUFFIXES[0]

    @property
    def vocabulary(self) -> Sequence[Signature]:
        return self.listing.vocabulary

    @property
    def tasks(self) -> Sequence[Task]:
        return self.listing.tasks

    @property
    def options(self) -> Sequence[Parameter]:
        return self.listing.options

    @property
    def parameters(self) -> Sequence[Parameter]:
        return self.listing.parameters

    @cached_property
    def option_named(self) -> Mapping[str, Parameter]:
        """The options of `adapt` by their names."""
        return {each.name: each for each in self.options}

    def encode(self, witness: W) -> list[Fact]:
        """The witness as the facts that an encoding shows for it."""
        return self.witness_format.encode(witness)

    def show(self, witness: W) -> str:
        """The witness for people, in lines that `read_witness` reads."""
        return self.witness_format.show(witness)

    def read_witness(self, source: Source) -> W:
        """A witness from what `show` wrote, or from facts. Raises WitnessError with the place."""
        return self.witness_format.read(source)

    def task(self, name: str | None) -> Task:
        """The task of that name, the first one for None. Raises PylabError."""
        for task in self.tasks:
            if name in (None, task.name):
                return task
        tasks = [task.name for task in self.tasks]
        hint = near(name or "", tasks)
        raise PylabError(
            f"{self.called} has no task {name!r}{hint}; its tasks are {', '.join(tasks)}"
        )

    @uncollected()
    def load(self, source: Source, facts: bool = False) -> I:
        """An instance from the family's own format or, in a file of facts, from its facts.

        If the file's ending doesn't show which it is, `facts` says it.
        """
        suffix = source.suffix
        facts = facts or (suffix in FACT_SUFFIXES and suffix not in self.suffixes)
        if facts and not self.as_written:
            found: I = Derived(self).read(source)
            return found
        return self.read(source)

    def repaired(
        self, instance: I, added: Sequence[Fact], dropped: Sequence[Fact]
    ) -> tuple[I, Sequence[str]]:
        """The instance after a change of its facts, and the change in words.

        By default the facts are added and dropped.
        """
        if self.explaining.repair is not None:
            return self.explaining.repair(instance, added, dropped)
        kept = [each for each in self.facts(instance) if each not in dropped]
        changed = self.from_facts([*kept, *(each for each in added if each not in kept)])
        changes = [f"with {each}" for each in added if each not in dropped]
        return changed, [*changes, *(f"without {each}" for each in dropped if each not in added)]


KINDS = {
    "listing": Listing, "witness_format": WitnessFormat, "schema": Schema | ByHand, "lab": tuple,
    "native": NativeSearch, "costs": Costs, "trace": Trace, "composing": Composing,
    "certificates": Certificates, "importing": Importing, "importing.task": str,
    "explaining": Explaining, "explaining.words": Mapping, "exports": Mapping,
    "answer_exports": Mapping, "pictures": Pictures, "pictures.inks": Mapping,
}  # fmt: skip
"""The types of members that are no functions."""

ARGUMENTS = {
    "adapt": 1, "by_itself": 1, "read": 1, "write": 1, "decode": 3, "check": 2,
    "generate": 1, "unsupported": 2, "overlays": 1, "counts": 2,
    "remarks": 1, "data": 2, "unfold": 3, "stages": 2,
    "script": 2, "laid_out": 1, "membership": 2, "sample": 1, "smaller": 1,
    "schema.facts": 1, "schema.from_facts": 1, "native.search": 4, "native.unsupported": 2,
    "native.preferred": 2, "native.refute": 2, "costs.of": 3, "costs.unit": 3, "costs.proven": 2,
    "trace.facts": 2, "composing.compose": 2, "composing.quality": 1, "explaining.obstacles": 2,
    "explaining.repair": 3,
    "pictures.draw": 2, "pictures.text": 2, "pictures.step": 3, "pictures.steps": 2,
    "pictures.milestones": 2, "certificates.write": 3, "certificates.check": 2,
    "certificates.check_share": 4, "certificates.parts": 4, "certificates.write_part": 4,
    "importing.gather": 1, "importing.assemble": 2, "importing.is_part": 1,
}  # fmt: skip
"""The number of positional arguments with which each member is called."""


def takes(count: int, function: Any) -> bool:
    """Whether a function takes so many positional arguments; True for any other callable.

    Looks at its code object, as importing `inspect` would slow down the start.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return True
    most = code.co_argcount - (owner(function) is not None)
    variable = bool(code.co_flags & 0x04)
    least = most - len(function.__defaults__ or ())
    return least <= count and (variable or count <= most)
