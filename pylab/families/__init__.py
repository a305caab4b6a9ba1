"""One package a family of puzzles; each has a FAMILY, and none knows another."""
