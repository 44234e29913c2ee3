"""A match as it stands, as it was, and as it has ended."""
