"""Services of puzzles: one transaction a method."""
