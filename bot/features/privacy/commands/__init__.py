"""Slash commands of privacy and their options."""
