"""Private pages of records."""
