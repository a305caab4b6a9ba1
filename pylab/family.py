"""What a family of puzzles offers, what can be asked of it, how answers are told; knows no family.

A family is a package in `pylab.families` with a `FAMILY`, and a folder of encodings of the same
name. Nothing else has to be edited to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePath
from typing import Any, Protocol, TypeVar

import clingo

import pylab.families
from pylab.errors import PylabError
from pylab.facts import Fact, Signature, read_facts
from pylab.source import Source
from pylab.verdict import Verdict

FACT_SUFFIXES = (".lp", ".asp")
"""Files of facts; any family's can be read from them."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question that can be put to an instance.

    Attributes:
        name: as on the command line.
        doc: one line, for listings.
        encoding: the entry file within the family's folder of encodings; what it contains decides
            how clingo is led: step by step, to an optimum, or in one go. Empty: native only.
        models: how many witnesses are looked for unless the asker says; 0 means all.
        native: whether the family's `search` answers it too.
        below: a stepwise task's words for refuted steps: for one, and with `{}` for their number.
    """

    name: str
    doc: str
    encoding: str
    models: int = 1
    native: bool = False
    below: tuple[str, str] = ("nothing with fewer than 1 step", "nothing with fewer than {} steps")


class Status(Enum):
    """Three-valued: a limit never turns into a no."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a question; the witnesses themselves went to the watch as they were found.

    Attributes:
        status: found, none or unknown.
        count: how many witnesses were found.
        complete: whether there are no others than these.
        optimal: whether it is proven that there is no better witness.
        cost: what the last witness costs, where the task counts it: steps, or the sum minimised.
        costs: where clingo minimised, each value with its priority, the most important one first.
        refuted: a stepwise search has shown that nothing takes fewer steps than this.
        reason: why the search ended early; empty if it did not.
        engine: whose claim it is.
        statistics: figures of the search, for `--stats`.
    """

    status: Status
    count: int = 0
    complete: bool = False
    optimal: bool = False
    cost: int | None = None
    costs: tuple[tuple[int, int], ...] = ()
    refuted: int | None = None
    reason: str = ""
    engine: str = "clingo"
    statistics: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or word that `generate` or `adapt` takes: its default shows its type.

    For `adapt`, the empty string (or False) means: as the file says.
    """

    name: str
    default: int | float | str | bool
    doc: str


class Watch(Protocol):
    """Whoever put the question: hears what a native search finds, and says when to stop."""

    def found(self, witness: Any) -> None:
        """A witness. Raises LimitReached when a limit is over before there are enough of them."""

    def progress(self, **figures: int) -> None:
        """How far the search is, called often; raises LimitReached when a limit is over.

        `lower` and `upper` are bounds on the cost that are proven so far.
        """


I = TypeVar("I")  # noqa: E741 - an instance
W = TypeVar("W")  # a witness


class Family(Protocol[I, W]):
    """A family of puzzles. Its notions stay inside; these are all that others use.

    A witness is whatever answers a task: a plan, a route, a table of statistics. One that proves
    that there is nothing (a closed set of states, an invariant) says so by a class attribute
    `refutes = True`; it is shown, read and checked like any other.

    What only some families have, others find by asking for it:

    - `search(instance, task, watch, models) -> Answer`: the native engine; models as in `Task`.
    - `prefers_native(instance, task) -> str`: why clingo would be no good here, or nothing.
    - `exports`: other formats by their names, each a function from an instance to text.
    - `dot(instance, witness) -> str`: a witness as a Graphviz graph.
    - `draw_step(instance, witness, step) -> str`: `draw`, but of one step alone; 0 is the start.
      `steps(instance, witness) -> int`: the last one. Both raise ValueError, with what was
      expected, for a witness without steps, the former also for one that is not there.
    - `csv_row(witness) -> str`: a witness as a line of a table.
    - `unfold(instance, witness, n) -> str`: the first n steps of a witness that is folded up.
    - `membership(instance, text) -> Verdict`: the word on one configuration, without a witness.
    - `certify(instance, bound, stream) -> int`: a compressed certificate that nothing costs less,
      and how many cases it has; `check_certificate(instance, stream) -> Verdict`: the word on it.
    - `counts(instance, task) -> str`: by which definition answers are counted, where options
      change it; empty: the encodings' headers say.
    - `refute(instance, task)`: the certificate that there is nothing, after clingo said so; None
      without.
    - `propagator(name, instance)`: one for clingo, where an overlay's header asks for it by name
      (`% Propagator:`); None for a name that it doesn't know.
    - `remarks(instance) -> Sequence[str]`: what was assumed in reading it.
    - `import_task`, `gather(sources) -> instance`, `assemble(instance, witness) -> instance`: for
      puzzles that come in several files, the task that fits these together.
    - `merit(instance) -> str`: what is good about a generated instance.
    - `compose(rng, report, **parameters)`: `generate`, where that is a long search; `report` hears
      the share of the budget that is used, from 0 to 1, and the merit so far.
    - `overlays(instance)`: the shipped overlays that an instance's rules need, if the encodings
      don't know these rules by its facts.
    - `sample(rng)`: a random instance that is small enough to put many variants to it.
    - `mend(instance, added, dropped)`: the instance after a change that explains a none, and that
      change in words; by default facts are added and dropped.
    - `obstacles(instance, requirements) -> Any`: requirements that can't all be met, the R of atoms
      `relaxed(R)` of the family's `reasons.lp`, as something that `draw` and `picture` take for a
      witness; its method `words()` gives lines.
    - `smaller(instance)`: instances that are a little smaller, for shrinking one that tells.
    - `data(instance, witness)`: a witness for JSON, where its own fields are not what one wants.
    - `script(instance, witnesses) -> Script`: the puzzle as something to watch and to play.
    - `worth(task, answer) -> str`: what is proven of an optimum, in the family's words.
    """

    @property
    def name(self) -> str:
        """The name of the package and of the folder of encodings."""

    @property
    def doc(self) -> str:
        """One line, for listings."""

    @property
    def suffixes(self) -> Sequence[str]:
        """Of the files that `read` takes, with the dot."""

    @property
    def vocabulary(self) -> Sequence[Signature]:
        """The predicates of an instance's facts."""

    @property
    def tasks(self) -> Sequence[Task]:
        """The first is the default."""

    @property
    def parameters(self) -> Sequence[Parameter]:
        """What `generate` takes."""

    @property
    def options(self) -> Sequence[Parameter]:
        """What `adapt` takes: other starts, goals or rules than the file's."""

    def adapt(self, instance: I, **options: Any) -> I:
        """The instance under these options. Raises InstanceError for values that don't fit it."""

    def read(self, source: Source) -> I:
        """An instance from the family's own format. Raises InstanceError with the place."""

    def write(self, instance: I) -> str:
        """The instance in the family's own format."""

    def facts(self, instance: I) -> list[Fact]:
        """The instance as clingo gets it, sorted."""

    def from_facts(self, facts: Sequence[Fact]) -> I:
        """The inverse of `facts`. Raises InstanceError."""

    def decode(self, instance: I, task: Task, symbols: Sequence[clingo.Symbol]) -> W:
        """A model's shown atoms as a witness. Raises WitnessError for atoms that make none.

        None is negated, nor another term; those that the task doesn't show mean nothing.
        """

    def encode(self, witness: W) -> list[Fact]:
        """A witness as the facts that an encoding would show for it."""

    def show(self, witness: W) -> str:
        """A witness for people, in lines that `read_witness` reads."""

    def read_witness(self, source: Source) -> W:
        """A witness from text: what `show` wrote, or facts. Raises WitnessError with the place."""

    def check(self, instance: I, witness: W) -> Verdict:
        """Replay the witness by the puzzle's rules."""

    def draw(self, instance: I, witness: W | None) -> str:
        """An SVG document of the instance, with the witness if there is one."""

    def picture(self, instance: I, witness: W | None) -> str:
        """The same for a terminal, in plain characters and lines."""

    def generate(self, rng: random.Random, **parameters: Any) -> I:
        """A random instance; the same for the same state of rng. Raises ValueError."""


def names() -> list[str]:
    """The families that are installed, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(pylab.families.__path__))


def get(name: str) -> Family[Any, Any]:
    """The family of that name. Raises PylabError if there is none."""
    if name not in names():
        raise PylabError(f"expected one of the families {', '.join(names())}, found {name!r}")
    family: Family[Any, Any] = importlib.import_module(f"pylab.families.{name}").FAMILY
    return family


def by_suffix(path: str) -> Family[Any, Any]:
    """The family whose files end like this path. Raises PylabError if there is none."""
    suffix = PurePath(path).suffix
    families = list(map(get, names()))
    known = [family for family in families if suffix in family.suffixes]
    if len(known) == 1:
        return known[0]
    if known:
        claimants = " and ".join(family.name for family in known)
        raise PylabError(f"{path}: {suffix} belongs to {claimants}; say which with --family")
    endings = " ".join(sorted({s for family in families for s in family.suffixes}))
    raise PylabError(
        f"{path}: the ending names no family (known: {endings}); say which with --family"
    )


def task_of(family: Family[Any, Any], name: str | None) -> Task:
    """The family's task of that name, its first one for None. Raises PylabError."""
    for task in family.tasks:
        if name in (None, task.name):
            return task
    tasks = ", ".join(task.name for task in family.tasks)
    raise PylabError(f"{family.name} has no task {name!r}; its tasks are {tasks}")


def read_instance(family: Family[I, W], source: Source) -> I:
    """An instance from the family's own format or, in a file of facts, from its facts."""
    suffix = PurePath(source.name).suffix
    if suffix in FACT_SUFFIXES and suffix not in family.suffixes:
        return family.from_facts(read_facts(source, family.vocabulary))
    return family.read(source)
