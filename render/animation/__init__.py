"""Several positions as an animation: its file, its choice of positions, and their durations."""
