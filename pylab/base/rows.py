"""Dataclasses for values that are made by the thousands, such as lines, rooms and edges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_Row = TypeVar("_Row")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def row(cls: type[_Row]) -> type[_Row]:
    """A dataclass with slots that only the type checker freezes; values are equal and hashed.

    A frozen dataclass sets each field by `object.__setattr__`, so it takes four times as long to
    make one.

    >>> @row
    ... class Door:
    ...     number: int
    ...     color: str = "red"
    >>> Door(1), len({Door(1), Door(1, "red"), Door(2)})
    (Door(number=1, color='red'), 2)
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
