"""Tables of ratings and the statements on them."""
