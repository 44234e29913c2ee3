"""Private pages of moves."""
