"""Stored settings of servers and people."""
