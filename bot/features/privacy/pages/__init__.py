"""Private pages of privacy."""
