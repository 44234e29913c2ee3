"""The services of puzzles."""
