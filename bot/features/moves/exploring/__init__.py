"""Trying moves on a private board."""
