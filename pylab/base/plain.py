"""Dataclasses as JSON has them, and back, by their fields and type hints; knows none of them.

>>> from pylab.base.finding import Progress
>>> Progress(**plain(Progress("searching", 1, 2.0, 3, 4))) == Progress("searching", 1, 2.0, 3, 4)
True
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def plain(value: object) -> Any:
    """The value as JSON has it: a dataclass as its fields by name, a path as its text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return str(value) if isinstance(value, Path) else value


def made(kind: type[T], data: object, newer: bool = False) -> T:
    """A dataclass from what `plain` gives of it.

    Raises ValueError for values that don't fit, and for unknown keys, unless a `newer` version may
    have written them.
    """
    found: T = _dataclass(kind, data, kind.__name__, newer)
    return found


def _dataclass(kind: Any, data: object, name: str, newer: bool = False) -> Any:
    if not isinstance(data, Mapping):
        _refuse("an object", name)
    hints = _hints(kind)
    for key in data:
        if key not in hints and not newer:
            raise ValueError(f"unknown key {key} in {name}")
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
    if origin in (Union, UnionType):
        if data is None and NoneType in of:
            return None
        kinds = [each for each in of if each is not NoneType]
        fitting = [each for each in kinds if each in _SCALARS and _is_scalar(each, data)]
        return _value((fitting or kinds)[0], data, name)
    if is_dataclass(kind):
        return _dataclass(kind, data, name)
    if origin in (tuple, Sequence):
        if not isinstance(data, list | tuple):
            _refuse("a list", name)
        return tuple(_value(of[0], each, name) for each in data)
    if origin is Mapping:
        if not isinstance(data, Mapping):
            _refuse("an object", name)
        return {key: _value(of[1], each, name) for key, each in data.items()}
    if not _is_scalar(kind, data):
        _refuse(_SCALARS[kind], name)
    return Path(data) if kind is Path else data


_SCALARS = {str: "a string", Path: "a path", bool: "true or false", int: "an integer",
            float: "a finite number"}  # fmt: skip


def _is_scalar(kind: Any, data: object) -> bool:
    if kind is float:
        known = isinstance(data, int) or (isinstance(data, float) and math.isfinite(data))
        return known and not isinstance(data, bool)
    return isinstance(data, str if kind is Path else kind) and (
        kind is bool or not isinstance(data, bool)
    )


def _refuse(expected: str, name: str) -> NoReturn:
    raise ValueError(f"expected {expected} for {name}")
