"""A match: its state, log, dice and offers."""
