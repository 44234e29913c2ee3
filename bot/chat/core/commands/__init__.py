"""Shared parts of commands: options as data, names in every language."""
