"""Rules other than the competition's that can be set beside the file; solves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pylab.families.ravensburger.model import (
    RULES,
    Board,
)


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
