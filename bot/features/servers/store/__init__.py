"""Tables of servers and the statements on them."""
