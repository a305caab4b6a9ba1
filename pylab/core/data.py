"""The JSON form of questions and answers, for programs and for the records of sweeps.

`pylab.base.plain` writes and reads these classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pylab.base.finding import Number
from pylab.core.options import Limits, Means

SCHEMA = 3
"""The version of the JSON, which changes if readers of the old one would misread the new one."""


@dataclass(frozen=True, slots=True)
class InstanceData:
    """The identity of a question's instance, as JSON.

    Attributes:
        name: the name of its file, as it was given.
        digest: the SHA-256 of its text, as `sha256sum` prints it; empty if it came without a text.
        generate: the seed and the parameters that make it again; null if it was not generated.
    """

    name: str
    digest: str = ""
    generate: Mapping[str, Any] | None = None


def text_digest(text: str) -> str:
    """The SHA-256 of an instance's text, as `sha256sum` prints it for a file."""
    import hashlib  # takes milliseconds, and few need it

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class QuestionData:
    """A question as JSON, with all that can change its answer but the texts of named files.

    Attributes:
        family, task: the names of the family and the task.
        instance: `name`, `digest` and `generate`.
        means, limits: the options and limits by their names in docs/commands.md, and the family's
            `options`; what was not given is null or empty. `detailed`: whether figures of each call
            of the solver were wanted.
        versions: the versions of `pylab`, of `clingo` and, if they take part, of a theory
            (`theory`), of a family or engine from another package (`family`, `engine`); `native` is
            `C++` if native searches may run in it.
    """

    family: str
    task: str
    instance: InstanceData
    means: Means = field(default_factory=Means)
    limits: Limits = field(default_factory=Limits)
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerData:
    """What is known beyond the answers themselves, as JSON.

    Attributes:
        status: `found`; `none`: there is no answer; `unknown`: neither. This is what the engine
            says, so look at `invalid` and `claims`, too.
        decision: of a question of yes or no (`unique`, `escape`, `softlock`): `yes`, `no`, or null
            if it is not known; null for other tasks. `status` is `none` where it is `no`.
        count: how many answers were found, without certificates.
        invalid: how many answers are invalid by the checker or a judge. If it is not 0, the
            encoding or pylab is wrong, and the exit code is 4.
        counts: the definition of what is counted; empty if there is none.
        complete: whether there are no other answers; where something is minimised, no other optimal
            ones (of as many steps, if the program is stepwise).
        optimal: whether it is proven that no answer is better: something was minimised to the end,
            or every smaller number of steps was refuted.
        least: where a stepwise program minimises something: whether it is proven that no answer
            with as many steps has lower `costs`. One with more steps may have, so `optimal` is
            false then.
        cost: the cost of the last answer: its steps, or the value that was minimised if the program
            is not stepwise (the most important one of several), in the puzzle's own units; negative
            if the task maximises; null if the task has no cost.
        costs: where clingo minimised, all values: objects with `priority` and `value`, the most
            important one first.
        at_least: it is proven that no answer costs less than this; null if there is no such bound,
            or if `optimal` alone says it (as where clingo minimised a sum).
        certified: whether a `none` has a proof that a checker accepted.
        bound_certified: whether `at_least` has such a proof (`--certificate`, `--certify`), or the
            checker itself found that bound.
        claims: an object for each statement beyond the answers, which says who vouches for it.
        ended: why the search ended. `settled`: nothing was left to be searched, or the wanted
            number of answers was found; `time`: `--time-limit` was over; `memory`:
            `--memory-limit` was reached; `steps`: all steps up to a `search_limit(M)` of the
            encoding, or below `-c imax=M`, were searched, and longer answers are possible; `size`:
            this way of searching can't handle so large a puzzle; `interrupted`: Ctrl-C.
        reason: the same for people; empty if `ended` is `settled`.
        engine: the name of the engine that gave the result: `clingo`, `native`, `command` for
            `--engine-command`, or another one's; `clingo and native` if both were needed.
        encoding: the files that were run: the entry, then the overlays.
        assumptions: what was assumed when the file was read.
        messages: why another engine was asked than one would expect; what is odd about judges;
            clingo's warnings; rules of overlays that change nothing.
        conclusions: the last lines of the text form.
        consequences: with `--consequences`: `kind`, `brave` or `cautious`; `on`, the predicates
            asked for; `atoms`, sorted; `by_step`, for each step its atoms; `complete`, whether
            these are all of them. `answers` then has the answers by which they were found, and
            `complete` of the answer itself is false. Else null.
        explanation: with `--explain`: `reasons`, `change` and `rules`; else null.
        statistics: figures of the search, which differ from engine to engine. From clingo:
            `grounding` and `solving`, in seconds, and `solved`, a list with an object for each call
            of the solver: `step`, `seconds`, `conflicts`, `choices`, `rules`, `atoms`; where a
            stepwise program has a bound, `last`, the last step that it allows. From `--engine
            both`: an object for each engine, by its name.
    """

    status: str = "unknown"
    decision: str | None = None
    count: int = 0
    invalid: int = 0
    counts: str = ""
    complete: bool = False
    optimal: bool = False
    least: bool = False
    cost: Number | None = None
    costs: tuple[Mapping[str, Number], ...] = ()
    at_least: Number | None = None
    certified: bool = False
    bound_certified: bool = False
    claims: tuple[Mapping[str, Any], ...] = ()
    ended: str = "settled"
    reason: str = ""
    engine: str = ""
    encoding: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    conclusions: tuple[str, ...] = ()
    consequences: Mapping[str, Any] | None = None
    explanation: Mapping[str, Any] | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
