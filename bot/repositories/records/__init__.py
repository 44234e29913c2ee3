"""Frozen values of rows that no model has."""
