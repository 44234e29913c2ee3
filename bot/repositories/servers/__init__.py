"""Rows of servers and their rules."""
