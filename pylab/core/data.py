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
        name: its name.
        digest: the SHA-256 of its text, as a hexadecimal number; empty if it came without a text.
        generate: the seed and the parameters that make it again; None if it was not generated.
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
    """A question as JSON, with everything that can change its answer.

    Attributes:
        family, task: the names of the family and the task.
        instance: the instance.
        means, limits: the options and limits, as they were given.
        versions: the versions of pylab, clingo and other software that may be used.
    """

    family: str
    task: str
    instance: InstanceData
    means: Means = field(default_factory=Means)
    limits: Limits = field(default_factory=Limits)
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerData:
    """An answer; docs/maintainers/json.md describes the keys."""

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
