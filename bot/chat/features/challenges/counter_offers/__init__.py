"""Terms that are asked for in answer to a challenge."""
