"""Parts of matches: pages of their history, and the buttons below boards."""
