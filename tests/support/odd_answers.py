"""Texts of answers that nobody would give: well formed, off the board, in any order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

NUMBERS = (-(2**31), -1, 0, 1, 2, 3, 4, 9, 1000, 2**31 - 1)

Forms = Sequence[Mapping[str, Sequence[Sequence[str] | None]]]
"""For each kind of answer its predicates; for each argument the words, or None for a number."""


def odd_answer(rng: random.Random, forms: Forms) -> str:
    """A few facts of each predicate of one form, numbered as steps now and then."""
    facts = []
    for name, arguments in rng.choice(forms).items():
        for index in range(rng.randint(1, 4) if arguments else 1):
            chosen = [
                rng.choice(words)
                if words
                else str(rng.choice(NUMBERS if rng.random() < 0.3 else NUMBERS[2:6]))
                for words in arguments
            ]
            if len(arguments) in (3, 5) and arguments[-1] is None and rng.random() < 0.7:
                chosen[-1] = str(index + 1)
            facts.append(f"{name}({','.join(chosen)})." if chosen else f"{name}.")
    return " ".join(facts)
