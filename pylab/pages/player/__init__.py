"""Pages that play scripts: one HTML file each, which needs no network; knows no family.

The JavaScript and CSS are in the files beside this one.
"""
