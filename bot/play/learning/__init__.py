"""Learning: puzzles."""
