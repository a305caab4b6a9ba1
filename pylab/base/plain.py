"""Converts dataclasses to JSON and back by their fields and type hints.

>>> from pylab.base.finding import Progress
>>> begun = Progress("searching", 1, 2.0, 3, 4)
>>> made(Progress, plain(begun)) == begun
True
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pylab.base.errors import short

T = TypeVar("T")

_WRITTEN: Mapping[Any, Any] = {
    str: str, Path: str, bool: bool, int: int, float: int | float, NoneType: NoneType
}  # fmt: skip
"""The types of JSON values for simple types."""


def plain(value: object) -> Any:
    """The value for JSON: a dataclass as its fields by name, a path as its text.

    An object with a member `json` is what that says.
    """
    if hasattr(value, "json"):
        return plain(value.json)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value


def made(kind: type[T], data: object, newer: bool = False) -> T:
    """A dataclass from the value that `plain` gives for it.

    Raises ValueError for values that don't fit, and for unknown keys, unless `newer` says that a
    newer version may have written them.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"expected an object for {kind.__name__}")
    of: Any = kind
    hints = _hints(of)
    for key in data:
        if key not in hints and not newer:
            raise ValueError(f"unknown key {short(str(key))} in {kind.__name__}")
    for each in fields(of):
        if each.init and each.name not in data and each.default is each.default_factory:  # MISSING
            raise ValueError(f'expected a key "{each.name}"')
    try:
        return kind(**{key: _value(hints[key], data[key], key) for key in data if key in hints})
    except TypeError as error:
        raise ValueError(str(error).replace("__init__() ", "")) from None


@functools.cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, data: Any, name: str) -> Any:
    origin, of = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if is_dataclass(kind):
        return made(kind, data)  # type: ignore[arg-type]
    if origin in (Union, UnionType):
        for each in of:
            with suppress(ValueError):
                return _value(each, data, name)
    elif origin in (tuple, Sequence) and isinstance(data, list | tuple):
        kinds = of if origin is tuple and of[-1] is not ... else of[:1] * len(data)
        return tuple(_value(k, each, name) for k, each in zip(kinds, data, strict=True))
    elif origin is Mapping and isinstance(data, Mapping):
        return {key: _value(of[1], each, name) for key, each in data.items()}
    elif kind in _WRITTEN and isinstance(data, _WRITTEN[kind]):
        finite = not isinstance(data, float) or math.isfinite(data)
        if finite and isinstance(data, bool) == (kind is bool):
            return Path(data) if kind is Path else data
    raise ValueError(f"expected {getattr(kind, '__name__', kind)} for {name}")
