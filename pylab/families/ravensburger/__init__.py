"""The Ravensburger labyrinth of the ASP Competition: push rows and columns, walk to the goal."""
