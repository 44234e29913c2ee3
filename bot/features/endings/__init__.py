"""Endings: results posted where the challenge was made."""
