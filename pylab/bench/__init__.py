"""Sweeps: runs many instances with many variants, each in its own process; prints nothing."""
