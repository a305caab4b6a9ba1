"""`python -m pylab_asp`: the command."""

from pylab_asp import main

main()
