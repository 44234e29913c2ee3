"""Slash commands of challenges and their options."""
