"""Matches: turns, undo, offers, clocks."""
