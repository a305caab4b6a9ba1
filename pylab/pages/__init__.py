"""Pages for browsers: the player, and the lab in which clingo runs."""
