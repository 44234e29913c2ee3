"""Tables of puzzles and the statements on them."""
