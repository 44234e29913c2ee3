"""The match that somebody means, and their right to see it."""
