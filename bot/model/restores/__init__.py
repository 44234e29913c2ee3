"""Restores and the epochs that they begin."""
