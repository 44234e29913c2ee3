"""Clocks, reminders and vacations."""
