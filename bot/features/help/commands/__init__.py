"""Slash commands of help."""
