"""Reviews: an engine's judgment of a finished game."""
