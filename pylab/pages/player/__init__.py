"""Pages that play scripts: one HTML file each, without a network; knows no family and no terminal.

The page's own program and looks are written by hand, in the files beside this one.
"""
