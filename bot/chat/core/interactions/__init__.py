"""Interactions: identify the person, route to a handler, answer once and in time."""
