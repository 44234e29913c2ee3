"""Overviews: the events that lead to them."""
