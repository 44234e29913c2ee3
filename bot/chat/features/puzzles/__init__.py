"""Puzzles: positions to solve, one after the other, seen by nobody else."""
