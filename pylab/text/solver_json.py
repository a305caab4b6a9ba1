"""Reads the JSON that solvers and pylab print: answers, and claims about them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pylab.base.errors import Place, WitnessError
from pylab.text.facts import BESIDE
from pylab.text.solver_claims import NO_ANSWERS, AnswerText, Claim, Output, meaning
from pylab.text.source import Source

_CONSEQUENCES = ("Brave", "Cautious", "Consequences")
"""The keys that clasp prints under `--enum-mode=brave` and `cautious`."""


def output(source: Source) -> Output:
    """Read what clingo (`--outf=2`) or pylab printed as JSON.

    Raises WitnessError for other JSON, and for consequences instead of answers.
    """
    content = _parsed(source)
    rows = list(_rows(content))
    _refuse_consequences(source, content, rows)
    texts = [_text(row) for row in rows]
    told = content.get("Result", content.get("status"))
    claim = meaning(str(told).strip())
    if claim is None and told in ("none", "unknown"):
        claim = Claim(told)
    elif claim is None and told == "found":
        claim = Claim.OPTIMUM if content.get("optimal") is True else Claim.FOUND
    if None in texts or (not texts and claim is None):
        raise WitnessError(
            'expected "answers" with "facts", as pylab prints them, or a "Call" with '
            '"Witnesses", as clingo does',
            Place(source.name, 1, 1),
        )
    answers = tuple(
        AnswerText(f"{source.name}, answer {number}", text)
        for number, text in enumerate((each for each in texts if isinstance(each, str)), 1)
    )
    words = str(told) if claim else ""
    return Output(answers, claim, words, Place(source.name, 1, 1), _costs(content, rows))


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


def _refuse_consequences(source: Source, content: Mapping[str, Any], rows: list[object]) -> None:
    said = content.get("Models")
    places = [said, *rows]
    if any(isinstance(each, Mapping) and any(k in each for k in _CONSEQUENCES) for each in places):
        found = next((n for n in _CONSEQUENCES if f'"{n}"' in source.text), "")
        raise WitnessError(NO_ANSWERS, source.place(max(0, source.text.find(f'"{found}"'))))


def _rows(content: Mapping[str, Any]) -> Iterator[object]:
    """The objects of the answers; None for anything but a list of objects."""
    if isinstance(content.get("answers"), list):
        yield from content["answers"]
    elif isinstance(content.get("Call"), list):
        for call in content["Call"]:
            witnesses = call.get("Witnesses", []) if isinstance(call, Mapping) else None
            yield from witnesses if isinstance(witnesses, list) else [None]


_SILENT = object()
"""Stands for an answer whose atoms were not printed (`--quiet`)."""


def _text(row: object) -> Any:
    """An answer's facts; `_SILENT` if they are missing; None for anything that is no answer."""
    if not isinstance(row, Mapping):
        return None
    if "facts" in row:
        witness = row.get("witness")
        terms = witness.get("terms") if isinstance(witness, Mapping) else None
        beside = f"\n{BESIDE}{' '.join(map(str, terms))}" if isinstance(terms, list) else ""
        return row["facts"] + beside if isinstance(row["facts"], str) else None
    if "Value" not in row:
        return _SILENT if "Costs" in row else None
    atoms = row["Value"]
    known = isinstance(atoms, list) and all(isinstance(atom, str) for atom in atoms)
    return " ".join(f"{atom}." for atom in atoms) if known else None


def _costs(content: Mapping[str, Any], rows: list[object]) -> tuple[int, ...]:
    """The costs stated for the last answer, the most important value first."""
    last = rows[-1] if rows else None
    told = last.get("Costs") if isinstance(last, Mapping) else None
    if told is None and isinstance(content.get("costs"), list):
        told = [each.get("value") for each in content["costs"] if isinstance(each, Mapping)]
        told = told or [content.get("cost")]
    known = isinstance(told, list) and all(type(value) is int for value in told)
    return tuple(told) if known and told is not None else ()
