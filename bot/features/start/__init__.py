"""Start: the page from which games are begun."""
