"""Slash commands of moves and their options."""
