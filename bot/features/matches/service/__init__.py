"""Services of matches: one transaction a method."""
