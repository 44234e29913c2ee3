"""Tables of challenges and the statements on them."""
