"""Boards: what everybody sees of a match."""
