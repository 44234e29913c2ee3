"""Slots: the places where features contribute to other features' pages and messages."""
