"""Tables of help and the statements on them."""
