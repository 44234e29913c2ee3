"""Rows of people: names, settings, blocks, deletions."""
