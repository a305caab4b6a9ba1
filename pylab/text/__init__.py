"""Texts read strictly, with places: sources, ground facts, solvers' output; knows no puzzle."""
