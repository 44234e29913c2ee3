"""Tables of records and the statements on them."""
