"""Buttons of servers."""
