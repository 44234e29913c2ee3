"""Slash commands of records and their options."""
