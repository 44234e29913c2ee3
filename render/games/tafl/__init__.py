"""Shared parts of games on boards of squares with sliding pieces."""
