"""Tournaments: rounds, leagues and ladders."""
