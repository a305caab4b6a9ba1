"""`python -m pylab` is the command `pylab`."""

from pylab_asp import main

main()
