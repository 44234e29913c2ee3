"""Wording shared by several features."""
