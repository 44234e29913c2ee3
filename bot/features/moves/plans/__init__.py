"""Conditional moves and saved variations."""
