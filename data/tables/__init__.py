"""Repositories of what is no aggregate: its rows, read and written within one connection."""
