"""Checks of the stored games."""
