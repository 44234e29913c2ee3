"""Tables of matches and the statements on them."""
