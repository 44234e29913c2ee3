"""Tournaments: the commands and buttons by which they are run, and the messages that show them."""
