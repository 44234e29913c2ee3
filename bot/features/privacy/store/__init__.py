"""Tables of privacy and the statements on them."""
