"""Seats of running games that others may take."""
