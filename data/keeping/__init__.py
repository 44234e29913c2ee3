"""Keeping what is kept: copies of it, and whether it is sound."""
