"""Errors, limits and results, for every part of pylab; this group imports nothing else of pylab."""
