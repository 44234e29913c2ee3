"""Values and pure functions of servers."""
