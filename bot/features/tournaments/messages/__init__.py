"""Public messages of tournaments."""
