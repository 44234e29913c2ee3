"""Private pages of boards."""
