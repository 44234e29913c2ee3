"""Matches as animations and files, imported ones, and the proof of their dice."""
