"""Several processes that serve the same bot: who lives, and who does what."""
