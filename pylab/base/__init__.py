"""What every part of pylab may use: errors, limits, results; imports nothing else of pylab."""
