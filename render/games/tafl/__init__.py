"""Boards of squares on which pieces slide like rooks: shared parts of their games."""
