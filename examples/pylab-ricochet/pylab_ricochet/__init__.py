"""Ricochet Robots, a family of puzzles for pylab."""
