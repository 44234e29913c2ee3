"""Handlers of the buttons of offers, and the commands that show the same."""
