"""`python -m pylab` is the command `pylab`."""

from pylab.cli import main

main()
