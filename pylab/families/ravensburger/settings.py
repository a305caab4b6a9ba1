"""Rules other than the competition's that can be set beside the file; solves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pylab.base.listing import Task
from pylab.families.ravensburger.model import RULES, Board

_LARGE = 10
"""From so many rows on, clingo alone is slow."""

_LONG = 40
"""With more pushes allowed than this, writing them all out takes clingo too long."""

_UNSURE = 6
"""With more pushes allowed than this, clingo takes too long to find out that there is no plan."""


def adapt(instance: Board, **options: Any) -> Board:
    """The board under these rules; those not named stay as they are."""
    unknown = set(options) - set(RULES)
    if unknown:
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    wanted = {name for name, value in options.items() if value}
    return replace(instance, rules=instance.rules - set(options) | wanted)


def overlays(board: Board) -> list[str]:
    """The overlays that have the rules in force; the encodings themselves know none of these."""
    return [f"variants/{name.replace('_', '-')}.lp" for name in sorted(board.rules)]


def search_unsupported(board: Board, _task: Task) -> str:
    """Why this search is none for a board: it knows the competition's rules alone."""
    if board.rules:
        return "the native engine knows only the competition's rules"
    return ""


def prefers_native(board: Board, task: Task) -> str:
    """Why clingo would be no good here, or nothing."""
    if board.size >= _LARGE and task.native:
        return f"clingo is slow on boards of {board.size} rows"
    if board.max_steps > _LONG and task.name == "plan":
        return f"clingo is slow on {board.max_steps} pushes"
    if board.max_steps > _UNSURE and task.name == "plan" and task.models == 1:
        return f"clingo may be slow on {board.max_steps} pushes"
    return ""
