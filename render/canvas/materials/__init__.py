"""Materials of boards: drawn irregular from a fixed seed, so that they are the same everywhere."""
