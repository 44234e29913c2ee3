"""Frozen values of rows, by topic."""
