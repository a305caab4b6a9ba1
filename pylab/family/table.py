"""The table of functions and data that a family of puzzles provides (`Family`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, Protocol, TypeVar

import clingo

from pylab.base import resources
from pylab.base.errors import PylabError, near
from pylab.base.finding import Finding, Number, SearchWatch
from pylab.base.listing import FACT_SUFFIXES, Listing, Parameter, Signature, Task
from pylab.base.verdict import Verdict
from pylab.family.derived import Derived, derived, is_derived
from pylab.family.schema import Schema, owner
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
        judge: its `check.lp`; None without.
        scene: the file that draws; None without.
        moves, generates: the game's rules, `moves.lp`, and `generate.lp`; None without.
    """

    @property
    def path(self) -> Path: ...

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

    def whole(self, instance: Any) -> Sequence[Fact]:
        """All facts of an instance, or of a file that is a program without one."""


Report = Callable[[float, Any], None]
"""Is called with the used share of a generator's budget, from 0 to 1, and the quality so far."""


class FamilyError(PylabError):
    """A family that can't be loaded, or whose table is wrong; the message names both."""


def _nothing(_instance: Any, _task: Task) -> str:
    return ""


def _none_of(_instance: Any) -> Sequence[str]:
    return ()


def _but_refutations(witness: Any) -> Any:
    return None if getattr(witness, "refutes", False) else witness


def _same(_instance: Any, _task: Task, value: int) -> Number:
    return value


class Certificates(NamedTuple, Generic[I]):
    """Compressed certificates that nothing costs less than a bound, whole and in parts.

    Attributes:
        write: writes one, and returns its number of cases: `write(instance, bound, stream)`.
        check: the verdict on one.
        check_share: the verdict on a share of its cases, `check_share(instance, stream, number,
            of)`, numbers from 0; if all shares are valid, so is the certificate.
        parts: the names of at most `count` parts into which `part` is split, or the certificate if
            `part` is empty: `parts(instance, bound, part, count)`; the texts of all parts, joined,
            are the certificate's.
        write_part: `write` for one of these parts: `write_part(instance, bound, part, stream)`.
    """

    write: Callable[[I, int, BinaryIO], int]
    check: Callable[[I, BinaryIO], Verdict]
    check_share: Callable[[I, BinaryIO, int, int], Verdict] | None = None
    parts: Callable[[I, int, str, int], Sequence[str]] | None = None
    write_part: Callable[[I, int, str, BinaryIO], int] | None = None


class Importing(NamedTuple, Generic[I, W]):
    """How several files become one puzzle.

    Attributes:
        task: the task that fits them together.
        gather: a reader of the files.
        assemble: the instance that an answer makes of them.
        is_part: names for the other files, as in `GRAPH.dot`, if a file is one of several; else
            empty.
    """

    task: str
    gather: Callable[[Sequence[Source]], I]
    assemble: Callable[[I, W], I]
    is_part: Callable[[Source], str] = lambda _: ""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Family(Generic[I, W]):
    """A family of puzzles; the rest of pylab uses only these members.

    A witness is an answer to a task: a plan, a route, a table of statistics. A certificate, which
    proves that there is no answer (a closed set of states, an invariant), has a class attribute
    `refutes = True`; it is shown, read and checked like any other witness.

    Attributes:
        listing: the family's name, tasks and options.
        schema: the facts of an instance; gives `facts` and `from_facts`.
        facts: the facts of an instance, for clingo.
        from_facts: the inverse of `facts`. Raises InstanceError.
        witness_format: writes witnesses as facts with words for people, and reads them.
        check: the verdict on a witness, by replaying it by the puzzle's rules.
        by_itself: the part of a witness that claims nothing about all answers, for use under rules
            that the checker doesn't know; None if there is none. By default the witness itself,
            and None for one that `refutes`.
        draw: a drawing of the instance, with the witness if there is one; by default by the
            family's `scene.lp`, from their facts, and from `relaxed(F)` for each obstacle F.
        picture: the same for a terminal, in plain characters and lines.
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
        search: the native search, `search(instance, task, watch, models)`, models as in `Task`.
        search_unsupported: why the native search can't solve the task for an instance, or "".
        prefers_native: why the native search is better than clingo for it, or "".
        cost: a cost as the engines count it, in the puzzle's own units.
        refute: a certificate that there is no answer, for use after clingo's claim; or None.
        propagator: the propagator that an overlay's header names (`% Propagator:`); None for an
            unknown name.
        overlays: the shipped overlays that an instance needs for its rules, where its facts alone
            don't select these rules in the encodings.
        counts: how answers are counted, if options change that; by default as the encodings'
            headers say.
        trace_facts: the checker's replay of a witness, as facts for a user's judge; for a wrong
            witness as far as it can be replayed. By default the facts of each stage, if there are
            stages, with the number of the step as a further argument.
        trace: the predicates of `trace_facts`, by default those of the stages; None if they are
            unknown, so that judges aren't checked for misspelt predicates.
        measure: the cost of a witness for a task, in the puzzle's own units, computed from the
            witness alone; None if it has none.
        objective_text: what is proven about an optimum, in the family's words.
        remarks: assumptions made when an instance was read, and oddities of it; shown after
            `assumed:`.

        inks: the colours of `picture`: patterns of characters, and for each of them `hero`, `goal`,
            `move`, `near` or `warn`.

        exports: other formats by their names, each a function from an instance to text.
        dot: a witness as a Graphviz graph.
        csv_row: a witness as a row of a table.
        data: a witness for JSON, by default its fields.
        unfold: the first n steps of a witness that is written in a folded form.
        stages: the instance at the start and after each step of a witness, with words; for families
            whose states are instances.
        draw_step: `draw` for a single step; 0 is the start. Raises ValueError, with what was
            expected, for a witness without steps, and for a missing step. By default it draws the
            frame of the scene if that draws the family's pictures, else the stage.
        steps: the number of the last step, by default of the last frame or stage. Raises ValueError
            for a witness without steps.
        milestones: the steps that a strip of pictures shows, in order: the first, the last, and
            those that change more than a position. By default all steps.
        script: the puzzle for watching and playing on a page.
        flies: whether ways of the script can be flown along, through boxes (`Way.legs`).
        lab: files in JavaScript with which a page draws, changes and replays puzzles. They are
            loaded in this order; the last one defines `lab` (`later.lab_beside`). The rules of the
            game are in `watch.js` beside their folder, or the page has a list of all states.
        laid_out: the picture of an instance, or where things lie in it, as plain JSON, for labs
            that don't find that out. None for an instance without a picture.
        membership: the verdict on one configuration, without a witness.
        certificates: compressed certificates of lower bounds, `Certificates`.
        importing: a puzzle out of several files, `Importing`.
        compose: `generate` for a long search, `compose(rng, report, **parameters)`.
        quality: what is good about a generated instance.
        sample: a random instance that is small enough for comparing many variants on it.
        smaller: instances that are a little smaller, for shrinking an instance.
        repair: the instance after a change that makes an answer possible, and that change in words;
            by default facts are added and dropped.
        obstacles: requirements that can't all be met, the R of atoms `relaxed(R)` of the family's
            `reasons.lp`, as an object that `draw` and `picture` take like a witness; its method
            `words()` gives lines.
        requirements: words for these R by their predicates, with `{}` for arguments; with them,
            `obstacles` has a default, `Obstacles`.
        as_written: the folder of rules or the file that gives the family; None for one in Python.
    """

    listing: Listing
    witness_format: WitnessFormat[W]
    check: Callable[[I, W], Verdict]
    generate: Callable[..., I]

    pictured: Callable[..., ScenePicture] = field(init=False)
    """What `scene.lp` makes of an instance and an answer, as `Derived.pictured` does."""
    draw: Callable[[I, Any], Drawing] = derived
    picture: Callable[[I, Any], str] = derived

    schema: Schema[I] | None = None
    facts: Callable[[I], list[Fact]] = derived
    from_facts: Callable[[Sequence[Fact]], I] = derived
    read: Callable[[Source], I] = derived
    write: Callable[[I], str] = derived
    adapt: Callable[..., I] = derived
    decode: Callable[[I, Task, Sequence[clingo.Symbol]], W] = derived

    by_itself: Callable[[W], W | None] = _but_refutations
    unsupported: Callable[[I, Task], str] = derived
    search: Callable[[I, Task, SearchWatch, int], Finding] | None = None
    search_unsupported: Callable[[I, Task], str] = _nothing
    prefers_native: Callable[[I, Task], str] = _nothing
    cost: Callable[[I, Task, int], Number] = _same
    refute: Callable[[I, Task], W | None] | None = None
    propagator: Callable[[str, I], clingo.Propagator | None] | None = None
    overlays: Callable[[I], Sequence[str]] = _none_of
    counts: Callable[[I, Task], str] = _nothing
    trace_facts: Callable[[I, W], Sequence[Fact]] | None = None
    trace: Sequence[Signature] | None = None
    measure: Callable[[I, Task, W], Number | None] | None = None
    objective_text: Callable[[Task, Finding], str] | None = None
    remarks: Callable[[I], Sequence[str]] = _none_of

    inks: Mapping[str, str] = field(default_factory=dict)
    exports: Mapping[str, Callable[[I], str]] = field(default_factory=dict)
    dot: Callable[[I, W | None], str] | None = None
    csv_row: Callable[[W], str] | None = None
    data: Callable[[I, W], Any] | None = None
    unfold: Callable[[I, W, int], str] | None = None
    stages: Callable[[I, W], Sequence[tuple[str, I]]] | None = None
    draw_step: Callable[[I, Any, int], Drawing] | None = None
    steps: Callable[[I, Any], int] | None = None
    milestones: Callable[[I, Any], Sequence[int]] | None = None
    script: Callable[[I, Sequence[W]], Script] | None = None
    flies: bool = False
    lab: tuple[Path, ...] = ()
    laid_out: Callable[[I], Any] | None = None
    membership: Callable[[I, str], Verdict] | None = None
    certificates: Certificates[I] | None = None
    importing: Importing[I, W] | None = None

    compose: Callable[..., I] | None = None
    quality: Callable[[I], str] | None = None
    sample: Callable[[random.Random], I] | None = None
    smaller: Callable[[I], Iterable[I]] | None = None
    repair: Callable[[I, Sequence[Fact], Sequence[Fact]], tuple[I, Sequence[str]]] | None = None
    obstacles: Callable[[I, Sequence[Fact]], Any] | None = None
    requirements: Mapping[str, str] = field(default_factory=dict)
    as_written: AsWritten | None = None

    def __post_init__(self) -> None:
        """Raises FamilyError for members of wrong types, and functions with wrong arguments."""
        if self.schema is None and derived in (self.facts, self.from_facts):
            raise FamilyError(f"family {self.name}: it has neither schema nor facts and from_facts")
        if self.schema is not None and {*self.schema.vocabulary} != {*self.vocabulary}:
            own, listed = (" ".join(map(str, x.vocabulary)) for x in (self.schema, self.listing))
            raise FamilyError(f"family {self.name}: its schema has {own}, its listing {listed}")
        for name, member in Derived(self).members().items():
            if is_derived(getattr(self, name, None)):
                object.__setattr__(self, name, member)
        self._refuse_wrong_types()

    def _refuse_wrong_types(self) -> None:
        kinds = {"witness_format": WitnessFormat, "lab": tuple}
        kinds |= {"certificates": Certificates, "importing": Importing}
        for member in fields(self):
            name, value = member.name, getattr(self, member.name)
            if value is None and member.default is None:
                continue
            if name in kinds and not isinstance(value, kinds[name]):
                told = f"{name} is no {kinds[name].__name__} but {value!r:.60}"
            elif name in _ARGUMENTS and not callable(value):
                told = f"{name} is no function but {value!r:.60}"
            elif name in _ARGUMENTS and not takes(name, value):
                told = f"{name} does not take {_ARGUMENTS[name]} arguments"
            else:
                continue
            raise FamilyError(f"family {self.name}: {told}")

    @property
    def name(self) -> str:
        return self.listing.name

    @property
    def judge(self) -> Path | None:
        """The rules of the game as a judge of answers, `check.lp`; None without."""
        return self.as_written.judge if self.as_written else self._own("check.lp")

    @property
    def scene(self) -> Path | None:
        """The rules of the family's pictures, `scene.lp`; None without."""
        return self.as_written.scene if self.as_written else self._own("scene.lp")

    def _own(self, name: str) -> Path | None:
        path = resources.encodings(self.name) / name
        return path if path.is_file() else None

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
            f"{self.name} has no task {name!r}{hint}; its tasks are {', '.join(tasks)}"
        )

    def load(self, source: Source) -> I:
        """An instance from the family's own format or, in a file of facts, from its facts."""
        suffix = source.suffix
        if suffix in FACT_SUFFIXES and suffix not in self.suffixes and not self.as_written:
            found: I = Derived(self).read(source)
            return found
        return self.read(source)

    def repaired(
        self, instance: I, added: Sequence[Fact], dropped: Sequence[Fact]
    ) -> tuple[I, Sequence[str]]:
        """The instance after a change of its facts, and the change in words.

        Uses the family's `repair` if it has one; else adds and drops the facts.
        """
        if self.repair is not None:
            return self.repair(instance, added, dropped)
        kept = [each for each in self.facts(instance) if each not in dropped]
        changed = self.from_facts([*kept, *(each for each in added if each not in kept)])
        changes = [f"with {each}" for each in added if each not in dropped]
        return changed, [*changes, *(f"without {each}" for each in dropped if each not in added)]


_ARGUMENTS = {
    "adapt": 1, "by_itself": 1, "read": 1, "write": 1, "facts": 1, "from_facts": 1, "decode": 3,
    "check": 2,
    "draw": 2, "picture": 2, "generate": 1, "unsupported": 2, "search": 4, "search_unsupported": 2,
    "prefers_native": 2, "cost": 3, "refute": 2, "propagator": 2, "overlays": 1, "counts": 2,
    "trace_facts": 2, "objective_text": 2,
    "remarks": 1, "dot": 2, "csv_row": 1, "data": 2, "unfold": 3, "stages": 2,
    "draw_step": 3, "steps": 2, "milestones": 2, "script": 2, "laid_out": 1, "membership": 2,
    "compose": 2, "measure": 3, "quality": 1, "sample": 1, "smaller": 1, "repair": 3,
    "obstacles": 2,
}  # fmt: skip
"""The number of positional arguments with which each member is called."""


def takes(member: str, function: Any) -> bool:
    """Whether a function can be called as this member; True for any other callable.

    Looks at its code object, as importing `inspect` would slow down the start.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return True
    count = _ARGUMENTS[member]
    most = code.co_argcount - (owner(function) is not None)
    variable = bool(code.co_flags & 0x04)
    least = most - len(function.__defaults__ or ())
    return least <= count and (variable or count <= most)
