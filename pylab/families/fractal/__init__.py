"""Fractal labyrinths: a walker in a maze that contains copies of itself, a pushdown system."""
