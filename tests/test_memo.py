"""Values that are made once, and how many of them are kept."""

from __future__ import annotations

from pylab.base import memo
from pylab.base.memo import Memo


def test_values_are_made_once_and_forgotten_where_they_are_too_many(monkeypatch):
    monkeypatch.setattr(memo, "MOST", 3)
    made = []
    doubled = Memo(lambda number: made.append(number) or 2 * number)
    assert [doubled[number] for number in (1, 2, 1, 3, 1)] == [2, 4, 2, 6, 2]
    assert made == [1, 2, 3]
    assert [doubled[number] for number in (4, 1)] == [8, 2]
    assert made == [1, 2, 3, 4, 1]
