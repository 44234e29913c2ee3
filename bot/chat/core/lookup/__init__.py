"""Which match somebody means, and whether they may see it."""
