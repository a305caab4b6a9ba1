"""Records that group the members of a family's table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, TypeVar

from pylab.base.finding import Finding, Number, SearchWatch
from pylab.base.listing import Signature, Task
from pylab.base.verdict import Verdict
from pylab.text.facts import Fact
from pylab.text.source import Source

if TYPE_CHECKING:
    from pylab.drawing.svg import Drawing

I = TypeVar("I")  # noqa: E741 - an instance
W = TypeVar("W")  # a witness


def derived(*_: Any, **__: Any) -> Any:
    """The default of a member that is derived if the family doesn't give it."""
    raise NotImplementedError


def nothing(_instance: Any, _task: Task) -> str:
    """The default of a member that says why something can't be done or is better: no reason."""
    return ""


def _same(_instance: Any, _task: Task, value: int) -> Number:
    return value


class Pictures(NamedTuple, Generic[I]):
    """Drawings and texts of an instance with a witness.

    Attributes:
        draw: a drawing of the instance, with the witness if it is not None; by default by the
            family's `scene.lp`, from their facts, and from `relaxed(F)` for each obstacle F.
        text: the same for a terminal, in plain characters and lines.
        inks: the colours of `text`: patterns of characters, and for each of them `hero`, `goal`,
            `move`, `near` or `warn`.
        step: `draw` for a single step; 0 is the start. Raises ValueError, with what was expected,
            for a witness without steps, and for a missing step. By default it draws the frame of
            the scene if that draws the family's pictures, else the stage.
        steps: the number of the last step, by default of the last frame or stage. Raises ValueError
            for a witness without steps.
        milestones: the steps that a strip of pictures shows, in order: the first, the last, and
            those that change more than a position. By default all steps.
        flies: whether ways of the script can be flown along, through boxes (`Way.legs`).
    """

    draw: Callable[[I, Any], Drawing] = derived
    text: Callable[[I, Any], str] = derived
    inks: Mapping[str, str] = {}
    step: Callable[[I, Any, int], Drawing] | None = None
    steps: Callable[[I, Any], int] | None = None
    milestones: Callable[[I, Any], Sequence[int]] | None = None
    flies: bool = False


class NativeSearch(NamedTuple, Generic[I, W]):
    """The native search.

    Attributes:
        search: `search(instance, task, watch, models)`, models as in `Task`.
        unsupported: why it can't solve the task for an instance, or "".
        preferred: why it is better than clingo for an instance and a task, whose `models` is how
            many answers are asked for; or "".
        refute: a certificate that there is no answer, for use after clingo's claim; or None.
    """

    search: Callable[[I, Task, SearchWatch, int], Finding]
    unsupported: Callable[[I, Task], str] = nothing
    preferred: Callable[[I, Task], str] = nothing
    refute: Callable[[I, Task], W | None] | None = None


class Costs(NamedTuple, Generic[I, W]):
    """What answers cost.

    Attributes:
        of: the cost of a witness for a task, in the puzzle's own units, computed from the witness
            alone: `of(instance, task, witness)`; None if it has none.
        unit: a cost as the engines count it, in the puzzle's own units:
            `unit(instance, task, value)`.
        proven: what is proven about an optimum, in the family's words: `proven(task, finding)`.
        text: a cost in the family's words, where "cost 5" doesn't say it, such as for a sum that
            is maximised: `text(task, cost)`.
    """

    of: Callable[[I, Task, W], Number | None] | None = None
    unit: Callable[[I, Task, int], Number] = _same
    proven: Callable[[Task, Finding], str] | None = None
    text: Callable[[Task, Number], str] | None = None


class Trace(NamedTuple, Generic[I, W]):
    """The checker's replay of a witness, as facts for a user's judge.

    Attributes:
        facts: the replay, for a wrong witness as far as it goes: `facts(instance, witness)`.
        predicates: those of the facts; None if they are unknown, so that judges aren't checked for
            misspelt predicates.
    """

    facts: Callable[[I, W], Sequence[Fact]]
    predicates: Sequence[Signature] | None = None


class Explaining(NamedTuple, Generic[I]):
    """What explanations need of a family.

    Attributes:
        words: words for each R of atoms `relaxed(R)` in the family's `reasons.lp`, by predicate,
            with `{}` for each argument.
        obstacles: such requirements that can't all be met, as an object that `draw` and `picture`
            take like a witness, a `derived.Obstacles`.
        repair: the instance after a change that makes an answer possible, and that change in
            words; by default facts are added and dropped.
    """

    words: Mapping[str, str] = {}
    obstacles: Callable[[I, Sequence[Fact]], Any] | None = None
    repair: Callable[[I, Sequence[Fact], Sequence[Fact]], tuple[I, Sequence[str]]] | None = None


class Composing(NamedTuple, Generic[I]):
    """A generator that searches for long.

    Attributes:
        compose: `generate` with reports: `compose(rng, report, **parameters)`.
        quality: what is good about the instance; or None.
    """

    compose: Callable[..., I]
    quality: Callable[[I], str] | None = None


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
