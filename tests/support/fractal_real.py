"""Known answers of labyrinths by others."""

# corridors, moves, depth; from the specification where it has them
REAL = {
    "Alice_fractal_hedge_maze_Mark_Earnest": ("escape", 25, 49, 6),
    "Circular_maze_trivialknot": ("at inner.finish", 29, 57, 5),
    "Easy_Noke_Lieu": ("at inner.finish", None, None, None),
    "Fractal_Tomb": ("at inner.finish", 13, 25, None),
    "Maze_2_Mark_J_P_Wolf": ("at inner.finish", 17, 33, 4),
    "Numb3rs_Killer_Chat": ("at inner.finish", 9, 17, None),
    "Recursive_Fractal_Maze_Luegaria": ("at inner.finish", 7, 13, None),
    "Sierpinski_Paths_trivialknot": ("at inner.finish", 15, 29, None),
    "jm_inner_frame": ("at p2", 4, 4, None),
    "jm_skeptic_play_1": ("at p2", 28, 44, None),
    "jm_skeptic_play_2_sierpinski": ("at p04", 11, 19, None),
    "jm_wolfram_0": ("at p1", 13, 25, None),
    "jm_wolfram_2": ("at pA", 16, 24, None),
}
