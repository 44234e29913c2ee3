"""Engines: their turns, hints, and practice games against them."""
