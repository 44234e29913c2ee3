"""What people learn by: puzzles, lessons, reviews and the lines they keep."""
