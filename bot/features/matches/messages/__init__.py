"""Public messages of matches."""
