"""Lessons: how a game is played, one task after the other, seen by nobody else."""
