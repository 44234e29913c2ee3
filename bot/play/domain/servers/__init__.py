"""Servers: their rules, and their welcome."""
