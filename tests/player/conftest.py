"""What tests of pages share."""

from playing import view

__all__ = ["view"]
