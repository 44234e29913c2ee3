"""Endings: results posted in the challenge's place."""
