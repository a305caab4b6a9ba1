"""The rules that pages play by, run in Node: random games and games played as far as they lead."""

from pylab.testing.node import NODE
from pylab.testing.pages import play as run

__all__ = ["NODE", "run"]
