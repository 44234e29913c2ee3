"""Buttons of a server: its settings, its welcome."""
