"""Interactions: received, answered in time and once, whatever goes wrong."""
