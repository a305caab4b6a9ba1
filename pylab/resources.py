"""Where the shipped encodings and instances are: in the installed package, else beside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def encodings() -> Path:
    """The folder with one folder of encodings a family."""
    return _folder("encodings")


def instances() -> Path:
    """The folder with one folder of instances a family."""
    return _folder("instances")


def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
