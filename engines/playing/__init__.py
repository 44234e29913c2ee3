"""Uses of engines: replaying and answering games, and matches."""
