"""People, players and their preferences."""
