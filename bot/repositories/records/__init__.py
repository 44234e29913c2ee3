"""Frozen values of rows."""
