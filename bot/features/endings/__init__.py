"""Endings: the result, told where the challenge was made."""
