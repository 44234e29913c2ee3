"""Challenges of every kind: made, answered, gathered at, countered, repeated."""
