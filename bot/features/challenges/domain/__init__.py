"""Challenges: pure values and functions."""
