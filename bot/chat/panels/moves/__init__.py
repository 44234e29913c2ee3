"""The pages by which a move is chosen, planned and told."""
