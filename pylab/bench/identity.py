"""What tells one question from another: all that can change its answer, and a hash of it.

The table of options says which of them take part, and those do that aren't the default; fields of
`Limits` and `Encoding` do unless they are left out here by name.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pylab import engines
from pylab.core.data import versions
from pylab.core.options import Key
from pylab.encoding import program as encodings

if TYPE_CHECKING:
    from pylab.core.question import Question
    from pylab.encoding.program import Encoding

Identity = Mapping[str, object]
"""Values that JSON can write, by their names."""

_NOWHERE = ("entry", "overlays", "files")
"""Of an encoding, where it is: its statements say what it is."""


def digest(*parts: object) -> str:
    """A hash of values that JSON can write, the same on every machine."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def identity(question: Question) -> Identity:
    """All of a question that can change its answer, but for the instance and the clock.

    Files count by what they say, without comments; where they are and how they are called doesn't
    matter. Raises PylabError for what can't be asked, whatever the instance.
    """
    means, limits = question.means, question.limits
    return {
        **{each.field: getattr(means, each.field) for each in means.given if each.key is Key.VALUE},
        **_fields(limits, "models"),
        "family": question.family.name,
        "task": question.task.name,
        "models": question.wanted,
        "program": _program(question),
        "own": bool(means.encoding),
        "changed": question.changed,
        "options": question.options,
        "judges": [[judge.replaces, _content(judge.program)] for judge in question.judges],
        "checked": [_content(encodings.load(path, ascii_only=False)) for path in _checks(question)],
        "command": [[word, _bytes(word)] for word in means.command],
        "versions": versions(question),
    }


def _checks(question: Question) -> list[Path]:
    """The file that judges answers where a folder of rules is the family."""
    written = question.family.as_written
    return [written.judge] if written and written.judge else []


def _fields(value: Any, *but: str) -> dict[str, object]:
    return {each.name: getattr(value, each.name) for each in fields(value) if each.name not in but}


def _program(question: Question) -> object:
    """The encoding; where none takes part, what is laid over it all the same.

    That is looked at by engines without an encoding, too: they refuse rules that they can't read.
    """
    name = question.means.engine
    if question.entry is not None and (name is None or engines.get(name).program):
        return _content(question.program)
    return [_content(encodings.load(path, (), scripts=True)) for path in question.overlays]


def _content(program: Encoding) -> Identity:
    """All of an encoding that can change an answer: its statements, and what its headers say."""
    written = [str(each) for each in program.written if each.ast_type.name != "Comment"]
    return {**_fields(program, *_NOWHERE), "statements": written}


def _bytes(word: str) -> str:
    """A hash of the file that a word of a command stands for; empty if it is none."""
    path = Path(shutil.which(word) or word)
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    except (OSError, ValueError):  # one may run what one can't read
        return ""
