"""Practice: games against the computer."""
