"""Public messages of challenges."""
