"""Answers in a file, in whatever form they come: ours, clingo's, a competition solver's, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pylab import answers
from pylab.cli import bounds
from pylab.errors import WitnessError
from pylab.source import Source, read_source


def read_answers(path: str) -> list[Source]:
    """Each answer in a file, `-` for standard input, as text that a family reads.

    Raises WitnessError for a file that can't be read, or that says that there is no answer.
    """
    with bounds.reading():
        return answers_in(read_source(path, WitnessError))


def answers_in(source: Source) -> list[Source]:
    """Each answer in a text. Raises WitnessError."""
    if not source.text:
        raise WitnessError(f"expected an answer in {source.name}, found nothing at all")
    if not source.text.lstrip().startswith("{"):
        return answers.split(source)
    found = list(_texts(_parsed(source)))
    texts = [text for text in found if isinstance(text, str)]
    if not texts or len(texts) < len(found):
        raise WitnessError(
            f'{source.name}: expected "answers" with "facts", as pylab prints them, or a "Call" '
            'with "Witnesses", as clingo does'
        )
    named = enumerate(texts, 1)
    return [Source(f"{source.name}, answer {number}", text) for number, text in named]


def _parsed(source: Source) -> Any:
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as error:
        place = source.place(min(error.pos, len(source.text)))
        raise WitnessError(f"expected JSON, found something else: {error.msg}", place) from None
    except (RecursionError, ValueError):
        raise WitnessError(f"{source.name}: expected JSON that a machine can hold") from None


def _texts(content: Any) -> Iterator[object]:
    """The answers' facts; what is no such thing yields something that is no text."""
    if isinstance(content, Mapping) and isinstance(content.get("answers"), list):
        for row in content["answers"]:
            yield row.get("facts") if isinstance(row, Mapping) else None
    elif isinstance(content, Mapping) and isinstance(content.get("Call"), list):
        for call in content["Call"]:
            witnesses = call.get("Witnesses", []) if isinstance(call, Mapping) else None
            for row in witnesses if isinstance(witnesses, list) else [None]:
                atoms = row.get("Value", []) if isinstance(row, Mapping) else [None]
                known = isinstance(atoms, list) and all(isinstance(a, str) for a in atoms)
                yield " ".join(f"{atom}." for atom in atoms) if known else None
