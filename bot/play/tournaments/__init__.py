"""Tournaments: opened, entered, begun, and taken from round to round as their games end."""
