"""Editing encodings to try variants: listing, copying, linting, comparing; knows no family."""
