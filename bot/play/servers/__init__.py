"""Servers: their rules, those in charge of them, and whether the bot is there."""
