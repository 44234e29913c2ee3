"""Values and pure functions of puzzles."""
