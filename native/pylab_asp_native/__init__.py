"""The searches of pylab that are worth it, in C++; found by pylab where this is installed."""
