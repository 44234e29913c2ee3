"""Tables of lessons and the statements on them."""
