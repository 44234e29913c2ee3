"""Tables of tournaments and the statements on them."""
