"""Private pages of tournaments."""
