"""Pages in which a puzzle, its rules and clingo live together; knows no family and no terminal.

What the pages run is JavaScript, in the files beside this one; clingo and the editor are others',
and come from a distribution of their own.
"""
