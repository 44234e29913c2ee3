"""Uses of engines: reading a game, answering it, matches."""
