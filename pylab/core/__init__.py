"""What is asked and answered: puzzles, questions, answers, scores; runs no solver."""
