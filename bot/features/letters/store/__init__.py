"""Tables of letters and the statements on them."""
