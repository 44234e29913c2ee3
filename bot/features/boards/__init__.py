"""Boards: the public messages of a match, and its pages."""
