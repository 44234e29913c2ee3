"""Public messages of boards."""
