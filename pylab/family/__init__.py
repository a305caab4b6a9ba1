"""What a family of puzzles is: its table, its formats, and the registry of all families."""
