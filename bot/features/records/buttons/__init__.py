"""Handlers of the buttons and selects of records."""
