"""Interactions: identify the person, route to a handler, answer in time and once."""
