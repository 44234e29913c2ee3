"""Puzzles, and the daily puzzle of a server."""
