"""Tournaments: pairings from what was played, standings from results. Values, and functions of values."""
