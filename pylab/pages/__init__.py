"""Pages for browsers: the player of plays, and the lab in which clingo runs."""
