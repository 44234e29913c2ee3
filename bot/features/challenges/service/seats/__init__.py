"""Changes of the players in running games."""
