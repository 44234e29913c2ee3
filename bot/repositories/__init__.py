"""Repositories of shared values: rows and statements."""
