"""What is done with engines: reading a game, answering it, matches."""
