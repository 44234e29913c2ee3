"""Pages on which moves are chosen, one part at a time."""
