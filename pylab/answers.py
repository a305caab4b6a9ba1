"""What solvers print: answers, and claims about them; the rest is taken away.

Read are clingo's and clasp's texts and JSON, the ASP Competition's words, `v` lines, one answer a
line (`clingo -V0`) or in braces (dlv, wasp), and what pylab prints. Lines keep their numbers and
columns, so that errors in an answer point into the original text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pylab.errors import Place, WitnessError
from pylab.source import Source


class Claim(Enum):
    """What a solver says of its answers; nothing of it is believed."""

    FOUND = "found"
    NONE = "none"
    OPTIMUM = "optimum"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Output:
    """What a solver printed.

    Attributes:
        answers: the text of each answer; where none is marked, the whole text is one.
        claim: what it says of them; None if it doesn't.
        words: the claim as it stands there.
        place: where it stands.
        costs: what it says that the last answer costs, the most important value first.
        exhausted: whether its exit code says that there are no others.
    """

    answers: tuple[Source, ...] = ()
    claim: Claim | None = None
    words: str = ""
    place: Place | None = None
    costs: tuple[int, ...] = ()
    exhausted: bool = False

    def all(self) -> Output:
        """The same of a solver that has seen all answers."""
        return replace(self, exhausted=True)

    def ended(self, code: int) -> Output:
        """The same, if that was the solver's exit code: it counts where the output says nothing.

        Raises WitnessError where the two contradict each other.
        """
        told = _CODES.get(code, Claim.UNKNOWN)
        if self.answers and told is Claim.NONE:
            raise WitnessError(f"expected no answer because of exit code {code}, found one")
        if self.claim is Claim.NONE and told in (Claim.FOUND, Claim.OPTIMUM):
            raise WitnessError(f"expected an answer because of exit code {code}", self.place)
        if self.answers or self.claim is Claim.NONE:
            return self
        return replace(self, claim=told, words=self.words or f"exit code {code}")


_CODES = {10: Claim.FOUND, 20: Claim.NONE, 30: Claim.OPTIMUM}
"""What the exit codes of clasp, clingo and the competition say; all others: unknown."""

_SECOND = re.compile(r"% answer 2\b.*", re.ASCII)
_BEGIN = re.compile(
    r"Answer( Set)?(:\s*\d*\b.*|\s+\d+:?|:)|ANSWER( SET)?|% answer \d+\b.*", re.ASCII
)
_CLAIMS = {
    Claim.NONE: re.compile(r"(s )?(UNSATISFIABLE|INCONSISTENT|INCOHERENT)|NO ANSWER SET FOUND"),
    Claim.UNKNOWN: re.compile(r"(s )?UNKNOWN"),
    Claim.OPTIMUM: re.compile(r"(s )?OPTIMUM( FOUND)?"),
    Claim.FOUND: re.compile(r"(s )?SATISFIABLE|ANSWER SET FOUND"),
}
_OUR_REFUSAL = re.compile(r"%\s(none|no|unknown) \(.*")
_CLINGO = re.compile(r"^(py)?(clingo|clasp) version ", re.MULTILINE)
_COSTS = re.compile(r"COST [-\d@ ]+|(o|Optimization ?:) ?[-\d ]+|Progression ?:.*")
_NUMBER = re.compile(r"(?<![@\d])-?\d{1,18}(?!\d)")
_TALK = re.compile(
    r"""
      (py)?(clingo|clasp|gringo)\ version\ .* | (clingo-dl|clingcon)\ version\ .*
    | Reading\ from\ .* | (Solving|Grounding)\.\.\.
    | (Models|Optimum|Optimal|Calls|Time|CPU\ Time|Threads|Bounds|Rules|Atoms)\ *:.*
    | TIME\ LIMIT\ .* | INTERRUPTED\ .* | \*+\ (Info|Warn)\w*\ ?:.* | Consequences\ *:.*
    """,
    re.VERBOSE,
)
_VALUES = "Assignment:"
"""What clingo-dl and clingcon print before a line of their variables' values."""

_SAID = re.compile(
    "|".join(
        (
            *(form.pattern for form in (*_CLAIMS.values(), _OUR_REFUSAL, _COSTS)),
            rf"(?a:{_BEGIN.pattern})|(?x:{_TALK.pattern})|{_VALUES}",
        )
    )
)
"""All of these in one, as most lines are none."""

_SAT = re.compile(r"s [A-Z ]+|v( .*)?")
_BRACES = re.compile(r"\{.*\}")
_MODEL = "Stable Model:"
_JSON = re.compile(r'\s*\{\s*("|\}\s*\Z)')


def output(source: Source) -> Output:
    """The answers in a text, each with everything else blanked, and what is said of them.

    Raises WitnessError for a text that is empty, and for JSON that is no solver's.
    """
    if _JSON.match(source.text):
        return _of_json(source)
    lines = source.text.split("\n")
    words = [line.strip() for line in lines]
    told = Output()
    for number, word in enumerate(words):
        if not _SAID.fullmatch(word):
            continue
        if _COSTS.fullmatch(word):
            told = replace(told, costs=tuple(map(int, _NUMBER.findall(word))) or told.costs)
        claim = next((kind for kind, form in _CLAIMS.items() if form.fullmatch(word)), None)
        if claim is None and (said := _OUR_REFUSAL.fullmatch(word)):
            claim = Claim.NONE if said[1] == "no" else Claim(said[1])
        if claim is not None:
            place = Place(source.name, source.above + number + 1, 1, lines[number])
            told = replace(told, claim=claim, words=word, place=place)
    return replace(told, answers=tuple(_answers(source, lines, words, told.claim)))


def split(source: Source) -> list[Source]:
    """The answers in a text, each with everything else blanked; the whole text if none is marked.

    Raises WitnessError where the text says that there is no answer.
    """
    found = output(source)
    if not found.answers:
        raise WitnessError(f"expected an answer, found {found.words}", found.place)
    return list(found.answers)


def single(source: Source) -> Source:
    """The only answer in a text. Raises WitnessError if there are none or several."""
    found = split(source)
    if len(found) > 1:
        raise WitnessError(f"expected one answer in {source.name}, found {len(found)}")
    return found[0]


def _answers(
    source: Source, lines: list[str], words: list[str], claim: Claim | None
) -> Iterator[Source]:
    begins = [i for i, word in enumerate(words) if _BEGIN.fullmatch(word)]
    if begins:
        yield from _marked(source, lines, words, begins)
        return
    if all(not word or _SAT.fullmatch(word) or word[:2] in ("c ", "o ") for word in words) and any(
        words
    ):
        yield from _of_values(source, lines, words)
        return
    braces = [i for i, word in enumerate(words) if _BRACES.fullmatch(word)]
    if braces:
        for i in braces:
            yield Source(source.name, _without_braces(lines[i]), source.above + i)
        return
    ours = [i for i, word in enumerate(words) if _OUR_REFUSAL.fullmatch(word)]
    if ours:
        if any(word and not word.startswith("%") for word in words):  # a certificate
            yield source
        return
    kept = _kept(source, lines, words)
    if claim in (Claim.FOUND, Claim.OPTIMUM):
        end = next(i for i, word in enumerate(words) if _CLAIMS[claim].fullmatch(word))
        said = [i for i in range(end) if not _COSTS.fullmatch(words[i])]
        if not words[0].startswith("%") and not any(
            _TALK.fullmatch(words[i]) or words[i].endswith(".") for i in said
        ):
            for i in said:  # as clingo -V0 has it
                yield Source(source.name, lines[i], source.above + i)
            return
    if claim is None or any(line.strip() and line.lstrip()[0] != "%" for line in kept):
        yield Source(source.name, "\n".join(kept), source.above)


def _marked(
    source: Source, lines: list[str], words: list[str], begins: Sequence[int]
) -> Iterator[Source]:
    """Answers that a line each is above; what stands before the first line is the first one's.

    Nothing need stand above our own first answer: nobody knew that there would be another one.
    """
    kept = _kept(source, lines, words)
    later = begins if _SECOND.fullmatch(words[begins[0]]) else begins[1:]
    starts = [0, *later]
    ends = [*later, len(lines)]
    for start, end in zip(starts, ends, strict=True):
        yield Source(source.name, "\n".join(kept[start:end]), source.above + start)


def _kept(source: Source, lines: list[str], words: list[str]) -> list[str]:
    """The lines, with those blanked that are no part of an answer: also all after the last word.

    Where clingo says its name, an answer is the line after its heading, and all else is talk.
    """
    talk = [_BEGIN, _TALK, _COSTS, *_CLAIMS.values()]
    clingos = bool(_CLINGO.search(source.text))
    kept = []
    over, before = clingos, ""
    for line, word in zip(lines, words, strict=True):
        said = _SAID.fullmatch(word) is not None
        over = not _BEGIN.fullmatch(before) if clingos else over and not _BEGIN.fullmatch(word)
        mute = over or word == _VALUES or before == _VALUES
        mute = mute or (said and any(kind.fullmatch(word) for kind in talk))
        kept.append(" " * len(line) if mute else line.replace(_MODEL, " " * len(_MODEL)))
        claims = said and any(kind.fullmatch(word) for kind in _CLAIMS.values())
        over, before = over or claims, word
    return kept


def _of_values(source: Source, lines: list[str], words: list[str]) -> Iterator[Source]:
    """Answers in `v` lines; those in a row are one, be there comments in between."""
    start, row = 0, list[str]()
    for number, (line, word) in enumerate(zip([*lines, "s"], [*words, "s"], strict=True)):
        if word == "v" or word.startswith("v "):
            start = start if row else number
            row.append(line.replace("v", " ", 1))
        elif row and (word == "" or word.startswith("c ")):
            row.append("")
        elif row:
            yield Source(source.name, "\n".join(row), source.above + start)
            row = []


def _without_braces(line: str) -> str:
    """The atoms of a line in braces, without the commas between them."""
    depth, text, plain = 0, list(line), True
    for i, character in enumerate(line):
        if character == '"' and line[i - 1] != "\\":
            plain = not plain
        elif plain:
            depth += (character == "(") - (character == ")")
            if character in "{}" or (character == "," and depth == 0):
                text[i] = " "
    return "".join(text)


def _of_json(source: Source) -> Output:
    """What clingo (`--outf=2`) or pylab printed as JSON. Raises WitnessError."""
    content = _parsed(source)
    found = list(_texts(content))
    texts = [text for text in found if isinstance(text, str)]
    told = content.get("Result", content.get("status"))
    claim = next(
        (kind for kind, form in _CLAIMS.items() if form.fullmatch(str(told).strip())), None
    )
    if claim is None and told in ("none", "unknown"):
        claim = Claim(told)
    elif claim is None and told == "found":
        claim = Claim.OPTIMUM if content.get("optimal") is True else Claim.FOUND
    if len(texts) < len(found) or (not texts and claim is None):
        raise WitnessError(
            f'{source.name}: expected "answers" with "facts", as pylab prints them, or a "Call" '
            'with "Witnesses", as clingo does'
        )
    named = enumerate(texts, 1)
    answers = (Source(f"{source.name}, answer {number}", text) for number, text in named)
    return Output(tuple(answers), claim, str(told) if claim else "", Place(source.name, 1, 1))


def _parsed(source: Source) -> dict[str, Any]:
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as error:
        place = source.place(min(error.pos, len(source.text)))
        raise WitnessError(f"expected JSON, found something else: {error.msg}", place) from None
    except (RecursionError, ValueError):
        raise WitnessError(f"{source.name}: expected JSON that a machine can hold") from None
    assert isinstance(content, dict), "it begins with a brace"
    return content


def _texts(content: Mapping[str, Any]) -> Iterator[object]:
    """The answers' facts; what is no such thing yields something that is no text."""
    if isinstance(content.get("answers"), list):
        for row in content["answers"]:
            yield row.get("facts") if isinstance(row, Mapping) else None
    elif isinstance(content.get("Call"), list):
        for call in content["Call"]:
            witnesses = call.get("Witnesses", []) if isinstance(call, Mapping) else None
            for row in witnesses if isinstance(witnesses, list) else [None]:
                atoms = row.get("Value", []) if isinstance(row, Mapping) else [None]
                known = isinstance(atoms, list) and all(isinstance(a, str) for a in atoms)
                yield " ".join(f"{atom}." for atom in atoms) if known else None
