"""Tables of reviews and the statements on them."""
