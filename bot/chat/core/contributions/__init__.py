"""Slots: the places at which features contribute to pages and messages of others."""
