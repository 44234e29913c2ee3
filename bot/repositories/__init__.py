"""Repositories of shared values: their rows, and the statements on them."""
