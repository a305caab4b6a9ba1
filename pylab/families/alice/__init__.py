"""Robert Abbott's Alice mazes: follow arrows, whose colours make the moves longer and shorter."""
