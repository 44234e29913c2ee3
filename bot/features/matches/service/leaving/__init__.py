"""Leaving matches: resignations, departures, deletions of players."""
