"""Inserts a report's table between two markers in a text such as a README; reads no files.

The markers are HTML comments, which Markdown does not show. The first one names the sweep, so
that a text can have several tables.
"""

from __future__ import annotations

from pylab.base.errors import PylabError

END = "<!-- end of the report -->"


def begin(sweep: str) -> str:
    """The marker before the table of the sweep with this name."""
    return f"<!-- report of {sweep} -->"


def inserted(text: str, sweep: str, table: str) -> str:
    """The text with this table between the sweep's markers, instead of the old one.

    Raises PylabError unless the text has both markers, each in a line of its own, and the first one
    exactly once.

    >>> inserted(f"a\\n{begin('x')}\\nold\\n{END}\\nb\\n", "x", "new\\n").split("\\n")
    ['a', '<!-- report of x -->', '', 'new', '', '<!-- end of the report -->', 'b', '']
    """
    lines = text.splitlines(keepends=True)
    bare = [line.strip() for line in lines]
    if bare.count(begin(sweep)) != 1:
        raise PylabError(f"expected one line {begin(sweep)}, found {bare.count(begin(sweep))}")
    start = bare.index(begin(sweep))
    if END not in bare[start:]:
        raise PylabError(f"expected a line {END} after {begin(sweep)}, found none")
    end = bare.index(END, start)
    return "".join([*lines[: start + 1], "\n", table, "\n", *lines[end:]])
