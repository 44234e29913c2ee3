"""The statements of puzzles."""
