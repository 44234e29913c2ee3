"""Private pages of help."""
