"""The identity of a question: everything that can change its answer, and a hash of it.

Options count if the table of options says so and they aren't the default; fields of `Limits` and
`Encoding` count unless they are excluded here by name.
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
from pylab.core.options import Key
from pylab.encoding import program as encodings
from pylab.engines.report import versions

if TYPE_CHECKING:
    from pylab.core.question import Question
    from pylab.encoding.program import Encoding

Identity = Mapping[str, object]
"""JSON values by their names."""

_NOWHERE = ("entry", "overlays", "files")
"""The fields of an encoding that say where it is; its statements count instead."""


def digest(*parts: object) -> str:
    """A hash of JSON values, the same on every machine."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def identity(question: Question) -> Identity:
    """Everything about a question that can change its answer, except the instance and the clock.

    Files count by their content, without comments, not by their paths and names. Raises PylabError
    for a question that can't be asked about any instance.
    """
    means, limits, written = question.means, question.limits, question.family.as_written
    judge = written.judge if written else None  # of a folder of rules
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
        "checked": [_content(encodings.load(judge, ascii_only=False))] if judge else [],
        "command": [[word, _bytes(word)] for word in means.command],
        "versions": versions(question),
    }


def _fields(value: Any, *but: str) -> dict[str, object]:
    return {each.name: getattr(value, each.name) for each in fields(value) if each.name not in but}


def _program(question: Question) -> object:
    """The content of the encoding; if none is used, that of the overlays.

    Engines without an encoding read overlays, too: they refuse rules that they don't support.
    """
    engine = engines.named(question.means)
    if question.entry is not None and (engine is None or engine.program):
        return _content(question.program)
    return [_content(encodings.load(path, (), scripts=True)) for path in question.overlays]


def _content(program: Encoding) -> Identity:
    """Everything in an encoding that can change an answer: its statements and headers."""
    written = [str(each) for each in program.written if each.ast_type.name != "Comment"]
    return {**_fields(program, *_NOWHERE), "statements": written}


def _bytes(word: str) -> str:
    """A hash of the file that a command's word names; empty if it is no file."""
    path = Path(shutil.which(word) or word)
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    except (OSError, ValueError):  # a program may be executable but not readable
        return ""
