"""Private pages of servers."""
