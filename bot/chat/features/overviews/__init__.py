"""Overviews: the message that lists the games of a channel."""
