"""Rows of matches, their logs and seats, and the statements on them."""
