"""Private pages of challenges."""
