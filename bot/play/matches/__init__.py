"""Matches: their turns, clocks, offers, series and ends."""
