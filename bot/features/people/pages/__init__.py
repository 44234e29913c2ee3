"""Private pages of people."""
