"""What solvers (clingo, competition systems, ourselves) print around answers, taken away again.

Lines keep their numbers and columns, so that errors in an answer point into the original text.
"""

from __future__ import annotations

import re

from pylab.errors import WitnessError
from pylab.source import Source

_BEGIN = re.compile(r"(Answer:\s*\d+\b.*|ANSWER|% answer \d+\b.*)")
_NO_ANSWER = re.compile(r"(UNSATISFIABLE|INCONSISTENT|UNKNOWN)")
_OUR_REFUSAL = re.compile(r"%\s(none|unknown) \(.*")
_CLINGO = re.compile(r"^(py)?(clingo|clasp) version ", re.MULTILINE)
_STATISTICS = re.compile(
    r"""
    \s*(Acyc|Atoms|Backjumps|Binary|Bodies|Bounded|Calls|Choice|Choices|Conflict|Conflicts
    |Constraints|Count|Deleted|Disjunctions|Distinct|Equivalences|Executed|Lemmas|Literals|Loop
    |Memory|Minimize|Model-Level|Models|Other|Preprocessing|Problems|Reading|Restarts|Rules|Solving|Ternary|Tight|Unfreed
    |Variables|Weight|Winner)\b[^(]*:.*
    """,
    re.VERBOSE,
)
_TALK = re.compile(
    r"""
      (py)?(clingo|clasp|gringo)\ version\ .* | Reading\ from\ .* | (Solving|Grounding)\.\.\.
    | SATISFIABLE | OPTIMUM(\ FOUND)? | COST\ [-\d@\ ]+ | Optimization\ ?:.* | Progression\ ?:.*
    | (Models|Optimum|Optimal|Calls|Time|CPU\ Time|Threads|Bounds|Rules|Atoms)\ *:.*
    | TIME\ LIMIT\ .* | INTERRUPTED\ .* | \*+\ Info\ :.*
    """,
    re.VERBOSE,
)


def split(source: Source) -> list[Source]:
    """The answers in a text, each with everything else blanked; the whole text if none is marked.

    Raises WitnessError where the text says that there is no answer.
    """
    lines = source.text.split("\n")
    words = [line.strip() for line in lines]
    begins = [i for i, word in enumerate(words) if _BEGIN.fullmatch(word)]
    refusal = next((i for i, word in enumerate(words) if _NO_ANSWER.fullmatch(word)), None)
    if refusal is not None and not begins:
        offset = sum(len(line) + 1 for line in lines[:refusal])
        raise WitnessError(f"expected an answer, found {words[refusal]}", source.place(offset))
    talk = [_BEGIN, _TALK, _NO_ANSWER]
    if _CLINGO.search(source.text):
        talk.append(_STATISTICS)
    kept = [
        _blank(line) if any(kind.fullmatch(word) for kind in talk) else line
        for line, word in zip(lines, words, strict=True)
    ]
    _refuse_nothing(source, lines)
    if not begins:
        return [Source(source.name, "\n".join(kept), source.above)]
    starts = [0, *begins[1:]]  # what stands before the first one is the first one's
    ends = [*begins[1:], len(lines)]
    return [
        Source(source.name, "\n".join(kept[start:end]), source.above + start)
        for start, end in zip(starts, ends, strict=True)
    ]


def _refuse_nothing(source: Source, lines: list[str]) -> None:
    """Raises WitnessError for `% none …` without a certificate."""
    said = next((i for i, line in enumerate(lines) if _OUR_REFUSAL.fullmatch(line)), None)
    if said is not None and all(line.startswith("%") or not line.strip() for line in lines):
        offset = sum(len(line) + 1 for line in lines[:said])
        raise WitnessError(f"expected an answer, found {lines[said]}", source.place(offset))


def single(source: Source) -> Source:
    """The only answer in a text. Raises WitnessError if there are none or several."""
    found = split(source)
    if len(found) > 1:
        raise WitnessError(f"expected one answer in {source.name}, found {len(found)}")
    return found[0]


def _blank(line: str) -> str:
    return " " * len(line)
