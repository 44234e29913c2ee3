"""Public messages of offers, and about time."""
