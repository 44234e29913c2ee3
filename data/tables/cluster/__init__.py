"""What processes that share a database know of each other."""
