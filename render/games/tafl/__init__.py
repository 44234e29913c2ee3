"""Boards of squares on which pieces slide like rooks: what their games share."""
