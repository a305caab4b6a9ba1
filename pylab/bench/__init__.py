"""Sweeps: many instances under many variants, each run in a process of its own; prints nothing."""
