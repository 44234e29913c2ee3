"""Rows of matches, their logs and seats."""
