"""Labyrinth puzzles solved by answer set programming, every answer checked by independent code."""

__version__ = "0.1.0"
