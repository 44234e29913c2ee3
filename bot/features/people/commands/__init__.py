"""Slash commands of people and their options."""
