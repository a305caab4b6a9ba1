"""Dungeons with keys, bombs and items: cheapest routes, and proofs that nobody gets locked out."""
