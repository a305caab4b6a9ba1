"""What solvers (clingo, competition systems, ourselves) print around answers, taken away again.

Lines keep their numbers and columns, so that errors in an answer point into the original text.
"""

from __future__ import annotations

import re

from pylab.errors import WitnessError
from pylab.source import Source

_BEGIN = re.compile(r"(Answer:\s*\d+\b.*|ANSWER|% answer \d+\b.*)")
_NO_ANSWER = re.compile(r"(UNSATISFIABLE|INCONSISTENT|UNKNOWN)")
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
    kept = [
        _blank(line)
        if _BEGIN.fullmatch(word) or _TALK.fullmatch(word) or _NO_ANSWER.fullmatch(word)
        else line
        for line, word in zip(lines, words, strict=True)
    ]
    if not begins:
        return [Source(source.name, "\n".join(kept))]
    ends = [*begins[1:], len(lines)]
    before = kept[: begins[0]]
    answers = []
    for index, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        outside = before if index == 0 else [_blank(line) for line in lines[: begins[0]]]
        middle = [_blank(line) for line in lines[begins[0] : begin]]
        answers.append(Source(source.name, "\n".join([*outside, *middle, *kept[begin:end]])))
    return answers


def single(source: Source) -> Source:
    """The only answer in a text. Raises WitnessError if there are none or several."""
    found = split(source)
    if len(found) > 1:
        raise WitnessError(f"expected one answer in {source.name}, found {len(found)}")
    return found[0]


def _blank(line: str) -> str:
    return " " * len(line)
