"""Challenges: how matches are agreed upon."""
