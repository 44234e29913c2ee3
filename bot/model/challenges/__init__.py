"""Challenges: their terms, guests and seats."""
