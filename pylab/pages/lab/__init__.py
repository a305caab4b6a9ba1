"""Pages in which a puzzle and its rules are edited, and clingo runs; knows no family.

The pages run the JavaScript beside this file. clingo and the editor are third-party software from
a distribution of their own.
"""
