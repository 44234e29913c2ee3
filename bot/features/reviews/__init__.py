"""Reviews: what an engine thinks of a finished game."""
