"""Parts for matches: pages of their history, and buttons below boards."""
