"""Exercises: a task for students, what they hand in, its points and pages; knows no terminal."""
