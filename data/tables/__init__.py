"""One repository for each aggregate: its rows, read and written within one connection."""
