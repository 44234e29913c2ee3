"""Parsers for typed text."""
