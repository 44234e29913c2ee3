"""Servers: their rules and limitations."""
