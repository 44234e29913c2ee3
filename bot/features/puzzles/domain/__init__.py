"""The values of puzzles."""
